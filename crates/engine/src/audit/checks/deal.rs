//! A1: the wall, the deal and the draws.

crate::audit::checks! { Play;
    COPIES = "A101" "too-many-copies", Fault Error, since "0.1.0",
        zh "同一种牌超过四张" en "More than four of a kind",
        zh "一副牌每种只有四张；请检查发牌与记录。" en "A deck has four of each tile. Check the deal and the record.";
    NOT_IN_DECK = "A102" "tile-not-in-deck", Fault Error, since "0.1.0",
        zh "牌不属于这副牌" en "Tile not in the deck",
        zh "请核对申报的规则用哪一副牌。" en "Check which deck the declared rules use.";
    DEAL_SIZE = "A103" "deal-wrong-count", Fault Error, since "0.1.0",
        zh "发牌张数不对" en "Wrong number of tiles dealt",
        zh "庄家十四张，闲家十三张；请更正起手牌。" en "The dealer gets fourteen tiles, the others thirteen. Correct `deal`.";
    DEAL_WALL = "A104" "deal-not-from-wall", Fault Error, since "0.1.0",
        zh "起手牌与牌墙不符" en "Dealt tiles do not match the wall",
        zh "照牌墙依次发牌，应是另一手牌；请检查发牌程序。" en "Dealing from the wall gives a different hand. Check how the tiles are dealt.";
    WALL = "A105" "wall-not-the-deck", Fault Error, since "0.1.0",
        zh "牌墙不是一副牌" en "Wall is not a full deck",
        zh "牌墙应正好是一副牌；请检查洗牌程序。" en "The wall must hold exactly one deck. Check the shuffle.";
    DRAW_TURN = "A106" "draw-out-of-turn", Fault Error, since "0.1.0",
        zh "没轮到就摸牌" en "Draw out of turn",
        zh "请检查轮次。" en "Check the order of turns.";
    DRAW_TILE = "A107" "draw-not-next-tile", Fault Error, since "0.1.0",
        zh "摸到的不是牌墙的下一张" en "Drawn tile is not next in the wall",
        zh "牌墙已定，下一张也就定了；请检查取牌程序。" en "The wall fixes the next tile. Check how tiles are drawn.";
    DRAW_MISSING = "A108" "draw-missing", Fault Error, since "0.1.0",
        zh "没摸牌就打牌" en "Draw missing",
        zh "记录里少了一次摸牌；请补上。" en "A draw is missing. Add it.";
    DRAW_END = "A109" "draw-from-wrong-end", Fault Error, since "0.1.0",
        zh "摸牌摸错了头尾" en "Draw from the wrong end of the wall",
        zh "平常从牌墙头摸，杠后从牌墙尾补；请检查取牌。" en "Ordinary draws come from the head of the wall, replacements from the tail. Check how tiles are drawn.";
    DRAW_NOTHING = "A110" "draw-from-nothing", Fault Error, since "0.1.0",
        zh "牌墙空了还摸牌" en "Draw from an empty wall",
        zh "这时该流局；请检查余牌计数。" en "The hand should have ended as a draw. Check how the tiles left are counted.";
    DEALER_DEAL = "A111" "dealer-not-dealt-extra", Fault Error, since "0.1.0",
        zh "多发的一张没给庄家" en "Extra tile not dealt to the dealer",
        zh "第十四张归庄家；请核对庄家与发牌。" en "The fourteenth tile goes to the dealer. Check the dealer and the deal.";
    LAST_SKIPPED = "A112" "last-tile-skipped", Fault Error, since "0.1.0",
        zh "海底没按次序问" en "Last tile offered out of order",
        zh "海底从该摸牌的一家起依次问；请检查询问的次序。" en "The last tile is offered in turn, starting with the seat due to draw. Check the order of the offers.";
    LAST_REFUSED = "A113" "last-tile-forbidden", Fault Error house, since "0.1.0",
        zh "不许要海底" en "Last tile may not be taken",
        zh "这次要海底不算；请从这里重新结算。" en "Cancel the taking of the last tile and settle again from there.";
    INDICATOR = "A120" "indicator-wrong", Fault Error, since "0.1.0",
        zh "混坯与牌墙不符" en "Indicator does not match the wall",
        zh "混坯是发完牌后从牌墙翻开的那张，混儿由它决定；请核对混坯与牌墙。" en "The wall turns up the indicator after the deal, and it decides the wild tile. Check `indicator` and `wall`.";
    INDICATOR_MISSING = "A121" "indicator-unknown", Unverifiable Warning, since "0.1.0",
        zh "没有混坯" en "No indicator recorded",
        zh "不知道混儿就没法核对胡牌；请记录混坯或牌墙。" en "Without the wild tile no win can be checked. Record `indicator` or `wall`.";
    DRAW_RESERVE = "A122" "draw-from-reserve", Fault Error house, since "0.1.0",
        zh "摸了保留牌" en "Draw from the reserve",
        zh "只剩保留牌就该荒牌；请检查余牌计数和杠后保留的墩数。" en "When only the reserve is left, the hand is drawn. Check how the tiles left are counted after kongs.";
    DICE = "A123" "cut-dice-wrong", Fault Warning house, since "0.1.0",
        zh "切牌的骰子数不对" en "Wrong number of dice for the cut",
        zh "请按规则的颗数掷骰；本房另有约定的，请申报成房规。" en "Throw as many dice as the rules say. If the house throws another number, declare it in `rules.options`.";
    REPEATED = "A124" "wall-repeated", Fault Error, since "0.1.0",
        zh "同一副牌发了两次" en "Wall dealt twice in this match",
        zh "两局的牌不会一模一样；请检查洗牌的随机数，或是否把同一局记了两次。" en "No two hands are dealt alike. Check the randomness of the shuffle, or whether one hand is recorded twice.";
    EXCHANGE = "A125" "exchange-wrong", Fault Error house, since "0.1.0",
        zh "换张不对" en "Wrong exchange of tiles",
        zh "换出的牌必须在自己手里，换进的正是另一家换出的；请核对双方的换张。" en "A seat gives tiles that it holds and takes those that another gave. Check both exchanges.";
}
