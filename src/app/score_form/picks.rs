//! The fields of the score form that only some house rules use: the number of players, picks before the deal, missing
//! suits and initial wins during play.

use super::{Form, Wrong};
use caipan_engine::score::MidOpeningGiven;
use caipan_log::OptionValue;
use caipan_tiles::bilingual;
use caipan_tiles::tile::Seat;

impl Form<'_> {
    /// The number of players, if it is not four.
    pub(super) fn players(&self) -> Result<Option<OptionValue>, Wrong> {
        Ok(self.number::<i64>("players")?.filter(|&players| players != 4).map(OptionValue::Number))
    }

    /// Parses one number for each seat, such as `0 2 1 0`.
    pub(super) fn by_seat(&self, name: &str) -> Result<Option<Vec<i64>>, Wrong> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let numbers = text.split([' ', ',', '，', '、']).filter(|part| !part.is_empty());
        let read: Option<Vec<i64>> = numbers.map(|part| part.parse().ok()).collect();
        let wrong = || {
            Wrong::of(
                name,
                bilingual!(
                    "请从庄家起每家写一个数，中间空一格，如 0 2 1 0。",
                    "Write one number for each player from the dealer on, with spaces between, such as 0 2 1 0."
                ),
            )
        };
        read.map(Some).ok_or_else(wrong)
    }

    /// Parses one suit for each seat, such as `万条筒万` or `m s p m`.
    pub(super) fn lack(&self) -> Result<Vec<String>, Wrong> {
        let letters = self.text("lack").unwrap_or_default().chars();
        let suit = |c: char| match c {
            'm' | '万' | '萬' => Some("m".to_owned()),
            'p' | '筒' | '饼' => Some("p".to_owned()),
            's' | '条' | '索' => Some("s".to_owned()),
            _ => None,
        };
        let read: Option<Vec<String>> =
            letters.filter(|c| !c.is_whitespace() && !",，、".contains(*c)).map(suit).collect();
        read.ok_or_else(|| {
            Wrong::of(
                "lack",
                bilingual!(
                    "请从庄家起每家写一门，如“万条筒万”。",
                    "Write one suit for each player from the dealer on, such as m s p m."
                ),
            )
        })
    }

    /// The initial wins that one seat declared during play: the ticked boxes.
    pub(super) fn mid_openings(&self) -> Result<Vec<MidOpeningGiven>, Wrong> {
        let kinds: Vec<String> = self.ticked("mkind_");
        if kinds.is_empty() {
            return Ok(Vec::new());
        }
        let none = || {
            Wrong::of(
                "mtile",
                bilingual!("请填刚摸的那张，如“七条”（7s）。", "Enter the tile just drawn, for example 7s."),
            )
        };
        Ok(vec![MidOpeningGiven {
            seat: self.seat("mseat")?.unwrap_or(Seat::ALL[0]),
            hand: self.tiles("mhand")?,
            melds: Vec::new(),
            tile: self.tile("mtile")?.ok_or_else(none)?,
            kinds,
            paid_kinds: Vec::new(),
        }])
    }

    /// The ids of the ticked boxes whose names begin with this.
    pub(super) fn ticked(&self, prefix: &str) -> Vec<String> {
        let ticked = self.fields.keys().filter(|name| self.text(name).is_some());
        ticked.filter_map(|name| name.strip_prefix(prefix)).map(str::to_owned).collect()
    }
}
