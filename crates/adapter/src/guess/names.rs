//! Guesses the meaning of tile and act names.

use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A guessed tile table.
pub(super) struct Suits {
    /// Rows of the table: platform name, log notation.
    pub(super) table: Vec<(String, String)>,
    /// Names that were not recognised.
    pub(super) unknown: Vec<String>,
    /// A note that explains the guess.
    pub(super) note: Text,
}

/// Possible readings of suit letters; the first set that fits all letters is used.
const LETTERS: [&[(&str, &str)]; 4] = [
    &[("m", "m"), ("p", "p"), ("s", "s"), ("z", "z")],
    &[("w", "m"), ("b", "p"), ("t", "s"), ("f", "z"), ("j", ""), ("h", "")],
    &[("w", "m"), ("t", "p"), ("s", "s"), ("z", "z"), ("f", "z")],
    &[
        ("wan", "m"),
        ("c", "m"),
        ("char", "m"),
        ("万", "m"),
        ("萬", "m"),
        ("w", "m"),
        ("tong", "p"),
        ("bing", "p"),
        ("d", "p"),
        ("dot", "p"),
        ("筒", "p"),
        ("饼", "p"),
        ("b", "p"),
        ("tiao", "s"),
        ("suo", "s"),
        ("bam", "s"),
        ("条", "s"),
        ("索", "s"),
        ("s", "s"),
        ("t", "s"),
    ],
];

/// Guesses the tiles behind these names.
pub(super) fn suits(names: &BTreeMap<String, usize>) -> Suits {
    if let Some(numbers) = physical(names) {
        return of_physical(&numbers);
    }
    let numbers: Option<Vec<i64>> = names.keys().map(|name| name.parse().ok()).collect();
    match numbers.filter(|numbers| !numbers.is_empty()) {
        Some(numbers) => of_numbers(&numbers),
        None => of_words(names),
    }
}

/// More different numbers than there are kinds of tiles, flowers included.
const KINDS: usize = 42;

/// Returns the numbers of physical tiles (实牌编号) if these names are such: each of the four tiles of a kind has its own.
/// The range covers tiles that the sample does not show.
pub(super) fn physical(names: &BTreeMap<String, usize>) -> Option<RangeInclusive<i64>> {
    let numbers: Vec<i64> = names.keys().map(|name| name.parse().ok()).collect::<Option<_>>()?;
    let (least, most) = (numbers.iter().min().copied()?, numbers.iter().max().copied()?);
    if numbers.len() <= KINDS || !(0..=136).contains(&least) || most > 136 {
        return None;
    }
    let first = i64::from(least > 0);
    let last = first - 1 + if most < first + 108 { 108 } else { 136 };
    Some(first..=last)
}

fn of_physical(numbers: &RangeInclusive<i64>) -> Suits {
    let four = |ranks: &str, suit: char| ranks.chars().flat_map(|rank| [rank; 4]).chain([suit]).collect::<String>();
    let suits = [("123456789", 'm'), ("123456789", 'p'), ("123456789", 's'), ("1234567", 'z')];
    let starts = (*numbers.start()..=*numbers.end()).step_by(36);
    let table = starts.zip(suits).map(|(start, (ranks, suit))| (format!("{start}.."), four(ranks, suit))).collect();
    let (first, last) = (numbers.start(), numbers.end());
    Suits {
        table,
        unknown: Vec::new(),
        note: bilingual!(
            "牌是 {first} 到 {last} 的实牌编号，每张各有一个号：先按四个连号是同一张、依次万筒条写。若你们的服务器每隔 27 个号才是同一张，请\
             改写成四副牌。",
            "Tiles are the numbers {first} to {last} of physical tiles. The draft takes four consecutive numbers as one tile, in the order \
             万 筒 条; if your server repeats the tiles every 27 numbers, write four sets instead."
        ),
    }
}

fn of_numbers(numbers: &[i64]) -> Suits {
    let (least, most) = (numbers.iter().min().copied().unwrap_or(0), numbers.iter().max().copied().unwrap_or(0));
    // Runs of nine with a gap have a stride of 10 or 16. Without a gap the numbers are consecutive.
    let stride = [10, 16].into_iter().find(|stride| {
        most > 9 && numbers.iter().all(|number| (1..=9).contains(&(number % stride))) && numbers.len() > 9
    });
    let (starts, how) = match stride {
        Some(stride) => {
            let mut starts: Vec<i64> = numbers.iter().map(|number| number / stride * stride + 1).collect();
            starts.sort_unstable();
            starts.dedup();
            (starts, bilingual!("每 {stride} 个数一门", "a suit every {stride} numbers"))
        }
        None => {
            let first = i64::from(least != 0);
            (
                (0..=(most - first) / 9).map(|suit| first + 9 * suit).collect(),
                bilingual!("九个数一门", "nine numbers a suit"),
            )
        }
    };
    let suits = ["123456789m", "123456789p", "123456789s", "1234567z"];
    let table = starts.iter().zip(suits).map(|(start, suit)| (format!("{start}.."), suit.to_owned())).collect();
    let Text { zh, en } = how;
    Suits {
        table,
        unknown: Vec::new(),
        note: bilingual!(
            "牌是 {least} 到 {most} 的数，{zh}。哪一门在前看不出来，先按万、筒、条写，请核对。",
            "Tiles are numbers from {least} to {most}, {en}. The order of the suits is not clear; the draft takes 万 筒 条: check it."
        ),
    }
}

