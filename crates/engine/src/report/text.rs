//! Text rendering of the report for a terminal or a mail: the verdict, then each finding with its position, sums and
//! clause.

use super::document::{
    AdapterView, BaselineView, ClauseView, FindingView, HandView, LineView, NearView, Report, RulesView, Variant,
    WinView,
};
use super::record::RecordView;
use super::transfers::TransferView;
use crate::audit::{Kind, Verdict};
use caipan_log::{People, shown};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Label, Lang, Text};
use caipan_tiles::tile::{Seat, SeatList};
use std::fmt::Write;

/// The style of the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// The language.
    pub lang: Lang,
    /// True for terminal colours.
    pub colour: bool,
    /// True for the ledger of every hand, not only of hands with findings.
    pub full: bool,
}

/// Returns the report as text.
pub fn text(report: &Report, style: Style) -> String {
    let mut out = String::new();
    let paper = Paper { style, people: People::called(&report.log.players) };
    // Writing to a String cannot fail.
    let _ = paper.report(&mut out, report);
    out
}

pub(crate) struct Paper {
    pub(crate) style: Style,
    pub(crate) people: People,
}

impl Paper {
    fn report(&self, out: &mut String, report: &Report) -> std::fmt::Result {
        let verdict = self.paint(verdict_colour(report.verdict), report.verdict.label().get(self.style.lang));
        writeln!(out, "{}  {verdict}{}", shown(&report.log.id), self.known(report))?;
        writeln!(out, "  {}", self.paint("1", self.say(&report.headline())))?;
        let points = report.points_to_move(&self.people).filter(|_| report.verdict == Verdict::Faulty);
        if let Some(points) = points {
            writeln!(out, "  {}", self.paint("1", self.say(&points)))?;
        }
        writeln!(out, "  {}", self.rules(&report.rules))?;
        if let Some(unknown) = report.rules.unknown() {
            writeln!(out, "  {}", self.say(&unknown))?;
        }
        // Digests are for programs and archives.
        let digest = |digest: &str| if self.style.full { format!("  {digest}") } else { String::new() };
        if self.style.full {
            writeln!(out, "{}", digest(&report.log.digest))?;
        }
        if let Some(AdapterView { name, version, digest: of }) = &report.log.adapter {
            writeln!(out, "  {} {name} {version}{}", self.pick("适配器", "adapter"), digest(of))?;
        }
        for finding in report.findings.iter().filter(|finding| report.stands_alone(finding)) {
            self.finding(out, report, finding, "  ")?;
            for follows in report.findings.iter().filter(|other| other.because == Some(finding.id)) {
                self.consequence(out, report, follows)?;
            }
        }
        for variant in &report.variants {
            let what = Verdict::Variant.label().get(self.style.lang);
            self.variant(out, what, self.pick("解释", "explains"), variant)?;
        }
        for variant in &report.possible {
            self.variant(
                out,
                self.pick("也可能是房规", "possible house rule"),
                self.pick("可解释", "would explain"),
                variant,
            )?;
        }
        let is_one_of_several = report.hands.iter().filter(|hand| !hand.transfers.is_empty()).count() > 1;
        for hand in &report.hands {
            let found =
                report.findings.iter().any(|finding| finding.hand == Some(hand.hand) && finding.kind != Kind::Note);
            if self.style.full || found {
                self.hand(out, hand)?;
            }
            if is_one_of_several && !hand.transfers.is_empty() {
                writeln!(out, "    {}: {}", self.pick("改正", "to put it right"), self.transfers(&hand.transfers))?;
            }
        }
        for told in report.progress.iter().flat_map(|progress| progress.in_words(&self.people)) {
            writeln!(out, "  {}", self.pick_text(told))?;
        }
        for line in &report.between {
            writeln!(out, "  {}", self.pick_text(line.in_words(&self.people)))?;
        }
        if let Some(house) = report.house_in_words() {
            writeln!(out, "  {}", self.say(&house))?;
        }
        if let Some(end) = &report.match_end {
            writeln!(out, "  {}", self.totals(end.totals))?;
            for line in &end.ledger {
                writeln!(out, "    {}", self.line(line))?;
            }
        }
        self.missing(out, report)
    }

