//! Renders tiles as drawings, with spoken names for screen readers.

use crate::assets::address;
use crate::words;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::{Tile, parse_tiles};
use maud::{Markup, html};

/// The marks of a tile.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileMarks {
    /// A wild tile.
    pub wild: bool,
    /// A wrong tile.
    pub bad: bool,
    /// The last discard.
    pub last: bool,
    /// The tile of a self-drawn win.
    pub took: bool,
    /// A missing tile that a reading needs.
    pub missing: bool,
    /// A tile that was drawn and discarded at once.
    pub thrown: bool,
}

/// Renders a tile.
pub fn tile(tile: Tile, look: TileMarks, lang: Lang) -> Markup {
    let mut called = words::tile_name(tile, lang);
    let said = [
        (look.wild, "is wild"),
        (look.bad, "is bad"),
        (look.thrown, "is thrown"),
        (look.last, "is last"),
        (look.took, "is took"),
        (look.missing, "is missing"),
    ];
    for (_, key) in said.iter().filter(|(is, _)| *is) {
        called.push_str(words::word(lang, key));
    }
    let sprite = address("tiles.svg");
    html! {
        svg.t.bad[look.bad].last[look.last || look.took].thrown[look.thrown].missing[look.missing] role="img" aria-label=(called) {
            use href={ (sprite) "#" (tile) } {}
            @if look.wild { use href={ (sprite) "#w1" } {} }
        }
    }
}

/// Renders a tile face down.
pub fn back(lang: Lang) -> Markup {
    html! { svg.t role="img" aria-label=(words::word(lang, "face down")) { use href={ (address("tiles.svg")) "#b" } {} } }
}

/// Renders notation as a row of tiles; other text is unchanged.
pub fn tiles(notation: &str, wild: Option<Tile>, lang: Lang) -> Markup {
    let Ok(all) = parse_tiles(notation) else { return html! { (notation) } };
    html! { span.tiles.many[all.len() > 14] { @for one in all { (tile(one, TileMarks { wild: wild == Some(one), ..TileMarks::default() }, lang)) } } }
}

/// Renders an icon.
pub fn icon(name: &str) -> Markup {
    html! { svg.icon aria-hidden="true" { use href={ (address("tiles.svg")) "#i-" (name) } {} } }
}

/// Renders a sentence: backquotes mark code, and notation is drawn. The name of a tile after its notation is omitted,
/// because the drawing replaces it.
pub fn prose(text: &str, lang: Lang) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 0 { (drawn(part, lang)) } @else { code { (part) } }
        }
    }
}

fn drawn(text: &str, lang: Lang) -> Markup {
    let joins = |c: char| c.is_ascii_alphanumeric() || "-._/#".contains(c);
    let mut parts: Vec<(&str, Option<Vec<Tile>>)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_word = rest.starts_with(joins);
        let end = rest.find(|c| joins(c) != is_word).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        let found =
            Some(part).filter(|_| is_word).and_then(|part| parse_tiles(part).ok()).filter(|found| !found.is_empty());
        if let Some([one]) = found.as_deref() {
            rest = rest.strip_prefix(' ').and_then(|rest| rest.strip_prefix(one.chinese())).unwrap_or(rest);
        }
        parts.push((part, found));
    }
    html! {
        @for (part, found) in parts {
            @match found {
                Some(found) => span.tiles { @for one in found { (tile(one, TileMarks::default(), lang)) } },
                None => (part),
            }
        }
    }
}
