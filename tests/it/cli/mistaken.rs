//! Answers to inputs that people send by mistake, and to rules named in words.

use super::{fed, run, sample, text};
use serde_json::Value;
use std::fs;

/// Each mistake is named, with what to do next.
#[test]
fn mistakes_get_an_answer_that_helps() {
    let event = |key: &str, value: Value| sample(|log| log["hands"][0]["events"][0][key] = value.clone());
    let long = sample(|log| {
        let hand = log["hands"][0].clone();
        log["hands"] = vec![hand; 65].into();
    });
    for (log, en, zh) in [
        (event("seat", "0".into()), "Write 0 without quotes", "请去掉引号，写 0"),
        (event("seat", 4.into()), "4 is not valid here. Write a seat (0 to 3).", "座位号（0 到 3）"),
        (event("tile", Value::Null), "null is not allowed. Omit the key", "不能写 null"),
        (event("tile", "9W".into()), "did you mean 9m?", "是否应为 9m"),
        (event("tile", "九万".into()), "did you mean 9m?", "是否应为 9m"),
        (sample(|log| log["hands"][0]["deal"][0] = "1W1W3W".into()), "did you mean 113m?", "是否应为 113m"),
        (format!("[{}]", sample(|_| ())), "jq -c '.[]'", "jq -c '.[]'"),
        (long, "at most 64 hands. Split it into several logs", "至多 64 局。请拆成几份"),
    ] {
        for (lang, told) in [("en", en), ("zh", zh)] {
            let refused = fed(&["audit", "--lang", lang, "-"], &log);
            let said = text(&refused.stderr);
            assert!(refused.status.code() == Some(2) && said.contains(told), "{said}");
        }
    }
}

#[test]
fn other_files_are_called_by_their_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sent.json");
    let gbk = [b"{\"format\":\"paipu/1\",\"id\":\"".as_slice(), &[0xc0, 0xcf, 0xd6, 0xdc], b"\"}"].concat();
    for (bytes, told) in [
        (b"\x89PNG\r\n\x1a\n".to_vec(), "a PNG file, not a log"),
        (b"\xFF\xD8\xFF\xE0JFIF".to_vec(), "a JPEG file, not a log"),
        (gbk, "iconv -f GB18030 -t UTF-8"),
    ] {
        fs::write(&path, bytes).expect("written");
        let refused = run(&["audit", path.to_str().expect("UTF-8")]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(told), "{}", text(&refused.stderr));
    }
}

/// Rules can be named as people call them, in a log and on the command line.
#[test]
fn rules_are_found_by_name() {
    for (name, preset) in
        [("长沙麻将", "changsha-a"), ("长沙麻将（乙）", "changsha-b"), ("changsha mahjong", "changsha-a")]
    {
        let log = sample(|log| log["rules"]["system"] = name.into());
        let output = fed(&["audit", "--format", "json", "-"], &log);
        let report: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
        assert_eq!(report["rules"]["preset"], preset, "{name}");
    }
    let played = run(&["generate", "--rules", "北京麻将"]);
    assert!(text(&played.stdout).contains("\"system\":\"beijing\""), "{}", text(&played.stderr));
    let cases = run(&["conformance", "--system", "长沙麻将"]);
    assert_eq!(cases.stdout, run(&["conformance", "--system", "changsha"]).stdout);
    let unknown = run(&["audit", "--rules", "长少麻将", super::LOG]);
    assert!(text(&unknown.stderr).contains("长沙麻将"), "{}", text(&unknown.stderr));
}

#[test]
fn system_name_says_which_preset_it_took() {
    for rules in ["changsha", "长沙麻将"] {
        let output = run(&["audit", "--rules", rules, super::LOG]);
        let said = text(&output.stderr);
        assert!(said.contains(&format!("--rules {rules} stands for changsha-a (Changsha, profile A).")), "{said}");
    }
    for more in [&["--rules", "changsha-a"][..], &["-q", "--rules", "changsha"], &[]] {
        let output = run(&[&["audit", super::LOG][..], more].concat());
        assert!(!text(&output.stderr).contains("stands for"), "{more:?}: {}", text(&output.stderr));
    }
}
