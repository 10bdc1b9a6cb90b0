//! The page of a pasted log that was refused: the text is kept, and the next steps are below it.

use super::frame::{Document, Head, framed};
use super::tiles::prose;
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// The longest pasted text that a page repeats, in bytes.
pub(super) const KEPT: usize = 200_000;

/// The code of the reader for a text with several logs, one after the other.
pub const SEVERAL: &str = "many-documents";

/// A refused log.
pub struct Refused<'a> {
    /// The title of the problem.
    pub title: &'a str,
    /// The fault, with advice.
    pub detail: &'a str,
    /// The code of the problem and of the reader.
    pub codes: [&'a str; 2],
    /// The line and the column where the reader stopped, from 1.
    pub place: Option<(u64, u64)>,
    /// The stored log of the same game that has other content.
    pub stored: Option<&'a str>,
    /// The text as pasted.
    pub text: &'a str,
}

/// Renders a refused log.
pub fn refused(refused: &Refused<'_>, lang: Lang) -> Document {
    let Refused { title, detail, codes, place, stored, text } = *refused;
    let state =
        if stored.is_some() { lang.pick("存过了", "Stored before") } else { lang.pick("还没审", "Not checked") };
    let kept = Some(text).filter(|text| text.len() <= KEPT);
    let body = html! {
        section.card.verdict.unverifiable {
            p.state { (state) }
            h1 { (title) }
            p { (prose(detail, lang)) }
            @if let Some(id) = stored {
                div.acts {
                    @if let Some(text) = kept {
                        form method="post" action={ "/open?lang=" (lang.tag()) } {
                            (carried(text, lang))
                            input type="hidden" name="corrects" value=(id);
                            button.primary { (lang.pick("当作更正存下", "Save as a correction")) }
                        }
                    }
                    a.button href={ "/v1/reports/" (id) "?lang=" (lang.tag()) } { (lang.pick("看存着的那份", "See the stored one")) }
                }
            }
        }
        form.card method="post" action={ "/open?lang=" (lang.tag()) } {
            input type="hidden" name="lang" value=(lang.tag());
            label.field { span.quiet.small { (lang.pick("您贴的内容", "What you pasted")) }
                textarea name="log" rows="8" spellcheck="false" autocomplete="off" required aria-describedby=[place.map(|_| "at")] aria-invalid="true" { (kept.unwrap_or_default()) }
            }
            @if let Some((line, column)) = place {
                p.small.error id="at" { (bilingual!("第 {line} 行第 {column} 个字起认不出。", "Not understood from line {line}, column {column} on.").get(lang)) }
            }
            div.acts { button.primary[stored.is_none()] { @if codes.contains(&SEVERAL) { (lang.pick("都审，存到案桌", "Check and save them all")) } @else { (lang.pick("改好再审", "Check it again")) } } button name="look" value="1" { (lang.pick("审一下（不保存）", "Check only")) } }
        }
        section {
            h2 { (lang.pick("接下来可以", "What next")) }
            div.three {
                form.choice method="post" action={ "/adapters?lang=" (lang.tag()) } {
                    b { (lang.pick("这是别的平台的", "It is from another platform")) }
                    span.quiet.small { (lang.pick("教它认一次，文字一起带过去", "Teach it once; the text goes along")) }
                    input type="hidden" name="lang" value=(lang.tag());
                    input type="hidden" name="name" value="mine";
                    input type="hidden" name="adapter" value="";
                    textarea name="sample" hidden aria-label=(lang.pick("日志", "The log")) { (kept.unwrap_or_default()) }
                    button name="do" value="new" { (lang.pick("去适配器", "To the adapters")) }
                }
                a.choice href={ "/sample/clean?lang=" (lang.tag()) } { b { (lang.pick("看一份样例", "See a sample")) } span.quiet.small { (lang.pick("牌谱写成什么样、报告长什么样", "what a game and its report look like")) } }
                a.choice href={ "/score?lang=" (lang.tag()) } { b { (lang.pick("只想算一副牌", "Only count one hand")) } span.quiet.small { (lang.pick("不用牌谱，点牌就能算", "no log needed: click the tiles")) } }
            }
        }
        details.technical {
            summary { (lang.pick("给程序员的说明", "For programmers")) }
            p { @for code in codes.iter().filter(|code| !code.is_empty()) { code { (code) } " " } }
        }
    };
    framed(&Head { lang, title, here: "/", script: None, wide: false }, body)
}

/// Carries the pasted text in a form.
pub(super) fn carried(text: &str, lang: Lang) -> Markup {
    html! {
        input type="hidden" name="lang" value=(lang.tag());
        textarea name="log" hidden aria-label=(lang.pick("牌谱", "The log")) { (text) }
    }
}
