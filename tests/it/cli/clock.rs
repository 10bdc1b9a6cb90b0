//! A service whose clock is behind the last entry of the journal says so, once.

use super::service::{Service, ask};
use super::{LOG, caipan};
use crate::engine::{Engine, on_both};

on_both!(warns_once_of_a_clock_behind_the_journal);

async fn warns_once_of_a_clock_behind_the_journal(engine: Engine) {
    let base = engine.base();
    let [flag, place] = base.arguments();
    let log = std::fs::read_to_string(LOG).expect("the sample");
    // Starts a service, stores two logs, kills it, and returns its standard error.
    let told = |round: usize| {
        let file = base.path().join("told");
        let mut command = caipan(&["serve", "--listen", "127.0.0.1:0", &flag, &place]);
        command.env("NO_COLOR", "1");
        let mut service = Service::run_told(command, std::fs::File::create(&file).expect("a file").into());
        for at in 0..2 {
            let body = log.replace("room-889123-2026-01-05", &format!("{round}-{at}"));
            assert_eq!(ask(&service.address, "POST /v1/logs", &body).expect("an answer").0, 201);
        }
        service.kill();
        std::fs::read_to_string(file).expect("UTF-8")
    };
    let warnings = |told: &str| told.matches("the clock is behind the last entry").count();
    assert_eq!(warnings(&told(0)), 0);
    base.tamper("UPDATE entries SET at = 4102444800000000 WHERE place = 2");
    assert_eq!(warnings(&told(1)), 1);
    assert_eq!(warnings(&told(2)), 0);
}
