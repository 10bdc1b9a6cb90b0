//! The dashboard and the alert rules in `deploy/`: each metric and label is declared by a running service, each link leads
//! to a section of the documentation, and each alert fires.

use super::receiver::{call, hook, until};
use super::watched::{answer, watched};
use super::{LOG, caipan, text};
use crate::programs::needs;
use saphyr::{LoadableYamlNode, Yaml};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

const ALERTS: &str = "deploy/prometheus/alerts.yaml";
const DASHBOARD: &str = "deploy/grafana/caipan.json";
/// The page with the runbook and the objectives.
const PAGE: &str = "docs/operations.md";
/// The heading of the objectives.
const OBJECTIVES: &str = "Service level objectives";
/// Labels that Prometheus adds.
const ADDED: [&str; 2] = ["instance", "job"];

/// The metrics of a service by name, each with its labels and their values.
type Metrics = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Reads samples in the text format.
fn samples(told: &str) -> Metrics {
    let mut found = Metrics::new();
    for line in told.lines().filter(|line| !line.starts_with('#') && line.contains(' ')) {
        let (name, rest) = line.split_at(line.find(['{', ' ']).expect("a name"));
        let labels = found.entry(name.to_owned()).or_default();
        let Some((inner, _)) = rest.strip_prefix('{').and_then(|rest| rest.rsplit_once("} ")) else { continue };
        for pair in inner.split("\",") {
            let (label, value) = pair.split_once("=\"").expect("a label");
            labels.entry(label.to_owned()).or_default().insert(value.trim_end_matches('"').to_owned());
        }
    }
    found
}

/// A metric as an expression selects it: its name, and its labels with the values that it must have.
type Selected = (String, Vec<(String, Option<String>)>);

/// Words of PromQL that labels in parentheses follow.
const GROUPING: [&str; 6] = ["by", "without", "on", "ignoring", "group_left", "group_right"];
/// Operators that are words.
const OPERATORS: [&str; 5] = ["and", "or", "unless", "bool", "offset"];

/// The name or number at the beginning of a text.
fn word(text: &str) -> &str {
    let ends = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.'));
    &text[..text.find(ends).unwrap_or(text.len())]
}

/// Collects what an expression selects, and the labels by which it groups. Its syntax is left to promtool: every name that is not
/// known to be another thing counts as that of a metric.
fn selectors(source: &str) -> (Vec<Selected>, BTreeSet<String>) {
    let (mut selected, mut groups) = (Vec::new(), BTreeSet::new());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let name = word(rest);
        let after = rest[name.len()..].trim_start();
        rest = match first {
            '[' => rest.split_once(']').expect("a range").1,
            '{' | '"' | '\'' => panic!("not a selector with a name: {rest}"),
            _ if name.is_empty() => &rest[first.len_utf8()..],
            _ if first.is_ascii_digit() || OPERATORS.contains(&name) => after,
            _ if GROUPING.contains(&name) => match after.strip_prefix('(').and_then(|labels| labels.split_once(')')) {
                Some((labels, after)) => {
                    groups.extend(
                        labels.split(',').map(|label| label.trim().to_owned()).filter(|label| !label.is_empty()),
                    );
                    after
                }
                None => after,
            },
            // A function or an aggregation.
            _ if after.starts_with('(') || GROUPING.contains(&word(after)) => after,
            _ => {
                let (labels, after) = matchers(after);
                selected.push((name.to_owned(), labels));
                after
            }
        };
    }
    (selected, groups)
}

/// The labels in braces at the beginning of a text with the values that they must have, and the text after them.
fn matchers(text: &str) -> (Vec<(String, Option<String>)>, &str) {
    let Some(mut rest) = text.strip_prefix('{') else { return (Vec::new(), text) };
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        if let Some(after) = rest.strip_prefix('}') {
            return (found, after);
        }
        let (label, value) = rest.split_once('"').expect("a value");
        let (value, after) = value.split_once('"').expect("the end of a value");
        found.push((word(label).to_owned(), (!label.contains(['~', '!'])).then(|| value.to_owned())));
        rest = after;
    }
}

/// An expression of the dashboard with a value for each variable of Grafana.
fn filled(source: &str) -> String {
    source.replace("$__rate_interval", "5m").replace("$instance", ".*")
}

