//! What pages load: the style sheet, the tiles and the scripts, carried in the program.
//!
//! Their address holds a digest of them all, so that a browser may keep them for ever and never has old ones.

use crate::table::sha256;
use std::sync::LazyLock;

/// A file that pages load.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The last part of its address.
    pub name: &'static str,
    /// What it is.
    pub media_type: &'static str,
    /// The file.
    pub body: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// All of them.
pub const ASSETS: [Asset; 6] = [
    Asset { name: "style.css", media_type: "text/css; charset=utf-8", body: include_str!("assets/style.css") },
    Asset { name: "tiles.svg", media_type: "image/svg+xml", body: include_str!("assets/tiles.svg") },
    Asset { name: "board.js", media_type: SCRIPT, body: include_str!("assets/board.js") },
    Asset { name: "draw.js", media_type: SCRIPT, body: include_str!("assets/draw.js") },
    Asset { name: "score.js", media_type: SCRIPT, body: include_str!("assets/score.js") },
    Asset { name: "send.js", media_type: SCRIPT, body: include_str!("assets/send.js") },
];

static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let all: String = ASSETS.iter().map(|asset| asset.body).collect();
    sha256(all.as_bytes()).trim_start_matches("sha256:").chars().take(10).collect()
});

/// The file of this name, and whether the digest is that of the files as they are.
pub fn asset(digest: &str, name: &str) -> Option<(Asset, bool)> {
    ASSETS.iter().find(|asset| asset.name == name).map(|asset| (*asset, digest == DIGEST.as_str()))
}

/// What is in a file.
pub(super) fn body(name: &str) -> &'static str {
    ASSETS.iter().find(|asset| asset.name == name).map_or("", |asset| asset.body)
}

/// The address of a file.
pub(super) fn address(name: &str) -> String {
    format!("/assets/{}/{name}", DIGEST.as_str())
}
