//! A8: how hands end, and the course of the match.

crate::audit::checks! {
    NEXT_DEALER = "A801" "next-dealer-wrong", Fault Error house, since "0.1.0",
        zh "下一局庄家不对" en "the wrong next dealer",
        zh "请按引用的条文更正下一局的庄家。" en "Correct the next dealer by the clause cited.";
    DEALER = "A802" "dealer-wrong", Fault Error house, since "0.1.0",
        zh "本局庄家不对" en "the wrong dealer",
        zh "庄家应由上一局的结果决定；请检查轮庄。" en "The dealer follows from the hand before; look at how the deal passes.";
    OUTCOME = "A803" "outcome-wrong", Fault Error house, since "0.1.0",
        zh "记录的结果与打牌经过不符" en "a recorded outcome that is not that of the play",
        zh "请核对 outcome 与最后的事件。" en "See whether the outcome or the last events are recorded wrongly.";
    WINNERS = "A804" "winners-wrong", Fault Error house, since "0.1.0",
        zh "记录的胡家与打牌经过不符" en "recorded winners that are not those of the play",
        zh "请核对 result.wins 与 win 事件。" en "See whether `result.wins` or the `win` events are recorded wrongly.";
    DRAWN_EARLY = "A805" "drawn-too-early", Fault Error, since "0.1.0",
        zh "还有牌就流局" en "a hand drawn while it had to go on",
        zh "请检查余牌计数与海底的询问。" en "Look at how tiles are counted and at the offer of the last tile.";
    ABORT_UNEXPLAINED = "A807" "abort-unexplained", Unverifiable Warning, since "0.1.0",
        zh "中止的原因不明" en "a hand broken off without a cause in the log",
        zh "中止须有原因：有人离开请写 leave 事件，解散请为四家各写一个；若事件不全，请补齐。" en "A hand is broken off for a cause: write a `leave` event for who left, four of them for a room that was dissolved, or add the events that are missing.";
    FLOOR = "A820" "floor-wrong", Fault Error house, since "0.1.0",
        zh "上楼加倍不对" en "the doubling of the floor is wrong",
        zh "何时上楼、何时下楼见引用的条文；请检查上楼的状态怎样从一局传到下一局。" en "The clause cited says when a match goes upstairs and when it comes down; look at how that is carried from hand to hand.";
    FLOOR_UNKNOWN = "A821" "floor-unknown", Unverifiable Warning, since "0.1.0",
        zh "不知是否上楼" en "whether the match is upstairs is not known",
        zh "日志从中途开始；请写明 start.upstairs。" en "The log begins in the middle; say `start.upstairs`.";
}
