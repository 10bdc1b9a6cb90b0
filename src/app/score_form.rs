//! The form of the score calculator: parses its fields to a score request and assigns errors to fields. The computation
//! is left to the engine.

mod picks;

pub use picks::deck_of;

use super::engine;
use super::{App, AppError};
use caipan_engine::report::NearView;
use caipan_engine::rules;
use caipan_engine::score::{
    MeldGiven, OpeningGiven, ScoreError, ScoreReport, ScoreRequest, SeatGiven, WinGiven, score,
};
use caipan_log::OptionValue;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, Tile, Tiles, parse_tiles, unspoken};
use std::collections::BTreeMap;

/// The fields of the form by name, as typed.
pub type Fields = BTreeMap<String, String>;

/// The result of a form.
pub type Scored = Result<ScoreReport, Wrong>;

/// An error in a field.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The name of the field; empty if the error concerns no single field.
    pub field: String,
    /// The error with advice.
    pub text: Text,
    /// The clause that forbids it.
    pub clause: Option<&'static str>,
    /// The nearest readings of a hand that is not a win.
    pub near: Vec<NearView>,
}

impl App {
    /// Computes a form.
    pub async fn score_form(&self, fields: Fields) -> Result<Scored, AppError> {
        self.work(move || asked(&fields).and_then(|request| score(&request).map_err(wrong))).await
    }
}

/// Parses the fields. The dealer has the first seat, east.
pub fn asked(fields: &Fields) -> Result<ScoreRequest, Wrong> {
    let form = Form { fields };
    let preset = form.text("rules").unwrap_or("changsha-a");
    rules::find(preset).map_err(|error| Wrong::of("rules", error.text))?;
    let openings = form.openings()?;
    let mid_openings = form.mid_openings()?;
    // Initial wins can be computed without a final win.
    let won = openings.is_empty() && mid_openings.is_empty()
        || ["hand", "tile", "melds"].iter().any(|name| form.text(name).is_some());
    let mut wins = if won { vec![form.win("")?] } else { Vec::new() };
    if won && form.text("hand2").is_some() {
        let first = form.win("")?;
        // Several winners share the tile and its source.
        wins.push(WinGiven { tile: first.tile.clone(), by: first.by.clone(), from: first.from, ..form.win("2")? });
    }
    let winner = wins.first().map(|win| win.seat);
    Ok(ScoreRequest {
        options: form.options()?,
        dealer_streak: form.number("streak")?,
        indicator: form.tile("indicator")?,
        upstairs: form.text("upstairs").is_some(),
        hunyou: winner.filter(|_| form.text("hunyou").is_some()).into_iter().collect(),
        openings,
        birds: form.text("birds").map(|_| form.tiles("birds")).transpose()?,
        flip: form.tile("flip")?,
        seats: form.seats()?,
        weekday: form.number("weekday")?,
        piao: form.by_seat("piao")?,
        gu_mai: form.by_seat("gu_mai")?,
        holdings: form.by_seat("holdings")?,
        owner: form.seat("owner")?,
        match_totals: form.by_seat("match_totals")?,
        last_hand: form.text("last_hand").map(|_| true),
        fly: form.text("fly").map(|_| form.tiles("fly")).transpose()?,
        mid_openings,
        lack: form.lack()?,
        rolls: form.tiles("rolls")?.0,
        sky_declared: winner.filter(|_| form.text("sky").is_some()).into_iter().collect(),
        xiaosa_declared: winner.filter(|_| form.text("xiaosa").is_some()).into_iter().collect(),
        wins,
        ..ScoreRequest::new(preset.to_owned(), Seat::ALL[0])
    })
}

struct Form<'a> {
    fields: &'a Fields,
}

