//! An event of a log in words: `u3 discards 9m`.

use caipan_log::{Action, Automatic, Declaration, Dice, DrawFrom, Event, KongKind, PassOf, People, shown};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Suit, Tile, Tiles};

/// Returns an event in words, for example `老周 pungs 9m`, and whether the server acted for the player.
pub fn event_in_words(event: &Event, people: &People) -> Text {
    let Text { zh, en } = action_in_words(&event.action, people);
    match event.auto.map(Automatic::label) {
        Some(Label { zh: by, en: by_en }) => bilingual!("{zh}（{by}）", "{en} ({by_en})"),
        None => Text { zh, en },
    }
}

/// Returns an action in words.
pub fn action_in_words(action: &Action, people: &People) -> Text {
    let who = people.anyone(action.seat());
    match action {
        Action::Draw { tile, from: Some(DrawFrom::Tail), .. } => {
            bilingual!("{who}从牌尾补进 {}", "{who:#} draws {} from the tail", named(*tile))
        }
        Action::DrawUnseen { from: Some(DrawFrom::Tail), .. } => {
            bilingual!("{who}补摸一张", "{who:#} draws a replacement")
        }
        Action::DrawUnseen { .. } => bilingual!("{who}摸进一张", "{who:#} draws a tile"),
        Action::Draw { tile, .. } => bilingual!("{who}摸进 {}", "{who:#} draws {}", named(*tile)),
        Action::Discard { tile, .. } => bilingual!("{who}打出 {}", "{who:#} discards {}", named(*tile)),
        Action::Chow { tile, with, .. } => {
            let (tile, with) = (named(*tile), Tiles(with.to_vec()));
            bilingual!("{who}用 {with} 吃 {tile}", "{who:#} chows {tile} with {with}")
        }
        Action::Pung { tile, .. } => bilingual!("{who}碰 {}", "{who:#} pungs {}", named(*tile)),
        Action::Kong { tile, kind, dice, .. } => {
            let kind = match kind {
                KongKind::Concealed => "concealed",
                KongKind::Exposed => "exposed",
                KongKind::Added => "added",
            };
            let ((zh, en), tile, faces) = (kong_in_words(kind, dice.is_some()), named(*tile), thrown(dice.as_ref()));
            let (faces, faces_en) = (faces.zh, faces.en);
            bilingual!("{who}{zh} {tile}{faces}", "{who:#} declares {en} of {tile}{faces_en}")
        }
        Action::Reveal { tiles, .. } => {
            let tiles = Tiles(tiles.clone());
            bilingual!("{who}翻出 {tiles}", "{who:#} turns up {tiles}")
        }
        Action::Opening { kinds, dice, .. } => {
            let kinds = kinds.iter().map(|kind| shown(kind)).collect::<Vec<_>>().join(", ");
            let Text { zh, en } = thrown(dice.as_ref());
            bilingual!("{who}起手胡：{kinds}{zh}", "{who:#} declares initial wins: {kinds}{en}")
        }
        Action::MidOpening { kinds, .. } => {
            let kinds = kinds.iter().map(|kind| shown(kind)).collect::<Vec<_>>().join(", ");
            bilingual!("{who}中途起手胡：{kinds}", "{who:#} declares initial wins during play: {kinds}")
        }
        Action::Declare { what: Declaration::Sky, .. } => bilingual!("{who}天听", "{who:#} declares ready as dealt"),
        Action::Declare { what: Declaration::Xiaosa, .. } => bilingual!("{who}潇洒", "{who:#} declares xiaosa"),
        Action::Declare { what: Declaration::Ready, .. } => bilingual!("{who}报听", "{who:#} declares ready"),
        Action::Declare { what: Declaration::Void(suit), .. } => {
            let (zh, en) = suit_of(*suit);
            bilingual!("{who}定缺{zh}", "{who:#} is to be rid of {en}")
        }
        Action::Exchange { tiles, takes, .. } => {
            let (tiles, takes) = (Tiles(tiles.clone()), Tiles(takes.clone()));
            bilingual!("{who}换出 {tiles}，换进 {takes}", "{who:#} gives {tiles} and takes {takes}")
        }
        Action::Flower { tile, .. } => bilingual!("{who}补花 {}", "{who:#} lays the flower {}", named(*tile)),
        Action::Declare { what: Declaration::Hunyou, .. } => {
            bilingual!("{who}混儿悠", "{who:#} declares hunyou")
        }
        Action::Seabed { take: true, .. } => bilingual!("{who}要海底", "{who:#} takes the last tile"),
        Action::Seabed { take: false, .. } => bilingual!("{who}不要海底", "{who:#} declines the last tile"),
        Action::Win { tile, .. } => bilingual!("{who}胡 {}", "{who:#} wins on {}", named(*tile)),
        Action::Pass { of, .. } => {
            let (zh, en) = match of {
                PassOf::Win => ("过胡", "a win"),
                PassOf::Kong => ("过杠", "a kong"),
                PassOf::Pung => ("过碰", "a pung"),
                PassOf::Chow => ("过吃", "a chow"),
            };
            bilingual!("{who}{zh}", "{who:#} passes {en}")
        }
        Action::Birds { tiles, fly } => {
            let tiles = Tiles(tiles.clone());
            match fly.clone().map(Tiles) {
                Some(fly) => bilingual!("扎鸟 {tiles}，飞鸟 {fly}", "birds {tiles}, flying birds {fly}"),
                None => bilingual!("扎鸟 {tiles}", "birds {tiles}"),
            }
        }
        Action::Flip { tile } => bilingual!("翻鸡 {}", "the flip is {}", named(*tile)),
        Action::Leave { .. } => bilingual!("{who}离开", "{who:#} leaves"),
        Action::DrawGame => bilingual!("流局", "the hand is drawn"),
    }
}

