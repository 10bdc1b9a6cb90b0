//! A8: how hands end, and the course of the match.

crate::audit::checks! { Course;
    NEXT_DEALER = "A801" "next-dealer-wrong", Fault Error house, since "0.1.0",
        zh "下一局的庄家不对" en "Wrong next dealer",
        zh "请改正下一局的庄家。" en "Correct the next dealer.";
    DEALER = "A802" "dealer-wrong", Fault Error house, since "0.1.0",
        zh "本局的庄家不对" en "Wrong dealer",
        zh "庄家由上一局的结果决定；请检查轮庄，或者中间漏记了一局。" en "The dealer follows from the previous hand. Check how the deal passes, and whether a hand in between is missing.";
    OUTCOME = "A803" "outcome-wrong", Fault Error house, since "0.1.0",
        zh "结果与打牌过程不符" en "Outcome does not match the play",
        zh "请核对记录的结果和最后几手。" en "Check the outcome and the last events.";
    WINNERS = "A804" "winners-wrong", Fault Error house, since "0.1.0",
        zh "胡家与打牌过程不符" en "Winners do not match the play",
        zh "请核对记录的胡家和胡的那几手。" en "Check `result.wins` and the `win` events.";
    DRAWN_EARLY = "A805" "drawn-too-early", Fault Error house, since "0.1.0",
        zh "还有牌就流局" en "Hand drawn too early",
        zh "请检查余牌计数和海底的询问。" en "Check how tiles are counted and how the last tile is offered.";
    ABORT_UNEXPLAINED = "A807" "abort-unexplained", Unverifiable Warning, since "0.1.0",
        zh "为什么中止，记录没说" en "Hand aborted without a cause",
        zh "有人离开请记离开，解散请为四家各记一次；动作不全的请补齐。" en "Write a `leave` event for a player who left, four for a room that was dissolved, or add the missing events.";
    EXCHANGED = "A808" "hands-exchanged", Fault Error, since "0.1.0",
        zh "两局的次序颠倒" en "Two hands in each other's place",
        zh "把这两局对调，再审一次。" en "Exchange the two hands in the log and audit again.";
    MISSING = "A809" "hands-missing", Unverifiable Warning, since "0.1.0",
        zh "中间缺了几局" en "Hands missing in between",
        zh "请补上缺的几局，再审一次；坐庄、连庄、上楼和累计分要连着看。" en "Add the missing hands and audit again: dealer, streak, floor and scores follow from hand to hand.";
    FLOOR = "A820" "floor-wrong", Fault Error house, since "0.1.0",
        zh "上楼加倍不对" en "Wrong doubling of the floor",
        zh "何时上楼、何时下楼见引用的条文；请检查上楼的状态怎样传到下一局。" en "The cited clause states when the stakes double and when they stop. Check how that state passes from hand to hand.";
    FLOOR_UNKNOWN = "A821" "floor-unknown", Unverifiable Warning, since "0.1.0",
        zh "不知道是否上楼" en "Floor not recorded",
        zh "记录从中途开始；请写明开局时是否在楼上。" en "The log starts mid-match. Record `start.upstairs`.";
}
