//! A2: discards and passes.

crate::audit::checks! { Play;
    NOT_HELD = "A201" "discard-not-held", Fault Error, since "0.1.0",
        zh "打出手里没有的牌" en "Discarded tile not in the hand",
        zh "请核对这张牌和前面的摸牌。" en "Check this tile and the draws before it.";
    OUT_OF_TURN = "A202" "discard-out-of-turn", Fault Error, since "0.1.0",
        zh "没轮到就打牌" en "Discard out of turn",
        zh "请检查轮次。" en "Check the order of turns.";
    FORBIDDEN = "A203" "discard-forbidden", Fault Error house, since "0.1.0",
        zh "规则不许打这张牌" en "Forbidden discard",
        zh "请改打另一张牌。" en "Discard another tile.";
    MISSING = "A204" "discard-missing", Fault Error, since "0.1.0",
        zh "没打牌" en "Discard missing",
        zh "记录里少了一次打牌；请补上。" en "A discard is missing. Add it.";
    IDLE_PASS = "A205" "pass-of-nothing", Note Info, since "0.1.0",
        zh "放弃了并不存在的机会" en "Pass of nothing",
        zh "不影响输赢；客户端可能多给了提示。" en "The result is not affected. The client may have offered too much.";
    DECLARE = "A206" "declare-forbidden", Fault Error house, since "0.1.0",
        zh "报得不是时候" en "Forbidden declaration",
        zh "这次宣告不算，因它付的分也不算；请检查客户端何时让人宣告。" en "The declaration does not count, nor does anything paid for it. Check when the client lets a seat declare.";
    NOT_READY = "A207" "declared-not-ready", Fault Error house, since "0.1.0",
        zh "报了听却没听牌" en "Declared ready without being ready",
        zh "报听时打出一张后必须听牌；请撤销报听，或改打另一张。" en "After the discard of a declaration the hand must be ready. Cancel the declaration or discard another tile.";
}