/// Returns the name of a kong by its kind (`concealed`, `exposed`, `added`) and whether dice are thrown for it.
pub fn kong_in_words(kind: &str, dice: bool) -> (&'static str, &'static str) {
    match (kind, dice) {
        ("concealed", false) => ("暗杠", "a concealed kong"),
        ("exposed", false) => ("明杠", "an exposed kong"),
        ("added", false) => ("补杠", "an added kong"),
        ("concealed", true) => ("开杠（暗）", "a concealed dice kong"),
        ("exposed", true) => ("开杠（明）", "an exposed dice kong"),
        (_, true) => ("开杠（补）", "an added dice kong"),
        _ => ("杠", "a kong"),
    }
}

/// A throw with known faces, to be added to a sentence.
fn thrown(dice: Option<&Dice>) -> Text {
    let faces: Vec<String> = dice.into_iter().flat_map(Dice::faces).map(ToString::to_string).collect();
    if faces.is_empty() {
        return Text::default();
    }
    let (zh, en) = (faces.join("、"), faces.join(" and "));
    bilingual!("，掷出 {zh}", ", throwing {en}")
}

/// A tile in both notations: `9m 九万`.
fn named(tile: Tile) -> String {
    format!("{tile} {}", tile.chinese())
}

/// The name of a void suit.
const fn suit_of(suit: Suit) -> (&'static str, &'static str) {
    match suit {
        Suit::Characters | Suit::Honours | Suit::Flowers => ("万", "characters"),
        Suit::Dots => ("筒", "dots"),
        Suit::Bamboo => ("条", "bamboo"),
    }
}

#[cfg(test)]
mod tests {
    use super::event_in_words;
    use caipan_log::{Action, Automatic, Event, People};
    use caipan_tiles::tile::{Seat, parse_tile};

    #[test]
    fn act_of_the_server_is_told_as_one() {
        let tile = parse_tile("5m").expect("a tile");
        let event = Event { auto: Some(Automatic::Timeout), ..Action::Discard { seat: Seat::ALL[1], tile }.into() };
        let text = event_in_words(&event, &People::default());
        assert!(text.zh.ends_with("（超时代打）"), "{}", text.zh);
        assert!(text.en.ends_with("(by the server: timeout)"), "{}", text.en);
    }
}