    /// Returns the rules with their revision and the declared options.
    pub(crate) fn rules(&self, rules: &RulesView) -> String {
        let options: Vec<String> = rules.options.iter().map(|(id, value)| format!("{id}={}", show(value))).collect();
        format!("{} ({} r{}) {}", self.say(&rules.name), rules.preset, rules.revision, options.join(" "))
    }

    fn variant(&self, out: &mut String, what: &str, explains: &str, variant: &Variant) -> std::fmt::Result {
        let ids: Vec<String> = variant.explains.iter().map(|id| format!("#{id}")).collect();
        writeln!(out, "  {} {}", self.paint("36", what), self.say(&variant.message))?;
        let changes: Vec<String> =
            variant.changes.iter().map(|change| format!("{} = {}", change.option, show(&change.to))).collect();
        let changes = if changes.is_empty() { String::new() } else { format!("  ({})", changes.join(", ")) };
        writeln!(out, "    {explains} {}{changes}", ids.join(" "))
    }

    /// Returns the number of findings left out because they were known before.
    fn known(&self, report: &Report) -> String {
        match report.baseline {
            Some(BaselineView { known: known @ 1.., .. }) => match self.style.lang {
                Lang::Zh => format!(" （已知 {known}）"),
                Lang::En => format!(" ({known} known)"),
            },
            _ => String::new(),
        }
    }

    fn finding(&self, out: &mut String, report: &Report, finding: &FindingView, indent: &str) -> std::fmt::Result {
        let code = self.paint(kind_colour(finding.kind), &finding.code);
        writeln!(out, "{indent}#{} {code} {} {}", finding.id, finding.name, self.place(report, finding))?;
        writeln!(out, "{indent}  {}", self.say(&finding.message))?;
        if let (Some(line), at) = (finding.original_line, finding.original.as_deref().unwrap_or_default()) {
            let told = bilingual!("原文第 {line} 行 {at}", "in the original: line {line} {at}");
            writeln!(out, "{indent}  {}", self.say(&told).trim_end())?;
        } else if let Some(original) = &finding.original {
            writeln!(out, "{indent}  {} {original}", self.pick("原文", "in the original:"))?;
        }
        for line in &finding.lines {
            writeln!(out, "{indent}  {}", self.line(line))?;
        }
        for near in &finding.near {
            writeln!(out, "{indent}  {}", self.near(near))?;
        }
        for clause in &finding.clauses {
            writeln!(out, "{indent}  {}", self.clause(clause))?;
        }
        let mut notes = Vec::new();
        if let Some(ruling) = &finding.ruling {
            notes.push(format!("{} {ruling}", self.pick("裁定", "ruling")));
        }
        if let Some(option) = finding.option.as_deref() {
            notes.push(self.option(option, finding.option_name.as_ref()));
        }
        // Only primary findings are written here, so this cause was known before.
        if let Some(cause) = finding.because {
            notes.push(format!("{} #{cause}", self.pick("由已知的问题引起：", "caused by known finding")));
        }
        if !notes.is_empty() {
            writeln!(out, "{indent}  {}", notes.join(", "))?;
        }
        writeln!(out, "{indent}  → {}", self.say(&finding.advice))
    }

    /// Returns a clause with its meaning.
    pub(crate) fn clause(&self, clause: &ClauseView) -> String {
        format!("[{}] {}", clause.id, self.say(&clause.gloss))
    }

    /// Returns the option that decided something.
    pub(crate) fn option(&self, option: &str, name: Option<&Text>) -> String {
        let named = name.map_or(option, |name| self.say(name));
        self.pick_text(bilingual!("选项 {named}（{option}）", "option {named} ({option})"))
    }

    /// Returns a near miss of a false win: `最近：将将胡 22588m… 6s 不是 2、5、8。 [CS-A.8]`.
    pub(crate) fn near(&self, near: &NearView) -> String {
        let parts = [self.say(&near.name), &near.reading, self.say(&near.lacks)];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{} {} [{}]", self.pick("最接近：", "closest:"), parts.join("  "), near.clause)
    }

