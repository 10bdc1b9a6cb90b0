//! A drawing as SVG, and its pixels. Sizes and places are whole pixels.

use crate::PictureError;
use crate::font::{Outlines, width};
use caipan_pages::assets;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt::Write;

/// The way a text is written.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    pub size: i32,
    pub colour: &'static str,
    pub strong: bool,
}

impl Ink {
    /// Returns the width of a text.
    pub(crate) fn width(self, text: &str) -> i32 {
        width(text, self.size)
    }
}

/// A drawing.
pub(crate) struct Canvas {
    width: u32,
    height: u32,
    shapes: String,
    outlines: Outlines,
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32) -> Canvas {
        Canvas { width, height, shapes: String::new(), outlines: Outlines::default() }
    }

    /// Adds a shape as SVG has it.
    pub(crate) fn shape(&mut self, shape: &str) {
        self.shapes.push_str(shape);
    }

    /// Writes a text whose baseline begins at a place.
    pub(crate) fn text(&mut self, (x, y): (i32, i32), text: &str, Ink { size, colour, strong }: Ink) {
        let glyphs = self.outlines.set(text);
        let stroke = if strong {
            format!(r#" stroke="{colour}" stroke-width="34" stroke-linejoin="round""#)
        } else {
            String::new()
        };
        let _ = write!(
            self.shapes,
            r#"<g fill="{colour}"{stroke} transform="translate({x} {y}) scale(.{size:03} -.{size:03})">{glyphs}</g>"#
        );
    }

    /// Writes a text that ends at a place.
    pub(crate) fn text_to(&mut self, (x, y): (i32, i32), text: &str, ink: Ink) {
        self.text((x - ink.width(text), y), text, ink);
    }

    /// Writes a text around a place.
    pub(crate) fn text_around(&mut self, (x, y): (i32, i32), text: &str, ink: Ink) {
        self.text((x - ink.width(text) / 2, y), text, ink);
    }

    /// Draws a part of the sheet of tiles; its height is a third more than its width.
    pub(crate) fn tile(&mut self, name: &str, (x, y): (i32, i32), width: i32) {
        let height = width * 4 / 3;
        let _ = write!(self.shapes, r##"<use href="#{name}" x="{x}" y="{y}" width="{width}" height="{height}"/>"##);
    }

    /// Returns the drawing as SVG.
    fn svg(&self) -> String {
        let Canvas { width, height, shapes, .. } = self;
        let sheet = assets::body("tiles.svg");
        let tiles = sheet.split_once('>').map_or("", |(_, tiles)| tiles).trim_end().trim_end_matches("</svg>");
        let letters = self.outlines.definitions();
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">{tiles}<defs>{letters}</defs>{shapes}</svg>"#
        )
    }

    /// Returns the drawing as PNG.
    pub(crate) fn png(&self) -> Result<Vec<u8>, PictureError> {
        let tree = Tree::from_str(&self.svg(), &Options::default()).map_err(|error| PictureError(error.to_string()))?;
        let pixels = Pixmap::new(self.width, self.height);
        let mut pixels = pixels.ok_or_else(|| PictureError("no memory for the pixels".to_owned()))?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| PictureError(error.to_string()))
    }
}
