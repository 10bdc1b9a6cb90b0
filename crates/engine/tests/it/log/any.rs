//! Strategies for arbitrary logs: every field absent or present, names with every awkward character.

use caipan_log::{
    Action, Automatic, Between, Declaration, Dice, DrawFrom, Event, Fairness, GameLog, HandLog, HandResult, Hidden,
    Holder, HouseKind, HouseLine, KongKind, LostClaim, Offer, OptionValue, Outcome, Owner, PassOf, Payment, Player,
    RulesDeclared, Source, Start, Touches, Unmodelled, WinClaimed,
};
use caipan_tiles::tile::{Seat, SeatMap, Seats, Suit, Tile, Tiles};
use chrono::DateTime;
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;

fn seat() -> impl Strategy<Value = Seat> {
    prop::sample::select(&Seat::ALL[..])
}

fn tile() -> impl Strategy<Value = Tile> + Clone {
    prop::sample::select(Tile::all().collect::<Vec<_>>())
}

fn tiles(most: usize) -> impl Strategy<Value = Tiles> + Clone {
    vec(tile(), 0..=most).prop_map(Tiles)
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}",
        any::<String>(),
        prop::sample::select(vec![
            "", "-", "for", "value", "dice", "over", "true", "false", "12", "+5", "@1", "#", "//", "a=b", "\""
        ])
        .prop_map(str::to_owned),
        "[ \"\\\\@=#/\t\n\r\u{3000}\u{FEFF}四胡a-]{1,6}",
    ]
}

fn id() -> impl Strategy<Value = String> {
    name().prop_map(|name| if name.is_empty() { "id".to_owned() } else { name.chars().take(256).collect() })
}

fn dice() -> impl Strategy<Value = Dice> {
    vec(1..=6u8, 1..=4).prop_map(|faces| Dice::new(&faces).unwrap())
}

fn four<T: std::fmt::Debug + Clone>(one: impl Strategy<Value = T> + Clone) -> impl Strategy<Value = SeatMap<T>> {
    [one.clone(), one.clone(), one.clone(), one].prop_map(SeatMap)
}

fn claim() -> impl Strategy<Value = PassOf> {
    prop::sample::select(vec![PassOf::Win, PassOf::Kong, PassOf::Pung, PassOf::Chow])
}

fn action() -> impl Strategy<Value = Action> {
    let from = prop::sample::select(vec![DrawFrom::Wall, DrawFrom::Tail]);
    let kind = prop::sample::select(vec![KongKind::Concealed, KongKind::Exposed, KongKind::Added]);
    let what = prop::sample::select(vec![
        Declaration::Ready,
        Declaration::Hunyou,
        Declaration::Void(Suit::Characters),
        Declaration::Void(Suit::Dots),
        Declaration::Void(Suit::Bamboo),
        Declaration::Sky,
        Declaration::Xiaosa,
    ]);
    prop_oneof![
        (seat(), tile(), of(from)).prop_map(|(seat, tile, from)| Action::Draw { seat, tile, from }),
        (seat(), tile()).prop_map(|(seat, tile)| Action::Discard { seat, tile }),
        (seat(), tile(), [tile(), tile()]).prop_map(|(seat, tile, with)| Action::Chow { seat, tile, with }),
        (seat(), tile()).prop_map(|(seat, tile)| Action::Pung { seat, tile }),
        (seat(), tile()).prop_map(|(seat, tile)| Action::Flower { seat, tile }),
        (seat(), tile(), kind, of(dice())).prop_map(|(seat, tile, kind, dice)| Action::Kong { seat, tile, kind, dice }),
        (seat(), tiles(4)).prop_map(|(seat, Tiles(tiles))| Action::Reveal { seat, tiles }),
        (seat(), tiles(4), tiles(4)).prop_map(|(seat, Tiles(tiles), Tiles(takes))| Action::Exchange {
            seat,
            tiles,
            takes
        }),
        (seat(), vec(name(), 1..4), of(dice())).prop_map(|(seat, kinds, dice)| Action::Opening { seat, kinds, dice }),
        (seat(), what).prop_map(|(seat, what)| Action::Declare { seat, what }),
        (seat(), any::<bool>()).prop_map(|(seat, take)| Action::Seabed { seat, take }),
        (seat(), tile()).prop_map(|(seat, tile)| Action::Win { seat, tile }),
        (seat(), claim()).prop_map(|(seat, of)| Action::Pass { seat, of }),
        (tiles(4), of(tiles(4)))
            .prop_map(|(Tiles(tiles), fly)| Action::Birds { tiles, fly: fly.map(|Tiles(fly)| fly) }),
        (seat(), vec(name(), 1..4)).prop_map(|(seat, kinds)| Action::MidOpening { seat, kinds }),
        tile().prop_map(|tile| Action::Flip { tile }),
        seat().prop_map(|seat| Action::Leave { seat }),
        Just(Action::DrawGame),
    ]
}

