//! The logs of the service's database as the input of an export.

use super::StoredLogs;
use crate::app::{App, AppError};
use crate::cli::Failure;
use crate::cli::database::unusable;
use crate::config::{Config, Database};
use crate::store::{self, StoreError, Who};
use caipan_parquet::Export;
use caipan_tiles::bilingual;

/// The number of logs fetched at a time.
const PART: u32 = 200;

/// Adds every log of a tenant, newest first, with the adapters and house rules that read it when it came.
pub(super) fn add(which: &StoredLogs, export: &mut Export) -> Result<(), Failure> {
    let config = Config { database: which.database.database()?, readers: 2, ..Config::default() };
    if let Database::Directory(folder) = &config.database
        && !store::has_database(folder)
    {
        let folder = folder.display();
        return Err(Failure(bilingual!(
            "{folder} 中没有数据库，没有可导出的牌谱。请用 --data 指明服务的数据目录，或用 --database 指明其数据库。",
            "There is no database in {folder}, so there are no logs to export. Name the data directory of the service with --data, or its \
             database with --database."
        )));
    }
    let app = App::open_current(&config).map_err(|error| unusable(&config.database, &error))?;
    let refused = |error: AppError| Failure(error.refusal().text);
    // Files are written between the parts, by a runtime of their own.
    let system = actix_web::rt::System::new();
    let name = &which.tenant;
    let tenant = system.block_on(app.tenant(name)).map_err(refused)?.ok_or_else(|| {
        Failure(bilingual!(
            "没有租户 {name}。caipan keys list 列出全部密钥及其租户。",
            "There is no tenant {name}. caipan keys list lists all keys with their tenants."
        ))
    })?;
    let who = Who::keyless(tenant);
    let mut filter = store::Filter::default();
    loop {
        let page = system.block_on(app.list(who, filter.clone(), PART)).map_err(refused)?;
        for log in &page.logs {
            match system.block_on(app.read_stored(who, &log.id)) {
                Ok((bytes, read)) => export.add(&bytes, Ok(vec![read]))?,
                // The log was erased after it was listed.
                Err(AppError::NoLog(_) | AppError::Store(StoreError::Erased(_))) => {}
                Err(error) => return Err(refused(error)),
            }
        }
        match page.next {
            Some(next) => filter.before = Some(next),
            None => return Ok(()),
        }
    }
}
