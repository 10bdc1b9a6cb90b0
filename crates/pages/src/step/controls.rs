//! Renders the controls of a replay: buttons, the slider with the places of the errors, and links to other hands.

use super::{Look, Page};
use crate::Moment;
use crate::fragments::readable;
use crate::tiles::icon;
use maud::{Markup, html};

/// The speeds of playback: moves per second, as shown.
const SPEEDS: [(&str, &str); 4] = [("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("4", "4×")];

impl Page<'_> {
    /// Renders everything that moves the replay.
    pub(super) fn deck(&self) -> Markup {
        let (lang, board, moment) = (self.lang, self.board, self.moment);
        let back = format!("#h{}", moment.hand);
        let report = self.id.map_or_else(|| back.clone(), |id| format!("/v1/reports/{id}?lang={}{back}", lang.tag()));
        html! {
            div.deck {
                p.path {
                    a href=(report) { (lang.pick("← 回到报告", "← Back to the report")) } " · "
                    span.verdict.(board.report.verdict.word()) { (board.report.verdict.label().get(lang)) } " · "
                    (board.report.rules.name.get(lang)) " · " (readable(&board.report.log.id))
                }
                (self.buttons())
                (self.track())
                (self.hands())
            }
        }
    }

    /// Returns the steps of this hand with findings.
    fn faults(&self) -> Vec<usize> {
        let mut faults: Vec<usize> = self.board.found.iter().map(|found| found.step).collect();
        faults.dedup();
        faults
    }

    fn buttons(&self) -> Markup {
        let (lang, moment) = (self.lang, self.moment);
        let Moment { hand, step, last_step, .. } = *moment;
        let to = |id: &str, at: Option<usize>, name: &str, shape: &str| {
            html! {
                @match at {
                    Some(at) => a.button id=(id) href=(self.link(hand, at)) title=(name) aria-label=(name) { (icon(shape)) },
                    None => a.button id=(id) title=(name) aria-label=(name) aria-disabled="true" { (icon(shape)) },
                }
            }
        };
        let Look { view, hidden } = self.look;
        let turned = self.looked(Look { view: self.people.seats().next(view), hidden });
        let covered = self.looked(Look { view, hidden: !hidden });
        let [turn, hide, copy, speed] = [
            lang.pick("换一家看", "Turn the table"),
            lang.pick("只看这一家看得到的牌", "Show only what this seat sees"),
            lang.pick("复制这一手的网址", "Copy the address of this move"),
            lang.pick("播放速度", "Speed"),
        ];
        html! {
            nav.controls aria-label=(lang.pick("各手", "Moves")) {
                (to("first", (step > 0).then_some(0), lang.pick("发牌", "The deal"), "first"))
                (to("prev", step.checked_sub(1), lang.pick("上一手", "Back"), "prev"))
                button.button id="run" hidden title=(lang.pick("播放", "Play")) aria-label=(lang.pick("播放", "Play")) { (icon("play")) }
                (to("next", (step < last_step).then_some(step + 1), lang.pick("下一手", "Forward"), "next"))
                (to("last", (step < last_step).then_some(last_step), lang.pick("终局", "The end"), "last"))
                span.count { span id="count" { (step) } " / " span id="of" { (last_step) } }
                select id="speed" hidden title=(speed) aria-label=(speed) {
                    @for (value, shown) in SPEEDS { option value=(value) selected[value == "1"] { (shown) } }
                }
                a.button id="turn" href=(turned.link(hand, step)) title=(turn) aria-label=(turn) { (icon("turn")) }
                a.button.on[hidden] id="hide" href=(covered.link(hand, step)) title=(hide) aria-label=(hide) { (icon("hide")) }
                button.button id="copy" hidden title=(copy) aria-label=(copy) { (icon("copy")) }
                @if let Some((hand, at, elsewhere)) = self.next_fault() {
                    a.button.jump id="fault" href=(self.link(hand, at)) {
                        (icon("fault")) " "
                        @if elsewhere { (lang.pick("下一局的错误", "Next hand's error")) } @else { (lang.pick("下一处错误", "Next error")) }
                    }
                }
                span.quiet.said id="said" role="status" {}
            }
        }
    }

    /// Returns the hand and the step of the next finding, and whether it is in another hand.
    fn next_fault(&self) -> Option<(usize, usize, bool)> {
        let Moment { hand, step, .. } = *self.moment;
        let faults = self.faults();
        let later = faults.iter().find(|at| **at > step);
        let elsewhere = || {
            let hands = &self.board.faulty_hands;
            let after = hands.range(hand + 1..).next().or_else(|| hands.iter().next()).filter(|(at, _)| **at != hand);
            after.map(|(hand, step)| (*hand, *step, true))
        };
        let first = || faults.first().filter(|at| **at != step).map(|at| (hand, *at, false));
        match later {
            Some(at) => Some((hand, *at, false)),
            None if faults.is_empty() => elsewhere(),
            None => first(),
        }
    }

    fn track(&self) -> Markup {
        let Moment { step, last_step, .. } = *self.moment;
        html! {
            div.track {
                svg.ticks viewBox={ "0 0 " (last_step.max(1)) " 8" } preserveAspectRatio="none" aria-hidden="true" {
                    rect.line x="0" y="3" width=(last_step.max(1)) height="2" {}
                    rect.done id="done" x="0" y="3" width=(step) height="2" {}
                    @for at in &self.faults() { path.bad d={ "M" (at) " 0V8" } vector-effect="non-scaling-stroke" {} }
                }
                input id="slider" type="range" min="0" max=(last_step) value=(step) hidden aria-label=(self.lang.pick("第几手", "Move"));
            }
        }
    }

    fn hands(&self) -> Markup {
        let lang = self.lang;
        let Moment { hand, step, .. } = *self.moment;
        html! {
            nav.hands aria-label=(lang.pick("各局", "Hands")) {
                @if let Some(before) = hand.checked_sub(1) { a href=(self.link(before, 0)) { (lang.pick("← 上一局", "← Previous hand")) } }
                @if hand + 1 < self.board.hands { a href=(self.link(hand + 1, 0)) { (lang.pick("下一局 →", "Next hand →")) } }
                @if let Some(what_if) = self.what_if() { a id="if" href={ (what_if) (step.max(1)) } { (lang.pick("换个判法看看", "What if?")) } }
                span.keys hidden {
                    (lang.pick("键盘：← → Home End，空格播放，N / P 错误，F 换座，H 盖牌", "Keys: ← → Home End, space plays, N / P errors, F turns, H hides"))
                }
            }
        }
    }
}
