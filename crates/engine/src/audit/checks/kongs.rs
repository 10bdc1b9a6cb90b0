//! A4: kongs and the tiles they reveal.

crate::audit::checks! {
    NOT_HELD = "A401" "kong-tiles-not-held", Fault Error, since "0.1.0",
        zh "手中没有杠所需的牌" en "a kong without its tiles in the hand",
        zh "请核对手牌记录。" en "See what was really in the hand.";
    NO_PUNG = "A402" "kong-without-pung", Fault Error, since "0.1.0",
        zh "没有碰过却补杠" en "an added kong without its pung",
        zh "补杠须先碰；请核对杠的种类。" en "An added kong needs a pung; see whether the kind of kong is right.";
    OUT_OF_TURN = "A403" "kong-out-of-turn", Fault Error, since "0.1.0",
        zh "没轮到就开杠" en "a kong out of turn",
        zh "请检查轮次。" en "Look at the order of turns.";
    NOT_READY = "A404" "kong-not-ready", Fault Error, since "0.1.0",
        zh "没有听牌却掷骰开杠" en "a dice kong of a hand that is not ready",
        zh "请按引用的条文撤销这次杠，或改为不须听牌的碰、杠。" en "Take the kong back by the clause cited, or make it a claim that needs no ready hand.";
    WALL_SHORT = "A405" "kong-wall-too-short", Fault Error house, since "0.1.0",
        zh "余牌不够杠" en "a kong that the wall cannot replace",
        zh "请检查余牌计数。" en "Look at how the tiles left are counted.";
    FORBIDDEN = "A406" "kong-forbidden", Fault Error house, since "0.1.0",
        zh "规则不许这次杠" en "a kong that the rules forbid",
        zh "请按引用的条文更正。" en "Correct it by the clause cited.";
    REVEAL_UNCALLED = "A407" "reveal-uncalled", Fault Error house, since "0.1.0",
        zh "没有开杠却翻牌" en "tiles turned up without a dice kong",
        zh "请核对杠的种类：开杠须带骰子。" en "See whether the kong was one with dice; then it carries them.";
    REVEAL_MISSING = "A408" "reveal-missing", Fault Error house, since "0.1.0",
        zh "开杠后没有翻牌" en "a dice kong whose tiles were not turned up",
        zh "开杠后先翻牌，再接着打；请补上翻牌。" en "The tiles are turned up before anything else happens; add what was turned up.";
    REVEAL_COUNT = "A409" "reveal-wrong-count", Fault Error house, since "0.1.0",
        zh "翻牌张数不对" en "a wrong number of tiles turned up",
        zh "请核对规则所定的张数与余牌。" en "See how many tiles the rules turn and how many are left.";
    REVEAL_TILES = "A410" "reveal-wrong-tiles", Fault Error house, since "0.1.0",
        zh "翻出的不是骰子所指的牌" en "other tiles turned up than the dice point to",
        zh "从墙尾数到骰子所指的那一墩；请检查取牌。" en "Count the stacks from the tail as the dice say; look at how the tiles are taken.";
    THROW_UNKNOWN = "A411" "throw-unknown", Unverifiable Warning, since "0.1.0",
        zh "开杠的骰子点数未知" en "a dice kong of which the throw is not known",
        zh "请把骰子的点数写进 kong 的 dice；只能确认翻出的牌在某个点数所指之处。" en "Record the faces in the kong's `dice`; without them it is only certain that some throw points to the tiles.";
}
