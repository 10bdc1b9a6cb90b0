//! Builder of the document from an audit.

use super::document::{
    ClauseView, CoverageView, EvidenceView, ExchangeView, FindingView, HandView, HouseLineView, LineView, LogView,
    MatchEndView, MistakeView, NearView, PatternView, Report, RulesView, StepOfSum, Summary, UnmodelledView, Variant,
    VariantChange, WinView,
};
use super::event_words::event_in_words;
use super::headline;
use super::origin::Translation;
use super::transfers::{self, TransferView};
use crate::audit::{Answered, Audit, Audited, Evidence, Explanation, Finding, Kind, MatchEnd, Question, Verdict, root};
use crate::replay::Before;
use crate::rules::{Hit, NearMiss, Rules, Ruleset, WinCandidate, Won};
use crate::table::digest;
use caipan_log::{GameLog, HandResult, People};
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Ledger, Line, Party, Role};
use caipan_tiles::text::{Label, Lang, Text};
use caipan_tiles::tile::{Seat, SeatList, Seats, notation};

/// The maximum number of false wins in a report that list near misses. A log with more has other problems.
const NEAR: usize = 64;

/// Returns the document. `from` is the document that an adapter translated to the log.
pub(super) fn build(
    log: &GameLog,
    digest: &str,
    from: Option<Translation<'_>>,
    ruleset: &Ruleset,
    audit: &Audit,
) -> Report {
    let first = audit.explanations.first();
    let house = first.map(|first| {
        ruleset.changed(first.preset.as_ref(), first.changes.iter().map(|change| (change.decl.id, change.to)))
    });
    // A hand that stays wrong under other rules is judged by them.
    let ruleset_of = |hand: Option<usize>| match (&house, first, hand) {
        (Some(house), Some(first), Some(at)) if first.exceptions.contains(&at) => house,
        _ => ruleset,
    };
    let hand = |(at, (before, audited)): (usize, &(Before, Audited))| {
        let result = log.hands.get(at).and_then(|hand| hand.result.as_ref());
        let mut view = hand(ruleset_of(Some(at)).rules.as_ref(), at, *before, audited, result);
        // Nothing is to be corrected without a fault, or by a fault that other house rules make right.
        let is_here = |of: &usize| audit.findings.get(*of).is_some_and(|finding| finding.hand == Some(at));
        if !(0..audit.findings.len()).filter(is_here).any(|of| is_to_be_corrected(&audit.findings, of)) {
            view.transfers.clear();
        }
        view.unlisted = audit.unlisted.get(&Some(at)).map_or(0, |counts| counts.values().sum());
        view
    };
    let hands: Vec<HandView> = audit.hands.iter().enumerate().map(hand).collect();
    let coverage: Vec<CoverageView> = coverage(audit);
    let mut report = Report {
        format: super::FORMAT.into(),
        verdict: audit.verdict(),
        headline: Text::default(),
        log: LogView {
            id: log.id.clone(),
            digest: digest.to_owned(),
            hands: log.hands.len(),
            events: log.hands.iter().map(|hand| hand.events.len()).sum(),
            players: People::of(log).names(),
            adapter: from.map(|from| from.adapter.clone()),
        },
        rules: rules(ruleset),
        summary: summary(audit),
        findings: findings(log, from, (audit, &hands), &ruleset_of),
        variants: audit.explanations.iter().map(|explanation| variant(ruleset, explanation)).collect(),
        possible: audit.possible.iter().map(|explanation| variant(ruleset, explanation)).collect(),
        between: log.between.iter().flatten().map(HouseLineView::between).collect(),
        match_end: audit.end.as_ref().map(|end| match_end(log.seats(), end)),
        transfers: by_totals(audit).unwrap_or_else(|| transfers::in_all(&hands)),
        hands,
        progress: {
            let last = audit.hands.len().checked_sub(1);
            let audited = audit.hands.last().map(|(_, audited)| audited);
            super::progress::progress(log, ruleset_of(last).rules.as_ref(), audited)
        },
        record: Some(super::record::record(log, &coverage)),
        coverage,
        baseline: None,
    };
    report.headline = report.verdict_in_words();
    report
}

fn match_end(seats: Seats, end: &MatchEnd) -> MatchEndView {
    MatchEndView {
        before: SeatList::new(end.before, seats),
        ledger: end.ledger.lines().iter().map(line).collect(),
        totals: SeatList::new(end.totals(), seats),
    }
}

