//! Names of players in sentences: the player's name, the id if there is none, else the seat.
//!
//! A name is untrusted data. It is shown short, on one line and in reading order, without characters that control a
//! terminal or a page. A name that could be mistaken for another seat, a word of the referee or a number shows its
//! seat.

use super::GameLog;
use caipan_tiles::text::{Lang, SEAM};
use caipan_tiles::tile::{Seat, SeatMap, Seats};
use std::fmt::{self, Write};
use std::sync::{Arc, OnceLock};

/// Maximum length of a name in characters; the rest is cut.
const LONGEST: usize = 24;

/// The players as named in the log, and the dealer.
#[derive(Clone, Debug)]
pub struct People {
    names: Arc<Names>,
    seats: Seats,
    dealer: Option<Seat>,
}

#[derive(Debug, Default)]
struct Names {
    texts: SeatMap<Option<String>>,
    /// The seats whose names need the seat number beside them; computed on first use.
    unclear: OnceLock<Seats>,
}

/// A player or a seat in a sentence: `{who}` in Chinese, `{who:#}` in English.
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    people: &'a People,
    seat: Option<Seat>,
}

/// A list of players or seats in a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Several<'a> {
    people: &'a People,
    seats: &'a [Seat],
}

/// A name in a sentence: in quotation marks, unless it is a plain word.
struct Name<'a>(&'a str);

impl Default for People {
    /// Four players without names.
    fn default() -> People {
        People { names: Arc::default(), seats: Seats::FOUR, dealer: None }
    }
}

impl People {
    /// Returns the players of a log.
    pub fn of(log: &GameLog) -> People {
        // A name without visible characters is replaced by the id.
        let named = |player: &super::Player| player.name.as_deref().map(shown).filter(|name| !name.is_empty());
        let called = |player: &super::Player| named(player).unwrap_or_else(|| shown(&player.id));
        People { seats: log.seats(), ..People::shown_as(log.players.iter().map(called).collect()) }
    }

    /// Creates players from names by seat, as [`People::names`] returns them; an empty name is no name.
    pub fn called<T: AsRef<str>>(names: &[T]) -> People {
        People::shown_as(names.iter().map(|name| shown(name.as_ref())).collect())
    }

    fn shown_as(texts: Vec<String>) -> People {
        let seats = if texts.is_empty() { Seats::FOUR } else { Seats::first(texts.len()) };
        let mut names = Names::default();
        for (seat, text) in Seat::ALL.into_iter().zip(texts).filter(|(_, text)| !text.is_empty()) {
            names.texts[seat] = Some(text);
        }
        People { names: Arc::new(names), seats, ..People::default() }
    }

    fn name(&self, seat: Seat) -> Option<&str> {
        self.names.texts[seat].as_deref()
    }

    /// True if the name in this seat needs the seat number beside it.
    fn is_unclear(&self, seat: Seat) -> bool {
        self.names.unclear.get_or_init(|| self.names.unclear()).contains(seat)
    }

    /// Sets the dealer of the current hand. A dealer without a name is called the dealer.
    #[must_use]
    pub fn dealt_by(&self, dealer: Seat) -> People {
        People { dealer: Some(dealer), ..self.clone() }
    }

    /// The player in this seat.
    pub fn who(&self, seat: Seat) -> Who<'_> {
        self.anyone(Some(seat))
    }

    /// The player in this seat, or "somebody".
    pub fn anyone(&self, seat: Option<Seat>) -> Who<'_> {
        Who { people: self, seat }
    }

    /// A list of players: `{list}` in Chinese, `{list:#}` in English; an empty list is "nobody".
    pub fn list<'a>(&'a self, seats: &'a [Seat]) -> Several<'a> {
        Several { people: self, seats }
    }

    /// The seats at the table.
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// The displayed names by seat, one per seat at the table; empty if there are four seats and the log names nobody.
    pub fn names(&self) -> Vec<String> {
        let text = |name: &Option<String>| name.clone().unwrap_or_default();
        let unnamed = self.seats == Seats::FOUR && self.names.texts.0.iter().all(Option::is_none);
        if unnamed { Vec::new() } else { self.seats.iter().map(|seat| text(&self.names.texts[seat])).collect() }
    }
}

