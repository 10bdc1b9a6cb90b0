//! `compose.yaml`, checked against the program.

use super::{caipan, text};
use caipan::config::Server;
use saphyr::{LoadableYamlNode, Yaml};

/// The settings in the file are options of the program, and both ends of each value agree.
#[test]
fn compose_file_matches_program() {
    let file = std::fs::read_to_string("compose.yaml").expect("the file");
    let documents = Yaml::load_from_str(&file).expect("YAML");
    let [compose] = &documents[..] else { panic!("one document") };
    let services = &compose["services"];
    let (one, two) = (&services["one"], &services["two"]);
    assert_eq!(&two["<<"], one, "the second is the first, but for its port");
    let ports = [one, two].map(|replica| replica["ports"][0].as_str().expect("a port").to_owned());
    assert!(ports[0] != ports[1] && ports.iter().all(|port| port.starts_with("127.0.0.1:")), "{ports:?}");
    let help = caipan(&["serve", "--help"]).output().expect("it runs");
    let settings = one["environment"].as_mapping().expect("settings");
    assert!(!settings.is_empty());
    for name in settings.keys().map(|name| name.as_str().expect("a name")) {
        assert!(text(&help.stdout).contains(&format!("[env: {name}")), "{name}");
    }
    let url = one["environment"]["CAIPAN_DATABASE"].as_str().expect("an address");
    let server = Server::parse(url).expect("an address").to_string();
    let database = &services["database"]["environment"];
    let (user, name) = (database["POSTGRES_USER"].as_str(), database["POSTGRES_DB"].as_str());
    assert_eq!(server, format!("postgres://{}@database:5432/{}", user.expect("a user"), name.expect("a name")));
    let secret = "/run/secrets/password";
    assert_eq!(one["environment"]["CAIPAN_DATABASE_PASSWORD_FILE"].as_str(), Some(secret));
    assert_eq!(database["POSTGRES_PASSWORD_FILE"].as_str(), Some(secret));
    let kept = compose["secrets"]["password"]["file"].as_str().expect("a file");
    for list in [".gitignore", ".dockerignore"] {
        let ignored = std::fs::read_to_string(list).expect("a list");
        assert!(ignored.lines().any(|line| line.trim_start_matches('/') == kept), "{list} leaves {kept} in");
    }
}
