//! Output conventions of the command line: text and JSON, colours, quiet mode, completions, manual pages and
//! suggestions.

use super::{LOG, caipan, fed, run, sample, text};
use serde_json::Value;

const WIN: &str = r#"{"rules":"changsha-a","dealer":0,"birds":"1m5m",
  "wins":[{"seat":0,"hand":"123456m789p2345s","tile":"5s"}]}"#;

/// `score` prints the worked example of the rule book in either language, and as JSON what the service returns.
#[test]
fn score_prints_text_or_json() {
    let english = fed(&["score"], WIN);
    assert_eq!(english.status.code(), Some(0), "{}", text(&english.stderr));
    let shown = text(&english.stdout);
    assert!(
        shown.contains("seat 1 → seat 0  (1 + 1) × 2 × 2 + 1 = 9")
            && shown.contains("due: seat 0 +27, seat 1 -9, seat 2 -9, seat 3 -9"),
        "{shown}"
    );
    let chinese = fed(&["score", "--lang", "zh", "-"], WIN);
    assert!(
        text(&chinese.stdout).contains("应得: 座位 0 +27，座位 1 -9，座位 2 -9，座位 3 -9"),
        "{}",
        text(&chinese.stdout)
    );
    let json: Value = serde_json::from_slice(&fed(&["score", "--format", "json"], WIN).stdout).expect("JSON");
    assert_eq!(json["balance"], serde_json::json!([27, -9, -9, -9]));
    assert_eq!(
        json,
        serde_json::from_slice::<Value>(
            &caipan::auditor::score(WIN.as_bytes(), &caipan::log::Houses::default()).expect("a win")
        )
        .expect("JSON")
    );
}

/// A hand that is not a win: the closest win on standard error, or the whole reason as JSON on standard output.
#[test]
fn score_says_why_a_hand_is_no_win() {
    let question = r#"{"rules":"changsha-a","dealer":0,"wins":[{"seat":0,"hand":"123m456m789m33p45s","tile":"6s"}]}"#;
    let said = fed(&["score"], question);
    assert_eq!((said.status.code(), said.stdout.is_empty()), (Some(2), true));
    let shown = text(&said.stderr);
    assert!(
        shown.contains("closest: small win") && shown.contains("[CS-B.5]") && shown.contains("(pair_258)"),
        "{shown}"
    );
    let json = fed(&["score", "--format", "json"], question);
    assert_eq!((json.status.code(), json.stderr.is_empty()), (Some(2), true));
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!((&json["code"], &json["pointer"], &json["line"]), (&"not-a-win".into(), &"/wins/0".into(), &1.into()));
    assert_eq!((&json["clauses"][0]["id"], &json["option"]), (&"CS-B.5".into(), &"pair_258".into()));
    assert!(json["near"][0]["lacks"]["zh"].is_string() && json["message"]["en"].is_string(), "{json}");
    let unread: Value = serde_json::from_slice(&fed(&["score", "--format", "json"], "{").stdout).expect("JSON");
    assert_eq!(unread["code"], "bad-request");
}

/// An error shows the source line with a caret under the place, also if the error gives only a JSON pointer.
#[test]
fn error_shows_source_line() {
    for (log, line, caret) in [
        ("{\n  \"format\": \"paipu/1\",\n  \"idd\": 1\n}", "3 |   \"idd\": 1", "  |   ^"),
        ("{\"format\":\"paipu/1\",\"id\":\"老周\",\"rulez\":1}", "1 | {\"format\":\"paipu/1\"", "^"),
    ] {
        for arguments in [&["audit", "-"][..], &["convert", "-"], &["replay", "-"]] {
            let output = fed(arguments, log);
            assert_eq!(output.status.code(), Some(2));
            let said = text(&output.stderr);
            assert!(said.contains(line) && said.contains(caret), "{said}");
        }
    }
    let wrong = sample(|log| log["rules"]["system"] = "changsha".into()).replace("\"changsha\"", "\"chansha-a\"");
    let said = fed(&["audit", "-"], &wrong);
    let said = text(&said.stderr);
    assert!(
        said.contains("did you mean `changsha-a`") && said.contains("\"chansha-a\"") && said.contains('^'),
        "{said}"
    );
    let question = WIN.replace("2345s", "234s");
    let said = fed(&["score"], &question);
    let said = text(&said.stderr);
    assert!(said.contains("2 |   \"wins\"") && said.contains('^') && said.contains("/wins/0/hand"), "{said}");
}

