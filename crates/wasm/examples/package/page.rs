//! The page that audits in the browser: one HTML file with everything in it, which opens from a disk and from any host.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use caipan_pages::assets::{body, replay, without_comments};
use caipan_pages::drawings;
use caipan_tiles::hash::sha256;
use caipan_tiles::text::Lang;
use flate2::Compression;
use flate2::write::GzEncoder;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::io::Write;

/// The script of the page.
const SCRIPT: &str = include_str!("../../page/page.js");
const STYLE: &str = include_str!("../../page/page.css");

/// An example that a visitor opens with one click.
const SAMPLE: (&str, &str) = ("false-win.json", include_str!("../../../../fixtures/demo/false-win.json"));

/// Returns the page. `glue` is the JavaScript side of the module as a classic script, because a page that is opened from
/// a disk cannot import or fetch a file.
pub fn page(module: &[u8], glue: &str) -> std::io::Result<String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(module)?;
    let module = BASE64_STANDARD.encode(packed.finish()?);
    let style = format!("{}{STYLE}", body("style.css"));
    let (replay, script) = (replay(), without_comments(SCRIPT));
    let policy = policy(&style, &[glue, &replay, &script]);
    let (name, sample) = SAMPLE;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { "caipan 裁判" }
                style { (PreEscaped(&style)) }
                link rel="icon" href="data:,";
            }
            body {
                (drawings())
                header.top { strong { "caipan 裁判" } nav { button type="button" id="language" hidden {} } }
                main {
                    noscript { p.error lang="zh-CN" { "请打开 JavaScript：审核在这个网页里进行。" } p.error { "Turn JavaScript on: the check runs in this page." } }
                    div id="ask" {}
                    div id="report" {}
                }
                main id="replay" hidden {}
                div id="hands" hidden {}
                @for lang in [Lang::Zh, Lang::En] { template id={ "ask-" (lang.pick("zh", "en")) } { (ask(lang)) } }
                script type="application/json" id="sample" data-name=(name) { (PreEscaped(sample.replace('<', "\\u003c"))) }
                script type="application/octet-stream" id="module" { (module) }
                script { (PreEscaped(glue)) }
                script type="module" { (PreEscaped(replay)) }
                script type="module" { (PreEscaped(script)) }
            }
        }
    };
    Ok(page.into_string())
}

/// The page runs its own scripts and the module, and opens no connection.
fn policy(style: &str, scripts: &[&str]) -> String {
    let scripts: Vec<String> = scripts.iter().map(|script| source(script)).collect();
    let (style, scripts) = (source(style), scripts.join(" "));
    format!(
        "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval'; style-src {style}; img-src data:; connect-src 'none'; \
         base-uri 'none'; form-action 'none'"
    )
}

/// Returns the digest by which a policy allows an inline script or style.
fn source(text: &str) -> String {
    let digest = sha256(text.as_bytes());
    let hex = digest.trim_start_matches("sha256:").as_bytes();
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok()).unwrap_or_default();
    let bytes: Vec<u8> = hex.chunks(2).map(|pair| pair.iter().fold(0, |sum, &byte| sum << 4 | digit(byte))).collect();
    format!("'sha256-{}'", BASE64_STANDARD.encode(bytes))
}

/// Renders the form.
fn ask(lang: Lang) -> Markup {
    html! {
        h1 { (lang.pick("审一场牌", "Check a game")) }
        p.about { (lang.pick(
            "拖入、选择或贴上一份牌谱，马上看到报告和逐手回放。审核在这个网页里进行，牌谱不会上传。",
            "Drop, choose or paste a log to see its report and its replay. The check runs in this page, and the log is not uploaded.",
        )) }
        details.technical {
            summary { (lang.pick("怎么确认没有上传", "How to verify that nothing is uploaded")) }
            p { (lang.pick("网页的内容安全策略禁止一切连接和表单提交：", "The content security policy of the page forbids every connection and form: "))
                code { "connect-src 'none'; form-action 'none'" } }
        }
        form.paste id="paste" {
            label for="log" { (lang.pick("牌谱（可以直接修改，报告随之更新）", "The log (edit it, and the report follows)")) }
            textarea id="log" spellcheck="false" autocomplete="off" {}
            p.quiet { (lang.pick(
                "能读 paipu/1（JSON）、文字记谱、NDJSON，以及内置格式与适配器的日志。",
                "Reads paipu/1 (JSON), the text notation, NDJSON, and logs of the formats and adapters that are built in.",
            )) }
            div.tools {
                button.primary { (lang.pick("审核", "Check")) }
                button type="button" id="pick" { (lang.pick("选一个文件…", "Choose a file…")) }
                input id="file" type="file" hidden;
                button type="button" id="example" { (lang.pick("打开一个样例：诈胡", "Open an example: a false win")) }
                span.quiet id="named" {}
            }
            p.error id="refused" role="alert" hidden data-failed=(lang.pick("这个浏览器无法审核：", "This browser cannot run the check: ")) {}
            div.tools id="keep" {
                label id="matches" hidden { (lang.pick("第几场 ", "Match ")) select id="match" {} }
                button type="button" id="save-page" { (lang.pick("存成一个文件（可离线看、可打印）", "Save as a single HTML file")) }
                button type="button" id="save-json" { (lang.pick("下载报告（JSON）", "Download report (JSON)")) }
            }
        }
    }
}
