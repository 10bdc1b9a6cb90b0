//! Names for declared values (kinds, severities, readings, pattern kinds, searches), in pages and in data.

use caipan_engine::audit::{Kind, Severity};
use caipan_engine::rules::{PatternKind, Search, Value};
use caipan_tiles::clause::Reading;
use caipan_tiles::text::{Label, Lang};

/// The word for a finding's kind, as a report writes it.
pub(super) const fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Fault => "fault",
        Kind::Variant => "variant",
        Kind::Unverifiable => "unverifiable",
        Kind::Note => "note",
    }
}

/// The effect of a finding's kind on the verdict.
pub(super) const fn kind(kind: Kind) -> Label {
    match kind {
        Kind::Fault => {
            Label::new("错误：本身成立时，结论为 `faulty`", "a fault: by itself it makes the verdict `faulty`")
        }
        Kind::Variant => {
            Label::new("房规不同：结论为 `variant`", "another house rule explains it: it makes the verdict `variant`")
        }
        Kind::Unverifiable => Label::new(
            "无法复核：没有错误时，结论为 `unverifiable`",
            "cannot be verified: where nothing is wrong it makes the verdict `unverifiable`",
        ),
        Kind::Note => Label::new("提示：不影响结论", "a note: it does not touch the verdict"),
    }
}

/// The word for a severity, as a report writes it.
pub(super) const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// Describes how a clause follows from its source.
pub(super) const fn reading(reading: Reading) -> Label {
    match reading {
        Reading::AsWritten => Label::new("照原文", "as written"),
        Reading::Interpreted => Label::new("由原文推得", "it follows from what is written"),
        Reading::Practice => Label::new("原文没有写，从通行做法", "the source is silent; public practice is followed"),
        Reading::Ruled(_) => Label::new("裁定", "ruling"),
    }
}

/// The word for a reading, in data.
pub(super) const fn reading_word(reading: Reading) -> &'static str {
    match reading {
        Reading::AsWritten => "as_written",
        Reading::Interpreted => "interpreted",
        Reading::Practice => "practice",
        Reading::Ruled(_) => "ruled",
    }
}

/// The kind of a pattern, as a heading.
pub(super) const fn pattern_kind(kind: PatternKind) -> Label {
    match kind {
        PatternKind::Opening => Label::new("起手胡：只看发到的牌", "Initial wins: the dealt tiles alone"),
        PatternKind::MidOpening => {
            Label::new("中途起手胡：看摸牌后的手牌", "Initial wins during play: the hand after a draw")
        }
        PatternKind::Hand => Label::new("牌型：看手牌与副", "Hands: concealed tiles and melds"),
        PatternKind::Base => Label::new("基本：什么牌型都没有时", "Base: what a win is without any of the others"),
        PatternKind::Situation => Label::new("情形：看怎样胡到", "Situations: how the win came about"),
        PatternKind::Step => Label::new(
            "加算：牌型之后的计分步骤，记录可以不写",
            "Steps of the price after the patterns; a log need not name them",
        ),
    }
}

/// The word for a pattern's kind, in data.
pub(super) const fn pattern_kind_word(kind: PatternKind) -> &'static str {
    match kind {
        PatternKind::Opening => "opening",
        PatternKind::MidOpening => "mid_opening",
        PatternKind::Hand => "hand",
        PatternKind::Base => "base",
        PatternKind::Situation => "situation",
        PatternKind::Step => "step",
    }
}

/// The evidence that the inverse audit requires before it names another value of an option.
pub(super) const fn search(search: Search) -> Label {
    match search {
        Search::Price => Label::new(
            "管价钱：有两局（或一局里两个不会同时记错的数）作证才推断",
            "a price: suggested only if two hands, or two unlikely amounts in one hand, support it",
        ),
        Search::Permission => {
            Label::new("管许可：至少两局都这样才推断", "a permission: suggested only if at least two hands support it")
        }
        Search::Never => Label::new("记录里看不出，不推断", "never suggested, because no log can show it"),
    }
}

/// The word for a search, in data.
pub(super) const fn search_word(search: Search) -> &'static str {
    match search {
        Search::Price => "price",
        Search::Permission => "permission",
        Search::Never => "never",
    }
}

/// The meaning of `true` and `false`.
pub(super) fn flag(value: Value, lang: Lang) -> &'static str {
    let yes = value == Value::Flag(true);
    match lang {
        Lang::Zh => {
            if yes {
                "是"
            } else {
                "否"
            }
        }
        Lang::En => {
            if yes {
                "yes"
            } else {
                "no"
            }
        }
    }
}

/// Picks one of two fixed texts by language.
pub(super) const fn pick(lang: Lang, zh: &'static str, en: &'static str) -> &'static str {
    Label::new(zh, en).get(lang)
}