/// Panics unless the service declares every metric and label of an expression. Recorded rules are known by name.
fn check(place: &str, source: &str, metrics: &Metrics, recorded: &BTreeSet<String>) {
    let (selected, groups) = selectors(&filled(source));
    assert!(!selected.is_empty(), "{place} selects nothing: {source}");
    let mut labels: BTreeSet<&str> = ADDED.into();
    for (name, matchers) in &selected {
        if name == "up" || recorded.contains(name) {
            continue;
        }
        let known = metrics.get(name).unwrap_or_else(|| panic!("{place}: the service does not declare {name}"));
        labels.extend(known.keys().map(String::as_str));
        for (label, value) in matchers.iter().filter(|(label, _)| !ADDED.contains(&label.as_str())) {
            let values = known.get(label).unwrap_or_else(|| panic!("{place}: {name} has no label {label}"));
            let there = value.as_ref().is_none_or(|value| values.contains(value));
            assert!(there, "{place}: {name} has {values:?} in {label}, not {value:?}");
        }
    }
    let unknown: Vec<&String> = groups.iter().filter(|label| !labels.contains(label.as_str())).collect();
    assert!(unknown.is_empty(), "{place}: no metric of it has {unknown:?}");
}

/// Starts a service, sends it some traffic, and returns its metrics.
fn after_some_traffic(folder: &Path) -> Metrics {
    let collector = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/v1/traces", collector.local_addr().expect("bound"));
    let (service, figures) = watched(folder, &["--otlp-endpoint", &address, "--webhook-private"]);
    hook(&service, &json!({ "url": "http://127.0.0.1:1/" }));
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let faulty = std::fs::read_to_string("fixtures/demo/wrong-payer.json").expect("a sample");
    for body in [&log, &faulty] {
        let stored = answer(&service.address, "POST /v1/logs", "", body);
        assert!(stored.starts_with("HTTP/1.1 201"), "{stored}");
        let id = stored.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id");
        assert!(answer(&service.address, &format!("GET /v1/reports/{id}"), "", "").starts_with("HTTP/1.1 200"));
    }
    let (status, job) = call(&service, "POST /v1/jobs", &json!({ "kind": "export" }));
    assert!(matches!(status, 201 | 202), "{job}");
    let copied =
        caipan(&["backup", "--data"]).arg(folder.join("data")).arg(folder.join("copy")).output().expect("it runs");
    assert!(copied.status.success(), "{}", text(&copied.stderr));
    let told = || answer(&figures, "GET /metrics", "", "");
    until("the job is counted", || told().contains("caipan_jobs{"));
    samples(&told())
}

/// The rules in a file: the recorded names and all expressions, and the annotations of alerts.
fn rules() -> Vec<(String, String, bool, [String; 2])> {
    let file = std::fs::read_to_string(ALERTS).expect("the file");
    let documents = Yaml::load_from_str(&file).expect("YAML");
    let [alerts] = &documents[..] else { panic!("one document") };
    let text = |yaml: &Yaml<'_>, name: &str| {
        yaml.as_mapping_get(name).and_then(|found| found.as_str()).unwrap_or_default().to_owned()
    };
    let mut found = Vec::new();
    for group in alerts["groups"].as_sequence().expect("groups") {
        for rule in group["rules"].as_sequence().expect("rules") {
            let (alert, record) = (text(rule, "alert"), text(rule, "record"));
            let is_alert = record.is_empty();
            let told = if is_alert {
                assert!(["page", "ticket", "info"].contains(&text(&rule["labels"], "severity").as_str()), "{alert}");
                ["summary", "runbook_url"].map(|name| text(&rule["annotations"], name))
            } else {
                Default::default()
            };
            found.push((if is_alert { alert } else { record }, text(rule, "expr"), is_alert, told));
        }
    }
    found
}

/// The anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The expressions of the dashboard, each with the title of its panel.
fn shown() -> Vec<(String, String)> {
    let dashboard: Value = serde_json::from_str(&std::fs::read_to_string(DASHBOARD).expect("the file")).expect("JSON");
    let mut found = Vec::new();
    for panel in dashboard["panels"].as_array().expect("panels") {
        let title = panel["title"].as_str().expect("a title");
        assert!(title.contains(" · "), "{title} is in one language");
        for target in panel["targets"].as_array().into_iter().flatten() {
            found.push((title.to_owned(), target["expr"].as_str().expect("an expression").to_owned()));
        }
    }
    assert!(found.len() > 40, "{}", found.len());
    found
}

/// The expressions of the objectives.
fn objectives() -> Vec<String> {
    let page = std::fs::read_to_string(PAGE).expect("the page");
    let section =
        page.split("\n## ").find(|section| section.lines().next().is_some_and(|line| line.ends_with(OBJECTIVES)));
    let parts = section
        .expect("the section of the objectives")
        .split("```promql")
        .skip(1)
        .filter_map(|part| part.split("```").next());
    let found: Vec<String> = parts.map(|expr| expr.trim().to_owned()).collect();
    assert_eq!(found.len(), 4);
    found
}

