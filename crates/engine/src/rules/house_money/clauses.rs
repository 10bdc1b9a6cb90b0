//! The rule book of the money that no region's book prices: stake, limits by holdings, rake, fees, penalties. It is the
//! same for every rule system.

caipan_tiles::clauses! { ALL;
    STAKE = "HM-stake" @ "公账", Practice,
        zh "底分：书上的每一笔分都乘底分 {stake}，封顶之后乘；台费、抽水的各个数、所有分和散场的数不乘。",
        en "The stake, {stake}, multiplies every payment that the book prices in points, after its limits. Fees, the numbers of the rake, holdings and the numbers of the end of a match are money and are not multiplied.";
    LIMIT = "HM-limit" @ "公账", Ruled("R-301"),
        zh "输赢不超过所有：破产的只付手上有的；赢家至多赢自己所有（或所有乘输家数）。收不足时按先付谁分。",
        en "Limits by holdings: a seat loses no more than it holds, and gains no more than it holds, or that times the losers. What is short is shared by the order of payment.";
    RAKE = "HM-rake" @ "公账", Ruled("R-302"),
        zh "抽水：每家本局净赢的千分之几归平台，各算各的；没净赢的不抽，逃跑扣的分不算赢分。",
        en "Rake: the house takes so many per mille of each seat's net gain, each by itself. A seat without a net gain pays none; points for leaving are no gain.";
    ROUND = "HM-round" @ "公账", Practice,
        zh "抽水取整：舍去、进一，或四舍五入。",
        en "The rake is rounded down, up, or to the nearest with halves up.";
    FROM = "HM-from" @ "公账", Practice,
        zh "起抽分：净赢不到这个数的不抽，只收保底。",
        en "The rake begins at a gain; a smaller gain pays the amount below the limit, or nothing.";
    MIN = "HM-min" @ "公账", Practice,
        zh "抽水至少、至多几分，都不超过赢的分。",
        en "The rake has a least and a most, and is never more than the gain.";
    TIE = "HM-tie" @ "公账", Practice,
        zh "只抽大赢家的，并列时分摊或各付全额。",
        en "If only the biggest winner pays, several with the same gain share the amount or pay it each.";
    FEE = "HM-fee" @ "公账", Ruled("R-303"),
        zh "台费：每家、赢家、大赢家或房主付给平台的固定数。",
        en "Fee: a fixed amount that each seat, each gainer, the biggest winner or the owner pays to the house.";
    ABORT = "HM-abort" @ "公账", Practice,
        zh "没人打过牌就散的，台费退回；散了的局不抽水，除非本房这时也结算。",
        en "A hand broken off before any discard pays no fee. A hand that was broken off is not raked, unless the region settles something.";
    LEAVE = "HM-leave" @ "公账", Practice,
        zh "逃跑扣分：离座者付的固定分，归平台或其余各家。",
        en "A seat that leaves pays a fixed number of points, to the house or to the others.";
    PENALTY = "HM-penalty" @ "公账", Practice,
        zh "罚分、改分、退还、补分、奖池只照记录，不由规则算；进总分，不抽水，不乘底分。",
        en "Penalties, adjustments, refunds, top-ups and jackpots are recorded, not computed. They count in the scores, are not raked and are not multiplied by the stake.";
    SUM = "HM-sum" @ "公账", Practice,
        zh "各家得失加上付给平台的，减去平台付出的，合计为 0。",
        en "The gains of all seats, plus what the house received, less what it gave, add up to 0.";
    CHAIN = "HM-chain" @ "公账", Practice,
        zh "累计分等于上一局累计分，加两局之间的增减，加本局得失。",
        en "Running scores are the scores before, plus the lines between the hands, plus the gains of the hand.";
}
