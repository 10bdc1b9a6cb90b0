//! Renders the controls of a replay: buttons, the slider with the places of the errors, and links to other hands.

use super::{Look, Page};
use crate::chip::chip;
use crate::fragments::readable;
use crate::tiles::icon;
use crate::words::numbered;
use crate::{Moment, TableFinding};
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
                    @if let Some(what_if) = self.what_if() { a id="if" href={ (what_if) (moment.step.max(1)) } { (lang.pick("换个判法看看", "What if?")) } " · " }
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
                @if let Some(&(hand, at)) = self.next_problem() {
                    a.button.jump id="fault" href=(self.link(hand, at)) title=(lang.pick("下一处问题", "Next problem")) { (icon("fault")) " " span id="problem" { (self.problem()) } }
                }
                (self.legend())
                span.quiet.said id="said" role="status" {}
            }
        }
    }

    /// Returns the next problem of the match behind this step, or the first one.
    fn next_problem(&self) -> Option<&(usize, usize)> {
        let (problems, here) = (&self.board.problems, (self.moment.hand, self.moment.step));
        problems.iter().find(|at| **at > here).or_else(|| problems.first())
    }

    /// Returns which problem of the match is shown, or how many there are.
    fn problem(&self) -> String {
        let Moment { hand, step, .. } = *self.moment;
        let problems = &self.board.problems;
        // A move is shown by the table before it and by the one behind it.
        let shown = |at: &(usize, usize)| *at == (hand, step) || (at.0, at.1 + 1) == (hand, step);
        match problems.iter().position(shown) {
            Some(at) => numbered(self.lang, "problem", format!("{} / {}", at + 1, problems.len())),
            None => numbered(self.lang, "problems", problems.len()),
        }
    }

    /// Renders the keys, which need the script, and what the looks of tiles mean.
    fn legend(&self) -> Markup {
        let lang = self.lang;
        let keys = [
            ("← → Home End", lang.pick("上一手、下一手、发牌、终局", "back, forward, the deal, the end")),
            ("N P", lang.pick("下一处、上一处问题", "next and previous problem")),
            (lang.pick("空格", "Space"), lang.pick("播放", "play")),
            ("F H", lang.pick("换座、盖牌", "turn the table, hide hands")),
        ];
        html! {
            details.more.legend {
                summary.button aria-label=(lang.pick("按键与图例", "Keys and legend")) { "?" }
                div.menu {
                    span.keys hidden { @for (key, what) in keys { span { kbd { (key) } " " (what) } } }
                    span { (lang.pick("淡色的牌：摸到就打", "Faded: drawn and discarded at once")) }
                    span { (lang.pick("横放的牌：吃、碰、杠来的", "Lying: claimed from another seat")) }
                    span { (lang.pick("黄框：刚打出；红框：有误", "Amber frame: just discarded; red frame: at fault")) }
                }
            }
        }
    }

    fn track(&self) -> Markup {
        let Moment { step, last_step, .. } = *self.moment;
        html! {
            div.track {
                (self.labels())
                svg.ticks viewBox={ "0 0 " (last_step.max(1)) " 8" } preserveAspectRatio="none" aria-hidden="true" {
                    rect.line x="0" y="3" width=(last_step.max(1)) height="2" {}
                    rect.done id="done" x="0" y="3" width=(step) height="2" {}
                    @for at in &self.faults() { path.bad d={ "M" (at) " 0V8" } vector-effect="non-scaling-stroke" {} }
                }
                input id="slider" type="range" min="0" max=(last_step) value=(step) hidden aria-label=(self.lang.pick("第几手", "Move"));
            }
        }
    }

    /// Renders what the marks of the track are about, if there are few.
    fn labels(&self) -> Markup {
        const FEW: usize = 3;
        let (found, last) = (&self.board.found, self.moment.last_step.max(1));
        let number = |found: &TableFinding| if found.acts { format!("{} ", found.step + 1) } else { String::new() };
        html! {
            @if (1..=FEW).contains(&found.len()) {
                svg.labels aria-hidden="true" {
                    @for one in found {
                        @let at = one.step * 100 / last;
                        @let side = match at { 0..=20 => " st", 80.. => " en", _ => "" };
                        text class={ (one.kind) (side) } x={ (at) "%" } y="12" { (number(one)) (one.title.get(self.lang)) }
                    }
                }
            }
        }
    }

    /// Renders a chip for each hand.
    fn hands(&self) -> Markup {
        let (lang, report) = (self.lang, &self.board.report);
        html! {
            nav.hands.strip aria-label=(lang.pick("各局", "Hands")) {
                @for hand in &report.hands {
                    (chip(report, hand, &self.people, &self.link(hand.hand, 0), hand.hand == self.moment.hand, lang))
                }
            }
        }
    }
}
