//! The sample games that come with the program.

use super::{Media, Source};
use bytes::Bytes;
use caipan_tiles::text::Label;

/// A sample game.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Its name in addresses.
    pub name: &'static str,
    /// The event that makes it worth reading.
    pub title: Label,
    log: &'static str,
}

impl Sample {
    /// The log as it would be received.
    pub fn source(&self) -> Source {
        Source {
            bytes: Bytes::from_static(self.log.as_bytes()),
            media: Media::Json,
            from: None,
            in_progress: false,
            set: None,
        }
    }

    /// The sample with this name.
    pub fn named(name: &str) -> Option<&'static Sample> {
        SAMPLES.iter().find(|sample| sample.name == name)
    }
}

macro_rules! samples {
    ($($name:literal $zh:literal $en:literal;)+) => {
        /// All sample games. The home page shows the first ones.
        pub const SAMPLES: &[Sample] = &[$(Sample {
            name: $name, title: Label::new($zh, $en), log: include_str!(concat!("../../fixtures/demo/", $name, ".json")),
        }),+];
    };
}

samples! {
    "wrong-payer" "放炮的没付，却算到别家头上" "the wrong player was charged";
    "false-win" "诈胡" "a false win";
    "clean" "一切正确" "no errors";
    "variant" "房规没申报对" "another house rule was used";
    "unverifiable" "记录里没有起手牌" "the dealt hands are missing";
    "beijing-burnt-dealer" "烧庄少付两家，混儿悠漏算无混" "a burnt dealer underpaid, a fan left out";
    "guiyang-chickens" "没叫牌的也收了鸡钱" "chickens paid to a player who was not ready";
}