#[test]
fn dashboard_and_alerts_match_the_service() {
    let folder = tempfile::tempdir().expect("a folder");
    let metrics = after_some_traffic(folder.path());
    let rules = rules();
    let recorded: BTreeSet<String> =
        rules.iter().filter(|(_, _, is_alert, _)| !is_alert).map(|(name, ..)| name.clone()).collect();
    assert!(rules.len() > recorded.len() && !recorded.is_empty());
    for (name, expr, ..) in &rules {
        check(name, expr, &metrics, &recorded);
    }
    for (title, expr) in shown() {
        check(&title, &expr, &metrics, &recorded);
    }
    for expr in objectives() {
        check(PAGE, &expr, &metrics, &recorded);
        // Each recorded rule is the same over another window.
        let hour = expr.replace("30d", "1h");
        assert!(rules.iter().any(|(_, rule, ..)| rule.trim() == hour), "alerts.yaml computes otherwise: {expr}");
    }
}

#[test]
fn selectors_are_found_in_expressions() {
    let find = |source: &str| {
        let (selected, groups) = selectors(source);
        let names: Vec<String> = selected.into_iter().map(|(name, labels)| format!("{name}{labels:?}")).collect();
        (names.join(" "), groups.into_iter().collect::<Vec<_>>().join(" "))
    };
    for (source, names, groups) in [
        ("a:b_c", "a:b_c[]", ""),
        ("sum by (x, y) (rate(a{b=\"{c}\",d=~\"e|f\"}[5m])) / 1e3", "a[(\"b\", Some(\"{c}\")), (\"d\", None)]", "x y"),
        ("sum(a) without(x) > bool 60 and on () up", "a[] up[]", "x"),
        ("a offset 5m * on(x) group_left(y) b{c != \"d\"} or c", "a[] b[(\"c\", None)] c[]", "x y"),
        ("avg_over_time((max(a) > bool 0.5)[5m:1m]) unless time() - b", "a[] b[]", ""),
    ] {
        assert_eq!(find(source), (names.to_owned(), groups.to_owned()), "{source}");
    }
}

#[test]
fn each_alert_is_in_both_languages_and_leads_to_a_section() {
    let page = std::fs::read_to_string(PAGE).expect("the page");
    let anchors: BTreeSet<String> = page.lines().filter(|line| line.starts_with('#')).map(anchor).collect();
    for (alert, _, _, [summary, link]) in rules().iter().filter(|(_, _, is_alert, _)| *is_alert) {
        let (english, chinese) = summary.split_once(" · ").unwrap_or_else(|| panic!("{alert}: {summary}"));
        let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert!(!english.is_empty() && !is_chinese(english) && is_chinese(chinese), "{alert}: {summary}");
        let (file, section) = link.split_once('#').unwrap_or_else(|| panic!("{alert}: {link}"));
        assert!(file.ends_with("/docs/operations.md") && anchors.contains(section), "{alert}: {link}\n{anchors:#?}");
        // The section names the alert, or the family that it belongs to.
        let stem =
            ["Slow", "Steady"].iter().find_map(|ending| alert.strip_suffix(ending)).map(|stem| format!("{stem}Fast"));
        let body = page.split("\n#").find(|part| part.lines().next().is_some_and(|line| anchor(line) == section));
        let body = body.expect("its section");
        assert!(body.contains(alert) || stem.is_some_and(|stem| body.contains(&stem)), "{alert} is not in #{section}");
    }
}

/// Runs promtool in a folder.
fn promtool(folder: &Path, arguments: &[&str]) {
    let output = Command::new("promtool").args(arguments).current_dir(folder).output().expect("it runs");
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

/// Prometheus itself parses every expression of the dashboard and of the objectives, each as a rule.
#[test]
fn each_expression_is_one_of_prometheus() {
    needs!(Promtool);
    let folder = tempfile::tempdir().expect("a folder");
    let expressions = shown().into_iter().map(|(_, expr)| filled(&expr)).chain(objectives()).enumerate();
    let rules: Vec<Value> = expressions.map(|(at, expr)| json!({ "record": format!("r{at}"), "expr": expr })).collect();
    // JSON is YAML too.
    let file = json!({ "groups": [{ "name": "expressions", "rules": rules }] });
    std::fs::write(folder.path().join("rules.yaml"), file.to_string()).expect("written");
    promtool(folder.path(), &["check", "rules", "rules.yaml"]);
}

/// Prometheus itself evaluates the rules: each alert fires on samples made for it, and a healthy service gives none.
#[test]
fn each_alert_fires() {
    needs!(Promtool);
    let folder = Path::new("deploy/prometheus");
    promtool(folder, &["check", "rules", "alerts.yaml"]);
    promtool(folder, &["test", "rules", "alerts.test.yaml"]);
    let tests = std::fs::read_to_string(folder.join("alerts.test.yaml")).expect("the file");
    for (alert, ..) in rules().iter().filter(|(_, _, is_alert, _)| *is_alert) {
        assert!(tests.contains(&format!("alertname=\"{alert}\"")), "no case fires {alert}");
    }
}
