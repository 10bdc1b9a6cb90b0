//! Sentences of the report without what only a page can draw.

use caipan_pages::words::tile_name;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::parse_tiles;

/// The most tiles that are named; more lie beside the sentence.
const NAMED: usize = 4;

/// Returns a sentence with the names of tiles in place of their notation, and without the marks of code and the full stop.
pub(crate) fn spoken(text: &str, lang: Lang) -> String {
    let joins = |c: char| c.is_ascii_alphanumeric() || "-._/#".contains(c);
    let text = text.replace('`', "");
    // The font draws these as wide as a Chinese character.
    let text = lang.pick(text.clone(), text.replace(['‘', '’'], "'").replace(['“', '”'], "\""));
    let (mut out, mut rest) = (String::with_capacity(text.len()), text.as_str());
    while !rest.is_empty() {
        let is_word = rest.starts_with(joins);
        let end = rest.find(|c| joins(c) != is_word).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        match Some(part).filter(|_| is_word).and_then(|part| parse_tiles(part).ok()).as_deref() {
            Some(several) if !several.is_empty() => {
                if let [one] = several {
                    rest = rest.strip_prefix(' ').and_then(|rest| rest.strip_prefix(one.chinese())).unwrap_or(rest);
                }
                let names: Vec<String> = several.iter().map(|tile| tile_name(*tile, lang)).collect();
                let named = match names.len() {
                    ..=NAMED => names.join(lang.pick("、", ", ")),
                    _ => lang.pick("这手牌", "this hand").to_owned(),
                };
                // Chinese names need no space where notation does.
                if lang == Lang::Zh {
                    let kept =
                        out.strip_suffix(' ').filter(|before| before.ends_with(is_han)).map_or(out.len(), str::len);
                    out.truncate(kept);
                    rest = rest.strip_prefix(' ').filter(|after| after.starts_with(is_han)).unwrap_or(rest);
                }
                out.push_str(&named);
            }
            _ => out.push_str(part),
        }
    }
    out.trim_end_matches(['。', '.']).to_owned()
}

/// Returns a sentence with a capital letter, unless it begins with one of some names.
pub(crate) fn capital(text: &str, names: &[String]) -> String {
    let mut rest = text.chars();
    if names.iter().any(|name| !name.is_empty() && text.starts_with(name.as_str())) {
        return text.to_owned();
    }
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

fn is_han(c: char) -> bool {
    ('\u{2e80}'..='\u{9fff}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tiles() {
        assert_eq!(spoken("u2 打 `6s` 六条，缺 123m 的一张。", Lang::Zh), "u2 打六条，缺一万、二万、三万的一张");
        assert_eq!(spoken("123m456p 加 5z 不成胡", Lang::Zh), "这手牌加白不成胡");
        assert_eq!(spoken("u2 discards 6s 六条.", Lang::En), "u2 discards 6 bamboo");
        assert_eq!(capital("the dealer", &["u2".into(), String::new()]), "The dealer");
        assert_eq!(capital("u2 wins", &["u2".into()]), "u2 wins");
    }
}
