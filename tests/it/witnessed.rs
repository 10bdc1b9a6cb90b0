//! Tests of witnessed checkpoints: three witnesses cosign, and a second history of the same tree gets no quorum.

use crate::engine::{Base, Engine, on_both};
use crate::evidence::{put, signer};
use crate::witness::Witness;
use caipan::app::{App, AppError, WitnessRefusal, Witnessing};
use caipan::config::{Config, Database};
use caipan::evidence::{Beside, Checkpoint, Proof, PublicKey, Signer, Trust, TrustedKey, VerifierKey, checked_by};
use caipan::store::{SigningKeys, Store, Tenant, ToProve, Who};
use caipan::text::Lang;
use caipan::webhook_client::WebhookClient;
use std::sync::Arc;
use std::time::Duration;

on_both!(three_witnesses_cosign_a_growing_tree, replicas_show_one_checkpoint, signing_keys_are_noted);

const HOME: Who = Who::keyless(Tenant::HOME);
/// Longer than the longest pause between two tries, in microseconds.
const ROUND: i64 = 2 * 3_600_000_000;

/// A service with the application that shows checkpoints.
struct Service {
    app: Arc<App>,
    witnessing: Witnessing,
    store: Store,
}

fn witnesses() -> [Witness; 3] {
    [1, 2, 3].map(|at| Witness::start(&format!("witness.example/w{at}"), 100 + at))
}

fn service(database: &Database, witnesses: &[Witness]) -> Service {
    let named = witnesses.iter().map(|witness| caipan::config::Witness {
        label: witness.name.rsplit('/').next().expect("a name").to_owned(),
        url: witness.url(),
        key: witness.key().parse().expect("a verifier key"),
    });
    let config = Config {
        database: database.clone(),
        witnesses: named.collect(),
        witness_every: Duration::from_mins(1),
        witness_private: true,
        ..Config::default()
    };
    let store = Store::open(database, 2, Duration::from_secs(30), caipan::app::report_tags).expect("a store");
    let app = Arc::new(App::open(&config).expect("a store").signed_by(Some(signer())));
    let client = Arc::new(WebhookClient::new(true, None).expect("a client"));
    Service { witnessing: Witnessing::new(Arc::clone(&app), client), app, store }
}

impl Service {
    async fn round(&self, number: i64) -> Vec<WitnessRefusal> {
        self.witnessing.round(number * ROUND).await.expect("a round")
    }

    async fn origin(&self) -> String {
        self.app.witnesses(HOME).await.expect("a view").origin.expect("there are records")
    }

    async fn witnessed(&self, wanted: ToProve, quorum: usize) -> Result<Proof, AppError> {
        self.app.prove_witnessed(HOME, wanted, quorum).await
    }
}

/// Makes the service known to the witnesses.
async fn introduce(service: &Service, witnesses: &[Witness]) -> String {
    let origin = service.origin().await;
    witnesses.iter().for_each(|witness| witness.know(&origin, &[*signer().public().bytes()]));
    origin
}

fn trust(origin: &str, witnesses: &[Witness], quorum: usize) -> Trust {
    let key = TrustedKey { key: signer().public(), until: None, origin: Some(origin.to_owned()) };
    let witnesses = witnesses.iter().map(|witness| witness.key().parse().expect("a verifier key")).collect();
    Trust { keys: vec![key], witnesses, quorum }
}

fn holds(proof: &Proof, trust: &Trust, beside: Beside<'_>) -> bool {
    let said = checked_by(proof, trust, beside);
    said.len() > 1 && said.iter().all(|statement| statement.holds)
}

fn log(at: u32) -> Option<String> {
    Some(format!("{at}-x"))
}

