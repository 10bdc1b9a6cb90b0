//! Fragments of every page: seats, points, links to the handbook, escaping.

use crate::words;
use caipan_log::{People, is_unseen};
use caipan_tiles::text::Lang;
use caipan_tiles::tile::{Seat, Seats};
use maud::{Markup, html};

/// Renders a player's name, or the seat without one; the tooltip names the seat.
pub fn seat(lang: Lang, seat: Seat, people: &People) -> Markup {
    html! {
        span.seat title={ (lang.pick("座位 ", "seat ")) (seat) } { (people.who(seat).get(lang)) }
    }
}

/// Renders a player with the wind of the seat in a ring, which is filled for the dealer; without a dealer, the name alone.
pub fn placed(lang: Lang, place: Seat, people: &People, dealer: Option<Seat>) -> Markup {
    let Some(dealer) = dealer else { return html! { span.seat { b { (people.who(place).get(lang)) } } } };
    let deals = place == dealer;
    html! {
        span.seat.dealer[deals] title=[deals.then(|| lang.pick("庄家", "dealer"))] {
            i aria-hidden="true" { (wind(lang, place, dealer, people.seats())) } bdi { (people.who(place).get(lang)) }
        }
    }
}

/// Returns the wind of a seat in one character or letter.
pub fn wind(lang: Lang, seat: Seat, dealer: Seat, seats: Seats) -> &'static str {
    let at = seats.distance(dealer, seat).min(3);
    lang.pick(["东", "南", "西", "北"], ["E", "S", "W", "N"])[at]
}

/// Formats points with their sign.
pub fn signed(points: i64) -> String {
    match points {
        0 => "0".to_owned(),
        _ => format!("{points:+}").replace('-', "−"),
    }
}

/// Renders the id of a check, clause, ruling, option or system as a link to its explanation.
pub fn word(lang: Lang, id: &str) -> Markup {
    html! { a.word href={ "/explain?word=" (escaped(id)) "&lang=" (lang.tag()) } { (id) } }
}

/// Renders a link to the explanation of a check or clause under a word that people read.
pub fn about(lang: Lang, id: &str, label: &str) -> Markup {
    html! { a.about href={ "/explain?word=" (escaped(id)) "&lang=" (lang.tag()) } { (label) } }
}

/// Renders details that only programmers need, folded.
pub fn technical(lang: Lang, details: &Markup) -> Markup {
    html! { details.technical { summary { (words::word(lang, "technical")) } (details) } }
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
