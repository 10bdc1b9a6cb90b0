//! The home page: what the service does, by an example, the form to submit a log, and sample games.

use super::assets::{AUDITS_IN_PAGE, local_script};
use super::frame::{Document, Head, framed};
use crate::app::SAMPLES;
use caipan_auditor::formats;
use caipan_engine::rules::SYSTEMS;
use caipan_log::People;
use caipan_pages::money::{Flow, Reason, owes};
use caipan_pages::tiles::prose;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// The sample that the example of the page tells.
const EXAMPLE: &str = "wrong-payer";
/// The number of sample games on the page.
const SHOWN: usize = 3;

/// Renders the home page.
pub fn index(lang: Lang) -> Document {
    let title = lang.pick("审一场牌", "Check a game");
    let body = html! {
        section.hero {
            h1 { (lang.pick("贴上牌谱，马上知道谁该补谁几分", "Paste a game and see who owes whom")) }
            p.quiet.lead { (about().get(lang)) }
        }
        (example(lang))
        (paste(lang))
        (samples(lang))
    };
    framed(&Head { lang, title, here: "/", script: Some("send.js"), wide: false }, body).running_module(AUDITS_IN_PAGE)
}

/// Says in two sentences what the service does.
fn about() -> Text {
    let names = |lang: Lang| SYSTEMS.iter().map(|system| system.name.get(lang)).collect::<Vec<_>>();
    let (zh, en) = (names(Lang::Zh).join("、"), names(Lang::En).join(", "));
    bilingual!(
        "{zh}。逐手复盘，指出哪一手错、错在哪条规则。",
        "{en}. Every move is replayed; the wrong one is named, with its rule."
    )
}

/// Renders an example: three lines of a log, and what the report says about them.
fn example(lang: Lang) -> Markup {
    let people = People::called(&["老周", "u2", "u3", "u4"].map(str::to_owned));
    let [dealer, _, third, _] = Seat::ALL;
    let flow = Flow { from: Some(third), to: Some(dealer), points: 6, reason: Reason::Missing };
    html! {
        section.demo aria-label=(lang.pick("例子", "An example")) {
            ol.log {
                li { (prose(lang.pick("u3 打 2p", "u3 discards 2p"), lang)) }
                li { (prose(lang.pick("u2 胡 2p", "u2 wins on 2p"), lang)) }
                li { mark { (lang.pick("老周付 u2 6 分", "老周 pays u2 6 points")) } }
            }
            a.card.verdict.faulty href={ "/sample/" (EXAMPLE) "?lang=" (lang.tag()) } {
                span.state { (lang.pick("有误", "faulty")) }
                b.lead { (lang.pick("u3 点炮，却算到老周头上", "u3 discarded it, but 老周 was charged")) }
                (owes(&[flow], &people, Some(dealer), lang))
            }
        }
    }
}

/// Renders links to sample games, which are audited without being stored.
fn samples(lang: Lang) -> Markup {
    html! {
        section {
            h2 { (lang.pick("没有牌谱？先看样例", "No game at hand? Open a sample")) }
            div.three {
                @for sample in SAMPLES.iter().filter(|sample| sample.name != EXAMPLE).take(SHOWN) {
                    a.choice href={ "/sample/" (sample.name) "?lang=" (lang.tag()) } { b { (sample.title.get(lang)) } }
                }
            }
        }
    }
}

fn paste(lang: Lang) -> Markup {
    let formats = formats().collect::<Vec<_>>().join(", ");
    html! {
        form.card.paste id="paste" method="post" action={ "/open?lang=" (lang.tag()) } {
            input type="hidden" name="lang" value=(lang.tag());
            label.unseen for="log" { (lang.pick("把牌谱贴在这里", "Paste a log here")) }
            textarea id="log" name="log" required spellcheck="false" autocomplete="off" placeholder=(lang.pick("把牌谱贴在这里，或者把文件拖进来", "Paste a log here, or drop a file")) {}
            div.tools {
                button.primary { (lang.pick("审这一场", "Check and save")) }
                button name="look" value="1" { (lang.pick("审一下（不保存）", "Check only")) }
                label.button id="pick" hidden {
                    (lang.pick("选一个文件…", "Choose a file…")) input id="file" type="file" hidden;
                }
                span.quiet id="drop" hidden { (lang.pick("或把文件拖到这里", "or drop it here")) }
            }
            @if AUDITS_IN_PAGE { (switch(lang)) }
            p.quiet.small {
                (lang.pick("读得懂：caipan 牌谱、文字记谱、", "Accepted: caipan's own logs, its text notation, ")) code { (formats) } (lang.pick("。别的平台，", ". Another platform? "))
                a href={ "/adapters?lang=" (lang.tag()) } { (lang.pick("先教它认一次", "Teach it once")) } (lang.pick("。", "."))
            }
            p.error id="refused" role="alert" hidden {}
        }
        @if AUDITS_IN_PAGE { (result(lang)) }
    }
}

/// Renders the switch that keeps a log in the page. The script shows it: without scripts a log is always sent.
fn switch(lang: Lang) -> Markup {
    html! {
        label id="switch" hidden {
            input id="here" type="checkbox" autocomplete="off" data-module=(local_script());
            " " (lang.pick(
                "只在本机审核：牌谱不离开这个网页，也不保存（存证文件也可以在这里验证）",
                "Check in this browser: the log does not leave the page and is not saved (also verifies a saved proof)",
            ))
        }
    }
}

/// Renders the place of a result that the page itself computes, with the words that its script needs.
fn result(lang: Lang) -> Markup {
    let keys = lang.pick(
        "公钥取自这个服务。有争议时，请向运营方核对公钥的指纹。",
        "The public keys are those of this service. In a dispute compare the fingerprint with its operator.",
    );
    let beside = lang.pick(
        "只验证了记录。要核对报告和牌谱，请把它们和证明一起拖进来。",
        "Only the record was verified. Drop the report and the log together with the proof to compare them too.",
    );
    html! {
        section id="result" aria-live="polite" tabindex="-1" data-save=(lang.pick("下载报告（JSON）", "Download report (JSON)"))
            data-failed=(lang.pick("无法在本机审核，请关掉“只在本机审核”再试：", "This browser cannot run the check. Turn the switch off to let the service do it: "))
            data-keys=(keys) data-beside=(beside) hidden {}
    }
}
