//! What pages load: the style sheet, the tiles and the scripts, carried in the program.
//!
//! Their address holds a digest of them all, so that a browser may keep them for ever and never has old ones.

use caipan_tiles::hash::sha256;
use std::sync::LazyLock;

/// A file that pages load.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The last part of its address.
    pub name: &'static str,
    /// What it is.
    pub media_type: &'static str,
    /// The file, as it is sent.
    pub body: String,
}

const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";
const SCRIPT: &str = "text/javascript; charset=utf-8";

static ASSETS: LazyLock<[Asset; 6]> = LazyLock::new(|| {
    [
        ("style.css", STYLE, include_str!("assets/style.css")),
        ("tiles.svg", DRAWING, include_str!("assets/tiles.svg")),
        ("board.js", SCRIPT, include_str!("assets/board.js")),
        ("draw.js", SCRIPT, include_str!("assets/draw.js")),
        ("score.js", SCRIPT, include_str!("assets/score.js")),
        ("send.js", SCRIPT, include_str!("assets/send.js")),
    ]
    .map(|(name, media_type, file)| {
        let body = if media_type == SCRIPT { without_comments(file) } else { file.to_owned() };
        Asset { name, media_type, body }
    })
});

static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let all: String = ASSETS.iter().map(|asset| asset.body.as_str()).collect();
    sha256(all.as_bytes()).trim_start_matches("sha256:").chars().take(10).collect()
});

/// A script without the lines that hold nothing but a comment: they are for whoever reads the source, and would be a tenth of
/// what a phone loads.
fn without_comments(script: &str) -> String {
    let is_comment = |line: &str| line.starts_with("//") || line.starts_with("/**") && line.ends_with("*/");
    script.lines().filter(|line| !is_comment(line.trim())).flat_map(|line| [line, "\n"]).collect()
}

/// The file of this name, and whether the digest is that of the files as they are.
pub fn asset(digest: &str, name: &str) -> Option<(&'static Asset, bool)> {
    ASSETS.iter().find(|asset| asset.name == name).map(|asset| (asset, digest == DIGEST.as_str()))
}

/// What is in a file.
pub(super) fn body(name: &str) -> &'static str {
    ASSETS.iter().find(|asset| asset.name == name).map_or("", |asset| asset.body.as_str())
}

/// The address of a file.
pub(super) fn address(name: &str) -> String {
    format!("/assets/{}/{name}", DIGEST.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stay_at_home() {
        let script = "// about\nlet a = 'http://x'; // beside\n    /** does */\n    go(); /* here */\n";
        assert_eq!(without_comments(script), "let a = 'http://x'; // beside\n    go(); /* here */\n");
        let sent = |name| asset("", name).expect("a file").0.body.lines().count();
        assert!(sent("draw.js") < include_str!("assets/draw.js").lines().count());
        assert_eq!(sent("style.css"), include_str!("assets/style.css").lines().count());
    }
}
