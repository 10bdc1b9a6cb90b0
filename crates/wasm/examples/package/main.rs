//! Writes the npm package: the module and its JavaScript side, beside the files of `npm/`; and in its folder `page` the
//! page that audits in the browser.
//!
//! `cargo run -p caipan-wasm --example package -- MODULE FOLDER` takes the module that the compiler wrote and an existing
//! folder. `.ci/npm` calls it.

mod page;

use std::error::Error;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

/// The files of the package that people write, by their path from this crate.
const FILES: [&str; 6] =
    ["npm/package.json", "npm/node.js", "npm/node.d.ts", "npm/README.md", "../../LICENSE-MIT", "../../LICENSE-APACHE"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = std::env::args().skip(1);
    let (Some(module), Some(folder)) = (given.next(), given.next()) else {
        return Err("give MODULE and FOLDER".into());
    };
    Bindgen::new()
        .input_path(&module)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .out_name("caipan")
        .generate(&folder)?;
    let folder = Path::new(&folder);
    // The same module with a classic script. Its name for the module leads nowhere, because the page has the bytes.
    let classic = folder.join("page");
    Bindgen::new().input_path(&module).no_modules(true)?.typescript(false).out_name("caipan").generate(&classic)?;
    let page = page::page(
        &std::fs::read(classic.join("caipan_bg.wasm"))?,
        &std::fs::read_to_string(classic.join("caipan.js"))?,
    )?;
    std::fs::remove_dir_all(&classic)?;
    std::fs::create_dir(&classic)?;
    std::fs::write(classic.join("index.html"), page)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    if !std::fs::read_to_string(root.join("npm/package.json"))?.contains(&version) {
        return Err(format!("npm/package.json should have {version}, the version of the workspace").into());
    }
    for file in FILES {
        let from = root.join(file);
        let name = from.file_name().ok_or("a path without a name")?;
        std::fs::copy(&from, folder.join(name))?;
    }
    Ok(())
}