/// A player's word, its pinyin and a part of a name are explained as on the page of the service.
#[test]
fn explains_what_the_page_explains() {
    for (word, told) in
        [("点炮", "打出的牌被别家胡"), ("haidilaoyue", "last-tile"), ("bird", "A603"), ("GY-2.5", "guiyang-app")]
    {
        let output = run(&["explain", word, "--lang", "zh"]);
        assert_eq!(output.status.code(), Some(0), "{word}");
        assert!(text(&output.stdout).contains(told), "{word}: {}", text(&output.stdout));
    }
    assert_eq!(run(&["explain", "zzzz"]).status.code(), Some(2));
}

#[test]
fn suggests_correct_spelling() {
    for (arguments, meant) in [
        (&["explain", "A7O2"][..], "A702"),
        (&["explain", "海底劳月"], "海底捞月"),
        (&["explain", "CS-A.233"], "CS-A.23"),
        (&["explain", "bird_cuont"], "bird_count"),
        (&["audit", "--rules", "changsha_b", LOG], "changsha-b"),
        (&["audit", "--set", "bird-count=1", LOG], "bird_count"),
        (&["audit", "--set", "dealer_bonus_big=per_unti", LOG], "per_unit"),
        (&["generate", "--rules", "chansha-a"], "changsha-a"),
        (&["generate", "--rules", "changsha-a", "--fault", "A7O2"], "A702"),
        (&["prove", "--rules", "guiyan", "--games", "1"], "guiyang"),
        (&["conformance", "--system", "bejing"], "beijing"),
        (&["audit", "--from", "csjm", LOG], "csmj"),
        (&["audti", LOG], "audit"),
        (&["audit", "--fromat", "json", LOG], "--format"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        let near = said.to_lowercase().contains("did you mean") || said.contains("similar");
        assert!(near && said.contains(meant), "{arguments:?}: {said}");
    }
    let unknown = fed(&["score"], &WIN.replace("dealer", "dealre"));
    assert!(text(&unknown.stderr).contains("Did you mean dealer?"), "{}", text(&unknown.stderr));
    let chinese = run(&["explain", "A7O2", "--lang", "zh"]);
    assert!(text(&chinese.stderr).contains("是否想写 A702"), "{}", text(&chinese.stderr));
}

#[test]
fn color_option_controls_colours() {
    let coloured = |arguments: &[&str]| {
        let output = run(arguments);
        output.stdout.contains(&0x1b) || output.stderr.contains(&0x1b)
    };
    assert!(coloured(&["--color", "always", "audit", LOG]) && coloured(&["explain", "A702", "--color=always"]));
    assert!(!coloured(&["audit", LOG]) && !coloured(&["audit", "--color", "never", LOG]));
    assert!(coloured(&["audit", "/nowhere.json", "--color", "always"]), "the name of what is refused");
    let despite = caipan(&["--color", "always", "audit", LOG]).env("NO_COLOR", "1").output().expect("it runs");
    assert!(despite.stdout.contains(&0x1b), "who asks for colours on the command line gets them");
    assert_eq!(run(&["--color", "red", "audit", LOG]).status.code(), Some(2));
    assert!(coloured(&["--color", "always", "no-such-verb"]) && !coloured(&["--color", "never", "no-such-verb"]));
}

/// `--quiet` omits clean logs, the summary and the progress, but still prints problems.
#[test]
fn quiet_prints_only_problems() {
    let faulty = sample(|log| log["hands"][0]["events"][0]["tile"] = "8p".into());
    let clean = run(&["generate", "--rules", "beijing"]);
    let clean = text(&clean.stdout);
    let quiet = fed(&["audit", "-q", "-"], clean);
    assert_eq!((quiet.status.code(), text(&quiet.stdout), text(&quiet.stderr)), (Some(0), "", ""));
    let quiet = fed(&["audit", "--quiet", "-"], &format!("{clean}{faulty}\n"));
    assert_eq!(quiet.status.code(), Some(1));
    let shown = text(&quiet.stdout);
    assert!(shown.starts_with("-:2: ") && shown.contains("A303") && !shown.contains("logs:"), "{shown}");
    let json = fed(&["-q", "audit", "--format", "json", "-"], clean);
    assert_eq!((text(&json.stdout).lines().count(), text(&json.stderr)), (1, ""));
    let broken = fed(&["audit", "-q", "-"], "{");
    assert!(broken.status.code() == Some(2) && !broken.stderr.is_empty(), "what cannot be read is no progress");
}

#[test]
fn completions_and_manuals_cover_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.status.code(), Some(0));
        let script = text(&script.stdout);
        assert!(script.contains("conformance") && script.contains("baseline"), "{shell}");
    }
    assert_eq!(run(&["completions", "cmd"]).status.code(), Some(2));
    let page = run(&["man"]);
    let page = text(&page.stdout);
    assert!(page.starts_with(".ie") && page.contains(".TH caipan 1") && page.contains("审核牌谱"), "{page}");
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("man");
    assert_eq!(run(&["man", "--out", out.to_str().expect("UTF-8")]).status.code(), Some(0));
    let audit = std::fs::read_to_string(out.join("caipan-audit.1")).expect("a page for each command");
    assert!(audit.contains("baseline"), "{audit}");
}

