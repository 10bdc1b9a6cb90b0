//! A5: wins: false, forbidden and missed ones.

crate::audit::checks! { Play;
    FALSE_WIN = "A501" "false-win", Fault Error house, since "0.1.0",
        zh "诈胡：牌不成胡" en "False win",
        zh "这次胡牌不算，收的分退回。" en "Cancel the win and return what was paid for it.";
    PAIR = "A502" "win-pair-forbidden", Fault Error house, since "0.1.0",
        zh "将牌不合" en "Win with a forbidden pair",
        zh "这次胡牌不算，收的分退回；哪些牌能做将，见引用的条文。" en "Cancel the win and return what was paid for it. The cited clause lists the pairs that count.";
    MISSED = "A503" "win-after-miss", Fault Error house, since "0.1.0",
        zh "过水后又胡" en "Win after a passed win",
        zh "这次胡牌不算，收的分退回；客户端不应给出这个机会。" en "Cancel the win and return what was paid for it. The client should not have offered it.";
    MANNER = "A504" "win-forbidden", Fault Error house, since "0.1.0",
        zh "不能这样胡" en "Win in a forbidden way",
        zh "这次胡牌不算，收的分退回。" en "Cancel the win and return what was paid for it.";
    OVERRIDDEN = "A505" "win-overridden", Fault Error, since "0.1.0",
        zh "该胡的没胡到" en "Win not carried out",
        zh "胡先于杠、碰、吃；请按没胡到的那一家重新结算。" en "A win has priority over kong, pung and chow. Settle again with the winner who was passed over.";
    TILE = "A506" "win-of-other-tile", Fault Error house, since "0.1.0",
        zh "胡的不是该胡的那张" en "Win on the wrong tile",
        zh "请核对胡的牌和刚打出或摸到的牌。" en "Check the winning tile and the tile just discarded or drawn.";
    NO_CHANCE = "A507" "win-of-nothing", Fault Error house, since "0.1.0",
        zh "这时没有牌可胡" en "Win without a tile to win on",
        zh "吃碰之后不能直接胡，也不能胡自己打出的牌；请检查动作的次序。" en "Nobody may win right after a claim or on their own discard. Check the order of events.";
    UNROBBABLE = "A508" "kong-not-robbable", Fault Error house, since "0.1.0",
        zh "这个杠不能抢" en "Kong that may not be robbed",
        zh "这次抢杠不算，收的分退回。" en "Cancel the win and return what was paid for it.";
    PREEMPTED = "A509" "win-preempted", Fault Error, since "0.1.0",
        zh "开杠的人先胡" en "Konger's own win has priority",
        zh "开杠的人能胡翻出的牌时，别家不能再胡。" en "When the konger wins on the turned tiles, nobody else may win on them.";
    TWICE = "A510" "won-twice", Fault Error, since "0.1.0",
        zh "同一人胡了两次" en "Same player won twice",
        zh "请删去后面的胡：同一人只胡一次，两张都能胡也只记一次。" en "Leave the later `win` events out: a seat wins once, and a win on both tiles is one event.";
    OPENING_FALSE = "A511" "opening-false", Fault Error house, since "0.1.0",
        zh "乱报起手胡" en "False initial win",
        zh "这次起手胡不算，收的分退回。" en "Cancel the initial win and return what was paid for it.";
    OPENING_TIME = "A512" "opening-too-late", Fault Error, since "0.1.0",
        zh "起手胡报得不是时候" en "Initial win declared at the wrong time",
        zh "起手胡在庄家打第一张之前报；中途起手胡在自己摸牌之后、打牌之前报。都只报一次。" en "Initial wins of the deal are declared before the dealer's first discard, those during play after the seat's own draw and before its discard; each once.";
    OPENING_NAME = "A513" "opening-unknown", Fault Warning house, since "0.1.0",
        zh "不认识的起手胡" en "Unknown initial win",
        zh "请用规则页列出的名称或编号；本房另有这一种的，请申报成房规。" en "Use a name or id from the rule sheet. If the house plays it, declare that in `rules.options`.";
    DOUBTFUL = "A514" "win-after-pass", Note Warning, since "0.1.0",
        zh "放过之后又胡，规则没说不许" en "Win after a pass, where the rules are silent",
        zh "本规则的原文没有过水一条，所以只提醒；本房禁止的，请申报成房规。" en "The source of these rules says nothing about it, so this is only a remark. If the house forbids it, declare that in `rules.options`.";
    SECOND = "A520" "second-winner", Fault Error house, since "0.1.0",
        zh "一张牌胡了两家" en "Second winner on one tile",
        zh "只有按次序的第一家胡；另一家的胡牌不算，收的分退回。" en "Only the first in turn order wins. Cancel the other win and return what was paid for it.";
    AUTOMATIC = "A521" "automatic-win-passed", Fault Error, since "0.1.0",
        zh "摸齐四混该胡却没停" en "Play went on after an automatic win",
        zh "摸齐就算胡，不用喊；请在这里结束本局，并按这次胡牌结算。" en "Such a hand wins without a call. End the hand there and settle this win.";
}
