//! TLS connections to PostgreSQL: only a verified server is used, and errors name the cause.

use crate::postgres::Postgres;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PASSWORD: &str = "geheim-4711";

/// A certificate authority made for this test with OpenSSL.
struct Authority {
    folder: PathBuf,
    name: &'static str,
}

impl Authority {
    fn new(folder: &Path, name: &'static str) -> Authority {
        let authority = Authority { folder: folder.to_owned(), name };
        let file = format!("[req]\ndistinguished_name=dn\n[dn]\n[{name}]\nbasicConstraints=critical,CA:TRUE\n");
        authority.request(name, &file, &[]);
        authority
    }

    /// Issues a certificate for a host name.
    fn issue(&self, host: &'static str) {
        let file = format!(
            "[req]\ndistinguished_name=dn\n[dn]\n[{host}]\nbasicConstraints=critical,CA:FALSE\nsubjectAltName=DNS:{host}\n"
        );
        let (own, key) = (self.path("pem"), self.path("key"));
        self.request(host, &file, &["-CA", text(&own), "-CAkey", text(&key)]);
    }

    fn request(&self, name: &str, settings: &str, more: &[&str]) {
        let at = |ending: &str| self.folder.join(format!("{name}.{ending}"));
        std::fs::write(at("cnf"), settings).expect("written");
        let mut openssl = Command::new("openssl");
        openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]);
        openssl.args(["-subj", &format!("/CN={name}"), "-extensions", name, "-config", text(&at("cnf"))]);
        openssl.args(["-keyout", text(&at("key")), "-out", text(&at("pem"))]).args(more);
        let made = openssl.output().expect("openssl, which Debian's postgresql depends on");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }

    fn path(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.name))
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Runs `caipan migrate` in a language and returns its exit code and output.
fn migrate(url: &str, lang: &str) -> (Option<i32>, String) {
    let done: Output = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .args(["migrate", "--lang", lang, "--database", url])
        .output()
        .expect("it runs");
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8(said).expect("UTF-8");
    assert!(!said.contains(PASSWORD), "{said}");
    (done.status.code(), said)
}

#[test]
fn connects_only_to_verified_server() {
    crate::programs::needs!(Postgres, Openssl);
    let folder = tempfile::tempdir().expect("a folder");
    let (ours, others) = (Authority::new(folder.path(), "ours"), Authority::new(folder.path(), "others"));
    ours.issue("localhost");
    let (server, port) = Postgres::start_on_a_port();
    server.ask("postgres", &format!("CREATE ROLE app LOGIN PASSWORD '{PASSWORD}'"));
    server.ask("postgres", "CREATE DATABASE secret OWNER app");
    server.let_in("hostssl all app 127.0.0.1/32 scram-sha-256\nhost all plain 127.0.0.1/32 trust");
    server.ask("postgres", "CREATE ROLE plain LOGIN");
    server.ask("postgres", "CREATE DATABASE plain OWNER plain");
    let url = |host: &str, parameters: &str| format!("postgres://app:{PASSWORD}@{host}:{port}/secret{parameters}");
    let roots = |authority: &Authority, more: &str| format!("?sslrootcert={}{more}", text(&authority.path("pem")));

    // If TLS is required and the server has none, the connection fails and no password is sent.
    for (lang, words) in [("en", "does not speak TLS"), ("zh", "没有启用 TLS")] {
        for parameters in ["?sslmode=require", "?sslmode=verify-full", &roots(&ours, "")] {
            let (code, said) = migrate(&url("localhost", parameters), lang);
            assert!(code == Some(2) && said.contains(words) && said.contains("ssl"), "{parameters}: {said}");
        }
    }
    server.turn_on_tls(&folder.path().join("localhost.pem"), &folder.path().join("localhost.key"));

    // The right authority and the right host name.
    let (code, said) = migrate(&url("localhost", &roots(&ours, "&sslmode=verify-full")), "en");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = migrate(&url("localhost", &roots(&ours, "")), "en");
    assert_eq!(code, Some(0), "{said}");

    // Another authority; the public authorities; the default mode, which verifies too.
    for parameters in [&*roots(&others, ""), "?sslmode=require", ""] {
        for (lang, words) in [("en", "authority that is not trusted"), ("zh", "不是由受信任的机构签发")] {
            let (code, said) = migrate(&url("localhost", parameters), lang);
            assert!(code == Some(2) && said.contains(words) && said.contains("sslrootcert"), "{parameters}: {said}");
        }
    }
    // Another host name.
    for (lang, words) in [("en", "for another host name"), ("zh", "不是发给这个主机名")] {
        let (code, said) = migrate(&url("127.0.0.1", &roots(&ours, "")), lang);
        assert!(code == Some(2) && said.contains(words), "{said}");
    }
    // A file without a certificate, and a missing file.
    let key = folder.path().join("ours.key");
    for file in [&key, &folder.path().join("none.pem")] {
        let (code, said) = migrate(&url("localhost", &format!("?sslrootcert={}", text(file))), "en");
        assert!(code == Some(2) && said.contains(text(file)), "{said}");
    }
    // A wrong password fails at the right server and is not printed.
    let wrong = url("localhost", &roots(&ours, "")).replace(PASSWORD, "other");
    let (code, said) = migrate(&wrong, "en");
    assert!(code == Some(2) && said.contains("password"), "{said}");
    // `sslmode=disable` turns TLS off.
    let plain = |mode: &str| migrate(&format!("postgres://plain@127.0.0.1:{port}/plain?sslmode={mode}"), "en");
    assert_eq!(plain("disable").0, Some(0), "as it was asked for");

    // Every connection of the pool is encrypted.
    let address = url("localhost", &roots(&ours, ""));
    let parsed = caipan::config::Server::parse(&address).expect("an address");
    let database = caipan::config::Database::Server(Box::new(parsed));
    let store = caipan::store::Store::open(&database, 2, super::PATIENCE, caipan::app::report_tags).expect("a store");
    let open = "SELECT bool_and(ssl), count(*) > 1 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                WHERE application_name = 'caipan' AND usename = 'app'";
    assert_eq!(server.ask("postgres", open), "t|t");
    drop(store);
}
