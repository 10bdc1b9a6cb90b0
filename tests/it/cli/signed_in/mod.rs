//! Sign-in of browsers at a real OpenID Connect provider, on both databases.

mod browser;
mod failed;
mod provider;
mod ruled;

use super::service::Service;
use super::{LOG, caipan, text};
use crate::engine::{Base, Engine, on_both};
use browser::{Answer, Browser, encoded};
use provider::{Provider, SECRET, free_port};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

on_both!(
    person_signs_in_and_out,
    person_with_two_tenants_chooses_one,
    session_ends_with_its_time,
    administrator_makes_no_key_beyond_the_session,
    oldest_session_of_a_person_ends,
);

/// The keys that encrypt tickets in the tests.
const KEYS: &str = "1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a";

/// A service with a sign-in, its provider and its database.
pub struct Place {
    /// The database.
    pub base: Base,
    service: Option<Service>,
    provider: Option<Provider>,
    /// The address of the service in the browser.
    pub url: String,
    /// The address that it listens on.
    pub listen: String,
    port: u16,
}

/// The accounts of the provider.
fn accounts() -> Value {
    json!({
        "wang": { "name": "王芳", "roles": ["referee"], "email": "wang@sso.example" },
        "li": { "name": "李雷", "roles": ["boss"] },
        "both": { "name": "两处", "roles": ["referee", "boss", "acme-reader"] },
        "guest": { "name": "客人", "roles": ["guest"] },
        "none": { "name": "无名" },
        "nameless": { "preferred_username": "anonymous", "roles": ["referee"] },
    })
}

/// The settings of the sign-in.
fn settings(provider: u16, url: &str) -> String {
    let role = |value: &str, tenant: &str, scopes: &str| {
        format!("[[role]]\nvalue = \"{value}\"\ntenant = \"{tenant}\"\nscopes = [{scopes}]\n")
    };
    format!(
        "issuer = \"http://127.0.0.1:{provider}\"\nclient_id = \"caipan\"\nclient_secret_file = \"secret\"\n\
         public_url = \"{url}\"\nsession_hours = 1\n{}{}{}",
        role("referee", "home", "\"read\", \"ingest\", \"referee\""),
        role("boss", "home", "\"read\", \"admin\""),
        role("acme-reader", "acme", "\"read\""),
    )
}

impl Place {
    /// Starts the provider and the service.
    fn new(engine: Engine) -> Place {
        Place::called(engine, "127.0.0.1")
    }

    /// Starts the provider and the service, which has this name in the browser.
    pub fn called(engine: Engine, name: &str) -> Place {
        let mut place = Place::start(engine, name);
        place.provide();
        place
    }

    /// Starts the service only.
    fn without_provider(engine: Engine) -> Place {
        Place::start(engine, "127.0.0.1")
    }

    fn start(engine: Engine, name: &str) -> Place {
        let base = engine.base();
        let (port, of_provider) = (free_port(), free_port());
        let (url, listen) = (format!("http://{name}:{port}"), format!("127.0.0.1:{port}"));
        std::fs::write(base.path().join("secret"), format!("{SECRET}\n")).expect("written");
        std::fs::write(base.path().join("sign-in.toml"), settings(of_provider, &url)).expect("written");
        let made = caipan(&["keys", "make", "--name", "first", "--tenant", "acme"]).args(base.arguments()).output();
        assert!(made.expect("it runs").status.success());
        let mut place = Place { base, service: None, provider: None, url, listen, port: of_provider };
        place.serve();
        place
    }

    /// The command that starts the service on an address.
    fn command(&self, listen: &str) -> Command {
        let file = self.base.path().join("sign-in.toml");
        let mut command = caipan(&["serve", "--lang", "en", "--access-log", "--listen", listen, "--sign-in"]);
        command.arg(file).args(self.base.arguments()).env("CAIPAN_ENCRYPTION_KEY", KEYS).env("NO_COLOR", "1");
        command
    }

    /// Starts the service, which writes its log to a file.
    fn serve(&mut self) {
        self.service = None;
        let log = std::fs::File::create(self.base.path().join("log")).expect("a file");
        self.service = Some(Service::run_told(self.command(&self.listen), log.into()));
    }

