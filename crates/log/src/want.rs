//! Descriptions of expected values in both languages; every error sentence ends with one of them.

use caipan_tiles::text::Label;
use std::fmt;

/// Declares the wants: the variant, the key passed through serde's error interface, and both phrases.
macro_rules! wants {
    ($($name:ident $key:literal $zh:literal $en:literal;)+) => {
        /// The value expected at a place in a log.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate) enum Want { $($name),+ }

        impl Want {
            /// Every want.
            pub(in crate) const ALL: &[Want] = &[$(Want::$name),+];

            /// Returns the key of the want.
            const fn key(self) -> &'static str {
                match self { $(Want::$name => $key),+ }
            }

            /// Returns the phrase that follows "write".
            pub(in crate) const fn label(self) -> Label {
                match self { $(Want::$name => Label::new($zh, $en)),+ }
            }
        }
    };
}

wants! {
    Object "object" "一个对象 {…}" "an object {...}";
    List "list" "一个列表 […]" "a list [...]";
    BySeat "by-seat" "一个列表，每位玩家一项，依座位从 0 起（几人见 start.seats）；也可写满四项，没人坐的座位写 0 或空"
        "a list with one entry for each player by seat from 0, as many as `start.seats` says, or four entries with 0 or nothing for a seat that nobody sits on";
    FourSeats "four-seats" "四项，依次为座位 0、1、2、3；如果只有两三个人打，请先用 start.seats 写明人数"
        "four entries, for seats 0, 1, 2 and 3; if only two or three play, say how many in `start.seats` first";
    Tile "tile" "一张牌，如 5m（m 万、p 筒、s 条，1z–7z 东南西北白发中）"
        "one tile such as 5m (m 万, p 筒, s 条, 1z-7z 东南西北白发中)";
    Tiles "tiles" "一组牌，先数字后花色，至多 512 个字符，如 123m55p7z"
        "a group of tiles, ranks before the suit letter, at most 512 characters, such as 123m55p7z";
    TwoTiles "two-tiles" "手中的两张牌，如 23m" "the two tiles from the hand, such as 23m";
    Seat "seat" "座位号（0 到 3）" "a seat (0 to 3)";
    Players "players" "每位玩家一项，依座位从 0 起，几人见 start.seats（没写是 4 人）；不知道则不写"
        "one entry for each player by seat from 0, as many as `start.seats` says (4 if it says nothing), or leave the key out where unknown";
    Seats "seats" "一桌的人数：2、3 或 4" "how many play at the table: 2, 3 or 4";
    Sits "sits" "在座者的座位号（人数见 start.seats）" "a seat at the table; `start.seats` says how many play";
    Nothing "nothing" "0 或空：这个座位没有人（人数见 start.seats）" "0 or nothing: nobody sits there, as `start.seats` says";
    Holder "holder" "座位号（0 到 3）、\"house\" 或 \"pool\"" "a seat (0 to 3), \"house\" or \"pool\"";
    OtherHolder "other-holder" "另一方：座位不能付给自己，house 与 pool 之间不记"
        "another party: no seat pays itself, and nothing is recorded between house and pool";
    HouseKind "house-kind" "两家之间只写 penalty、adjustment 或 refund；top_up 只由 house 或 pool 付出"
        "`penalty`, `adjustment` or `refund` between two seats; `top_up` comes from the house or the pool";
    Owner "owner" "房主的座位号，不在座则写 \"away\"" "the owner's seat, or \"away\" if the owner does not play";
    Moved "moved" "大于 0 的整数；方向由 from 与 to 表示" "a whole number from 1 on; `from` and `to` say who pays whom";
    Remark "remark" "1 到 100 个字符，不含控制字符" "1 to 100 characters without control characters";
    After "after" "之前打了几局（0 到全部局数）" "the number of hands played before it, from 0 to all of them";
    Dice "dice" "至多四颗骰子的点数，各为 1 到 6；不知点数则为空" "up to four dice of 1 to 6 each, none where the faces are not known";
    Face "face" "骰子的点数 1 到 6" "what a die shows: 1 to 6";
    Whole "whole" "一个整数" "a whole number";
    Points "points" "不小于 0 的整数；付款方向由 from 与 to 表示"
        "a whole number, not negative; `from` and `to` say who pays whom";
    Millis "millis" "自本局开始的毫秒数（不小于 0 的整数）" "the milliseconds since the hand began, a whole number from 0 on";
    Event "event" "事件在本局里的序号（从 0 起的整数）" "the index of an event of the hand, a whole number from 0 on";
    Streak "streak" "连庄局数（从 1 起的整数）" "the number of hands in a row the dealer deals, from 1 on";
    View "view" "看得到手牌的座位，至少一个，每个写一次，如 [0]"
        "the seats whose tiles the record shows, at least one, each once, such as [0]";
    Dealt "dealt" "view 以外的座位所发的张数（0 到 255），不知道就写 \"\""
        "the number of tiles dealt to a seat outside `view`, 0 to 255, or \"\" if it is unknown";
    DealtTiles "dealt-tiles" "这个座位所发的牌；若只看得到别的座位的牌，请用 view 写明，如 \"view\": [0]"
        "the tiles dealt to this seat; if the record shows only other seats, name those in `view`, as in \"view\": [0]";
    HandNumber "hand-number" "平台给这一局的编号（从 0 起的整数）" "the platform's number of the hand, a whole number from 0 on";
    Flag "flag" "true 或 false" "true or false";
    Text "text" "一段文字" "a text";
    Id "id" "1 到 256 个字符的编号" "an id of 1 to 256 characters";
    Time "time" "RFC 3339 时间，如 2026-01-05T12:00:00+08:00" "an RFC 3339 time such as 2026-01-05T12:00:00+08:00";
    Digest "digest" "sha256: 加 64 个小写十六进制数字" "sha256: and 64 lower-case hex digits";
    Option "option" "选项的值：一个词、一个整数，或 true / false" "the value of an option: a word, a whole number, true or false";
    Unmodelled "unmodelled" "房规的名字，1 到 100 个字符，不含控制字符，或 {\"rule\": 名字, \"touches\": \"birds\"}"
        "the rule in 1 to 100 characters without control characters, or {\"rule\": ..., \"touches\": \"birds\"}";
    Kinds "kinds" "至少一个起手胡名称，如 四喜" "at least one opening by name, such as 四喜";
    Hands "hands" "至少一局" "at least one hand";
    Word "word" "一个已知的词" "one of the known words";
    Format "format" "\"paipu/1\"" "\"paipu/1\"";
}

impl Want {
    /// Returns the want with this key, as it comes back from serde's error interface.
    pub(crate) fn from_key(key: &str) -> Option<Want> {
        Want::ALL.iter().copied().find(|want| want.key() == key)
    }
}

impl Want {
    /// True if a whole number belongs here.
    pub(crate) const fn is_number(self) -> bool {
        matches!(
            self,
            Want::Seat
                | Want::Sits
                | Want::Seats
                | Want::Moved
                | Want::After
                | Want::Face
                | Want::Whole
                | Want::Points
                | Want::Millis
                | Want::Event
                | Want::Streak
                | Want::HandNumber
                | Want::Dealt
        )
    }

    /// True if tiles belong here.
    pub(crate) const fn is_tiles(self) -> bool {
        matches!(self, Want::Tile | Want::Tiles | Want::TwoTiles | Want::DealtTiles)
    }
}

impl fmt::Display for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl serde::de::Expected for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
