//! The looks of a picture: blocks from top to bottom, in one of two shapes.

mod lines;
mod tiles;

use crate::canvas::{Canvas, Ink};
use crate::font::drawable;
use crate::story::{Arrow, Money, Party, Story};
use crate::{Shape, Wanted};
use caipan_engine::audit::Verdict;
use caipan_tiles::text::Lang;
use lines::{broken, fitted, shortened};
use tiles::Rows;

const INK: &str = "#16181b";
const QUIET: &str = "#59616a";
const EDGE: &str = "#858d96";
const ACCENT: &str = "#2450b8";
const WRONG: &str = "#b8261b";
const TAKEN: &str = "#f2a100";
const TAKEN_INK: &str = "#8a5200";

/// The measures of a shape in pixels.
pub(crate) struct Measures {
    /// The distance of the card from the border, and of the content from the border.
    card: i32,
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    small: i32,
    /// The sizes of the headline, largest first, and its most lines.
    headline: [i32; 6],
    most_lines: usize,
    /// The largest width of a tile, and the most rows.
    tile: i32,
    rows: usize,
    money: i32,
    most_arrows: usize,
}

const SQUARE: Measures = Measures {
    card: 40,
    left: 84,
    right: 996,
    top: 92,
    bottom: 1008,
    small: 30,
    headline: [72, 64, 56, 50, 44, 38],
    most_lines: 4,
    tile: 118,
    rows: 3,
    money: 44,
    most_arrows: 3,
};

const WIDE: Measures = Measures {
    card: 20,
    left: 64,
    right: 1148,
    top: 54,
    bottom: 588,
    small: 24,
    headline: [56, 50, 44, 38, 34, 30],
    most_lines: 3,
    tile: 72,
    rows: 2,
    money: 34,
    most_arrows: 2,
};

/// Draws a story.
pub(crate) fn draw(story: &Story, wanted: &Wanted<'_>, lang: Lang) -> Canvas {
    let (width, height) = wanted.shape.size();
    let measures = match wanted.shape {
        Shape::Square => &SQUARE,
        Shape::Wide => &WIDE,
    };
    let mut page = Page { canvas: Canvas::new(width, height), measures, lang };
    page.card(wanted.shape, story.verdict);
    page.top(story);
    page.middle(story);
    page.address(wanted.address);
    page.canvas
}

struct Page<'a> {
    canvas: Canvas,
    measures: &'a Measures,
    lang: Lang,
}

/// The colour of a verdict.
fn colour(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Clean => "#16703a",
        Verdict::Faulty => WRONG,
        Verdict::Variant => TAKEN_INK,
        Verdict::Unverifiable => QUIET,
    }
}

