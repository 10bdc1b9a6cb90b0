//! The content of header, source, start, win and payment lines. [`super::read`] checks their order.

use super::super::problem::Problem;
use super::super::read::house_line::{fitting, holder, remark};
use super::super::read::list::{OPTIONS, PATTERNS, UNMODELLED};
use super::super::read::scalar::{FORMAT, HowMany, id};
use super::super::read::seated::counted;
use super::super::read::short;
use super::super::want::Want;
use super::super::{
    Between, GameLog, Holder, HouseLine, OptionValue, Owner, Payment, RulesDeclared, Source, Start, Touches,
    Unmodelled, WinClaimed,
};
use super::token::{Slip, Token, Words};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Seats};

/// Reads the first line: format, id, rule system and its options.
pub(super) fn header(name: &str, words: &mut Words<'_>) -> Result<GameLog, Slip> {
    if name != FORMAT {
        let problem = if name.starts_with('{') || name.starts_with('[') {
            Problem::UnknownFormat { found: "JSON".to_owned() }
        } else {
            Problem::UnknownFormat { found: short(name) }
        };
        return Err(words.slip(problem));
    }
    let mut log = GameLog {
        id: words.value(Want::Id, id)?.0,
        corrects: None,
        rules: RulesDeclared {
            system: words.value(Want::Id, id)?.0,
            options: std::collections::BTreeMap::new(),
            ..Default::default()
        },
        source: Source::default(),
        players: Vec::new(),
        start: Start::default(),
        totals: None,
        between: None,
        hands: Vec::new(),
    };
    while words.peek()?.is_some() {
        let key = words.text(Want::Text)?.into_owned();
        let at = words.slip(Problem::DuplicateKey { key: key.clone() });
        if words.next()? != Some(Token::Mark('=')) {
            return Err(words
                .ends(Label::new("“键=值”形式的选项，如 ready=false", "an option as key=value, such as ready=false")));
        }
        let value = match words.peek()? {
            Some(Token::Quoted(word)) => {
                words.next()?;
                OptionValue::Word(word)
            }
            _ => option(&words.text(Want::Option)?),
        };
        if log.rules.options.insert(key, value).is_some() {
            return Err(at);
        }
        if log.rules.options.len() > OPTIONS {
            return Err(Slip { problem: Problem::ListTooLong { limit: OPTIONS }, ..at });
        }
    }
    Ok(log)
}

/// Reads the rest of an `unmodelled` line: `unmodelled 飘分上限按剩余分 touches openings`. Returns true if the rule was
/// declared before.
pub(super) fn unmodelled(words: &mut Words<'_>, declared: &mut Vec<Unmodelled>) -> Result<bool, Slip> {
    let rule = words.value(Want::Unmodelled, |text| Unmodelled::new(text, Touches::All))?;
    let again = declared.iter().any(|other| other.rule == rule.rule);
    if !again && declared.len() == UNMODELLED {
        return Err(words.slip(Problem::ListTooLong { limit: UNMODELLED }));
    }
    let touches = if words.take("touches")? { words.one_of()? } else { Touches::All };
    declared.push(Unmodelled { touches, ..rule });
    Ok(again)
}

/// Reads the rest of a `source` line.
pub(super) fn source(words: &mut Words<'_>) -> Result<Source, Slip> {
    let mut source = Source::default();
    while let Some(key) = words.next()? {
        let place = match key {
            Token::Bare("platform") => &mut source.platform,
            Token::Bare("client") => &mut source.client,
            Token::Bare("version") => &mut source.version,
            key => return Err(unknown(key, words, &["platform", "client", "version"])),
        };
        if place.replace(words.text(Want::Text)?.into_owned()).is_some() {
            return Err(words.slip(Problem::DuplicateKey { key: "source".to_owned() }));
        }
    }
    Ok(source)
}

/// The keys of a `start` line.
const START: &[&str] =
    &["seats", "scores", "dealer", "streak", "upstairs", "piao", "gu_mai", "holdings", "owner", "last_hand"];

/// Reads the rest of a `start` line.
pub(super) fn start(words: &mut Words<'_>) -> Result<Start, Slip> {
    let mut start = Start::default();
    let mut lists = Vec::new();
    let mut list = |words: &mut Words<'_>| {
        let list = words.by_seat()?;
        lists.push((list, words.slip(Problem::Empty).at));
        Ok(list.map())
    };
    while let Some(key) = words.next()? {
        let again = match key {
            Token::Bare("seats") => {
                let seats = words.value(Want::Seats, |text| text.parse().ok().and_then(HowMany::of))?;
                start.seats.replace(seats.0).is_some()
            }
            Token::Bare("scores") => start.scores.replace(list(words)?).is_some(),
            Token::Bare("dealer") => start.dealer.replace(words.seat()?).is_some(),
            Token::Bare("streak") => {
                let streak = words.value(Want::Streak, |text| text.parse().ok().filter(|streak| *streak >= 1))?;
                start.dealer_streak.replace(streak).is_some()
            }
            Token::Bare("upstairs") => start.upstairs.replace(flag(words)?).is_some(),
            Token::Bare("piao") => start.piao.replace(list(words)?).is_some(),
            Token::Bare("gu_mai") => start.gu_mai.replace(list(words)?).is_some(),
            Token::Bare("holdings") => start.holdings.replace(list(words)?).is_some(),
            Token::Bare("owner") => {
                let owner = |word: &str| match word {
                    "away" => Some(Owner::Away),
                    _ => word.parse().ok().and_then(Seat::new).map(Owner::Seat),
                };
                start.owner.replace(words.value(Want::Owner, owner)?).is_some()
            }
            Token::Bare("last_hand") => start.last_hand.replace(flag(words)?).is_some(),
            key => return Err(unknown(key, words, START)),
        };
        if again {
            return Err(words.slip(Problem::DuplicateKey { key: "start".to_owned() }));
        }
    }
    // The line may name the number of players after a list.
    let seats = start.seats.unwrap_or(Seats::FOUR);
    for (list, at) in lists {
        counted(&list, seats).map_err(|problem| Slip { problem, at })?;
    }
    Ok(start)
}

