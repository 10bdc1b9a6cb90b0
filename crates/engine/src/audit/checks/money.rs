//! A7: payments and scores.

crate::audit::checks! { Money;
    NOT_ZERO = "A701" "not-zero-sum", Fault Error house amount, since "0.1.0",
        zh "输赢合计不为零" en "Gains and losses do not add up to zero",
        zh "一家赢的就是别家输的；请检查结算。" en "Every point that one player wins is lost by another. Check the settlement.";
    AMOUNT = "A702" "payment-amount-wrong", Fault Error house amount, since "0.1.0",
        zh "两家之间的输赢不对" en "Wrong amount between two players",
        zh "请按列出的算式改正。" en "Correct it by the sums listed.";
    PAYER = "A703" "wrong-payer", Fault Error house amount, since "0.1.0",
        zh "付分的人不对" en "Wrong payer",
        zh "赢家总共收得没错，付的人错了；请按列出的账目改正。" en "The winner received the right total from the wrong player. Correct it by the lines listed.";
    RECEIVER = "A704" "wrong-receiver", Fault Error house amount, since "0.1.0",
        zh "收分的人不对" en "Wrong receiver",
        zh "付的总数没错，收的人错了；请按列出的账目改正。" en "The payer paid the right total to the wrong player. Correct it by the lines listed.";
    DELTAS = "A705" "deltas-not-payments", Fault Error amount, since "0.1.0",
        zh "得分与付款对不上" en "Point changes do not match the payments",
        zh "得分应等于各笔付款的合计；请改正其中之一。" en "`deltas` must equal the sum of `payments`. Correct one of the two.";
    DELTA = "A706" "delta-wrong", Fault Error house amount, since "0.1.0",
        zh "得分不对" en "Wrong point changes",
        zh "请按列出的账目改正。" en "Correct them by the lines listed.";
    SCORES = "A707" "scores-carried-wrong", Fault Error amount, since "0.1.0",
        zh "累计分不对" en "Wrong running scores",
        zh "累计分是上局累计加本局得分；请检查累计。" en "A score is the previous score plus this hand's points. Check how scores are carried over.";
    CAUSE = "A708" "payment-cause-wrong", Fault Error house amount, since "0.1.0",
        zh "分项付款不对" en "Wrong payment for one cause",
        zh "两家之间的合计没错，分项错了；请按列出的账目改正。" en "The total of the pair is right, its parts are not. Correct them by the lines listed.";
    UNCHECKED = "A709" "payments-unverifiable", Unverifiable Warning amount, since "0.1.0",
        zh "输赢没法核对" en "Payments cannot be verified",
        zh "缺了列出的内容；补上就能核对。" en "The named field is missing. Add it to have the payments checked.";
    ONESELF = "A710" "payment-to-oneself", Fault Error, since "0.1.0",
        zh "自己付给自己" en "Payment to oneself",
        zh "付的和收的是同一家，谁的分都不变；请核对付款与收款的座位。" en "Payer and receiver are the same seat, so no points move. Check `from` and `to`.";
    EVENT = "A711" "payment-event-wrong", Fault Error house, since "0.1.0",
        zh "某一手的付款不对" en "Wrong payment for one event",
        zh "两家之间的合计没错，记在某一手名下的数目错了；请按列出的账目改正。" en "The total of the pair is right, the part for one event (`at`) is not. Correct it by the lines listed.";
    CONFLICT = "A712" "payments-conflict", Fault Error house, since "0.1.0",
        zh "几项输赢不能同时成立" en "Amounts that contradict each other",
        zh "缺的内容无论是什么，都得不出这几个数；请补上它，再按算式改正。" en "No value of the missing field leads to all of these amounts. Add the field and correct the amounts by its sums.";
    UNMODELLED = "A713" "rules-unmodelled", Unverifiable Warning, since "0.1.0",
        zh "房规里有 caipan 不认识的规则" en "House rules that caipan does not know",
        zh "打牌照常核对，受它影响的分没法核对；请人工核对这些分，或看看有没有对应的选项。" en "Play is checked as usual, but the money that such a rule may move is not. Check that money by hand, or see if an option covers the rule.";
    MOVED = "A714" "payments-unmodelled", Unverifiable Warning, since "0.1.0",
        zh "输赢受不认识的房规影响" en "Payments under an unknown house rule",
        zh "请照本房的这条规则人工核对这一局的分。" en "Check the payments of this hand by hand, by the rule of the room.";
    TOTALS = "A715" "match-totals-wrong", Fault Error, since "0.1.0",
        zh "散场总分不对" en "Wrong totals at the end of the match",
        zh "总分是各局得分之和，再按房规翻倍、加分；请按列出的账目改正。" en "The totals are the points of all hands, with what the house rules add at the end. Correct them by the lines listed.";
    HOUSE = "A716" "house-money-wrong", Fault Error, since "0.1.0",
        zh "抽水或台费不对" en "Wrong rake or fee",
        zh "平台收的与房规算出的不同；请按列出的算式改正；若房规写错了，就改房规里的抽水、台费。" en "What the house took is not what the house rules demand. Correct it by the sums listed, or correct `rake` and `fee` in the rules.";
    HOUSE_UNKNOWN = "A717" "house-money-undeclared", Note Info, since "0.1.0",
        zh "平台收支没有房规可对" en "House money without a declared rule",
        zh "记录的数照样计入合计；要核对该收多少，请在规则里写明抽水或台费。" en "The recorded amounts count in all sums. Declare `rake` or `fee` in the rules to have them checked.";
}
