//! `caipan what-if`: judges a log with changes and compares the result with the original.

use super::audit::setting;
use super::one_match::OneMatch;
use super::paint::Voice;
use super::source::{Source, tell_preset};
use super::{CLEAN, Ended, Failure, refused};
use caipan_auditor::{Override, Refusal, read_all};
use caipan_engine::report::{EventOtherwise, FindingView, LineView, Otherwise, Ruling, SideView, WhatIf, what_if};
use caipan_log::{Limits, OptionValue, People};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, Tile, parse_tile};
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    of: OneMatch,
    /// Use these rules instead of the declared ones · 改按此规则
    #[arg(long, value_name = "SYSTEM")]
    rules: Option<String>,
    /// Change a house rule; repeatable · 换一项规则选项，可重复
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Treat this step of this hand as invalid, both counted from 1 · 这一局的这一步不算，都从 1 数起
    #[arg(long, value_name = "HAND:STEP", value_parser = place)]
    out: Vec<(usize, usize)>,
    /// Treat this step as valid, whatever the rules say · 这一步算数，不论规则怎么说
    #[arg(long, value_name = "HAND:STEP", value_parser = place)]
    stands: Vec<(usize, usize)>,
    /// Replace the tile of this step by another · 这一步的牌其实是另一张
    #[arg(long, value_name = "HAND:STEP=TILE", value_parser = other_tile)]
    tile: Vec<(usize, usize, Tile)>,
    /// Output format · 输出格式
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    source: Source,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people · 供阅读
    Text,
    /// Like the service's answer · 一份 JSON，与服务的回答相同
    Json,
}

/// Parses `HAND:STEP` to indexes from 0.
fn place(written: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    let both = written.split_once(':').and_then(|(hand, step)| Some((number(hand)?, number(step)?)));
    both.ok_or_else(|| "write HAND:STEP, both from 1, such as 1:12 · 请写成 局:步，都从 1 数起，如 1:12".to_owned())
}

fn other_tile(written: &str) -> Result<(usize, usize, Tile), String> {
    let wrong = || "write HAND:STEP=TILE, such as 1:12=5s · 请写成 局:步=牌，如 1:12=5s".to_owned();
    let (at, tile) = written.split_once('=').ok_or_else(wrong)?;
    let ((hand, event), tile) = (place(at)?, parse_tile(tile).map_err(|_| wrong())?);
    Ok((hand, event, tile))
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let limits = Limits::default();
    let reader = args.source.reader(voice)?;
    let otherwise = args.otherwise();
    if otherwise.rules.is_none() && otherwise.options.is_empty() && otherwise.events.is_empty() {
        return Err(Failure(bilingual!(
            "没有写要换什么判法。请加 --rules、--set、--out、--stands 或 --tile；写法见 caipan what-if --help。",
            "There is nothing to change. Add --rules, --set, --out, --stands or --tile; caipan what-if --help shows how."
        )));
    }
    if let Some(rules) = &args.rules {
        tell_preset(rules, voice);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let document = args.of.document(&reader, voice)?;
    let name = document.name();
    let refused = |bytes: &[u8], refusal| refused::failure(&name, bytes, &refusal, voice);
    let bytes = document.bytes.map_err(|text| refused(&[], Refusal::of_text(text)))?;
    let failed = |refusal: Box<Refusal>| refused(&bytes, *refusal);
    for read in read_all(&bytes, reader.from(), &Override::default(), &limits).map_err(failed)? {
        let answer = what_if(&read.log, &otherwise).map_err(|no| Failure(no.text))?;
        match args.format {
            Format::Json => writeln!(out, "{}", serde_json::to_string(&answer).map_err(std::io::Error::from)?)?,
            Format::Text => text(&mut out, &answer, &People::of(&read.log), voice)?,
        }
    }
    out.flush()?;
    Ok(CLEAN)
}

impl Args {
    fn otherwise(&self) -> Otherwise {
        let event = |hand, event, ruling, tile| EventOtherwise { hand, event, ruling, tile };
        let out = self.out.iter().map(|&(hand, step)| event(hand, step, Some(Ruling::Out), None));
        let stands = self.stands.iter().map(|&(hand, step)| event(hand, step, Some(Ruling::Stands), None));
        let tiles = self.tile.iter().map(|&(hand, step, tile)| event(hand, step, None, Some(tile)));
        Otherwise {
            rules: self.rules.clone(),
            options: self.set.iter().map(|(id, value)| (id.clone(), OptionValue::Word(value.clone()))).collect(),
            events: tiles.chain(out).chain(stands).collect(),
        }
    }
}

fn text(out: &mut impl Write, answer: &WhatIf, people: &People, voice: Voice) -> std::io::Result<()> {
    let lang = voice.lang;
    let say = |text: Text| lang.pick(text.zh, text.en);
    let asked: Vec<&str> = answer.asked.iter().map(|asked| asked.get(lang)).collect();
    writeln!(out, "{}{}", lang.pick("若", "If "), asked.join(lang.pick("；", "; ")))?;
    for (name, side) in
        [(bilingual!("照报告", "as reported"), &answer.before), (bilingual!("照假设", "as supposed"), &answer.after)]
    {
        let SideView { verdict, points, .. } = side;
        let points = points.as_ref().map_or("", |points| points.get(lang));
        writeln!(out, "{}", format!("  {}: {}  {points}", say(name), verdict.label().get(lang)).trim_end())?;
    }
    let who = |seat: Option<Seat>| {
        seat.map_or_else(|| lang.pick("公账", "the house").to_owned(), |seat| people.who(seat).get(lang))
    };
    let payment = |line: &LineView| {
        format!("{} → {}  {}  {} [{}]", who(line.from), who(line.to), line.sum, line.cause_name.get(lang), line.clause)
    };
    for hand in &answer.hands {
        let number = hand.hand + 1;
        writeln!(out, "  {}", say(bilingual!("第 {number} 局", "hand {number}")))?;
        for (mark, lines) in [('-', &hand.gone), ('+', &hand.come)] {
            for line in lines {
                writeln!(out, "    {mark} {}", payment(line))?;
            }
        }
    }
    let finding = |one: &FindingView| format!("{} {}", one.code, one.headline().get(lang));
    for (mark, found) in [('-', &answer.gone), ('+', &answer.come)] {
        for one in found {
            writeln!(out, "  {mark} {}", finding(one))?;
        }
    }
    Ok(())
}
