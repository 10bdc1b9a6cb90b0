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
    pub body: Vec<u8>,
    /// The content packed with gzip once, better than a server can afford to do for each answer.
    pub gzip: Vec<u8>,
}

const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The package of `crates/wasm`, with the script that calls it from the home page.
#[cfg(feature = "browser")]
mod browser {
    use super::SCRIPT;

    macro_rules! built {
        ($file:literal) => {
            include_bytes!(concat!(
                env!(
                    "BROWSER_PACKAGE",
                    "the feature `browser` embeds the npm package: name its folder in BROWSER_PACKAGE (.ci/npm builds it)"
                ),
                $file
            ))
        };
    }

    pub(super) const FILES: [(&str, &str, &[u8]); 3] = [
        ("caipan.js", SCRIPT, built!("/caipan.js")),
        ("caipan_bg.wasm", "application/wasm", built!("/caipan_bg.wasm")),
        ("local.js", SCRIPT, include_bytes!("assets/local.js")),
    ];
}

#[cfg(not(feature = "browser"))]
mod browser {
    pub(super) const FILES: [(&str, &str, &[u8]); 0] = [];
}

/// True if pages can audit without sending a log: the feature `browser`.
pub(super) const AUDITS_IN_PAGE: bool = cfg!(feature = "browser");

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let own = [
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
    ];
    let own = own.into_iter().map(|(name, media_type, file)| (name, media_type, file.as_bytes()));
    let asset = |(name, media_type, file): (&'static str, &'static str, &[u8])| {
        let body = match std::str::from_utf8(file) {
            Ok(script) if media_type == SCRIPT => without_comments(script).into_bytes(),
            _ => file.to_vec(),
        };
        Asset { name, media_type, gzip: packed(&body), body }
    };
    own.chain(browser::FILES).map(asset).collect()
});

static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let all: Vec<u8> = ASSETS.iter().flat_map(|asset| asset.body.iter().copied()).collect();
    sha256(&all).trim_start_matches("sha256:").chars().take(10).collect()
});

fn packed(body: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    // Reading from memory cannot fail.
    let _ = GzEncoder::new(body, Compression::best()).read_to_end(&mut packed);
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

/// Returns the content of an asset that is text.
pub(super) fn body(name: &str) -> &'static str {
    ASSETS
        .iter()
        .find(|asset| asset.name == name)
        .map_or("", |asset| std::str::from_utf8(&asset.body).unwrap_or_default())
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
        let sent = |name| body(name).lines().count();
        assert!(sent("draw.js") < include_str!("assets/draw.js").lines().count());
        assert_eq!(sent("style.css"), include_str!("assets/style.css").lines().count());
    }
}
