//! A6: patterns, values and birds.

crate::audit::checks! { Worth;
    PATTERNS = "A601" "patterns-wrong", Fault Error house, since "0.1.0",
        zh "牌型不对" en "Wrong patterns",
        zh "请按列出的牌型改正，并重算输赢。" en "Correct the patterns to those listed, and the points paid for them.";
    VALUE = "A602" "value-wrong", Fault Error house, since "0.1.0",
        zh "番数不对" en "Wrong value",
        zh "请按算出的番数改正。" en "Correct the value to the one computed.";
    BIRDS = "A603" "birds-wrong", Fault Error house, since "0.1.0",
        zh "鸟牌不对" en "Wrong birds",
        zh "鸟是胡牌后牌墙的下一张（几张）；请检查取鸟。" en "The birds are the next tiles of the wall after the win. Check how they are taken.";
    BIRD_COUNT = "A604" "bird-count-wrong", Fault Error house, since "0.1.0",
        zh "鸟数不对" en "Wrong number of birds",
        zh "请核对规则定的鸟数；本房另有约定的，请申报成房规。" en "Check how many birds the rules draw. If the house draws another number, declare it in `rules.options`.";
    UNKNOWN = "A605" "pattern-unknown", Unverifiable Warning, since "0.1.0",
        zh "不认识的牌型" en "Unknown pattern",
        zh "请用规则页列出的名称或编号，否则没法核对。" en "Use a name or id from the rule sheet; otherwise it cannot be checked.";
    BIRDS_UNCALLED = "A606" "birds-uncalled", Fault Error house, since "0.1.0",
        zh "没人胡牌却扎鸟" en "Birds without a win",
        zh "胡牌之后才扎鸟；这次扎鸟不算。" en "Birds are turned up after a win only. Cancel them.";
    BIRDS_MISSING = "A607" "birds-unknown", Unverifiable Warning, since "0.1.0",
        zh "没有鸟牌记录" en "No birds recorded",
        zh "没记鸟也没有牌墙，输赢没法核对；请记录鸟牌。" en "Without a `birds` event or the `wall` the payments cannot be checked. Record the birds.";
    FLIP = "A608" "flip-wrong", Fault Error, since "0.1.0",
        zh "翻出的鸡不对" en "Wrong tile flipped",
        zh "胡牌后翻牌墙的下一张；途中开的鸡从牌墙末尾数。请检查这张牌怎样取。" en "The next tile of the wall is flipped after a win; those opened during play are counted from the end of the wall. Check how it is taken.";
    FLIP_UNCALLED = "A609" "flip-uncalled", Fault Error, since "0.1.0",
        zh "不该翻牌却翻了" en "Flip without a cause",
        zh "有人胡牌且牌墙还有牌，才翻一张；这次翻牌不算。" en "One tile is flipped after a win while the wall has tiles. Cancel this flip.";
    BIRDS_TWICE = "A610" "birds-twice", Fault Error, since "0.1.0",
        zh "扎了两次鸟" en "Birds turned up twice",
        zh "一局只扎一次鸟；请删去多余的一次。" en "Birds are turned up once per hand. Remove the second `birds` event.";
}
