//! The moment of a dispute as a picture for chats and link previews: tiles, sentence, money and address as PNG.
//!
//! A picture is a function of the report, the log and the address: the same input gives the same bytes.
#![doc = include_str!("../README.md")]

mod canvas;
mod drawing;
mod font;
mod hand;
mod spoken;
mod story;

pub use font::has_glyph;

use caipan_pages::ReportPage;
use caipan_tiles::text::Lang;
use std::fmt;

/// The shape of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A square of 1080 pixels, for chats.
    #[default]
    Square,
    /// A card of 1200 by 630 pixels, for link previews.
    Wide,
}

impl Shape {
    /// The shapes with their names.
    pub const NAMED: [(&'static str, Shape); 2] = [("square", Shape::Square), ("wide", Shape::Wide)];

    /// Returns width and height in pixels.
    pub const fn size(self) -> (u32, u32) {
        match self {
            Shape::Square => (1080, 1080),
            Shape::Wide => (1200, 630),
        }
    }
}

/// The subject and the form of a picture.
#[derive(Clone, Debug, Default)]
pub struct Wanted<'a> {
    /// The shape.
    pub shape: Shape,
    /// The number of the finding; without one the picture is about what the headline of the report says.
    pub finding: Option<usize>,
    /// The address at which the report can be looked up; empty for none.
    pub address: &'a str,
}

/// The reason why a picture cannot be drawn, for programmers: no report leads to it.
#[derive(Debug)]
pub struct PictureError(pub(crate) String);

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PictureError {}

/// Draws a report as PNG.
pub fn picture(case: &ReportPage, wanted: &Wanted<'_>, lang: Lang) -> Result<Vec<u8>, PictureError> {
    let story = story::Story::of(case, wanted.finding, lang);
    drawing::draw(&story, wanted, lang).png()
}
