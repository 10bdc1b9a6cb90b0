//! `caipan diff`: compares two runs over one corpus, by code and by log.

use super::paint::{Paint, Voice};
use super::{CLEAN, Ended, FOUND, reports};
use caipan_auditor::verdict_named;
use caipan_engine::audit::Kind;
use caipan_engine::report::PastLine;
use caipan_engine::report::diff::{Amounts, Comparison, Counts, Diff, Found, LogDiff, Side};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::SeatList;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Earlier run: output of audit --format json, one report or one per line · 先前的结果（audit --format json 的输出）
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// Later run · 之后的结果
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Output format · 输出格式
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let lang = voice.lang;
    let mut comparison = Comparison::default();
    reports::each(&args.old, lang, |line| {
        match line {
            PastLine::Report(past) => comparison.take_old(*past),
            PastLine::Unreadable => comparison.count_unreadable_old(),
        }
        Ok(())
    })?;
    reports::each(&args.new, lang, |line| {
        match line {
            PastLine::Report(past) => comparison.take_new(&past),
            PastLine::Unreadable => comparison.new_unreadable(),
        }
        Ok(())
    })?;
    let diff = comparison.end();
    let mut out = io::BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string(&diff).map_err(std::io::Error::from)?)?,
        Format::Text if voice.quiet && diff.equal => {}
        Format::Text => Paper { lang, paint: voice.stdout() }.write(&mut out, &diff)?,
    }
    out.flush()?;
    Ok(if diff.equal { CLEAN } else { FOUND })
}

struct Paper {
    lang: Lang,
    paint: Paint,
}

impl Paper {
    fn write(&self, out: &mut impl Write, diff: &Diff) -> io::Result<()> {
        self.side(out, &bilingual!("旧", "old"), &diff.old)?;
        self.side(out, &bilingual!("新", "new"), &diff.new)?;
        for log in &diff.logs {
            self.log(out, log)?;
        }
        for id in &diff.only_old {
            writeln!(out, "{}: {}", self.paint.bold(id), self.lang.pick("只在旧结果中", "only in the old run"))?;
        }
        for id in &diff.only_new {
            writeln!(out, "{}: {}", self.paint.bold(id), self.lang.pick("只在新结果中", "only in the new run"))?;
        }
        for (code, Counts { added, gone, changed }) in &diff.codes {
            let counts =
                self.counts(&[(*added, "新增", "added"), (*gone, "消失", "gone"), (*changed, "改变", "changed")]);
            writeln!(out, "{code}  {counts}")?;
        }
        for (change, count) in &diff.verdicts {
            let names: Vec<&str> = change.split(' ').map(|word| self.verdict(word)).collect();
            writeln!(out, "{}  {count}", names.join(" → "))?;
        }
        let (compared, logs) = (diff.compared, diff.logs.len());
        let (only_old, only_new) = (diff.only_old.len(), diff.only_new.len());
        let noun = if compared == 1 { "log" } else { "logs" };
        let counts = self.counts(&[
            (logs, "有差别", if logs == 1 { "differs" } else { "differ" }),
            (only_old, "只在旧结果中", "only in the old run"),
            (only_new, "只在新结果中", "only in the new run"),
        ]);
        let said = if diff.equal {
            bilingual!("共比较 {compared} 份，没有差别。", "{compared} {noun} compared: no difference.")
        } else if counts.is_empty() {
            bilingual!(
                "共比较 {compared} 份：只有无法读取的份数不同。",
                "{compared} {noun} compared: only the number of unreadable inputs differs."
            )
        } else {
            bilingual!("共比较 {compared} 份：{counts}。", "{compared} {noun} compared: {counts}.")
        };
        writeln!(out, "{}", self.paint.bold(said.get(self.lang)))
    }

    /// Returns the counts that are not zero.
    fn counts(&self, counts: &[(usize, &str, &str)]) -> String {
        let some = counts.iter().filter(|(count, _, _)| *count > 0);
        let said = some.map(|(count, zh, en)| match self.lang {
            Lang::Zh => format!("{zh} {count}"),
            Lang::En => format!("{count} {en}"),
        });
        said.collect::<Vec<_>>().join(self.lang.pick("，", ", "))
    }

