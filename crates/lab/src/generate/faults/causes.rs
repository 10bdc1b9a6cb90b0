//! The causes that a report may name for the faults of money.

/// The mistakes and reasons that describe each kind of fault; none for an arbitrary amount, which has no cause.
pub const CAUSES: &[(&str, &[&str])] = &[
    ("kong paid by two of three", &["unpaid"]),
    ("kong of a seat that is not ready paid", &["NG1", "not-ready-collects"]),
    ("kongs of a ready seat not paid", &["unpaid", "ready-not-paid"]),
    ("winner does not pay others' kongs", &["unpaid"]),
    ("burnt seat does not pay others' kongs", &["unpaid"]),
    ("burnt kongs paid, burnt chickens not", &["NG3", "burnt-collects"]),
    ("kongs paid once for each winner", &["paid-twice"]),
    ("charge counted twice", &["NG6", "paid-twice"]),
    ("gold forgotten", &["gold-forgotten"]),
    ("flipped tile taken for the chicken", &["flip-itself"]),
    ("duty forgotten", &["unpaid"]),
    ("duty paid to another seat", &["other-receiver"]),
    ("robbed kong paid by all three", &["robbed-kong-split"]),
    ("self-draw paid by two of three", &["unpaid"]),
    ("win on a discard paid by all three", &["NG24", "NC7", "all-paid"]),
    ("dealer's bonus of the hand after", &["other-streak"]),
    ("not ready at the end, and does not pay", &["unpaid"]),
    ("ready seats pay those that are not", &["reversed"]),
    ("burning unpaid", &["unpaid"]),
    ("burning paid that was none", &["burnt-for-nothing"]),
    ("declarer of 混儿悠 pays single", &["factor-left-out"]),
    ("discarder pays single", &["factor-left-out"]),
    ("wrong payer", &["other-payer"]),
    ("wrong receiver", &["other-receiver"]),
    ("wrong amount", &[]),
    ("wrong point changes", &[]),
    ("paid for more than the highest pattern waited for", &[]),
];

/// Returns the causes of this kind of fault; `None` if it is no fault of money with a known cause.
pub fn causes_of(name: &str) -> Option<&'static [&'static str]> {
    CAUSES.iter().find(|(known, _)| *known == name).map(|(_, causes)| *causes)
}
