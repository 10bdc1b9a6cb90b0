//! The banner of a report: what is wrong in one sentence, and which points are to move. Colours and layout are left to
//! the pages.

use super::document::{FindingView, Report};
use super::headline;
use crate::audit::{Kind, Verdict};
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};

impl Report {
    /// Returns the headline; words it for a report of an earlier version, which has none.
    pub fn headline(&self) -> Text {
        if self.headline.en.is_empty() { self.verdict_in_words() } else { self.headline.clone() }
    }

    /// Returns the verdict in one sentence: the first fault with its culprit, the house rule that explains the amounts,
    /// or the questions that could not be checked.
    pub(super) fn verdict_in_words(&self) -> Text {
        match self.verdict {
            Verdict::Clean => self.clean(),
            Verdict::Faulty if self.variants.iter().any(|variant| !variant.exceptions.is_empty()) => {
                self.all_but_some()
            }
            Verdict::Faulty => self.faulty(),
            Verdict::Variant => self.variant(),
            Verdict::Unverifiable => self.unverifiable(),
        }
    }

    /// Returns which points are to move, in one or more sentences; `None` if nothing is wrong.
    ///
    /// It demands a transfer exactly where [`Report::transfers`] has one.
    pub fn points_to_move(&self, people: &People) -> Option<Text> {
        match self.verdict {
            Verdict::Clean | Verdict::Unverifiable => return None,
            Verdict::Variant => return Some(bilingual!("分数先不动。", "Leave the points as they are.")),
            Verdict::Faulty => {}
        }
        let corrected = self.hands.iter().filter(|hand| !hand.transfers.is_empty()).count();
        if !self.transfers.is_empty() {
            let told: Vec<Text> = self.transfers.iter().map(|transfer| transfer.in_words(people)).collect();
            let (zh, en) = (list(&told, Lang::Zh, "；"), list(&told, Lang::En, "; "));
            return Some(if corrected > 1 {
                bilingual!("全场抵扣后：{zh}。", "All hands, after offsetting: {en}.")
            } else {
                bilingual!("{zh}。", "{en}.")
            });
        }
        if corrected > 0 {
            return Some(bilingual!(
                "各局的补分全场相抵，总分不用动。",
                "The transfers of the hands cancel out, so no points move in total."
            ));
        }
        if let Some((hand, why)) = self.hands.iter().find_map(|hand| Some((hand.hand + 1, hand.why_unknown()?))) {
            let Text { zh, en } = why;
            return Some(bilingual!("第 {hand} 局{zh}。", "Hand {hand}: {en}."));
        }
        Some(if self.hands.iter().all(|hand| hand.recorded.is_none()) {
            bilingual!("没有记分，没法说该补多少。", "No points are recorded, so there is nothing to correct.")
        } else if self.hands.iter().any(|hand| hand.recorded.is_some_and(|recorded| recorded != hand.balance)) {
            // These amounts follow another house rule; the rule is to be declared.
            bilingual!("分数先不动。", "Leave the points as they are.")
        } else {
            bilingual!("分数不用动。", "No points move.")
        })
    }

    fn standing(&self, kind: Kind) -> impl Iterator<Item = &FindingView> {
        self.findings.iter().filter(move |finding| finding.kind == kind && self.stands_alone(finding))
    }

    fn clean(&self) -> Text {
        let lacking = self.coverage.iter().filter(|covered| !covered.missing.is_empty());
        let names: Vec<Text> = lacking.map(|covered| covered.name.clone()).collect();
        if names.is_empty() {
            return bilingual!("没有查出错。", "No errors found.");
        }
        let (zh, en) = (list(&names, Lang::Zh, "、"), list(&names, Lang::En, ", "));
        bilingual!("没有查出错；没法核对：{zh}。", "No errors found; not checked: {en}.")
    }

    fn all_but_some(&self) -> Text {
        let count = self.summary.faults;
        let things = if count == 1 { "1 fault remains" } else { &format!("{count} faults remain") };
        let Text { zh, en } = self.house();
        bilingual!(
            "换成{zh}，只剩 {count} 处错误。多半是房规没申报对。",
            "If the room plays {en}, {things}. The declared rules are probably wrong."
        )
    }

    fn faulty(&self) -> Text {
        let mut faults = self.standing(Kind::Fault);
        let Some(first) = faults.next() else { return Text::default() };
        let (more, Text { zh, en }) = (faults.count(), at_hand(first));
        match more {
            0 => bilingual!("{zh}。", "{en}."),
            1 => bilingual!("{zh}。另有 1 处错误。", "{en}. 1 more fault."),
            _ => bilingual!("{zh}。另有 {more} 处错误。", "{en}. {more} more faults."),
        }
    }

    fn variant(&self) -> Text {
        let Text { zh, en } = self.house();
        bilingual!(
            "换成{zh}，分就全对。多半是房规没申报对。",
            "All amounts match if the room plays {en}. The declared rules are probably wrong."
        )
    }

    fn unverifiable(&self) -> Text {
        let Some(first) = self.standing(Kind::Unverifiable).next() else { return self.clean() };
        let Text { zh, en } = at_hand(first);
        bilingual!("没有查出错，但没法全部核对。{zh}。", "No errors found, but not everything could be checked. {en}.")
    }

    /// Returns the first house rule that explains the amounts, without the notes in brackets. Stored reports of earlier
    /// versions do not name it.
    fn house(&self) -> Text {
        let rule = self.variants.iter().map(|variant| &variant.rule).find(|rule| !rule.en.is_empty());
        let Some(Text { zh, en }) = rule else { return bilingual!("另一条房规", "another house rule") };
        Text { zh: without_notes(zh, "（", "）").into(), en: without_notes(en, " (", ")").into() }
    }
}

/// Returns the text without its notes in brackets.
fn without_notes(text: &str, open: &str, close: &str) -> String {
    let mut parts = text.split(open);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once(close).map_or(part, |(_, rest)| rest))
}

/// Returns the headline of a finding after the number of its hand.
fn at_hand(finding: &FindingView) -> Text {
    let Text { zh, en } = finding.headline();
    let Text { zh: at, en: at_en } = finding.hand.map(headline::at_hand).unwrap_or_default();
    bilingual!("{at}{zh}", "{at_en}{en}")
}

fn list(all: &[Text], lang: Lang, seam: &str) -> String {
    all.iter().map(|one| one.get(lang)).collect::<Vec<_>>().join(seam)
}