fn digest() -> impl Strategy<Value = String> {
    "sha256:[0-9a-f]{64}"
}

fn event() -> impl Strategy<Value = Event> {
    let claims = vec((seat(), claim()).prop_map(|(seat, what)| LostClaim { seat, what }), 0..3);
    let offers = of(vec((seat(), claim()).prop_map(|(seat, what)| Offer { seat, what }), 0..3));
    let auto = of(prop::sample::select(vec![Automatic::Timeout, Automatic::Managed, Automatic::Offline]));
    (action(), of(any::<u64>()), claims, of(digest()), auto, offers).prop_map(
        |(action, ms, claims, digest, auto, offers)| Event {
            action,
            ms,
            claims,
            digest: digest.map(Into::into),
            auto,
            offers: offers.map(Into::into),
        },
    )
}

fn result() -> impl Strategy<Value = HandResult> {
    let outcome = prop::sample::select(vec![Outcome::Win, Outcome::Draw, Outcome::Aborted]);
    let win = (seat(), of(vec(name(), 0..3)), of(any::<i64>())).prop_map(|(seat, patterns, value)| WinClaimed {
        seat,
        patterns,
        value,
    });
    let payment = (seat(), seat(), 0..=i64::MAX, of(name()), of(0..=500_usize))
        .prop_map(|(from, to, points, cause, at)| Payment { from, to, points, cause, at });
    (
        of(outcome),
        of(vec(win, 0..3)),
        of(vec(payment, 0..4)),
        of(four(any::<i64>())),
        of(four(any::<i64>())),
        of(vec(house_line(), 0..3)),
        of(seat()),
    )
        .prop_map(|(outcome, wins, payments, deltas, scores, house, next_dealer)| HandResult {
            outcome,
            wins,
            payments,
            deltas,
            scores,
            house,
            next_dealer,
        })
}

/// Generates any line of the house whose parts fit each other.
fn house_line() -> impl Strategy<Value = HouseLine> {
    let holder = || prop_oneof![seat().prop_map(Holder::Seat), Just(Holder::House), Just(Holder::Pool)];
    let kind = prop::sample::select(HouseKind::ALL.to_vec());
    let remark = || of("[拖延 \"=a-z]{0,8}[中a-z]");
    (holder(), holder(), 1..=i64::MAX, kind, remark(), remark())
        .prop_map(|(from, to, points, kind, why, by)| HouseLine { from, to, points, kind, why, by })
        .prop_filter("the parts fit each other", fits)
}

/// True if a line can be in a log.
fn fits(line: &HouseLine) -> bool {
    let between = [HouseKind::Penalty, HouseKind::Adjustment, HouseKind::Refund];
    match (line.from.seat(), line.to.seat()) {
        (Some(from), Some(to)) => from != to && between.contains(&line.kind),
        (Some(_), None) => line.kind != HouseKind::TopUp,
        (None, Some(_)) => true,
        (None, None) => false,
    }
}

fn hand() -> impl Strategy<Value = HandLog> {
    let time =
        (0..4_000_000_000i64, 0..1_000_000_000u32, -23 * 60..=23 * 60i32).prop_map(|(seconds, nanos, minutes)| {
            let zone = chrono::FixedOffset::east_opt(minutes * 60).unwrap();
            DateTime::from_timestamp(seconds, nanos).unwrap().with_timezone(&zone)
        });
    let fairness = (digest(), of(name())).prop_map(|(commitment, salt)| Fairness { commitment, salt });
    let setup = (of(seat()), of(time), of(dice()), of(tiles(136)), of(four(tiles(14))), of(tile()), of(fairness));
    let shown = of(four(tiles(14)));
    (setup, picked(), (of(any::<u32>()), vec(event(), 0..20), shown), of(result())).prop_map(
        |(
            (dealer, started_at, dice, wall, deal, indicator, fairness),
            (piao, gu_mai, last_hand),
            (number, events, shown),
            result,
        )| {
            HandLog {
                number,
                dealer,
                started_at,
                dice,
                wall,
                deal,
                indicator,
                piao,
                gu_mai,
                last_hand,
                fairness,
                hidden: Hidden::default(),
                in_progress: false,
                events,
                shown,
                result,
            }
        },
    )
}

