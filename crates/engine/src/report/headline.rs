//! The headline of a finding: who did what, what is recorded and what is right, in one short sentence.
//!
//! The words are those of the check: its shorter sentences, then its message. This module takes the first that has the
//! form of a headline, names the player, and adds what a win that does not count costs its player.

use super::document::HandView;
use crate::audit::checks::{money, wins};
use crate::audit::{About, Audit, Audited, Check, Finding};
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Party, Role};
use caipan_tiles::text::{Label, Lang, SEAM, Text, set};
use caipan_tiles::tile::Seat;

/// Characters that no headline contains, except in the name of a player: brackets, formulas, code.
const FORBIDDEN: &[char] = &['(', ')', '（', '）', '[', ']', '［', '］', '{', '}', '=', '×', '÷', '`', '_', '\n'];

/// The wins that do not count and whose points go back.
const CANCELLED: [&Check; 10] = [
    &wins::FALSE_WIN,
    &wins::PAIR,
    &wins::MISSED,
    &wins::MANNER,
    &wins::TILE,
    &wins::NO_CHANCE,
    &wins::UNROBBABLE,
    &wins::PREEMPTED,
    &wins::OPENING_FALSE,
    &wins::SECOND,
];

/// Maximum number of characters, with the number of the hand before the sentence.
const fn most(lang: Lang) -> usize {
    match lang {
        Lang::Zh => 40,
        Lang::En => 90,
    }
}

/// Returns the number of a hand, as it stands before a headline.
pub(super) fn at_hand(hand: usize) -> Text {
    let number = hand.saturating_add(1);
    bilingual!("第 {number} 局：", "Hand {number}: ")
}

/// Returns the headline of a finding. `is_corrected`: true if it is a fault, and so is the finding at its root.
pub(super) fn of(people: &People, audit: &Audit, hands: &[HandView], is_corrected: bool, finding: &Finding) -> Text {
    let here = finding.hand.and_then(|hand| Some((hands.get(hand)?, &audit.hands.get(hand)?.1)));
    // Beside another fault of the same hand's money, what a win costs its player cannot be told.
    let is_other = |other: &Finding| {
        other.hand == finding.hand && other.is_fault() && matches!(other.check.about, About::Money | About::Worth)
    };
    let gives = here
        .filter(|_| is_corrected && finding.is_primary() && !audit.findings.iter().any(is_other))
        .and_then(|(hand, audited)| gives(finding, hand, audited))
        .unwrap_or_default();
    let people = here.map_or_else(|| people.clone(), |(hand, _)| people.dealt_by(hand.dealer));
    let line = |lang| Line { finding, people: &people, lang }.worded(gives.get(lang));
    Text { zh: line(Lang::Zh).into(), en: line(Lang::En).into() }
}

/// Returns what the player of a win that does not count has to give: `退 2 + 诈胡赔 20`.
fn gives(finding: &Finding, hand: &HandView, audited: &Audited) -> Option<Text> {
    let seat = finding.seat.filter(|_| CANCELLED.contains(&finding.check) && !hand.transfers.is_empty())?;
    let recorded = hand.recorded.filter(|_| hand.due_unknown.is_none())?.map()[seat];
    let of_seat = audited.ledger.lines().iter().filter(|line| line.from == Party::Seat(seat));
    let penalty = of_seat
        .filter(|line| line.cause.role == Role::FalseWin)
        .fold(0i64, |sum, line| sum.saturating_add(line.sum.value()));
    let back = recorded.saturating_sub(hand.balance.map()[seat]).saturating_sub(penalty);
    let unit = if back == 1 { "point" } else { "points" };
    match (back, penalty) {
        (1.., 1..) => {
            Some(bilingual!("退 {back} + 诈胡赔 {penalty}", "give back {back} + {penalty} for the false win"))
        }
        (1.., _) => Some(bilingual!("退 {back} 分", "give back {back} {unit}")),
        (0, 1..) => Some(bilingual!("诈胡赔 {penalty} 分", "pay {penalty} for the false win")),
        _ => None,
    }
}

/// The headline in one language.
#[derive(Clone, Copy)]
struct Line<'a> {
    finding: &'a Finding,
    people: &'a People,
    lang: Lang,
}

