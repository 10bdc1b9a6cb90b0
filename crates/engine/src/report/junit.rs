//! JUnit XML rendering of the report for the test views of CI systems: a suite per log, a case per hand.
//!
//! There is no standard; this follows the schema that Jenkins publishes (`fixtures/schemas`). A case has at most one
//! `failure`, because most readers show only one: its message is the headline of the first finding, its text all findings. The document
//! contains no time, so it is as reproducible as the report. Suites are written one by one between [`head`] and
//! [`tail`]; a log is not needed after its suite.

use super::document::{FindingView, Report};
use super::origin::Origin;
use super::remaining::Remaining;
use crate::audit::Kind;
use caipan_log::People;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::Seat;
use quick_xml::Writer;
use quick_xml::events::BytesText;
use quick_xml::writer::ElementWriter;

/// The media type of the document.
pub const MEDIA_TYPE: &str = "application/xml";

/// Returns the text before the suites.
pub fn head() -> &'static str {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"caipan\">\n"
}

/// Returns the text after the suites.
pub fn tail() -> &'static str {
    "</testsuites>\n"
}

/// Returns the report of one log as a complete document.
pub fn document(report: &Report, origin: &Origin<'_>) -> String {
    [head(), &suite(report, origin), tail()].concat()
}

/// Returns the suite of one log.
pub fn suite(report: &Report, origin: &Origin<'_>) -> String {
    suite_without(report, None, origin)
}

/// Returns the suite of the findings that are left of one log. A case whose findings are all known or ignored is
/// skipped and says so; it does not pass.
pub fn suite_of(remaining: &Remaining, origin: &Origin<'_>) -> String {
    suite_without(remaining.rest(), Some(remaining), origin)
}

fn suite_without(report: &Report, remaining: Option<&Remaining>, origin: &Origin<'_>) -> String {
    let full = remaining.map_or(report, Remaining::full);
    let case = |hand| Case::of(report, remaining.map_or([0; 2], |remaining| remaining.left_out_of(hand)), hand);
    let mut cases: Vec<Case<'_>> = (0..report.log.hands).map(|hand| case(Some(hand))).collect();
    if full.findings.iter().any(|finding| finding.hand.is_none()) {
        cases.insert(0, case(None));
    }
    let failures = cases.iter().filter(|case| case.fails()).count();
    let skipped = cases.iter().filter(|case| case.is_skipped()).count();
    let rules = &report.rules;
    let class = format!("{}.{}", rules.preset, report.log.id);
    let revision = format!("{}@{}", rules.system, rules.revision);
    let known = report.baseline.map(|baseline| baseline.known.to_string());
    let ignored = remaining.map(Remaining::ignored).filter(|&ignored| ignored > 0).map(|ignored| ignored.to_string());
    let unmodelled: Vec<&str> = rules.unmodelled.iter().map(|known| known.rule.as_str()).collect();
    let Text { zh, en } = full.headline();
    let headline = format!("{en} · {zh}");
    let properties = [
        ("verdict", full.verdict.word()),
        ("headline", headline.as_str()),
        ("digest", report.log.digest.as_str()),
        ("preset", &rules.preset),
        ("revision", revision.as_str()),
    ]
    .into_iter()
    .chain(unmodelled.into_iter().map(|rule| ("unmodelled", rule)))
    .chain(known.as_deref().map(|known| ("known", known)))
    .chain(ignored.as_deref().map(|ignored| ("ignored", ignored)));
    let variants: Vec<String> =
        report.variants.iter().chain(&report.possible).map(|variant| both(&variant.message)).collect();
    testsuite(&report.log.id, origin, [cases.len(), failures, 0, skipped], |xml| {
        write_around(xml.create_element("properties"), |xml| {
            for (name, value) in properties {
                write_empty(xml.create_element("property").with_attributes([("name", name), ("value", value)]));
            }
        });
        cases.iter().for_each(|case| case.write(xml, &class));
        write_output(xml, &variants.join("\n"));
    })
}