impl Form<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(|text| text.trim()).filter(|text| !text.is_empty())
    }

    fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Wrong> {
        let read = |text: &str| {
            text.parse()
                .map_err(|_| Wrong::of(name, bilingual!("请写一个整数，如 2。", "Write a whole number, such as 2.")))
        };
        self.text(name).map(read).transpose()
    }

    fn seat(&self, name: &str) -> Result<Option<Seat>, Wrong> {
        let seat = self.number::<u8>(name)?;
        let none = || Wrong::of(name, bilingual!("请选一家。", "Choose a player."));
        seat.map(|seat| Seat::new(seat).ok_or_else(none)).transpose()
    }

    fn tiles(&self, name: &str) -> Result<Tiles, Wrong> {
        // People type spaces between groups.
        let text: String = self.text(name).unwrap_or_default().split([' ', '\t', ',', '，', '、']).collect();
        parse_tiles(&unspoken(&text)).map(Tiles).map_err(|_| {
            Wrong::of(
                name,
                bilingual!(
                    "看不懂“{text}”。请写成“一二三万五筒”或 `123m5p`（m 万、p 筒、s 条，字牌直接写“东”“红中”），或点下面的牌。",
                    "“{text}” cannot be read as tiles. Write ranks and then the suit, such as `123m55p` (m characters, p dots, s bamboo, `1z` to `7z` winds and dragons), or click the tiles."
                ),
            )
        })
    }

    fn tile(&self, name: &str) -> Result<Option<Tile>, Wrong> {
        match self.tiles(name)?.0[..] {
            [] => Ok(None),
            [tile] => Ok(Some(tile)),
            _ => Err(Wrong::of(name, bilingual!("这里只填一张牌，如“三万”。", "Only one tile goes here, such as 3m."))),
        }
    }

    fn win(&self, which: &str) -> Result<WinGiven, Wrong> {
        let name = |field: &str| format!("{field}{which}");
        let from = self.seat("from")?;
        Ok(WinGiven {
            seat: self.seat(&name("seat"))?.unwrap_or(Seat::ALL[0]),
            hand: self.tiles(&name("hand"))?,
            melds: self.melds(&name("melds"))?,
            tile: self.tiles("tile")?,
            by: self.text("by").map(str::to_owned),
            from,
            first_discard: self.text("first").is_some(),
            after_kong: self.text("after_kong").is_some(),
            kong_run: self.number("kong_run")?,
        })
    }

    /// The initial wins of a seat: the ticked boxes.
    fn openings(&self) -> Result<Vec<OpeningGiven>, Wrong> {
        let kinds = self.ticked("okind_");
        if kinds.is_empty() {
            return if self.text("ohand").is_some() {
                Err(Wrong::of("okind", bilingual!("请勾选是哪几种起手胡。", "Tick which initial wins were declared.")))
            } else {
                Ok(Vec::new())
            };
        }
        let digits =
            self.text("odice").unwrap_or_default().chars().filter(|c| !c.is_whitespace() && !",，、".contains(*c));
        let dice: Option<Vec<u8>> = digits.map(|c| u8::try_from(c.to_digit(10)?).ok()).collect();
        let dice = dice.ok_or_else(|| {
            Wrong::of("odice", bilingual!("请写骰子的点数，如 35。", "Write the faces of the dice, such as 35."))
        })?;
        let seat = self.seat("oseat")?.unwrap_or(Seat::ALL[0]);
        Ok(vec![OpeningGiven { seat, hand: self.tiles("ohand")?, kinds, dice }])
    }

    /// Parses melds such as `123m 555p 5555s 8888m暗`: a chow, a pung, an exposed kong and a concealed kong; `补` marks a
    /// kong added to a pung.
    fn melds(&self, name: &str) -> Result<Vec<MeldGiven>, Wrong> {
        let groups =
            self.text(name).unwrap_or_default().split([' ', ',', '，', '、']).filter(|group| !group.is_empty());
        groups.map(|group| meld(group).ok_or_else(|| no_meld(name, group))).collect()
    }

    fn options(&self) -> Result<BTreeMap<String, OptionValue>, Wrong> {
        let lines = self.text("options").unwrap_or_default().lines().map(str::trim).filter(|line| !line.is_empty());
        let read = |line: &str| {
            let no = || {
                Wrong::of(
                    "options",
                    bilingual!(
                        "“{line}”里没有等号。每行写一项房规，如 bird_count=2。",
                        "“{line}” has no equals sign. Write one house rule per line, such as bird_count=2."
                    ),
                )
            };
            let (id, value) = line.split_once('=').ok_or_else(no)?;
            Ok((id.trim().to_owned(), OptionValue::Word(value.trim().to_owned())))
        };
        let players = self.players()?.map(|players| ("players".to_owned(), players));
        lines.map(read).chain(players.map(Ok)).collect()
    }

    fn seats(&self) -> Result<Vec<SeatGiven>, Wrong> {
        let mut seats = Vec::new();
        for seat in Seat::ALL {
            let name = |field: &str| format!("{field}_{seat}");
            if ["shand", "smelds", "sriver", "sready"].iter().all(|field| self.text(&name(field)).is_none()) {
                continue;
            }
            seats.push(SeatGiven {
                seat,
                hand: self.tiles(&name("shand"))?,
                melds: self.melds(&name("smelds"))?,
                river: self.tiles(&name("sriver"))?,
                declared: self.text(&name("sready")).is_some(),
                declared_as_dealt: false,
                was_ready: false,
                late_kongs: Tiles::default(),
            });
        }
        Ok(seats)
    }
}

