//! A1: the wall, the deal and the draws.

crate::audit::checks! {
    COPIES = "A101" "too-many-copies", Fault Error, since "0.1.0",
        zh "同一种牌超过四张" en "more than four of a kind",
        zh "一副牌每种只有四张；请检查发牌与记录。" en "A deck has four of each kind; look at the dealing and at the record.";
    NOT_IN_DECK = "A102" "tile-not-in-deck", Fault Error, since "0.1.0",
        zh "牌不属于这副牌" en "a tile that this deck does not have",
        zh "请核对声明的规则所用的牌。" en "See which deck the declared rules use.";
    DEAL_SIZE = "A103" "deal-wrong-count", Fault Error, since "0.1.0",
        zh "发牌张数不对" en "a wrong number of tiles dealt",
        zh "庄家十四张，闲家十三张；请更正 deal。" en "The dealer gets fourteen, the others thirteen; correct the deal.";
    DEAL_WALL = "A104" "deal-not-from-wall", Fault Error, since "0.1.0",
        zh "发到的牌不是牌墙上的牌" en "the dealt tiles are not those of the wall",
        zh "按发牌次序从牌墙取牌应得另一手牌；请检查发牌程序。" en "Taken from the wall in dealing order the hand would be another; look at the dealing.";
    WALL = "A105" "wall-not-the-deck", Fault Error, since "0.1.0",
        zh "牌墙不是一副牌" en "the wall is not the deck",
        zh "牌墙应正好是一副牌；请检查洗牌程序。" en "The wall must be exactly the deck; look at the shuffling.";
    DRAW_TURN = "A106" "draw-out-of-turn", Fault Error, since "0.1.0",
        zh "没轮到就摸牌" en "a draw out of turn",
        zh "请检查轮次。" en "Look at the order of turns.";
    DRAW_TILE = "A107" "draw-not-next-tile", Fault Error, since "0.1.0",
        zh "摸到的不是牌墙的下一张" en "a draw of another tile than the wall's next",
        zh "牌墙已定，摸到的牌也就定了；请检查发牌程序。" en "The wall fixes the next tile; look at how tiles are handed out.";
    DRAW_MISSING = "A108" "draw-missing", Fault Error, since "0.1.0",
        zh "没有摸牌就行牌" en "a turn without its draw",
        zh "记录里少了一次摸牌；请补上。" en "The log lacks a draw; add it.";
    DRAW_END = "A109" "draw-from-wrong-end", Fault Error, since "0.1.0",
        zh "从牌墙错误的一端摸牌" en "a draw from the wrong end of the wall",
        zh "平常从墙头摸，杠后从墙尾补；请检查取牌。" en "Ordinary draws come from the head, replacements from the tail; look at how tiles are taken.";
    DRAW_NOTHING = "A110" "draw-from-nothing", Fault Error, since "0.1.0",
        zh "牌墙已空还摸牌" en "a draw although no tile is left",
        zh "此时应流局；请检查余牌计数。" en "The hand should have been drawn; look at how tiles are counted.";
    DEALER_DEAL = "A111" "dealer-not-dealt-extra", Fault Error, since "0.1.0",
        zh "多一张牌的不是庄家" en "the extra tile was not dealt to the dealer",
        zh "第十四张属于庄家；请核对庄家与发牌。" en "The fourteenth tile is the dealer's; see which of the two is wrong.";
    LAST_SKIPPED = "A112" "last-tile-skipped", Fault Error, since "0.1.0",
        zh "海底没有按次序询问" en "the last tile was not offered in order",
        zh "海底从该摸牌的一家起依次询问；请检查询问的次序。" en "The last tile is offered in turn, from the seat due to draw; look at whom it was offered to.";
    LAST_REFUSED = "A113" "last-tile-forbidden", Fault Error house, since "0.1.0",
        zh "不许要海底" en "the last tile was taken against the rules",
        zh "请按引用的条文更正。" en "Correct it by the clause cited.";
    INDICATOR = "A120" "indicator-wrong", Fault Error, since "0.1.0",
        zh "混坯与牌墙不符" en "another indicator than the wall turns up",
        zh "混坯是发牌后牌墙翻开的那张；请核对 indicator 与 wall，混儿由它决定。" en "The indicator is the tile that the wall turns up after the deal; see which of `indicator` and `wall` is wrong, as it names the wild.";
    INDICATOR_MISSING = "A121" "indicator-unknown", Unverifiable Warning, since "0.1.0",
        zh "没有混坯" en "no indicator in the log",
        zh "请记录 indicator 或 wall；不知混儿就无法复核胡牌。" en "Record `indicator` or `wall`; without the wild kind wins cannot be checked.";
    DRAW_RESERVE = "A122" "draw-from-reserve", Fault Error, since "0.1.0",
        zh "摸了保留牌" en "an ordinary draw from the reserve",
        zh "只剩保留牌时应荒牌；请检查余牌计数与杠后保留的墩数。" en "When only the reserve is left the hand is drawn; look at how live tiles are counted after kongs.";
    DICE = "A123" "cut-dice-wrong", Fault Warning house, since "0.1.0",
        zh "切牌的骰子数不对" en "a wrong number of dice for the cut",
        zh "请按规则的骰子数掷骰；若是本房的设置，请在 `rules.options` 里写明。" en "Throw as many dice as the rules say; where the house throws another number, declare that in `rules.options`.";
    REPEATED = "A124" "wall-repeated", Fault Error, since "0.1.0",
        zh "同一副牌发了两次" en "a wall that was dealt before in this match",
        zh "两局的牌不会一样；请检查洗牌的随机数，或是否把同一局记录了两次。" en "No two hands are dealt alike; look at the randomness of the shuffle, or whether one hand is recorded twice.";
    EXCHANGE = "A125" "exchange-wrong", Fault Error house, since "0.1.0",
        zh "换张不对" en "an exchange of tiles that is not as it should be",
        zh "每家换出的牌应在自己手中，换进的正是另一家换出的；请按引用的条文核对。" en "What a seat gives must be its own, and what it takes what another gave; check it against the clause cited.";
    FLOWER = "A126" "flower-wrong", Fault Error, since "0.1.0",
        zh "补花不对" en "a flower laid that is none, or is not in the hand",
        zh "只有手中的花牌（1f 至 8f）可以补花；请检查记录的牌与座位。" en "Only flowers (1f to 8f) of the own hand are laid; look at the tile and the seat recorded.";
}
