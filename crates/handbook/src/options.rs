//! Renders the options of a rule sheet: what each decides, its values, their meanings, and the presets that use each
//! value.

use super::rulings::RULINGS;
use super::{markdown as md, words};
use caipan_engine::rules::{Decl, Kind, Preset, System, Value};
use caipan_tiles::text::Lang;

/// The value of an option under a preset.
pub(super) fn in_preset(preset: &Preset, decl: &Decl) -> Value {
    preset.choices.iter().find(|(id, _)| *id == decl.id).map_or(decl.default, |&(_, value)| value)
}

/// Renders the table of all options: the default, and the value in each preset that differs from it.
pub(super) fn overview(system: &System, lang: Lang) -> String {
    let pick = |zh, en| words::pick(lang, zh, en);
    let mut cells = vec![pick("选项", "option"), pick("决定什么", "decides"), pick("默认", "default")];
    cells.extend(system.presets.iter().map(|preset| preset.id));
    let mut out = md::head(&cells);
    for decl in (system.options)() {
        let mut row =
            vec![format!("[`{0}`](#{0})", decl.id), decl.label.get(lang).to_owned(), format!("`{}`", decl.default)];
        row.extend(system.presets.iter().map(|preset| match in_preset(preset, decl) {
            value if value == decl.default => String::new(),
            value => format!("`{value}`"),
        }));
        out.push_str(&md::row(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    out
}

/// Renders the section of one option.
pub(super) fn detail(system: &System, decl: &Decl, lang: Lang) -> String {
    let pick = |zh, en| words::pick(lang, zh, en);
    let rulings: Vec<String> =
        RULINGS.iter().filter(|ruling| ruling.names_option(decl.id)).map(|ruling| md::ruling(ruling.id)).collect();
    let mut out = format!("### <a id=\"{0}\"></a>`{0}`\n\n{1}", decl.id, decl.label.get(lang));
    out.push_str(pick("。条文 ", ". Clause "));
    out.push_str(&md::clause(decl.clause.id));
    if !rulings.is_empty() {
        out.push_str(pick("；裁定 ", "; ruling "));
        out.push_str(&rulings.join(", "));
    }
    out.push_str(pick("。", "."));
    if let Kind::Number { min, max } = decl.kind {
        out.push_str(&match lang {
            Lang::Zh => format!("取 {min} 到 {max} 的整数。"),
            Lang::En => format!(" A whole number from {min} to {max}."),
        });
    }
    out.push_str("\n\n");
    // A number needs no column for its meaning.
    let meant = !matches!(decl.kind, Kind::Number { .. });
    let (value, meaning, presets) = (pick("取值", "value"), pick("含义", "meaning"), pick("预设", "presets"));
    out.push_str(&if meant { md::head(&[value, meaning, presets]) } else { md::head(&[value, presets]) });
    for (value, meaning) in values(system, decl, lang) {
        let mut shown = format!("`{value}`");
        if value == decl.default {
            shown.push_str(pick("（默认）", " (default)"));
        }
        let presets = system.presets.iter().filter(|preset| in_preset(preset, decl) == value);
        let presets = md::codes(presets.map(|preset| preset.id));
        out.push_str(&if meant { md::row(&[&shown, &meaning, &presets]) } else { md::row(&[&shown, &presets]) });
    }
    out.push_str(pick("\n反查：", "\nInverse audit: "));
    out.push_str(words::search(decl.search).get(lang));
    out.push_str(pick("。\n", ".\n"));
    out
}

/// Returns the values worth a row, with their meanings: all values of a word or flag; for a number, the usual values,
/// the default and those of presets. The meaning of a number is empty.
pub fn values(system: &System, decl: &Decl, lang: Lang) -> Vec<(Value, String)> {
    match decl.kind {
        Kind::Words(all) => all.iter().map(|word| (Value::Word(word.id), word.label.get(lang).to_owned())).collect(),
        Kind::Flag => [true, false].map(Value::Flag).map(|value| (value, words::flag(value, lang).to_owned())).to_vec(),
        Kind::Number { .. } => {
            let usual = decl.usual.iter().map(|&number| Value::Number(number));
            let mut all: Vec<Value> =
                usual.chain(system.presets.iter().map(|preset| in_preset(preset, decl))).collect();
            all.push(decl.default);
            all.sort_unstable();
            all.dedup();
            all.into_iter().map(|value| (value, String::new())).collect()
        }
    }
}