impl Names {
    /// The seats whose name is not unique or could be mistaken for something else.
    fn unclear(&self) -> Seats {
        let folded = SeatMap(self.texts.0.each_ref().map(|text| text.as_ref().map(|text| text.to_lowercase())));
        let same = |seat: Seat| folded.0.iter().filter(|other| **other == folded[seat]).count() > 1;
        let named = |seat: &Seat| self.texts[*seat].as_ref().is_some_and(|text| same(*seat) || misleads(text));
        Seat::ALL.into_iter().filter(named).collect()
    }
}

impl<'a> Who<'a> {
    /// True if the log names the player.
    pub fn is_named(self) -> bool {
        self.name().is_some()
    }

    fn name(self) -> Option<Name<'a>> {
        self.people.name(self.seat?).map(Name)
    }

    /// Returns the name in this language.
    pub fn get(self, lang: Lang) -> String {
        let text = lang.pick(format!("{self}"), format!("{self:#}"));
        text.replace(SEAM, "")
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_plain(self.0) { f.write_str(self.0) } else { write!(f, "“{}”", self.0) }
    }
}

impl fmt::Display for Who<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(seat) = self.seat else {
            return f.write_str(if f.alternate() { "somebody" } else { "有人" });
        };
        let name = self.name();
        let unclear = self.people.is_unclear(seat);
        let deals = self.people.dealer == Some(seat);
        if f.alternate() {
            return match name {
                Some(name) if unclear => write!(f, "{name} (seat {seat})"),
                Some(name) => write!(f, "{name}"),
                None if deals => write!(f, "the dealer (seat {seat})"),
                None => write!(f, "seat {seat}"),
            };
        }
        f.write_char(SEAM)?;
        match name {
            Some(name) if unclear => write!(f, "{name}（座位 {seat}）")?,
            Some(name) => write!(f, "{name}")?,
            None if deals => write!(f, "庄家（座位 {seat}）")?,
            None => write!(f, "座位 {seat}")?,
        }
        f.write_char(SEAM)
    }
}

impl fmt::Display for Several<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.seats.len().saturating_sub(1);
        for (at, &seat) in self.seats.iter().enumerate() {
            let who = self.people.who(seat);
            match (f.alternate(), at) {
                (false, 0) => write!(f, "{who}")?,
                (false, _) => write!(f, "、{who}")?,
                (true, 0) => write!(f, "{who:#}")?,
                (true, _) if at == last => write!(f, " and {who:#}")?,
                (true, _) => write!(f, ", {who:#}")?,
            }
        }
        match (self.seats, f.alternate()) {
            ([], false) => f.write_str("无人"),
            ([], true) => f.write_str("nobody"),
            _ => Ok(()),
        }
    }
}

/// Makes untrusted text safe for a sentence: short, on one line, without control characters, direction marks or
/// characters with a meaning in a report.
pub fn shown(text: &str) -> String {
    if text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return text.to_owned();
    }
    let mut shown = String::new();
    let mut length = 0usize;
    let mut before = ' ';
    for c in text.chars() {
        let c = match c {
            _ if c.is_whitespace() || c.is_control() && c != '\u{1b}' => ' ',
            _ if is_unseen(c) || is_mark(c) && is_mark(before) => continue,
            '`' | '"' | '“' | '”' => '\'',
            '[' => '［',
            ']' => '］',
            c => c,
        };
        if c == ' ' && before == ' ' {
            continue;
        }
        if length == LONGEST {
            return format!("{}…", shown.trim_end());
        }
        shown.push(c);
        length += 1;
        before = c;
    }
    shown.truncate(shown.trim_end().len());
    shown
}

