//! Settings.

use crate::store::model::tenant::Who;

/// What is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SettingKind {
    /// An adapter, by its name.
    Adapter,
    /// The house rules, of which there is one file.
    Presets,
}

impl SettingKind {
    /// How many of a kind a tenant has at most.
    pub const fn most(self) -> u32 {
        match self {
            SettingKind::Adapter => 64,
            SettingKind::Presets => 1,
        }
    }

    /// The number at rest; never given anew.
    pub(in crate::store) const fn number(self) -> i32 {
        match self {
            SettingKind::Adapter => 1,
            SettingKind::Presets => 2,
        }
    }

    pub(in crate::store) const fn of(number: i32) -> SettingKind {
        if number == SettingKind::Presets.number() { SettingKind::Presets } else { SettingKind::Adapter }
    }
}

/// One version of something set, without its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingRow {
    /// The version, as the database counts all of them; never given twice.
    pub seq: i64,
    /// What it is.
    pub kind: SettingKind,
    /// Its name.
    pub name: String,
    /// `sha256:` of the file.
    pub digest: String,
    /// When it was put first; microseconds since 1970.
    pub put_at: i64,
    /// Since when another is in its place, or none; microseconds since 1970.
    pub retired_at: Option<i64>,
}

/// Something to set, or to take away.
#[derive(Clone, Debug)]
pub struct FreshSetting {
    /// Whose it is, and who does it.
    pub who: Who,
    /// What it is.
    pub kind: SettingKind,
    /// Its name.
    pub name: String,
    /// `sha256:` of the file, and the file; none where it is to be taken away.
    pub file: Option<(String, String)>,
    /// Microseconds since 1970.
    pub at: i64,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingDone {
    /// The version.
    pub row: SettingRow,
    /// Whether there was none of this name before.
    pub created: bool,
}