fn coverage(audit: &Audit) -> Vec<CoverageView> {
    let view = |(question, answered): (Question, &Answered)| CoverageView {
        question,
        name: question.label().text(),
        checked: answered.checked,
        missing: answered.missing.iter().map(|(&field, &count)| (field.into(), count)).collect(),
        note: answered.note(),
    };
    audit.coverage.iter().map(view).collect()
}

pub(crate) fn rules(ruleset: &Ruleset) -> RulesView {
    RulesView {
        system: ruleset.system.id.into(),
        revision: ruleset.system.revision,
        preset: ruleset.id().to_owned(),
        name: ruleset.name(),
        house: ruleset.house().map(str::to_owned),
        options: ruleset.changes().map(|(id, value)| (id.into(), value.to_log())).collect(),
        unmodelled: UnmodelledView::all(&ruleset.unmodelled),
    }
}

fn summary(audit: &Audit) -> Summary {
    let mut summary = Summary::default();
    let listed = audit.findings.iter().map(|finding| (finding.is_primary().then_some(finding.kind), 1));
    let unlisted = audit.unlisted.values().flatten().map(|(&kind, &count)| (kind, count));
    for (kind, count) in listed.chain(unlisted) {
        let counter = match kind {
            None => &mut summary.consequences,
            Some(Kind::Fault) => &mut summary.faults,
            Some(Kind::Variant) => &mut summary.variants,
            Some(Kind::Unverifiable) => &mut summary.unverifiable,
            Some(Kind::Note) => &mut summary.notes,
        };
        *counter += count;
    }
    summary
}

/// True if the finding is a fault, and so is the finding at its root.
fn is_to_be_corrected(findings: &[Finding], at: usize) -> bool {
    let is_fault = |at: usize| findings.get(at).is_some_and(|finding| finding.kind == Kind::Fault);
    is_fault(at) && is_fault(root(findings, at))
}

/// Returns the transfers that correct the totals of a faulty match whose log claims them; house rules that add to low totals
/// also add to the faults.
fn by_totals(audit: &Audit) -> Option<Vec<TransferView>> {
    let end = audit.end.as_ref().filter(|_| audit.verdict() == Verdict::Faulty && audit.explanations.is_empty())?;
    Some(transfers::transfers(end.recorded?.0, end.totals().0))
}

fn findings<'a>(
    log: &GameLog,
    from: Option<Translation<'_>>,
    (audit, hands): (&Audit, &[HandView]),
    ruleset_of: &dyn Fn(Option<usize>) -> &'a Ruleset,
) -> Vec<FindingView> {
    let all = &audit.findings;
    let people = People::of(log);
    let view = |(at, one): (usize, &Finding)| FindingView {
        headline: headline::of(&people, audit, hands, is_to_be_corrected(all, at), one),
        ..finding(from, ruleset_of(one.hand), at, one)
    };
    let mut views: Vec<FindingView> = all.iter().enumerate().map(view).collect();
    for view in views.iter_mut().filter(|view| view.because.is_none()) {
        let events = view.hand.and_then(|hand| log.hands.get(hand)).map(|hand| &hand.events);
        let event = view.event.and_then(|at| events?.get(at));
        view.act = event.map(|event| event_in_words(event, &people));
    }
    let called = views.iter_mut().zip(all).filter_map(|(view, one)| Some((view, one.called.as_deref()?, one.hand?)));
    for (view, called, hand) in called.take(NEAR) {
        view.near = near(ruleset_of(Some(hand)).rules.as_ref(), &called.case());
    }
    views
}

fn finding(from: Option<Translation<'_>>, ruleset: &Ruleset, at: usize, finding: &Finding) -> FindingView {
    let decl = |id: &str| (ruleset.system.options)().iter().find(|decl| decl.id == id);
    FindingView {
        id: at + 1,
        code: finding.check.code.into(),
        name: finding.check.name.into(),
        kind: finding.kind,
        severity: finding.check.severity,
        hand: finding.hand,
        event: finding.event,
        act: None,
        pointer: finding.pointer.clone(),
        original: from.and_then(|from| from.original.of_pointer(&finding.pointer)).map(str::to_owned),
        original_line: from.and_then(|from| from.original.line_of_pointer(&finding.pointer)),
        seat: finding.seat,
        headline: Text::default(),
        message: finding.text.clone(),
        advice: finding.advice(),
        claimed: finding.claimed.clone(),
        computed: finding.computed.clone(),
        clauses: finding.clauses.iter().map(|clause| self::clause(ruleset, clause)).collect(),
        ruling: finding.ruling().map(Into::into),
        option: finding.option.map(Into::into),
        option_name: finding.option.and_then(decl).map(|decl| decl.label.text()),
        lines: finding.lines.iter().map(line).collect(),
        near: Vec::new(),
        mistake: finding.mistake.as_ref().map(|mistake| MistakeView {
            id: mistake.id.into(),
            certain: mistake.is_certain,
            text: mistake.text.clone(),
            clause: mistake.clause.id.into(),
        }),
        because: finding.because.map(|because| because.0 + 1),
    }
}