/// Reads the rest of a `won` line: `won 1 清一色 value 1`, or `won -` for nobody.
pub(super) fn win(words: &mut Words<'_>) -> Result<Option<WinClaimed>, Slip> {
    if words.take("-")? {
        return Ok(None);
    }
    let seat = words.seat()?;
    let mut patterns = if words.take("-")? { Some(Vec::new()) } else { None };
    while let Some(pattern) = words.name()? {
        words.add(patterns.get_or_insert_default(), pattern.into_owned(), PATTERNS)?;
    }
    let value = if words.take("value")? { Some(words.whole()?) } else { None };
    Ok(Some(WinClaimed { seat, patterns, value }))
}

/// Reads the rest of a `pay` line: `pay 3 1 6 for 点炮 at 40`, or `pay -` for no payment.
pub(super) fn payment(words: &mut Words<'_>) -> Result<Option<Payment>, Slip> {
    if words.take("-")? {
        return Ok(None);
    }
    let (from, to) = (words.seat()?, words.seat()?);
    let points = words.value(Want::Points, |text| text.parse().ok().filter(|points| *points >= 0))?;
    let cause = if words.take("for")? { Some(words.text(Want::Text)?.into_owned()) } else { None };
    let at = if words.take("at")? {
        Some(words.value(Want::Event, |text| text.parse::<u32>().ok())? as usize)
    } else {
        None
    };
    Ok(Some(Payment { from, to, points, cause, at }))
}

/// Reads the rest of a `house` line: `house 0 2 for rake` (seat 0 pays the house 2), `house from pool to 1 50 for jackpot`,
/// or `house -` for no line.
pub(super) fn house(words: &mut Words<'_>) -> Result<Option<HouseLine>, Slip> {
    if words.take("-")? {
        return Ok(None);
    }
    if words.peek()? == Some(Token::Bare("from")) {
        return moved(words).map(Some);
    }
    let from = Holder::Seat(words.seat()?);
    of(from, Holder::House, words).map(Some)
}

/// Reads the rest of a `between` line: `between after 1 from 1 to house 20 for penalty why 拖延时间 by 裁判`, or
/// `between -` for no line.
pub(super) fn between(words: &mut Words<'_>) -> Result<Option<Between>, Slip> {
    if words.take("-")? {
        return Ok(None);
    }
    if !words.take("after")? {
        return Err(words.ends(Label::new("after 和之前打了几局", "`after` and the number of hands before it")));
    }
    let after = words.value(Want::After, |text| text.parse::<u32>().ok())?;
    Ok(Some(Between { after: usize::try_from(after).unwrap_or(usize::MAX), line: moved(words)? }))
}

/// Reads payer and receiver, then the rest of a line.
fn moved(words: &mut Words<'_>) -> Result<HouseLine, Slip> {
    if !words.take("from")? {
        return Err(words.ends(Label::new("from 和付分的一方", "`from` and who pays")));
    }
    let from = words.value(Want::Holder, holder)?;
    if !words.take("to")? {
        return Err(words.ends(Label::new("to 和收分的一方", "`to` and who receives")));
    }
    let to = words.value(Want::Holder, holder)?;
    of(from, to, words)
}

/// Reads the points of a line, and what follows them.
fn of(from: Holder, to: Holder, words: &mut Words<'_>) -> Result<HouseLine, Slip> {
    let points = words.value(Want::Moved, |text| text.parse().ok().filter(|points| *points > 0))?;
    if !words.take("for")? {
        return Err(words.ends(Label::new("for 和这笔分的名目，如 for rake", "`for` and the kind, such as `for rake`")));
    }
    let kind = words.one_of()?;
    let why = if words.take("why")? { Some(words.value(Want::Remark, remark)?.0) } else { None };
    let by = if words.take("by")? { Some(words.value(Want::Remark, remark)?.0) } else { None };
    fitting(HouseLine { from, to, points, kind, why, by }).map_err(|fault| words.slip(fault.problem))
}

/// Reads `true` or `false`.
pub(super) fn flag(words: &mut Words<'_>) -> Result<bool, Slip> {
    words.value(Want::Flag, |text| text.parse().ok())
}

/// The error for a word that the line does not allow.
pub(super) fn unknown(key: Token<'_>, words: &Words<'_>, known: &'static [&'static str]) -> Slip {
    let found = match key {
        Token::Bare(word) => short(word),
        Token::Quoted(text) => short(&text),
        Token::Mark(mark) => mark.to_string(),
    };
    words.slip(Problem::UnknownWord { found, known })
}

/// Returns the option value of a bare word.
pub(super) fn option(word: &str) -> OptionValue {
    match (word, word.parse()) {
        ("true", _) => OptionValue::Flag(true),
        ("false", _) => OptionValue::Flag(false),
        (_, Ok(number)) => OptionValue::Number(number),
        _ => OptionValue::Word(word.to_owned()),
    }
}
