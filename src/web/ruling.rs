//! The form to rule on a report, and the ruling as it will be recorded. Works without scripts, and keeps its values if
//! one of them is refused.

use super::frame::{Document, Head, framed, readable};
use super::report::{agreed, decided, preview};
use super::tiles::prose;
use crate::app::{Fields, ReportPage, RulingRefusal};
use crate::store::RulingKind;
use caipan_engine::audit::{Kind, Verdict, checks};
use caipan_engine::report::{FindingView, Report, TransferView};
use caipan_log::People;
use caipan_pages::money::owes;
use caipan_pages::{flows_as_declared, flows_of_hand, flows_of_match};
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// The number of transfer rows in the form.
pub const TRANSFERS: usize = 4;

/// The subject of the form.
pub struct Ruling<'a> {
    /// The id of the log.
    pub id: &'a str,
    /// The report and its rulings.
    pub case: &'a ReportPage,
    /// The values entered, by field.
    pub fields: &'a Fields,
    /// The name of the person who signed in: the referee.
    pub person: Option<&'a str>,
    /// The problem with the values.
    pub wrong: Option<&'a RulingRefusal>,
}

/// Renders the page of the form: the two usual answers with their money, and everything else folded.
pub fn ruling(ruling: &Ruling<'_>, lang: Lang) -> Document {
    let report = ruling.case.report();
    let title = lang.pick("裁定", "Decide");
    let here = format!("/rule/{}", ruling.id);
    let about = ruling.found(report).filter(|found| found.kind == Kind::Fault);
    let headline = about.map_or_else(|| report.headline(), FindingView::headline);
    let body = html! {
        (ruling.path(report, lang))
        section.card.verdict.(report.verdict.word()) {
            p.state { (lang.pick("报告", "The report")) }
            h1 { (prose(headline.get(lang), lang)) }
        }
        @if let Some(wrong) = ruling.wrong { p.error id="wrong" role="alert" { (wrong.text.get(lang)) } }
        (ruling.form(report, lang))
    };
    framed(&Head { lang, title, here: &here, script: None, wide: false }, body)
}

/// Renders a ruling as it will be recorded, with the points after it; `case` has it as the last ruling. The form asks to
/// confirm it or to go back.
pub fn ruling_preview(ruling: &Ruling<'_>, lang: Lang) -> Document {
    let title = lang.pick("核对后记下", "Check and confirm");
    let here = format!("/rule/{}", ruling.id);
    let kept = ruling.fields.iter().filter(|(name, _)| !["lang", "confirm", "edit"].contains(&name.as_str()));
    let body = html! {
        (ruling.path(ruling.case.report(), lang))
        h1 { (title) }
        p { (lang.pick("将记下的就是下面这些，现在还没有记。", "The following will be recorded. Nothing is recorded yet.")) }
        (preview(ruling.case, lang))
        form.confirm method="post" action={ "/rule/" (ruling.id) "?lang=" (lang.tag()) } {
            input type="hidden" name="lang" value=(lang.tag());
            @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
            div.tools {
                button.primary name="confirm" value="1" { (lang.pick("确认记下", "Record it")) }
                button name="edit" value="1" { (lang.pick("返回修改", "Go back and change it")) }
            }
        }
    };
    framed(&Head { lang, title, here: &here, script: None, wide: false }, body)
}