    /// Starts the provider, with new keys.
    fn provide(&mut self) {
        self.provider = None;
        self.provider = Some(Provider::start(self.port, &self.url, &accounts()));
    }

    /// The log of the service so far.
    fn log(&self) -> String {
        std::fs::read_to_string(self.base.path().join("log")).expect("its log")
    }

    /// Changes what the provider sends from now on.
    fn spoil(&self, fault: &str) {
        let url = format!("http://127.0.0.1:{}/spoil/{fault}", self.port);
        assert_eq!(Browser::default().send("POST", &url, &[], "").status, 200);
    }

    /// Opens a path of the service as a person who is asked to sign in, and signs in.
    fn sign_in(&self, browser: &mut Browser, account: &str, path: &str) -> Answer {
        let login = browser.open(&format!("{}{path}", self.url));
        assert!(login.url.contains(&format!("127.0.0.1:{}/login/", self.port)), "{}: {}", login.url, login.body);
        browser.open(&format!("{}/{account}", login.url))
    }

    /// Opens a path of the service and stays there.
    fn get(&self, browser: &mut Browser, path: &str) -> Answer {
        browser.get(&format!("{}{path}", self.url))
    }

    /// Sends JSON from a page of the service.
    fn send(&self, browser: &mut Browser, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let headers = [("Content-Type", "application/json"), ("Sec-Fetch-Site", "same-origin")];
        let answer = browser.send(method, &format!("{}{path}", self.url), &headers, &body.to_string());
        (answer.status, serde_json::from_str(&answer.body).unwrap_or(Value::Null))
    }

    /// The name and the value of the session's cookie.
    fn session(&self, browser: &Browser) -> Option<String> {
        let authority = self.url.trim_start_matches("http://").to_owned();
        browser.cookies.get(&(authority, "caipan".to_owned())).cloned()
    }

    /// The lines of `caipan keys`.
    pub fn keys(&self, arguments: &[&str]) -> String {
        let done = caipan(&[&["keys"], arguments].concat()).args(self.base.arguments()).output().expect("it runs");
        text(&done.stdout).to_owned()
    }
}