impl Page<'_> {
    const fn span(&self) -> i32 {
        self.measures.right - self.measures.left
    }

    /// Draws the ground, the card and the rule of colour at its left.
    fn card(&mut self, shape: Shape, verdict: Verdict) {
        let ((width, height), at) = (shape.size(), self.measures.card);
        let (wide, high) = (i64::from(width) - i64::from(2 * at), i64::from(height) - i64::from(2 * at));
        let (low, rule) = (i64::from(at) + high, colour(verdict));
        self.canvas.shape(&format!(
            r##"<rect width="{width}" height="{height}" fill="#f5f6f7"/><rect x="{at}" y="{at}" width="{wide}" height="{high}" rx="24" fill="#fff" stroke="#dfe2e6" stroke-width="2"/><path d="M{} {at}h-2a24 24 0 0 0-24 24V{}a24 24 0 0 0 24 24h2Z" fill="{rule}"/>"##,
            at + 26,
            low - 24
        ));
    }

    /// Writes the verdict, and the place at the right.
    fn top(&mut self, story: &Story) {
        let Measures { left, right, top, small, .. } = *self.measures;
        let colour = colour(story.verdict);
        let base = top + small;
        let ink = Ink { size: small, colour, strong: true };
        self.canvas.shape(&format!(
            r#"<circle cx="{}" cy="{}" r="{}" fill="{colour}"/>"#,
            left + small / 3,
            base - small / 3,
            small / 3
        ));
        self.canvas.text((left + small, base), &story.state, ink);
        let place = Ink { size: small, colour: QUIET, strong: false };
        let room = right - left - ink.width(&story.state) - 3 * small;
        self.canvas.text_to((right, base), &shortened(&drawable(&story.place), place, room), place);
    }

    /// Lays headline, tiles, money and reason between the first line and the address, with equal gaps.
    fn middle(&mut self, story: &Story) {
        let Measures { left, top, bottom, small, money, .. } = *self.measures;
        let (from, to) = (top + 2 * small, bottom - 2 * small);
        let (size, lines) = fitted(&drawable(&story.headline), self.measures, self.span());
        let headline = Ink { size, colour: INK, strong: true };
        let quiet = Ink { size: small, colour: INK, strong: false };
        let reason = broken(&drawable(&story.reason), quiet, self.span(), 2);
        let heights = [
            height(&lines, size),
            0,
            match &story.money {
                Money::Arrows(arrows) => count(arrows.len().min(self.measures.most_arrows)) * money * 2,
                Money::Said(said) if said.is_empty() => 0,
                Money::Said(_) => money * 3 / 2,
            },
            height(&reason, small),
        ];
        let taken: i32 = heights.iter().sum();
        let gap = small;
        let rows =
            story.hand.as_ref().map(|hand| Rows::of(hand, self.measures, self.span(), to - from - taken - 4 * gap));
        let rows = rows.filter(Rows::is_legible);
        let tiles = rows.as_ref().map_or(0, Rows::height);
        let blocks = heights.iter().chain([&tiles]).filter(|height| **height > 0).count();
        let gap = ((to - from - taken - tiles) / count(blocks + 1)).clamp(0, 2 * small);
        let mut y = from + gap.min(small);
        for line in &lines {
            self.canvas.text((left, y + size), line, headline);
            y += size * 4 / 3;
        }
        y += gap;
        if let Some(rows) = rows {
            rows.draw(&mut self.canvas, (left, y), small);
            y += tiles + gap;
        }
        match &story.money {
            Money::Arrows(arrows) => y = self.arrows(arrows, y) + gap,
            Money::Said(said) if said.is_empty() => {}
            Money::Said(said) => {
                let ink = Ink { size: money * 3 / 4, colour: ACCENT, strong: true };
                self.canvas.text((left, y + money), &shortened(&drawable(said), ink, self.span()), ink);
                y += money * 3 / 2 + gap;
            }
        }
        for line in &reason {
            self.canvas.text((left, y + small), line, quiet);
            y += small * 4 / 3;
        }
    }

    /// Draws the transfers, one in a row, and returns where they end.
    fn arrows(&mut self, arrows: &[Arrow], mut y: i32) -> i32 {
        let Measures { left, money, most_arrows, small, .. } = *self.measures;
        let shown = arrows.len().min(most_arrows);
        for (at, arrow) in arrows.iter().take(shown).enumerate() {
            let end = self.arrow(arrow, (left, y));
            if at + 1 == shown && arrows.len() > shown {
                let more = arrows.len() - shown;
                let more = self.lang.pick(format!("另有 {more} 笔"), format!("{more} more"));
                self.canvas.text(
                    (end + money, y + money * 4 / 3),
                    &more,
                    Ink { size: small, colour: QUIET, strong: false },
                );
            }
            y += money * 2;
        }
        y
    }

    /// Draws a transfer and returns where it ends.
    fn arrow(&mut self, arrow: &Arrow, (x, y): (i32, i32)) -> i32 {
        let money = self.measures.money;
        let said = Ink { size: money * 5 / 6, colour: ACCENT, strong: true };
        let room = said.width(&arrow.said).max(money * 4);
        let (start, line) = (self.party(&arrow.from, (x, y)) + money / 2, y + money * 3 / 2);
        let end = start + room + money;
        let width = money / 6;
        self.canvas.text_around((i32::midpoint(start, end), y + money), &arrow.said, said);
        self.canvas.shape(&format!(
            r#"<path d="M{start} {line}H{}" stroke="{ACCENT}" stroke-width="{width}" stroke-linecap="round"/><path d="M{end} {line}l-{back} -{half}v{}z" fill="{ACCENT}"/>"#,
            end - money / 2,
            2 * (money / 3),
            back = money / 2,
            half = money / 3,
        ));
        self.party(&arrow.to, (end + money / 2, y))
    }

    /// Draws a seat and returns where it ends.
    fn party(&mut self, party: &Party, (mut x, y): (i32, i32)) -> i32 {
        let money = self.measures.money;
        if let Some(wind) = &party.wind {
            let radius = money * 3 / 4;
            let ink = Ink { size: money * 2 / 3, colour: QUIET, strong: true };
            self.canvas.shape(&format!(
                r#"<circle cx="{}" cy="{}" r="{radius}" fill="none" stroke="{EDGE}" stroke-width="2.5"/>"#,
                x + radius,
                y + money
            ));
            self.canvas.text_around((x + radius, y + money + money / 4), wind, ink);
            x += 2 * radius + money / 3;
        }
        let name = Ink { size: money, colour: INK, strong: true };
        let text = shortened(&drawable(&party.name), name, self.span() / 4);
        self.canvas.text((x, y + money * 4 / 3), &text, name);
        x + name.width(&text)
    }

    /// Writes the mark of the program and the address at the bottom.
    fn address(&mut self, address: &str) {
        let Measures { left, right, bottom, small, .. } = *self.measures;
        let (side, y) = (small * 4 / 3, bottom - small * 4 / 3);
        self.canvas
            .shape(&format!(r#"<rect x="{left}" y="{y}" width="{side}" height="{side}" rx="8" fill="{ACCENT}"/>"#));
        let base = y + small;
        self.canvas.text_around(
            (left + side / 2, base),
            "裁",
            Ink { size: small * 5 / 6, colour: "#fff", strong: true },
        );
        let ink = Ink { size: small * 5 / 6, colour: QUIET, strong: false };
        let text = if address.is_empty() { self.lang.pick("caipan 裁判", "caipan") } else { address };
        let text = shortened(&drawable(text), ink, right - left - 2 * side);
        self.canvas.text((left + side * 4 / 3, base), &text, ink);
    }
}

/// Returns the height of lines of a size.
fn height(lines: &[String], size: i32) -> i32 {
    count(lines.len()) * size * 4 / 3
}

/// Returns a number of things as a number of pixels.
fn count(things: usize) -> i32 {
    i32::try_from(things).unwrap_or(i32::MAX)
}
