//! Sign-in in Chromium: the content security policy and the cookies hold on the whole way to the provider and back.

use super::chromium::Browser;
use crate::cli::signed_in::Place;
use crate::engine::Engine;

/// Another site than that of the provider, which is at the address 127.0.0.1.
const NAME: &str = "caipan.localhost";

#[test]
fn person_signs_in_and_out_in_chromium() {
    crate::programs::needs!(Chromium, Provider);
    let place = Place::called(Engine::Sqlite, NAME);
    let mut browser = Browser::start(NAME, &place.listen);
    let at_login = "location.href.includes('/login/') && document.links.length > 0";
    let home = "location.host.startsWith('caipan.localhost') && document.readyState === 'complete' && \
                (document.querySelector('form.person')?.textContent ?? '').includes('王芳')";
    browser.open(&format!("{}/desk?verdict=faulty&lang=zh", place.url));
    browser.arrive(at_login);
    browser.run("setTimeout(() => [...document.links].find((link) => link.innerText === 'wang').click()); true");
    browser.arrive(home);
    assert_eq!(browser.run("location.pathname + location.search"), "/desk?verdict=faulty&lang=zh");
    assert_eq!(browser.run("document.cookie"), "", "scripts do not see the session");
    let shown = browser.run("document.querySelector('form.person').textContent");
    assert!(shown.as_str().is_some_and(|shown| shown.starts_with("已登录：王芳")), "{shown}");

    // A form of a session that has ended leads to the provider, which is another address than the policy lets forms go to.
    place.base.tamper("UPDATE keys SET expires_at = 2 WHERE person IS NOT NULL");
    browser.run("setTimeout(() => document.querySelector('form.filters.all').requestSubmit()); true");
    let again = format!("location.search.includes('platform=') && {home}");
    browser.arrive(&again);

    browser.run("setTimeout(() => document.querySelector('form.person button').click()); true");
    browser.arrive("location.pathname === '/session/end'");
    assert!(place.keys(&["list", "--tenant", "home"]).contains("\trevoked\t"));
    // The pages of the provider look for an icon and a font.
    let (mut complaints, _) = browser.told();
    complaints.retain(|told| told.contains(NAME) || told.contains("Content Security Policy"));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
