//! Facts in which records of one match contradict each other.

use super::Named;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use serde::Serialize;

/// A fact that records of one match tell in different ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Difference {
    /// The index of the hand in the first record that has it; absent for a fact of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<usize>,
    /// The log field, such as `deal` or `deltas`; `events` for an event.
    pub field: String,
    /// The versions, each with the records that have it.
    pub told: Vec<Told>,
    /// The difference as a sentence.
    pub text: Text,
}

/// One version of a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Told {
    /// The records, as indexes into those that were given.
    pub records: Vec<usize>,
    /// The index of the event in each of these records, for a difference between events.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<usize>,
    /// The fact as these records tell it.
    pub text: Text,
}

/// The records of one match, and the differences found so far.
pub(super) struct Comparison<'a> {
    pub(super) records: &'a [Named<'a>],
    pub(super) found: Vec<Difference>,
    hand: Option<usize>,
}

/// A value of a record: its index, and that of the event, if it is of one.
pub(super) type Of = (usize, Option<usize>);

impl<'a> Comparison<'a> {
    pub(super) fn new(records: &'a [Named<'a>]) -> Comparison<'a> {
        Comparison { records, found: Vec::new(), hand: None }
    }

    /// Sets the hand of the differences that follow.
    pub(super) fn at_hand(&mut self, hand: Option<usize>) {
        self.hand = hand;
    }

    /// Returns the value of the first record that has one, and notes where others have another.
    pub(super) fn agreed<T: PartialEq>(
        &mut self,
        field: &str,
        values: impl IntoIterator<Item = (Of, Option<T>)>,
        words: impl Fn(&T) -> Text,
    ) -> Option<T> {
        let mut versions: Vec<(T, Vec<Of>)> = Vec::new();
        for (of, value) in values {
            let Some(value) = value else { continue };
            match versions.iter_mut().find(|(told, _)| *told == value) {
                Some((_, all)) => all.push(of),
                None => versions.push((value, vec![of])),
            }
        }
        if versions.len() > 1 {
            self.differ(field, versions.iter().map(|(value, of)| (of.clone(), words(value))).collect());
        }
        versions.into_iter().next().map(|(value, _)| value)
    }

    /// Notes a difference.
    pub(super) fn differ(&mut self, field: &str, versions: Vec<(Vec<Of>, Text)>) {
        let version = |lang: Lang| {
            let one = |(of, text): &(Vec<Of>, Text)| {
                let records: Vec<String> = of.iter().map(|of| self.record(*of).get(lang).to_owned()).collect();
                let (records, text) = (records.join(lang.pick("、", ", ")), text.get(lang));
                if lang == Lang::Zh {
                    format!("{records}记的是“{text}”")
                } else {
                    format!("“{text}” in {records}")
                }
            };
            versions.iter().map(one).collect::<Vec<_>>().join(lang.pick("，", "; "))
        };
        let (zh, en) = (version(Lang::Zh), version(Lang::En));
        let text = match self.hand {
            Some(hand) => {
                let number = hand + 1;
                bilingual!("第 {number} 局的记录不一致：{zh}。", "the records of hand {number} differ: {en}")
            }
            None => bilingual!("各份记录不一致：{zh}。", "the records differ: {en}"),
        };
        let told = versions.into_iter().map(|(of, text)| Told {
            records: of.iter().map(|(record, _)| *record).collect(),
            events: of.iter().filter_map(|(_, event)| *event).collect(),
            text,
        });
        self.found.push(Difference { hand: self.hand, field: field.to_owned(), told: told.collect(), text });
    }

    /// Names a record, with the step of the event.
    fn record(&self, (record, event): Of) -> Text {
        let Some(record) = self.records.get(record) else { return Text::default() };
        let Text { zh, en } = record.in_words();
        match event {
            Some(event) => {
                let step = event + 1;
                bilingual!("{zh}第 {step} 步", "{en}, step {step}")
            }
            None => Text { zh, en },
        }
    }
}
