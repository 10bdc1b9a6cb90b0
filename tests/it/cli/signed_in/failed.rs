//! Sign-ins that fail: forged, replayed and expired ones, tokens that cannot be trusted, a provider that is down.

use super::{Browser, Engine, KEYS, Place, Service, encoded, free_port, on_both};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use caipan::app::EncryptionKeys;
use serde_json::Value;

on_both!(provider_is_down_at_start_and_later, flow_and_choice_lead_to_one_session);

/// The name of the cookie of a flow.
const FLOW: &str = "caipan-sign-in";

impl Place {
    /// Goes to the provider and chooses an account, but does not come back. Returns the address to come back to.
    fn go(&self, browser: &mut Browser, account: &str) -> String {
        let login = browser.open(&format!("{}/sign-in", self.url));
        self.back(browser, &format!("{}/{account}", login.url))
    }

    /// Follows an address of the provider, and returns the address to come back to.
    fn back(&self, browser: &mut Browser, url: &str) -> String {
        let mut answer = browser.get(url);
        for _ in 0..9 {
            let next = answer.location().unwrap_or_else(|| panic!("{}", answer.body)).to_owned();
            if next.starts_with(&self.url) {
                return next;
            }
            answer = browser.get(&next);
        }
        panic!("the provider does not come back: {}", answer.url);
    }

    fn flow(&self) -> (String, String) {
        (self.url.trim_start_matches("http://").to_owned(), FLOW.to_owned())
    }
}

#[test]
fn forged_replayed_and_expired_flows_are_refused() {
    crate::programs::needs!(Provider);
    let place = Place::new(Engine::Sqlite);
    let mut browser = Browser::default();
    let back = place.go(&mut browser, "wang");
    let begun = browser.clone();
    let (_, query) = back.split_once('?').expect("a query");
    let state = query.split('&').find_map(|pair| pair.strip_prefix("state=")).expect("a state");

    // Somebody else's browser, another state, none, and another issuer.
    let refused = |browser: &mut Browser, url: &str, told: &str| {
        let answer = browser.get(url);
        assert!(answer.body.contains(told) && place.session(browser).is_none(), "{url}: {}", answer.body);
        answer.status
    };
    assert_eq!(refused(&mut Browser::default(), &back, "no longer valid"), 400);
    let mut other = Browser::default();
    place.go(&mut other, "li");
    assert_eq!(refused(&mut other, &back, "no longer valid"), 400);
    assert_eq!(refused(&mut begun.clone(), &back.replace(state, "forged"), "no longer valid"), 400);
    let bare = format!("{}/sign-in/return", place.url);
    assert_eq!(refused(&mut begun.clone(), &bare, "no longer valid"), 400);
    let mixed = back.replace("iss=http", "iss=https");
    assert_ne!(mixed, back);
    assert_eq!(refused(&mut begun.clone(), &mixed, "names another issuer"), 403);

    // A ticket that was changed, and one that is too old.
    let key = place.flow();
    let ticket = begun.cookies[&key].clone();
    let with = |ticket: String| {
        let mut browser = begun.clone();
        browser.cookies.insert(key.clone(), ticket);
        browser
    };
    let mut changed = ticket.clone().into_bytes();
    changed[40] = if changed[40] == b'A' { b'B' } else { b'A' };
    let changed = String::from_utf8(changed).expect("ASCII");
    assert_eq!(refused(&mut with(changed), &back, "no longer valid"), 400);
    let keys = EncryptionKeys::parse(KEYS).unwrap_or_else(|text| panic!("{}", text.en));
    let content = keys.decrypt("sign-in flow", &URL_SAFE_NO_PAD.decode(&ticket).expect("base64")).expect("ours");
    let mut flow: Value = serde_json::from_slice(&content).expect("JSON");
    assert!(!ticket.contains(flow["secrets"]["verifier"].as_str().expect("a verifier")));
    let old = |flow: &Value, place: &str| {
        URL_SAFE_NO_PAD.encode(keys.encrypt(place, flow.to_string().as_bytes()).expect("encrypted"))
    };
    assert_eq!(refused(&mut with(old(&flow, "sign-in choice")), &back, "no longer valid"), 400);
    flow["until"] = 1.into();
    assert_eq!(refused(&mut with(old(&flow, "sign-in flow")), &back, "no longer valid"), 400);

    // It is used once: afterwards the ticket is gone, and the code of a copy is worth nothing.
    let page = browser.open(&back);
    assert!(page.status == 200 && page.body.contains("王芳"), "{}", page.body);
    let mut again = Browser { cookies: browser.cookies.clone() };
    again.cookies.retain(|(_, name), _| name != "caipan");
    assert_eq!(refused(&mut again, &back, "no longer valid"), 400);
    assert_eq!(refused(&mut begun.clone(), &back, "invalid_grant"), 403);
}