async fn three_witnesses_cosign_a_growing_tree(engine: Engine) {
    let base = engine.base();
    let witnesses = witnesses();
    let service = service(&base.database(), &witnesses);
    assert_eq!(service.round(1).await, [], "an empty tree is not shown");
    put(&service.store, 0, 300).await;
    // A witness that does not know the log says so, and the operator is told what to do.
    let refused = service.round(2).await;
    assert_eq!(refused.iter().map(|one| one.why.as_str()).collect::<Vec<_>>(), ["http-404"; 3]);
    assert!(matches!(service.witnessed(ToProve::default(), 1).await, Err(AppError::NotCosigned(1))));
    let origin = introduce(&service, &witnesses).await;
    assert!(refused.iter().all(|one| one.origin == origin && one.text().en.contains(&origin)), "{refused:?}");
    assert!(
        service.witnessing.round(2 * ROUND + 1).await.expect("a round").is_empty(),
        "nobody is asked again at once"
    );
    assert_eq!(witnesses[0].requests().len(), 1);
    assert_eq!(service.round(3).await, []);
    assert_eq!(witnesses.each_ref().map(|witness| witness.size(&origin)), [300; 3]);
    let early = service.witnessed(ToProve::default(), 3).await.expect("a proof");
    // One is away; the others go on.
    witnesses[2].set_down(true);
    put(&service.store, 300, 513).await;
    let refused = service.round(4).await;
    assert_eq!(
        refused.iter().map(|one| (one.witness.as_str(), one.why.as_str())).collect::<Vec<_>>(),
        [("w3", "http-503")]
    );
    let wanted = |log| ToProve { log, since: Some(300), ..ToProve::default() };
    let proof = service.witnessed(wanted(log(512)), 2).await.expect("a proof");
    let beside = Beside { report: Some(b"{}"), since: Some(&early.checkpoint), ..Beside::default() };
    assert!(holds(&proof, &trust(&origin, &witnesses, 2), beside));
    // With all three, only the earlier checkpoint can be served.
    let said = checked_by(&proof, &trust(&origin, &witnesses, 3), beside);
    let missing: Vec<_> = said.iter().filter(|statement| !statement.holds).collect();
    assert!(
        missing.len() == 1 && missing[0].text.en.contains("missing: witness.example/w3 (has not signed)"),
        "{said:#?}"
    );
    assert!(matches!(service.witnessed(wanted(log(512)), 3).await, Err(AppError::NotYetCosigned(300))));
    assert!(matches!(service.witnessed(wanted(log(600)), 3).await, Err(AppError::NoLog(_))));
    let since = |since| ToProve { since: Some(since), ..ToProve::default() };
    assert!(matches!(service.witnessed(since(301), 3).await, Err(AppError::NotYetCosigned(300))));
    assert!(matches!(service.witnessed(since(514), 3).await, Err(AppError::NeverSoLarge(513))));
    assert!(holds(
        &service.witnessed(ToProve::default(), 3).await.expect("a proof"),
        &trust(&origin, &witnesses, 3),
        Beside::default()
    ));
    // It comes back, is asked again for the same checkpoint, and catches up.
    witnesses[2].set_down(false);
    assert_eq!(service.round(5).await, []);
    assert!(holds(
        &service.witnessed(wanted(log(512)), 3).await.expect("a proof"),
        &trust(&origin, &witnesses, 3),
        beside
    ));
    let requests = witnesses[0].requests().len();
    assert_eq!(service.round(6).await, []);
    assert_eq!(witnesses[0].requests().len(), requests, "what was cosigned is not shown again");
    // No witness learns the name of the tenant.
    assert!(witnesses.iter().flat_map(Witness::requests).all(|body| !body.contains("home")));
    let view = service.app.witnesses(HOME).await.expect("a view");
    assert_eq!(view.keys, [VerifierKey::log(&origin, signer().public())]);
    assert!(
        view.witnesses.iter().all(|state| state.size == 513 && state.refused.is_none() && state.cosigned_at.is_some())
    );
    // A witness whose state is lost names its size, and is served from there.
    base.tamper("DELETE FROM witnesses;");
    put(&service.store, 513, 514).await;
    assert_eq!(service.round(7).await, []);
    assert_eq!(witnesses.each_ref().map(|witness| witness.size(&origin)), [514; 3]);
    // A cosignature of a changed tree is not served as one.
    base.tamper(&format!(
        "UPDATE entries SET leaf = {} WHERE place = 6; DELETE FROM nodes;",
        base.bytes(&"9".repeat(64))
    ));
    drop(service);
    let service = self::service(&base.database(), &witnesses);
    assert!(service.witnessed(ToProve { place: Some(1), ..ToProve::default() }, 1).await.is_err());
}

