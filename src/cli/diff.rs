//! `caipan diff`: compares two runs over one corpus, by code and by log.

use super::paint::{Paint, Voice};
use super::{CLEAN, Ended, FOUND, reports};
use caipan_engine::report::PastLine;
use caipan_engine::report::diff::{Amounts, Comparison, Counts, Diff, Found, LogDiff, Side};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
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
            PastLine::Unreadable => comparison.old_unreadable(),
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
            let said = bilingual!(
                "{code}  新增 {added}，消失 {gone}，改变 {changed}",
                "{code}  {added} added, {gone} gone, {changed} changed"
            );
            writeln!(out, "{}", said.get(self.lang))?;
        }
        for (change, count) in &diff.verdicts {
            writeln!(out, "{}  {count}", change.replacen(' ', " → ", 1))?;
        }
        let (compared, logs) = (diff.compared, diff.logs.len());
        let (only_old, only_new) = (diff.only_old.len(), diff.only_new.len());
        let said = if diff.equal {
            bilingual!("共比较 {compared} 份，没有差别。", "{compared} logs compared: no difference.")
        } else {
            bilingual!(
                "共比较 {compared} 份：有差别 {logs}，只在旧结果中 {only_old}，只在新结果中 {only_new}。",
                "{compared} logs compared: {logs} differ, {only_old} only in the old run, {only_new} only in the new one."
            )
        };
        writeln!(out, "{}", self.paint.bold(said.get(self.lang)))
    }

    fn side(&self, out: &mut impl Write, name: &Text, side: &Side) -> io::Result<()> {
        let Side { reports, unreadable, revisions } = side;
        let revisions = revisions.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let said = bilingual!(
            "{}：{reports} 份报告，{unreadable} 份无法读取；规则修订 {revisions}",
            "{}: {reports} reports, {unreadable} unreadable; rule revisions {revisions}",
            name.get(self.lang)
        );
        writeln!(out, "{}", said.get(self.lang))
    }

    fn log(&self, out: &mut impl Write, log: &LogDiff) -> io::Result<()> {
        let [before, now] = log.verdict;
        let verdict =
            if before == now { now.word().to_owned() } else { format!("{} → {}", before.word(), now.word()) };
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
            let values = |found: &Found| {
                let part = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
                let (claimed, computed) = (part(&found.claimed), part(&found.computed));
                let kind = found.kind_word();
                bilingual!("{kind}，记 {claimed}，应 {computed}", "{kind}, claimed {claimed}, computed {computed}")
            };
            writeln!(out, "    {} → {}", values(before).get(self.lang), values(now).get(self.lang))?;
        }
        for Amounts { hand, old, new } in &log.amounts {
            let points = |points: &Option<[i64; 4]>| {
                points.map_or_else(|| "-".to_owned(), |points| points.map(|one| format!("{one:+}")).join(" "))
            };
            let hand = hand + 1;
            let said =
                bilingual!("第 {hand} 局应有输赢：{} → {}", "hand {hand} balance: {} → {}", points(old), points(new));
            writeln!(out, "  {}", said.get(self.lang))?;
        }
        Ok(())
    }

    fn found(&self, out: &mut impl Write, sign: &str, found: &Found) -> io::Result<()> {
        let so = if found.consequence { self.lang.pick(" 由此", " so") } else { "" };
        let Found { code, name, pointer, message, .. } = found;
        writeln!(out, "  {sign} {code} {name}{so} {pointer}")?;
        writeln!(out, "    {}", message.get(self.lang))
    }
}
