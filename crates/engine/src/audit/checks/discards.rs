//! A2: discards and passes.

crate::audit::checks! {
    NOT_HELD = "A201" "discard-not-held", Fault Error, since "0.1.0",
        zh "打出手中没有的牌" en "a discard of a tile that is not in the hand",
        zh "请核对这张牌和此前的摸牌记录。" en "See whether the tile or an earlier draw is recorded wrongly.";
    OUT_OF_TURN = "A202" "discard-out-of-turn", Fault Error, since "0.1.0",
        zh "没轮到就打牌" en "a discard out of turn",
        zh "请检查轮次。" en "Look at the order of turns.";
    FORBIDDEN = "A203" "discard-forbidden", Fault Error house, since "0.1.0",
        zh "规则不许打这张牌" en "a discard that the rules forbid",
        zh "请按引用的条文改打另一张。" en "Discard another tile by the clause cited.";
    MISSING = "A204" "discard-missing", Fault Error, since "0.1.0",
        zh "该打牌的没有打牌" en "a turn without its discard",
        zh "记录里少了一次打牌；请补上。" en "The log lacks a discard; add it.";
    IDLE_PASS = "A205" "pass-of-nothing", Note Info, since "0.1.0",
        zh "放弃了并不存在的机会" en "a pass of something that was not on offer",
        zh "不影响输赢；客户端可能给了多余的提示。" en "It does not touch the result; the client may have offered too much.";
    DECLARE = "A206" "declare-forbidden", Fault Error house, since "0.1.0",
        zh "报得不是时候" en "a declaration at a time when it may not be made",
        zh "请按引用的条文撤销这次宣告及其好处。" en "Take the declaration, and what was paid for it, back by the clause cited.";
    NOT_READY = "A207" "declared-not-ready", Fault Error, since "0.1.0",
        zh "报听后打出一张却没有听牌" en "a discard after which the hand that was declared ready is not",
        zh "报听时打出的牌必须使手牌听牌；请撤销报听或改打另一张。" en "The discard of a declaration must leave the hand ready; take the declaration back or discard another tile.";
}
