//! `deploy/` and the `Dockerfile`, checked against the program. `.ci/deploy` checks them against Kubernetes and systemd.

use super::{caipan, run, text};
use saphyr::{LoadableYamlNode, Yaml};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files below a directory of the repository.
fn files(place: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(place).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path.as_ref()).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// The names of settings in a text.
fn settings_in(text: &str) -> BTreeSet<&str> {
    let end = |rest: &str| {
        rest.find(|letter: char| !(letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_'))
            .unwrap_or(rest.len())
    };
    text.match_indices("CAIPAN_").map(|(at, _)| &text[at..at + end(&text[at..])]).collect()
}

/// The settings of one kustomization: its literals.
fn literals(path: &str) -> BTreeMap<String, String> {
    let text = read(path);
    let documents = Yaml::load_from_str(&text).expect("YAML");
    let maps = documents[0]["configMapGenerator"].as_sequence().expect("maps of settings");
    let all = maps.iter().flat_map(|map| map["literals"].as_sequence().expect("literals"));
    let pairs = all.map(|pair| pair.as_str().and_then(|pair| pair.split_once('=')).expect("NAME=VALUE"));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The manifests of one variant, file by file.
fn manifests(folder: &str) -> Vec<String> {
    let mut files = files(Path::new(folder));
    files.sort();
    files.iter().filter(|path| !path.ends_with("kustomization.yaml")).map(read).collect()
}

/// Calls a function with each container of caipan in a variant of the manifests, and returns how many there are.
fn containers(folder: &str, mut with: impl FnMut(&Yaml<'_>)) -> usize {
    let mut found = 0;
    for text in manifests(folder) {
        for document in Yaml::load_from_str(&text).expect("YAML") {
            let Some(spec) = document.as_mapping_get("spec") else { continue };
            let owner = spec.as_mapping_get("jobTemplate").map_or(spec, |job| &job["spec"]);
            let Some(pod) = owner.as_mapping_get("template") else { continue };
            for container in pod["spec"]["containers"].as_sequence().expect("containers") {
                assert_eq!(container["name"].as_str(), Some("caipan"), "../hardened confines containers of this name");
                with(container);
                found += 1;
            }
        }
    }
    found
}

/// Checks that the program accepts the settings as the service would.
fn accepted(settings: &BTreeMap<String, String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let password = folder.path().join("password");
    fs::write(&password, "secret").expect("it is ours");
    let mut command = caipan(&["serve", "--print-config"]);
    command.envs(settings);
    if settings.contains_key("CAIPAN_DATABASE_PASSWORD_FILE") {
        command.env("CAIPAN_DATABASE_PASSWORD_FILE", &password);
    }
    let printed = command.output().expect("it runs");
    assert!(printed.status.success(), "{settings:?}: {}", text(&printed.stderr));
}

/// A misspelt variable stops the service, so none may be in a file that people copy.
#[test]
fn deploy_files_name_known_settings_only() {
    let help = run(&["serve", "--help"]);
    let known = settings_in(text(&help.stdout));
    for area in ["deploy/kubernetes", "deploy/systemd"] {
        let texts: Vec<String> = files(Path::new(area)).iter().map(read).collect();
        let names: BTreeSet<&str> = texts.iter().flat_map(|text| settings_in(text)).collect();
        assert!(names.contains("CAIPAN_SIGNING_KEY") && names.len() > 4, "{area}: {names:?}");
    }
    for path in files(Path::new("deploy")) {
        for name in settings_in(&String::from_utf8_lossy(&fs::read(&path).expect("a file"))) {
            assert!(known.contains(name), "{}: {name} is no setting", path.display());
        }
    }
}

/// The service accepts the values too.
#[test]
fn deploy_files_set_valid_values() {
    let base = literals("deploy/kubernetes/base/kustomization.yaml");
    for variant in [&["single"][..], &["replicas", "example"]] {
        let mut all = base.clone();
        variant.iter().for_each(|name| all.extend(literals(&format!("deploy/kubernetes/{name}/kustomization.yaml"))));
        let known = ["CAIPAN_DATA", "CAIPAN_DATABASE"].iter().filter(|name| all.contains_key(**name)).count();
        assert_eq!(known, 1, "{variant:?} says where the data is");
        if variant.contains(&"example") {
            assert!(all.contains_key("CAIPAN_TRUSTED_PROXIES"), "the clients are behind the ingress");
        }
        accepted(&all);
    }
    let environment = read("deploy/systemd/caipan.env");
    for lines in [environment.clone(), environment.replace("\n#CAIPAN_", "\nCAIPAN_")] {
        let set = lines.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('='));
        let set: BTreeMap<_, _> = set.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        assert!(set["CAIPAN_LISTEN"].starts_with("127.0.0.1:"), "the clients are behind a proxy");
        assert!(set["CAIPAN_TRUSTED_PROXIES"].split(',').any(|proxy| proxy == "127.0.0.1"), "{set:?}");
        accepted(&set);
    }
}

/// Ports are those that the service listens on, probes ask operations that it has, and every command exists.
#[test]
fn manifests_match_program() {
    let settings = literals("deploy/kubernetes/base/kustomization.yaml");
    // Both keys are files of the same secret, which docs/deploy.md says how to make.
    let made = read("docs/deploy.md");
    for key in ["CAIPAN_SIGNING_KEY", "CAIPAN_ENCRYPTION_KEY"] {
        let name = settings[key].strip_prefix("/run/secrets/caipan/").expect("a file of the secret");
        assert!(made.contains(&format!("--from-file={name}")), "{name}");
    }
    let port = |name: &str| settings[name].rsplit_once(':').and_then(|(_, port)| port.parse::<i64>().ok());
    let (http, metrics) = (port("CAIPAN_LISTEN").expect("a port"), port("CAIPAN_METRICS").expect("a port"));
    let document = run(&["openapi"]);
    for folder in ["deploy/kubernetes/replicas", "deploy/kubernetes/single"] {
        let mut probes = 0;
        let found = containers(folder, |container| {
            let words = container["args"].as_sequence().expect("a command");
            let mut words: Vec<&str> = words.iter().map(|word| word.as_str().expect("a word")).collect();
            if words == ["serve"] {
                let ports = container["ports"].as_sequence().expect("ports");
                let ports: Vec<_> = ports
                    .iter()
                    .map(|port| {
                        (port["name"].as_str().expect("a name"), port["containerPort"].as_integer().expect("a number"))
                    })
                    .collect();
                assert_eq!(ports, [("http", http), ("metrics", metrics)]);
                for (probe, path) in
                    [("startupProbe", "/healthz"), ("livenessProbe", "/healthz"), ("readinessProbe", "/readyz")]
                {
                    assert_eq!(container[probe]["httpGet"]["path"].as_str(), Some(path));
                    assert!(text(&document.stdout).contains(&format!("\"{path}\"")), "{path}");
                    probes += 1;
                }
            }
            if words.contains(&"make") {
                // The log of a job may be kept elsewhere.
                let file = words.iter().position(|word| *word == "--secret-file").map(|at| words[at + 1]);
                let mounts = container["volumeMounts"].as_sequence().expect("mounts");
                let mut mounts = mounts.iter().filter_map(|mount| mount["mountPath"].as_str());
                assert!(mounts.any(|mount| file.is_some_and(|file| file.starts_with(mount))), "{file:?}");
            }
            words.push("--help");
            let said = run(&words);
            assert!(said.status.success(), "{words:?}: {}", text(&said.stderr));
        });
        assert!(found >= 4 && probes == 3, "{folder}: {found}, {probes}");
    }
}

/// The time to stop is above what the service takes.
#[test]
fn units_match_program() {
    let unit = read("deploy/systemd/caipan.service");
    let value = |unit: &str, key: &str| {
        let value = unit.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_else(|| panic!("{key}"));
        value.to_owned()
    };
    let stop: u64 = value(&unit, "TimeoutStopSec=").parse().expect("seconds");
    let help = run(&["serve", "--help"]);
    let (_, duck) = text(&help.stdout).split_once("CAIPAN_LAME_DUCK=]").expect("a setting");
    let (_, duck) = duck.split_once("[default: ").expect("a default");
    let duck: u64 = duck.split_once('s').and_then(|(seconds, _)| seconds.parse().ok()).expect("seconds");
    assert!(stop > duck + 10, "{stop}, {duck}");
    assert_eq!(value(&unit, "ExecStart="), "/usr/local/bin/caipan serve");
    let backup = read("deploy/systemd/caipan-backup.service");
    assert_eq!(value(&unit, "Environment=CAIPAN_DATA="), value(&backup, "Environment=CAIPAN_DATA="));
    let user = read("deploy/systemd/caipan.sysusers");
    for unit in [&unit, &backup] {
        assert!(user.contains(&format!("\nu {} ", value(unit, "User="))), "{user}");
    }
    let copied = value(&unit, "LoadCredential=");
    let (name, _) = copied.split_once(':').expect("a name");
    assert_eq!(value(&unit, "Environment=CAIPAN_SIGNING_KEY="), format!("%d/{name}"));
}

/// The image is built with the right compiler, says its version, and has the user, the port and the settings that others rely on.
#[test]
fn dockerfile_matches_project() {
    let (dockerfile, cargo) = (read("Dockerfile"), read("Cargo.toml").parse::<toml::Table>().expect("TOML"));
    let package = &cargo["workspace"]["package"];
    let lines: Vec<&str> = dockerfile.lines().collect();
    let after =
        |start: &str| lines.iter().find_map(|line| line.strip_prefix(start)).unwrap_or_else(|| panic!("{start}"));
    let rust = package["rust-version"].as_str().expect("a version");
    let (version, base) = after("FROM rust:").split_once('-').expect("a tag");
    assert!(version.starts_with(&format!("{rust}.")) && version.split('.').count() == 3, "rust:{version}-{base}");
    assert_eq!(after("ARG VERSION="), package["version"].as_str().expect("a version"));
    assert!(
        read("deploy/kubernetes/example/kustomization.yaml").contains(&format!("newTag: {}", after("ARG VERSION=")))
    );
    for (label, value) in [("source", "repository"), ("licenses", "license")] {
        let value = package[value].as_str().expect("a text");
        assert!(dockerfile.contains(&format!("org.opencontainers.image.{label}=\"{value}\"")), "{label}: {value}");
    }
    let description = cargo["package"]["description"].as_str().expect("a text");
    assert!(dockerfile.contains(&format!("image.description=\"{description}\"")), "{description}");

    let release = &cargo["profile"]["release"];
    assert_eq!(release["strip"].as_bool(), Some(true));
    assert!(release["package"].get("caipan").is_none(), "Cargo would drop `strip`");
    let members = fs::read_dir("crates").expect("a folder").map(|entry| entry.expect("an entry").file_name());
    // Pages, pictures and the command line are not hot and build for size, as the program does.
    let is_hot = |name: &String| !["auditor", "cli", "pages", "picture"].contains(&name.as_str());
    let hot = members.map(|name| name.into_string().expect("UTF-8")).filter(is_hot);
    for library in hot.map(|name| format!("caipan-{name}")) {
        assert_eq!(release["package"][&library]["opt-level"].as_integer(), Some(3), "{library} is hot");
    }

    let hardened = read("deploy/kubernetes/hardened/workload.yaml");
    let documents = Yaml::load_from_str(&hardened).expect("YAML");
    let pod = &documents[0]["spec"]["template"]["spec"];
    let [user, group] =
        ["runAsUser", "runAsGroup"].map(|id| pod["securityContext"][id].as_integer().expect("a number"));
    assert!(user > 0);
    assert_eq!(after("USER "), format!("{user}:{group}"));
    assert!(dockerfile.contains(&format!("--chown={user}:{group} /owned/ /")), "the volume belongs to the user");

    let help = run(&["serve", "--help"]);
    let set: BTreeMap<String, String> = after("ENV ")
        .split(' ')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    for name in set.keys().filter(|name| name.starts_with("CAIPAN_")) {
        assert!(settings_in(text(&help.stdout)).contains(name.as_str()), "{name}");
    }
    assert_eq!(set["CAIPAN_LISTEN"].rsplit_once(':').expect("a port").1, after("EXPOSE "));
    assert_eq!(set["CAIPAN_DATA"], after("VOLUME "));
    assert!(dockerfile.contains("CMD [\"caipan\", \"health\"]") && run(&["health", "--help"]).status.success());
}
