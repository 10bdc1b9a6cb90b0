//! The sentence of a clause for the values of the options in force.
//!
//! A sentence has places for the options that change it ([`caipan_tiles::clauses!`]). An option that varies a clause
//! without a place in it is named behind the sentence where it is not at its default.

use super::{Choices, Decl, System, Value};
use caipan_tiles::clause::Clause;
use caipan_tiles::text::{Lang, Text};
use std::fmt::Write;

impl Choices {
    /// The sentence of a clause under these choices, with the options that vary it.
    pub fn worded(&self, clause: &Clause) -> Text {
        let write = |lang| {
            let mut words = Words { choices: self, lang, said: Vec::new() };
            let mut out = words.filled(clause.wording.get(lang));
            words.add_house(clause, &mut out);
            out
        };
        Text { zh: write(Lang::Zh).into(), en: write(Lang::En).into() }
    }
}

impl System {
    /// The sentence of a clause as the rule book has it, with every option at its default.
    pub fn worded(&self, clause: &Clause) -> Text {
        let Some(choices) = self.usual() else { return clause.wording.text() };
        let write = |lang| Words { choices: &choices, lang, said: Vec::new() }.filled(clause.wording.get(lang));
        Text { zh: write(Lang::Zh).into(), en: write(Lang::En).into() }
    }
}

struct Words<'a> {
    choices: &'a Choices,
    lang: Lang,
    /// The options that the sentence has a place for. A value is one that the sentence is written for.
    said: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> Words<'a> {
    /// Fills every place of a sentence.
    fn filled(&mut self, wording: &'a str) -> String {
        let mut out = String::new();
        let mut rest = wording;
        while let Some((before, place)) = rest.split_once('{') {
            out.push_str(before);
            let (place, after) = until(place, '}');
            out.push_str(&self.place(place));
            rest = after.unwrap_or_default();
        }
        out + rest
    }

    /// Returns the text of a place: `men_dou`, `fan_table:table=7|8` or `bird_count=1`.
    fn place(&mut self, place: &'a str) -> String {
        let (id, mut cases) = until(place, ':');
        if let (Some((id, value)), None) = (id.split_once('='), cases) {
            self.said.push((id, Some(value)));
            return String::new();
        }
        self.said.push((id, None));
        let Some((decl, value)) = self.chosen(id) else { return place.to_owned() };
        let (written, meant) = (value.to_string(), decl.in_words(value).get(self.lang).to_owned());
        if cases.is_none() {
            return meant;
        }
        while let Some(all) = cases {
            let (case, others) = until(all, '|');
            let text = match until(case, '=') {
                (wanted, Some(text)) => Some(text).filter(|_| wanted == written),
                (text, None) => Some(text),
            };
            if let Some(text) = text {
                return self.filled(text).replace('#', &meant);
            }
            cases = others;
        }
        String::new()
    }

    fn chosen(&self, id: &str) -> Option<(&'static Decl, Value)> {
        self.choices.decided().find(|(decl, _)| decl.id == id)
    }

    /// Adds the options that vary the clause and are not as its sentence says.
    fn add_house(&self, clause: &Clause, out: &mut String) {
        let differs = |&(decl, value): &(&Decl, Value)| {
            let mut said = self.said.iter().filter(|(id, _)| *id == decl.id).map(|(_, value)| *value).peekable();
            match said.peek() {
                None => decl.clause == clause && value != decl.default,
                Some(_) => said.all(|said| said.is_some_and(|said| said != value.to_string())),
            }
        };
        let house: Vec<_> = self.choices.decided().filter(differs).collect();
        if house.is_empty() {
            return;
        }
        out.push_str(self.lang.pick("本房约定", " This room plays "));
        for (at, (decl, value)) in house.iter().enumerate() {
            let (label, meant) = (decl.label.get(self.lang), decl.in_words(*value));
            let seam = self.lang.pick("", if at == 0 { "" } else { ", " });
            let colon = self.lang.pick("：", ": ");
            // Writing to a String cannot fail.
            let _ = write!(out, "{seam}“{label}{colon}{}”", meant.get(self.lang));
        }
        out.push_str(self.lang.pick("。", "."));
    }
}

/// Splits at the first such character outside braces; the second part is `None` without one.
fn until(text: &str, end: char) -> (&str, Option<&str>) {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            _ if character == end && depth == 0 => {
                let (before, rest) = text.split_at(at);
                return (before, rest.strip_prefix(end));
            }
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    (text, None)
}
