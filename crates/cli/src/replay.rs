//! `caipan replay`: shows the table in the terminal, step by step.

use super::one_match::OneMatch;
use super::paint::{Paint, Voice};
use super::source::{Source, tell_preset};
use super::{CLEAN, Ended, Failure, refused};
use caipan_auditor::{Override, ReadLog, Refusal, page_refused, read_all};
use caipan_log::{Limits, People};
use caipan_pages::{Moment, PageError, Tables, moment};
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use std::io::Write;
use std::num::NonZeroUsize;
use unicode_width::UnicodeWidthStr;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    of: OneMatch,
    /// Hand number, counted from 1 as in a report (default: all hands) · 第几局，与报告一样从 1 数起，不写则全部
    #[arg(long, value_name = "HAND")]
    hand: Option<NonZeroUsize>,
    /// Show only the table before this step, counted from 1 as in a report, with the legal actions · 只看此步之前的牌桌，步与报告一样从 1 数起
    #[arg(long, value_name = "STEP")]
    to: Option<NonZeroUsize>,
    #[command(flatten)]
    source: Source,
    /// Replay under this rule system or preset instead of the declared one · 改按此规则或预设看牌桌
    #[arg(long, value_name = "PRESET")]
    rules: Option<String>,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let lang = voice.lang;
    let limits = Limits::default();
    let reader = args.source.reader(voice)?;
    let paint = voice.stdout();
    let over = Override { rules: args.rules.clone(), ..Override::default() };
    over.check().map_err(Failure)?;
    if let Some(rules) = &args.rules {
        tell_preset(rules, voice);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let document = args.of.document(&reader, voice)?;
    let name = document.name();
    let refused = |bytes: &[u8], refusal| refused::failure(&name, bytes, &refusal, voice);
    let bytes = document.bytes.map_err(|text| refused(&[], Refusal::of_text(text)))?;
    let failed = |refusal: Box<Refusal>| refused(&bytes, *refusal);
    let logs = read_all(&bytes, reader.from(), &over, &limits).map_err(failed)?;
    for ReadLog { log, .. } in &logs {
        let tables = Tables::unreported(log).map_err(|error| failed(page_refused(PageError::from(error))))?;
        let hands = args.hand.map_or(0..log.hands.len(), |hand| hand.get() - 1..hand.get());
        for hand in hands {
            match args.to {
                Some(step) => {
                    let last = log.hands.get(hand).map_or(usize::MAX, |hand| hand.events.len());
                    let before = step.get() - 1;
                    if before > last {
                        return Err(no_step(hand + 1, step, last));
                    }
                    let moment = moment(&tables, hand, before).map_err(page_refused).map_err(failed)?;
                    show(&mut out, &moment, lang, paint)?;
                    show_possible(&mut out, &moment, lang, paint)?;
                }
                None => {
                    let last = log.hands.get(hand).map_or(0, |hand| hand.events.len());
                    for step in 0..=last {
                        let moment = moment(&tables, hand, step).map_err(page_refused).map_err(failed)?;
                        show(&mut out, &moment, lang, paint)?;
                    }
                }
            }
        }
    }
    out.flush()?;
    Ok(CLEAN)
}

fn no_step(hand: usize, step: NonZeroUsize, last: usize) -> Failure {
    Failure(bilingual!(
        "第 {hand} 局的步数从 1 到 {last}，没有第 {step} 手。请改用有的步。",
        "Hand {hand} has the steps 1 to {last} and no step {step}. Name one that is there."
    ))
}

fn show(out: &mut impl Write, moment: &Moment, lang: Lang, paint: Paint) -> std::io::Result<()> {
    let Moment { hand, step, table, .. } = moment;
    let hand = hand + 1;
    let event = moment.event.as_ref().map_or(lang.pick("发牌", "the deal"), |event| event.get(lang));
    let (left, dealer) = (table.left, table.dealer);
    let head = bilingual!("第 {hand} 局 第 {step} 手：{event}", "hand {hand} step {step}: {event}");
    let people = People::called(&moment.players);
    let dealer = people.who(dealer);
    let rest = bilingual!("剩 {left} 张，{dealer}坐庄", "{left} left, {dealer:#} deals");
    writeln!(out, "{}  {}", paint.bold(head.get(lang)), paint.dim(rest.get(lang)))?;
    let names: Vec<String> = people.seats().iter().map(|seat| people.who(seat).get(lang)).collect();
    let widest = names.iter().map(|name| name.width()).max().unwrap_or(0);
    for (name, place) in names.iter().zip(table.places.entries()) {
        let name = format!("{name}{}", " ".repeat(widest.saturating_sub(name.width())));
        let turn = if place.drawn.is_some() { paint.green("▶") } else { " ".to_owned() };
        let unknown = if place.unknown > 0 { format!("+{}?", place.unknown) } else { String::new() };
        let waits = if place.waits.is_empty() { String::new() } else { paint.yellow(&format!("? {}", place.waits)) };
        let hand = format!("{}{unknown}", place.hand);
        let melds = place.melds.join(" ");
        writeln!(out, "{turn} {name} {hand:<28} {melds:<16} {} {waits}", paint.dim(&place.river))?;
    }
    Ok(())
}

fn show_possible(out: &mut impl Write, moment: &Moment, lang: Lang, paint: Paint) -> std::io::Result<()> {
    writeln!(out, "{}", paint.bold(lang.pick("此时可以：", "Now possible:")))?;
    let people = People::called(&moment.players);
    let who = |seat| people.who(seat).get(lang);
    let could = people.seats().iter().zip(moment.could.entries());
    for (seat, could) in could.filter(|(_, could)| !could.is_empty()) {
        let could: Vec<&str> = could.iter().map(|can| can.get(lang)).collect();
        writeln!(out, "  {} {}", who(seat), could.join(lang.pick("；", "; ")))?;
    }
    for (seat, barred) in people.seats().iter().zip(moment.barred.entries()) {
        for no in barred {
            writeln!(out, "  {} {}", who(seat), paint.dim(no.get(lang)))?;
        }
    }
    if let Some(next) = &moment.next_event {
        let next = next.get(lang);
        let number = moment.step + 1;
        let said = bilingual!("牌谱接着写第 {number} 手：{next}", "The log goes on with step {number}: {next}");
        writeln!(out, "{}", said.get(lang))?;
    }
    Ok(())
}
