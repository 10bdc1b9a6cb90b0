//! Errors of the importers: the line, the problem, and what the sender can do.

use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, Tile, Tiles};
use std::fmt;

/// The error for a refused log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// The line, from 1; `None` if the problem concerns the file and no single line.
    pub line: Option<usize>,
    /// The problem.
    pub problem: Problem,
}

/// A problem in a third-party log. Every sentence ends with what to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The bytes are not UTF-8 text.
    NotText,
    /// No hand begins in the file.
    NoHand,
    /// The line ends inside a value.
    Cut,
    /// The line lacks a key that its message always has.
    Missing {
        /// The missing key or part.
        key: &'static str,
    },
    /// A value does not have the form required for its key.
    Unreadable {
        /// The key.
        key: &'static str,
        /// The value, shortened.
        found: String,
    },
    /// A player acts who is not at the table.
    Stranger {
        /// The id of the player.
        id: String,
    },
    /// The line does not list four players with the seats 0 to 3.
    Seats,
    /// A hand begins out of order, or while another is in progress.
    Gap {
        /// The number of the hand that begins here.
        found: u32,
        /// The number of the last hand before it.
        after: u32,
    },
    /// A seat gives up a tile that, by the previous lines, it does not hold.
    NotHeld {
        /// The seat.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A printed hand does not follow from the previous lines.
    HandDiffers {
        /// The seat.
        seat: Seat,
        /// The hand as printed on this line.
        printed: Tiles,
        /// The hand computed from the previous lines.
        followed: Tiles,
    },
}

impl Problem {
    /// Creates the error for the problem at a line.
    pub(super) fn at(self, line: usize) -> ImportError {
        ImportError { line: Some(line), problem: self }
    }

    /// Creates the problem for a value that cannot be read, shortened to fit a sentence.
    pub(super) fn unreadable(key: &'static str, found: &str) -> Problem {
        Problem::Unreadable { key, found: found.chars().take(40).collect() }
    }

    /// Returns the sentence without the line.
    pub fn text(&self) -> Text {
        match self {
            Problem::NotText => bilingual!(
                "文件不是 UTF-8 文本；请转换编码后再导入（例如 iconv -f GB18030 -t UTF-8）。",
                "the file is not UTF-8 text; convert it and import it again (for example iconv -f GB18030 -t UTF-8)."
            ),
            Problem::NoHand => bilingual!(
                "文件里没有任何一局的开始；请发送包含开局那一行的完整日志，并核对所选格式。",
                "no hand begins in this file; send the whole log with the line that starts a hand, and check the format."
            ),
            Problem::Cut => bilingual!(
                "这一行在取值中间断开；请从原始日志重新取出这一行再导入。",
                "the line ends inside a value; take this line from the original log again and import it once more."
            ),
            Problem::Missing { key } => bilingual!(
                "这一行缺少“{key}”；请从原始日志重新取出这一行再导入。",
                "the line lacks `{key}`; take this line from the original log again and import it once more."
            ),
            Problem::Unreadable { key, found } => bilingual!(
                "“{key}”的值“{found}”无法识别；请核对这一行，若平台改了写法请告知维护者。",
                "the value `{found}` of `{key}` cannot be read; check the line, and tell the maintainers if the platform \
                 writes it differently now."
            ),
            Problem::Stranger { id } => bilingual!(
                "玩家“{id}”不在本桌；请核对是否混入了别的房间的日志。",
                "player `{id}` does not sit at this table; check whether lines of another room were mixed in."
            ),
            Problem::Seats => bilingual!(
                "这一行不是座位 0 到 3 的四名玩家；只能导入四人桌，请核对这一行。",
                "the line does not list four players on the seats 0 to 3; only tables of four can be imported: check the line."
            ),
            Problem::Gap { found, after } => bilingual!(
                "第 {found} 局在这里开始，而前面最后一局是第 {after} 局且不相接；中间缺行，请发送完整日志。",
                "hand {found} begins here, but does not follow on hand {after} before it: lines are missing; send the whole log."
            ),
            Problem::NotHeld { seat, tile } => bilingual!(
                "座位 {seat} 打出或亮出 {}，而由前面各行推出其手中没有这张牌；有行缺失或被改动，请发送原始日志。",
                "seat {seat} parts with {}, which by the lines before it does not hold: a line is missing or was altered; \
                 send the original log.",
                tile
            ),
            Problem::HandDiffers { seat, printed, followed } => bilingual!(
                "座位 {seat} 打印的手牌是 {printed}，而由前面各行推出的是 {followed}；有行缺失或被改动，请发送原始日志。",
                "the hand of seat {seat} is printed as {printed}, but the lines before give {followed}: a line is missing or \
                 was altered; send the original log."
            ),
        }
    }
}

impl ImportError {
    /// Returns the sentence with its line.
    pub fn text(&self) -> Text {
        let Text { zh, en } = self.problem.text();
        match self.line {
            Some(line) => bilingual!("第 {line} 行：{zh}", "line {line}: {en}"),
            None => Text { zh, en },
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Text { zh, en } = self.text();
        write!(f, "{en} {zh}")
    }
}

impl std::error::Error for ImportError {}
