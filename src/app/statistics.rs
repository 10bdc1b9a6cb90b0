//! Statistics of a tenant: faults per thousand hands by platform, rule system, client and code.

use super::{App, AppError};
use crate::store::{CounterRow, Who};
use caipan_engine::audit::checks;
use caipan_tiles::text::Text;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Counts over the newest reports of all stored logs.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Statistics {
    /// All logs.
    pub total: Rate,
    /// By platform.
    pub platforms: Vec<Rate>,
    /// By the declared rule system.
    pub systems: Vec<Rate>,
    /// By the client with its version.
    pub clients: Vec<Rate>,
    /// By code of the check: the number of logs and of faults.
    pub codes: Vec<Rate>,
}

/// A fault rate.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Rate {
    /// The counted name; empty for all logs and for logs without one. `(other)` stands for all names beyond the first
    /// five hundred.
    pub name: String,
    /// The title of a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// The number of logs; for a code, the logs that have it.
    pub logs: i64,
    /// The number of hands in the measured logs.
    pub hands: i64,
    /// The number of primary faults.
    pub faults: i64,
    /// Faults per ten thousand hands, rounded down.
    pub per_ten_thousand: i64,
}

/// The filter of the statistics.
#[derive(Clone, Debug, Default)]
pub struct StatisticsFilter {
    /// Only this platform.
    pub platform: Option<String>,
    /// Only this rule system.
    pub system: Option<String>,
    /// Only this client.
    pub client: Option<String>,
}

impl App {
    /// The statistics of a tenant from stored counters.
    pub async fn statistics(&self, who: Who, narrowed: StatisticsFilter) -> Result<Statistics, AppError> {
        let rows = self.query(move |store| Ok(store.counters(who.tenant)?)).await?;
        Ok(Statistics::of(rows, &narrowed))
    }
}

/// Logs, hands and faults.
#[derive(Clone, Copy, Debug, Default)]
struct Sum(i64, i64, i64);

impl Statistics {
    /// Computes the statistics from counters.
    pub fn of(rows: Vec<CounterRow>, narrowed: &StatisticsFilter) -> Statistics {
        let StatisticsFilter { platform, system, client } = narrowed;
        let fits = |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|wanted| wanted == is);
        let mut total = Sum::default();
        let mut by: [BTreeMap<String, Sum>; 4] = Default::default();
        let rows = rows
            .into_iter()
            .filter(|row| fits(platform, &row.platform) && fits(system, &row.system) && fits(client, &row.client));
        for row in rows {
            let hands = row.code.is_empty();
            let add = |sum: &mut Sum| {
                if hands {
                    *sum = Sum(sum.0 + row.logs, sum.1 + row.amount, sum.2);
                } else {
                    sum.2 += row.amount;
                }
            };
            add(&mut total);
            let [platforms, systems, clients, codes] = &mut by;
            for (sums, name) in [(platforms, row.platform), (systems, row.system), (clients, row.client)] {
                add(sums.entry(name).or_default());
            }
            if !hands {
                let sum = codes.entry(row.code).or_default();
                *sum = Sum(sum.0 + row.logs, 0, sum.2 + row.amount);
            }
        }
        let [platforms, systems, clients, codes] = by;
        let hands = total.1;
        let codes = codes.into_iter().map(|(code, Sum(logs, _, faults))| Rate {
            title: checks::find(&code).map(|check| check.title.text()),
            ..rate(code, Sum(logs, hands, faults))
        });
        Statistics {
            total: rate(String::new(), total),
            platforms: sorted(platforms.into_iter().map(|(name, sum)| rate(name, sum))),
            systems: sorted(systems.into_iter().map(|(name, sum)| rate(name, sum))),
            clients: sorted(clients.into_iter().map(|(name, sum)| rate(name, sum))),
            codes: sorted(codes.filter(|rate| rate.faults > 0)),
        }
    }
}

fn rate(name: String, Sum(logs, hands, faults): Sum) -> Rate {
    let per_ten_thousand = faults.saturating_mul(10_000).checked_div(hands).unwrap_or(0);
    Rate { name, title: None, logs, hands, faults, per_ten_thousand }
}

/// Highest rate first.
fn sorted(rates: impl Iterator<Item = Rate>) -> Vec<Rate> {
    let mut rates: Vec<Rate> = rates.collect();
    rates.sort_by(|a, b| b.per_ten_thousand.cmp(&a.per_ten_thousand).then_with(|| a.name.cmp(&b.name)));
    rates
}
