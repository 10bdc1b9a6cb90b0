//! Native filters of programs: tile and act tables, JSON in strings, and replacements for filters of jaq-json.

use super::super::tables::Unknown;
use super::super::value::V;
use super::check::STEP;
use super::{Kind, World, meter};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use jaq_core::box_iter::box_once;
use jaq_core::native::{Fun, bome, run, unary, v};
use jaq_core::{Error, Exn, Native, ValR};

/// Returns all native filters that programs may call.
pub(super) fn all() -> impl Iterator<Item = Fun<Kind>> {
    let standard = jaq_std::base_funs().filter(|(name, ..)| *name != "halt");
    jaq_core::funs().chain(standard).chain(own())
}

fn own() -> impl Iterator<Item = Fun<Kind>> {
    let runs: [jaq_core::native::Filter<jaq_core::RunPtr<Kind>>; 13] = [
        ("tile", v(0), |cv| bome(tile(cv.0.data(), &cv.1))),
        ("tiles", v(0), |cv| bome(tiles(cv.0.data(), &cv.1))),
        ("act", v(0), |cv| bome(act(cv.0.data(), &cv.1))),
        ("length", v(0), |cv| bome(length(&cv.1))),
        ("has", v(1), |cv| unary(cv, |of, key| has(&of, &key))),
        ("has_entry", v(1), |cv| unary(cv, |of, entry| list(&of).map(|entries| V::Bool(entries.contains(&entry))))),
        ("contains", v(1), |cv| unary(cv, |of, part| Ok(V::Bool(contains(&of, &part))))),
        ("indices", v(1), |cv| unary(cv, |of, part| indices(&of, &part))),
        ("flatten", v(0), |cv| bome(list(&cv.1).map(flat))),
        ("tojson", v(0), |cv| bome(Ok(V::text(cv.1.to_json())))),
        ("fromjson", v(0), |cv| bome(from_json(&cv.1))),
        ("tonumber", v(0), |cv| bome(to_number(cv.1))),
        ("sum", v(0), |cv| {
            bome(list(&cv.1).and_then(|entries| entries.iter().try_fold(V::Whole(0), |sum, one| sum + one.clone())))
        }),
    ];
    // A step is transparent to paths: updates pass through it to the filter behind it.
    let step = Native::<Kind>::new(|cv| box_once(taken().map(|()| cv.1)))
        .with_paths(|cv| box_once(taken().map(|()| cv.1)))
        .with_update(|cv, update| match taken() {
            Ok(()) => update(cv.1),
            Err(over) => box_once(Err(over)),
        });
    runs.into_iter().map(run::<Kind>).chain([(STEP, v(0), step), super::places::native()])
}

/// Takes one step, or ends the program with an exception that it cannot catch.
fn taken<'a>() -> Result<(), Exn<'a, V>> {
    if meter::step(1) { Ok(()) } else { Err(Exn::halt(1)) }
}

/// Returns an error in both languages that keeps the value it concerns.
fn refused(text: Text, value: &V) -> Error<V> {
    let members = [("zh", V::text(text.zh)), ("en", V::text(text.en)), ("value", value.clone())];
    Error::new(V::map(members.into_iter().map(|(key, value)| (key.into(), value)).collect()))
}

/// Returns a value in the form in which tables name it.
fn key(value: &V) -> Option<String> {
    match value {
        V::Text(text) => Some(text.as_str().to_owned()),
        V::Whole(whole) => Some(whole.to_string()),
        _ => None,
    }
}

fn brief(value: &V) -> String {
    value.to_json().chars().take(60).collect()
}

fn tile(world: &World<'_>, value: &V) -> ValR<V> {
    let found = key(value).and_then(|key| Some((world.tables.tile(&key)?, key)));
    let (tile, name) = found.ok_or_else(|| no_tile(value))?;
    world.meets(|met| *met.tiles.entry(name).or_default() += 1);
    Ok(V::text(tile))
}

fn no_tile(value: &V) -> Error<V> {
    let found = brief(value);
    let text = bilingual!(
        "牌表中没有 {found}；若它是一张牌，请加进适配器的 [tiles]，否则请核对程序取的是不是牌。",
        "The tile table has no {found}. If it is a tile, add it to [tiles] of the adapter; otherwise check where the program takes \
         tiles from."
    );
    refused(text, value)
}

fn tiles(world: &World<'_>, value: &V) -> ValR<V> {
    let mut group = String::new();
    match value {
        V::List(list) => {
            for entry in list.iter() {
                group.push_str(tile(world, entry)?.as_text().unwrap_or_default());
            }
        }
        V::Text(text) => {
            meter::step(text.len() as u64);
            group = world
                .tables
                .tiles(text, |name| world.meets(|met| *met.tiles.entry(name.to_owned()).or_default() += 1))
                .map_err(|Unknown(rest)| no_tile(&V::text(rest)))?;
        }
        other => return Err(Error::typ(other.clone(), "list or string of tiles")),
    }
    Ok(V::text(group))
}