/// Returns the near misses of a hand that is not a win.
pub(crate) fn near(rules: &dyn Rules, case: &WinCandidate<'_>) -> Vec<NearView> {
    let view = |near: NearMiss| NearView {
        name: near.name.text(),
        others: near.others,
        reading: near.reading,
        spare: notation(&near.spare),
        lacks: near.lacks,
        clause: near.clause.id.into(),
    };
    rules.near(case).into_iter().map(view).collect()
}

/// Returns a clause as the document shows it, worded for these rules.
pub(crate) fn clause(ruleset: &Ruleset, clause: &Clause) -> ClauseView {
    ClauseView { id: clause.id.into(), section: clause.section.into(), gloss: ruleset.choices.worded(clause) }
}

/// Returns one payment as the document shows it.
pub(crate) fn line(line: &Line) -> LineView {
    let seat = |party| if let Party::Seat(seat) = party { Some(seat) } else { None };
    LineView {
        from: seat(line.from),
        to: seat(line.to),
        points: line.sum.value(),
        sum: line.sum.written(),
        steps: line
            .sum
            .steps()
            .iter()
            .map(|step| StepOfSum { op: step.op, by: step.by, why: step.why.text() })
            .collect(),
        cause: line.cause.id.into(),
        cause_name: line.cause.name.text(),
        clause: line.clause.id.into(),
        ruling: line.clause.reading.ruling().map(Into::into),
        options: line.options.iter().map(|&option| option.into()).collect(),
        tiles: notation(&line.tiles),
    }
}

fn variant(ruleset: &Ruleset, explanation: &Explanation) -> Variant {
    let changes: Vec<VariantChange> = explanation
        .changes
        .iter()
        .map(|change| VariantChange {
            option: change.decl.id.into(),
            label: change.decl.label.text(),
            from: change.from.to_log(),
            to: change.to.to_log(),
            clause: change.decl.clause.id.into(),
        })
        .collect();
    let mut parts: Vec<Text> = explanation
        .preset
        .iter()
        .map(|preset| {
            let Text { zh, en } = preset.name();
            Text { zh: format!("“{zh}”").into(), en: format!("“{en}”").into() }
        })
        .collect();
    parts.extend(explanation.changes.iter().map(|change| {
        let Text { zh, en } = change.decl.in_words(change.to);
        let Label { zh: option, en: option_en } = change.decl.label;
        Text { zh: format!("“{option}：{zh}”").into(), en: format!("“{option_en}: {en}”").into() }
    }));
    let join = |lang: Lang, seam| parts.iter().map(|part| part.get(lang)).collect::<Vec<_>>().join(seam);
    let under = Text { zh: join(Lang::Zh, "和").into(), en: join(Lang::En, " and ").into() };
    Variant {
        preset: explanation.preset.as_ref().map(|preset| preset.id().to_owned()),
        changes,
        message: message(&under, &ruleset.name(), explanation),
        rule: under,
        exceptions: explanation.exceptions.clone(),
        explains: explanation.explains.iter().map(|index| index + 1).collect(),
        evidence: EvidenceView { hands: explanation.evidence.hands, numbers: explanation.evidence.numbers },
    }
}

