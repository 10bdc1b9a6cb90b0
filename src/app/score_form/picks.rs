//! The fields of the score form that only some house rules use: the number of players, picks before the deal, missing
//! suits and initial wins during play.

use super::{Fields, Form, Wrong, preset_of};
use caipan_engine::rules::{self, System};
use caipan_engine::score::MidOpeningGiven;
use caipan_log::{OptionValue, RulesDeclared};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Deck, Seat};

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
            return if ["mhand", "mmelds", "mtile"].iter().any(|name| self.text(name).is_some()) {
                Err(Wrong::of(
                    "mkind",
                    bilingual!("请勾选是哪几种中途起手胡。", "Tick which initial wins were declared during play."),
                ))
            } else {
                Ok(Vec::new())
            };
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
            melds: self.melds("mmelds")?,
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

/// The deck of a form: that of its preset and house rules, or the system's own if these cannot be read.
pub fn deck_of(fields: &Fields, system: &System) -> Deck {
    let options = Form { fields }.options().unwrap_or_default();
    let declared = RulesDeclared { system: preset_of(fields).to_owned(), options, ..Default::default() };
    rules::resolve(&declared).map_or(system.deck, |ruleset| ruleset.rules.deck())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{fields, scored};
    use super::*;
    use caipan_tiles::tile::Tile;

    /// A hand with the four red dragons as wilds, after an initial win that a kong and a draw made.
    const RED: [(&str, &str); 9] = [
        ("options", "wild=hongzhong\nmid_openings=both"),
        ("hand", "123456m789p23s中5s"),
        ("tile", "5s"),
        ("mseat", "2"),
        ("mhand", "666m34p8s7z"),
        ("mmelds", "555p 2222s暗"),
        ("mtile", "6m"),
        ("mkind_mid-sixi", "1"),
        ("from", "3"),
    ];

    /// The red dragon stands for a tile in the hand, and for none in the initial win.
    #[test]
    fn hand_with_red_dragons_and_initial_win_during_play() {
        let report = scored(&RED).unwrap();
        assert_eq!(report.balance.entries().iter().sum::<i64>(), 0);
        let causes: Vec<&str> = report.ledger.iter().map(|line| line.cause.as_ref()).collect();
        let of_opening: i64 =
            report.ledger.iter().filter(|line| line.to == Some(Seat::ALL[2])).map(|line| line.points).sum();
        assert!(report.wins.len() == 1 && of_opening > 0, "{causes:?}");
        let without: Vec<(&str, &str)> =
            RED.into_iter().filter(|(name, _)| !["hand", "tile", "from"].contains(name)).collect();
        let alone = scored(&without).unwrap();
        assert!(alone.wins.is_empty() && alone.balance[Seat::ALL[2]] == of_opening, "{:?}", alone.balance);
    }

    /// Errors of an initial win during play stand beside its fields.
    #[test]
    fn errors_of_initial_win_during_play() {
        for (change, field) in [
            (("mmelds", "555p"), "mhand"),
            (("mmelds", "555p 224s"), "mmelds"),
            (("mtile", ""), "mtile"),
            (("mtile", "6m6m"), "mtile"),
            (("mhand", ""), "mhand"),
            (("mhand", "666m34p8s"), "mhand"),
            (("mtile", "7m"), "mhand"),
            (("mkind_mid-sixi", ""), "mkind"),
            (("options", "wild=hongzhong"), "mhand"),
        ] {
            let all = RED.map(|(name, value)| if name == change.0 { change } else { (name, value) });
            let wrong = scored(&all).unwrap_err();
            assert!(
                wrong.field == field && !wrong.text.zh.is_empty() && !wrong.text.en.is_empty(),
                "{change:?}: {wrong:?}"
            );
        }
    }

    /// The deck has the red dragons if the house rules put them in; house rules that cannot be read change nothing.
    #[test]
    fn deck_follows_house_rules() {
        let red: Tile = caipan_tiles::tile::parse_tiles("7z").unwrap()[0];
        for (options, has) in
            [("", false), ("wild=hongzhong", true), ("wild=none", false), ("wild", false), ("wild=x", false)]
        {
            let typed = fields(&[("options", options)]);
            let (system, _) = rules::find(preset_of(&typed)).unwrap();
            assert_eq!(deck_of(&typed, system).copies(red) == 4, has, "{options}");
        }
    }
}
