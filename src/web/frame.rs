//! The frame of every page, and shared fragments: seats, links to the handbook, escaping.

use super::assets::address;
use caipan_log::{People, is_unseen};
use caipan_tiles::text::Lang;
use caipan_tiles::tile::Seat;
use maud::{DOCTYPE, Markup, html};

/// The properties of a page.
pub(super) struct Head<'a> {
    pub lang: Lang,
    pub title: &'a str,
    /// The address without the language, for the language switch.
    pub here: &'a str,
    /// The script of the page, which is optional.
    pub script: Option<&'a str>,
    /// True if the page uses the full width of the screen.
    pub wide: bool,
}

/// Renders a page without a script; `here` is its address for the language switch.
pub(super) fn frame(lang: Lang, title: &str, here: &str, body: &Markup) -> Markup {
    framed(&Head { lang, title, here, script: None, wide: false }, body)
}

/// Renders a page.
pub(super) fn framed(head: &Head<'_>, body: &Markup) -> Markup {
    let Head { lang, title, here, script, wide } = *head;
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
                meta name="color-scheme" content="light dark";
                title { (title) " · caipan 裁判" }
                link rel="stylesheet" href=(address("style.css"));
                link rel="icon" href="data:,";
                @if let Some(script) = script { script type="module" src=(address(script)) {} }
            }
            body {
                header.top {
                    a href={ "/?lang=" (lang.tag()) } { "caipan 裁判" }
                    nav {
                        a href={ "/score?lang=" (lang.tag()) } { (lang.pick("算分", "Score")) }
                        a href={ "/explain?lang=" (lang.tag()) } { (lang.pick("规则与检查", "Rules and checks")) }
                        a href={ "/adapters?lang=" (lang.tag()) } { (lang.pick("适配器", "Adapters")) }
                        a href="/docs/" { (lang.pick("接口文档", "API")) }
                        a id="other" href={ (here) (join) "lang=" (other) } hreflang=(other) { (name) }
                    }
                }
                main.wide[wide] { (body) }
            }
        }
    }
}

/// Renders a player's name, or the seat without one; the tooltip names the seat.
pub(super) fn seat(lang: Lang, seat: Seat, people: &People) -> Markup {
    html! {
        span.seat title={ (lang.pick("座位 ", "seat ")) (seat) } { (people.who(seat).get(lang)) }
    }
}

/// Renders the id of a check, clause, ruling, option or system as a link to its explanation.
pub(super) fn word(lang: Lang, id: &str) -> Markup {
    html! { a.word href={ "/explain?word=" (escaped(id)) "&lang=" (lang.tag()) } { (id) } }
}

/// Removes invisible characters from a foreign id or name: they can reverse the text around it, and control a terminal
/// into which a page is pasted.
pub fn readable(text: &str) -> String {
    text.chars().filter(|c| !is_unseen(*c)).collect()
}

/// Escapes a word for a query string.
pub fn escaped(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    word.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