/// Hands and steps are counted from 1 in all output; step 0 is the deal.
#[test]
fn hands_and_steps_are_counted_from_one() {
    let none = run(&["replay", LOG, "--hand", "9"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("no hand 9:"), "{}", text(&none.stderr));
    let none = run(&["replay", LOG, "--hand", "1", "--to", "999"]);
    assert!(text(&none.stderr).contains("Hand 1 has the steps") && text(&none.stderr).contains("no step 999"));
    let shown = run(&["replay", LOG, "--hand", "1", "--to", "2"]);
    assert!(
        text(&shown.stdout).contains("hand 1 step 1: 老周 discards") && text(&shown.stdout).contains("with step 2: ")
    );
    let faulty = sample(|log| log["hands"][0]["events"][0]["tile"] = "8p".into());
    let audited = fed(&["audit", "-"], &faulty);
    assert!(text(&audited.stdout).contains("(hand 1, step 2, "), "{}", text(&audited.stdout));
}

/// `replay --lang zh` names the legal actions in Chinese, including declarations.
#[test]
fn replay_names_declarations_in_chinese() {
    let log = run(&["generate", "--rules", "guiyang", "--seed", "3", "--games", "20"]);
    let folder = tempfile::tempdir().expect("a folder");
    let mut declared = 0;
    for (at, line) in text(&log.stdout).lines().enumerate() {
        let path = folder.path().join(format!("{at}.json"));
        std::fs::write(&path, line).expect("written");
        let log: Value = serde_json::from_str(line).expect("JSON");
        let may = |hand: &Value| {
            hand["events"].as_array().and_then(|events| events.iter().position(|event| event["type"] == "declare"))
        };
        let Some((hand, event)) =
            log["hands"].as_array().expect("hands").iter().enumerate().find_map(|(at, hand)| Some((at, may(hand)?)))
        else {
            continue;
        };
        let (hand, step) = ((hand + 1).to_string(), (event + 1).to_string());
        let path = path.to_str().expect("UTF-8");
        let shown = run(&["replay", path, "--hand", &hand, "--to", &step, "--lang", "zh"]);
        let shown = text(&shown.stdout);
        assert!(shown.contains("报听") && !shown.contains("declare"), "{shown}");
        declared += 1;
    }
    assert!(declared > 0, "somebody declares ready");
}

/// `prove` for one preset names it and covers no other.
#[test]
fn prove_accepts_single_preset() {
    let output = run(&["prove", "--rules", "changsha-b", "--games", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let page = text(&output.stdout);
    assert!(page.contains("`caipan prove --rules changsha-b --games 3 "), "{page}");
    assert!(output.stderr.is_empty(), "no progress without a terminal");
    assert_eq!(run(&["prove", "--rules", "changsha", "--games", "1"]).status.code(), Some(0));
}

/// `what-if` without a change names the available options.
#[test]
fn empty_what_if_names_flags() {
    for (lang, hint) in
        [("en", "There is nothing to change. Add --rules, --set, --out, --stands or --tile"), ("zh", "请加 --rules")]
    {
        let refused = run(&["what-if", LOG, "--lang", lang]);
        assert!(refused.status.code() == Some(2) && text(&refused.stderr).contains(hint), "{}", text(&refused.stderr));
    }
}

/// A byte order mark identifies UTF-16, and the error gives the `iconv` command.
#[test]
fn utf16_input_names_conversion() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let units = || [0xfeff].into_iter().chain(log.encode_utf16());
    for bytes in [units().flat_map(u16::to_le_bytes).collect::<Vec<_>>(), units().flat_map(u16::to_be_bytes).collect()]
    {
        let path = folder.path().join("log.json");
        std::fs::write(&path, bytes).expect("written");
        let refused = run(&["audit", path.to_str().expect("UTF-8"), "--lang", "en"]);
        let said = text(&refused.stderr);
        assert!(refused.status.code() == Some(2) && said.contains("iconv -f UTF-16 -t UTF-8"), "{said}");
    }
}

/// A program without the libraries of Parquet knows the command, writes nothing, and says where the export is.
#[cfg(not(feature = "parquet"))]
#[test]
fn export_says_which_programs_have_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("audits");
    let target = target.to_str().expect("UTF-8");
    for (lang, words) in [("en", ["Python package", "--features parquet"]), ("zh", ["Python 包", "--features parquet"])]
    {
        let output = run(&["--lang", lang, "export", "--parquet", target, LOG]);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
    }
    assert!(std::fs::read_dir(folder.path()).expect("the folder").next().is_none());
}
