//! Checks the samples of `fixtures/samples/guiyang`: clean matches of every preset, one variant, and faulty matches
//! named after their check. `UPDATE=1` writes them.

use super::mutants::{all_matches, audited, guiyang, primary, told};
use caipan_engine::rules::resolve;
use caipan_lab::generate::{MatchConfig, Rng, faults, matches};
use caipan_log::{GameLog, Limits, RulesDeclared, read, write};
use std::collections::BTreeMap;

const FOLDER: &str = "fixtures/samples/guiyang";

/// Checks that have a faulty sample.
const FAULTY: [&str; 7] = ["A107", "A201", "A501", "A504", "A602", "A702", "A801"];

/// File names with a description in Chinese and English.
const SHOWS: [(&str, &str, &str); 12] = [
    ("clean-guiyang", "默认规则，全部正确", "the defaults, all of it right"),
    ("clean-guiyang-table", "番表，全部正确", "prices of the table, all of it right"),
    ("clean-guiyang-reduced", "缩小番，全部正确", "reduced prices, all of it right"),
    ("clean-guiyang-app", "手机游戏规则，全部正确", "rules of apps, all of it right"),
    ("faulty-A107", "摸的不是牌墙的下一张", "a draw that is not the wall's next tile"),
    ("faulty-A201", "打出手中没有的牌", "a discard that is not in the hand"),
    ("faulty-A501", "诈胡：牌不成胡却算胡", "a win of a hand that is not complete"),
    ("faulty-A504", "没有豆的平胡点胡", "a plain hand without a kong that wins on a discard"),
    ("faulty-A602", "番数记错", "a wrong value"),
    ("faulty-A702", "付错数目", "a wrong amount"),
    ("faulty-A801", "下一局庄家写错", "a wrong next dealer"),
    (
        "variant-fan-table",
        "小七对按 7 番结算，却没有声明 fan_table = table",
        "seven pairs settled at 7 by a house that does not declare `fan_table = table`",
    ),
];

fn index() -> String {
    let mut text = String::from(
        "# 贵阳捉鸡的样例牌谱 · Sample matches of Guiyang\n\n| 文件 file | 内容 | what it is |\n|---|---|---|\n",
    );
    for (file, zh, en) in SHOWS {
        text.push_str(&format!("| [{file}.json]({file}.json) | {zh} | {en} |\n"));
    }
    text
}

/// Logs by file name.
fn samples() -> BTreeMap<String, GameLog> {
    let mut samples = BTreeMap::new();
    for preset in ["guiyang", "guiyang-table", "guiyang-reduced", "guiyang-app"] {
        let rules = resolve(&RulesDeclared { system: preset.to_owned(), options: [].into(), ..Default::default() })
            .expect("a preset");
        let config = MatchConfig { hands: 3, ..MatchConfig::USUAL };
        let log = matches(&rules, 2026, config).find(|log| log.hands.len() > 1).expect("a match of two hands");
        samples.insert(format!("clean-{preset}"), log);
    }
    let table =
        resolve(&RulesDeclared { system: "guiyang-table".to_owned(), options: [].into(), ..Default::default() })
            .expect("a preset");
    // One hand alone could not be told from a mistake.
    let sevens = |log: &GameLog| {
        let wins = log.hands.iter().filter_map(|hand| hand.result.as_ref()?.wins.as_ref());
        wins.filter(|wins| wins.iter().flat_map(|win| win.patterns.iter().flatten()).any(|name| name.contains('七')))
            .count()
    };
    let long =
        matches(&table, 9, MatchConfig { hands: 8, ..MatchConfig::BIG }).take(4000).filter(|log| sevens(log) > 1);
    let variant = long.take(20).find_map(|mut log| {
        log.rules.system = "guiyang".to_owned();
        (audited(&log).verdict().word() == "variant").then_some(log)
    });
    samples.insert("variant-fan-table".to_owned(), variant.expect("a match with two hands won with seven pairs"));
    let rules = guiyang(&[]);
    for code in FAULTY {
        let kind = faults::kinds().find(|kind| kind.code == code).expect("a kind of fault");
        let mut chance = Rng::new(1);
        let faulty = all_matches(&rules).find_map(|log| faults::inject(&rules, &log, kind, &mut chance));
        samples.insert(format!("faulty-{code}"), faulty.expect("a match with a place for it").1);
    }
    // Each log needs its own id, so that all of them can be stored together.
    samples.iter_mut().for_each(|(name, log)| log.id = format!("sample-guiyang-{name}"));
    samples
}

#[test]
fn samples_get_the_verdict_in_their_name() {
    let samples = samples();
    assert!(samples.keys().all(|name| SHOWS.iter().any(|(file, ..)| file == name)) && samples.len() == SHOWS.len());
    crate::golden::assert_current([(format!("{FOLDER}/README.md"), index())]);
    for (name, log) in samples {
        let text = write(&log);
        let log = read(text.as_bytes(), &Limits::default()).expect("a log");
        crate::golden::assert_current([(format!("{FOLDER}/{name}.json"), text)]);
        let audit = audited(&log);
        let (verdict, code) = name.split_once('-').expect("a verdict first");
        assert_eq!(audit.verdict().word(), verdict, "{}", told(&name, &log, &audit));
        if verdict == "faulty" {
            assert!(primary(&audit).iter().all(|found| found.check.code == code), "{}", told(&name, &log, &audit));
        }
    }
}
