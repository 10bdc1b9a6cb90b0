//! The history of a code: the log in which it was first seen, and the client that sent it.

use super::frame::{moment, readable};
use crate::store::FirstSeen;
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// Renders when a code was first seen and by which client; `here` is the log of the page.
pub(super) fn first_seen(seen: &FirstSeen, here: Option<&str>, lang: Lang) -> Markup {
    let FirstSeen { id, received_at, client } = seen;
    html! {
        @if here == Some(id) { (lang.pick("最早见于这一份", "First seen in this log")) }
        @else { (lang.pick("最早见于 ", "First seen ")) a href={ "/v1/reports/" (id) "?lang=" (lang.tag()) } { (moment(*received_at)) } }
        @if !client.is_empty() { (lang.pick("，客户端 ", ", client ")) bdi { (readable(client)) } }
    }
}
