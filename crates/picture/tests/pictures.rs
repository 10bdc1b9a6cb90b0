//! Pictures of the demo logs, and the letters of all sentences.

use caipan_engine::report::report;
use caipan_log::{Limits, read};
use caipan_pages::ReportPage;
use caipan_picture::{Shape, Wanted, has_glyph, picture};
use caipan_tiles::text::Lang;
use resvg::tiny_skia::Pixmap;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the files below a folder with an extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> = entries
        .flat_map(|path| if path.is_dir() { files(&path, extension) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    all.sort();
    all
}

fn case_of(bytes: &[u8]) -> Option<ReportPage> {
    let log = read(bytes, &Limits::default()).ok()?;
    ReportPage::of(report(&log, "sha256:").ok()?, log).ok()
}

/// Every demo log has a picture in each shape and language, of the right size and with ink on it; the same input gives the
/// same bytes. Set PICTURES to a folder to look at them.
#[test]
fn demo_logs_have_pictures() {
    let mut drawn = 0;
    for file in files(&root().join("fixtures/demo"), "json") {
        let Some(case) = case_of(&std::fs::read(&file).expect("a file")) else { continue };
        let wanted = Wanted::default();
        let [one, other] = [(), ()].map(|()| picture(&case, &wanted, Lang::Zh).expect("a picture"));
        assert!(one == other, "{}", file.display());
        for (name, shape) in Shape::NAMED {
            for lang in [Lang::Zh, Lang::En] {
                let wanted = Wanted {
                    shape,
                    address: "caipan.example/v1/reports/8f4343466486486b9d16b9f9e6f4d6c2",
                    ..Wanted::default()
                };
                let png = picture(&case, &wanted, lang).expect("a picture");
                let pixels = Pixmap::decode_png(&png).expect("a PNG");
                assert_eq!((pixels.width(), pixels.height()), shape.size(), "{}", file.display());
                let dark = pixels.pixels().iter().filter(|pixel| pixel.red() < 60 && pixel.blue() < 60).count();
                assert!(dark > 2000, "{} has {dark} dark pixels", file.display());
                if let Some(folder) = std::env::var_os("PICTURES") {
                    let stem = file.file_stem().expect("a name").to_string_lossy();
                    let path = Path::new(&folder).join(format!("{stem}-{name}-{}.png", lang.pick("zh", "en")));
                    std::fs::write(path, png).expect("room");
                }
                drawn += 1;
            }
        }
    }
    assert!(drawn >= 20, "{drawn}");
}

/// A name with characters that no font has, or a very long one, neither fails nor widens the picture.
#[test]
fn strange_names_are_drawn() {
    let text = std::fs::read_to_string(root().join("fixtures/demo/wrong-payer.json")).expect("a file");
    let longest = "很长的名字".repeat(20);
    for name in ["\u{1F004}\u{20000}", "\u{202e}abc", longest.as_str(), "<&\">", " "] {
        let mut log: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        for player in log["players"].as_array_mut().expect("players") {
            player["name"] = name.into();
        }
        let case = case_of(log.to_string().as_bytes()).expect("a log");
        for (_, shape) in Shape::NAMED {
            let wanted = Wanted { shape, address: name, ..Wanted::default() };
            assert!(picture(&case, &wanted, Lang::Zh).is_ok(), "{name}");
        }
    }
}

/// The font has every character of the sources that sentences come from, but the arrow of reports on a terminal.
#[test]
fn font_has_every_character_of_the_sentences() {
    let mut seen = 0;
    for folder in ["crates/engine/src", "crates/tiles/src", "crates/log/src", "crates/pages/src"] {
        for file in files(&root().join(folder), "rs") {
            let text = std::fs::read_to_string(&file).expect("a file");
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for c in line.chars().filter(|c| !c.is_control() && *c != '↳') {
                    assert!(has_glyph(c), "{} has {c:?} ({:04x}): {line}", file.display(), u32::from(c));
                    seen += usize::from(!c.is_ascii());
                }
            }
        }
    }
    assert!(seen > 10_000, "{seen}");
}
