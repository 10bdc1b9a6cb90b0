//! Connections to a PostgreSQL server: the wire protocol in Rust, waited for by the thread that asks.

use crate::config::{Server, chain};
use crate::store::db::mode::Mode;
use crate::store::error::{Distrust, StoreError};
use diesel::connection::SimpleConnection;
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::{AsyncConnectionWrapper, BlockOn};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::error::Error;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres_rustls::MakeRustlsConnect;

/// A connection that looks to diesel like any other.
pub(crate) type Postgres = AsyncConnectionWrapper<AsyncPgConnection, Line>;

/// Reads and writes for all connections of the process; one thread is enough to pass bytes on.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let built = Builder::new_multi_thread().worker_threads(1).thread_name("store-postgres").enable_all().build();
    built.expect("a process that cannot have another thread cannot serve")
});

/// How a thread waits for an answer. Not with a runtime's own `block_on`, which refuses a thread that serves, and whose share of
/// time would run out there.
pub(crate) struct Line;

struct Asleep(Thread);

impl Wake for Asleep {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl BlockOn for Line {
    fn block_on<F: Future>(&self, future: F) -> F::Output {
        let _within = RUNTIME.enter();
        let waker = Waker::from(Arc::new(Asleep(std::thread::current())));
        let mut future = pin!(tokio::task::unconstrained(future));
        loop {
            match future.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(value) => return value,
                Poll::Pending => std::thread::park(),
            }
        }
    }

    fn get_runtime() -> Line {
        Line
    }
}

/// A connection for one purpose.
pub(crate) fn connect(server: &Server, mode: Mode) -> Result<Postgres, StoreError> {
    let told = |error: &dyn Error| StoreError::Unavailable(chain(error));
    let tls = tls(server).map_err(|error| told(&*error))?;
    let made = Line.block_on(async {
        let reached = server.way().connect(tls).await;
        let (client, way) = reached.map_err(|error| match distrust(&error) {
            Some((why, words)) => StoreError::Distrusted(why, words),
            None => told(&error),
        })?;
        AsyncPgConnection::try_from_client_and_connection(client, way).await.map_err(|error| told(&error))
    });
    let mut conn = Postgres::from(made?);
    conn.batch_execute(&settings(mode)).map_err(|error| told(&error))?;
    Ok(conn)
}

/// Whether the way ended at TLS, and what was said of it.
fn distrust(error: &tokio_postgres::Error) -> Option<(Distrust, String)> {
    use rustls::CertificateError::{
        Expired, ExpiredContext, NotValidForName, NotValidForNameContext, NotValidYet, NotValidYetContext,
        UnknownIssuer,
    };
    let mut cause: &(dyn Error + 'static) = error.source()?;
    if cause.to_string().contains("does not support TLS") {
        return Some((Distrust::Plain, cause.to_string()));
    }
    loop {
        // What an error of input and output holds is passed over by `source`.
        let held = cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        let tls = held.map_or_else(|| cause.downcast_ref(), |held| held.downcast_ref::<rustls::Error>());
        if let Some(tls) = tls {
            let why = match tls {
                rustls::Error::InvalidCertificate(UnknownIssuer) => Distrust::Issuer,
                rustls::Error::InvalidCertificate(NotValidForName | NotValidForNameContext { .. }) => Distrust::Name,
                rustls::Error::InvalidCertificate(
                    Expired | ExpiredContext { .. } | NotValidYet | NotValidYetContext { .. },
                ) => Distrust::Time,
                _ => Distrust::Other,
            };
            return Some((why, tls.to_string()));
        }
        cause = cause.source()?;
    }
}

/// There is an index for whatever is asked, and few rows at its end. Before the server has counted the rows, reading a whole table looks as
/// good to it, and a plan may be kept from then; so does gathering all that an index has of a tenant and sorting it.
const SEEK: &str = "SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

/// What the server is to keep to, whatever it was told in general. One replica that stands still in the middle of a transaction must
/// not hold up the others for ever, and no commit is acknowledged before it is on disk.
fn settings(mode: Mode) -> String {
    let own = match mode {
        Mode::Read => format!("{SEEK}; SET default_transaction_read_only = on; SET statement_timeout = '30s'"),
        Mode::Write => format!(
            "{SEEK}; SET lock_timeout = '2s'; SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '10s'; \
             SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        ),
        Mode::Migrate => {
            "SET lock_timeout = '30s'; SET statement_timeout = 0; SET client_min_messages = warning".to_owned()
        }
    };
    format!("SET default_transaction_isolation = 'read committed'; {own}")
}

/// Whom it trusts: those that the operator names, or those that browsers trust.
fn tls(server: &Server) -> Result<MakeRustlsConnect, Box<dyn Error>> {
    let mut roots = RootCertStore::empty();
    match server.roots() {
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(path) => {
            let told = |why: String| format!("sslrootcert {}: {why}", path.display());
            for root in CertificateDer::pem_file_iter(path).map_err(|error| told(error.to_string()))? {
                roots.add(root.map_err(|error| told(error.to_string()))?)?;
            }
            if roots.is_empty() {
                return Err(told("there is no certificate in it".to_owned()).into());
            }
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth()))
}