fn meld(group: &str) -> Option<MeldGiven> {
    let (group, mark) = match group.strip_suffix(['暗', 'c']).map(|rest| (rest, "concealed")) {
        Some(marked) => marked,
        None => group.strip_suffix(['补', 'a']).map_or((group, ""), |rest| (rest, "added")),
    };
    let mut tiles = parse_tiles(&unspoken(group)).ok()?;
    tiles.sort_unstable();
    let (first, alike) = (*tiles.first()?, tiles.iter().all(|tile| Some(tile) == tiles.first()));
    let run = tiles.len() == 3
        && first.is_numbered()
        && tiles.get(1).copied() == first.up(1)
        && tiles.get(2).copied() == first.up(2);
    let kind = match (tiles.len(), alike, mark) {
        (3, true, "") => "pung",
        (3, false, "") if run => "chow",
        (4, true, "") => "exposed",
        (4, true, mark) => mark,
        _ => return None,
    };
    Some(MeldGiven { kind: kind.to_owned(), tile: first, from: None })
}

fn no_meld(name: &str, group: &str) -> Wrong {
    Wrong::of(
        name,
        bilingual!(
            "“{group}”不是一副吃碰杠。吃写 `123m`，碰写 `555p`，明杠写 `5555s`，暗杠写 `5555s暗`，补杠写 `5555s补`；每副之间空一格。",
            "“{group}” is not a meld. Write a chow as `123m`, a pung as `555p`, an exposed kong as `5555s`, a concealed one as `5555sc`, an added one as `5555sa`, with a space between melds."
        ),
    )
}

impl Wrong {
    fn of(field: &str, text: Text) -> Wrong {
        Wrong { field: field.to_owned(), text, clause: None, near: Vec::new() }
    }
}

/// Maps the pointer of an error to a field.
fn wrong(error: ScoreError) -> Wrong {
    let mut parts = error.pointer.split('/').skip(1);
    let field = match (parts.next().unwrap_or_default(), parts.next(), parts.next()) {
        ("wins", Some(at), field) => {
            let second = if at == "0" { "" } else { "2" };
            match field {
                Some(field @ ("tile" | "by" | "from")) => field.to_owned(),
                Some("melds") => format!("melds{second}"),
                Some("seat") => format!("seat{second}"),
                _ => format!("hand{second}"),
            }
        }
        ("openings", _, Some("dice")) => "odice".to_owned(),
        ("openings", _, Some("kinds")) => "okind".to_owned(),
        ("openings", ..) => "ohand".to_owned(),
        ("mid_openings", _, Some("tile")) => "mtile".to_owned(),
        ("mid_openings", _, Some("melds")) => "mmelds".to_owned(),
        ("mid_openings", _, Some("kinds")) => "mkind".to_owned(),
        ("mid_openings", ..) => "mhand".to_owned(),
        ("sky_declared", ..) => "sky".to_owned(),
        ("xiaosa_declared", ..) => "xiaosa".to_owned(),
        ("seats", ..) => "seats".to_owned(),
        ("dealer_streak", ..) => "streak".to_owned(),
        (field, ..) => field.to_owned(),
    };
    Wrong { field, text: error.text, clause: error.clause.map(|clause| clause.id), near: error.near.into_vec() }
}

