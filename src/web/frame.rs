//! What every page has around it, and how tiles, seats and links to the handbook are shown on all of them.

use crate::log::People;
use crate::say::Lang;
use crate::tile::{Seat, Tile};
use maud::{DOCTYPE, Markup, html};

/// The one style sheet.
pub const STYLE: &str = include_str!("style.css");

/// A page with its title; `here` is its address, for the change of language.
pub(super) fn frame(lang: Lang, title: &str, here: &str, body: &Markup) -> Markup {
    let (other, name) = match lang {
        Lang::Zh => (Lang::En.tag(), "English"),
        Lang::En => (Lang::Zh.tag(), "中文"),
    };
    let join = if here.contains('?') { "&" } else { "?" };
    html! {
        (DOCTYPE)
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · caipan 裁判" }
                link rel="stylesheet" href="/style.css";
            }
            body {
                header {
                    a href={ "/?lang=" (lang.tag()) } { "caipan 裁判" }
                    nav {
                        a href={ "/explain?lang=" (lang.tag()) } { (lang.pick("规则与检查", "Rules and checks")) }
                        a href="/docs/" { (lang.pick("接口文档", "API")) }
                        a href={ (here) (join) "lang=" (other) } hreflang=(other) { (name) }
                    }
                }
                main { (body) }
            }
        }
    }
}

/// A group of tiles in notation, as small tiles.
pub(super) fn tiles(notation: &str) -> Markup {
    let tiles = crate::tile::parse_tiles(notation).unwrap_or_default();
    html! { span.tiles { @for tile in tiles { (face(tile, false)) } } }
}

/// One tile; a wild one is marked.
pub(super) fn face(tile: Tile, wild: bool) -> Markup {
    html! {
        span.tile.(tile.suit().letter().to_string()).wild[wild] title=(tile.to_string()) { (tile.chinese()) }
    }
}

/// A player by name, else by the seat; the seat is told at the pointer.
pub(super) fn seat(lang: Lang, seat: Seat, people: &People) -> Markup {
    html! {
        span.seat title={ (lang.pick("座位 ", "seat ")) (seat) } { (people.who(seat).get(lang)) }
    }
}

/// A sentence; what stands in backquotes is code.
pub(super) fn prose(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() { @if at % 2 == 0 { (part) } @else { code { (part) } } }
    }
}

/// The id of a check, clause, ruling, option or system, leading to what it means.
pub(super) fn word(lang: Lang, id: &str) -> Markup {
    html! { a.word href={ "/explain?word=" (escaped(id)) "&lang=" (lang.tag()) } { (id) } }
}

/// A word as it stands in a query.
pub(super) fn escaped(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    word.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
