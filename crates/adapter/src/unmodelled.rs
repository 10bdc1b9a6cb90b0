//! Reads rules that caipan does not know from a TOML file: `"words"` or `{ rule = "words", touches = "birds" }`.

use caipan_log::{Touches, Unmodelled};
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::Text;
use serde::Deserialize;
use toml::Spanned;

/// The TOML form of a rule.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Unknown {
    /// Its words alone.
    Rule(String),
    /// Its words, with the money that it may move.
    Touching(Touching),
}

/// The TOML form of a rule with the money that it may move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Touching {
    rule: String,
    touches: Option<String>,
}

/// Reads a list of rules. The error has the byte of the rule in the file.
pub(super) fn read(written: &[Spanned<Unknown>]) -> Result<Vec<Unmodelled>, (Text, usize)> {
    let mut all: Vec<Unmodelled> = Vec::new();
    for one in written {
        let wrong = |text: Text| (text, one.span().start);
        let rule = rule(one.get_ref()).map_err(wrong)?;
        if all.len() == Unmodelled::MOST {
            let most = Unmodelled::MOST;
            return Err(wrong(bilingual!(
                "unmodelled 至多 {most} 条；请合并相近的几条。",
                "`unmodelled` has at most {most} rules; combine those that belong together."
            )));
        }
        if all.iter().any(|other| other.rule == rule.rule) {
            let name = &rule.rule;
            return Err(wrong(bilingual!(
                "房规“{name}”写了两次；请只留一次。",
                "The rule “{name}” is declared twice; keep one of them."
            )));
        }
        all.push(rule);
    }
    Ok(all)
}

fn rule(written: &Unknown) -> Result<Unmodelled, Text> {
    let (rule, touches) = match written {
        Unknown::Rule(rule) => (rule, None),
        Unknown::Touching(Touching { rule, touches }) => (rule, touches.as_deref()),
    };
    fits(rule, self::touches(touches)?)
}

/// Returns the rule with these words, or the reason why they are no name of a rule.
pub(super) fn fits(rule: &str, touches: Touches) -> Result<Unmodelled, Text> {
    let most = Unmodelled::LONGEST;
    Unmodelled::new(rule, touches).ok_or_else(|| {
        bilingual!(
            "不认识的房规要写 1 到 {most} 个字符的名字，不含控制字符。",
            "A rule that caipan does not know needs a name of 1 to {most} characters without control characters."
        )
    })
}

/// Returns the money of this word; all money without one.
pub(super) fn touches(word: Option<&str>) -> Result<Touches, Text> {
    let Some(word) = word else { return Ok(Touches::All) };
    Touches::from_word(word).ok_or_else(|| {
        let near = nearest(word, ["all", "openings", "birds", "kongs"]);
        let (zh, en) = near
            .map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!("Did you mean `{near}`? ")));
        bilingual!(
            "touches 不能是“{word}”；{zh}可写 all、openings（起手胡）、birds（鸟）、kongs（杠）。",
            "`touches` cannot be `{word}`. {en}Use all, openings, birds or kongs."
        )
    })
}
