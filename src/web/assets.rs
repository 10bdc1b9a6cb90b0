//! The assets of the pages, embedded in the program: the style sheet, the tiles and the scripts.
//!
//! Their address contains a digest of all assets, so a browser may cache them forever and never uses old ones.

use caipan_tiles::hash::sha256;
use flate2::Compression;
use flate2::read::GzEncoder;
use std::io::Read;
use std::sync::LazyLock;

/// An asset.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The last part of its address.
    pub name: &'static str,
    /// The media type.
    pub media_type: &'static str,
    /// The content as served.
    pub body: String,
    /// The content packed with gzip once, better than a server can afford to do for each answer.
    pub gzip: Vec<u8>,
}

const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";
const SCRIPT: &str = "text/javascript; charset=utf-8";

static ASSETS: LazyLock<[Asset; 10]> = LazyLock::new(|| {
    [
        ("style.css", STYLE, include_str!("assets/style.css")),
        ("tiles.svg", DRAWING, include_str!("assets/tiles.svg")),
        ("board.js", SCRIPT, include_str!("assets/board.js")),
        ("draw.js", SCRIPT, include_str!("assets/draw.js")),
        ("gestures.js", SCRIPT, include_str!("assets/gestures.js")),
        ("replay.js", SCRIPT, include_str!("assets/replay.js")),
        ("saved.js", SCRIPT, include_str!("assets/saved.js")),
        ("score.js", SCRIPT, include_str!("assets/score.js")),
        ("send.js", SCRIPT, include_str!("assets/send.js")),
        ("time.js", SCRIPT, include_str!("assets/time.js")),
    ]
    .map(|(name, media_type, file)| {
        let body = if media_type == SCRIPT { without_comments(file) } else { file.to_owned() };
        Asset { name, media_type, gzip: packed(&body), body }
    })
});

static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let all: String = ASSETS.iter().map(|asset| asset.body.as_str()).collect();
    sha256(all.as_bytes()).trim_start_matches("sha256:").chars().take(10).collect()
});

fn packed(body: &str) -> Vec<u8> {
    let mut packed = Vec::new();
    // Reading from memory cannot fail.
    let _ = GzEncoder::new(body.as_bytes(), Compression::best()).read_to_end(&mut packed);
    packed
}

/// Removes the lines that hold only a comment, because they are a tenth of the transferred script.
fn without_comments(script: &str) -> String {
    let is_comment = |line: &str| line.starts_with("//") || line.starts_with("/**") && line.ends_with("*/");
    script.lines().filter(|line| !is_comment(line.trim())).flat_map(|line| [line, "\n"]).collect()
}

/// Returns the asset with this name, and whether `digest` is the current digest of all assets.
pub fn asset(digest: &str, name: &str) -> Option<(&'static Asset, bool)> {
    ASSETS.iter().find(|asset| asset.name == name).map(|asset| (asset, digest == DIGEST.as_str()))
}

/// Returns the content of an asset.
pub(super) fn body(name: &str) -> &'static str {
    ASSETS.iter().find(|asset| asset.name == name).map_or("", |asset| asset.body.as_str())
}

/// Returns the address of an asset.
pub(super) fn address(name: &str) -> String {
    format!("/assets/{}/{name}", DIGEST.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_comment_lines() {
        let script = "// about\nlet a = 'http://x'; // beside\n    /** does */\n    go(); /* here */\n";
        assert_eq!(without_comments(script), "let a = 'http://x'; // beside\n    go(); /* here */\n");
        let sent = |name| asset("", name).expect("a file").0.body.lines().count();
        assert!(sent("draw.js") < include_str!("assets/draw.js").lines().count());
        assert_eq!(sent("style.css"), include_str!("assets/style.css").lines().count());
    }
}