async fn person_signs_in_and_out(engine: Engine) {
    crate::programs::needs!(Provider);
    let place = Place::new(engine);
    let mut browser = Browser::default();
    // A program is told to bring a key; a browser is led to the sign-in and back.
    let refused = browser.send("GET", &format!("{}/v1/logs", place.url), &[("Accept", "application/json")], "");
    assert_eq!((refused.status, refused.location()), (401, None));
    let led = place.get(&mut browser, "/desk?verdict=faulty");
    assert_eq!((led.status, led.location()), (303, Some("/sign-in?to=%2Fdesk%3Fverdict%3Dfaulty")));
    assert!(led.headers("www-authenticate").is_empty());
    let page = place.sign_in(&mut browser, "wang", "/desk?verdict=faulty");
    assert_eq!(
        (page.status, page.url.as_str()),
        (200, &*format!("{}/desk?verdict=faulty", place.url)),
        "{}",
        page.body
    );
    assert!(page.body.contains("Signed in as 王芳"), "{}", page.body);
    let chinese = place.get(&mut browser, "/?lang=zh");
    assert!(chinese.body.contains("已登录：王芳") && chinese.body.contains("退出"), "{}", chinese.body);
    for public in ["/glossary", "/explain", "/score", "/adapters", "/statistics"] {
        assert!(place.get(&mut browser, public).body.contains("Signed in as 王芳"), "{public}");
    }
    assert!(place.get(&mut Browser::default(), "/glossary").body.contains("href=\"/sign-in?to=%2Fglossary"));

    // The session is a key with the scopes of the role, and the list names its person.
    assert_eq!(place.get(&mut browser, "/v1/keys").status, 403, "a referee is no administrator");
    let listed = place.keys(&["list", "--tenant", "home"]);
    let expected = format!("\t王芳\thttp://127.0.0.1:{}#wang\n", place.port);
    assert!(listed.contains("\tingest,read,referee\tlive\t") && listed.ends_with(&expected), "{listed}");
    assert!(place.keys(&["trail"]).ends_with("\t王芳\n"), "{}", place.keys(&["trail"]));

    // Another key counts instead of the cookie, and nothing of secrets is in the log.
    let secret = place.session(&browser).expect("a session");
    let wrong = browser.send("GET", &format!("{}/v1/logs", place.url), &[("Authorization", "Bearer caipan_x")], "");
    assert_eq!(wrong.status, 401);
    // A cookie is no place for another key.
    let ordinary = place.keys(&["make", "--name", "r"]);
    let mut other = Browser::default();
    other.cookies.insert((place.listen.clone(), "caipan".to_owned()), ordinary.trim_end().to_owned());
    assert_eq!(place.get(&mut other, "/").location(), Some("/sign-in?to=%2F"));
    let missing = Browser::default().post(&format!("{}/open", place.url), &[("log", "{}")]);
    assert!(missing.status == 401 && missing.body.contains("sign in first (/sign-in)"), "{}", missing.body);
    let unknown = place.get(&mut browser, "/nowhere");
    assert!(unknown.status == 404 && !unknown.body.contains("Sign in again"), "{}", unknown.body);
    for hidden in [&secret[24..], SECRET, "code_verifier", "id_token"] {
        assert!(!place.log().contains(hidden), "{hidden}");
    }
    assert!(place.log().contains(&secret[7..23]), "the access log names the key");

    let out = browser.post_from(&format!("{}/sign-out", place.url), &place.url, &[("lang", "zh")]);
    assert!(out.body.contains("已退出") && out.body.contains("/session/end?client_id=caipan"), "{}", out.body);
    assert_eq!(place.session(&browser), None);
    let end = browser.follow(out);
    assert!(end.url.starts_with(&format!("http://127.0.0.1:{}/session/end", place.port)), "{}", end.url);
    // The key is revoked: the cookie of a copy opens nothing either.
    let mut copy = Browser::default();
    copy.cookies.insert((place.url[7..].to_owned(), "caipan".to_owned()), secret);
    let led = place.get(&mut copy, "/");
    assert_eq!((led.status, led.location()), (303, Some("/sign-in?to=%2F")));
    assert_eq!(place.send(&mut copy, "GET", "/v1/logs", &Value::Null).1["code"], "key-invalid");
    let shown = place.get(&mut copy, "/explain");
    assert!(shown.body.contains("id=\"sign-in\"") && !shown.body.contains("王芳"), "{}", shown.body);
    assert!(place.keys(&["list", "--tenant", "home"]).contains("\trevoked\t"));
    // A name is taken from another claim if the usual one is missing.
    let page = place.sign_in(&mut Browser::default(), "nameless", "/");
    assert!(page.body.contains("Signed in as anonymous"), "{}", page.body);
}

async fn person_with_two_tenants_chooses_one(engine: Engine) {
    crate::programs::needs!(Provider);
    let place = Place::new(engine);
    let mut browser = Browser::default();
    let page = place.sign_in(&mut browser, "both", "/statistics");
    assert!(
        page.body.contains("Choose a tenant") && page.body.contains("ingest, read, referee, admin"),
        "{}",
        page.body
    );
    assert_eq!(place.session(&browser), None);
    let (ticket, url) = (page.field("ticket").to_owned(), format!("{}/sign-in", place.url));
    for (tenant, given) in [("elsewhere", &*ticket), ("acme", "x"), ("acme", "")] {
        let refused = browser.post(&url, &[("ticket", given), ("tenant", tenant)]);
        assert_eq!((refused.status, place.session(&browser)), (400, None), "{tenant}: {}", refused.body);
    }
    let foreign = browser.post_from(&url, "http://evil.example", &[("ticket", &ticket), ("tenant", "acme")]);
    assert_eq!((foreign.status, place.session(&browser)), (403, None));
    let page = browser.post(&url, &[("ticket", &ticket), ("tenant", "acme")]);
    assert_eq!((page.status, page.url.as_str()), (200, &*format!("{}/statistics", place.url)), "{}", page.body);
    let listed = place.keys(&["list", "--tenant", "acme"]);
    assert!(listed.starts_with(&place.session(&browser).expect("a session")[7..23]), "{listed}");
    assert!(listed.contains("\tacme\tread\tlive\t"), "{listed}");
}

