//! What every page has around it.

use crate::say::Lang;
use maud::{DOCTYPE, Markup, html};

/// The one style sheet.
pub const STYLE: &str = include_str!("style.css");

/// A page with its title; `here` is its address without a query, for the change of language.
pub(super) fn frame(lang: Lang, title: &str, here: &str, body: &Markup) -> Markup {
    let (other, name) = match lang {
        Lang::Zh => ("en", "English"),
        Lang::En => ("zh", "中文"),
    };
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
                        a href="/docs/" { (lang.pick("接口文档", "API")) }
                        a href={ (here) "?lang=" (other) } hreflang=(other) { (name) }
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
    html! {
        span.tiles {
            @for tile in tiles { span.tile.(tile.suit().letter().to_string()) title=(tile.to_string()) { (tile.chinese()) } }
        }
    }
}