impl Ruling<'_> {
    /// Renders the way back to the report.
    fn path(&self, report: &Report, lang: Lang) -> Markup {
        html! {
            p.way { a href={ "/desk?lang=" (lang.tag()) } { (lang.pick("案桌", "Desk")) } a href={ "/v1/reports/" (self.id) "?lang=" (lang.tag()) } { bdi { (readable(&report.log.id)) } } span { (lang.pick("裁定", "Ruling")) } }
        }
    }

    /// Returns the value of a field.
    fn given(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    /// Returns the id of the error message if a field is invalid, for assistive technology.
    fn bad(&self, name: &str) -> Option<&'static str> {
        self.wrong.filter(|wrong| wrong.pointer.split('/').nth(1) == Some(name)).map(|_| "wrong")
    }

    /// Returns the finding that the ruling is about.
    fn found<'a>(&self, report: &'a Report) -> Option<&'a FindingView> {
        let id = self.given("finding").parse::<usize>().ok()?;
        report.findings.iter().find(|found| found.id == id)
    }

    fn form(&self, report: &Report, lang: Lang) -> Markup {
        let rulings = &self.case.rulings;
        let revision = format!("{}@{}", report.rules.system, report.rules.revision);
        let seen = self.fields.get("seen").cloned().unwrap_or_else(|| rulings.rulings.len().to_string());
        // A user who has been shown the conflict may continue.
        let seen =
            if self.wrong.is_some_and(|wrong| wrong.conflict) { rulings.rulings.len().to_string() } else { seen };
        let is_usual =
            ["correct", "dismiss"].contains(&self.given("kind")) || self.given("kind") == self.agreeing(report);
        let other = !self.given("kind").is_empty() && !is_usual;
        let began = self.fields.keys().any(|name| name.starts_with("points"));
        html! {
            form.rule method="post" action={ "/rule/" (self.id) "?lang=" (lang.tag()) } {
                input type="hidden" name="lang" value=(lang.tag());
                input type="hidden" name="token" value=(self.given("token"));
                input type="hidden" name="seen" value=(seen);
                input type="hidden" name="revision" value=(revision);
                (self.answers(report, lang))
                @if self.person.is_none() {
                    label.field { span.quiet.small { (lang.pick("署名", "Your name")) } input type="text" name="referee" maxlength="60" value=(self.given("referee")) autocomplete="name" aria-invalid=[self.bad("referee").map(|_| "true")]; }
                }
                div.acts {
                    button.primary name="confirm" value="1" { (lang.pick("裁定", "Record it")) }
                    button name="check" value="1" { (lang.pick("先核对", "Check it first")) }
                    a.button.bare href={ "/v1/reports/" (self.id) "?lang=" (lang.tag()) } { (lang.pick("返回", "Back")) }
                    span.quiet.small { (lang.pick("记下就不能改，要改就再裁一次。", "A recorded ruling stays; another one can reverse it.")) }
                    @if let Some(person) = self.person { span.quiet.small { (lang.pick("署名：", "Signed: ")) bdi { (person) } } }
                }
                div.folds {
                    details.fold open[!self.given("note").is_empty() || self.bad("note").is_some() || other] {
                        summary { span { (lang.pick("写一句理由", "Give a reason")) } span.quiet.small { (lang.pick("不写就记“裁判更正”或“照记录算”", "else “corrected by the referee” or “the recorded result stands”")) } }
                        textarea name="note" rows="3" maxlength="2000" aria-label=(lang.pick("理由", "Reason")) aria-invalid=[self.bad("note").map(|_| "true")] aria-describedby=[self.bad("note")] { (self.given("note")) }
                    }
                    details.fold open[began || self.given("kind") == "penalty" || self.bad("transfers").is_some()] {
                        summary { span { (lang.pick("改成别的分数，或者罚分", "Other points, or a penalty")) } span.quiet.small { (lang.pick("已按报告填好", "filled in as the report says")) } }
                        (self.transfers(report, lang))
                    }
                    details.fold open[other || self.bad("kind").is_some() || self.bad("reverses").is_some()] {
                        summary { span { (lang.pick("别的裁定", "Other rulings")) } span.quiet.small { (lang.pick("备注、撤销、针对哪一局", "a remark, a reversal, the hand")) } }
                        (self.others(report, lang))
                    }
                }
            }
        }
    }

    /// Returns the kind of ruling that follows the report.
    fn agreeing(&self, report: &Report) -> &'static str {
        if self.suggested(report).is_empty() { "uphold" } else { "correct" }
    }

    /// Renders the two usual answers with what they move.
    fn answers(&self, report: &Report, lang: Lang) -> Markup {
        let people = People::called(&report.log.players);
        let hand = self.hand(report);
        let by_house = report.verdict == Verdict::Variant;
        let flows = match hand.filter(|_| !by_house).and_then(|hand| report.hands.iter().find(|view| view.hand == hand))
        {
            Some(view) => flows_of_hand(view),
            None if by_house => flows_as_declared(report, hand),
            None => flows_of_match(report),
        };
        let [follows, stands, means] = if by_house {
            [
                lang.pick("没有这条房规，按算错改", "No such house rule: correct the points"),
                lang.pick("有这条房规，维持原判", "The house rule applies: keep the result"),
                lang.pick("照记录算，这不算错。", "As recorded; this is no fault."),
            ]
        } else {
            [
                agreed(flows.is_empty(), lang),
                lang.pick("维持原判", "Keep the result"),
                lang.pick("照记录算，报告里这个问题划去。", "As recorded; the problem in the report is struck out."),
            ]
        };
        let dealer = hand.and_then(|hand| report.hands.iter().find(|view| view.hand == hand)).map(|view| view.dealer);
        let kind = self.agreeing(report);
        let given = self.given("kind");
        html! {
            fieldset {
                legend.unseen { (lang.pick("怎么判", "Decision")) }
                div.two {
                    label.choice {
                        span.tick { input type="radio" name="kind" value=(kind) required checked[given == kind || given.is_empty()]; b { (follows) } }
                        @if flows.is_empty() { span.lead { (lang.pick("分数不动", "No points move")) } } @else { (owes(&flows, &people, dealer, lang)) }
                    }
                    label.choice {
                        span.tick { input type="radio" name="kind" value="dismiss" checked[given == "dismiss"]; b { (stands) } }
                        span.lead { (lang.pick("分数不动", "No points move")) }
                        span.quiet.small { (means) }
                    }
                }
            }
        }
    }

    /// Renders the choices that few rulings need: other kinds, the subject, and the ruling to reverse.
    fn others(&self, report: &Report, lang: Lang) -> Markup {
        let rulings = &self.case.rulings;
        let kinds = [RulingKind::Penalty, RulingKind::Note, RulingKind::Uphold, RulingKind::Correct];
        let word = |kind: RulingKind| serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned));
        html! {
            div.stack {
                fieldset.acts {
                    legend.unseen { (lang.pick("别的裁定", "Other rulings")) }
                    @for one in kinds { @let kind = word(one).unwrap_or_default(); @if kind != self.agreeing(report) {
                        label.tick { input type="radio" name="kind" value=(kind) checked[self.given("kind") == kind]; span { (decided(one, lang)) " – " (meaning(one, lang)) } }
                    } }
                }
                label.field { (lang.pick("针对哪个问题", "Problem")) select name="finding" aria-invalid=[self.bad("finding").map(|_| "true")] {
                    option value="" { (lang.pick("（不针对某一个）", "(none in particular)")) }
                    @for found in &report.findings {
                        option value=(found.id) selected[self.given("finding") == found.id.to_string()] {
                            "#" (found.id) " " @if let Some(hand) = found.hand { (bilingual!("第 {} 局 · ", "hand {} · ", hand + 1).get(lang)) }
                            (checks::find(&found.code).map_or(found.name.as_ref(), |check| check.title.get(lang)))
                        }
                    }
                } }
                label.field { (lang.pick("哪一局", "Hand")) select name="hand" aria-invalid=[self.bad("hand").map(|_| "true")] {
                    option value="" { (lang.pick("（问题所在的局，或全场）", "(that of the problem, or the whole match)")) }
                    @for hand in &report.hands { @let number = hand.hand + 1;
                        option value=(number) selected[self.given("hand") == number.to_string()] { (number) } }
                } }
                @if !rulings.rulings.is_empty() {
                    label.field { (lang.pick("撤销哪一条裁定", "Reverses ruling")) select name="reverses" aria-invalid=[self.bad("reverses").map(|_| "true")] {
                        option value="" { (lang.pick("（不撤销）", "(none)")) }
                        @for view in rulings.standing() { @let number = view.entry.number;
                            option value=(number) selected[self.given("reverses") == number.to_string()] { (number) " " (decided(view.entry.kind, lang)) } }
                    } }
                }
            }
        }
    }

    /// Renders the rows for transfers, pre-filled with those that the report suggests.
    fn transfers(&self, report: &Report, lang: Lang) -> Markup {
        let people = People::called(&report.log.players);
        let began = self.fields.keys().any(|name| name.starts_with("points"));
        let suggested = if began { Vec::new() } else { self.suggested(report) };
        let seats = |name: String, of: Option<Seat>, label: &str| {
            let given = of.map_or_else(|| self.given(&name).to_owned(), |seat| seat.to_string());
            html! {
                label { (label) select name=(name) {
                    option value="" { (lang.pick("（无）", "(nobody)")) }
                    @for seat in people.seats().iter() { option value=(seat) selected[given == seat.to_string()] { (people.who(seat).get(lang)) } }
                } }
            }
        };
        html! {
            fieldset.stack {
                legend.unseen { (lang.pick("谁补谁几分", "Points to move")) }
                @for at in 0..TRANSFERS {
                    @let one = suggested.get(at);
                    div.move role="group" aria-label=(bilingual!("第 {} 笔", "transfer {}", at + 1).get(lang)) {
                        (seats(format!("from{at}"), one.and_then(|one| one.from), lang.pick("谁补", "from")))
                        (seats(format!("to{at}"), one.and_then(|one| one.to), lang.pick("补给谁", "to")))
                        label { (lang.pick("几分", "points")) input type="text" inputmode="numeric" size="6" name={ "points" (at) } autocomplete="off"
                            value=(one.map_or_else(|| self.given(&format!("points{at}")).to_owned(), |one| one.points.to_string()))
                            aria-invalid=[self.bad("transfers").or_else(|| self.bad(&format!("points{at}"))).map(|_| "true")]; }
                    }
                }
            }
        }
    }

    /// Returns the hand that the ruling is about: of its finding, else as chosen.
    fn hand(&self, report: &Report) -> Option<usize> {
        match self.found(report) {
            Some(found) => found.hand,
            None => self.given("hand").parse::<usize>().ok().and_then(|hand| hand.checked_sub(1)),
        }
    }

    /// Returns the transfers that the report suggests: for the hand of the finding, or for the match. Where another house rule
    /// explains the result, those of the declared rules.
    fn suggested(&self, report: &Report) -> Vec<TransferView> {
        match self.hand(report) {
            hand if report.verdict == Verdict::Variant => report.as_declared(hand),
            Some(hand) => {
                let view = report.hands.iter().find(|view| view.hand == hand);
                view.map(|view| view.transfers.clone()).unwrap_or_default()
            }
            None => report.transfers.clone(),
        }
    }
}

/// Describes the effect of a kind of ruling.
const fn meaning(kind: RulingKind, lang: Lang) -> &'static str {
    match (kind, lang) {
        (RulingKind::Uphold, Lang::Zh) => "报告说得对，按报告执行",
        (RulingKind::Uphold, Lang::En) => "the report is right",
        (RulingKind::Correct, Lang::Zh) => "改分",
        (RulingKind::Correct, Lang::En) => "change the points",
        (RulingKind::Penalty, Lang::Zh) => "罚分",
        (RulingKind::Penalty, Lang::En) => "take points as a penalty",
        (RulingKind::Dismiss, Lang::Zh) => "照记录算，这个问题划去",
        (RulingKind::Dismiss, Lang::En) => "the finding does not count",
        (RulingKind::Note, Lang::Zh) => "只记一句话，如“我来处理”",
        (RulingKind::Note, Lang::En) => "only a remark, such as “I take this case”",
    }
}
