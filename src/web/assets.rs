//! The assets of the pages as they are served: packed, and with the module for browsers if it is built in.

use caipan_pages::assets::{ASSETS, DIGEST, SCRIPT, short_digest, without_comments};
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

/// The package of `crates/wasm`, with the script that calls it from the home page.
#[cfg(feature = "browser")]
mod browser {
    use caipan_pages::assets::SCRIPT;

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

/// The assets of one digest, under which their addresses are.
struct Shelf {
    digest: String,
    assets: Vec<Asset>,
}

/// The assets of the pages, and the module for browsers, which imports by relative addresses.
static SHELVES: LazyLock<[Shelf; 2]> = LazyLock::new(|| {
    let asset = |name, media_type, body: Vec<u8>| Asset { name, media_type, gzip: packed(&body), body };
    let own = ASSETS.iter().map(|own| asset(own.name, own.media_type, own.body.clone().into_bytes()));
    let module = browser::FILES.iter().map(|&(name, media_type, file)| {
        let body = match std::str::from_utf8(file) {
            Ok(script) if media_type == SCRIPT => without_comments(script).into_bytes(),
            _ => file.to_vec(),
        };
        asset(name, media_type, body)
    });
    let module: Vec<Asset> = module.collect();
    let digest = short_digest(&module.iter().flat_map(|asset| asset.body.iter().copied()).collect::<Vec<u8>>());
    [Shelf { digest: DIGEST.clone(), assets: own.collect() }, Shelf { digest, assets: module }]
});

/// Packs with gzip.
pub fn packed(body: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    // Reading from memory cannot fail.
    let _ = GzEncoder::new(body, Compression::best()).read_to_end(&mut packed);
    packed
}

/// Returns the asset with this name, and whether `digest` is its current one.
pub fn asset(digest: &str, name: &str) -> Option<(&'static Asset, bool)> {
    SHELVES.iter().find_map(|shelf| {
        shelf.assets.iter().find(|asset| asset.name == name).map(|asset| (asset, digest == shelf.digest))
    })
}

/// Returns the address of the script that audits in the page.
pub(super) fn local_script() -> String {
    format!("/assets/{}/local.js", SHELVES[1].digest)
}
