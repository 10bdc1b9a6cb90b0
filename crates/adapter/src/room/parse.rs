//! Reads `[options]` of an adapter file: options of every room, and the meaning of each room flag.

use super::super::unmodelled;
use super::{Effect, Flag};
use caipan_log::{OptionValue, Unmodelled};
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::Text;
use std::collections::BTreeMap;
use toml::{Spanned, Table, Value};

/// The options of every room, and the meaning of each flag.
pub(in super::super) type Options = (BTreeMap<String, OptionValue>, BTreeMap<String, Flag>);

/// Reads the table: an entry with a plain value is an option, one with a table is a flag. The error has the byte of the
/// entry in the file.
pub(in super::super) fn read(written: &BTreeMap<String, Spanned<Value>>) -> Result<Options, (Text, usize)> {
    let (mut options, mut flags) = Options::default();
    for (key, value) in written {
        let wrong = |text: Text| (text, value.span().start);
        match value.get_ref() {
            Value::Table(table) => {
                flags.insert(key.clone(), flag(key, table).map_err(wrong)?);
            }
            plain => {
                options.insert(key.clone(), option(key, plain).map_err(wrong)?);
            }
        }
    }
    Ok((options, flags))
}

const MEANINGS: [&str; 5] = ["option", "values", "unmodelled", "touches", "ignore"];
const EFFECTS: [&str; 5] = ["set", "preset", "unmodelled", "touches", "ignore"];

fn flag(name: &str, table: &Table) -> Result<Flag, Text> {
    known(name, table, &MEANINGS)?;
    let option = table.get("option").map(|option| word(name, "option", option)).transpose()?;
    let meaning = match (option, table.get("values"), rule(name, table)?, ignored(name, table)?) {
        (Some(option), None, None, false) => Flag::Passes(option),
        (option, Some(Value::Table(values)), None, false) => {
            let effects = values
                .iter()
                .map(|(value, written)| Ok((value.clone(), effect(name, value, written, option.as_deref())?)));
            Flag::Chooses(effects.collect::<Result<_, Text>>()?)
        }
        (None, None, Some(rule), false) => Flag::Unknown(rule),
        (None, None, None, true) => Flag::Ignored,
        _ => {
            return Err(bilingual!(
                "开关 {name} 请写其中一种：{{ option = … }}、{{ option = …, values = {{…}} }}、{{ values = {{…}} }}、{{ unmodelled = … }} 或 {{ ignore = true }}。",
                "Give the flag `{name}` one meaning: {{ option = … }}, {{ option = …, values = {{…}} }}, {{ values = {{…}} }}, {{ unmodelled = … }} or {{ ignore = true }}."
            ));
        }
    };
    Ok(meaning)
}

/// Reads the effect of one value: a plain one is that of `option`.
fn effect(flag: &str, value: &str, written: &Value, option: Option<&str>) -> Result<Effect, Text> {
    let name = format!("{flag} = {value}");
    let Value::Table(table) = written else {
        let Some(id) = option else {
            return Err(bilingual!(
                "{name} 写了值，却没说是哪个选项；请给开关 {flag} 加上 option，或写 {{ set = {{ 选项 = 值 }} }}。",
                "`{name}` has a value but no option. Add `option` to the flag `{flag}`, or write {{ set = {{ OPTION = VALUE }} }}."
            ));
        };
        let set = BTreeMap::from([(id.to_owned(), self::option(&name, written)?)]);
        return Ok(Effect { set, ..Effect::default() });
    };
    known(&name, table, &EFFECTS)?;
    let set = match table.get("set") {
        None => BTreeMap::new(),
        Some(Value::Table(set)) => {
            set.iter().map(|(id, value)| Ok((id.clone(), self::option(id, value)?))).collect::<Result<_, Text>>()?
        }
        Some(_) => {
            return Err(bilingual!(
                "{name} 的 set 要写成 {{ 选项 = 值 }}。",
                "`set` of `{name}` is a table: {{ OPTION = VALUE }}."
            ));
        }
    };
    let preset = table.get("preset").map(|preset| word(&name, "preset", preset)).transpose()?;
    let effect = Effect { set, preset, unmodelled: rule(&name, table)? };
    if ignored(&name, table)? != (effect == Effect::default()) {
        return Err(bilingual!(
            "{name} 要么写它的作用（set、preset、unmodelled），要么写 {{ ignore = true }}，二者取一。",
            "`{name}` needs either an effect (`set`, `preset`, `unmodelled`) or {{ ignore = true }}, not both."
        ));
    }
    Ok(effect)
}

fn known(name: &str, table: &Table, keys: &[&str]) -> Result<(), Text> {
    let Some(key) = table.keys().find(|key| !keys.contains(&key.as_str())) else { return Ok(()) };
    let near = nearest(key, keys.iter().copied());
    let (zh, en) =
        near.map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!(" Did you mean `{near}`?")));
    let all = keys.join(", ");
    Err(bilingual!(
        "{name} 里不能写 {key}。{zh}可用的键：{all}。",
        "`{name}` has the unknown key `{key}`.{en} Keys: {all}."
    ))
}

fn ignored(name: &str, table: &Table) -> Result<bool, Text> {
    match table.get("ignore") {
        None => Ok(false),
        Some(Value::Boolean(true)) => Ok(true),
        Some(_) => Err(bilingual!(
            "{name} 的 ignore 只能写 true；不略去就不写它。",
            "`ignore` of `{name}` can only be true. Leave it out otherwise."
        )),
    }
}

/// Reads the rule of `unmodelled` and `touches`.
fn rule(name: &str, table: &Table) -> Result<Option<Unmodelled>, Text> {
    let touches = table.get("touches").map(|touches| word(name, "touches", touches)).transpose()?;
    match table.get("unmodelled").map(|rule| word(name, "unmodelled", rule)).transpose()? {
        Some(rule) => unmodelled::fits(&rule, unmodelled::touches(touches.as_deref())?).map(Some),
        None if touches.is_some() => Err(bilingual!(
            "{name} 写了 touches，却没有 unmodelled；请写上规则的名字。",
            "`{name}` has `touches` without `unmodelled`. Name the rule."
        )),
        None => Ok(None),
    }
}

fn word(name: &str, key: &str, value: &Value) -> Result<String, Text> {
    value
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| bilingual!("{name} 的 {key} 要写一段文字。", "`{key}` of `{name}` is a text between quotes."))
}

fn option(name: &str, value: &Value) -> Result<OptionValue, Text> {
    match value {
        Value::String(word) => Ok(OptionValue::Word(word.clone())),
        Value::Integer(number) => Ok(OptionValue::Number(*number)),
        Value::Boolean(flag) => Ok(OptionValue::Flag(*flag)),
        _ => Err(bilingual!(
            "{name} 的值只能是文字、整数、true 或 false。",
            "The value of `{name}` is a text, a whole number, true or false."
        )),
    }
}
