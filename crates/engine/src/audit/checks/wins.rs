//! A5: wins: false, forbidden and missed ones.

crate::audit::checks! {
    FALSE_WIN = "A501" "false-win", Fault Error house, since "0.1.0",
        zh "诈胡：牌不成胡" en "a win of a hand that is not complete",
        zh "这手牌不成胡；请撤销这次胡牌及其输赢。" en "The hand is no win; take the win and its payments back.";
    PAIR = "A502" "win-pair-forbidden", Fault Error house, since "0.1.0",
        zh "将牌不合" en "a win with a pair that it may not have",
        zh "能做将的牌见引用的条文；请撤销这次胡牌及其输赢。" en "The clause cited says which pair is needed; take the win and its payments back.";
    MISSED = "A503" "win-after-miss", Fault Error house, since "0.1.0",
        zh "放过之后又胡" en "a win after one was let go by",
        zh "请按引用的条文撤销这次胡牌；客户端不应给出这个机会。" en "Take the win back by the clause cited; the client should not have offered it.";
    MANNER = "A504" "win-forbidden", Fault Error house, since "0.1.0",
        zh "不能这样胡" en "a win in a way that is not allowed",
        zh "请按引用的条文撤销这次胡牌。" en "Take the win back by the clause cited.";
    OVERRIDDEN = "A505" "win-overridden", Fault Error, since "0.1.0",
        zh "该胡的没有胡到" en "a claimed win was not carried out",
        zh "胡先于杠、碰、吃；请按没有胡到的那一家重新结算。" en "A win goes before kong, pung and chow; settle again with the one that was passed over.";
    TILE = "A506" "win-of-other-tile", Fault Error house, since "0.1.0",
        zh "胡的不是该胡的那张" en "a win on a tile that is not the one to win on",
        zh "请核对胡的牌与刚打出或摸到的牌。" en "See whether the winning tile or the one discarded or drawn is recorded wrongly.";
    NO_CHANCE = "A507" "win-of-nothing", Fault Error house, since "0.1.0",
        zh "此时没有牌可胡" en "a win while there is no tile to win on",
        zh "吃碰之后不能直接胡，也不能胡自己打出的牌；请检查事件次序。" en "One cannot win right after a claim, nor on the own discard; look at the order of events.";
    UNROBBABLE = "A508" "kong-not-robbable", Fault Error house, since "0.1.0",
        zh "这个杠不能抢" en "a win on a kong that may not be robbed",
        zh "请按引用的条文撤销这次胡牌。" en "Take the win back by the clause cited.";
    PREEMPTED = "A509" "win-preempted", Fault Error, since "0.1.0",
        zh "开杠者自己先胡" en "a win although the konger's own goes first",
        zh "开杠者能胡翻出的牌时，别家不能再胡。" en "When the konger wins on the turned tiles nobody else does.";
    TWICE = "A510" "won-twice", Fault Error, since "0.1.0",
        zh "同一人胡了两次" en "the same player won twice",
        zh "两张都能胡也只写一个 win 事件。" en "Winning on both tiles is one `win` event.";
    OPENING_FALSE = "A511" "opening-false", Fault Error house, since "0.1.0",
        zh "起手牌没有所报的起手胡" en "an initial win that the dealt hand does not hold",
        zh "请撤销这次起手胡及其输赢。" en "Take the initial win and its payments back.";
    OPENING_TIME = "A512" "opening-too-late", Fault Error, since "0.1.0",
        zh "起手胡报得不是时候" en "an initial win at the wrong time",
        zh "起手胡只能在庄家打第一张之前报，每人一次。" en "Initial wins are declared before the dealer's first discard, once a seat.";
    OPENING_NAME = "A513" "opening-unknown", Fault Warning, since "0.1.0",
        zh "不认识的起手胡名称" en "an initial win of an unknown name",
        zh "请用规则页列出的名称或编号。" en "Use one of the names or ids on the rule sheet.";
    DOUBTFUL = "A514" "win-after-pass", Note Warning, since "0.1.0",
        zh "放过之后又胡同一张，规则没有明说不许" en "a win after one was let go by, where the source does not say that it is false",
        zh "本规则的原文没有过水一条，所以只作提醒；若本房禁止，请在 rules.options 写明。" en "The source of these rules is silent here, so this is only pointed out; if the house forbids it, declare that in `rules.options`.";
    SECOND = "A520" "second-winner", Fault Error house, since "0.1.0",
        zh "一张牌胡了两家" en "a second winner on one tile",
        zh "只有按次序的第一家胡；请撤销另一家的胡牌及其输赢。" en "Only the first in turn order wins; take the other win and its payments back.";
    AUTOMATIC = "A521" "automatic-win-passed", Fault Error, since "0.1.0",
        zh "摸齐四混应立即胡牌，却还在打" en "play went on after a win that needs no call",
        zh "这样的牌不待宣告即胡；请在此处结束本局，并按引用的条文结算。" en "Such a hand wins at once; end the hand there and settle by the clause cited.";
}
