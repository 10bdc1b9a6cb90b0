//! Renders a house rule that explains a report: the question with its two answers, and what the rule changes.

use super::{Page, flows_as_declared};
use crate::fragments::about;
use crate::tiles::prose;
use caipan_engine::report::Variant;
use caipan_log::OptionValue;
use caipan_tiles::bilingual;
use maud::{Markup, html};
use std::collections::BTreeMap;

impl Page<'_> {
    /// Renders the two answers to the question whether the players agreed on a rule, each with its money.
    pub(super) fn answers(&self, variant: &Variant) -> Markup {
        let (lang, report) = (self.lang, self.report);
        let flows = flows_as_declared(report, None);
        let right = variant.evidence.numbers;
        html! {
            p.quiet { (lang.pick("问一句就能定：开局前有没有这条约定？", "One question decides: did the players agree on this rule before the game?")) }
            div.two.answers {
                div.choice {
                    b { (lang.pick("有，说好的", "Yes, they agreed")) }
                    p { (self.say(&bilingual!("改成这条房规，{right} 笔全对，", "By this house rule all {right} numbers are right: "))) b { (lang.pick("分数不动", "no points move")) } }
                    (self.changes(variant))
                    (self.declared_as(variant))
                    (self.beside.answer(true))
                }
                div.choice {
                    b { (lang.pick("没有这个约定", "No, they did not")) }
                    @if flows.is_empty() { p.lead { (lang.pick("分数不动", "No points move")) } } @else { (self.owed(&flows, self.only_dealer())) }
                    (self.beside.answer(false))
                }
            }
        }
    }

    /// Renders each option that changes, with its declared value and the other one.
    fn changes(&self, variant: &Variant) -> Markup {
        let lang = self.lang;
        html! {
            @for change in &variant.changes {
                p.quiet.small {
                    (about(lang, &change.option, self.say(&change.label))) (lang.pick("：", ": "))
                    (self.meaning(&change.option, &change.from)) " → " (self.meaning(&change.option, &change.to))
                }
            }
        }
    }

    /// Renders how a log declares the rule, so that later reports apply it.
    fn declared_as(&self, variant: &Variant) -> Markup {
        let (lang, rules) = (self.lang, &self.report.rules);
        let system = variant.preset.as_ref().unwrap_or(&rules.preset);
        let mut options: BTreeMap<&str, &OptionValue> =
            rules.options.iter().map(|(id, value)| (id.as_ref(), value)).collect();
        options.extend(variant.changes.iter().map(|change| (change.option.as_ref(), &change.to)));
        let declared = serde_json::json!({ "rules": { "system": system, "options": options } });
        html! {
            details.narrow {
                summary { (lang.pick("以后怎么申报", "How to declare it")) }
                p.small { (lang.pick("请平台在牌谱里写上这一段，以后就照它算：", "The platform writes this into its logs; reports then apply it:")) }
                pre.small { code { (declared) } }
            }
        }
    }

    /// Renders the options that would make every claimed number right, and the findings that they explain.
    pub(super) fn variant(&self, variant: &Variant) -> Markup {
        let lang = self.lang;
        html! {
            article.card.warning {
                p { (prose(self.say(&variant.message), self.lang)) }
                (self.changes(variant))
                p.quiet {
                    (lang.pick("能解释 ", "Explains "))
                    @for id in &variant.explains { a href={ "#f" (id) } { "#" (id) } " " }
                    @if !variant.exceptions.is_empty() {
                        "· " (lang.pick("仍有错：", "Still wrong: "))
                        @for &hand in &variant.exceptions { a href={ "#h" (hand) } { (self.numbered(hand)) } " " }
                    }
                }
            }
        }
    }
}
