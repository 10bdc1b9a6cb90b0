//! The form to rule on a report. Works without scripts, and keeps its values if one of them is refused.

use super::frame::{Document, Head, framed, readable};
use super::report::decided;
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
    let report = &ruling.case.audited.report;
    let title = lang.pick("作出裁定", "Rule on this report");
    let here = format!("/rule/{}", ruling.id);
    let body = html! {
        p.path { a href={ "/v1/reports/" (ruling.id) "?lang=" (lang.tag()) } { (readable(&report.log.id)) } " · " span.verdict.(report.verdict.word()) { (report.verdict.label().get(lang)) } }
        h1 { (title) }
        p { (lang.pick("裁定记下后不能改也不能删，只能由以后的裁定撤销。报告本身不变，裁定列在报告旁边。",
            "A ruling is never changed or taken away; a later one can reverse it. The report itself stays as it is: rulings stand beside it.")) }
        @if let Some(wrong) = ruling.wrong { p.error id="wrong" role="alert" { (wrong.text.get(lang)) } }
        (ruling.form(report, lang))
    };
    framed(&Head { lang, title, here: &here, script: None, wide: false }, body)
}

impl Ruling<'_> {
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
        let kinds = [RulingKind::Uphold, RulingKind::Correct, RulingKind::Penalty, RulingKind::Note];
        let kind = |kind: RulingKind| serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned));
        let revision = format!("{}@{}", report.rules.system, report.rules.revision);
        let seen = self.fields.get("seen").cloned().unwrap_or_else(|| rulings.rulings.len().to_string());
        // A user who has been shown the conflict may continue.
        let seen =
            if self.wrong.is_some_and(|wrong| wrong.conflict) { rulings.rulings.len().to_string() } else { seen };
        html! {
            form.suppose method="post" action={ "/rule/" (self.id) } {
                input type="hidden" name="lang" value=(lang.tag());
                input type="hidden" name="token" value=(self.given("token"));
                input type="hidden" name="seen" value=(seen);
                input type="hidden" name="revision" value=(revision);
                fieldset {
                    legend { (lang.pick("裁定什么", "What")) }
                    label { (lang.pick("裁定", "Ruling")) select name="kind" required aria-invalid=[self.bad("kind").map(|_| "true")] {
                        option value="" { (lang.pick("（请选）", "(choose)")) }
                        @for one in kinds { @let word = kind(one).unwrap_or_default();
                            option value=(word) selected[self.given("kind") == word] { (decided(one, lang)) " – " (meaning(one, lang)) } }
                    } }
                    label { (lang.pick("针对哪条发现", "The finding")) select name="finding" aria-invalid=[self.bad("finding").map(|_| "true")] {
                        option value="" { (lang.pick("（不针对某一条）", "(none)")) }
                        @for found in &report.findings {
                            option value=(found.id) selected[self.given("finding") == found.id.to_string()] {
                                "#" (found.id) " " (found.code) " " (checks::find(&found.code).map_or(found.name.as_ref(), |check| check.title.get(lang)))
                                @if let Some(hand) = found.hand { " · " (bilingual!("第 {} 局", "hand {}", hand + 1).get(lang)) }
                            }
                        }
                    } }
                    label { (lang.pick("哪一局", "The hand")) select name="hand" aria-invalid=[self.bad("hand").map(|_| "true")] {
                        option value="" { (lang.pick("（发现所在的局，或全场）", "(that of the finding, or all)")) }
                        @for hand in &report.hands { @let number = hand.hand + 1;
                            option value=(number) selected[self.given("hand") == number.to_string()] { (number) } }
                    } }
                    @if !rulings.rulings.is_empty() {
                        label { (lang.pick("撤销哪一条", "It reverses")) select name="reverses" aria-invalid=[self.bad("reverses").map(|_| "true")] {
                            option value="" { (lang.pick("（不撤销）", "(none)")) }
                            @for view in rulings.standing() { @let number = view.entry.number;
                                option value=(number) selected[self.given("reverses") == number.to_string()] { (number) " " (decided(view.entry.kind, lang)) } }
                        } }
                    }
                }
                (self.transfers(report, lang))
                fieldset {
                    legend { (lang.pick("理由", "Why")) }
                    label.wide { (lang.pick("理由（维持之外必填）", "The reason (may be left out only to uphold)"))
                        textarea name="note" rows="4" maxlength="2000" aria-invalid=[self.bad("note").map(|_| "true")] aria-describedby=[self.bad("note")] { (self.given("note")) } }
                    @if let Some(person) = self.person { p { (lang.pick("署名：", "Referee: ")) bdi { (person) } } } @else {
                        label { (lang.pick("署名", "Referee")) input type="text" name="referee" maxlength="60" value=(self.given("referee")) autocomplete="name" aria-invalid=[self.bad("referee").map(|_| "true")]; }
                    }
                }
                button.primary { (lang.pick("记下裁定", "Record the ruling")) }
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
                legend { (lang.pick("更正或处罚：谁给谁多少", "To correct or to punish: who gives whom how much")) }
                p.quiet { (lang.pick("更正从所记的输赢算起；开头填好的是报告算出的应补。维持与备注不看这几行。",
                    "A correction begins with what was recorded; what is filled in at first is what the report says is owed. Not looked at to uphold or to note.")) }
                @for at in 0..TRANSFERS {
                    @let one = suggested.get(at);
                    div.move role="group" aria-label=(bilingual!("第 {} 笔", "transfer {}", at + 1).get(lang)) {
                        (seats(format!("from{at}"), one.and_then(|one| one.from), lang.pick("给的", "gives")))
                        (seats(format!("to{at}"), one.and_then(|one| one.to), lang.pick("得的", "gets")))
                        label { (lang.pick("点数", "points")) input type="text" inputmode="numeric" size="6" name={ "points" (at) } autocomplete="off"
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
        (RulingKind::Uphold, Lang::Zh) => "报告或发现成立",
        (RulingKind::Uphold, Lang::En) => "the report or the finding stands",
        (RulingKind::Correct, Lang::Zh) => "改所记的输赢",
        (RulingKind::Correct, Lang::En) => "change the recorded points",
        (RulingKind::Penalty, Lang::Zh) => "罚点",
        (RulingKind::Penalty, Lang::En) => "take points as a punishment",
        (RulingKind::Note, Lang::Zh) => "记下一件事",
        (RulingKind::Note, Lang::En) => "put something on record",
    }
}
