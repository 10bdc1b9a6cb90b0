//! The fallback handler: 204 with `Allow` for `OPTIONS` on a known path, 405 for another method, else 404.

use super::problem::{ApiError, ProblemType};
use actix_web::dev::ResourceDef;
use actix_web::guard::GuardContext;
use actix_web::http::{Method, header};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use caipan_tiles::bilingual;
use std::sync::Arc;
use utoipa_swagger_ui::Config;

/// The paths of pages, which are outside the OpenAPI document, with their methods.
pub(super) const PAGES: [(&str, &str); 20] = [
    ("/", "GET, HEAD"),
    ("/open", "POST"),
    ("/desk", "GET, HEAD"),
    ("/desk/dismiss", "POST"),
    ("/find", "POST"),
    ("/sample/{name}", "GET, HEAD"),
    ("/statistics", "GET, HEAD"),
    ("/adapters", "GET, HEAD, POST"),
    ("/glossary", "GET, HEAD"),
    ("/score", "GET, HEAD"),
    ("/what-if/{id}", "GET, HEAD"),
    ("/rule/{id}", "GET, HEAD, POST"),
    ("/explain", "GET, HEAD"),
    ("/sign-in", "GET, HEAD, POST"),
    ("/sign-in/return", "GET, HEAD"),
    ("/sign-out", "POST"),
    ("/assets/{digest}/{name}", "GET, HEAD"),
    ("/openapi.json", "GET, HEAD"),
    ("/docs", "GET, HEAD"),
    ("/docs/{file:.*}", "GET, HEAD"),
];

/// All paths with their methods.
pub(super) struct Paths(Vec<(ResourceDef, String)>);

impl Paths {
    /// Collects the paths of an OpenAPI document and the others.
    pub(super) fn new(document: &serde_json::Value) -> Paths {
        let described = document.get("paths").and_then(|paths| paths.as_object()).into_iter().flatten();
        let described = described.filter_map(|(path, item)| {
            let mut methods: Vec<String> = item.as_object()?.keys().map(|method| method.to_uppercase()).collect();
            if methods.iter().any(|method| method == "GET") {
                methods.push("HEAD".to_owned());
            }
            methods.push(Method::OPTIONS.to_string());
            methods.sort();
            Some((ResourceDef::new(path.as_str()), methods.join(", ")))
        });
        let pages = PAGES.iter().map(|&(path, methods)| (ResourceDef::new(path), format!("{methods}, OPTIONS")));
        Paths(described.chain(pages).collect())
    }

    fn allow(&self, path: &str) -> Option<&str> {
        self.0.iter().find(|(resource, _)| resource.is_match(path)).map(|(_, methods)| methods.as_str())
    }
}

pub(super) async fn nothing_here(request: HttpRequest, paths: Data<Paths>) -> Result<HttpResponse, ApiError> {
    let path = request.path();
    Err(match paths.allow(path) {
        Some(allow) if request.method() == Method::OPTIONS => {
            return Ok(HttpResponse::NoContent().insert_header((header::ALLOW, allow)).finish());
        }
        Some(allow) => unsupported(path, allow),
        None => unknown(path),
    })
}

/// Returns whether a documentation file does not exist, because the library answers with an empty body.
pub(super) fn is_no_documentation(context: &GuardContext<'_>) -> bool {
    let head = context.head();
    let file = head.uri.path().strip_prefix("/docs/").unwrap_or_default();
    head.method == Method::GET
        && matches!(utoipa_swagger_ui::serve(file, Arc::new(Config::from("/openapi.json"))), Ok(None))
}

pub(super) async fn no_documentation(request: HttpRequest) -> Result<String, ApiError> {
    Err(unknown(request.path()))
}

/// The problem of a method that a path does not support.
pub(super) fn unsupported(path: &str, allow: &str) -> ApiError {
    let text = bilingual!(
        "{path} 只支持 {allow}。请换用其中一种方法。",
        "{path} supports {allow} only. Use one of these methods."
    );
    ApiError { allow: Some(allow.into()), ..ApiError::new(ProblemType::MethodNotAllowed, text) }
}

/// The problem of an unknown path.
pub(super) fn unknown(path: &str) -> ApiError {
    let text = bilingual!(
        "没有 `{path}` 这个地址，可能网址不全。请核对网址，或从首页进入；程序用的地址见 `/docs/`。",
        "There is nothing at `{path}`: the address may be incomplete. Check it, or start from the home page; addresses for programs are listed under `/docs/`."
    );
    ApiError::new(ProblemType::PathUnknown, text)
}