/// Each fault in a token of the provider refuses the sign-in, with a page that says this.
fn refuse(place: &Place, faults: &[(&str, &str)]) {
    for (fault, told) in faults {
        place.spoil(fault);
        let mut browser = Browser::default();
        let back = place.go(&mut browser, "wang");
        let answer = browser.get(&back);
        assert_eq!((answer.status, place.session(&browser)), (403, None), "{fault}: {}", answer.body);
        assert!(answer.body.contains(told) && answer.body.contains("failed its checks"), "{fault}: {}", answer.body);
        assert!(answer.body.contains("href=\"/sign-in?lang=en\""), "{}", answer.body);
    }
}

#[test]
fn tokens_that_fail_a_check_are_refused() {
    crate::programs::needs!(Provider);
    let place = Place::new(Engine::Sqlite);
    let faults = [
        ("nonce", "nonce"),
        ("no-nonce", "nonce"),
        ("audience", "audience"),
        ("audiences", "audience"),
        ("issuer", "issuer"),
        ("expired", "Expired"),
        ("subject", "cannot be read"),
        ("key", "Signature verification failed"),
        ("kid", "Signature verification failed"),
        ("none", "Signature verification failed"),
        ("shared", "Signature verification failed"),
        ("claims", "Signature verification failed"),
        ("no-token", "no ID token"),
    ];
    refuse(&place, &faults);
    place.spoil("huge");
    let mut browser = Browser::default();
    let back = place.go(&mut browser, "wang");
    let answer = browser.get(&back);
    assert!(answer.status == 502 && answer.body.contains("answer-invalid"), "{}", answer.body);
    place.spoil("");
    assert!(place.sign_in(&mut Browser::default(), "wang", "/").body.contains("王芳"));
    assert!(place.keys(&["list", "--tenant", "home"]).lines().count() == 1);
}

#[test]
fn tokens_with_other_claims_are_refused() {
    crate::programs::needs!(Provider);
    let place = Place::new(Engine::Sqlite);
    let faults = [
        ("audiences-azp", "audience"),
        ("azp", "authorized party"),
        ("not-yet", "not valid yet"),
        ("future", "future"),
        ("no-iat", "iat"),
        ("no-exp", "exp"),
    ];
    refuse(&place, &faults);
}

#[test]
fn tokens_with_other_headers_or_keys_are_refused() {
    crate::programs::needs!(Provider);
    let place = Place::new(Engine::Sqlite);
    let faults = [
        ("critical", "critical"),
        ("access", "its type"),
        ("nested", "its type"),
        ("public", "Signature verification failed"),
        ("small", "Signature verification failed"),
        ("use", "Signature verification failed"),
        ("other-alg", "Signature verification failed"),
        ("other-curve", "Signature verification failed"),
        ("no-kid", "several keys"),
    ];
    refuse(&place, &faults);
}

/// The signatures are made by OpenSSL.
#[test]
fn tokens_of_each_algorithm_are_accepted() {
    crate::programs::needs!(Provider);
    let place = Place::new(Engine::Sqlite);
    for algorithm in ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"] {
        place.spoil(algorithm);
        let page = place.sign_in(&mut Browser::default(), "wang", "/");
        assert!(page.status == 200 && page.body.contains("王芳"), "{algorithm}: {}", page.body);
    }
}

/// A ticket is no use a second time, not even with a fresh code of the same flow, or for another tenant.
async fn flow_and_choice_lead_to_one_session(engine: Engine) {
    crate::programs::needs!(Provider);
    let place = Place::new(engine);
    let mut browser = Browser::default();
    let going = place.get(&mut browser, "/sign-in").refresh().expect("the page leads to the provider");
    let login = browser.open(&going);
    let first = place.back(&mut browser, &format!("{}/wang", login.url));
    let mut copy = browser.clone();
    let page = browser.open(&first);
    assert!(page.body.contains("Signed in as 王芳"), "{}", page.body);
    let second = place.back(&mut copy, &going);
    assert_ne!(first, second);
    let again = copy.get(&second);
    assert!(again.status == 400 && again.body.contains("no longer valid"), "{}: {}", again.status, again.body);
    assert_eq!(place.session(&copy), None);

    let mut browser = Browser::default();
    let page = place.sign_in(&mut browser, "both", "/");
    let (ticket, url) = (page.field("ticket").to_owned(), format!("{}/sign-in", place.url));
    let mut copy = browser.clone();
    assert!(browser.post(&url, &[("ticket", &ticket), ("tenant", "acme")]).body.contains("Signed in as 两处"));
    for tenant in ["acme", "home"] {
        let again = copy.post(&url, &[("ticket", &ticket), ("tenant", tenant)]);
        assert!(again.status == 400 && again.body.contains("no longer valid"), "{}: {}", again.status, again.body);
        assert_eq!(place.session(&copy), None, "{tenant}");
    }
    let sessions = |tenant: &str| place.keys(&["list", "--tenant", tenant]).matches('#').count();
    assert_eq!((sessions("home"), sessions("acme")), (1, 1));
}

