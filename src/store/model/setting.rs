//! Adapters and house rules of a tenant, without their files.

use crate::store::model::tenant::Who;

/// The kind of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SettingKind {
    /// An adapter, identified by name.
    Adapter,
    /// The house rules, a single file.
    Presets,
}

impl SettingKind {
    /// Settings of this kind that a tenant can have.
    pub const fn most(self) -> u32 {
        match self {
            SettingKind::Adapter => 64,
            SettingKind::Presets => 1,
        }
    }

    /// The stored number; never reused.
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

/// A version of a setting, without its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingRow {
    /// The version number, unique among all tenants; never reused.
    pub seq: i64,
    /// The kind.
    pub kind: SettingKind,
    /// The name.
    pub name: String,
    /// `sha256:` of the file.
    pub digest: String,
    /// The time it was first stored; microseconds since 1970.
    pub put_at: i64,
    /// The time it was replaced or removed; microseconds since 1970.
    pub retired_at: Option<i64>,
}

/// A request to store or remove a setting.
#[derive(Clone, Debug)]
pub struct FreshSetting {
    /// The tenant and the key that request it.
    pub who: Who,
    /// The kind.
    pub kind: SettingKind,
    /// The name.
    pub name: String,
    /// The digest (`sha256:`) and the file; absent to remove the setting.
    pub file: Option<(String, String)>,
    /// Microseconds since 1970.
    pub at: i64,
}

/// The result of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingDone {
    /// The version.
    pub row: SettingRow,
    /// True if the name was new.
    pub created: bool,
}
