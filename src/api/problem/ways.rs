//! The next steps that the page of a problem offers.

use super::ProblemType;
use crate::api::session;
use crate::web::Visitor;
use actix_web::HttpRequest;
use actix_web::http::{Method, header};
use caipan_tiles::text::Label;

/// Returns the next steps after a problem, the likeliest first: an address without its language, and a label.
pub(super) fn of(kind: ProblemType, request: &HttpRequest) -> Vec<(String, Label)> {
    let mut ways = Vec::new();
    if kind.is_of_sign_in() && session::visitor(request) == Visitor::SignedOut {
        ways.push(("/sign-in".to_owned(), Label::new("重新登录", "Sign in again")));
    }
    match kind {
        ProblemType::Busy
        | ProblemType::TooFast
        | ProblemType::StoreUnavailable
        | ProblemType::Stopping
        | ProblemType::ProviderUnavailable
            if request.method() == Method::GET =>
        {
            let here = without_lang(&request.uri().to_string());
            ways.push((here, Label::new("再试一次", "Try again")));
        }
        ProblemType::StepNotFound => {
            let report = request.match_info().get("id").map(|id| format!("/v1/reports/{id}"));
            ways.extend(report.map(|report| (report, Label::new("看这份报告", "See the report"))));
        }
        ProblemType::LogNotFound | ProblemType::LogErased => {
            ways.push(("/desk".to_owned(), Label::new("去案桌找", "Look on the desk")));
        }
        ProblemType::RequestInvalid if request.path() == "/desk" => {
            ways.push(("/desk".to_owned(), Label::new("看全部", "Show all cases")));
        }
        ProblemType::RulesNotFound | ProblemType::CheckNotFound => {
            ways.push(("/explain".to_owned(), Label::new("去规则页找", "Look among the rules")));
        }
        ProblemType::AdapterNotFound | ProblemType::AdapterUnreadable => {
            ways.push(("/adapters".to_owned(), Label::new("去适配器", "To the adapters")));
        }
        _ => {}
    }
    ways.extend(back(request).map(|path| (path, Label::new("回上一页", "Back"))));
    ways
}

/// Returns the page of this service from which the request came.
fn back(request: &HttpRequest) -> Option<String> {
    let referrer = request.headers().get(header::REFERER)?.to_str().ok()?;
    let connection = request.connection_info();
    let path = referrer.strip_prefix(&format!("{}://{}", connection.scheme(), connection.host()))?;
    let path = without_lang(path);
    (path.starts_with('/') && path != "/" && path != without_lang(&request.uri().to_string())).then_some(path)
}

/// Returns an address without its language, to which the page adds its own.
fn without_lang(address: &str) -> String {
    let Some((path, query)) = address.split_once('?') else { return address.to_owned() };
    let kept: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("lang=") && !pair.is_empty()).collect();
    if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) }
}