/// True for invisible characters that change how others are displayed, and for those without a standard meaning.
pub const fn is_unseen(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// True for marks that combine with the preceding letter.
const fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// True if a name could be mistaken for a number, a seat or another word of the referee.
fn misleads(name: &str) -> bool {
    const WORDS: [&str; 16] = [
        "座位", "庄", "闲家", "上家", "下家", "对家", "胡家", "三家", "四家", "无人", "公账", "房间", "seat", "dealer",
        "nobody", "house",
    ];
    let lower = name.to_lowercase();
    !name.chars().any(char::is_alphabetic) || WORDS.iter().any(|word| lower.contains(word))
}

/// True if a name is a plain word.
fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || "_-.·".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use caipan_tiles::bilingual;

    fn both(names: [&str; 4], seat: usize) -> (String, String) {
        let people = People::called(&names);
        let who = people.who(Seat::ALL[seat]);
        let text = bilingual!("{who}应补给{who}6。", "{who:#}");
        (text.zh.into_owned(), text.en.into_owned())
    }

    #[test]
    fn names_are_spaced_correctly_in_both_languages() {
        let names = ["u1", "老周", "", "张 三"];
        assert_eq!(both(names, 0), ("u1 应补给 u1 6。".to_owned(), "u1".to_owned()));
        assert_eq!(both(names, 1), ("老周应补给老周 6。".to_owned(), "老周".to_owned()));
        assert_eq!(both(names, 2), ("座位 2 应补给座位 2 6。".to_owned(), "seat 2".to_owned()));
        assert_eq!(both(names, 3).1, "“张 三”");
        let people = People::default().dealt_by(Seat::ALL[0]);
        let (dealer, other) = (people.who(Seat::ALL[0]), people.who(Seat::ALL[1]));
        let text = bilingual!("{other} 应补给 {dealer} {}。", "{other:#} owes {dealer:#} {}", 6);
        assert_eq!(text.zh, "座位 1 应补给庄家（座位 0）6。");
        assert_eq!(text.en, "seat 1 owes the dealer (seat 0) 6");
        let both = people.list(&[Seat::ALL[0], Seat::ALL[1]]);
        assert_eq!(bilingual!("{both}胡了。", "{both:#} won").zh, "庄家（座位 0）、座位 1 胡了。");
        assert_eq!(bilingual!("{both}胡了。", "{both:#} won").en, "the dealer (seat 0) and seat 1 won");
        assert_eq!(bilingual!("胡的是{}。", "{:#} won", people.list(&[])).en, "nobody won");
    }

    #[test]
    fn ambiguous_name_shows_its_seat() {
        for name in ["小王", "座位 3", "Seat 3", "12", "3", "庄家", "nobody"] {
            let (zh, en) = both([name, "小王", "u", "v"], 0);
            assert!(zh.contains("座位 0") && en.ends_with("(seat 0)"), "{zh} {en}");
        }
        assert_eq!(both(["小王", "小李", "u", "v"], 0).1, "小王");
    }

    #[test]
    fn hostile_names_are_sanitized() {
        let hostile = [
            "a\nb\r\n\tc",
            "\u{1b}[31mred\u{1b}[0m",
            "\u{202e}txt\u{2066}\u{200f}",
            "<script>alert(1)</script>",
            "`x` [y](http://z) \"q\"",
            "e\u{301}\u{302}\u{303}\u{304}",
            "\u{e000}\u{fffd}\u{200b}",
            "\0\u{7f}\u{85}",
        ];
        for name in hostile {
            let text = shown(name);
            assert!(text.chars().all(|c| !c.is_control() && !is_unseen(c) && !"`[]\"".contains(c)), "{text:?}");
            assert_eq!(shown(&text), text);
        }
        let long = "长".repeat(10_000);
        assert_eq!(shown(&long).chars().count(), LONGEST + 1);
        assert_eq!(People::called(&["\u{200b}", "", " ", "\n"]).names(), Vec::<String>::new());
        assert_eq!(People::called(&["\u{200b}"]).who(Seat::ALL[0]).get(Lang::En), "seat 0");
    }
}