fn act(world: &World<'_>, value: &V) -> ValR<V> {
    let found = key(value).and_then(|key| Some((world.tables.act(&key)?, key)));
    let found = found.map(|(act, name)| {
        world.meets(|met| *met.acts.entry(name).or_default() += 1);
        act
    });
    found.map(V::text).ok_or_else(|| {
        let (found, known) = (brief(value), world.tables.acts().collect::<Vec<_>>().join(", "));
        let text = bilingual!(
            "动作表中没有 {found}（已有：{known}）；请加进适配器的 [acts]，写明它是什么事件，与打牌无关的写 ignore。",
            "The action table has no {found} (it has: {known}). Add it to [acts] of the adapter with its event, or with ignore if it \
             moves no tile."
        );
        refused(text, value)
    })
}

fn length(value: &V) -> ValR<V> {
    Ok(V::from(match value {
        V::Null => 0,
        V::Text(text) => {
            meter::step(text.len() as u64 / 64);
            text.chars().count()
        }
        V::List(list) => list.len(),
        V::Map(map) => map.len(),
        other => return Err(Error::typ(other.clone(), "something with a length")),
    }))
}

fn has(of: &V, key: &V) -> ValR<V> {
    match (of, key) {
        (V::Map(map), V::Text(key)) => Ok(V::Bool(map.contains_key(key.as_str()))),
        (V::List(list), V::Whole(at)) => Ok(V::Bool(usize::try_from(*at).is_ok_and(|at| at < list.len()))),
        _ => Err(Error::index(of.clone(), key.clone())),
    }
}

fn contains(of: &V, part: &V) -> bool {
    match (of, part) {
        _ if !meter::step(1) => false,
        (V::Text(of), V::Text(part)) => {
            meter::step(of.len() as u64 / 16);
            of.contains(part.as_str())
        }
        (V::List(of), V::List(part)) => part.iter().all(|part| of.iter().any(|of| contains(of, part))),
        (V::Map(of), V::Map(part)) => part.iter().all(|(key, part)| of.get(key).is_some_and(|of| contains(of, part))),
        _ => of == part,
    }
}

fn indices(of: &V, part: &V) -> ValR<V> {
    match (of, part) {
        (V::Text(of), V::Text(part)) if !part.is_empty() => {
            meter::step(of.len() as u64 / 16);
            // Positions count characters, like slices.
            let mut found = Vec::new();
            let (mut before, mut last) = (0, 0);
            for (at, _) in of.match_indices(part.as_str()) {
                before += of.get(last..at).map_or(0, |text| text.chars().count());
                last = at;
                found.push(V::from(before));
            }
            Ok(found.into_iter().collect())
        }
        (V::List(of), V::List(part)) if !part.is_empty() => {
            let found = of.windows(part.len()).enumerate().filter(|(_, window)| window == &part.as_slice());
            Ok(found.map(|(at, _)| V::from(at)).collect())
        }
        (V::List(of), part) => {
            Ok(of.iter().enumerate().filter(|(_, entry)| *entry == part).map(|(at, _)| V::from(at)).collect())
        }
        (V::Text(_), V::Text(_)) => Ok(V::list(Vec::new())),
        _ => Err(Error::index(of.clone(), part.clone())),
    }
}

fn list(value: &V) -> Result<&[V], Error<V>> {
    value.as_list().ok_or_else(|| Error::typ(value.clone(), "array"))
}

/// Flattens lists within lists; other values are unchanged.
fn flat(entries: &[V]) -> V {
    let mut of = Vec::new();
    let mut waiting: Vec<&V> = entries.iter().rev().collect();
    while let Some(value) = waiting.pop() {
        if !meter::step(1) {
            break;
        }
        match value.as_list() {
            Some(inner) => waiting.extend(inner.iter().rev()),
            None => of.push(value.clone()),
        }
    }
    V::list(of)
}

fn from_json(value: &V) -> ValR<V> {
    let text = value.as_text().ok_or_else(|| Error::typ(value.clone(), "string"))?;
    meter::step(text.len() as u64);
    serde_json::from_str(text).map_err(|error| {
        let found: String = text.chars().take(40).collect();
        let more = if found.len() < text.len() { "…" } else { "" };
        let text = bilingual!(
            "文字“{found}{more}”不是 JSON（{error}）；请核对程序中 fromjson 用在哪里。",
            "The text `{found}{more}` is not JSON ({error}). Check where the program uses fromjson."
        );
        refused(text, value)
    })
}

/// Reads a text as a number, with leading zeros (`088`) and blanks around it.
fn to_number(value: V) -> ValR<V> {
    let Some(text) = value.as_text() else {
        return match value {
            V::Whole(_) | V::Frac(_) => Ok(value),
            other => Err(Error::typ(other, "number")),
        };
    };
    meter::step(text.len() as u64);
    let number = text.trim();
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let whole = number.parse().ok().map(V::Whole);
    let frac = || number.parse::<f64>().ok().filter(|frac| is_plain && frac.is_finite()).map(V::Frac);
    whole.or_else(frac).ok_or_else(|| {
        let found: String = text.chars().take(40).collect();
        let more = if found.len() < text.len() { "…" } else { "" };
        let text = bilingual!(
            "文字“{found}{more}”不是数；请核对程序中 tonumber 用在哪里。",
            "The text `{found}{more}` is not a number. Check where the program uses tonumber."
        );
        refused(text, &value)
    })
}
