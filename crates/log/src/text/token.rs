//! The words of one line: bare, quoted, or one of the marks `@` and `=`; and the quoting of names.

use super::super::problem::Problem;
use super::super::read::scalar::tiles;
use super::super::read::seated::counted;
use super::super::read::short;
use super::super::want::Want;
use super::super::word::Word;
use super::RESERVED;
use crate::Dice;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, SeatList, SeatMap, Seats, Tile, Tiles, parse_tile};
use std::borrow::Cow;

/// A problem and its byte offset.
#[derive(Debug)]
pub(super) struct Slip {
    pub(super) problem: Problem,
    pub(super) at: usize,
}

/// One word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Bare(&'a str),
    Quoted(String),
    Mark(char),
}

/// The rest of a line.
#[derive(Clone)]
pub(super) struct Words<'a> {
    rest: &'a str,
    /// The offset of the rest.
    at: usize,
    /// The offset of the word read last.
    last: usize,
}

impl<'a> Words<'a> {
    /// Creates the words of a line that begins at this offset.
    pub(super) fn new(line: &'a str, at: usize) -> Words<'a> {
        Words { rest: line, at, last: at }
    }

    fn skip(&mut self, len: usize) -> &'a str {
        let (word, rest) = self.rest.split_at_checked(len).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.at += word.len();
        word
    }

    /// Returns the next word; none at the end of the line or at a comment.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, Slip> {
        let blank = self.rest.len() - self.rest.trim_start().len();
        let comment = self.rest.trim_start().starts_with(['#']) || self.rest.trim_start().starts_with("//");
        if comment || blank == self.rest.len() {
            return Ok(None);
        }
        self.skip(blank);
        self.last = self.at;
        match self.rest.chars().next() {
            Some(mark @ ('@' | '=')) => {
                self.skip(1);
                Ok(Some(Token::Mark(mark)))
            }
            Some('"') => self.quoted().map(|text| Some(Token::Quoted(text))),
            _ => {
                let end =
                    self.rest.find(|c: char| c.is_whitespace() || c == '"' || c == '=').unwrap_or(self.rest.len());
                Ok(Some(Token::Bare(self.skip(end))))
            }
        }
    }

    fn quoted(&mut self) -> Result<String, Slip> {
        let mut escaped = false;
        let end = self.rest.char_indices().skip(1).find(|&(_, c)| {
            let end = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            end
        });
        let wrong = Slip { problem: Problem::BadQuote, at: self.at };
        let Some((end, _)) = end else { return Err(wrong) };
        serde_json::from_str(self.skip(end + 1)).map_err(|_| wrong)
    }

    /// Returns the next word without consuming it.
    pub(super) fn peek(&self) -> Result<Option<Token<'a>>, Slip> {
        self.clone().next()
    }

    /// Consumes the next word if it is this bare word.
    pub(super) fn take(&mut self, word: &str) -> Result<bool, Slip> {
        let there = self.peek()? == Some(Token::Bare(word));
        if there {
            self.next()?;
        }
        Ok(there)
    }

    /// Consumes the next word if it is a name: quoted, or bare and not reserved.
    pub(super) fn name(&mut self) -> Result<Option<Cow<'a, str>>, Slip> {
        match self.peek()? {
            Some(Token::Bare(word)) if !RESERVED.contains(&word) => {
                self.next()?;
                Ok(Some(word.into()))
            }
            Some(Token::Quoted(text)) => {
                self.next()?;
                Ok(Some(text.into()))
            }
            _ => Ok(None),
        }
    }

    /// Creates the error at the word read last.
    pub(super) fn slip(&self, problem: Problem) -> Slip {
        Slip { problem, at: self.last }
    }

    /// Reads a text, quoted or bare.
    pub(super) fn text(&mut self, want: Want) -> Result<Cow<'a, str>, Slip> {
        match self.next()? {
            Some(Token::Bare(word)) => Ok(word.into()),
            Some(Token::Quoted(text)) => Ok(text.into()),
            Some(Token::Mark(mark)) => Err(self.slip(Problem::WrongValue { found: mark.to_string(), want })),
            None => Err(self.ends(want.label())),
        }
    }

    /// Creates the error for a line that ends too soon.
    pub(super) fn ends(&self, want: Label) -> Slip {
        Slip { problem: Problem::LineEnds { want }, at: self.at }
    }

    /// Reads a text and parses it with the function.
    pub(super) fn value<T>(&mut self, want: Want, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, Slip> {
        let text = self.text(want)?;
        parse(&text).ok_or_else(|| self.slip(Problem::WrongValue { found: short(&text), want }))
    }

    /// Reads one of a few words.
    pub(super) fn one_of<T: Word>(&mut self) -> Result<T, Slip> {
        let text = self.text(Want::Word)?;
        T::from_word(&text).ok_or_else(|| self.slip(Problem::UnknownWord { found: short(&text), known: T::WORDS }))
    }

    /// Reads an integer.
    pub(super) fn whole(&mut self) -> Result<i64, Slip> {
        self.value(Want::Whole, |text| text.parse().ok())
    }

    /// Reads a seat.
    pub(super) fn seat(&mut self) -> Result<Seat, Slip> {
        self.value(Want::Seat, |text| text.parse().ok().and_then(Seat::new))
    }

    /// Reads one tile.
    pub(super) fn tile(&mut self) -> Result<Tile, Slip> {
        self.value(Want::Tile, |text| parse_tile(text).ok())
    }

    /// Reads a group of tiles; `-` for none.
    pub(super) fn tiles(&mut self) -> Result<Tiles, Slip> {
        self.value(Want::Tiles, |text| if text == "-" { Some(Tiles::default()) } else { tiles(text) })
    }

    /// Reads up to four dice: all the numbers that follow.
    pub(super) fn dice(&mut self) -> Result<Dice, Slip> {
        let mut faces = Vec::with_capacity(4);
        while let Some(Token::Bare(word)) = self.peek()? {
            if !word.bytes().all(|byte| byte.is_ascii_digit()) {
                break;
            }
            faces.push(self.value(Want::Face, face)?);
            if faces.len() > 4 {
                return Err(self.slip(Problem::WrongLength { found: faces.len(), want: Want::Dice }));
            }
        }
        Dice::new(&faces).ok_or_else(|| self.slip(Problem::WrongLength { found: faces.len(), want: Want::Dice }))
    }

    /// Reads integers by seat: as many as seats at the table, or four.
    pub(super) fn at_table(&mut self, seats: Seats) -> Result<SeatMap<i64>, Slip> {
        let list = self.by_seat()?;
        counted(&list, seats).map(|()| list.map()).map_err(|problem| self.slip(problem))
    }

    /// Reads integers by seat: all that follow, two to four of them.
    pub(super) fn by_seat(&mut self) -> Result<SeatList<i64>, Slip> {
        let mut points = Vec::with_capacity(4);
        while points.len() < 2 || matches!(self.peek()?, Some(Token::Bare(word)) if word.parse::<i64>().is_ok()) {
            points.push(self.whole()?);
        }
        let found = points.len();
        SeatList::of(points).ok_or_else(|| self.slip(Problem::WrongLength { found, want: Want::BySeat }))
    }

    /// Adds an entry for the word read last to a list of at most `limit` entries.
    pub(super) fn add<T>(&self, list: &mut Vec<T>, entry: T, limit: usize) -> Result<(), Slip> {
        if list.len() >= limit {
            return Err(self.slip(Problem::ListTooLong { limit }));
        }
        list.push(entry);
        Ok(())
    }

    /// Checks that the line ends here.
    pub(super) fn end(&mut self) -> Result<(), Slip> {
        let found = match self.next()? {
            None => return Ok(()),
            Some(Token::Bare(word)) => short(word),
            Some(Token::Quoted(text)) => short(&text),
            Some(Token::Mark(mark)) => mark.to_string(),
        };
        Err(self.slip(Problem::ExtraWord { found }))
    }
}

