//! The form to rule on a report, and the ruling as it will be recorded. Works without scripts, and keeps its values if
//! one of them is refused.

use super::frame::{Document, Head, framed, readable};
use super::report::{decided, preview};
use crate::app::{Fields, ReportPage, RulingRefusal};
use crate::store::RulingKind;
use caipan_engine::audit::checks;
use caipan_engine::report::{Report, TransferView};
use caipan_log::People;
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

/// Renders the page of the form.
pub fn ruling(ruling: &Ruling<'_>, lang: Lang) -> Document {
    let report = ruling.case.report();
    let title = lang.pick("作出裁定", "Record a ruling");
    let here = format!("/rule/{}", ruling.id);
    let body = html! {
        (ruling.path(report, lang))
        h1 { (title) }
        p { (lang.pick("记下之前会先给您看一遍。裁定记下后不能改、不能删，只能再作一条来撤销；报告本身不变。",
            "You see the ruling once more before it is recorded. A recorded ruling cannot be changed or deleted, only reversed by another one. The report itself does not change.")) }
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
            p.path { a href={ "/v1/reports/" (self.id) "?lang=" (lang.tag()) } { (lang.pick("报告 ", "Report ")) (readable(&report.log.id)) } " · " span.verdict.(report.verdict.word()) { (report.verdict.label().get(lang)) } }
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

    fn form(&self, report: &Report, lang: Lang) -> Markup {
        let rulings = &self.case.rulings;
        let kinds =
            [RulingKind::Uphold, RulingKind::Correct, RulingKind::Penalty, RulingKind::Dismiss, RulingKind::Note];
        let kind = |kind: RulingKind| serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned));
        let revision = format!("{}@{}", report.rules.system, report.rules.revision);
        let seen = self.fields.get("seen").cloned().unwrap_or_else(|| rulings.rulings.len().to_string());
        // A user who has been shown the conflict may continue.
        let seen =
            if self.wrong.is_some_and(|wrong| wrong.conflict) { rulings.rulings.len().to_string() } else { seen };
        html! {
            form.suppose method="post" action={ "/rule/" (self.id) "?lang=" (lang.tag()) } {
                input type="hidden" name="lang" value=(lang.tag());
                input type="hidden" name="token" value=(self.given("token"));
                input type="hidden" name="seen" value=(seen);
                input type="hidden" name="revision" value=(revision);
                fieldset {
                    legend { (lang.pick("怎么裁", "Decision")) }
                    label { (lang.pick("裁定", "Ruling")) select name="kind" required aria-invalid=[self.bad("kind").map(|_| "true")] {
                        option value="" { (lang.pick("（请选）", "(choose)")) }
                        @for one in kinds { @let word = kind(one).unwrap_or_default();
                            option value=(word) selected[self.given("kind") == word] { (decided(one, lang)) " – " (meaning(one, lang)) } }
                    } }
                    label { (lang.pick("针对哪个问题", "Finding")) select name="finding" aria-invalid=[self.bad("finding").map(|_| "true")] {
                        option value="" { (lang.pick("（不针对某一个）", "(none in particular)")) }
                        @for found in &report.findings {
                            option value=(found.id) selected[self.given("finding") == found.id.to_string()] {
                                "#" (found.id) " " @if let Some(hand) = found.hand { (bilingual!("第 {} 局 · ", "hand {} · ", hand + 1).get(lang)) }
                                (checks::find(&found.code).map_or(found.name.as_ref(), |check| check.title.get(lang)))
                            }
                        }
                    } }
                    label { (lang.pick("哪一局", "Hand")) select name="hand" aria-invalid=[self.bad("hand").map(|_| "true")] {
                        option value="" { (lang.pick("（问题所在的局，或全场）", "(that of the finding, or the whole match)")) }
                        @for hand in &report.hands { @let number = hand.hand + 1;
                            option value=(number) selected[self.given("hand") == number.to_string()] { (number) } }
                    } }
                    @if !rulings.rulings.is_empty() {
                        label { (lang.pick("撤销哪一条裁定", "Reverses ruling")) select name="reverses" aria-invalid=[self.bad("reverses").map(|_| "true")] {
                            option value="" { (lang.pick("（不撤销）", "(none)")) }
                            @for view in rulings.standing() { @let number = view.entry.number;
                                option value=(number) selected[self.given("reverses") == number.to_string()] { (number) " " (decided(view.entry.kind, lang)) } }
                        } }
                    }
                }
                (self.transfers(report, lang))
                fieldset {
                    legend { (lang.pick("理由与署名", "Reason and name")) }
                    label.wide { (lang.pick("理由（只有维持可以不写）", "Reason (optional only when upholding)"))
                        textarea name="note" rows="4" maxlength="2000" aria-invalid=[self.bad("note").map(|_| "true")] aria-describedby=[self.bad("note")] { (self.given("note")) } }
                    @if let Some(person) = self.person { p { (lang.pick("署名：", "Referee: ")) bdi { (person) } } } @else {
                        label { (lang.pick("署名", "Referee")) input type="text" name="referee" maxlength="60" value=(self.given("referee")) autocomplete="name" aria-invalid=[self.bad("referee").map(|_| "true")]; }
                    }
                }
                button.primary { (lang.pick("下一步：核对", "Next: check it")) }
            }
        }
    }

    /// Renders the rows for transfers, pre-filled with those that the report suggests.
    fn transfers(&self, report: &Report, lang: Lang) -> Markup {
        let people = People::called(&report.log.players);
        let began = self.fields.keys().any(|name| name.starts_with("points"));
        let suggested = if began { &[][..] } else { self.suggested(report) };
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
            fieldset {
                legend { (lang.pick("补分：谁补谁几分（只用于更正、处罚）", "Points to move (corrections and penalties only)")) }
                p.quiet { (lang.pick("已按报告填好应补的分，可以修改。维持、驳回、备注不用填。",
                    "Pre-filled with the transfers from the report; change them if needed.")) }
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

    /// Returns the transfers that the report suggests: for the hand of the finding, or for the match.
    fn suggested<'a>(&self, report: &'a Report) -> &'a [TransferView] {
        let hand = match self.given("finding").parse::<usize>() {
            Ok(id) => report.findings.iter().find(|found| found.id == id).and_then(|found| found.hand),
            Err(_) => self.given("hand").parse::<usize>().ok().and_then(|hand| hand.checked_sub(1)),
        };
        match hand {
            Some(hand) => report.hands.iter().find(|view| view.hand == hand).map_or(&[], |view| &view.transfers),
            None => &report.transfers,
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
        (RulingKind::Dismiss, Lang::Zh) => "这个问题不算，不作处理",
        (RulingKind::Dismiss, Lang::En) => "the finding does not count",
        (RulingKind::Note, Lang::Zh) => "只记一句话，如“我来处理”",
        (RulingKind::Note, Lang::En) => "only a remark, such as “I take this case”",
    }
}
