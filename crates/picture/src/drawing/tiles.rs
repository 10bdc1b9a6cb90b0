//! Tiles in rows: the concealed ones, the melds, and apart the tile in question.

use super::{Measures, QUIET, TAKEN, TAKEN_INK, WRONG, count};
use crate::canvas::{Canvas, Ink};
use crate::font::drawable;
use crate::hand::{Face, Laid};

/// The gap between tiles, as a part of their width, and between groups.
const GAP: i32 = 18;
const APART: i32 = 3;
/// The least width of a tile whose number can be read.
const LEGIBLE: i32 = 28;

/// The tiles of a seat, placed.
pub(super) struct Rows<'a> {
    hand: &'a Laid,
    tile: i32,
    caption: i32,
    placed: Vec<Vec<Placed<'a>>>,
}

struct Placed<'a> {
    face: &'a Face,
    x: i32,
    caption: Option<&'a str>,
}

impl<'a> Rows<'a> {
    /// Places the tiles in the largest size that leaves them in the room.
    pub(super) fn of(hand: &'a Laid, measures: &Measures, wide: i32, high: i32) -> Rows<'a> {
        let caption = measures.small * 3 / 2;
        let fits = |tile: &i32| {
            let rows = Rows { hand, tile: *tile, caption, placed: placed(hand, *tile, wide) };
            (rows.placed.len() <= measures.rows && rows.height() <= high).then_some(rows)
        };
        let least = || Rows { hand, tile: 0, caption, placed: Vec::new() };
        (LEGIBLE..=measures.tile).rev().find_map(|tile| fits(&tile)).unwrap_or_else(least)
    }

    /// True if the tiles are large enough to be told apart.
    pub(super) fn is_legible(&self) -> bool {
        self.tile >= LEGIBLE
    }

    /// The height with the captions.
    pub(super) fn height(&self) -> i32 {
        count(self.placed.len()) * step_down(self.tile) + self.caption
    }

    /// Draws the tiles, and below them whose they are and where the last one came from.
    pub(super) fn draw(&self, canvas: &mut Canvas, (left, top): (i32, i32), small: i32) {
        let whose = Ink { size: small * 5 / 6, colour: QUIET, strong: false };
        let base = top + self.height() - self.caption + small * 7 / 6;
        let text = drawable(&self.hand.whose);
        canvas.text((left, base), &text, whose);
        let beside = left + whose.width(&text) + small;
        for (row, tiles) in self.placed.iter().enumerate() {
            let y = top + count(row) * step_down(self.tile);
            for Placed { face, x, caption } in tiles {
                let x = left + x;
                canvas.tile(&face.name, (x, y), self.tile);
                if face.wild {
                    canvas.tile("w1", (x, y), self.tile);
                }
                if face.wrong {
                    self.ring(canvas, (x, y), WRONG);
                }
                if let Some(caption) = caption {
                    self.ring(canvas, (x, y), TAKEN);
                    let ink = Ink { size: small * 5 / 6, colour: TAKEN_INK, strong: true };
                    let text = drawable(caption);
                    // Under its tile, beside the other words.
                    let middle = (x + self.tile / 2).max(beside + ink.width(&text) / 2);
                    canvas.text_around((middle, base), &text, ink);
                }
            }
        }
    }

    fn ring(&self, canvas: &mut Canvas, (x, y): (i32, i32), colour: &str) {
        let width = (self.tile / 14).max(3);
        let (wide, high, out) = (self.tile + width, self.tile * 4 / 3 + width, width / 2);
        canvas.shape(&format!(
            r#"<rect x="{}" y="{}" width="{wide}" height="{high}" rx="{}" fill="none" stroke="{colour}" stroke-width="{width}"/>"#,
            x - out,
            y - out,
            self.tile / 7
        ));
    }
}

/// Returns the height of a row with the gap to the next one.
const fn step_down(tile: i32) -> i32 {
    tile * 4 / 3 + tile / 8
}

/// Places the tiles in rows of some width; melds are not broken.
fn placed(hand: &Laid, tile: i32, wide: i32) -> Vec<Vec<Placed<'_>>> {
    let (gap, apart) = (tile / GAP, tile / APART);
    let alone = hand.concealed.iter().enumerate().map(|(at, face)| (std::slice::from_ref(face), None, at == 0));
    let melds = hand.melds.iter().map(|meld| (meld.as_slice(), None, true));
    let taken = hand.taken.iter().map(|(face, said)| (std::slice::from_ref(face), Some(said.as_str()), true));
    let mut rows: Vec<Vec<Placed<'_>>> = vec![Vec::new()];
    let mut x = 0;
    for (faces, caption, begins) in alone.chain(melds).chain(taken) {
        let before = if begins && x > 0 { apart } else { 0 };
        let long = count(faces.len()) * (tile + gap) - gap;
        if x > 0 && x + before + long > wide {
            rows.push(Vec::new());
            x = 0;
        } else {
            x += before;
        }
        for face in faces {
            if let Some(row) = rows.last_mut() {
                row.push(Placed { face, x, caption });
            }
            x += tile + gap;
        }
    }
    rows
}
