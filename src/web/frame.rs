//! The frame of every page, and the time on it. Fragments that reports share come from `caipan_pages`.

use caipan_pages::assets::address;
pub use caipan_pages::fragments::escaped;
pub(super) use caipan_pages::fragments::{about, readable, seat, signed, word};
use caipan_tiles::text::Lang;
use maud::{DOCTYPE, Markup, html};

/// The properties of a page.
pub(super) struct Head<'a> {
    pub lang: Lang,
    pub title: &'a str,
    /// The address without the language, for the language switch.
    pub here: &'a str,
    /// The script of the page, which is optional.
    pub script: Option<&'static str>,
    /// True if the page fills the screen and its parts scroll instead.
    pub wide: bool,
}

/// A page without its frame, which depends on the visitor.
pub struct Document {
    /// The language.
    pub lang: Lang,
    title: String,
    here: String,
    script: Option<&'static str>,
    wide: bool,
    /// An address that the browser goes on to by itself.
    next: Option<String>,
    /// The path of the picture that chats show beside a link to the page.
    picture: Option<String>,
    /// True if its script runs the WebAssembly module, which the content security policy has to allow.
    pub runs_module: bool,
    body: Markup,
    /// The parts behind `main`.
    below: Markup,
}

/// The visitor of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// Nobody can sign in here.
    Unnamed,
    /// The visitor can sign in.
    SignedOut,
    /// The visitor signed in under this name.
    SignedIn(String),
}

/// The places of the header: address, 中文, English.
const PLACES: [(&str, &str, &str); 4] =
    [("/", "审一场", "Check"), ("/desk", "案桌", "Desk"), ("/score", "算分", "Score"), ("/explain", "规则", "Rules")];

/// The places of the menu behind them.
const MORE: [(&str, &str, &str); 2] = [("/adapters", "适配器", "Adapters"), ("/statistics", "统计", "Statistics")];

/// Makes a page without a script; `here` is its address for the language switch.
pub(super) fn frame(lang: Lang, title: &str, here: &str, body: Markup) -> Document {
    framed(&Head { lang, title, here, script: None, wide: false }, body)
}

/// Makes a page.
pub(super) fn framed(head: &Head<'_>, body: Markup) -> Document {
    let Head { lang, title, here, script, wide } = *head;
    Document {
        lang,
        title: title.to_owned(),
        here: here.to_owned(),
        script,
        wide,
        next: None,
        picture: None,
        runs_module: false,
        body,
        below: html! {},
    }
}

impl Document {
    /// Lets the browser go on to an address by itself. A redirect would not do: a browser counts it as a part of the form
    /// that led here, and the content security policy lets forms lead to this service only.
    #[must_use]
    pub(super) fn leading_to(self, next: &str) -> Document {
        Document { next: Some(next.to_owned()), ..self }
    }

    /// Lets chats show a picture beside a link to the page: the card of 1200 by 630 pixels at this path.
    #[must_use]
    pub(super) fn shown_by(self, picture: String) -> Document {
        Document { picture: Some(picture), ..self }
    }

    /// Adds the replay of hands that the script `saved.js` opens in place of the page.
    #[must_use]
    pub(super) fn replaying(self, hands: &Markup) -> Document {
        Document { below: html! { main id="replay" data-linked hidden {} (hands) }, ..self }
    }

    /// Gives the page another address for the language switch.
    #[must_use]
    pub(super) fn at(self, here: String) -> Document {
        Document { here, ..self }
    }

    /// Lets the page run the WebAssembly module, if `runs` is true.
    #[must_use]
    pub(super) fn running_module(self, runs: bool) -> Document {
        Document { runs_module: runs, ..self }
    }

    /// Renders the page for a visitor. Links to pictures for others need the origin, such as `https://caipan.example`.
    pub fn render(&self, visitor: &Visitor, origin: &str) -> Markup {
        let Document { lang, title, here, script, wide, next, picture, body, below, .. } = self;
        let lang = *lang;
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
                    @if let Some(next) = next { meta http-equiv="refresh" content={ "0; url=" (next) }; }
                    title { (title) " · caipan 裁判" }
                    link rel="stylesheet" href=(address("style.css"));
                    link rel="icon" href="data:,";
                    @if let Some(picture) = picture {
                        meta property="og:title" content=(title);
                        meta property="og:image" content={ (origin) (picture) };
                        meta property="og:image:width" content="1200";
                        meta property="og:image:height" content="630";
                        meta name="twitter:card" content="summary_large_image";
                    }
                    @if let Some(script) = script { script type="module" src=(address(script)) {} }
                }
                body class=[wide.then_some("whole")] {
                    header.top {
                        a.brand href={ "/?lang=" (lang.tag()) } aria-label=(lang.pick("裁判，回到首页", "caipan, the home page")) { b aria-hidden="true" { "裁" } span { (lang.pick("裁判", "caipan")) } }
                        nav {
                            @for (path, zh, en) in PLACES {
                                a href={ (path) "?lang=" (lang.tag()) } aria-current=[is_at(here, path).then_some("page")] { (lang.pick(zh, en)) }
                            }
                            @if *visitor == Visitor::SignedOut {
                                a id="sign-in" href={ "/sign-in?to=" (escaped(here)) "&lang=" (lang.tag()) } { (lang.pick("登录", "Sign in")) }
                            }
                            details.more {
                                summary { (lang.pick("更多", "More")) }
                                div.menu {
                                    @for (path, zh, en) in MORE { a href={ (path) "?lang=" (lang.tag()) } { (lang.pick(zh, en)) } }
                                    a href="/docs/" { (lang.pick("接口文档", "API")) }
                                    a id="other" href={ (here) (join) "lang=" (other) } hreflang=(other) { (name) }
                                    @if let Visitor::SignedIn(name) = visitor { (way_out(name, lang)) }
                                }
                            }
                        }
                    }
                    main { (body) }
                    (below)
                }
            }
        }
    }
}

/// Returns whether a page belongs to a place of the header.
fn is_at(here: &str, place: &str) -> bool {
    here.split(['?', '#']).next() == Some(place)
}

/// Renders the name of the visitor with the way out.
fn way_out(name: &str, lang: Lang) -> Markup {
    html! {
        form.person method="post" action="/sign-out" {
            input type="hidden" name="lang" value=(lang.tag());
            span { (lang.pick("已登录：", "Signed in as ")) (name) }
            button { (lang.pick("退出", "Sign out")) }
        }
    }
}

/// Renders a time to the minute in UTC. A script shows it in the reader's zone.
pub(super) fn moment(at: i64) -> Markup {
    let Some(at) = chrono::DateTime::from_timestamp_micros(at) else { return html! {} };
    html! { time datetime=(at.format("%Y-%m-%dT%H:%MZ")) { (at.format("%Y-%m-%d %H:%M UTC")) } }
}
