//! Renders the sheet of a rule system in one language: presets, patterns, payments, options, the rule book and its
//! rulings.

use super::options;
use super::rulings::RULINGS;
use super::{markdown as md, worded, words};
use caipan_engine::rules::{PatternKind, SYSTEMS, System};
use caipan_tiles::clause::{Clause, Reading};
use caipan_tiles::text::Lang;

/// Renders the index of the sheets, in both languages.
pub(super) fn index() -> String {
    let mut out = String::from(
        "<!-- Written by `UPDATE=1 cargo test`; edit the declarations in src/rules instead. -->\n\n\
         # 规则一览 / The rule systems\n\n\
         记录在 `rules.system` 里写预设的编号；写体系的编号等于写它的第一个预设。\n\n\
         A log names a preset in `rules.system`; the id of a system stands for its first preset.\n\n",
    );
    out.push_str(&md::head(&["", "", "修订 revision", "预设 presets", "规则书 sheet"]));
    for system in SYSTEMS {
        let sheets = format!("[中文]({0}.zh.md) · [English]({0}.en.md)", system.id);
        let presets = md::codes(system.presets.iter().map(|preset| preset.id));
        let revision = system.revision.to_string();
        out.push_str(&md::row(&[system.name.zh, system.name.en, &revision, &presets, &sheets]));
    }
    out
}

/// Renders the sheet of one system.
pub(super) fn sheet(system: &'static System, lang: Lang) -> String {
    let parts = [opening(system, lang), presets(system, lang), patterns(system, lang), payments(system, lang)];
    let rest = [house_rules(system, lang), book(system, lang), rulings(system, lang)];
    parts.into_iter().chain(rest).collect::<Vec<_>>().join("\n")
}

fn opening(system: &System, lang: Lang) -> String {
    let System { id, about, revision, measure, .. } = system;
    let tiles = system.deck.size();
    let (name, about, measure) = (system.name.get(lang), about.get(lang), measure.get(lang));
    let note = "<!-- Written by `UPDATE=1 cargo test`; edit the declarations in src/rules instead. -->";
    match lang {
        Lang::Zh => format!(
            "{note}\n\n# {name}\n\n{about}\n\n编号 `{id}`，修订 {revision}，{tiles} 张牌。胡牌的值（`value`）的单位：{measure}。\
             任何判定或数额可能改变时，修订号加一；同一记录、同一修订，报告逐字节相同。\n\n[English]({id}.en.md)\n"
        ),
        Lang::En => format!(
            "{note}\n\n# {name} ({zh})\n\n{about}\n\nId `{id}`, revision {revision}, {tiles} tiles. The `value` of a win is \
             counted in: {measure}. The revision goes up whenever a verdict or an amount can differ; the same log under the \
             same revision gives the same report to the byte.\n\n[中文]({id}.zh.md)\n",
            zh = system.name.zh,
        ),
    }
}

fn presets(system: &System, lang: Lang) -> String {
    let pick = |zh, en| words::pick(lang, zh, en);
    let first = system.presets.first().map_or("", |preset| preset.id);
    let mut out = format!("## {}\n\n", pick("预设", "Presets"));
    out.push_str(pick(
        "预设是一组有名字的选项。记录写明预设，再写与它不同的选项：",
        "A preset is a named set of options. A log names one, and then the options in which the house differs:",
    ));
    out.push_str(&format!("\n\n```json\n\"rules\": {{ \"system\": \"{first}\", \"options\": {{}} }}\n```\n\n"));
    out.push_str(&md::head(&[
        pick("预设", "preset"),
        pick("名称", "name"),
        pick("与默认不同的选项", "options that are not at their default"),
    ]));
    for preset in system.presets {
        let choices: Vec<String> = preset.choices.iter().map(|(id, value)| format!("`{id} = {value}`")).collect();
        let choices = if choices.is_empty() { "–".to_owned() } else { choices.join(", ") };
        out.push_str(&md::row(&[&format!("`{}`", preset.id), preset.name.get(lang), &choices]));
    }
    out.push_str(&sources(system, lang));
    out
}

/// Renders the sources of the presets that are not taken from the rule book of the system.
fn sources(system: &System, lang: Lang) -> String {
    let pick = |zh, en| words::pick(lang, zh, en);
    let stated = system.presets.iter().filter_map(|preset| Some((preset, preset.source?)));
    let stated: Vec<String> =
        stated.map(|(preset, source)| md::row(&[&format!("`{}`", preset.id), source.get(lang)])).collect();
    if stated.is_empty() {
        return String::new();
    }
    let intro = pick(
        "下列预设取自别处，不是本规则书所写：",
        "These presets are taken from elsewhere, not from the rule book of the system:",
    );
    let head = md::head(&[pick("预设", "preset"), pick("出处", "source")]);
    format!("\n{intro}\n\n{head}{}", stated.concat())
}

