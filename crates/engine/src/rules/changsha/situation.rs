//! The way in which a win comes about: its pattern, its demand on the pair, and the kongs that may be robbed. Rule book 2.5
//! and 2.6.

use super::options::{Options, RobPlain, RobScope};
use super::{clauses as c, patterns as p};
use crate::rules::{Deciding, Ground, Hit, Pattern, Refusal, WinCandidate};
use crate::table::Source;
use caipan_log::KongKind;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;

/// The way in which a win came about: its pattern, and its requirement for the pair.
pub struct Situation {
    /// Its pattern.
    pub pattern: Option<&'static Pattern>,
    /// The patterns when several turned tiles win.
    pub both: Option<Several>,
    /// True if any pair will do.
    pub any_pair: bool,
    /// The option that decides whether any pair will do.
    pub pair_option: Option<&'static str>,
    /// The clause of this way of winning.
    pub clause: &'static Clause,
    /// The options that decided it.
    pub options: Deciding,
}

/// The patterns of a win on several tiles of a dice kong: on two, and on more.
#[derive(Clone, Copy)]
pub struct Several(&'static Pattern, &'static Pattern);

impl Several {
    /// The bonus for this many tiles, each worth as much as one alone (AMB-8).
    pub fn of(self, single: &'static Pattern, tiles: usize) -> Hit {
        let pattern = if tiles > 2 { self.1 } else { self.0 };
        Hit { pattern, value: single.value.saturating_mul(i64::try_from(tiles).unwrap_or_default()) }
    }
}

impl Situation {
    pub fn of(o: &Options, case: &WinCandidate<'_>) -> Result<Situation, Box<Refusal>> {
        let plain = |clause| Situation {
            pattern: None,
            both: None,
            any_pair: false,
            pair_option: None,
            clause,
            options: Deciding::new(),
        };
        let special = |pattern: &'static Pattern, both, needs_258: bool, option| Situation {
            pattern: Some(pattern),
            both,
            any_pair: !needs_258,
            pair_option: Some(option),
            clause: pattern.clause,
            options: Deciding::new(),
        };
        // A kong before the first discard rules out the heavenly and the earthly win, unless the house rules allow it.
        let first_turn = case.claims == 0 || (!o.first_turn_requires_no_kong() && case.claims == case.kongs);
        let is_dealer = case.seat == case.dealer;
        Ok(match case.chance.source {
            Source::Dealt | Source::Replacement if is_dealer && case.discards == 0 && first_turn => {
                special(&p::HEAVENLY, None, o.need_258_tianhu(), "ctx_requires_258.tianhu")
            }
            Source::Dealt if !is_dealer => {
                return Err(Refusal::new(Ground::Time, &c::A_15, || {
                    bilingual!("发完牌就胡的只有庄家。", "only the dealer wins with the dealt hand")
                }));
            }
            Source::Dealt | Source::Draw => plain(&c::A_13),
            Source::Replacement => plain(&c::A_29),
            Source::DiceKong => {
                let both = Several(&p::KONG_BLOOM_2, &p::KONG_BLOOM_3);
                special(&p::KONG_BLOOM, Some(both), o.need_258_gangkai(), "ctx_requires_258.gangkai")
            }
            Source::Seabed => special(&p::LAST_TILE, None, o.need_258_haidi(), "ctx_requires_258.haidi"),
            Source::Discard if case.discards == 1 && first_turn && case.chance.from == Some(case.dealer) => {
                special(&p::EARTHLY, None, o.need_258_dihu(), "ctx_requires_258.dihu")
            }
            Source::Discard => plain(&c::A_14),
            Source::DiceKongOf => {
                let both = Several(&p::KONG_DISCARD_2, &p::KONG_DISCARD_3);
                special(&p::KONG_DISCARD, Some(both), o.need_258_gangpao(), "ctx_requires_258.gangpao")
            }
            Source::SeabedOf => special(&p::LAST_TILE_OF, None, o.need_258_haidi(), "ctx_requires_258.haidi"),
            Source::Rob { kind, dice } => robbed(o, kind, dice).map(|rob| match rob {
                Robbed::AsDiscard => plain(&c::A_30),
                Robbed::AsRob => special(&p::ROB_KONG, None, o.need_258_qianggang(), "ctx_requires_258.qianggang"),
            })?,
        })
    }
}

enum Robbed {
    AsDiscard,
    AsRob,
}

/// Checks whether this kong may be robbed, and returns the kind of win (CS-A.21, CS-A.30, CS-B.7.10).
fn robbed(options: &Options, kind: KongKind, dice: bool) -> Result<Robbed, Box<Refusal>> {
    match (kind, dice) {
        (KongKind::Concealed, _) => Err(Refusal::new(Ground::Unrobbable, &c::B_7_10, || {
            bilingual!("暗杠不能抢。", "a concealed kong may not be robbed")
        })),
        (KongKind::Added, true) => Ok(Robbed::AsRob),
        (KongKind::Exposed, true) if options.rob_kong_scope() == RobScope::Exposed => Ok(Robbed::AsRob),
        (KongKind::Exposed, true) => Err(Refusal::by_option(Ground::Unrobbable, &c::B_7_10, "rob_kong_scope", || {
            bilingual!(
                "本房规定只能抢补杠，这是明杠。",
                "only added kongs may be robbed in this house, not exposed ones"
            )
        })),
        (KongKind::Added, false) => match options.rob_buzhang() {
            RobPlain::Discard => Ok(Robbed::AsDiscard),
            RobPlain::Rob => Ok(Robbed::AsRob),
            RobPlain::Forbidden => Err(Refusal::by_option(Ground::Unrobbable, &c::A_30, "rob_buzhang", || {
                bilingual!("本房规定补张的牌不能胡。", "under the house rules a plain added kong may not be robbed")
            })),
        },
        (KongKind::Exposed, false) => Err(Refusal::new(Ground::Unrobbable, &c::A_30, || {
            bilingual!(
                "手里三张补张别人打的牌，这张就不能再胡；要胡该在打出时胡。",
                "the tile of a plain exposed kong can only be won on when discarded"
            )
        })),
    }
}
