//! `install.sh` with releases in a folder: `.ci/archives` packs them as the release workflow does.

use crate::ROOT;
use crate::programs::needs;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The output of `uname` on each system for which programs are built, and the target of its program.
const SYSTEMS: [(&str, &str, &str); 4] = [
    ("Linux", "x86_64", "x86_64-unknown-linux-musl"),
    ("Linux", "aarch64", "aarch64-unknown-linux-musl"),
    ("Darwin", "x86_64", "x86_64-apple-darwin"),
    ("Darwin", "arm64", "aarch64-apple-darwin"),
];

/// The target that `install.sh` leaves out: it is installed by hand or by `cargo binstall`.
const WINDOWS: &str = "x86_64-pc-windows-msvc";

/// A release in a folder, and an empty place to install it.
struct Release {
    folder: TempDir,
}

impl Release {
    /// Packs a program for each system; it answers every call with the name of its target.
    fn new() -> Release {
        let release = Release { folder: tempfile::tempdir().expect("a folder") };
        for (_, _, target) in SYSTEMS {
            write_program(&release.path(&format!("programs/{target}/caipan")), &format!("echo caipan for {target}"));
        }
        release.pack();
        fs::create_dir(release.path("temp")).expect("a folder");
        release
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Packs the programs, and lists the checksums.
    fn pack(&self) {
        let mut packed = Command::new(Path::new(ROOT).join(".ci/archives"));
        packed.arg(self.path("programs")).arg(self.path("release")).env("SOURCE_DATE_EPOCH", "1");
        let packed = packed.output().expect("it runs");
        assert!(packed.status.success(), "{}", text(&packed.stderr));
    }

    /// Installs on a system, into `place to install`.
    fn install(&self, system: &str, machine: &str) -> Output {
        let uname = format!("case \"$1\" in -s) echo {system} ;; -m) echo {machine} ;; *) exit 1 ;; esac");
        write_program(&self.path("stubs/uname"), &uname);
        let path = std::env::var("PATH").expect("a search path");
        let mut script = Command::new("sh");
        script.arg(Path::new(ROOT).join("install.sh"));
        script.env("PATH", format!("{}:{path}", self.path("stubs").display()));
        script.env("CAIPAN_FROM", format!("file://{}", self.path("release").display()));
        script.env("PREFIX", self.path("place to install")).env("TMPDIR", self.path("temp"));
        script.output().expect("it runs")
    }

    fn program(&self) -> PathBuf {
        self.path("place to install/bin/caipan")
    }

    /// Installs on the first system, and checks that it is refused with both sentences and leaves nothing behind.
    fn refuses(&self, (system, machine): (&str, &str), words: [&str; 2]) {
        let refused = self.install(system, machine);
        let said = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(1), "{said}");
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
        assert!(is_empty(&self.path("temp")), "a temporary file is left");
    }
}

fn write_program(path: &Path, line: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, format!("#!/bin/sh\n{line}\n")).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a program");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).expect("a folder").next().is_none()
}

#[test]
fn installs_archive_of_each_system() {
    needs!(Curl);
    let release = Release::new();
    for (system, machine, target) in SYSTEMS {
        let installed = release.install(system, machine);
        assert!(installed.status.success(), "{}", text(&installed.stderr));
        assert!(text(&installed.stdout).contains("export PATH="), "{}", text(&installed.stdout));
        let run = Command::new(release.program()).output().expect("it runs");
        assert_eq!(text(&run.stdout), format!("caipan for {target}\n"));
        let beside = fs::read_dir(release.path("place to install/bin")).expect("a folder").count();
        assert!(beside == 1 && is_empty(&release.path("temp")), "more than the program is left");
    }
}

/// The same programs give the same archives.
#[test]
fn archives_are_reproducible() {
    let release = Release::new();
    let sums = fs::read(release.path("release/SHA256SUMS")).expect("a list");
    fs::remove_dir_all(release.path("release")).expect("removed");
    release.pack();
    assert_eq!(fs::read(release.path("release/SHA256SUMS")).expect("a list"), sums);
}