/// Hides the tiles of these seats: of every second one the number of dealt tiles is recorded, and of their draws the tile
/// is not.
fn hide(hand: &mut HandLog, hidden: Seats) {
    hand.hidden.seats = hidden;
    for seat in hidden.iter() {
        if let Some(deal) = &mut hand.deal {
            let dealt = std::mem::take(&mut deal[seat]).0.len();
            hand.hidden.dealt[seat] = u8::try_from(dealt).ok().filter(|dealt| dealt % 2 == 0);
        }
    }
    for event in &mut hand.events {
        if let Action::Draw { seat, from, .. } = event.action
            && hidden.contains(seat)
        {
            event.action = Action::DrawUnseen { seat, from };
        }
    }
}

/// The fields that a start and a hand have alike.
fn picked() -> impl Strategy<Value = (Option<SeatMap<i64>>, Option<SeatMap<i64>>, Option<bool>)> {
    (of(four(any::<i64>())), of(four(any::<i64>())), of(any::<bool>()))
}

fn option() -> impl Strategy<Value = OptionValue> {
    prop_oneof![
        any::<bool>().prop_map(OptionValue::Flag),
        any::<i64>().prop_map(OptionValue::Number),
        name().prop_map(OptionValue::Word),
    ]
}

/// Generates rules that caipan does not know, no two with the same words.
fn unmodelled() -> impl Strategy<Value = Vec<Unmodelled>> {
    let touches = prop_oneof![Just(Touches::All), Just(Touches::Openings), Just(Touches::Birds), Just(Touches::Kongs),];
    btree_map("[飘底分a-z =\"]{0,8}[中a-z]", touches, 0..4)
        .prop_map(|rules| rules.iter().filter_map(|(rule, &touches)| Unmodelled::new(rule, touches)).collect())
}

/// Generates any log that the reader accepts.
pub(crate) fn game() -> impl Strategy<Value = GameLog> {
    let options = btree_map(name().prop_filter("`x` is never read", |key| key != "x"), option(), 0..4);
    let source = (of(name()), of(name()), of(name())).prop_map(|(platform, client, version)| Source {
        platform,
        client,
        version,
    });
    let player = (id(), of(name())).prop_map(|(id, name)| Player { id, name });
    let players = prop_oneof![Just(Vec::new()), vec(player, 4)];
    let points = (of(four(any::<i64>())), of(four(any::<i64>())));
    let owner = prop_oneof![seat().prop_map(Owner::Seat), Just(Owner::Away)];
    let start = (points, of(owner), of(seat()), of(1..=u32::MAX), of(any::<bool>()), picked()).prop_map(
        |((scores, holdings), owner, dealer, dealer_streak, upstairs, (piao, gu_mai, last_hand))| Start {
            seats: None,
            scores,
            dealer,
            dealer_streak,
            upstairs,
            piao,
            gu_mai,
            holdings,
            owner,
            last_hand,
        },
    );
    let rules = (id(), options, unmodelled());
    // Every log has at least one hand.
    let between = (0..=1_usize, house_line()).prop_map(|(after, line)| Between { after, line });
    let view = vec(seat(), 1..5).prop_map(|seats| seats.into_iter().collect::<Seats>());
    let ends = (start, of(four(any::<i64>())), of(vec(between, 0..3)), any::<bool>(), of(view));
    (id(), of(id()), rules, source, players, ends, vec(hand(), 1..4)).prop_map(
        |(
            id,
            corrects,
            (system, options, unmodelled),
            source,
            players,
            (start, totals, between, goes_on, view),
            mut hands,
        )| {
            // A match in progress has no totals, and its last hand no result.
            let totals = totals.filter(|_| !goes_on);
            if let Some(last) = hands.last_mut().filter(|_| goes_on) {
                (last.in_progress, last.result) = (true, None);
            }
            if let Some(view) = view {
                hands.iter_mut().for_each(|hand| hide(hand, Seats::FOUR.minus(view)));
            }
            GameLog {
                id,
                corrects,
                rules: RulesDeclared { system, options, unmodelled, ..Default::default() },
                source,
                players,
                start,
                totals,
                between,
                hands,
            }
        },
    )
}
