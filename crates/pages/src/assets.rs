//! The style sheet, the tiles and the scripts of the pages, embedded in the program.
//!
//! Their address contains a digest of all of them, so a browser may cache them forever and never uses old ones.

use caipan_tiles::hash::sha256;
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
}

const STYLE: &str = "text/css; charset=utf-8";
/// The style sheet in the order of its parts: what all pages share, then each kind of page, then paper.
const STYLES: &str = concat!(
    include_str!("assets/style/base.css"),
    include_str!("assets/style/report.css"),
    include_str!("assets/style/desk.css"),
    include_str!("assets/style/board.css"),
    include_str!("assets/style/score.css"),
    include_str!("assets/style/handbook.css"),
    include_str!("assets/style/print.css"),
);
const DRAWING: &str = "image/svg+xml";
/// The media type of scripts.
pub const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The modules of the replay in the order of their imports.
const REPLAY: [&str; 4] = ["draw.js", "gestures.js", "replay.js", "saved.js"];

/// All assets.
pub static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let own = [
        ("style.css", STYLE, STYLES),
        ("tiles.svg", DRAWING, include_str!("assets/tiles.svg")),
        ("board.js", SCRIPT, include_str!("assets/board.js")),
        ("draw.js", SCRIPT, include_str!("assets/draw.js")),
        ("gestures.js", SCRIPT, include_str!("assets/gestures.js")),
        ("replay.js", SCRIPT, include_str!("assets/replay.js")),
        ("saved.js", SCRIPT, include_str!("assets/saved.js")),
        ("score.js", SCRIPT, include_str!("assets/score.js")),
        ("send.js", SCRIPT, include_str!("assets/send.js")),
        ("time.js", SCRIPT, include_str!("assets/time.js")),
    ];
    let asset = |(name, media_type, file): (&'static str, &'static str, &str)| {
        let body = if media_type == DRAWING { file.to_owned() } else { without_comments(file) };
        Asset { name, media_type, body }
    };
    own.into_iter().map(asset).collect()
});

/// The digest of all assets.
pub static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let all: Vec<u8> = ASSETS.iter().flat_map(|asset| asset.body.bytes()).collect();
    short_digest(&all)
});

/// Returns a digest as an address has it.
pub fn short_digest(bytes: &[u8]) -> String {
    sha256(bytes).trim_start_matches("sha256:").chars().take(10).collect()
}

/// Removes the lines of a script or a style sheet that hold only a comment: a tenth of what is transferred.
pub fn without_comments(script: &str) -> String {
    let is_comment = |line: &str| line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/");
    script.lines().filter(|line| !is_comment(line.trim())).flat_map(|line| [line, "\n"]).collect()
}

/// Returns the content of an asset.
pub fn body(name: &str) -> &'static str {
    ASSETS.iter().find(|asset| asset.name == name).map_or("", |asset| asset.body.as_str())
}

/// Returns the address of an asset.
pub fn address(name: &str) -> String {
    format!("/assets/{}/{name}", DIGEST.as_str())
}

/// Returns the replay of a saved report as one script.
pub fn replay() -> String {
    REPLAY.iter().map(|name| bundled(body(name))).collect()
}

/// Returns a module without its imports and exports, for a place behind the modules that it imports.
fn bundled(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_comment_lines() {
        let script = "// about\nlet a = 'http://x'; // beside\n    /** does */\n    go(); /* here */\n";
        assert_eq!(without_comments(script), "let a = 'http://x'; // beside\n    go(); /* here */\n");
        let sent = |name| body(name).lines().count();
        assert!(sent("draw.js") < include_str!("assets/draw.js").lines().count());
        assert!(sent("style.css") < STYLES.lines().count() && !body("style.css").contains("/*"));
    }
}