#[test]
fn refuses_wrong_checksum_before_it_writes() {
    needs!(Curl);
    let release = Release::new();
    let archive = release.path("release/caipan-x86_64-unknown-linux-musl.tar.gz");
    // An archive that unpacks well, of another program.
    fs::copy(release.path("release/caipan-x86_64-apple-darwin.tar.gz"), &archive).expect("copied");
    release
        .refuses(("Linux", "x86_64"), ["校验和不对", "checksum of caipan-x86_64-unknown-linux-musl.tar.gz is wrong"]);
    assert!(!release.path("place to install").exists(), "a folder was made");
}

#[test]
fn refuses_archive_without_checksum() {
    needs!(Curl);
    let release = Release::new();
    let list = release.path("release/SHA256SUMS");
    let other =
        fs::read_to_string(&list).expect("a list").replace("  caipan-x86_64-unknown-linux-musl", "  old-caipan");
    fs::write(&list, other).expect("written");
    release.refuses(("Linux", "x86_64"), ["没有安装", "does not list caipan-x86_64-unknown-linux-musl.tar.gz"]);
    fs::remove_file(release.path("release/caipan-aarch64-apple-darwin.tar.gz")).expect("removed");
    release.refuses(("Darwin", "arm64"), ["下载不了", "Cannot download file://"]);
    assert!(!release.path("place to install").exists(), "a folder was made");
}

#[test]
fn refuses_unknown_system() {
    needs!(Curl);
    let release = Release::new();
    for (system, machine) in [("Linux", "riscv64"), ("FreeBSD", "x86_64"), ("MINGW64_NT-10.0", "x86_64")] {
        let words = [format!("没有为 {system} {machine}"), format!("No program is built for {system} {machine}")];
        release.refuses((system, machine), words.each_ref().map(String::as_str));
    }
    assert!(!release.path("place to install").exists(), "a folder was made");
}

/// A program that does not run replaces none.
#[test]
fn keeps_old_program_if_new_one_fails() {
    needs!(Curl);
    let release = Release::new();
    assert!(release.install("Linux", "x86_64").status.success());
    let old = fs::read(release.program()).expect("a program");
    write_program(&release.path("programs/x86_64-unknown-linux-musl/caipan"), "exit 3");
    release.pack();
    release.refuses(("Linux", "x86_64"), ["运行不了", "does not run"]);
    assert_eq!(fs::read(release.program()).expect("a program"), old);
    let beside = fs::read_dir(release.path("place to install/bin")).expect("a folder").count();
    assert_eq!(beside, 1, "a new file is left");
}

/// `cargo binstall` finds each archive by the template in `Cargo.toml`, and the program in it. The release workflow builds
/// these targets and the one for Windows.
#[test]
fn binstall_and_workflow_name_the_archives() {
    let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let template = |name: &str| binstall[name].as_str().expect("a template");
    assert_eq!(template("pkg-fmt"), "tgz");
    assert_eq!(binstall["overrides"][WINDOWS]["pkg-fmt"].as_str(), Some("zip"));
    let (folder, archive) = template("pkg-url").rsplit_once('/').expect("an address");
    assert_eq!(folder, "{ repo }/releases/download/v{ version }");
    let filled = |text: &str, target: &str| {
        let text = text.replace("{ target }", target).replace("{ archive-suffix }", ".tar.gz");
        text.replace("{ bin }", "caipan").replace("{ binary-ext }", "")
    };
    let release = Release::new();
    for (_, _, target) in SYSTEMS {
        let archive = File::open(release.path("release").join(filled(archive, target))).expect("an archive");
        let list = Command::new("tar").arg("-tz").stdin(archive).output().expect("it runs");
        let program = filled(template("bin-dir"), target);
        assert!(text(&list.stdout).lines().any(|path| path == program), "{program}: {}", text(&list.stdout));
    }
    let workflow = fs::read_to_string(Path::new(ROOT).join(".github/workflows/release.yml")).expect("a workflow");
    for target in SYSTEMS.map(|(_, _, target)| target).into_iter().chain([WINDOWS]) {
        assert!(workflow.contains(&format!("target: {target},")), "the workflow does not build {target}");
    }
}
