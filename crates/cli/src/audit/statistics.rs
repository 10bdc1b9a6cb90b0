//! The number of findings by code, for runs over more logs than anybody reads.

use super::super::paint::Paint;
use caipan_engine::audit::checks;
use caipan_engine::report::Report;
use caipan_tiles::text::Lang;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The primary findings of a log by code.
pub(super) type Codes = BTreeMap<String, u64>;

/// Counts the primary findings of a report.
pub(super) fn codes(report: &Report) -> Codes {
    let mut codes = Codes::new();
    for finding in report.findings.iter().filter(|finding| report.stands_alone(finding)) {
        *codes.entry(finding.code.to_string()).or_default() += 1;
    }
    codes
}

/// The findings of a run by code, with the number of logs that have them.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    by_code: BTreeMap<String, (u64, u64)>,
}

impl Statistics {
    pub(super) fn add(&mut self, codes: Codes) {
        for (code, count) in codes {
            let (findings, logs) = self.by_code.entry(code).or_default();
            *findings += count;
            *logs += 1;
        }
    }

    /// Returns the table, the most frequent code first.
    pub(super) fn table(&self, lang: Lang, paint: Paint) -> String {
        if self.by_code.is_empty() {
            return lang.pick("没有问题。\n", "No findings.\n").to_owned();
        }
        let mut rows: Vec<(&String, &(u64, u64))> = self.by_code.iter().collect();
        rows.sort_by_key(|(code, (findings, _))| (std::cmp::Reverse(*findings), (*code).clone()));
        // Chinese characters take two columns, so each heading is padded by hand to the width of its numbers.
        let heading = lang.pick("    问题    牌谱  代码", "findings    logs  code");
        let mut table = format!("{}\n", paint.bold(heading));
        for (code, (findings, logs)) in rows {
            let title = checks::all().find(|check| check.code == code).map_or("", |check| check.title.get(lang));
            // Writing to a String cannot fail.
            let _ = writeln!(table, "{findings:>8}{logs:>8}  {code}  {title}");
        }
        table
    }
}
