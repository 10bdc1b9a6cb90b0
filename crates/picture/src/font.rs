//! The letters: outlines and widths from the font that the crate brings, in whole numbers of its units.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;
use ttf_parser::{Face, OutlineBuilder};

/// The font, made by `.ci/font`.
const BYTES: &[u8] = include_bytes!("font/NotoSansSC.otf");
/// The units of an em.
const EM: i32 = 1000;
/// The character that is drawn for one that the font lacks.
const LACKING: char = '□';

static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(BYTES, 0).ok());

/// Returns whether the font has a character.
pub fn has_glyph(c: char) -> bool {
    FACE.as_ref().is_some_and(|face| face.glyph_index(c).is_some())
}

/// Returns a text with a box in place of each character that the font lacks.
pub(crate) fn drawable(text: &str) -> String {
    text.chars().map(|c| if has_glyph(c) { c } else { LACKING }).collect()
}

/// Returns the width of a text of some size in pixels.
pub(crate) fn width(text: &str, size: i32) -> i32 {
    let units: i32 = text.chars().map(|c| glyph(c).1).sum();
    units.saturating_mul(size) / EM
}

/// Returns the glyph of a character and its width in units.
fn glyph(c: char) -> (u16, i32) {
    let Some(face) = FACE.as_ref() else { return (0, EM) };
    let id = face.glyph_index(c).unwrap_or_default();
    (id.0, face.glyph_hor_advance(id).map_or(EM, i32::from))
}

/// The outlines of the glyphs of a picture, each once.
#[derive(Default)]
pub(crate) struct Outlines(BTreeMap<u16, String>);

impl Outlines {
    /// Returns a text as references to outlines; units of the font, upside down.
    pub(crate) fn set(&mut self, text: &str) -> String {
        let (mut out, mut pen) = (String::new(), 0);
        for c in text.chars() {
            let (id, width) = glyph(c);
            let outline = self.0.entry(id).or_insert_with(|| outline(id));
            if !outline.is_empty() {
                let _ = write!(out, r##"<use href="#g{id}" x="{pen}"/>"##);
            }
            pen += width;
        }
        out
    }

    /// Returns all outlines as definitions.
    pub(crate) fn definitions(&self) -> String {
        self.0.iter().fold(String::new(), |mut out, (id, outline)| {
            let _ = write!(out, r#"<path id="g{id}" d="{outline}"/>"#);
            out
        })
    }
}

fn outline(id: u16) -> String {
    let mut pen = Pen(String::new());
    if let Some(face) = FACE.as_ref() {
        face.outline_glyph(ttf_parser::GlyphId(id), &mut pen);
    }
    pen.0
}

/// An outline as the data of an SVG path.
struct Pen(String);

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let _ = write!(self.0, "M{x} {y}");
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let _ = write!(self.0, "L{x} {y}");
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let _ = write!(self.0, "Q{x1} {y1} {x} {y}");
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let _ = write!(self.0, "C{x1} {y1} {x2} {y2} {x} {y}");
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}
