//! Annotations of GitHub Actions: a line per finding, which GitHub shows beside the file and in the list of the run.

use caipan_auditor::Refusal;
use caipan_engine::audit::{Kind, Severity};
use caipan_engine::report::{FindingView, Origin, Report};
use caipan_tiles::text::Lang;

/// Returns the annotations of the primary findings of a report.
pub(super) fn annotations(report: &Report, origin: &Origin<'_>, lang: Lang) -> String {
    let primary = report.findings.iter().filter(|finding| report.stands_alone(finding));
    primary.fold(String::new(), |all, finding| {
        let title = format!("{} {}", finding.code, finding.name);
        let message = format!("{}: {}\n→ {}", report.key(), finding.in_full(lang), finding.advice.get(lang));
        all + &annotation(level(finding), origin, origin.place(report, finding), &title, &message)
    })
}

/// Returns the annotation of an input that is not a log.
pub(super) fn unreadable(origin: &Origin<'_>, refusal: &Refusal, lang: Lang) -> String {
    let first = origin.line.unwrap_or(1);
    let place = refusal.line.map(|line| (first.saturating_add(line).saturating_sub(1), refusal.column));
    let place = place.or(origin.line.map(|line| (line, None)));
    annotation("error", origin, place, &refusal.code, refusal.text.get(lang))
}

fn level(finding: &FindingView) -> &'static str {
    match (finding.kind, finding.severity) {
        (Kind::Fault, Severity::Error) => "error",
        (Kind::Fault, Severity::Warning) | (Kind::Variant, _) => "warning",
        (Kind::Fault, Severity::Info) | (Kind::Unverifiable | Kind::Note, _) => "notice",
    }
}

fn annotation(
    level: &str,
    origin: &Origin<'_>,
    place: Option<(u64, Option<u64>)>,
    title: &str,
    message: &str,
) -> String {
    let mut properties = Vec::new();
    properties.extend(origin.file.filter(|file| *file != "-").map(|file| format!("file={}", property(file))));
    if let Some((line, column)) = place {
        properties.push(format!("line={line}"));
        properties.extend(column.map(|column| format!("col={column}")));
    }
    properties.push(format!("title={}", property(title)));
    format!("::{level} {}::{}\n", properties.join(","), data(message))
}

/// Escapes a message: a line break would end the annotation.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property, which also ends at a colon or a comma.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name in a log must not start an annotation or a command of its own.
    #[test]
    fn escapes_line_breaks_and_separators() {
        let origin = Origin { file: Some("a,b:c%.json"), ..Origin::default() };
        let line = annotation("error", &origin, Some((3, Some(9))), "A1 x", "u1\n::warning::no\r100%");
        let expected = "::error file=a%2Cb%3Ac%25.json,line=3,col=9,title=A1 x::u1%0A::warning::no%0D100%25\n";
        assert_eq!(line, expected);
        let stdin = Origin { file: Some("-"), ..Origin::default() };
        assert_eq!(annotation("notice", &stdin, None, "t", "m"), "::notice title=t::m\n");
    }
}
