//! The sample matches for users: small, from self-play, each with the verdict in its name. `UPDATE=1` writes them.

use crate::generate::{audited, preset};
use caipan_engine::audit::Verdict;
use caipan_engine::rules::resolve;
use caipan_lab::generate::faults::{inject, kinds};
use caipan_lab::generate::{MatchConfig, Rng, matches};
use caipan_log::{GameLog, Limits, OptionValue, RulesDeclared, read, write};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A sample: its file, description and match.
struct Sample {
    file: &'static str,
    zh: &'static str,
    en: &'static str,
    log: GameLog,
}

/// Reads every committed sample.
pub fn committed() -> impl Iterator<Item = GameLog> {
    let folders = ["beijing", "changsha", "guiyang"].into_iter().map(|system| folder().join(system));
    let mut files: Vec<PathBuf> = folders
        .flat_map(|folder| std::fs::read_dir(folder).expect("a folder"))
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|file| read(&std::fs::read(file).expect("a sample"), &Limits::default()).expect("the sample can be read"))
}

fn folder() -> PathBuf {
    Path::new(crate::ROOT).join("fixtures/samples")
}

/// Returns the first match of two or three hands that fits; it is short, so that people can read it.
fn first(logs: impl Iterator<Item = GameLog>, fits: impl Fn(&GameLog) -> bool) -> GameLog {
    first_of(2, logs, fits)
}

/// Returns the first short match of `least` to three hands that fits.
fn first_of(least: usize, logs: impl Iterator<Item = GameLog>, fits: impl Fn(&GameLog) -> bool) -> GameLog {
    let small = |log: &GameLog| {
        let events: usize = log.hands.iter().map(|hand| hand.events.len()).sum();
        (least..=3).contains(&log.hands.len()) && events < 160
    };
    let mut logs = logs.take(4000).filter(small);
    logs.find(|log| fits(log)).expect("a match that fits")
}

fn clean(system: &str) -> GameLog {
    let ruleset = preset(system);
    let kinds = |log: &GameLog, name: &str| {
        log.hands.iter().flat_map(|hand| &hand.events).any(|event| event.action.name() == name)
    };
    first(matches(&ruleset, 1, MatchConfig { swift: 0, ..MatchConfig::USUAL }), |log| {
        ["kong", "win", "chow", "pung"].iter().all(|name| kinds(log, name))
    })
}

/// Builds a match with one fault of this name.
fn faulty(system: &str, config: MatchConfig, name: &str) -> GameLog {
    faulty_of(2, system, config, name)
}

/// Builds the same with `least` hands or more: some faults leave only one.
fn faulty_of(least: usize, system: &str, config: MatchConfig, name: &str) -> GameLog {
    let ruleset = preset(system);
    let kind = kinds().find(|kind| kind.name == name).expect("a kind of this name");
    let mut chance = Rng::new(11);
    let logs = matches(&ruleset, 2, MatchConfig { swift: 0, ..config }).take(600);
    let bad = logs.filter_map(|log| inject(&ruleset, &log, kind, &mut chance).map(|(_, bad)| bad));
    first_of(least, bad, |_| true)
}

/// Builds a match of a house with this option, which its log does not declare.
fn undeclared(system: &str, option: &str, value: OptionValue) -> GameLog {
    let options = [(option.to_owned(), value)].into();
    let ruleset =
        resolve(&RulesDeclared { system: system.to_owned(), options, ..Default::default() }).expect("a house");
    let logs = matches(&ruleset, 3, MatchConfig { swift: 0, ..MatchConfig::BIG }).map(|mut log| {
        log.rules.options.clear();
        log
    });
    first(logs, |log| {
        let audit = audited(log);
        let named = audit
            .explanations
            .iter()
            .flat_map(|explanation| &explanation.changes)
            .any(|change| change.decl.id == option);
        audit.verdict() == Verdict::Variant && named
    })
}

fn samples() -> Vec<Sample> {
    let sample = |file, zh, en, log| Sample { file, zh, en, log };
    let per_unit = OptionValue::Word("per_unit".to_owned());
    vec![
        sample("changsha/clean-a", "甲规则，全部正确", "profile A, all of it right", clean("changsha-a")),
        sample("changsha/clean-b", "乙规则，全部正确", "profile B, all of it right", clean("changsha-b")),
        sample(
            "changsha/faulty-false-win",
            "诈胡：牌不成胡却算胡（A501）",
            "a win of a hand that is not complete (A501)",
            faulty("changsha-a", MatchConfig::USUAL, "false win on a discard"),
        ),
        sample(
            "changsha/faulty-missed-win",
            "漏胡之后又胡同一张（A503）",
            "a win on a tile that was let go by before (A503)",
            faulty("changsha-b", MatchConfig::KONGS, "win after a missed one"),
        ),
        sample(
            "changsha/faulty-wrong-payer",
            "数目不错，付的人错了（A703）",
            "the right total from the wrong seat (A703)",
            faulty("changsha-b", MatchConfig::USUAL, "wrong payer"),
        ),
        sample(
            "changsha/faulty-draw-missing",
            "记录里少了一次摸牌（A108）",
            "a draw that the log lacks (A108)",
            faulty("changsha-a", MatchConfig::USUAL, "draw left out"),
        ),
        sample(
            "changsha/variant-dealer-bonus",
            "庄家加分按大胡个数计，却没有声明 dealer_bonus_big",
            "a house that pays the dealer's extra for each big pattern and does not declare `dealer_bonus_big`",
            undeclared("changsha-a", "dealer_bonus_big", per_unit),
        ),
        sample(
            "changsha/variant-two-birds",
            "扎两只鸟，却没有声明 bird_count",
            "a house that draws two birds and does not declare `bird_count`",
            undeclared("changsha-b", "bird_count", OptionValue::Number(2)),
        ),
        sample(
            "changsha/unverifiable-no-birds",
            "没有鸟牌也没有牌墙，输赢无法复核（A607）",
            "neither birds nor a wall, so the payments cannot be checked (A607)",
            faulty("changsha-a", MatchConfig::USUAL, "birds not recorded"),
        ),
    ]
}