async fn session_ends_with_its_time(engine: Engine) {
    crate::programs::needs!(Provider);
    let place = Place::new(engine);
    let mut browser = Browser::default();
    place.sign_in(&mut browser, "wang", "/");
    let listed = || place.keys(&["list", "--tenant", "home"]);
    assert!(listed().contains("\tlive\t"));
    let an_hour_ago =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_micros()
            - 3_600_000_000;
    place.base.tamper(&format!("UPDATE keys SET expires_at = {an_hour_ago} WHERE person IS NOT NULL"));
    assert!(listed().contains("\texpired\t"), "{}", listed());
    assert_eq!(place.get(&mut browser, "/").location(), Some("/sign-in?to=%2F"));
    let (status, told) = place.send(&mut browser, "POST", "/v1/score", &json!({}));
    assert_eq!((status, &told["code"]), (401, &json!("key-invalid")));
    assert!(told["detail_en"].as_str().is_some_and(|told| told.contains("Your session has ended")), "{told}");
    // A form that a person sent is not lost in a redirect.
    let page = browser.post_from(&format!("{}/open", place.url), &place.url, &[("log", "{}")]);
    assert!(page.status == 401 && page.body.contains("Sign in again"), "{}", page.body);
    assert!(!page.body.contains("王芳"));
    // A day later it is out of the list, and the trail still names the person.
    place.base.tamper("UPDATE keys SET expires_at = 2 WHERE person IS NOT NULL");
    assert_eq!(listed(), "");
    assert!(place.keys(&["trail"]).contains("王芳"));
    // The provider still knows the person: no form is filled in again.
    let page = browser.open(&format!("{}/", place.url));
    assert!(page.status == 200 && page.body.contains("Signed in as 王芳"), "{}: {}", page.url, page.body);
}

async fn administrator_makes_no_key_beyond_the_session(engine: Engine) {
    crate::programs::needs!(Provider);
    let place = Place::new(engine);
    let mut browser = Browser::default();
    place.sign_in(&mut browser, "li", "/");
    let wanted = |more: Value| {
        let mut wanted = json!({ "name": "rooms", "scopes": ["read"] });
        wanted.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        wanted
    };
    let (status, told) =
        place.send(&mut browser, "POST", "/v1/keys", &wanted(json!({ "expires_at": "2099-01-01T00:00:00Z" })));
    assert_eq!((status, &told["code"]), (422, &json!("key-unfit")), "{told}");
    let (status, told) = place.send(&mut browser, "POST", "/v1/keys", &json!({ "name": "x", "scopes": ["referee"] }));
    assert_eq!((status, &told["code"]), (422, &json!("key-unfit")), "{told}");
    let (status, made) = place.send(&mut browser, "POST", "/v1/keys", &wanted(json!({})));
    let (_, keys) = place.send(&mut browser, "GET", "/v1/keys", &Value::Null);
    let session =
        keys["keys"].as_array().expect("keys").iter().find(|key| key["person"].is_object()).expect("a session");
    assert_eq!((status, &made["key"]["expires_at"]), (201, &session["expires_at"]), "{made}");
    assert_eq!(session["person"]["name"], "李雷");
    let (_, trail) = place.send(&mut browser, "GET", "/v1/trail", &Value::Null);
    let deeds: Vec<_> = trail["trail"].as_array().expect("a trail").iter().collect();
    assert_eq!((&deeds[0]["deed"], &deeds[0]["person"]), (&json!("key-made"), &json!("李雷")), "{trail}");
    // The key that the session made ends with it.
    browser.post_from(&format!("{}/sign-out", place.url), &place.url, &[]);
    let bearer = format!("Bearer {}", made["secret"].as_str().expect("a secret"));
    let after = browser.send("GET", &format!("{}/v1/logs", place.url), &[("Authorization", &bearer)], "");
    assert_eq!(after.status, 401, "{}", after.body);
}

