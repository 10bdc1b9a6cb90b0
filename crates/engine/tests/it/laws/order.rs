//! The order of keys and the blanks of a log change nothing but its digest.

use super::{clean, faulty};
use caipan_engine::report::{report, to_json};
use caipan_lab::generate::Rng;
use caipan_log::{GameLog, Limits, Places, read, write};
use serde_json::Value;
use std::fmt::Write;

/// Writes the value with its keys shuffled and with blanks where JSON allows them.
fn shuffled(value: &Value, chance: &mut Rng, out: &mut String) {
    fn blank(chance: &mut Rng, out: &mut String) {
        if chance.percent(20) {
            out.push_str(["", " ", "\n", "\t", "\r\n", "   "][chance.below(6)]);
        }
    }
    fn list<T>(
        open: char,
        close: char,
        all: Vec<T>,
        chance: &mut Rng,
        out: &mut String,
        mut each: impl FnMut(T, &mut Rng, &mut String),
    ) {
        out.push(open);
        for (at, one) in all.into_iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            blank(chance, out);
            each(one, chance, out);
            blank(chance, out);
        }
        out.push(close);
    }
    match value {
        Value::Object(entries) => {
            let mut entries: Vec<_> = entries.iter().collect();
            chance.shuffle(&mut entries);
            list('{', '}', entries, chance, out, |(key, value), chance, out| {
                write!(out, "{}:", Value::from(key.as_str())).unwrap();
                blank(chance, out);
                shuffled(value, chance, out);
            });
        }
        Value::Array(entries) => {
            list('[', ']', entries.iter().collect(), chance, out, shuffled);
        }
        plain => write!(out, "{plain}").unwrap(),
    }
}

fn check(log: &GameLog, chance: &mut Rng) {
    let usual = write(log);
    let value: Value = serde_json::from_str(&usual).unwrap();
    let mut other = String::from("\u{feff}\n ");
    shuffled(&value, chance, &mut other);
    other.push_str(" \r\n");
    let again = read(other.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}\n{other}"));
    assert_eq!(&again, log);
    let digest = "sha256:of-the-bytes";
    let (one, two) = (report(log, digest).unwrap(), report(&again, digest).unwrap());
    assert_eq!(String::from_utf8(to_json(&one)), String::from_utf8(to_json(&two)));
    // Positions of findings move with the text and still point to their subject.
    let places = Places::of(other.as_bytes()).expect("a log");
    for finding in &one.findings {
        let (line, column) = places.find(&finding.pointer);
        let line = other.trim_start_matches('\u{feff}').split('\n').nth(usize::try_from(line).unwrap() - 1).unwrap();
        let there: String = line.chars().skip(usize::try_from(column).unwrap() - 1).collect();
        let target = value.pointer(&finding.pointer);
        let begins = |c: &str| there.starts_with(c);
        match target {
            Some(Value::Object(_)) => assert!(begins("{"), "{} {there}", finding.pointer),
            Some(Value::Array(_)) => assert!(begins("["), "{} {there}", finding.pointer),
            Some(plain) => assert!(begins(&plain.to_string()), "{} {there}", finding.pointer),
            None => assert!(begins("{") || begins("["), "{} is absent: its holder {there}", finding.pointer),
        }
    }
}

#[test]
fn key_order_and_blanks_do_not_matter() {
    let mut chance = Rng::new(6);
    clean(2).for_each(|(_, log)| check(&log, &mut chance));
    ["changsha-b", "beijing", "guiyang"]
        .into_iter()
        .for_each(|id| faulty(id, 2).for_each(|log| check(&log, &mut chance)));
}