impl Line<'_> {
    /// Returns the first sentence that has the form; with what the player has to give, if any sentence leaves room for it.
    fn worded(self, gives: &str) -> String {
        let Finding { short, text, hand, .. } = self.finding;
        let mut all: Vec<String> = short.iter().chain([text]).map(|text| self.spoken(text.get(self.lang))).collect();
        all.push(self.titled());
        let most = most(self.lang).saturating_sub(hand.map_or(0, |hand| length(at_hand(hand).get(self.lang))));
        let with = |said: &String| format!("{said}{}{gives}", self.lang.pick("，", "; "));
        let is_headline = |said: &String| length(said) <= most && self.is_plain(said);
        let first = |all: &[String]| all.iter().find(|said| is_headline(said)).cloned();
        let whole: Vec<String> = if gives.is_empty() { Vec::new() } else { all.iter().map(with).collect() };
        first(&whole).or_else(|| first(&all)).unwrap_or_else(|| self.title().to_owned())
    }

    /// Returns a sentence of the check as a headline: without full stop and without brackets at names, and with the name
    /// of the player.
    fn spoken(self, text: &str) -> String {
        let mut said = text.trim_end_matches('。').to_owned();
        for seat in self.people.seats().iter() {
            let (full, short) = self.names(seat);
            if full != short {
                let seam = self.lang.pick(SEAM.to_string(), String::new());
                said = set(said.replace(&full, &format!("{seam}{short}{seam}")));
            }
        }
        match self.concerned() {
            Some(seat) if !said.is_empty() && !self.names_anybody(&said) => {
                let (_, who) = self.names(seat);
                self.lang.pick(format!("{who}：{said}"), format!("{who}: {said}"))
            }
            _ => said,
        }
    }

    /// Returns the title of the check, with the name of the player.
    fn titled(self) -> String {
        let title = self.title();
        let Some(seat) = self.concerned() else { return title.to_owned() };
        let (_, who) = self.names(seat);
        let mut letters = title.chars();
        let lower: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
        let colon = if title.contains('：') { SEAM } else { '：' };
        self.lang.pick(set(format!("{SEAM}{who}{colon}{title}")), format!("{who}: {lower}"))
    }

    fn title(self) -> &'static str {
        let Label { zh, en } = self.finding.check.title;
        self.lang.pick(zh, en)
    }

    /// Returns the name of a seat in sentences, and without brackets.
    fn names(self, seat: Seat) -> (String, String) {
        let full = self.people.who(seat).get(self.lang);
        let (zh, en) = (format!("（座位 {seat}）"), format!(" (seat {seat})"));
        let Some(name) = full.strip_suffix(self.lang.pick(&zh, &en)) else { return (full.clone(), full) };
        let short = if self.people.who(seat).is_named() {
            self.lang.pick(set(format!("座位 {seat} {SEAM}{name}{SEAM}")), format!("{name} in seat {seat}"))
        } else {
            name.to_owned()
        };
        (full, short)
    }

    /// The seat that the finding concerns. A sum over all seats is wrong by nobody in particular.
    fn concerned(self) -> Option<Seat> {
        self.finding.seat.filter(|_| self.finding.check != &money::NOT_ZERO)
    }

    fn names_anybody(self, said: &str) -> bool {
        let is_named = |seat: Seat| said.contains(&self.names(seat).1);
        let seat = self.lang.pick("座位 ", "seat ");
        let is_number = |(_, rest): (&str, &str)| rest.starts_with(|letter: char| letter.is_ascii_digit());
        said.match_indices(seat).any(|(at, _)| is_number(said.split_at(at + seat.len())))
            || self.people.seats().iter().any(is_named)
    }

    /// True for one sentence without brackets, formulas and code. A name may contain any of them.
    fn is_plain(self, said: &str) -> bool {
        let unnamed = |text: String, seat| text.replace(&self.names(seat).1, "");
        let bare = self.people.seats().iter().fold(said.to_owned(), unnamed);
        !bare.is_empty() && !bare.contains('。') && !bare.contains(FORBIDDEN)
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}