    fn verdict<'w>(&self, word: &'w str) -> &'w str {
        verdict_named(word).map_or(word, |verdict| verdict.label().get(self.lang))
    }

    fn side(&self, out: &mut impl Write, name: &Text, side: &Side) -> io::Result<()> {
        let Side { reports, unreadable, revisions } = side;
        let revisions = revisions.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let noun = if *reports == 1 { "report" } else { "reports" };
        let unreadable = match unreadable {
            0 => Text::default(),
            _ => bilingual!("，{unreadable} 份无法读取", ", {unreadable} unreadable"),
        };
        let Text { zh, en } = unreadable;
        let said = bilingual!(
            "{}：{reports} 份报告{zh}；规则修订 {revisions}",
            "{}: {reports} {noun}{en}; rule revisions {revisions}",
            name.get(self.lang)
        );
        writeln!(out, "{}", said.get(self.lang))
    }

    fn log(&self, out: &mut impl Write, log: &LogDiff) -> io::Result<()> {
        let [before, now] = log.verdict;
        let [before_name, now_name] = log.verdict.map(|verdict| verdict.label().get(self.lang));
        let verdict = if before == now { now_name.to_owned() } else { format!("{before_name} → {now_name}") };
        let mut notes = Vec::new();
        let [old, new] = &log.revision;
        if old != new {
            notes.push(format!("{old} → {new}"));
        }
        if log.other_bytes {
            notes.push(self.lang.pick("牌谱内容也不同", "the log itself is another").to_owned());
        }
        let notes = if notes.is_empty() { String::new() } else { format!("  ({})", notes.join(", ")) };
        writeln!(out, "{}: {verdict}{notes}", self.paint.bold(&log.log))?;
        for found in &log.added {
            self.found(out, "+", found)?;
        }
        for found in &log.gone {
            self.found(out, "-", found)?;
        }
        for [before, now] in &log.changed {
            self.found(out, "~", now)?;
            for change in changes(before, now) {
                writeln!(out, "    {}", change.get(self.lang))?;
            }
        }
        for Amounts { hand, old, new } in &log.amounts {
            let points = |points: &Option<SeatList<i64>>| {
                let signed = |points: SeatList<i64>| {
                    points.entries().iter().map(|one| format!("{one:+}")).collect::<Vec<_>>().join(" ")
                };
                points.map_or_else(|| "-".to_owned(), signed)
            };
            let hand = hand + 1;
            let said =
                bilingual!("第 {hand} 局应有输赢：{} → {}", "hand {hand} balance: {} → {}", points(old), points(new));
            writeln!(out, "  {}", said.get(self.lang))?;
        }
        Ok(())
    }

    fn found(&self, out: &mut impl Write, sign: &str, found: &Found) -> io::Result<()> {
        let so = if found.consequence { self.lang.pick("（连带）", " (a consequence)") } else { "" };
        let Found { code, name, pointer, message, .. } = found;
        writeln!(out, "  {sign} {code} {name}{so} {pointer}")?;
        writeln!(out, "    {}", message.get(self.lang))
    }
}

/// Returns a sentence for each difference between the two states of a finding.
fn changes(before: &Found, now: &Found) -> Vec<Text> {
    let mut changes = Vec::new();
    match (before.consequence, now.consequence) {
        (true, false) => changes.push(bilingual!(
            "原是连带问题，现在单独成立",
            "was a consequence of another finding, now counts by itself"
        )),
        (false, true) => changes.push(bilingual!(
            "原单独成立，现在是连带问题",
            "counted by itself, now is a consequence of another finding"
        )),
        _ => {}
    }
    if before.kind != now.kind {
        let ((old_zh, old_en), (new_zh, new_en)) = (kind(before.kind), kind(now.kind));
        changes.push(bilingual!("{old_zh} → {new_zh}", "{old_en} → {new_en}"));
    }
    let values =
        [("记录", "recorded", &before.claimed, &now.claimed), ("应为", "due", &before.computed, &now.computed)];
    for (zh, en, old, new) in values.into_iter().filter(|(_, _, old, new)| old != new) {
        let (old, new) = (old.as_deref().unwrap_or("-"), new.as_deref().unwrap_or("-"));
        changes.push(bilingual!("{zh} {old} → {new}", "{en} {old} → {new}"));
    }
    changes
}

const fn kind(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Fault => ("错误", "fault"),
        Kind::Variant => ("房规不符", "variant"),
        Kind::Unverifiable => ("无法复核", "unverifiable"),
        Kind::Note => ("备注", "note"),
    }
}