fn of_words(names: &BTreeMap<String, usize>) -> Suits {
    let mut letters: Vec<(String, bool)> = Vec::new();
    for name in names.keys() {
        if let Some(shape) = suit_of(name)
            && !letters.contains(&shape)
        {
            letters.push(shape);
        }
    }
    let plain = |letter: &str| letter.trim_matches(['-', '_', ' ', ':']).to_lowercase();
    let read = |set: &[(&'static str, &'static str)], letter: &str| {
        set.iter().find(|(known, _)| *known == plain(letter)).map(|&(_, suit)| suit)
    };
    let set = LETTERS.into_iter().find(|set| letters.iter().all(|(letter, _)| read(set, letter).is_some()));
    let set = set.unwrap_or(LETTERS.last().copied().unwrap_or_default());
    let mut table = Vec::new();
    let mut unknown = Vec::new();
    for (letter, before) in &letters {
        let theirs = if *before { format!("{letter}*") } else { format!("*{letter}") };
        match read(set, letter) {
            Some(suit) if !suit.is_empty() => table.push((theirs, suit.to_owned())),
            _ => unknown.push(theirs),
        }
    }
    unknown.extend(names.keys().filter(|name| suit_of(name).is_none()).cloned());
    let known = table.iter().map(|(theirs, ours)| format!("{theirs}={ours}")).collect::<Vec<_>>().join(" ");
    let note = if unknown.is_empty() {
        bilingual!("牌：{known}（按字母猜出）。", "Tiles: {known} (guessed from the letters).")
    } else {
        let left = unknown.join(" ");
        bilingual!(
            "牌：{known}（按字母猜出）。认不出 {left}，请自己填进 [tiles]。",
            "Tiles: {known} (guessed from the letters). Not recognised: {left}. Fill them in under [tiles]."
        )
    };
    Suits { table, unknown, note }
}

/// Returns the part of a tile name that is not its rank, and whether it precedes the rank.
pub(super) fn suit_of(name: &str) -> Option<(String, bool)> {
    let is_rank = |letter: char| ('1'..='9').contains(&letter) || "一二三四五六七八九".contains(letter);
    let letters: Vec<char> = name.chars().collect();
    match letters.as_slice() {
        [suit @ .., rank] if is_rank(*rank) && !suit.is_empty() && !suit.iter().any(char::is_ascii_digit) => {
            Some((suit.iter().collect(), true))
        }
        [rank, suit @ ..] if is_rank(*rank) && !suit.is_empty() && !suit.iter().any(char::is_ascii_digit) => {
            Some((suit.iter().collect(), false))
        }
        _ => None,
    }
}

/// The names of an act that tells dice. It is no event: the draft moves the dice into the kong before.
const DICE: &[&str] = &["dice", "touzi", "shaizi", "roll", "骰子", "色子"];

/// Returns whether an act name is that of dice.
pub(super) fn is_dice(name: &str) -> bool {
    DICE.contains(&name.to_lowercase().as_str())
}

/// Returns the event that an act name describes.
pub(super) fn act_of(name: &str) -> Option<&'static str> {
    const WORDS: [(&[&str], &str); 17] = [
        (DICE, "ignore"),
        (&["angang", "an_gang", "暗杠", "concealed"], "kong:concealed"),
        (&["bugang", "bu_gang", "补杠", "jiagang", "加杠", "added"], "kong:added"),
        (&["minggang", "ming_gang", "明杠", "diangang", "exposed"], "kong:exposed"),
        (&["discard", "chupai", "chu", "dapai", "da", "play", "out", "throw", "打", "出", "打出"], "discard"),
        (&["draw", "mopai", "mo", "zhua", "zhuapai", "take", "摸", "抓", "摸到"], "draw"),
        (&["ting", "baoting", "报听"], "declare:ready"),
        (&["deal", "fapai", "peipai", "发牌", "配牌"], "ignore"),
        (&["jiesuan", "settle", "settlement", "结算"], "ignore"),
        (&["pong", "peng", "pung", "碰"], "pung"),
        (&["chow", "chi", "eat", "吃"], "chow"),
        (&["kong", "gang", "杠"], "kong"),
        (&["win", "hu", "zimo", "ron", "dianpao", "qiangganghu", "胡", "和", "自摸", "点炮", "接炮", "抢杠胡"], "win"),
        (&["pass", "guo", "过"], "ignore"),
        (&["liuju", "huangzhuang", "drawgame", "draw_game", "流局", "荒庄", "黄庄"], "draw_game"),
        (&["birds", "niao", "zhaniao", "扎鸟", "抓鸟", "中鸟"], "birds"),
        (&["flip", "fanji", "翻鸡"], "flip"),
    ];
    let name = name.to_lowercase();
    let find = |name: &str| WORDS.iter().find(|(words, _)| words.contains(&name)).map(|&(_, event)| event);
    // Logs in Chinese say 碰牌, 碰成功 or 玩家碰牌成功 for 碰.
    let bare =
        ["玩家", "成功", "操作", "动作", "了", "牌"].iter().fold(name.clone(), |name, word| name.replace(word, ""));
    find(&name).or_else(|| find(bare.trim())).or_else(|| find(&name.replace(['_', '-', ' '], "")))
}
