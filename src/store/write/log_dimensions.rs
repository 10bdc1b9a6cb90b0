//! What many logs have in common, written down once: how they are read, by which rules, and what came of it.
//!
//! Beside saving room it makes lists cheap: whatever they are narrowed to is a few classes, and one index has the logs of each by place.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::classes;
use crate::store::error::StoreError;
use crate::store::model::log::Fresh;
use diesel::prelude::*;
use std::collections::BTreeMap;

/// A class; see the module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Insertable)]
#[diesel(table_name = classes)]
pub(crate) struct Class {
    pub(crate) tenant: i64,
    pub(crate) platform: String,
    pub(crate) system: String,
    pub(crate) rules: String,
    pub(crate) media_type: String,
    /// Empty where the bytes are in no third-party format.
    pub(crate) import_name: String,
    pub(crate) verdict: String,
}

impl Class {
    /// That of a log that is to be stored.
    pub(crate) fn of(fresh: &Fresh) -> Class {
        Class {
            tenant: fresh.who.tenant.0,
            platform: fresh.platform.clone(),
            system: fresh.system.clone(),
            rules: fresh.rules.clone(),
            media_type: fresh.media_type.clone(),
            import_name: fresh.import_name.clone().unwrap_or_default(),
            verdict: fresh.report.verdict.clone(),
        }
    }
}

/// So many are remembered.
const MOST: usize = 10_000;

/// Numbers of classes, which never change. Those of a transaction that fails are to be forgotten with it.
#[derive(Debug, Default)]
pub(crate) struct Classes(BTreeMap<Class, i64>);

impl Classes {
    /// The number of a class, which gets one if it has none. Whoever asks holds the head of its tenant.
    pub(crate) fn number(&mut self, conn: &mut Conn, class: Class) -> Result<i64, StoreError> {
        if let Some(number) = self.0.get(&class) {
            return Ok(*number);
        }
        let same = classes::table
            .filter(classes::tenant.eq(class.tenant))
            .filter(classes::platform.eq(&class.platform))
            .filter(classes::system.eq(&class.system))
            .filter(classes::rules.eq(&class.rules))
            .filter(classes::media_type.eq(&class.media_type))
            .filter(classes::import_name.eq(&class.import_name))
            .filter(classes::verdict.eq(&class.verdict))
            .select(classes::seq);
        let found: Option<i64> = each!(&mut *conn, c => same.get_result(c).optional())?;
        let number = match found {
            Some(number) => number,
            None => each!(conn, c => diesel::insert_into(classes::table).values(&class).returning(classes::seq)
                .get_result(c))?,
        };
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(class, number);
        Ok(number)
    }

    /// The number of the class of a log under another verdict.
    pub(crate) fn under(&mut self, conn: &mut Conn, number: i64, verdict: &str) -> Result<i64, StoreError> {
        let class: Columns = each!(&mut *conn, c => classes::table.find(number).select((
            classes::tenant, classes::platform, classes::system, classes::rules, classes::media_type,
            classes::import_name,
        )).get_result(c))?;
        let (tenant, platform, system, rules, media_type, import_name) = class;
        let verdict = verdict.to_owned();
        self.number(conn, Class { tenant, platform, system, rules, media_type, import_name, verdict })
    }
}

type Columns = (i64, String, String, String, String, String);
