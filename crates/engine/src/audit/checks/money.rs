//! A7: payments and scores.

crate::audit::checks! {
    NOT_ZERO = "A701" "not-zero-sum", Fault Error house, since "0.1.0",
        zh "输赢合计不为零" en "gains and losses that do not add up to nothing",
        zh "一家赢的就是别家输的；请检查结算。" en "What one wins others lose; look at the settlement.";
    AMOUNT = "A702" "payment-amount-wrong", Fault Error house, since "0.1.0",
        zh "两家之间的输赢不对" en "a wrong amount between two players",
        zh "请按所列算式更正。" en "Correct it by the sums listed.";
    PAYER = "A703" "wrong-payer", Fault Error house, since "0.1.0",
        zh "付钱的人不对" en "the wrong player paid",
        zh "赢家所得不错，付的人错了；请按所列账目更正。" en "The winner got the right total from the wrong player; correct it by the lines listed.";
    RECEIVER = "A704" "wrong-receiver", Fault Error house, since "0.1.0",
        zh "收钱的人不对" en "the wrong player was paid",
        zh "付的数目不错，收的人错了；请按所列账目更正。" en "The payer paid the right total to the wrong player; correct it by the lines listed.";
    DELTAS = "A705" "deltas-not-payments", Fault Error, since "0.1.0",
        zh "记录的得分与付款不符" en "point changes that do not follow from the payments",
        zh "deltas 应等于 payments 的合计；请改其中之一。" en "The deltas must be what the payments add up to; correct one of the two.";
    DELTA = "A706" "delta-wrong", Fault Error house, since "0.1.0",
        zh "记录的得分不对" en "wrong point changes",
        zh "请按所列账目更正。" en "Correct them by the lines listed.";
    SCORES = "A707" "scores-carried-wrong", Fault Error, since "0.1.0",
        zh "累计分不对" en "scores that are not the earlier ones plus this hand",
        zh "累计分应为上局累计加本局得分；请检查累计。" en "A score is the one before plus this hand's points; look at how they are carried.";
    CAUSE = "A708" "payment-cause-wrong", Fault Error house, since "0.1.0",
        zh "分项付款不对" en "a wrong payment for one cause",
        zh "两家之间的合计不错，分项错了；请按所列账目更正。" en "The pair's total is right, its parts are not; correct them by the lines listed.";
    UNCHECKED = "A709" "payments-unverifiable", Unverifiable Warning, since "0.1.0",
        zh "输赢无法复核" en "payments that cannot be verified",
        zh "缺少所列字段；补上后可复核。" en "The field named is missing; with it they can be checked.";
    ONESELF = "A710" "payment-to-oneself", Fault Error, since "0.1.0",
        zh "自己付给自己" en "a payment to oneself",
        zh "付的与收的是同一座位，这一笔不改变任何人的分数；请核对 from 与 to。" en "Payer and receiver are one seat, so the line moves nothing; see which of `from` and `to` is wrong.";
    EVENT = "A711" "payment-event-wrong", Fault Error house, since "0.1.0",
        zh "付款所属的动作不对" en "a wrong payment for one event",
        zh "两家之间的合计不错，记在某个动作（at）名下的数目错了；请按所列账目更正。" en "The pair's total is right, what is put down to one event (`at`) is not; correct it by the lines listed.";
    CONFLICT = "A712" "payments-conflict", Fault Error house, since "0.1.0",
        zh "几项输赢不能同时成立" en "amounts that are not possible together",
        zh "缺少的字段无论是什么值，都得不出所列各项；请补上该字段，再按算式更正。" en "No value of the missing field leads to all of them; add the field and correct the amounts by its sums.";
}