    fn consequence(&self, out: &mut String, report: &Report, finding: &FindingView) -> std::fmt::Result {
        let because = self.pick("由此", "so");
        writeln!(
            out,
            "    ↳ {because} #{} {} {}: {}",
            finding.id,
            finding.code,
            self.place(report, finding),
            self.say(&finding.message)
        )
    }

    fn place(&self, report: &Report, finding: &FindingView) -> String {
        let mut place = Vec::new();
        if let Some(hand) = finding.hand {
            place.push(self.ordinal(hand));
        }
        if let Some(event) = finding.event {
            // The first event of a hand is step 1; step 0 is the deal.
            let step = event + 1;
            place.push(match self.style.lang {
                Lang::Zh => format!("第 {step} 手"),
                Lang::En => format!("step {step}"),
            });
        }
        if let Some(act) = &finding.act {
            place.push(self.say(act).to_owned());
        } else if let Some(seat) = finding.seat {
            let dealer = report.hands.iter().find(|hand| Some(hand.hand) == finding.hand).map(|hand| hand.dealer);
            place.push(self.seated(seat, dealer));
        }
        format!("({}) {}", place.join(", "), self.paint("2", &finding.pointer))
    }

    fn hand(&self, out: &mut String, hand: &HandView) -> std::fmt::Result {
        let dealer = self.who(hand.dealer);
        writeln!(out, "  {}: {} {dealer}", self.ordinal(hand.hand), self.pick("庄家", "dealer"))?;
        if let Some(unlisted) = hand.why_unlisted() {
            writeln!(out, "    {}", self.say(&unlisted))?;
        }
        for win in &hand.wins {
            writeln!(out, "    {}", self.win(win))?;
        }
        if let Some(unknown) = hand.why_unknown() {
            writeln!(out, "    {}", self.say(&unknown))?;
        } else {
            for line in &hand.ledger {
                writeln!(out, "    {}", self.line(line))?;
            }
            for line in hand.house.iter().filter(|line| line.why.is_some() || line.by.is_some()) {
                writeln!(
                    out,
                    "    {}: {}",
                    self.pick("记录", "recorded"),
                    self.pick_text(line.in_words(&self.people))
                )?;
            }
            writeln!(out, "    {}", self.balance(hand.balance))?;
        }
        Ok(())
    }

    fn transfers(&self, transfers: &[TransferView]) -> String {
        let told: Vec<String> =
            transfers.iter().map(|transfer| self.pick_text(transfer.in_words(&self.people))).collect();
        self.paint("1", &told.join(self.pick("；", "; ")))
    }

    fn who(&self, seat: Seat) -> String {
        self.people.who(seat).get(self.style.lang)
    }

    /// Returns a seat by its player, with the dealer marked.
    fn seated(&self, seat: Seat, dealer: Option<Seat>) -> String {
        let who = self.people.who(seat);
        match dealer {
            Some(dealer) if dealer == seat && who.is_named() => {
                self.pick_text(bilingual!("庄家{who}", "{who:#}, dealer"))
            }
            Some(dealer) => self.people.dealt_by(dealer).who(seat).get(self.style.lang),
            None => who.get(self.style.lang),
        }
    }

    /// Returns a win with its reading and its patterns.
    pub(crate) fn win(&self, win: &WinView) -> String {
        let names: Vec<&str> = win.patterns.iter().map(|pattern| self.say(&pattern.name)).collect();
        let names = names.join(self.pick("、", ", "));
        let stands = if win.stands { "" } else { self.pick("（不成立）", " (invalid)") };
        let word = self.pick("胡", "win");
        // A small win counts 0 beside big patterns, which reads as worth nothing.
        let value = if win.value == 0 { String::new() } else { format!(" = {}", win.value) };
        format!("{word} {} {} + {}  {names}{value}{stands}", self.who(win.seat), win.reading, win.tiles)
    }