/// Returns the message to the platform. It states that the rules explain the log, all of it or all but some hands, or
/// that they might but a mistake is possible.
fn message(under: &Text, declared: &Text, explanation: &Explanation) -> Text {
    let Evidence { hands, numbers, shown } = explanation.evidence;
    let of = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let (in_hands, amounts) = (of(hands, "hand", "hands"), of(numbers, "amount", "amounts"));
    let (Text { zh, en }, Text { zh: declared_zh, en: declared_en }) = (under, declared);
    let exceptions = numbered(&explanation.exceptions);
    let few = explanation.exceptions.len();
    let is = if few == 1 { "is" } else { "are" };
    let which = format!("{} {exceptions}", if few == 1 { "hand" } else { "hands" });
    let Text { zh: but, en: but_en } = if few == 0 {
        Text::default()
    } else {
        bilingual!("，只改第 {exceptions} 局", " and correct only {which}")
    };
    let Text { zh: agreed_zh, en: agreed_en } = bilingual!(
        "确有约定，就申报这条房规{but}；没有，就按{declared_zh}改。",
        "If the room agreed on this before the game, declare it{but_en}; otherwise correct the amounts by {declared_en}"
    );
    match few {
        0 if shown => bilingual!(
            "如果本房约定{zh}，这 {hands} 局的分全都对得上（共 {numbers} 笔）。{agreed_zh}",
            "all amounts match if the room plays {en} ({amounts} in {in_hands}). {agreed_en}"
        ),
        0 => bilingual!(
            "也可能本房约定{zh}；但只有 {hands} 局、{numbers} 笔可比，证据不够，暂按有误处理。{agreed_zh}",
            "this might be the house rule {en}, but {amounts} in {in_hands} is not enough evidence, so it stays a fault. {agreed_en}"
        ),
        _ if !shown => bilingual!(
            "也可能本房约定{zh}，那就只有第 {exceptions} 局算错；但只有 {hands} 局、{numbers} 笔可比，证据不够，暂按有误处理。{agreed_zh}",
            "this might be the house rule {en}, and only {which} {is} wrong then, but {amounts} in {in_hands} is not enough evidence, so \
             all stay faults. {agreed_en}"
        ),
        _ => bilingual!(
            "如果本房约定{zh}，就只有第 {exceptions} 局算错，其余都对得上（{hands} 局，共 {numbers} 笔）；第 {exceptions} \
             局已按这条约定重算。{agreed_zh}",
            "if the room plays {en}, only {which} {is} wrong and all other amounts match ({amounts} in {in_hands}); {which} {is} judged by \
             that rule. {agreed_en}"
        ),
    }
}

/// Returns the numbers of these hands, from 1.
fn numbered(hands: &[usize]) -> String {
    let numbers: Vec<String> = hands.iter().map(|hand| (hand + 1).to_string()).collect();
    numbers.join(", ")
}

fn hand(rules: &dyn Rules, at: usize, before: Before, audited: &Audited, result: Option<&HandResult>) -> HandView {
    let replayed = audited.recorded();
    let known = audited.due_unknown.is_none();
    let none = Ledger::default();
    let ledger = if known { &audited.ledger } else { &none };
    let apart = audited.taken(ledger);
    let recorded = result.and_then(|result| transfers::recorded(result, apart));
    let recorded = recorded.or(audited.booked);
    let balance = ledger.balance();
    let by_seat = |points| SeatList::new(points, before.seats);
    let outcome = match (replayed.followed, replayed.wins.is_empty(), replayed.drawn_game) {
        (false, _, _) => "unknown",
        (true, false, _) => "win",
        (true, true, true) => "draw",
        (true, true, false) if audited.ledger.lines().iter().all(is_for_leaving) => "aborted",
        (true, true, false) => "win",
    };
    let wins = replayed
        .wins
        .iter()
        .filter_map(|seen| Some(win(rules, seen.won.as_ref()?, &seen.reading(rules), seen.breach.is_none())));
    HandView {
        hand: at,
        dealer: before.dealer,
        holdings: before.holdings.map(by_seat),
        exchange: before.exchange.map(|exchange| ExchangeView::of(&exchange, before.seats)),
        outcome: outcome.into(),
        wins: wins.collect(),
        ledger: ledger.lines().iter().map(line).collect(),
        due_unknown: audited.due_unknown.map(|unknown| unknown.path().into()),
        unlisted: 0,
        house: result.and_then(|result| result.house.as_ref()).into_iter().flatten().map(HouseLineView::of).collect(),
        balance: by_seat(balance),
        recorded: recorded.map(by_seat),
        transfers: match recorded {
            Some(points) if known => transfers::transfers(points.0, balance.0),
            _ => transfers::transfers([0; 4], audited.corrections.0),
        },
        next_dealer: audited.next.map(|next| next.seat),
        table: digest(&replayed.table),
    }
}

/// True if the line is for leaving the table, or no payment of the game.
fn is_for_leaving(line: &Line) -> bool {
    line.is_apart() || line.cause.role == Role::Leaving
}

/// Returns a win as the document shows it, with this reading of its tiles.
pub(crate) fn win(rules: &dyn Rules, won: &Won, reading: &str, stands: bool) -> WinView {
    let pattern = |hit: &Hit| PatternView {
        id: hit.pattern.id.into(),
        name: hit.pattern.name.text(),
        value: hit.value,
        clause: rules.clause_of(hit.pattern).id.into(),
    };
    WinView {
        seat: won.seat,
        stands,
        from: won.from.filter(|from: &Seat| *from != won.seat),
        tiles: notation(&won.tiles),
        reading: reading.to_owned(),
        patterns: won.hits.iter().map(pattern).collect(),
        value: won.value,
    }
}
