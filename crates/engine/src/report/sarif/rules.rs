//! The tool and its rules in a SARIF document: one rule per check, and one for inputs that are not logs.

use super::{Message, UNREADABLE, level};
use crate::audit::{Check, checks};
use caipan_tiles::text::{Label, Lang};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The address of the published sources, which hold the page of every check.
const SOURCES: &str = env!("CARGO_PKG_REPOSITORY");

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Driver {
    name: &'static str,
    full_name: &'static str,
    semantic_version: &'static str,
    information_uri: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    name: &'static str,
    short_description: Message<&'static str>,
    full_description: Message<String>,
    help_uri: String,
    help: Help,
    default_configuration: Configuration,
    properties: BTreeMap<&'static str, Value>,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

/// Returns the tool with its rules.
pub(super) fn driver(lang: Lang) -> Driver {
    Driver {
        name: "caipan",
        full_name: Label::new(
            "caipan 裁判：麻将牌谱复盘与规则审核",
            "caipan, the referee: replay and rules audit of mahjong logs",
        )
        .get(lang),
        semantic_version: env!("CARGO_PKG_VERSION"),
        information_uri: SOURCES,
        rules: checks::all().map(|check| rule(check, lang)).chain([unreadable_rule(lang)]).collect(),
    }
}

/// Returns the address of a page of the documentation.
fn page(path: &str) -> String {
    format!("{SOURCES}/blob/main/{path}")
}

/// Returns the group of a check by its first digit, as a tag to filter by.
fn family(code: &str) -> &str {
    code.get(..2).unwrap_or(code)
}

/// Returns the properties of a rule. Code-scanning views sort and filter by `problem.severity` and `tags`.
fn properties(documentation: &str, level: &str, tag: &str) -> BTreeMap<&'static str, Value> {
    let severity = match level {
        "error" => "error",
        "warning" => "warning",
        _ => "recommendation",
    };
    [("documentation", json!(documentation)), ("problem.severity", json!(severity)), ("tags", json!(["mahjong", tag]))]
        .into()
}

fn rule(check: &'static Check, lang: Lang) -> Rule {
    let Check { code, name, title, advice, kind, severity, .. } = check;
    Rule {
        id: code,
        name,
        short_description: Message { text: title.get(lang) },
        full_description: Message { text: format!("{} / {}", title.get(lang), lang.pick(title.en, title.zh)) },
        help_uri: page(&format!("docs/checks/{code}.md")),
        help: help(*title, *advice, Some(code), lang),
        default_configuration: Configuration { level: level(*kind, *severity).1 },
        properties: properties(&format!("docs/checks/{code}.md"), level(*kind, *severity).1, family(code)),
    }
}

fn unreadable_rule(lang: Lang) -> Rule {
    let title = Label::new("不是牌谱，读不了", "Input is not a game log");
    let advice = Label::new(
        "按说明所指的位置改好再审核。格式见 docs/log-format.md；第三方格式用 --from 指明。",
        "Correct it at the position in the message and audit it again. See docs/log-format.md; select a third-party format with --from.",
    );
    Rule {
        id: UNREADABLE,
        name: "log-unreadable",
        short_description: Message { text: title.get(lang) },
        full_description: Message { text: format!("{} / {}", title.get(lang), lang.pick(title.en, title.zh)) },
        help_uri: page("docs/log-format.md"),
        help: help(title, advice, None, lang),
        default_configuration: Configuration { level: "error" },
        properties: properties("docs/log-format.md", "error", "log"),
    }
}

/// Returns the documentation of a rule: its subject and advice, first in the requested language, then in the other.
fn help(title: Label, advice: Label, code: Option<&str>, lang: Lang) -> Help {
    let other = lang.pick(Lang::En, Lang::Zh);
    let text = [lang, other].map(|lang| format!("{}: {}", title.get(lang), advice.get(lang))).join("\n");
    let markdown = [lang, other].map(|lang| format!("**{}**\n\n{}", title.get(lang), advice.get(lang))).join("\n\n");
    let more = code.map_or_else(String::new, |code| format!("\n\n`caipan explain {code}`"));
    Help { text, markdown: markdown + &more }
}