    pub(crate) fn balance(&self, balance: SeatList<i64>) -> String {
        let due: Vec<String> = self
            .people
            .seats()
            .iter()
            .zip(balance.entries())
            .map(|(seat, points)| format!("{} {points:+}", self.who(seat)))
            .collect();
        format!("{}: {}", self.pick("应得", "due"), due.join(self.pick("，", ", ")))
    }

    /// Returns the totals at the end of a match.
    pub(crate) fn totals(&self, totals: SeatList<i64>) -> String {
        let totals = self
            .people
            .seats()
            .iter()
            .zip(totals.entries())
            .map(|(seat, points)| format!("{} {points:+}", self.who(seat)));
        let totals: Vec<String> = totals.collect();
        format!("{}: {}", self.pick("散场总分", "totals at the end of the match"), totals.join(self.pick("，", ", ")))
    }

    pub(crate) fn line(&self, line: &LineView) -> String {
        let house = self.pick("公账", "the house");
        let party = |seat: Option<Seat>| seat.map_or_else(|| house.to_owned(), |seat| self.who(seat));
        let tiles = if line.tiles.is_empty() { String::new() } else { format!(" {}", line.tiles) };
        format!(
            "{} → {}  {}  {}{tiles} [{}]",
            party(line.from),
            party(line.to),
            line.sum,
            self.say(&line.cause_name),
            line.clause
        )
    }

    fn missing(&self, out: &mut String, report: &Report) -> std::fmt::Result {
        let gaps: Vec<String> = report
            .coverage
            .iter()
            .filter(|question| !question.missing.is_empty())
            .map(|question| {
                format!(
                    "{} ({})",
                    self.say(&question.name),
                    question.missing.keys().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
                )
            })
            .collect();
        if !gaps.is_empty() {
            let what = self.pick("没法核对（缺）", "not checked (missing)");
            writeln!(out, "  {what}: {}", gaps.join(self.pick("、", ", ")))?;
            if let Some(RecordView { level, add: Some(field) }) = &report.record {
                let Label { zh, en } = level.label();
                let told = bilingual!(
                    "记录了{zh}；补上 {field}，能多核对不少",
                    "recorded: {en}; add `{field}` to verify more"
                );
                writeln!(out, "  {}", self.pick_text(told))?;
            }
        }
        for question in &report.coverage {
            if let Some(note) = &question.note {
                writeln!(out, "  {}: {}", self.say(&question.name), self.say(note))?;
            }
        }
        Ok(())
    }

    /// Returns the number of the hand, counted from 1 for people.
    fn ordinal(&self, hand: usize) -> String {
        let number = hand + 1;
        match self.style.lang {
            Lang::Zh => format!("第 {number} 局"),
            Lang::En => format!("hand {number}"),
        }
    }

    fn pick_text(&self, text: Text) -> String {
        self.style.lang.pick(text.zh, text.en).into_owned()
    }

    pub(crate) fn say<'a>(&self, text: &'a Text) -> &'a str {
        text.get(self.style.lang)
    }

    pub(crate) fn pick(&self, zh: &'static str, en: &'static str) -> &'static str {
        match self.style.lang {
            Lang::Zh => zh,
            Lang::En => en,
        }
    }

    fn paint(&self, colour: &str, text: &str) -> String {
        if self.style.colour { format!("\u{1b}[{colour}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

fn show(value: &caipan_log::OptionValue) -> String {
    match value {
        caipan_log::OptionValue::Flag(flag) => flag.to_string(),
        caipan_log::OptionValue::Number(number) => number.to_string(),
        caipan_log::OptionValue::Word(word) => word.clone(),
    }
}

const fn verdict_colour(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Clean => "32",
        Verdict::Unverifiable => "33",
        Verdict::Variant => "36",
        Verdict::Faulty => "31",
    }
}

const fn kind_colour(kind: Kind) -> &'static str {
    match kind {
        Kind::Fault => "31",
        Kind::Variant => "36",
        Kind::Unverifiable => "33",
        Kind::Note => "2",
    }
}