/// The preset of a form.
pub fn preset_of(fields: &Fields) -> &str {
    let asked = fields.get("rules").map(|text| text.trim()).filter(|text| engine::revision(text).is_some());
    asked.unwrap_or("changsha-a")
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn fields(all: &[(&str, &str)]) -> Fields {
        all.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    pub(super) fn scored(all: &[(&str, &str)]) -> Scored {
        asked(&fields(all)).and_then(|request| score(&request).map_err(wrong))
    }

    /// The worked example of the source document, as typed.
    #[test]
    fn cs_a_23_as_typed() {
        let report = scored(&[("hand", "123456m 789p 2345s"), ("tile", "5s"), ("birds", "1m5m")]).unwrap();
        assert_eq!(report.balance.entries(), [27, -9, -9, -9]);
    }

    /// Initial wins are paid with or without a final win.
    #[test]
    fn initial_wins_as_typed() {
        let dealt = [("ohand", "111m333p24s68s13p4m"), ("oseat", "1"), ("okind_liuliushun", "1")];
        let alone = scored(&dealt).unwrap();
        assert!(
            alone.wins.is_empty() && !alone.ledger.is_empty() && alone.balance[Seat::ALL[1]] > 0,
            "{:?}",
            alone.balance
        );
        assert_eq!(alone.balance.entries().iter().sum::<i64>(), 0);
        let wrong = scored(&[("ohand", "111m333p24s68s13p4m")]).unwrap_err();
        assert_eq!(wrong.field, "okind");
        let wrong = scored(&[("ohand", "123m456p789s12345m"), ("okind_liuliushun", "1")]).unwrap_err();
        assert!(wrong.field == "ohand" && wrong.clause.is_some(), "{wrong:?}");
        let wrong = scored(&[dealt[0], dealt[1], dealt[2], ("odice", "seven")]).unwrap_err();
        assert_eq!(wrong.field, "odice");
    }

    #[test]
    fn what_is_wrong_is_told_beside_its_field() {
        for (change, field) in [
            (("hand", "12x"), "hand"),
            (("hand", "123m"), "hand"),
            (("melds", "124m"), "melds"),
            (("tile", ""), "tile"),
            (("by", "discard"), "from"),
            (("birds", "1m5m9m9m9m"), "birds"),
            (("rules", "nowhere"), "rules"),
            (("options", "birds"), "options"),
            (("streak", "x"), "streak"),
            (("indicator", "1m2m"), "indicator"),
        ] {
            let mut all = vec![("hand", "123456m789p2345s"), ("tile", "5s")];
            all.retain(|(name, _)| *name != change.0);
            all.push(change);
            let wrong = scored(&all).unwrap_err();
            assert!(wrong.field == field && !wrong.text.zh.is_empty(), "{change:?}: {wrong:?}");
        }
    }

    #[test]
    fn melds_are_told_by_their_tiles() {
        for (group, kind) in
            [("213m", "chow"), ("555p", "pung"), ("5555s", "exposed"), ("5555s暗", "concealed"), ("5555sa", "added")]
        {
            assert_eq!(meld(group).map(|meld| meld.kind), Some(kind.to_owned()), "{group}");
        }
        assert!(["12m", "135m", "55556m", "555p暗", "", "暗"].into_iter().all(|group| meld(group).is_none()));
    }
}
