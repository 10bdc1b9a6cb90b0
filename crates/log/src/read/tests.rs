//! Tests that compare the fast path with the general path.

use super::scan::Cut;
use super::{Limits, general, usual};
use crate::write;

/// Every type of event, with every key that it may have.
const TEXT: &str = r#"{"format":"paipu/1","id":"t","rules":{"system":"changsha-a"},"hands":[{"events":[
{"type":"opening","seat":0,"kinds":["四喜","缺一色"],"dice":[3,4]},{"type":"draw","seat":1,"tile":"1m","from":"tail","ms":10},
{"type":"discard","seat":1,"tile":"9s","claims":[{"seat":2,"what":"pung"},{"what":"chow","seat":3}],"ms":12},
{"seat":2,"tile":"3p","type":"chow","with":"12p"},
{"type":"pung","seat":3,"tile":"7z"},{"type":"kong","seat":0,"tile":"5m","kind":"added","dice":[]},
{"type":"reveal","seat":0,"tiles":"12m"},{"type":"declare","seat":1,"what":"ready"},{"type":"seabed","seat":2,"take":true},
{ "type" : "seabed" , "seat" : 3 , "take" : false },{"type":"pass","seat":0,"of":"win"},{"type":"birds","tiles":""},
{"type":"flip","tile":"2s"},{"type":"leave","seat":1},{"type":"win","seat":0,"tile":"1m"},{"type":"draw_game"}]}]}"#;

/// Fragments of JSON, and some invalid ones.
const PARTS: &[&str] = &[
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\",
    "\\u0031",
    " ",
    "\n",
    "\t",
    "0",
    "1",
    "3",
    "4",
    "9",
    "-",
    ".",
    "e1",
    "00",
    "m",
    "z",
    "null",
    "true",
    "false",
    "\"seat\":1",
    "\"x\":{}",
    ",\"ms\":18446744073709551615",
    ",\"ms\":18446744073709551616",
    "\"type\":\"draw\"",
    "\"events\":[]",
    "\"events\"",
    "\\u0065vents",
    "\"tile\":\"1m\"",
    ",\"digest\":\"sha256:",
    "\u{e9}",
    "中",
    "{}",
    "[]",
    "{\"type\":\"draw_game\"}",
];

/// A pseudo-random number generator.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn place(&mut self, text: &str, from: usize) -> usize {
        let mut at = from + self.below(text.len() - from + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Returns the text with a few changes within the events.
    fn mangled(&mut self) -> String {
        let mut text = TEXT.to_owned();
        let start = TEXT.find("[{\"type\"").unwrap_or_default();
        for _ in 0..=self.below(2) {
            let (a, b) = (self.place(&text, start), self.place(&text, start));
            let b = if self.below(4) > 0 { self.place(&text, a).min(a + 6) } else { b };
            let (a, mut b) = (a.min(b), a.max(b));
            while !text.is_char_boundary(b) {
                b += 1;
            }
            let part = match self.below(5) {
                0 => String::new(),
                1 => text[a..b].repeat(2),
                2 => format!(" {}", &text[a..b]),
                _ => PARTS[self.below(PARTS.len())].to_owned(),
            };
            text.replace_range(a..b, &part);
        }
        text
    }
}

#[test]
fn fast_path_reads_usual_events() {
    let limits = Limits::default();
    let (scanned, read) = (usual(TEXT, &limits), general(TEXT, &limits).ok());
    assert!(scanned.is_some(), "the usual way is taken");
    assert_eq!(scanned, read);
    let written = write(&read.expect("it was read"));
    assert_eq!(usual(&written, &limits), scanned, "and of what is written");
}

/// Each list reserves room for a typical hand, so the number of lists must be limited.
#[test]
fn fast_path_limits_lists_and_events() {
    let limits = Limits::default();
    let lists = |count: usize| "\"events\":[],".repeat(count);
    assert!(Cut::of(&lists(limits.hands), &limits).is_some_and(|cut| cut.lists.len() == limits.hands));
    assert!(Cut::of(&lists(limits.hands + 1), &limits).is_none());
    let events = "{\"type\":\"draw_game\"},".repeat(limits.events);
    assert!(Cut::of(&format!("\"events\":[{events}{{\"type\":\"draw_game\"}}]"), &limits).is_none());
}

#[test]
fn fast_path_agrees_with_general_path() {
    let limits = Limits::default();
    let mut draws = Draws(1);
    let (mut alike, mut left) = (0, 0);
    for _ in 0..250_000 {
        let text = draws.mangled();
        let read = general(&text, &limits).ok();
        match usual(&text, &limits) {
            Some(scanned) => {
                assert_eq!(Some(scanned), read, "{text}");
                alike += 1;
            }
            None => left += usize::from(read.is_some()),
        }
    }
    assert!(alike > 5_000, "many are right and usual: {alike}");
    assert!(left > 20, "some are right and not usual: {left}");
}