async fn replicas_show_one_checkpoint(engine: Engine) {
    let base = engine.base();
    let witnesses = witnesses();
    let [one, other] = [(); 2].map(|()| service(&base.database(), &witnesses));
    put(&one.store, 0, 5).await;
    let origin = introduce(&one, &witnesses).await;
    assert_eq!(one.round(1).await, []);
    put(&one.store, 5, 9).await;
    // Within the interval no other replica shows a second checkpoint.
    assert!(other.witnessing.round(ROUND + 59_000_000).await.expect("a round").is_empty());
    assert_eq!(witnesses[0].size(&origin), 5);
    assert!(other.witnessing.round(ROUND + 60_000_000).await.expect("a round").is_empty());
    assert_eq!(witnesses[0].size(&origin), 9);
}

/// Copies the data directory of a stopped service.
fn fork(base: &Base, into: &std::path::Path) -> Database {
    let Database::Directory(data) = base.database() else { panic!("a directory") };
    std::fs::create_dir(into).expect("made");
    for file in std::fs::read_dir(data).expect("a directory").map(|file| file.expect("a file")) {
        std::fs::copy(file.path(), into.join(file.file_name())).expect("copied");
    }
    Database::Directory(into.to_owned())
}

/// The operator copies the database, the copy gets other logs, and both are shown to the witnesses.
#[actix_web::test]
async fn second_history_gets_no_quorum() {
    let base = Engine::Sqlite.base();
    let witnesses = witnesses();
    let original = service(&base.database(), &witnesses);
    put(&original.store, 0, 42).await;
    let origin = introduce(&original, &witnesses).await;
    assert_eq!(original.round(1).await, []);
    drop(original);
    let copies = ["smaller", "equal", "larger"].map(|name| fork(&base, &base.path().join(name)));
    let original = service(&base.database(), &witnesses);
    put(&original.store, 42, 50).await;
    assert_eq!(original.round(2).await, []);
    let trust = trust(&origin, &witnesses, 2);
    let real = original.witnessed(ToProve { log: log(49), ..ToProve::default() }, 2).await.expect("a proof");
    assert!(holds(&real, &trust, Beside::default()));
    for (copy, size) in copies.into_iter().zip([45, 50, 55]) {
        let copy = service(&copy, &witnesses);
        put(&copy.store, 1000, 1000 + size - 42).await;
        assert_eq!(copy.origin().await, origin, "it is the same tree");
        let refused = copy.round(3).await;
        assert_eq!(refused.iter().map(|one| one.witness.as_str()).collect::<Vec<_>>(), ["w1", "w2", "w3"], "{size}");
        for one in refused {
            assert!(one.is_conflict() && one.held == Some(50) && one.size == u64::from(size), "{one:?}");
            let said = one.text();
            for word in ["home", &origin, &one.witness, &size.to_string(), "50"] {
                assert!(said.get(Lang::En).contains(word) && said.get(Lang::Zh).contains(word), "{word}: {said:?}");
            }
        }
        let view = copy.app.witnesses(HOME).await.expect("a view");
        assert!(view.witnesses.iter().all(|state| state.refused.as_ref().is_some_and(|(why, _)| why == "conflict")));
        // It can serve only what both histories have in common.
        let forged = ToProve { log: log(1000), ..ToProve::default() };
        assert!(matches!(copy.witnessed(forged.clone(), 1).await, Err(AppError::NotYetCosigned(42))));
        // A checkpoint that it signs itself is refused, also with cosignatures of the other history attached.
        let own =
            copy.store.prove(Tenant::HOME, &ToProve { witnessed: Some(u64::from(size)), ..forged }).expect("a query");
        let own = own.expect("a proof");
        let note = own.checkpoint.signed(&signer());
        let borrowed: String =
            real.checkpoint.split_inclusive('\n').filter(|line| line.starts_with("\u{2014} witness")).collect();
        for note in [note.clone(), note + &borrowed] {
            let proof = Proof::of(note, own.entry.clone(), None);
            let said = checked_by(&proof, &trust, Beside::default());
            assert!(said[0].holds && !said[1].holds, "{size}: {said:#?}");
            assert!(said[1].text.en.contains("of 3 it has 0"), "{said:#?}");
        }
    }
    assert_eq!(witnesses.each_ref().map(|witness| witness.size(&origin)), [50; 3]);
}

