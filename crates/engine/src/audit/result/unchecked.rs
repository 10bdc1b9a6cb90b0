//! Sentences about what cannot be checked: missing fields, play in doubt and rules unknown to caipan.

use super::deltas::points;
use super::{ClaimCheck, Claimed, Claims, Filling};
use crate::audit::checks::{course, money, patterns};
use crate::audit::coverage::Question;
use crate::audit::unknown::Unknown;
use crate::audit::unmodelled::Reach;
use crate::audit::{Finding, FindingIdx};
use crate::rules::Missing;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Line, Pair};
use caipan_tiles::text::{Label, SEAM, Text};
use caipan_tiles::tile::Seat;

impl ClaimCheck<'_> {
    /// Reports that the log leaves out fields on which the payments depend, although they may be right.
    pub(super) fn left_out(&mut self, because: Option<FindingIdx>) {
        let finding = match self.due.filling.and_then(Filling::field) {
            Some(Missing::Birds) => {
                let text = bilingual!(
                    "没记扎到哪些鸟，输赢没法核对。",
                    "the birds are not recorded, so the payments cannot be checked"
                );
                Finding::new(&patterns::BIRDS_MISSING, self.hand, text).at_field("events")
            }
            Some(Missing::Floor) => {
                let text = bilingual!(
                    "不知道是否在楼上，输赢该不该加倍没法核对；其余都对得上。",
                    "the floor is not recorded, so the doubling of the payments cannot be checked; everything else agrees"
                );
                let short = bilingual!(
                    "不知道是否在楼上，输赢该不该加倍没法核对",
                    "the floor is not recorded, so doubled payments cannot be checked"
                );
                let finding = Finding::new(&course::FLOOR_UNKNOWN, self.hand, text).in_short(short).at_field("result");
                self.facts.rules.floors().into_iter().fold(finding, |finding, floors| finding.under(floors.clause()))
            }
            Some(field) => return self.unchecked(Unknown::Field(field), because),
            None => return,
        };
        self.find(finding.because(because));
    }

    /// Reports that the money cannot be checked.
    pub(super) fn unchecked(&mut self, unknown: Unknown, because: Option<FindingIdx>) {
        let text = match (unknown, self.due.filling) {
            (Unknown::Events, _) => bilingual!(
                "打牌过程不全或有错，输赢没法核对；请先改正前面指出的各步。",
                "the play is incomplete or faulty, so the payments cannot be checked; correct the steps listed first"
            ),
            (_, Some(filling)) if filling.cut && filling.fields.len() > 1 => {
                let list = |comma: &str| {
                    let fields = filling.fields.iter().map(|field| format!("`{}`", field.path()));
                    fields.collect::<Vec<_>>().join(comma)
                };
                let (zh, en) = (list("、"), list(", "));
                bilingual!(
                    "记录里没有 {zh}，合起来的可能太多，没有逐一去试，输赢没法核对；请补上，补一项也能核对得更多。",
                    "{en} are not recorded; together they leave too many possibilities to try, so the payments cannot be checked. Add them; with one of them more can be checked"
                )
            }
            (Unknown::Field(Missing::Holdings), _) if self.hand > 0 => bilingual!(
                "不知各家这一局开局时有多少分：没写 `start.holdings`，或前面有一局没照应付的数付。输赢没法核对；请补上，或先改正前面的局。",
                "how many points each seat held before this hand is not known: `start.holdings` is left out, or a hand before was not paid as due; the payments cannot be checked: add it, or correct the hands before"
            ),
            _ => {
                let field = unknown.path();
                bilingual!(
                    "记录里没有 `{field}`，输赢没法核对；请补上。",
                    "`{field}` is not recorded, so the payments cannot be checked; add it"
                )
            }
        };
        let short = match unknown {
            Unknown::Field(field) => {
                let Label { zh, en } = field.unknown();
                vec![
                    bilingual!("{zh}，输赢没法核对", "{en}, so the payments cannot be checked"),
                    field.unknown().text(),
                ]
            }
            _ => vec![bilingual!(
                "打牌过程不全或有错，输赢没法核对",
                "the play is incomplete or faulty, so the payments cannot be checked"
            )],
        };
        let at = if self.claimed.gains.is_some() { self.claimed.gains_field() } else { "result/payments" };
        let finding = Finding::new(&money::UNCHECKED, self.hand, text).at_field(at).because(because);
        let finding = Finding { short, ..finding };
        if unknown == Unknown::Events {
            // Bypasses `find`: no hypothesis makes it right.
            self.findings.push(finding);
        } else {
            self.find(finding);
        }
    }

    /// Reports claims of which each is possible alone but which no value of the missing fields gives together.
    pub(super) fn conflict(&mut self, conflict: Claims) -> FindingIdx {
        let Claimed { paid, gains, .. } = self.claimed;
        let gains = gains.unwrap_or_default();
        let of_pairs = paid.iter().flat_map(|paid| Pair::ALL.map(|pair| (pair, paid.net.at(pair))));
        let of_pairs = of_pairs.filter(|(pair, _)| conflict.has(Claims::pair(*pair))).map(|(pair, points)| {
            let (from, to) = if points < 0 { (pair.seats().1, pair.seats().0) } else { pair.seats() };
            let (from, to, points) = (self.people.who(from), self.people.who(to), points.saturating_abs());
            bilingual!("{from}付{to} {points}", "{points} from {from:#} to {to:#}")
        });
        let of_seats = Seat::ALL.into_iter().filter(|&seat| conflict.has(Claims::gain(seat))).map(|seat| {
            let (who, (zh, en)) = (self.people.who(seat), points(gains[seat]));
            bilingual!("{who}{zh}", "{who:#} {en}")
        });
        let Text { mut zh, mut en } = self.unknown();
        (zh, en) = (
            format!("{zh}，可是这几项怎么也不能同时成立：").into(),
            format!("{en}, but these amounts contradict each other: ").into(),
        );
        let claims: Vec<Text> = of_pairs.chain(of_seats).collect();
        let short = contradicting(&claims);
        for (nth, claim) in claims.into_iter().enumerate() {
            zh += if nth > 0 { "、" } else { "" };
            en += if nth > 0 { ", " } else { "" };
            zh += claim.zh;
            en += claim.en;
        }
        zh += "。";
        let field = if paid.is_some() { "result/payments" } else { self.claimed.gains_field() };
        let mut finding = Finding::new(&money::CONFLICT, self.hand, Text { zh, en }).at_field(field);
        finding.short = short;
        let is_claimed = |line: &&Line| {
            Pair::between(line.from, line.to).is_some_and(|pair| {
                let (a, b) = pair.seats();
                conflict.has(Claims::pair(pair)) || conflict.has(Claims::gain(a)) || conflict.has(Claims::gain(b))
            })
        };
        for line in self.due.ledger.lines().iter().filter(is_claimed) {
            finding = finding.under(line.clause);
        }
        self.find(finding)
    }

    /// Returns the words before amounts that are wrong whatever the missing fields are.
    pub(super) fn on_missing(&self) -> Text {
        if self.due.filling.is_none() {
            return Text::default();
        }
        let Text { zh, en } = self.unknown();
        bilingual!(
            "{zh}，可是怎么算都不对；按最接近的算：",
            "{en}, but this is wrong in any case; by the closest value: "
        )
    }

    /// Returns the words for the first field that the log leaves out.
    fn unknown(&self) -> Text {
        let is_narrowed = !self.facts.lasting.streaks.is_empty();
        match self.due.filling.and_then(Filling::field) {
            Some(Missing::Streak) if is_narrowed => bilingual!(
                "连庄局数只能从前面各局的输赢推算",
                "the dealer's hands in a row can only be worked out from the payments of the hands before"
            ),
            field => field.map_or_else(Text::default, |field| field.unknown().text()),
        }
    }

    /// Counts a question about money that is not known: by unknown rules, or by tiles that the record does not show.
    pub(super) fn uncovered(&mut self, question: Question) {
        if self.due.moved.is_some_and(Reach::is_hidden) {
            self.coverage.missing(question, "shown");
        } else {
            self.coverage.unmodelled(question);
        }
    }

    /// Reports that the money which unknown rules may move is not checked.
    pub(super) fn cannot_be_verified(&mut self, moved: &Reach) {
        if moved.is_hidden() {
            let text = bilingual!(
                "输赢要看别家的牌，这份记录看不到，没法核对；请补上散局时亮出的牌。",
                "the payments rest on tiles that this record does not show, so they cannot be checked; add the hands shown at the end"
            );
            let field = if self.claimed.paid.is_some() { "result/payments" } else { self.claimed.gains_field() };
            let short = bilingual!(
                "输赢要看别家的牌，这份记录看不到",
                "the payments rest on tiles that this record does not show"
            );
            self.findings.push(Finding::new(&money::UNCHECKED, self.hand, text).in_short(short).at_field(field));
            return;
        }
        let (Text { zh, en }, Text { zh: what_zh, en: what_en }) = (moved.names(), moved.money());
        let text = if moved.is_all() {
            bilingual!(
                "这一局的番数和输赢可能受{zh}影响，caipan 不认识这条规则，没法核对。",
                "the values and payments of this hand may follow {en}, which caipan does not know, so they cannot be verified"
            )
        } else {
            bilingual!(
                "这一局里，{what_zh}可能受{zh}影响，caipan 不认识这条规则，这部分没法核对；其余照常核对。",
                "in this hand, {what_en} may follow {en}, which caipan does not know, so this part cannot be verified; the rest is checked"
            )
        };
        let field = if self.claimed.paid.is_some() { "result/payments" } else { self.claimed.gains_field() };
        let short = bilingual!(
            "这一局的分可能受本房规则{zh}影响，没法全部核对",
            "points of this hand may follow the house rule {en} and cannot all be checked"
        );
        let unnamed = bilingual!(
            "这一局的分可能受本房特有的规则影响，没法全部核对",
            "points of this hand may follow a house rule that caipan does not know"
        );
        let finding = Finding::new(&money::MOVED, self.hand, text).in_short(short).in_short(unnamed).at_field(field);
        // Bypasses `find`: no hypothesis makes it right.
        self.findings.push(finding);
    }
}

/// Returns the sentences about amounts that contradict each other: the first two or one, and how many more.
fn contradicting(claims: &[Text]) -> Vec<Text> {
    let [first, second, rest @ ..] = claims else { return Vec::new() };
    let (Text { zh, en }, Text { zh: other, en: other_en }) = (first, second);
    let (all, more) = (claims.len(), rest.len());
    let two = match more {
        0 => bilingual!("{zh}{SEAM}与{SEAM}{other}{SEAM}互相矛盾", "{en} and {other_en} contradict each other"),
        _ => bilingual!(
            "{zh}、{other}{SEAM}等 {all} 笔互相矛盾",
            "{en}, {other_en} and {more} more contradict each other"
        ),
    };
    let (others, amounts) = (more.saturating_add(1), if more == 0 { "amount" } else { "amounts" });
    let one = bilingual!("{zh}{SEAM}与另外 {others} 笔互相矛盾", "{en} contradicts {others} other {amounts}");
    vec![two, one]
}
