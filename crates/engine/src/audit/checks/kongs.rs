//! A4: kongs and the tiles they reveal.

crate::audit::checks! { Play;
    NOT_HELD = "A401" "kong-tiles-not-held", Fault Error, since "0.1.0",
        zh "手里没有杠要用的牌" en "Kong without the tiles for it",
        zh "请核对手牌记录。" en "Check the record of the hand.";
    NO_PUNG = "A402" "kong-without-pung", Fault Error, since "0.1.0",
        zh "没碰过就补杠" en "Added kong without a pung",
        zh "补杠要先碰过；请核对杠的种类。" en "An added kong needs a pung. Check the kind of kong.";
    OUT_OF_TURN = "A403" "kong-out-of-turn", Fault Error, since "0.1.0",
        zh "没轮到就开杠" en "Kong out of turn",
        zh "请检查轮次。" en "Check the order of turns.";
    NOT_READY = "A404" "kong-not-ready", Fault Error house, since "0.1.0",
        zh "没听牌就掷骰开杠" en "Dice kong without being ready",
        zh "这次杠不算；或改成不必听牌的碰或补张。" en "Cancel the kong, or make it a pung or a plain kong, which need no ready hand.";
    WALL_SHORT = "A405" "kong-wall-too-short", Fault Error house, since "0.1.0",
        zh "余牌不够，不能杠" en "Too few tiles left for a kong",
        zh "这次杠不算：牌墙不够补牌。" en "Cancel the kong: the wall cannot replace it.";
    FORBIDDEN = "A406" "kong-forbidden", Fault Error house, since "0.1.0",
        zh "规则不许这样杠" en "Forbidden kong",
        zh "这次杠不算；原因见上。" en "Cancel the kong; the reason is stated above.";
    REVEAL_UNCALLED = "A407" "reveal-uncalled", Fault Error house, since "0.1.0",
        zh "没开杠就翻牌" en "Tiles turned up without a dice kong",
        zh "请核对杠的种类：开杠要带骰子。" en "Check the kind of kong: a dice kong carries `dice`.";
    REVEAL_MISSING = "A408" "reveal-missing", Fault Error house, since "0.1.0",
        zh "开杠后没有翻牌" en "Dice kong without turned tiles",
        zh "开杠后先翻牌再打；请补上翻牌。" en "The tiles are turned up before anything else happens. Add the turned tiles.";
    REVEAL_COUNT = "A409" "reveal-wrong-count", Fault Error house, since "0.1.0",
        zh "翻牌张数不对" en "Wrong number of turned tiles",
        zh "请核对规则定的张数与余牌。" en "Check how many tiles the rules turn up and how many are left.";
    REVEAL_TILES = "A410" "reveal-wrong-tiles", Fault Error house, since "0.1.0",
        zh "翻出的不是骰子指的牌" en "Turned tiles do not match the dice",
        zh "从牌墙尾数到骰子指的那一墩；请检查取牌。" en "Count the stacks from the tail as the dice say. Check how the tiles are taken.";
    THROW_UNKNOWN = "A411" "throw-unknown", Unverifiable Warning, since "0.1.0",
        zh "不知道开杠的骰子点数" en "Dice of the kong not recorded",
        zh "请记下开杠的骰子点数；没有它，只能确认翻出的牌在某个点数所指的位置。" en "Record the faces in the kong's `dice`. Without them the tiles can only be matched with some throw.";
}
