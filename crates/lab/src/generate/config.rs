//! What kind of games: how the players decide, in percent, and how long a match is.

/// The knobs of the generator. Each is a chance in percent unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knobs {
    /// Hands of a match, at most; at least one is played.
    pub hands: usize,
    /// An ordinary win on a draw or a discard is let go by; rarer ones are an eighth as often.
    pub decline: u8,
    /// A chow or pung that brings the hand forward is made.
    pub claim: u8,
    /// A chow or pung is made although it brings nothing.
    pub greed: u8,
    /// A player claims whatever it can.
    pub grab: u8,
    /// A kong is made.
    pub kong: u8,
    /// A kong that may be one with dice is one.
    pub dice: u8,
    /// Initial wins and ready hands are declared.
    pub open: u8,
    /// The last tile is taken.
    pub take_last: u8,
    /// A player seeks a big hand.
    pub seek: u8,
    /// A discard is chosen on which the most others can win.
    pub feed: u8,
    /// A seat is dealt most of a good hand.
    pub favour: u8,
    /// Every seat is dealt its favour complete or one tile short, so that hands end in the first turns.
    pub swift: u8,
    /// Where there are wild tiles, a seat is dealt several of them.
    pub wilds: u8,
    /// Where there are wild tiles, each seat is dealt a tile of one kind and throws it first.
    pub alike: u8,
    /// A player leaves in the course of a hand.
    pub leave: u8,
    /// The log writes out refusals.
    pub passes: u8,
    /// The log carries the client's digests and the commitment of its walls.
    pub digests: u8,
}

impl Knobs {
    /// A usual evening: four sensible players.
    pub const USUAL: Knobs = Knobs {
        hands: 4,
        decline: 8,
        claim: 70,
        greed: 4,
        grab: 5,
        kong: 75,
        dice: 60,
        open: 85,
        take_last: 60,
        seek: 30,
        feed: 5,
        favour: 10,
        swift: 2,
        wilds: 8,
        alike: 5,
        leave: 0,
        passes: 15,
        digests: 5,
    };

    /// Kongs, kongs with dice and robbed ones: players hold out for them.
    pub const KONGS: Knobs = Knobs {
        decline: 75,
        claim: 90,
        greed: 25,
        kong: 100,
        dice: 75,
        open: 25,
        seek: 60,
        favour: 70,
        ..Knobs::USUAL
    };

    /// Hands that go on to the last tile.
    pub const EXHAUSTED: Knobs = Knobs {
        decline: 95,
        claim: 25,
        kong: 60,
        dice: 15,
        open: 40,
        take_last: 45,
        feed: 0,
        favour: 0,
        swift: 0,
        ..Knobs::USUAL
    };

    /// Big hands and their sums.
    pub const BIG: Knobs = Knobs {
        decline: 15,
        claim: 85,
        greed: 15,
        grab: 25,
        open: 25,
        seek: 100,
        favour: 80,
        wilds: 25,
        ..Knobs::USUAL
    };

    /// Several winners on one tile.
    pub const SHARED: Knobs = Knobs { decline: 5, open: 25, feed: 90, favour: 85, swift: 20, ..Knobs::USUAL };

    /// Hands that end with the deal or the first discard, and initial wins.
    pub const SWIFT: Knobs = Knobs { decline: 25, open: 70, feed: 70, favour: 60, swift: 85, ..Knobs::USUAL };

    /// Players who claim whatever they can, keep their fourth tiles, and let wins go by.
    pub const GRABBING: Knobs =
        Knobs { decline: 92, greed: 30, grab: 75, kong: 25, open: 20, feed: 0, favour: 40, swift: 0, ..Knobs::USUAL };

    /// Players who leave.
    pub const LEAVING: Knobs = Knobs { leave: 40, ..Knobs::USUAL };

    /// Every set of knobs by name.
    pub const ALL: [(&'static str, Knobs); 8] = [
        ("usual", Knobs::USUAL),
        ("kongs", Knobs::KONGS),
        ("exhausted", Knobs::EXHAUSTED),
        ("big", Knobs::BIG),
        ("shared", Knobs::SHARED),
        ("swift", Knobs::SWIFT),
        ("grabbing", Knobs::GRABBING),
        ("leaving", Knobs::LEAVING),
    ];
}

impl Default for Knobs {
    fn default() -> Knobs {
        Knobs::USUAL
    }
}
