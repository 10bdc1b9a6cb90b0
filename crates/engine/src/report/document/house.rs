//! The lines of the house as a log records them.

use super::Report;
use super::Word;
use caipan_log::{Between, Holder, HouseLine, People, shown};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Points that the house, a pool or a referee moved, as the log records them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HouseLineView {
    /// The number of hands played before it; absent for a line of a hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
    /// The seat that pays; absent for the house or a pool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// The seat that receives; absent for the house or a pool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// True if the other party is a pool and not the house.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pool: bool,
    /// The points, from 1.
    pub points: i64,
    /// The kind: `rake`, `fee`, `penalty`, `adjustment`, `refund`, `top_up` or `jackpot`.
    pub kind: Word,
    /// The name of the kind.
    pub name: Text,
    /// The recorded reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The recorded person or system that moved them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl HouseLineView {
    /// Returns a line of a hand.
    pub fn of(line: &HouseLine) -> HouseLineView {
        HouseLineView {
            after: None,
            from: line.from.seat(),
            to: line.to.seat(),
            pool: [line.from, line.to].contains(&Holder::Pool),
            points: line.points,
            kind: line.kind.word().into(),
            name: line.kind.label().text(),
            why: line.why.clone(),
            by: line.by.clone(),
        }
    }

    /// Returns the line in words, with its place between the hands and its recorded reason.
    pub fn in_words(&self, people: &People) -> Text {
        let party = |seat: Option<Seat>| match seat {
            Some(seat) => bilingual!("{0}", "{0:#}", people.who(seat)),
            None if self.pool => bilingual!("奖池", "the pool"),
            None => bilingual!("公账", "the house"),
        };
        let (Text { zh: from_zh, en: from_en }, Text { zh: to_zh, en: to_en }) = (party(self.from), party(self.to));
        let (points, Text { zh: name_zh, en: name_en }) = (self.points, &self.name);
        let remarks: Vec<String> = self.why.iter().chain(&self.by).map(|remark| shown(remark)).collect();
        let (open_zh, open_en) = if remarks.is_empty() {
            (String::new(), String::new())
        } else {
            (format!("（{}）", remarks.join("；")), format!(" ({})", remarks.join("; ")))
        };
        let place = match self.after {
            None => Text::default(),
            Some(0) => bilingual!("第 1 局之前：", "before hand 1: "),
            Some(after) => bilingual!("第 {after} 局之后：", "after hand {after}: "),
        };
        let Text { zh, en } = place;
        bilingual!(
            "{zh}{from_zh} → {to_zh}  {points}  {name_zh}{open_zh}",
            "{en}{from_en} → {to_en}  {points}  {name_en}{open_en}"
        )
    }

    /// Returns a line between two hands.
    pub fn between(between: &Between) -> HouseLineView {
        HouseLineView { after: Some(between.after), ..HouseLineView::of(&between.line) }
    }
}

impl Report {
    /// Returns what the house received in all, by cause, in words; `None` if nothing passed between it and the seats.
    pub fn house_in_words(&self) -> Option<Text> {
        let of_end = self.match_end.iter().flat_map(|end| &end.ledger);
        let lines = self.hands.iter().flat_map(|hand| &hand.ledger).chain(of_end);
        let mut causes: Vec<(&Text, i64)> = Vec::new();
        for line in lines.filter(|line| line.from.is_none() || line.to.is_none()) {
            let points = if line.to.is_none() { line.points } else { line.points.saturating_neg() };
            match causes.iter_mut().find(|(name, _)| *name == &line.cause_name) {
                Some((_, sum)) => *sum = sum.saturating_add(points),
                None => causes.push((&line.cause_name, points)),
            }
        }
        let all = causes.iter().fold(0i64, |all, (_, points)| all.saturating_add(*points));
        let (zh, en): (Vec<_>, Vec<_>) = causes
            .iter()
            .map(|(name, points)| (format!("{} {points}", name.zh), format!("{} {points}", name.en)))
            .unzip();
        let (zh, en) = (zh.join("、"), en.join(", "));
        (!causes.is_empty()).then(|| bilingual!("公账共收 {all}：{zh}。", "The house received {all} in all: {en}."))
    }
}