async fn oldest_session_of_a_person_ends(engine: Engine) {
    crate::programs::needs!(Provider);
    let place = Place::new(engine);
    let mut first = Browser::default();
    place.sign_in(&mut first, "wang", "/");
    // The provider knows the person from here on.
    let at_provider: Vec<_> =
        first.cookies.iter().filter(|((of, _), _)| of.ends_with(&place.port.to_string())).collect();
    let known: std::collections::BTreeMap<_, _> =
        at_provider.into_iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    for at in 1..20 {
        let mut other = Browser { cookies: known.clone() };
        assert_eq!(other.open(&format!("{}/", place.url)).status, 200, "{at}");
    }
    assert_eq!(place.get(&mut first, "/").status, 200, "there are 20");
    Browser { cookies: known }.open(&format!("{}/", place.url));
    assert_eq!(place.get(&mut first, "/").status, 303, "there would be 21");
    assert_eq!(place.keys(&["list", "--tenant", "home"]).matches("\tlive\t").count(), 20);
}

/// With a sign-in a service without keys may listen on every address.
#[test]
fn exposed_service_with_sign_in_needs_no_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, data) = (folder.path().join("sign-in.toml"), folder.path().join("data"));
    std::fs::write(folder.path().join("secret"), SECRET).expect("written");
    let role = "[[role]]\nvalue = \"a\"\ntenant = \"home\"\nscopes = [\"read\"]\n";
    let settings = format!(
        "issuer = \"https://sso.invalid\"\nclient_id = \"caipan\"\nclient_secret_file = \"secret\"\n\
         public_url = \"https://caipan.example\"\n{role}"
    );
    std::fs::write(&file, settings).expect("written");
    let mut command = caipan(&["serve", "--listen", "0.0.0.0:0", "--sign-in"]);
    command.arg(&file).arg("--data").arg(data);
    let service = Service::run(command);
    let address = service.address.replace("0.0.0.0", "127.0.0.1");
    let url = format!("http://{address}/v1/logs");
    assert_eq!(Browser::default().send("GET", &url, &[("Accept", "application/json")], "").status, 401);
    assert_eq!(Browser::default().send("POST", &url, &[], "{}").status, 401);
    // The host of the public address is a name of the service.
    for (host, status) in [("caipan.example", 200), ("other.example", 421)] {
        let request = format!("GET http://{host}/healthz");
        assert_eq!(super::service::ask(&address, &request, "").expect("an answer").0, status, "{host}");
    }
}

/// Faults that are found before the service starts are told with their cure.
#[test]
fn start_is_refused_with_the_cure() {
    let place = Place::without_provider(Engine::Sqlite);
    let file = place.base.path().join("sign-in.toml");
    let right = std::fs::read_to_string(&file).expect("the settings");
    let refused = |text: &str| {
        std::fs::write(&file, text).expect("written");
        let data = place.base.path().join("data");
        let mut command = caipan(&["serve", "--lang", "en", "--listen", "0.0.0.0:0", "--sign-in"]);
        let done = command.arg(&file).arg("--data").arg(data).stdout(Stdio::null()).output().expect("it runs");
        assert_eq!(done.status.code(), Some(2));
        String::from_utf8(done.stderr).expect("UTF-8")
    };
    for (from, to, told) in [
        ("\"acme\"", "\"acne\"", "sign-in.toml:16:1: there is no tenant acne. Did you mean acme?"),
        ("\"secret\"", "\"secrets\"", "sign-in.toml:3:1: client_secret_file"),
        ("session_hours", "session_hour", "Did you mean session_hours?"),
    ] {
        let said = refused(&right.replacen(from, to, 1));
        assert!(said.contains(told), "{said}");
    }
    std::fs::write(place.base.path().join("secret"), " \n").expect("written");
    let said = refused(&right);
    assert!(said.contains("has to contain one line"), "{said}");
    let mut command = caipan(&["serve", "--lang", "en", "--listen", "127.0.0.1:0", "--sign-in"]);
    let done =
        command.arg(&file).args(["--database", "postgres://caipan@nowhere.invalid/x"]).output().expect("it runs");
    assert!(text(&done.stderr).contains("--sign-in needs --encryption-key"), "{}", text(&done.stderr));
}
