//! A3: chows and pungs.

crate::audit::checks! { Play;
    NOT_A_RUN = "A301" "chow-not-a-run", Fault Error, since "0.1.0",
        zh "吃的三张不成顺子" en "Chow is not a run",
        zh "吃的三张必须同门相连；请核对吃的是哪三张。" en "A chow is three consecutive tiles of one suit. Check which three were laid out.";
    OUT_OF_TURN = "A302" "chow-out-of-turn", Fault Error, since "0.1.0",
        zh "不是下家也吃牌" en "Chow out of turn",
        zh "只有下家能吃；这次吃牌不算。" en "Only the next player may chow. Cancel the chow.";
    TILE_NOT_OPEN = "A303" "claim-of-other-tile", Fault Error, since "0.1.0",
        zh "要的不是刚打出的牌" en "Claim of the wrong tile",
        zh "只能吃碰杠刚打出的那张；请核对打出的牌和要的牌。" en "Only the tile just discarded can be claimed. Check which of the two is recorded wrongly.";
    TILES_NOT_HELD = "A304" "claim-tiles-not-held", Fault Error, since "0.1.0",
        zh "手里没有吃碰要用的牌" en "Claim without the tiles for it",
        zh "请核对手牌记录。" en "Check the record of the hand.";
    OWN_TILE = "A305" "claim-of-own-discard", Fault Error, since "0.1.0",
        zh "要了自己打出的牌" en "Claim of one's own discard",
        zh "自己打的牌不能自己要；请核对谁打的、谁要的。" en "Nobody may claim their own discard. Check who discarded and who claimed.";
    OVERRIDDEN = "A306" "claim-overridden", Fault Error, since "0.1.0",
        zh "该碰（杠）的被吃抢了先" en "Chow ahead of a pung or kong",
        zh "碰、杠先于吃；这次吃牌不算，让碰（杠）的先来。" en "Pung and kong have priority over chow. Cancel the chow and carry out the other claim.";
    NOTHING_OPEN = "A307" "claim-of-nothing", Fault Error, since "0.1.0",
        zh "没人打牌却要吃碰杠" en "Claim of nothing",
        zh "请检查动作的次序。" en "Check the order of events.";
    FORBIDDEN = "A308" "claim-forbidden", Fault Error house, since "0.1.0",
        zh "规则不许这样吃碰" en "Forbidden claim",
        zh "这次吃碰不算；原因见上。" en "Cancel the claim; the reason is stated above.";
    IDLE = "A309" "claim-impossible", Fault Warning, since "0.1.0",
        zh "记了不可能的要牌" en "Impossible claim recorded",
        zh "这家这时不能这样要；请核对没成的要求记的是哪家，或检查客户端给出的选项。" en "This seat could not make that claim. Check the seat and the claim in `claims`, or the options that the client offered.";
    WIN_PASSED = "A310" "win-passed", Fault Error house, since "0.1.0",
        zh "有胡必胡，却过了" en "Passed a win that must be taken",
        zh "能胡就得胡；请核对客户端是否让这家选了过。" en "A possible win must be taken. Check whether the client offered this seat a pass.";
    OFFER_MISSING = "A311" "offer-missing", Fault Error house, since "0.1.0",
        zh "能要却没给选" en "Choice not offered",
        zh "客户端少给了一个选项，这家可能因此吃了亏；请查客户端为何没问这家。" en "The client left out a choice that this seat had, and it may have lost by it. Find out why the client did not ask.";
    OFFER_FALSE = "A312" "offer-false", Fault Warning house, since "0.1.0",
        zh "给了不该给的选项" en "False choice offered",
        zh "客户端给出了不合规则的选项；请核对客户端的判断，或记录里的选项。" en "The client offered a choice that the rules do not allow. Check how the client decides, or `offers` in the record.";
}