fn beijing() -> Vec<Sample> {
    let sample = |file, zh, en, log| Sample { file, zh, en, log };
    let covers = OptionValue::Word("discarder_covers_all".to_owned());
    vec![
        sample("beijing/clean", "原文规则，全部正确", "as written, all of it right", clean("beijing")),
        sample(
            "beijing/clean-common",
            "通行规则，全部正确",
            "as commonly played, all of it right",
            clean("beijing-common"),
        ),
        sample(
            "beijing/faulty-false-win",
            "诈胡：牌不成胡却算胡（A501）",
            "a win of a hand that is not complete (A501)",
            faulty("beijing", MatchConfig::USUAL, "false win on a discard"),
        ),
        sample(
            "beijing/faulty-second-pung",
            "一局碰了两次（A308）",
            "a second pung in one hand (A308)",
            faulty("beijing", MatchConfig::USUAL, "second pung"),
        ),
        sample(
            "beijing/faulty-second-winner",
            "一炮双响，后一家也算了胡（A520）",
            "two winners on one tile, where only the first wins (A520)",
            faulty("beijing", MatchConfig::SHARED, "second winner on one tile"),
        ),
        sample(
            "beijing/faulty-burning-unpaid",
            "烧庄没有付（A702）",
            "a burnt dealer that did not pay (A702)",
            faulty("beijing", MatchConfig::SHARED, "burning unpaid"),
        ),
        sample(
            "beijing/variant-ron-payment",
            "点炮一家包付，却没有声明 ron_payment",
            "a house where the discarder pays for all and does not declare `ron_payment`",
            undeclared("beijing", "ron_payment", covers),
        ),
        sample(
            "beijing/unverifiable-floor",
            "不知是否在楼上，加倍与否无法复核（A821）",
            "whether the match is upstairs is not recorded, so doubling cannot be checked (A821)",
            faulty_of(1, "beijing", MatchConfig::USUAL, "floor not recorded"),
        ),
    ]
}

fn index(samples: &[Sample]) -> String {
    let mut text = String::from(
        "# 样例牌谱 · Sample matches\n\n\
         由 `caipan generate` 的自对弈产生，供试用：`caipan audit fixtures/samples`。测试保证它们不过时。\n\n\
         Made by self-play, to try things out: `caipan audit fixtures/samples`. A test holds them fresh.\n\n\
         | 文件 file | 内容 | what it is |\n|---|---|---|\n",
    );
    for Sample { file, zh, en, .. } in samples {
        writeln!(text, "| [{file}.json]({file}.json) | {zh} | {en} |").expect("a string takes it");
    }
    text.push_str("| [guiyang/](guiyang/README.md) | 贵阳捉鸡 | Guiyang zhuoji |\n");
    text
}

#[test]
fn samples_are_current_and_match_their_names() {
    // Gives each its own id, so that all of them can be stored together.
    let named = |mut sample: Sample| {
        sample.log.id = format!("sample-{}", sample.file.replace('/', "-"));
        sample
    };
    let samples: Vec<Sample> = samples().into_iter().chain(beijing()).map(named).collect();
    let mut files = vec![(folder().join("README.md"), index(&samples))];
    for sample in &samples {
        let text = format!("{}\n", write(&sample.log).trim_end());
        let log = read(text.as_bytes(), &Limits::default()).expect("the sample can be read");
        assert_eq!(log, sample.log, "{}", sample.file);
        let word = sample.file.split(['/', '-']).nth(1).expect("a name");
        assert_eq!(audited(&log).verdict().word(), word, "{}", sample.file);
        files.push((folder().join(format!("{}.json", sample.file)), text));
    }
    crate::golden::assert_current(files);
}

/// The demo has two hands as evidence: one could not be told apart from a mistake.
#[test]
fn variant_demo_is_a_variant() {
    let log = read(include_bytes!("../../../../fixtures/demo/variant.json"), &Limits::default()).expect("a log");
    let audit = audited(&log);
    assert_eq!(audit.verdict(), Verdict::Variant, "{:?}", audit.findings);
    // The price list with free numbers explains it too, as it explains nearly anything.
    let named: Vec<&str> =
        audit.explanations.iter().flat_map(|one| &one.changes).map(|change| change.decl.id).collect();
    assert_eq!(named.first(), Some(&"small_self_draw_plus_one"), "{named:?}");
    assert!(audit.explanations.iter().all(|one| one.evidence.hands == 2), "{:?}", audit.explanations);
}