/// Returns the suite of an input that is not a log: one case with an error. `place` is the position as written after a
/// file name; `reason` is the code of the reader.
pub fn unreadable(origin: &Origin<'_>, reason: &str, place: &str, text: &Text) -> String {
    let file = origin.file.unwrap_or("-");
    let name = origin.line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
    let message = format!("{} · {}", text.en, text.zh);
    let full = format!("{name} {place}\n{}", both(text));
    testsuite(&name, origin, [1, 0, 1, 0], |xml| {
        let case = xml.create_element("testcase").with_attributes([("name", LOG_CASE), ("classname", &name)]);
        let error = [("type", reason), ("message", &message)];
        write_around(case, |xml| write_text(xml.create_element("error").with_attributes(error), &full));
    })
}

/// The name of the case for findings that concern no particular hand.
const LOG_CASE: &str = "log · 牌谱";

type Xml = Writer<Vec<u8>>;

/// Returns a suite with these counts as indented text with a final line break. quick-xml does the escaping; characters
/// that XML 1.0 does not allow become the replacement character.
fn testsuite(
    name: &str,
    origin: &Origin<'_>,
    [tests, failures, errors, skipped]: [usize; 4],
    content: impl FnOnce(&mut Xml),
) -> String {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    let counts = [("tests", tests), ("failures", failures), ("errors", errors), ("skipped", skipped)];
    let mut suite = xml.create_element("testsuite").with_attribute(("name", name));
    for (name, count) in counts {
        suite = suite.with_attribute((name, count.to_string().as_str()));
    }
    if let Some(file) = origin.file {
        suite = suite.with_attribute(("file", file));
    }
    write_around(suite, content);
    let allowed =
        |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    let text = String::from_utf8(xml.into_inner()).unwrap_or_default();
    let legal = text.chars().map(|c| if allowed(c) { c } else { char::REPLACEMENT_CHARACTER });
    legal.chain(['\n']).collect()
}

/// One hand, or the log itself, with its findings.
struct Case<'a> {
    report: &'a Report,
    hand: Option<usize>,
    findings: Vec<&'a FindingView>,
    /// The number of known and of ignored findings.
    left_out: [usize; 2],
}

