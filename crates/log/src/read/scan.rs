//! The fast path for usual events: keys in any order, no escapes, nothing under `x`.
//!
//! Lists of events are four fifths of a log, and their events look alike. They are cut out of the text and read here.
//! Any other event, valid or not, makes the general path read all of the log again, so this module reports no errors.
//! The test `fast_path_agrees_with_general_path` compares the two.

use super::super::Dice;
use super::super::word::{EventKind, Word};
use super::super::{Action, Event};
use super::Limits;
use super::claim::WireClaim;
use super::event::WireToEvent;
use super::list::{Anything, CLAIMS, InlineVec, KINDS};
use super::scalar::{Field, Must, OneOf, digest, tiles, two_tiles};
use super::wire::WireEvent;
use caipan_tiles::tile::{Seat, Tile, parse_tile, tile_of};

/// The key of a list of events.
const KEY: &str = "\"events\"";

/// A log without its events.
pub(super) struct Cut {
    /// The text, with `true` in place of each list of events. A log in which the key leads to any other value is left
    /// alone.
    pub(super) rest: String,
    /// The lists in order.
    pub(super) lists: Vec<Vec<Event>>,
}

impl Cut {
    /// Cuts the events out of a log, if all of them are usual and within the limits. Each list reserves room for a
    /// typical hand, so the number of lists is limited to the maximum number of hands.
    ///
    /// If the key also occurs elsewhere (under `x`), there are more lists than hands; the caller checks this.
    pub(super) fn of(text: &str, limits: &Limits) -> Option<Cut> {
        let mut cut = Cut { rest: String::with_capacity(text.len() / 2), lists: Vec::new() };
        let mut from = 0;
        while let Some(at) = text.get(from..)?.find(KEY) {
            if cut.lists.len() == limits.hands {
                return None;
            }
            let mut scan = Scan { text, at: from + at + KEY.len() };
            scan.pass(b':')?;
            cut.rest.push_str(text.get(from..scan.at)?);
            cut.rest.push_str("true");
            cut.lists.push(scan.list(128, limits.events, Scan::event)?);
            from = scan.at;
        }
        cut.rest.push_str(text.get(from..)?);
        // With escaped letters, the key could occur elsewhere unnoticed.
        (!cut.rest.contains("\\u00")).then_some(cut)
    }
}

