//! The content of a picture: the verdict, the place, the sentence, the tiles, the money and the reason. Its looks are left to
//! `drawing`.

use crate::hand::{Laid, laid};
use crate::spoken::{capital, spoken};
use caipan_engine::audit::{Kind, Verdict};
use caipan_engine::report::{FindingView, HandView, Report, TransferView};
use caipan_log::People;
use caipan_pages::{ReportPage, moment_of, words};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::Seat;

/// The content of a picture, in one language.
pub(crate) struct Story {
    pub verdict: Verdict,
    pub state: String,
    pub place: String,
    pub headline: String,
    pub hand: Option<Laid>,
    pub money: Money,
    pub reason: String,
}

/// The points that move.
pub(crate) enum Money {
    /// Between two seats each.
    Arrows(Vec<Arrow>),
    /// Something else, in words.
    Said(String),
}

/// Points that one seat gives to another.
pub(crate) struct Arrow {
    pub from: Party,
    pub to: Party,
    pub said: String,
}

/// A seat with its wind in a hand.
pub(crate) struct Party {
    pub wind: Option<String>,
    pub name: String,
}

impl Story {
    /// Tells a report, about one of its findings if its number is given.
    pub(crate) fn of(case: &ReportPage, number: Option<usize>, lang: Lang) -> Story {
        let report = &case.report;
        let people = People::called(&report.log.players);
        let chosen = number.and_then(|number| report.findings.iter().find(|one| one.id == number));
        let finding = chosen.or_else(|| first(report));
        let hand =
            finding.and_then(|finding| finding.hand).and_then(|at| report.hands.iter().find(|one| one.hand == at));
        let verdict = chosen.map_or(report.verdict, |one| verdict_of(one.kind));
        let tell = Teller { case, people: &people, lang };
        Story {
            verdict,
            state: capital(verdict.label().get(lang), &[]),
            place: tell.place(finding),
            headline: spoken(tell.headline(finding, chosen.is_some()).get(lang), lang),
            hand: finding
                .and_then(|finding| laid(case, finding, &people, lang))
                .or_else(|| hand_of_clean(report, finding).and_then(|won| crate::hand::won(case, won, &people, lang))),
            money: tell.money(hand, chosen.is_some()),
            reason: finding
                .map(|finding| capital(&spoken(reason(finding).get(lang), lang), &people.names()))
                .unwrap_or_default(),
        }
    }
}

/// Returns the finding that the headline of the report is about.
fn first(report: &Report) -> Option<&FindingView> {
    let of = |kind: Kind| report.findings.iter().find(move |one| one.kind == kind && report.stands_alone(one));
    match report.verdict {
        Verdict::Faulty => of(Kind::Fault),
        Verdict::Variant => of(Kind::Variant),
        Verdict::Unverifiable => of(Kind::Unverifiable),
        Verdict::Clean => None,
    }
}

/// Returns the last won hand of a report without findings.
fn hand_of_clean<'a>(report: &'a Report, finding: Option<&FindingView>) -> Option<&'a HandView> {
    report.hands.iter().rev().find(|hand| finding.is_none() && !hand.wins.is_empty())
}

fn verdict_of(kind: Kind) -> Verdict {
    match kind {
        Kind::Fault => Verdict::Faulty,
        Kind::Variant => Verdict::Variant,
        Kind::Unverifiable => Verdict::Unverifiable,
        Kind::Note => Verdict::Clean,
    }
}

/// Returns why the finding is one: what a false win lacks, else the rule.
fn reason(finding: &FindingView) -> Text {
    if let Some(near) = finding.near.first() {
        let (Text { zh, en }, Text { zh: lacks, en: short }) = (&near.name, &near.lacks);
        return bilingual!("{zh}：{lacks}", "{en}: {short}");
    }
    finding.clauses.first().map_or_else(|| finding.advice.clone(), |clause| clause.gloss.clone())
}

struct Teller<'a> {
    case: &'a ReportPage,
    people: &'a People,
    lang: Lang,
}

impl Teller<'_> {
    fn place(&self, finding: Option<&FindingView>) -> String {
        let Report { log, rules, .. } = &self.case.report;
        let at = finding.and_then(|finding| Some((moment_of(finding, &self.case.log)?, finding.event)));
        let place = match at {
            Some(((hand, step), Some(_))) => {
                let (hand, step) = (hand + 1, step + 1);
                bilingual!("第 {hand} 局 第 {step} 手", "Hand {hand}, step {step}")
            }
            Some(((hand, _), None)) => {
                let hand = hand + 1;
                bilingual!("第 {hand} 局结算", "Hand {hand}, settlement")
            }
            None => bilingual!("{} 局", "hands: {}", log.hands),
        };
        format!("{}{}{}", place.get(self.lang), self.lang.pick(" · ", " – "), rules.name.get(self.lang))
    }

    /// Returns the sentence: that of the chosen finding, or that of the report. The place has the hand.
    fn headline(&self, finding: Option<&FindingView>, chosen: bool) -> Text {
        let report = &self.case.report;
        let plain = report.verdict == Verdict::Faulty && report.variants.is_empty() && report.summary.faults == 1;
        match finding {
            Some(finding) if chosen || plain => {
                let Text { zh, en } = finding.headline();
                Text { zh, en: capital(&en, &self.people.names()).into() }
            }
            _ => report.headline(),
        }
    }

    /// Returns the transfers of a hand, or those of the report.
    fn money(&self, hand: Option<&HandView>, chosen: bool) -> Money {
        let report = &self.case.report;
        let corrected = report.hands.iter().filter(|hand| !hand.transfers.is_empty()).count();
        let hand = hand.filter(|hand| !hand.transfers.is_empty() && (chosen || corrected == 1));
        let transfers = hand.map_or(&report.transfers, |hand| &hand.transfers);
        let arrows: Option<Vec<Arrow>> = transfers.iter().map(|transfer| self.arrow(hand, transfer)).collect();
        match arrows.filter(|arrows| !arrows.is_empty()) {
            Some(arrows) => Money::Arrows(arrows),
            None => {
                let said = report.points_to_move(self.people).map(|said| spoken(said.get(self.lang), self.lang));
                Money::Said(said.unwrap_or_default())
            }
        }
    }

    fn arrow(&self, hand: Option<&HandView>, transfer: &TransferView) -> Option<Arrow> {
        let (from, to, points) = (transfer.from?, transfer.to?, transfer.points);
        // Who was given the points gives them back; who gave too few gives more.
        let back = hand.and_then(|hand| hand.recorded).is_some_and(|recorded| recorded[from] >= points);
        let said = if back {
            bilingual!("退 {points} 分", "returns {points}")
        } else {
            bilingual!("补 {points} 分", "owes {points}")
        };
        Some(Arrow { from: self.party(hand, from), to: self.party(hand, to), said: said.get(self.lang).to_owned() })
    }

    fn party(&self, hand: Option<&HandView>, seat: Seat) -> Party {
        let wind = |hand: &HandView| {
            let key = format!("wind {}", self.people.seats().distance(hand.dealer, seat));
            words::word(self.lang, &key).chars().take(1).collect()
        };
        Party { wind: hand.map(wind), name: self.people.who(seat).get(self.lang) }
    }
}