fn face(text: &str) -> Option<u8> {
    text.parse().ok().filter(|face| (1..=6).contains(face))
}

/// Quotes a name for a line: bare if that is unambiguous, else in quotes with JSON escapes.
pub(super) fn quote(name: &str) -> Cow<'_, str> {
    let odd = |c: char| c.is_whitespace() || c.is_control() || c == '"' || c == '=' || c == '\u{FEFF}';
    let bare = !name.is_empty()
        && !name.starts_with(['#', '@'])
        && !name.starts_with("//")
        && !RESERVED.contains(&name)
        && !name.contains(odd);
    if bare { name.into() } else { serde_json::Value::from(name).to_string().into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_names_round_trip() {
        for name in [
            "四喜",
            "a b",
            "",
            "-",
            "for",
            "say \"hi\"",
            "http://x//y",
            "//x",
            "#1",
            "@3",
            "a=b",
            "line\nbreak",
            "全 角",
        ] {
            let line = format!("{} next // {name}", quote(name)).replace('\n', " ");
            let mut words = Words::new(&line, 0);
            assert_eq!(words.name().unwrap().unwrap(), name, "{line}");
            assert!(words.take("next").unwrap());
            words.end().unwrap();
        }
    }

    #[test]
    fn rejects_unclosed_quotes() {
        for line in ["\"abc", "\"a\\\"", "\"\\q\""] {
            assert_eq!(Words::new(line, 7).next().unwrap_err().at, 7, "{line}");
        }
    }
}