/// The text and the current offset. `None` from any method means that the event is not usual.
struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    /// Skips blanks and returns the next byte without consuming it.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.as_bytes().get(self.at)?;
            if byte > b' ' || !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    /// Consumes this byte, which must be next.
    #[inline]
    fn pass(&mut self, byte: u8) -> Option<()> {
        let here = self.peek()? == byte;
        self.at += usize::from(here);
        here.then_some(())
    }

    /// Consumes this byte if it is next.
    #[inline]
    fn passes(&mut self, byte: u8) -> bool {
        self.pass(byte).is_some()
    }

    /// Reads a text up to the next quote, to compare with known words or to parse. An escape fails there as an invalid
    /// character.
    #[inline]
    fn word(&mut self) -> Option<&'a str> {
        self.pass(b'"')?;
        let rest = self.text.as_bytes().get(self.at..)?;
        let near = rest.first_chunk().and_then(|&eight| quote_within(eight));
        let len = near.or_else(|| rest.iter().position(|&byte| byte == b'"'))?;
        let word = self.text.get(self.at..self.at + len);
        self.at += len + 1;
        word
    }

    /// Reads any text without escapes.
    fn free(&mut self) -> Option<String> {
        let word = self.word()?;
        let plain = |byte: u8| byte >= 0x20 && byte != b'\\';
        word.bytes().all(plain).then(|| word.to_owned())
    }

    /// Reads a non-negative integer. The caller finds an invalid continuation at the next byte.
    #[inline]
    fn number(&mut self) -> Option<u64> {
        self.peek()?;
        let digits = self.text.as_bytes().get(self.at..)?;
        let len = digits.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
        let (digits, _) = digits.split_at_checked(len)?;
        if matches!(digits, [] | [b'0', _, ..]) {
            return None;
        }
        self.at += len;
        digits.iter().try_fold(0_u64, |sum, digit| sum.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
    }

    fn seat(&mut self) -> Option<Seat> {
        u8::try_from(self.number()?).ok().and_then(Seat::new)
    }

    fn one_of<T: Word>(&mut self) -> Option<OneOf<T>> {
        T::from_word(self.word()?).map(OneOf)
    }

    fn flag(&mut self) -> Option<bool> {
        self.peek()?;
        let rest = self.text.get(self.at..)?;
        let flag = rest.starts_with("true");
        if !flag && !rest.starts_with("false") {
            return None;
        }
        self.at += if flag { 4 } else { 5 };
        Some(flag)
    }

    /// Reads a list of at most `most` entries.
    fn list<T>(&mut self, room: usize, most: usize, mut entry: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.pass(b'[')?;
        let mut list = Vec::with_capacity(room);
        if self.passes(b']') {
            return Some(list);
        }
        loop {
            if list.len() == most {
                return None;
            }
            list.push(entry(self)?);
            if !self.passes(b',') {
                self.pass(b']')?;
                return Some(list);
            }
        }
    }

    /// Reads an object. `read` gets each key and returns `true` if it is usual and not a duplicate.
    #[inline]
    fn object(&mut self, read: impl FnMut(&mut Self, &str) -> Option<bool>) -> Option<()> {
        self.pass(b'{')?;
        self.keys(read)
    }

    /// Reads the rest of an object, from a key on.
    #[inline]
    fn keys(&mut self, mut read: impl FnMut(&mut Self, &str) -> Option<bool>) -> Option<()> {
        loop {
            let key = self.word()?;
            self.pass(b':')?;
            if !read(self, key)? {
                return None;
            }
            if !self.passes(b',') {
                return self.pass(b'}');
            }
        }
    }

    fn dice(&mut self) -> Option<Dice> {
        let faces = self.list(2, 4, |scan| u8::try_from(scan.number()?).ok())?;
        Dice::new(&faces)
    }

    fn claim(&mut self) -> Option<WireClaim> {
        let (mut seat, mut what) = (Field(None), Field(None));
        self.object(|scan, key| match key {
            "seat" => Some(once(&mut seat, scan.seat()?)),
            "what" => Some(once(&mut what, scan.one_of()?)),
            _ => None,
        })?;
        Some(WireClaim { seat: Must(seat.0?), what: Must(what.0?), _x: Anything })
    }

    /// Reads the beginning of a draw or discard in the canonical spelling, `{"type":"draw","seat":0,"tile":"5m"`, as
    /// nine events in ten begin. Consumes nothing else.
    #[inline]
    fn head(&mut self) -> Option<(EventKind, Seat, Tile)> {
        let text = self.text.as_bytes().get(self.at..)?;
        let text = text.strip_prefix(br#"{"type":"d"#)?;
        let (kind, text) = match text.strip_prefix(b"iscard") {
            Some(text) => (EventKind::Discard, text),
            None => (EventKind::Draw, text.strip_prefix(b"raw")?),
        };
        let [digit, text @ ..] = text.strip_prefix(br#"","seat":"#)? else { return None };
        let [rank, suit, b'"', text @ ..] = text.strip_prefix(br#","tile":""#)? else { return None };
        let seat = Seat::new(digit.wrapping_sub(b'0'))?;
        let tile = tile_of(*rank, *suit)?;
        self.at = self.text.len() - text.len();
        Some((kind, seat, tile))
    }

    fn event(&mut self) -> Option<Event> {
        let head = self.head();
        if let Some((kind, seat, tile)) = head
            && self.passes(b'}')
        {
            let draw = Action::Draw { seat, tile, from: None };
            return Some(if kind == EventKind::Draw { draw } else { Action::Discard { seat, tile } }.into());
        }
        let mut kind: Field<OneOf<EventKind>> = Field(None);
        let mut event = WireEvent::of(EventKind::DrawGame);
        match head {
            Some((known, seat, tile)) => {
                self.pass(b',')?;
                (kind, event.seat, event.tile) = (Field(Some(OneOf(known))), Field(Some(seat)), Field(Some(tile)));
            }
            None => self.pass(b'{')?,
        }
        self.keys(|scan, key| {
            Some(match key {
                "type" => once(&mut kind, scan.one_of()?),
                "seat" => once(&mut event.seat, scan.seat()?),
                "tile" => once(&mut event.tile, parse_tile(scan.word()?).ok()?),
                "ms" => once(&mut event.ms, scan.number()?),
                "from" => once(&mut event.from, scan.one_of()?),
                "with" => once(&mut event.with, two_tiles(scan.word()?)?),
                "kind" => once(&mut event.kind, scan.one_of()?),
                "of" => once(&mut event.of, scan.one_of()?),
                "what" => once(&mut event.what, scan.one_of()?),
                "take" => once(&mut event.take, scan.flag()?),
                "dice" => once(&mut event.dice, scan.dice()?),
                "tiles" => once(&mut event.tiles, tiles(scan.word()?)?),
                "kinds" => once(&mut event.kinds, InlineVec(scan.list(1, KINDS, Scan::free)?)),
                "claims" => once(&mut event.claims, InlineVec(scan.list(1, CLAIMS, Scan::claim)?)),
                "auto" => once(&mut event.auto, scan.one_of()?),
                "offers" => once(&mut event.offers, InlineVec(scan.list(0, CLAIMS, Scan::claim)?)),
                "digest" => once(&mut event.digest, digest(scan.word()?)?),
                _ => return None,
            })
        })?;
        event.event = Must(kind.0?);
        event.event().ok()
    }
}

/// Stores a value; returns `false` if there is one already.
#[inline]
fn once<T>(field: &mut Field<T>, value: T) -> bool {
    field.0.replace(value).is_none()
}

/// Returns the index of the first quote in eight bytes. It compares all eight at once: most words are short, and
/// consecutive words differ in length.
#[inline]
fn quote_within(eight: [u8; 8]) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let others = u64::from_le_bytes(eight) ^ u64::from_le_bytes([b'"'; 8]);
    // The high bit of each byte that is zero, and of some above the lowest of these.
    let zeros = others.wrapping_sub(ONES) & !others & (ONES << 7);
    (zeros != 0).then(|| zeros.trailing_zeros() as usize / 8)
}
