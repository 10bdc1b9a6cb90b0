//! Maps the flags of one room to the rules of its log.

use super::super::error::AdapterError;
use super::super::unmodelled;
use super::{Effect, Flag, Room, UnknownFlags, shown};
use caipan_log::{OptionValue, Touches, Unmodelled};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Maximum number of missing flags that an error names.
const FLAGS_NAMED: usize = 40;

/// The flags that a program gave, each with the values that occurred and their number.
pub(in super::super) type Seen = BTreeMap<String, BTreeMap<String, u64>>;

/// The rules that the flags decided so far.
#[derive(Default)]
struct Decided {
    preset: Option<(String, String)>,
    /// Each option with its value and the flag that set it.
    options: BTreeMap<String, (OptionValue, String)>,
    unmodelled: Vec<Unmodelled>,
}

impl Room {
    /// Returns the rules of a log as `paipu/1` writes them. `system`, `options` and `unmodelled` hold for every room;
    /// `seen` collects the flags if somebody asks for them.
    pub(in super::super) fn rules(
        &self,
        flags: &Value,
        system: Option<&str>,
        options: &BTreeMap<String, OptionValue>,
        mut seen: Option<&mut Seen>,
    ) -> Result<Value, AdapterError> {
        let Value::Object(flags) = flags else {
            return Err(wrong(bilingual!(
                "程序给出的 room 应是一个对象 {{开关: 值}}。",
                "The program's `room` must be an object {{flag: value}}."
            )));
        };
        let leaves = self.leaves(flags);
        for (flag, value) in &leaves {
            if let Some(seen) = &mut seen {
                *seen.entry(flag.clone()).or_default().entry(key(value)).or_default() += 1;
            }
        }
        let refuses = self.unknown != Some(UnknownFlags::Unmodelled);
        let is_missing = |(flag, _): &&(String, &Value)| refuses && !self.flags.contains_key(flag);
        let missing: Vec<&(String, &Value)> = leaves.iter().filter(is_missing).collect();
        if !missing.is_empty() {
            return Err(self.no_flags(&missing));
        }
        let mut decided = Decided::default();
        for (flag, value) in leaves {
            self.decide(&flag, value, &mut decided)?;
        }
        let Some(system) = decided.preset.map(|(preset, _)| preset).or(system.map(str::to_owned)) else {
            return Err(AdapterError::no_rules());
        };
        let mut all: BTreeMap<String, OptionValue> = options.clone();
        for (option, (value, flag)) in decided.options {
            if let Some(fixed) = all.get(&option).filter(|fixed| **fixed != value) {
                let (fixed, value) = (shown(fixed), shown(&value));
                return Err(wrong(bilingual!(
                    "开关 {flag} 要把选项 {option} 设为 {value}，适配器的 [options] 却固定为 {fixed}；请删去其中一处。",
                    "The flag `{flag}` sets the option `{option}` to {value}, but `[options]` fixes it at {fixed}. Remove one of the two."
                )));
            }
            all.insert(option, value);
        }
        let rules: Vec<Value> = decided.unmodelled.iter().map(written).collect();
        Ok(json!({ "system": system, "options": all, "unmodelled": rules }))
    }

    /// Returns every flag of a room by its path: `cap`, or `pay.cap` of a flag inside an object.
    fn leaves<'v>(&self, flags: &'v Map<String, Value>) -> Vec<(String, &'v Value)> {
        let mut leaves = Vec::new();
        let mut waiting: Vec<(String, &Value)> = flags.iter().rev().map(|(key, value)| (key.clone(), value)).collect();
        while let Some((path, value)) = waiting.pop() {
            match value {
                Value::Object(members) if !self.flags.contains_key(&path) && !members.is_empty() => {
                    waiting.extend(members.iter().rev().map(|(key, value)| (format!("{path}.{key}"), value)));
                }
                _ => leaves.push((path, value)),
            }
        }
        leaves
    }

    fn decide(&self, flag: &str, value: &Value, decided: &mut Decided) -> Result<(), AdapterError> {
        match self.flags.get(flag) {
            Some(Flag::Ignored) => Ok(()),
            Some(Flag::Passes(option)) => match option_value(value) {
                // Without a value the room takes the rule of the preset.
                None if value.is_null() => Ok(()),
                None => Err(unfit(flag, value)),
                Some(value) => decided.set(flag, option, value),
            },
            Some(Flag::Chooses(values)) => match values.get(&key(value)) {
                Some(effect) => decided.take(flag, value, effect),
                None => Err(no_value(flag, value, values)),
            },
            Some(Flag::Unknown(_)) if is_off(value) => Ok(()),
            Some(Flag::Unknown(rule)) => decided.declare(flag, value, rule),
            // Flags without a line were refused before, unless each is to be a rule that caipan does not know.
            None => {
                let rule = Unmodelled { rule: format!("{flag} = {{}}"), touches: Touches::All };
                decided.declare(flag, value, &rule)
            }
        }
    }

    /// The error for flags that the table does not name: all of them at once, each with the most similar one of the table.
    fn no_flags(&self, missing: &[&(String, &Value)]) -> AdapterError {
        let named = missing.iter().take(FLAGS_NAMED).map(|(flag, value)| {
            let near = caipan_tiles::suggest::nearest(flag, self.flags.keys().map(String::as_str));
            let (flag, value) = (caipan_log::shown(flag), short(value));
            let Text { zh, en } = near.map_or_else(Text::default, |near| {
                bilingual!("（表里有相近的 {near}）", " (the table has a similar one, `{near}`)")
            });
            (format!("{flag} = {value}{zh}"), format!("`{flag}` = {value}{en}"))
        });
        let (zh, en): (Vec<String>, Vec<String>) = named.unzip();
        let (zh, en) = (zh.join("、"), en.join(", "));
        let (more_zh, more_en) = match missing.len().saturating_sub(FLAGS_NAMED) {
            0 => Default::default(),
            more => (format!("，另有 {more} 个"), format!(" and {more} more")),
        };
        wrong(bilingual!(
            "适配器的 [options] 没有这些房间开关：{zh}{more_zh}。请给每个写一行：它是哪个选项，或写 unmodelled、ignore；\
             也可用 unknown_flags = \"unmodelled\"，让没写的开关都算作 caipan 不认识的规则。",
            "`[options]` of the adapter does not name these room flags: {en}{more_en}. Write a line for each: the option that it is, or \
             `unmodelled` or `ignore`. With unknown_flags = \"unmodelled\" every flag left out counts as a rule that caipan does not know."
        ))
    }
}