/// Of all answers of a witness, nothing is taken for a cosignature that does not verify, and no number of requests is
/// provoked.
#[actix_web::test]
async fn hostile_answers_give_no_cosignature() {
    let base = Engine::Sqlite.base();
    let witnesses = [Witness::start("witness.example/w1", 1)];
    let service = service(&base.database(), &witnesses);
    put(&service.store, 0, 20).await;
    let origin = introduce(&service, &witnesses).await;
    let size = "text/x.tlog.size";
    let garbage = format!("\u{2014} witness.example/w1 {}\n", "A".repeat(100));
    let answers: [(u16, &'static str, String, &str); 10] = [
        (200, "text/plain", String::new(), "cosignature-invalid"),
        (200, "text/plain", garbage, "cosignature-invalid"),
        (200, "text/plain", "\u{0}".repeat(10_000), "cosignature-invalid"),
        (200, "text/plain", "x".repeat(20_000), "answer-invalid"),
        (409, size, "7\n".to_owned(), "answer-invalid"),
        (409, size, "-7\n".to_owned(), "http-409"),
        (409, "text/html", "7\n".to_owned(), "http-409"),
        (409, size, "21\n".to_owned(), "conflict"),
        (422, "text/plain", String::new(), "http-422"),
        (301, "text/plain", String::new(), "http-301"),
    ];
    for (round, (status, kind, body, expected)) in (1..).zip(answers) {
        let before = witnesses[0].requests().len();
        witnesses[0].answer_always(Some((status, kind, body)));
        let refused = service.round(round).await;
        assert_eq!(refused.iter().map(|one| one.why.as_str()).collect::<Vec<_>>(), [expected], "{round}");
        assert!(witnesses[0].requests().len() - before <= 3, "{round}");
        assert!(matches!(service.witnessed(ToProve::default(), 1).await, Err(AppError::NotCosigned(1))));
    }
    // The key in the settings is not that of the witness.
    witnesses[0].answer_always(None);
    let mut named = Witness::start("witness.example/w1", 2);
    named.port = witnesses[0].port;
    let wrong = self::service(&base.database(), &[named]);
    assert_eq!(wrong.round(20).await.iter().map(|one| one.why.as_str()).collect::<Vec<_>>(), ["cosignature-invalid"]);
    assert_eq!(witnesses[0].size(&origin), 20);
    assert_eq!(service.round(40).await, []);
    assert!(holds(
        &service.witnessed(ToProve::default(), 1).await.expect("a proof"),
        &trust(&origin, &witnesses, 1),
        Beside::default()
    ));
}

/// Each history reaches some witnesses first. Of three witnesses only one history can have two.
#[actix_web::test]
async fn only_one_history_has_a_majority() {
    let base = Engine::Sqlite.base();
    let witnesses = witnesses();
    let original = service(&base.database(), &witnesses);
    put(&original.store, 0, 10).await;
    let origin = introduce(&original, &witnesses).await;
    drop(original);
    let copy = fork(&base, &base.path().join("copy"));
    let (original, copy) = (service(&base.database(), &witnesses), service(&copy, &witnesses));
    put(&original.store, 10, 20).await;
    put(&copy.store, 1000, 1010).await;
    witnesses[2].set_down(true);
    assert_eq!(original.round(1).await.len(), 1);
    witnesses[2].set_down(false);
    let refused = copy.round(1).await;
    assert_eq!(
        refused.iter().map(|one| (one.witness.as_str(), one.is_conflict())).collect::<Vec<_>>(),
        [("w1", true), ("w2", true)]
    );
    let refused = original.round(2).await;
    assert_eq!(refused.iter().map(|one| (one.witness.as_str(), one.is_conflict())).collect::<Vec<_>>(), [("w3", true)]);
    let trust = trust(&origin, &witnesses, 2);
    assert!(holds(&original.witnessed(ToProve::default(), 2).await.expect("a proof"), &trust, Beside::default()));
    assert!(matches!(copy.witnessed(ToProve::default(), 2).await, Err(AppError::NotCosigned(2))));
    let alone = copy.witnessed(ToProve::default(), 1).await.expect("a proof");
    assert!(!holds(&alone, &trust, Beside::default()), "one witness is no quorum");
    // One key under two names is one witness.
    let twice = Trust { witnesses: [&trust.witnesses[2], &trust.witnesses[2]].map(Clone::clone).to_vec(), ..trust };
    assert!(!holds(&alone, &twice, Beside::default()));
}

/// A checkpoint that a retired key signed alone is trusted up to the end of the key.
#[test]
fn retired_key_is_trusted_until_its_end() {
    let old = Signer::from_pem(Signer::pem_of(&[1; 32]).as_bytes()).expect("a key");
    let checkpoint = Checkpoint { origin: "caipan/home".to_owned(), size: 3, root: [9; 32], at: Some(1_000_000) };
    let said = |until, note: String, origin: Option<&str>| {
        let key =
            |signer: &Signer, until| TrustedKey { key: signer.public(), until, origin: origin.map(str::to_owned) };
        let trust = Trust { keys: vec![key(&old, until), key(&signer(), None)], ..Trust::default() };
        let said = checked_by(&Proof::of(note, None, None), &trust, Beside::default());
        (said[0].holds, said[0].text.en.to_string())
    };
    let alone = checkpoint.signed(&old);
    let (holds, text) = said(Some(1_000_000), alone.clone(), None);
    assert!(holds && text.contains("retired key") && text.contains("valid until 1970-01-01T00:00:01+00:00"), "{text}");
    let (holds, text) = said(Some(999_999), alone.clone(), None);
    assert!(!holds && text.contains("was valid until 1970"), "{text}");
    let both = checkpoint.signed_by([&old, &signer()]);
    let (holds, text) = said(Some(999_999), both.clone(), None);
    assert!(holds && text.contains(&signer().public().fingerprint()), "the key in use is preferred: {text}");
    let (holds, text) = said(None, both, Some("caipan/log/1"));
    assert!(!holds && text.contains("is of caipan/home, and the key was given for caipan/log/1"), "{text}");
}

/// The first use and the retirement of each key are noted once, and a retired key can come back.
async fn signing_keys_are_noted(engine: Engine) {
    let base = engine.base();
    drop(Store::open(&base.database(), 1, Duration::from_secs(30), caipan::app::report_tags).expect("a store"));
    let [a, b, c] =
        [1, 2, 3].map(|seed| Signer::from_pem(Signer::pem_of(&[seed; 32]).as_bytes()).expect("a key").public());
    let note = |used: &[PublicKey], retired: &[PublicKey], now| {
        let keys = SigningKeys { used: used.to_vec(), retired: retired.to_vec() };
        let rows = caipan::store::note_signing_keys(&base.database(), &keys, now).expect("noted");
        rows.into_iter().map(|row| (row.key, row.from, row.until)).collect::<Vec<_>>()
    };
    assert_eq!(note(&[], &[], 1), []);
    assert_eq!(note(&[a], &[], 2), [(a, Some(2), None)]);
    assert_eq!(note(&[a], &[], 3), [(a, Some(2), None)]);
    assert_eq!(note(&[b, a], &[], 4), [(a, Some(2), None), (b, Some(4), None)]);
    // A key from before times were noted has no first use.
    let expected = [(c, None, Some(5)), (a, Some(2), Some(5)), (b, Some(4), None)];
    assert_eq!(note(&[b], &[a, c], 5), expected);
    assert_eq!(note(&[b], &[a, c], 6), expected);
    assert_eq!(note(&[a], &[b], 7), [(c, None, Some(5)), (a, Some(2), None), (b, Some(4), Some(7))]);
}
