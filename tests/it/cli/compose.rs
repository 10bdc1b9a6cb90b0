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
    assert_eq!(database["POSTGRES_PASSWORD_FILE"].as_str(), Some("/run/secrets/password"));
    // Replicas without the same keys could neither continue each other's checkpoints nor read each other's secrets.
    for (setting, name) in [
        ("CAIPAN_DATABASE_PASSWORD_FILE", "password"),
        ("CAIPAN_SIGNING_KEY", "signing.pem"),
        ("CAIPAN_ENCRYPTION_KEY", "encryption.key"),
    ] {
        assert_eq!(one["environment"][setting].as_str(), Some(&*format!("/run/secrets/{name}")));
        let given = one["secrets"].as_sequence().expect("secrets");
        assert!(given.iter().any(|given| given.as_str() == Some(name)), "{name}");
        let kept = compose["secrets"][name]["file"].as_str().expect("a file");
        assert!(file.contains(&format!("{kept}\n")), "the first lines say how {kept} is made");
        let folder = kept.strip_suffix(name).and_then(|folder| folder.strip_suffix('/')).expect("a folder");
        assert!(file.contains(&format!("mkdir -m 700 {folder}\n")), "nobody else reads {kept}");
        for list in [".gitignore", ".dockerignore"] {
            let ignored = std::fs::read_to_string(list).expect("a list");
            assert!(ignored.lines().any(|line| line.trim_matches('/') == folder), "{list} leaves {folder} in");
        }
    }
    assert!(one["environment"].as_mapping_get("CAIPAN_OPEN").is_none(), "every request needs a key");
}

/// A container can write nowhere, gains no privileges, and cannot use up the machine.
#[test]
fn compose_services_are_confined() {
    let file = std::fs::read_to_string("compose.yaml").expect("the file");
    let documents = Yaml::load_from_str(&file).expect("YAML");
    let services = documents[0]["services"].as_mapping().expect("services");
    assert!(services.len() == 3);
    for (name, service) in services {
        let name = name.as_str().expect("a name");
        let service = service.as_mapping_get("<<").unwrap_or(service);
        for limit in ["cpus", "memory"] {
            assert!(service["deploy"]["resources"]["limits"][limit].as_str().is_some(), "{name}: {limit}");
        }
        assert!(service["pids_limit"].as_integer().is_some(), "{name}");
        assert_eq!(service["security_opt"][0].as_str(), Some("no-new-privileges:true"), "{name}");
        if name != "database" {
            assert_eq!((service["read_only"].as_bool(), service["cap_drop"][0].as_str()), (Some(true), Some("ALL")));
        }
    }
}