impl<'a> Case<'a> {
    fn of(report: &'a Report, left_out: [usize; 2], hand: Option<usize>) -> Case<'a> {
        let findings = report.findings.iter().filter(|finding| finding.hand == hand && report.stands_alone(finding));
        Case { report, hand, findings: findings.collect(), left_out }
    }

    /// Splits the findings into those that decide the case and the others. Faults and variants decide a failed case;
    /// unverifiable findings decide the others.
    fn decisive(&self) -> (Vec<&'a FindingView>, Vec<&'a FindingView>) {
        let fails = self.fails();
        self.findings.iter().partition(|finding| match finding.kind {
            Kind::Fault | Kind::Variant => fails,
            Kind::Unverifiable => !fails,
            Kind::Note => false,
        })
    }

    fn fails(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding.kind, Kind::Fault | Kind::Variant))
    }

    fn is_skipped(&self) -> bool {
        let decides = |finding: &&FindingView| finding.kind == Kind::Unverifiable;
        !self.fails() && (self.left_out != [0; 2] || self.findings.iter().any(decides))
    }

    /// Returns the sentence about the findings that are left out, in both languages.
    fn left_out(&self) -> String {
        let [known, ignored] = self.left_out;
        let of = |count: usize, en: &str, zh: &str| {
            let noun = if count == 1 { "finding" } else { "findings" };
            (count > 0).then(|| format!("{count} {en} {noun} · {zh} {count} 项"))
        };
        [of(known, "known", "已知"), of(ignored, "ignored", "已忽略")]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("; ")
    }

    fn write(&self, xml: &mut Xml, class: &str) {
        // The name does not depend on the language: CI systems identify a case across runs by its name.
        let name = self
            .hand
            .map_or_else(|| LOG_CASE.to_owned(), |hand| format!("hand {0} · 第 {0} 局", hand.saturating_add(1)));
        let case = xml.create_element("testcase").with_attributes([("name", name.as_str()), ("classname", class)]);
        let (decisive, others) = self.decisive();
        let describe = |findings: &[&FindingView]| -> String {
            findings.iter().map(|finding| self.describe(finding)).collect::<Vec<_>>().join("\n")
        };
        let others = describe(&others);
        let Some(first) = decisive.first() else {
            return if self.is_skipped() {
                let left_out = self.left_out();
                write_around(case, |xml| {
                    let skipped = [("type", "left-out"), ("message", left_out.as_str())];
                    write_empty(xml.create_element("skipped").with_attributes(skipped));
                    write_output(xml, &others);
                });
            } else if others.is_empty() {
                write_empty(case);
            } else {
                write_around(case, |xml| write_output(xml, &others));
            };
        };
        let ending = if self.fails() { "failure" } else { "skipped" };
        let more = match decisive.len().saturating_sub(1) {
            0 => String::new(),
            more => format!(" (+{more})"),
        };
        let Text { zh, en } = first.headline();
        let message = format!("{} {}: {en} · {zh}{more}", first.code, first.name);
        write_around(case, |xml| {
            let ending = xml.create_element(ending);
            let ending = ending.with_attributes([("type", first.code.as_ref()), ("message", message.as_str())]);
            write_text(ending, &(describe(&decisive) + &self.corrections()));
            write_output(xml, &others);
        });
    }

    /// Returns the transfers that correct the points of the hand.
    fn corrections(&self) -> String {
        let people = People::called(&self.report.log.players);
        let hand = self.report.hands.iter().find(|hand| Some(hand.hand) == self.hand);
        let transfers = hand.into_iter().flat_map(|hand| &hand.transfers);
        transfers.fold(String::new(), |told, transfer| {
            let Text { zh, en } = transfer.in_words(&people);
            told + &format!("= {en} · {zh}\n")
        })
    }

    /// Returns a finding in full, in both languages, with its consequences.
    fn describe(&self, finding: &FindingView) -> String {
        let mut lines = vec![format!("#{} {} {} {}", finding.id, finding.code, finding.name, finding.pointer)];
        lines.push(both(&finding.message));
        for line in &finding.lines {
            let people = People::called(&self.report.log.players);
            let party = |seat: Option<Seat>| seat.map_or_else(|| "-".to_owned(), |seat| people.who(seat).get(Lang::En));
            let (from, to) = (party(line.from), party(line.to));
            let (en, zh) = (&line.cause_name.en, &line.cause_name.zh);
            lines.push(format!("{from} → {to}  {}  {en} · {zh} [{}]", line.sum, line.clause));
        }
        lines.extend(finding.clauses.iter().map(|clause| format!("[{}] {}", clause.id, both(&clause.gloss))));
        lines.extend(finding.ruling.as_deref().map(|ruling| format!("ruling · 裁定 {ruling}")));
        lines.extend(finding.option.as_deref().map(|option| match &finding.option_name {
            Some(Text { zh, en }) => format!("option {en} · 选项 {zh} ({option})"),
            None => format!("option · 选项 {option}"),
        }));
        lines.push(format!("→ {}", both(&finding.advice)));
        for other in self.report.findings.iter().filter(|other| other.because == Some(finding.id)) {
            lines.push(format!("↳ #{} {} {} {}", other.id, other.code, other.pointer, both(&other.message)));
        }
        lines.iter().fold(String::new(), |text, line| text + line + "\n")
    }
}

/// Writes the output that a reader shows below the cases; nothing if the text is empty.
fn write_output(xml: &mut Xml, text: &str) {
    if !text.is_empty() {
        write_text(xml.create_element("system-out"), text);
    }
}

// Writing to a Vec cannot fail.

fn write_empty(element: ElementWriter<'_, Vec<u8>>) {
    let _ = element.write_empty();
}

fn write_text(element: ElementWriter<'_, Vec<u8>>, text: &str) {
    let _ = element.write_text_content(BytesText::new(text));
}

fn write_around(element: ElementWriter<'_, Vec<u8>>, content: impl FnOnce(&mut Xml)) {
    let _ = element.write_inner_content(|xml| {
        content(xml);
        Ok(())
    });
}

fn both(text: &Text) -> String {
    format!("{}\n{}", text.en, text.zh)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_or_replaces_special_characters() {
        let origin = Origin { file: Some("\"<&>'\n\u{1b}"), ..Origin::default() };
        let suite =
            testsuite("a", &origin, [0; 4], |xml| write_text(xml.create_element("b"), "1 < 2 & \u{0}\u{ffff}]]>"));
        assert!(suite.contains("file=\"&quot;&lt;&amp;&gt;&apos;&#10;\u{fffd}\""), "{suite}");
        assert!(suite.ends_with(">\n <b>1 &lt; 2 &amp; \u{fffd}\u{fffd}]]&gt;</b>\n</testsuite>\n"), "{suite}");
    }
}
