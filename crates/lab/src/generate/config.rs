//! Configuration of the generator: how the players decide and how long a match is.

/// The configuration of the generator. Each field is a chance in percent unless its comment says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchConfig {
    /// The most hands of a match; at least one is played.
    pub hands: usize,
    /// A player passes a win on a draw, replacement or discard. Other wins are passed an eighth as often.
    pub decline: u8,
    /// A player makes a chow or pung that brings the hand forward.
    pub claim: u8,
    /// A player makes a chow or pung that does not bring the hand forward.
    pub greed: u8,
    /// A player claims whatever it can.
    pub grab: u8,
    /// A player makes a possible kong.
    pub kong: u8,
    /// A kong that may be made with dice is made with dice.
    pub dice: u8,
    /// A player declares its initial wins or its ready hand.
    pub open: u8,
    /// A player takes the last tile.
    pub take_last: u8,
    /// A player aims for a big hand.
    pub seek: u8,
    /// A player discards the tile on which the most others can win.
    pub feed: u8,
    /// A seat is dealt most of a good hand.
    pub favour: u8,
    /// Every seat is dealt its favoured hand complete or one tile short, so that hands end in the first turns.
    pub swift: u8,
    /// In rules with wild tiles, a seat is dealt several of them.
    pub wilds: u8,
    /// In rules with wild tiles, each seat is dealt a tile of the same kind, to discard it first.
    pub alike: u8,
    /// A player leaves during a hand.
    pub leave: u8,
    /// The log records refusals.
    pub passes: u8,
    /// The log carries the client's digests and the commitment of its walls.
    pub digests: u8,
}

impl MatchConfig {
    /// Ordinary play: four sensible players.
    pub const USUAL: MatchConfig = MatchConfig {
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

    /// Many kongs, dice kongs and robbed kongs: players pass wins to wait for them.
    pub const KONGS: MatchConfig = MatchConfig {
        decline: 75,
        claim: 90,
        greed: 25,
        kong: 100,
        dice: 75,
        open: 25,
        seek: 60,
        favour: 70,
        ..MatchConfig::USUAL
    };

    /// Hands that last until the wall is exhausted.
    pub const EXHAUSTED: MatchConfig = MatchConfig {
        decline: 95,
        claim: 25,
        kong: 60,
        dice: 15,
        open: 40,
        take_last: 45,
        feed: 0,
        favour: 0,
        swift: 0,
        ..MatchConfig::USUAL
    };

    /// Big hands.
    pub const BIG: MatchConfig = MatchConfig {
        decline: 15,
        claim: 85,
        greed: 15,
        grab: 25,
        open: 25,
        seek: 100,
        favour: 80,
        wilds: 25,
        ..MatchConfig::USUAL
    };

    /// Several winners on one tile.
    pub const SHARED: MatchConfig =
        MatchConfig { decline: 5, open: 25, feed: 90, favour: 85, swift: 20, ..MatchConfig::USUAL };

    /// Hands that end with the deal or the first discard, and initial wins.
    pub const SWIFT: MatchConfig =
        MatchConfig { decline: 25, open: 70, feed: 70, favour: 60, swift: 85, ..MatchConfig::USUAL };

    /// Players who claim whatever they can, keep their fourth tiles and pass wins.
    pub const GRABBING: MatchConfig = MatchConfig {
        decline: 92,
        greed: 30,
        grab: 75,
        kong: 25,
        open: 20,
        feed: 0,
        favour: 40,
        swift: 0,
        ..MatchConfig::USUAL
    };

    /// Players who leave.
    pub const LEAVING: MatchConfig = MatchConfig { leave: 40, ..MatchConfig::USUAL };

    /// Every configuration by name.
    pub const ALL: [(&'static str, MatchConfig); 8] = [
        ("usual", MatchConfig::USUAL),
        ("kongs", MatchConfig::KONGS),
        ("exhausted", MatchConfig::EXHAUSTED),
        ("big", MatchConfig::BIG),
        ("shared", MatchConfig::SHARED),
        ("swift", MatchConfig::SWIFT),
        ("grabbing", MatchConfig::GRABBING),
        ("leaving", MatchConfig::LEAVING),
    ];
}

impl Default for MatchConfig {
    fn default() -> MatchConfig {
        MatchConfig::USUAL
    }
}
