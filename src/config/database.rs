//! The location of the database: a local directory or a PostgreSQL server. Its display form never contains a password.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// The location of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// An SQLite file in this directory.
    Directory(PathBuf),
    /// A database of a PostgreSQL server.
    Server(Box<Server>),
}

impl Database {
    /// Returns the directory, if it is one.
    pub fn directory(&self) -> Option<&Path> {
        match self {
            Database::Directory(path) => Some(path),
            Database::Server(_) => None,
        }
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::Directory(path) => path.display().fmt(f),
            Database::Server(server) => server.fmt(f),
        }
    }
}

/// A database of a PostgreSQL server, with its connection settings.
#[derive(Clone, PartialEq, Eq)]
pub struct Server {
    way: Config,
    roots: Option<PathBuf>,
}

/// The reason why an address is invalid. Names parts of it, never their values, which may be a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoServer(pub String);

impl Server {
    /// Parses an address as libpq does: `postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=require`. On an encrypted
    /// connection the server must prove its name, by `sslrootcert=FILE` or by the authorities that browsers trust. Thus
    /// `verify-ca` and `verify-full` equal `require`.
    ///
    /// # Errors
    /// It begins with neither `postgres://` nor `postgresql://`, has no host or user, or has an unknown or invalid
    /// part.
    pub fn parse(url: &str) -> Result<Server, NoServer> {
        let told = |why: &str| NoServer(why.to_owned());
        if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err(told("it does not begin with postgres://"));
        }
        let (place, parameters) = url.split_once('?').unwrap_or((url, ""));
        let (mut kept, mut roots) = (Vec::new(), None);
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslrootcert", path)) => roots = Some(PathBuf::from(unescaped(path))),
                Some(("sslmode", "verify-ca" | "verify-full")) => kept.push("sslmode=require"),
                _ => kept.push(parameter),
            }
        }
        let url = if kept.is_empty() { place.to_owned() } else { format!("{place}?{}", kept.join("&")) };
        let mut way: Config = url.parse().map_err(|error| NoServer(chain(&error)))?;
        if way.get_hosts().is_empty() && way.get_hostaddrs().is_empty() {
            return Err(told("it names no host"));
        }
        if way.get_user().is_none() {
            return Err(told("it names no user"));
        }
        if roots.is_some() && way.get_ssl_mode() == SslMode::Prefer {
            // A root certificate implies that encryption is required.
            way.ssl_mode(SslMode::Require);
        }
        if way.get_application_name().is_none() {
            way.application_name("caipan");
        }
        // Detect a dead server quickly; the default takes hours.
        if way.get_connect_timeout().is_none() {
            way.connect_timeout(Duration::from_secs(5));
        }
        if way.get_tcp_user_timeout().is_none() {
            way.tcp_user_timeout(Duration::from_secs(10));
            way.keepalives_idle(Duration::from_secs(10));
            way.keepalives_interval(Duration::from_secs(3));
        }
        Ok(Server { way, roots })
    }

    /// Sets the password and replaces any other.
    pub fn with_password(mut self, password: &str) -> Server {
        self.way.password(password);
        self
    }

    /// Returns the connection settings.
    pub fn way(&self) -> &Config {
        &self.way
    }

    /// A PEM file of certificate authorities for the server; if absent, those that browsers trust.
    pub fn roots(&self) -> Option<&Path> {
        self.roots.as_deref()
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let user = self.way.get_user().unwrap_or_default();
        write!(f, "postgres://{user}@")?;
        let ports = self.way.get_ports();
        for (at, host) in self.way.get_hosts().iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let port = ports.get(at).or(ports.first()).copied().unwrap_or(5432);
            match host {
                Host::Tcp(name) if name.contains(':') => write!(f, "{comma}[{name}]:{port}")?,
                Host::Tcp(name) => write!(f, "{comma}{name}:{port}")?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{comma}{}", path.display())?,
            }
        }
        write!(f, "/{}", self.way.get_dbname().unwrap_or(user))
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Formats an error with its causes.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let more = error.to_string();
        if !text.ends_with(&more) {
            text = format!("{text}: {more}");
        }
        source = error.source();
    }
    text
}

/// Decodes percent escapes: `%2F` becomes `/`.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let hex = after.get(..2).filter(|_| byte == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_address_without_password() {
        for (url, shown) in [
            ("postgres://me:geheim@db.example/caipan", "postgres://me@db.example:5432/caipan"),
            ("postgresql://me:geheim@[::1]:6000/x?sslmode=disable", "postgres://me@[::1]:6000/x"),
            ("postgres://me@%2Ftmp%2Fpg/caipan?password=geheim", "postgres://me@/tmp/pg/caipan"),
            ("postgres://me:gehe%40im@a:1,b:2/x?target_session_attrs=read-write", "postgres://me@a:1,b:2/x"),
        ] {
            let server = Server::parse(url).expect("an address");
            assert_eq!(server.to_string(), shown);
            let database = Database::Server(Box::new(server.with_password("geheim")));
            assert!(!format!("{database} {database:?}").contains("geheim"));
        }
    }

    #[test]
    fn reports_invalid_address_without_its_values() {
        for url in [
            "mysql://me:geheim@db/caipan",
            "postgres://me:geheim@db:geheim/caipan",
            "postgres://me:geheim@db/caipan?sslmode=geheim",
            "postgres://me:geheim@db/caipan?connect_timeout=geheim",
            "postgres://me:geheim@",
            "postgres:///caipan?password=geheim",
            "postgres://db/caipan",
        ] {
            let NoServer(why) = Server::parse(url).expect_err(url);
            assert!(!why.contains("geheim") && !why.is_empty(), "{url}: {why}");
        }
    }

    #[test]
    fn root_certificate_requires_encryption() {
        let parsed = |parameters: &str| Server::parse(&format!("postgres://me@db/x{parameters}")).expect("an address");
        let roots = parsed("?sslrootcert=%2Fetc%2Fca.pem");
        assert_eq!((roots.roots(), roots.way().get_ssl_mode()), (Some(Path::new("/etc/ca.pem")), SslMode::Require));
        assert_eq!(parsed("?sslmode=verify-full").way().get_ssl_mode(), SslMode::Require);
        assert_eq!(parsed("").way().get_ssl_mode(), SslMode::Prefer);
        assert_eq!(parsed("?sslmode=disable").way().get_ssl_mode(), SslMode::Disable);
    }
}