/// An address that tries often waits, like one with wrong keys.
#[test]
fn address_that_tries_often_waits() {
    let place = Place::without_provider(Engine::Sqlite);
    let try_once = || {
        let began = std::time::Instant::now();
        let answer = place.get(&mut Browser::default(), "/sign-in/return?code=x&state=y");
        assert_eq!(answer.status, 400, "{}", answer.body);
        began.elapsed().as_millis()
    };
    let tries: Vec<u128> = (0..16).map(|_| try_once()).collect();
    assert!(tries[12..].iter().all(|millis| *millis >= 100), "{tries:?}");
}

/// Replicas over one database serve one flow: what begins at one can end at another.
#[test]
fn flow_that_begins_at_one_replica_ends_at_another() {
    crate::programs::needs!(Postgres, Provider);
    let place = Place::new(Engine::Postgres);
    let other = format!("127.0.0.1:{}", free_port());
    let _replica = Service::run(place.command(&other));
    let mut browser = Browser::default();
    let back = place.go(&mut browser, "wang");
    let cookies = browser.cookies.iter().filter(|((of, _), _)| *of == place.listen);
    let cookies = cookies.map(|((_, name), value)| ((other.clone(), name.clone()), value.clone())).collect();
    let mut at_other = Browser { cookies };
    let page = at_other.open(&back.replace(&place.listen, &other));
    assert!(page.status == 200 && page.body.contains("Signed in as 王芳"), "{}: {}", page.url, page.body);
    // The session counts at both.
    let secret = at_other.cookies[&(other, "caipan".to_owned())].clone();
    browser.cookies.insert((place.listen.clone(), "caipan".to_owned()), secret);
    assert_eq!(place.get(&mut browser, "/").status, 200);
}

#[test]
fn person_without_a_role_learns_what_to_ask_for() {
    crate::programs::needs!(Provider);
    let place = Place::new(Engine::Sqlite);
    for (account, told) in
        [("guest", "客人 signed in but has no role"), ("none", "the identity token has no claim roles")]
    {
        let mut browser = Browser::default();
        let page = place.sign_in(&mut browser, account, "/");
        assert_eq!((page.status, place.session(&browser)), (403, None), "{}", page.body);
        assert!(page.body.contains(told) && page.body.contains("Ask the operator"), "{}", page.body);
        assert!(account != "guest" || page.body.contains("the claim roles has only guest"), "{}", page.body);
    }
    let mut browser = Browser::default();
    let page = place.sign_in(&mut browser, "cancel", "/");
    assert!(page.status == 403 && page.body.contains("you cancelled"), "{}", page.body);
    assert_eq!(place.keys(&["list", "--tenant", "home"]), "");
}

#[test]
fn sign_in_leads_to_this_service_only() {
    crate::programs::needs!(Provider);
    let place = Place::new(Engine::Sqlite);
    for to in ["//evil.example/", "/\\evil.example/", "https://evil.example/", "/\t/evil.example", "evil", "/sign-out"]
    {
        let mut browser = Browser::default();
        let login = browser.open(&format!("{}/sign-in?to={}", place.url, encoded(to)));
        let page = browser.open(&format!("{}/wang", login.url));
        assert_eq!(page.url, format!("{}/", place.url), "{to}");
    }
    let mut browser = Browser::default();
    let login = browser.open(&format!("{}/sign-in?to=%2Fstatistics%3Flang%3Dzh", place.url));
    assert_eq!(browser.open(&format!("{}/wang", login.url)).url, format!("{}/statistics?lang=zh", place.url));
}

async fn provider_is_down_at_start_and_later(engine: Engine) {
    crate::programs::needs!(Provider);
    let mut place = Place::without_provider(engine);
    let mut browser = Browser::default();
    let page = browser.open(&format!("{}/", place.url));
    assert!(page.status == 502 && page.body.contains("unreachable"), "{}: {}", page.status, page.body);
    let chinese = browser.open(&format!("{}/sign-in?lang=zh", place.url));
    assert!(chinese.body.contains("登录服务不可用") && chinese.body.contains("请稍后再试"), "{}", chinese.body);
    place.provide();
    // A failure is remembered for two seconds.
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while place.get(&mut browser, "/sign-in").status == 502 {
        assert!(std::time::Instant::now() < until, "the provider is there again");
        std::thread::yield_now();
    }
    assert!(place.sign_in(&mut browser, "wang", "/").body.contains("王芳"));
    // Sessions go on without the provider, and so does signing out.
    place.provider = None;
    assert_eq!(place.get(&mut browser, "/").status, 200);
    let mut other = Browser::default();
    let page = other.post_from(&format!("{}/sign-out", place.url), &place.url, &[]);
    assert_eq!(page.status, 200);
    // With new keys the provider is asked for them once more.
    place.provide();
    assert!(place.sign_in(&mut Browser::default(), "li", "/").body.contains("李雷"));
    browser.post_from(&format!("{}/sign-out", place.url), &place.url, &[]);
    assert_eq!(place.get(&mut browser, "/").status, 303);
}
