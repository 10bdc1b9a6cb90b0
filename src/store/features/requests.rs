//! The idempotency keys of requests that make or change keys and webhooks. A key is stored in the transaction of its
//! request, so that the same request takes effect once, however often and in however many processes it arrives.
//!
//! No answer is stored: it may contain a secret. A repeated request gets the object as it is.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::requests;
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::request::Request;
use crate::store::model::tenant::Tenant;
use diesel::prelude::*;

impl Store {
    /// The id of the object that an earlier request with the same key made or changed.
    ///
    /// # Errors
    /// The key was used for another request.
    pub fn made_before(&self, tenant: Tenant, request: &Request) -> Result<Option<String>, StoreError> {
        made_before(&mut *self.reader()?, tenant, request)
    }
}

/// The id of the object that an earlier request with the same key made or changed. Inside a transaction the tenant's row
/// has to be locked, so that the answer stays true until the commit.
pub(crate) fn made_before(conn: &mut Conn, tenant: Tenant, request: &Request) -> Result<Option<String>, StoreError> {
    let found: Option<(Vec<u8>, String)> = each!(conn, c => requests::table
        .find((tenant.0, request.kind.number(), &request.key)).select((requests::digest, requests::made))
        .get_result(c).optional())?;
    match found {
        Some((digest, made)) if digest == request.digest => Ok(Some(made)),
        Some((_, made)) => Err(StoreError::RequestReused(request.kind, made)),
        None => Ok(None),
    }
}

/// Remembers a request and the id of the object that it made or changed.
pub(crate) fn remember(
    conn: &mut Conn,
    tenant: Tenant,
    request: &Request,
    made: &str,
    at: i64,
) -> Result<(), StoreError> {
    let row = (
        requests::tenant.eq(tenant.0),
        requests::kind.eq(request.kind.number()),
        requests::key.eq(&request.key),
        requests::digest.eq(&request.digest),
        requests::made.eq(made),
        requests::made_at.eq(at),
    );
    each!(conn, c => diesel::insert_into(requests::table).values(row).execute(c))?;
    Ok(())
}

/// Forgets the requests of an object that is removed: their keys are free again.
pub(crate) fn forget(conn: &mut Conn, tenant: Tenant, made: &str) -> Result<(), StoreError> {
    let of_it = requests::table.filter(requests::tenant.eq(tenant.0)).filter(requests::made.eq(made));
    each!(conn, c => diesel::delete(of_it).execute(c))?;
    Ok(())
}