fn patterns(system: &'static System, lang: Lang) -> String {
    let pick = |zh, en| words::pick(lang, zh, en);
    let mut out = format!("## {}\n\n", pick("牌型", "Patterns"));
    out.push_str(pick(
        "记录里写中文名、英文名、编号或别名都可以。\n",
        "A log may write the Chinese or English name, the id, or one of the other names.\n",
    ));
    for kind in [
        PatternKind::Opening,
        PatternKind::MidOpening,
        PatternKind::Base,
        PatternKind::Hand,
        PatternKind::Situation,
        PatternKind::Step,
    ] {
        let mut rows = system.patterns.iter().filter(|pattern| pattern.kind == kind).peekable();
        if rows.peek().is_none() {
            continue;
        }
        out.push_str(&format!("\n### {}\n\n", words::pattern_kind(kind).get(lang)));
        out.push_str(&md::head(&[
            pick("名称", "name"),
            pick("英文名", "Chinese name"),
            pick("编号", "id"),
            pick("别名", "other names"),
            pick("值", "value"),
            pick("条文", "clause"),
            pick("释义", "what it says"),
        ]));
        for pattern in rows {
            let other = words::pick(lang, pattern.name.en, pattern.name.zh);
            let (id, value) = (format!("`{}`", pattern.id), pattern.value.to_string());
            let aliases = if pattern.aliases.is_empty() { "–".to_owned() } else { pattern.aliases.join("、") };
            let gloss = gloss(system, pattern.clause, lang);
            let clause = md::clause(pattern.clause.id);
            out.push_str(&md::row(&[pattern.name.get(lang), other, &id, &aliases, &value, &clause, &gloss]));
        }
    }
    out
}

fn payments(system: &System, lang: Lang) -> String {
    let pick = |zh, en| words::pick(lang, zh, en);
    let mut out = format!("## {}\n\n", pick("输赢的起因", "Causes of payments"));
    out.push_str(pick(
        "`result.payments` 的 `for` 写其中之一，就按起因逐项复核；不写则复核两家之间的合计。\n\n",
        "A payment in `result.payments` that names one of these in `for` is checked by its cause; without it the total between \
         the two seats is checked.\n\n",
    ));
    out.push_str(&md::head(&[pick("编号", "id"), pick("名称", "name")]));
    for cause in system.causes {
        out.push_str(&md::row(&[&format!("`{}`", cause.id), cause.name.get(lang)]));
    }
    out
}

fn house_rules(system: &System, lang: Lang) -> String {
    let pick = |zh, en| words::pick(lang, zh, en);
    let mut out = format!("## {}\n\n", pick("选项", "Options"));
    out.push_str(pick(
        "预设一栏空着的取默认。反查的意思：所记结果与声明的规则不符时，裁判找使全场所记数字都对的最小改动，并写明是哪个选项。\n\n",
        "A preset takes the default where its column is empty. The inverse audit: where a recorded result does not follow from the rules \
         declared, the referee looks for the smallest change of options that makes every claimed number of the match right, and \
         names it.\n\n",
    ));
    out.push_str(&options::overview(system, lang));
    for decl in (system.options)() {
        out.push('\n');
        out.push_str(&options::detail(system, decl, lang));
    }
    out
}

fn book(system: &'static System, lang: Lang) -> String {
    let pick = |zh, en| words::pick(lang, zh, en);
    let mut out = format!("## {}\n\n", pick("规则书", "The rule book"));
    out.push_str(pick(
        "每条写明出处：原文文件号、部分与标题。释义是本项目自己的话。\n\n",
        "Each clause says where it stands: the number of the source document, its part and heading. The words are this \
         project's own.\n\n",
    ));
    out.push_str(&md::head(&[
        pick("条文", "clause"),
        pick("出处", "source"),
        pick("释义", "what it says"),
        pick("依据", "reading"),
    ]));
    for clause in system.book() {
        let id = format!("<a id=\"{0}\"></a>{0}", clause.id);
        let mut reading = words::reading(clause.reading).get(lang).to_owned();
        if let Reading::Ruled(number) = clause.reading {
            reading.push(' ');
            reading.push_str(&md::ruling(number));
        }
        out.push_str(&md::row(&[&id, clause.section, &gloss(system, clause, lang), &reading]));
    }
    out
}

fn rulings(system: &System, lang: Lang) -> String {
    let pick = |zh, en| words::pick(lang, zh, en);
    let mut out = format!("## {}\n\n", pick("裁定", "Rulings"));
    out.push_str(pick(
        "原文自相矛盾或没有写明之处由裁定决定；依裁定得出的结论，报告里都注明编号。\n\n",
        "Where the source contradicts itself or is silent, a ruling decides; a finding that rests on one names it.\n\n",
    ));
    out.push_str(&md::head(&[pick("裁定", "ruling"), pick("问题", "question"), pick("条文", "clauses")]));
    for ruling in RULINGS.iter().filter(|ruling| ruling.is_of(system)) {
        let clauses: Vec<&str> = ruling.clauses().collect();
        out.push_str(&md::row(&[&md::ruling(ruling.id), ruling.title().get(lang), &clauses.join(", ")]));
    }
    out
}

/// Returns the sentence of the rule book, and those of presets that change it, each on a line of its own.
fn gloss(system: &'static System, clause: &Clause, lang: Lang) -> String {
    worded::lines(system, clause, lang).join("<br>")
}
