//! Connections to a PostgreSQL server with a wire protocol in Rust. Each call blocks its thread until the answer
//! arrives.

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

/// A blocking connection for diesel.
pub(crate) type Postgres = AsyncConnectionWrapper<AsyncPgConnection, ThreadBlocker>;

/// The I/O runtime of all connections; one thread is enough.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let built = Builder::new_multi_thread().worker_threads(1).thread_name("store-postgres").enable_all().build();
    built.expect("a process that cannot have another thread cannot serve")
});

/// Blocks the calling thread on a future. The runtime's own `block_on` panics on a thread of another runtime and is
/// subject to its task budget.
pub(crate) struct ThreadBlocker;

struct ThreadWaker(Thread);

impl Wake for ThreadWaker {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl BlockOn for ThreadBlocker {
    fn block_on<F: Future>(&self, future: F) -> F::Output {
        let _within = RUNTIME.enter();
        let waker = Waker::from(Arc::new(ThreadWaker(std::thread::current())));
        let mut future = pin!(tokio::task::unconstrained(future));
        loop {
            match future.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(value) => return value,
                Poll::Pending => std::thread::park(),
            }
        }
    }

    fn get_runtime() -> ThreadBlocker {
        ThreadBlocker
    }
}

/// Opens a connection for one purpose.
pub(crate) fn connect(server: &Server, mode: Mode) -> Result<Postgres, StoreError> {
    let told = |error: &dyn Error| StoreError::Unavailable(chain(error));
    let tls = tls(server).map_err(|error| told(&*error))?;
    let made = ThreadBlocker.block_on(async {
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

/// The TLS failure behind an error, if there is one, with its message.
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
        // `source` skips the error inside an I/O error.
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

/// Every query has an index that leads to few rows. Before the server has statistics it may prefer a full scan or a
/// bitmap scan with a sort, and may cache that plan, so both are disabled.
const SEEK: &str = "SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

/// Session settings that override the server's defaults. A replica that hangs inside a transaction must not block the
/// others forever, and no commit may be acknowledged before it is on disk.
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

/// The TLS configuration: trusts the operator's certificates, or else the roots that browsers trust.
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