impl Decided {
    fn set(&mut self, flag: &str, option: &str, value: OptionValue) -> Result<(), AdapterError> {
        match self.options.get(option) {
            Some((other, by)) if *other != value => {
                let (other, value) = (shown(other), shown(&value));
                Err(wrong(bilingual!(
                    "开关 {by} 把选项 {option} 设为 {other}，开关 {flag} 却设为 {value}；请核对房间设置或表。",
                    "The flag `{by}` sets the option `{option}` to {other}, but `{flag}` sets it to {value}. Check the room or the table."
                )))
            }
            _ => {
                self.options.insert(option.to_owned(), (value, flag.to_owned()));
                Ok(())
            }
        }
    }

    fn take(&mut self, flag: &str, value: &Value, effect: &Effect) -> Result<(), AdapterError> {
        if let Some(preset) = &effect.preset {
            if let Some((other, by)) = self.preset.as_ref().filter(|(other, _)| other != preset) {
                return Err(wrong(bilingual!(
                    "开关 {by} 选了规则 {other}，开关 {flag} 却选了 {preset}；请核对房间设置或表。",
                    "The flag `{by}` chooses the rules {other}, but `{flag}` chooses {preset}. Check the room or the table."
                )));
            }
            self.preset = Some((preset.clone(), flag.to_owned()));
        }
        for (option, set) in &effect.set {
            self.set(flag, option, set.clone())?;
        }
        effect.unmodelled.as_ref().map_or(Ok(()), |rule| self.declare(flag, value, rule))
    }

    /// Declares a rule that caipan does not know. A rule that two flags declare may move the money of both.
    fn declare(&mut self, flag: &str, value: &Value, rule: &Unmodelled) -> Result<(), AdapterError> {
        let words = rule.rule.replace("{}", &short(value));
        let rule = unmodelled::fits(&words, rule.touches).map_err(|text| {
            let Text { zh, en } = text;
            wrong(bilingual!("开关 {flag}：{zh}", "Flag `{flag}`: {en}"))
        })?;
        match self.unmodelled.iter_mut().find(|other| other.rule == rule.rule) {
            Some(other) if other.touches != rule.touches => other.touches = Touches::All,
            Some(_) => {}
            None => self.unmodelled.push(rule),
        }
        if self.unmodelled.len() > Unmodelled::MOST {
            let most = Unmodelled::MOST;
            return Err(wrong(bilingual!(
                "这个房间有超过 {most} 条 caipan 不认识的规则；请在 [options] 中写明哪些是选项，哪些可以略去。",
                "This room has more than {most} rules that caipan does not know. Say in `[options]` which flags are options and which to ignore."
            )));
        }
        Ok(())
    }
}

/// Returns a rule as `paipu/1` writes it.
pub(in super::super) fn written(Unmodelled { rule, touches }: &Unmodelled) -> Value {
    json!({ "rule": rule, "touches": touches.word() })
}

/// Returns a value as the key of a table: a text as it is, others as JSON.
fn key(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns a value for a sentence or for the words of a rule.
fn short(value: &Value) -> String {
    caipan_log::shown(&key(value)).chars().take(40).collect()
}

fn option_value(value: &Value) -> Option<OptionValue> {
    match value {
        Value::Bool(flag) => Some(OptionValue::Flag(*flag)),
        Value::Number(number) => number.as_i64().map(OptionValue::Number),
        Value::String(word) => Some(OptionValue::Word(word.clone())),
        _ => None,
    }
}

/// True if a flag is off: false, 0, an empty text or list, or no value. Tables write false and 0 as texts.
fn is_off(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(word) => matches!(word.as_str(), "" | "0" | "false"),
        Value::Array(list) => list.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(true) => false,
    }
}

fn wrong(text: Text) -> AdapterError {
    AdapterError::of("room-flag", text)
}

fn unfit(flag: &str, value: &Value) -> AdapterError {
    let value = short(value);
    wrong(bilingual!(
        "房间开关 {flag} 的值 {value} 不是整数、文字、true 或 false；请在程序中先换算，或用 values 写明每个值。",
        "The room flag `{flag}` has the value {value}, which is no whole number, text, true or false. Convert it in the program, or list each value under `values`."
    ))
}

fn no_value(flag: &str, value: &Value, values: &BTreeMap<String, Effect>) -> AdapterError {
    let (value, known) = (short(value), values.keys().cloned().collect::<Vec<_>>().join(", "));
    wrong(bilingual!(
        "房间开关 {flag} 的值 {value} 不在表中；表中有：{known}。请补上它的意思。",
        "The room flag `{flag}` has the value {value}, which its table does not list; it lists {known}. Add the meaning of this value."
    ))
}
