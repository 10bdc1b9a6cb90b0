//! Reads house rules from a file: named presets, each a built-in preset with some options changed.

use super::error::AdapterError;
use super::unmodelled::{self, Unknown};
use caipan_engine::rules::{self, House};
use caipan_log::{HouseDeclared, Houses, OptionValue, RulesDeclared};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    presets: BTreeMap<Spanned<String>, Preset>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Preset {
    base: Spanned<String>,
    zh: String,
    en: String,
    #[serde(default)]
    options: BTreeMap<String, Spanned<OptionValue>>,
    /// The text or code that it is taken from.
    source: Option<Spanned<Source>>,
    #[serde(default)]
    unmodelled: Vec<Spanned<Unknown>>,
}

/// The source of a preset in both languages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    zh: String,
    en: String,
}

/// Maximum number of presets in a file, and maximum size of the file in bytes.
const MOST: usize = 256;
const LONGEST: usize = 256 << 10;
/// Maximum length of a preset's name in characters, and of its source.
const LONGEST_NAME: usize = 100;
const LONGEST_SOURCE: usize = 200;

/// Reads the presets of a file for registration for the life of the process. Errors carry the line and column in the
/// file.
pub fn houses(bytes: &[u8]) -> Result<Vec<House>, AdapterError> {
    let read = presets(bytes)?.into_iter().filter_map(|house| {
        let declared =
            RulesDeclared { system: house.id.clone(), houses: Houses::of(vec![house]), ..Default::default() };
        rules::resolve(&declared).ok()?.own.as_deref().map(House::new)
    });
    Ok(read.collect())
}

/// Reads the presets of a file. Errors carry the line and column in the file.
pub fn presets(bytes: &[u8]) -> Result<Vec<HouseDeclared>, AdapterError> {
    if bytes.len() > LONGEST {
        let text = bilingual!(
            "房规文件超过 {LONGEST} 字节；请核对是不是误给了牌谱。",
            "a file of house rules has at most {LONGEST} bytes; check whether a log was given in its place"
        );
        return Err(AdapterError::of("houses-too-long", text));
    }
    let source = std::str::from_utf8(bytes).map_err(|error| AdapterError::not_utf8(bytes, error.valid_up_to()))?;
    let written: Written = toml::from_str(source).map_err(|error| {
        let said = error.message().to_owned();
        let text = bilingual!(
            "房规文件不是所需的 TOML：{said}。每个预设写成 [presets.名字]，含 base、zh、en，可有 options、source、unmodelled；见 docs/houses.md。",
            "the file of house rules is not the TOML that is wanted: {said}. Each preset is [presets.NAME] with base, zh, en and \
             perhaps options, source and unmodelled; see docs/houses.md"
        );
        let error_here = AdapterError::of("houses-unreadable", text);
        error.span().map_or(error_here.clone(), |span| error_here.at(source, span.start))
    })?;
    if written.presets.len() > MOST {
        let text = bilingual!(
            "预设超过 {MOST} 个；请拆成几个文件。",
            "there are more than {MOST} presets; make several files of them"
        );
        return Err(AdapterError::of("houses-too-many", text));
    }
    written.presets.into_iter().map(|(id, preset)| house(source, &id, preset)).collect()
}

fn house(source: &str, id: &Spanned<String>, preset: Preset) -> Result<HouseDeclared, AdapterError> {
    let name = id.get_ref();
    let wrong = |code, text: Text, byte: usize| AdapterError::of(code, text).at(source, byte);
    let plain = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
    if name.is_empty() || name.len() > 64 || !name.bytes().all(plain) {
        let text = bilingual!(
            "预设名“{name}”只能用小写字母、数字和 -，至多 64 个。",
            "the preset `{name}` may have lower-case letters, digits and - in its name, at most 64"
        );
        return Err(wrong("houses-name", text, id.span().start));
    }
    let known = rules::house_presets::known().iter().any(|house| house.preset.id == name);
    if known || rules::SYSTEMS.iter().any(|system| system.id == name || system.presets.iter().any(|own| own.id == name))
    {
        let text = bilingual!(
            "“{name}”是内置规则或本服务已有房规的名字；请换一个，免得报告里分不清。",
            "`{name}` is the name of built-in rules or of house rules of this service; take another, so that reports can tell them apart"
        );
        return Err(wrong("houses-name", text, id.span().start));
    }
    if preset.zh.trim().is_empty() || preset.en.trim().is_empty() {
        let text = bilingual!(
            "预设 {name} 的 zh 与 en 都要写上名字。",
            "the preset {name} needs a name in both `zh` and `en`"
        );
        return Err(wrong("houses-name", text, id.span().start));
    }
    let unfit = |name: &str| name.chars().any(char::is_control) || name.chars().nth(LONGEST_NAME).is_some();
    if unfit(&preset.zh) || unfit(&preset.en) {
        let text = bilingual!(
            "预设 {name} 的 zh 与 en 至多 {LONGEST_NAME} 个字符，不含控制字符。",
            "`zh` and `en` of the preset {name} have at most {LONGEST_NAME} characters, none of them control characters"
        );
        return Err(wrong("houses-name", text, id.span().start));
    }
    if let Some(source) = &preset.source {
        let Source { zh, en } = source.get_ref();
        let unfit = |words: &str| {
            words.trim().is_empty()
                || words.chars().any(char::is_control)
                || words.chars().nth(LONGEST_SOURCE).is_some()
        };
        if unfit(zh) || unfit(en) {
            let text = bilingual!(
                "预设 {name} 的 source 要写 zh 与 en，各 1 到 {LONGEST_SOURCE} 个字符，不含控制字符。",
                "`source` of the preset {name} needs `zh` and `en`, each 1 to {LONGEST_SOURCE} characters without control characters"
            );
            return Err(wrong("houses-source", text, source.span().start));
        }
    }
    let unmodelled =
        unmodelled::read(&preset.unmodelled).map_err(|(text, byte)| wrong("houses-unmodelled", text, byte))?;
    let options = preset.options.iter().map(|(option, value)| (option.clone(), value.get_ref().clone())).collect();
    let declared = RulesDeclared { system: preset.base.get_ref().clone(), options, ..Default::default() };
    rules::resolve(&declared).map_err(|error| {
        let option = error.pointer.strip_prefix("/rules/options/");
        let place = option.and_then(|option| preset.options.get(option)).map(|value| value.span().start);
        wrong(error.code, error.text, place.unwrap_or(preset.base.span().start))
    })?;
    let RulesDeclared { system: base, options, .. } = declared;
    let source = preset.source.map(Spanned::into_inner).map(|Source { zh, en }| Text { zh: zh.into(), en: en.into() });
    Ok(HouseDeclared { id: name.clone(), zh: preset.zh, en: preset.en, base, options, source, unmodelled })
}

#[cfg(test)]
mod tests;
