//! A6: patterns, values and birds.

crate::audit::checks! {
    PATTERNS = "A601" "patterns-wrong", Fault Error house, since "0.1.0",
        zh "牌型不对" en "wrong patterns",
        zh "请按所列牌型更正番型与输赢。" en "Correct the patterns, and what was paid for them, by those listed.";
    VALUE = "A602" "value-wrong", Fault Error house, since "0.1.0",
        zh "番数不对" en "a wrong value",
        zh "请按所列番数更正。" en "Correct the value by the one computed.";
    BIRDS = "A603" "birds-wrong", Fault Error house, since "0.1.0",
        zh "鸟牌不对" en "wrong birds",
        zh "鸟是胡牌后牌墙的下一张（几张）；请检查取鸟。" en "Birds are the tiles that come next after the win; look at how they are taken.";
    BIRD_COUNT = "A604" "bird-count-wrong", Fault Error house, since "0.1.0",
        zh "鸟数不对" en "a wrong number of birds",
        zh "请核对规则所定的鸟数；若是本房的设置，请在 `rules.options` 里写明。" en "See how many birds the rules draw; where the house draws another number, declare that in `rules.options`.";
    UNKNOWN = "A605" "pattern-unknown", Unverifiable Warning, since "0.1.0",
        zh "不认识的牌型名称" en "a pattern of an unknown name",
        zh "请用规则页列出的名称或编号，否则无法复核。" en "Use one of the names or ids on the rule sheet, or it cannot be checked.";
    BIRDS_UNCALLED = "A606" "birds-uncalled", Fault Error house, since "0.1.0",
        zh "无人胡牌却扎鸟" en "birds although nobody won",
        zh "只有胡牌之后才扎鸟；请撤销这次扎鸟。" en "Birds follow a win only; take these back.";
    BIRDS_MISSING = "A607" "birds-unknown", Unverifiable Warning, since "0.1.0",
        zh "没有鸟牌记录" en "no birds in the log",
        zh "既没有 birds 事件也没有 wall，输赢无法复核；请记录鸟牌。" en "There is neither a `birds` event nor a `wall`, so the payments cannot be checked; record the birds.";
    FLIP = "A608" "flip-wrong", Fault Error, since "0.1.0",
        zh "翻出的牌不对" en "another tile flipped than the next one",
        zh "胡牌后翻牌墙的下一张；请检查翻鸡。" en "The tile flipped is the one that comes next in the wall; look at how it is taken.";
    FLIP_UNCALLED = "A609" "flip-uncalled", Fault Error, since "0.1.0",
        zh "不该翻牌却翻了" en "a tile flipped though none is due",
        zh "有人胡牌且牌墙还有牌时才翻一张；请撤销这次翻牌。" en "One tile is flipped after a win while the wall has one; take this flip back.";
    BIRDS_TWICE = "A610" "birds-twice", Fault Error, since "0.1.0",
        zh "扎了两次鸟" en "birds turned up twice",
        zh "一局只扎一次鸟；请删去多余的 birds 事件。" en "Birds are turned up once a hand; leave the second `birds` event out.";
}
