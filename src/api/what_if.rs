//! Handlers of what-if judgements, as JSON and as a page.

use super::auth::{Allowed, ToRead};
use super::body::Body;
use super::html_page;
use super::lang;
use super::problem::{ApiError, ProblemPlace, ProblemType};
use super::unreadable;
use crate::app::App;
use crate::web::{self, Supposed};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, post};
use caipan_engine::report::{EventOtherwise, NoAnswer, Otherwise, Ruling};
use caipan_log::OptionValue;
use caipan_tiles::bilingual;
use caipan_tiles::tile::parse_tile;

/// The problems of this operation.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[(
    "suppose",
    &[
        ProblemType::RequestInvalid,
        ProblemType::LogNotFound,
        ProblemType::BodyTimeout,
        ProblemType::BodyTooLarge,
        ProblemType::MediaTypeUnsupported,
        ProblemType::EncodingUnsupported,
        ProblemType::LogUnreadable,
        ProblemType::AuditTooLong,
        ProblemType::Busy,
        ProblemType::StoreUnavailable,
    ],
)];

/// Judge a stored log otherwise
///
/// Applies other rules or options, another judgement of an event (invalid or valid), or another tile, and returns the
/// amounts and findings beside the actual ones. Both are computed now under the rules of this program. Nothing is
/// stored.
#[utoipa::path(
    operation_id = "suppose", tag = "reports", security(("key" = ["read"])),
    params(("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2")),
    request_body(content = ref("#/components/schemas/Otherwise"), content_type = "application/json"),
    responses((status = 200, description = "As it is and as it would be", content(
        (ref("#/components/schemas/WhatIf") = "application/json"),
    )))
)]
#[post("/v1/reports/{id}/what-if")]
pub(super) async fn suppose(
    app: Data<App>,
    caller: Allowed<ToRead>,
    id: Path<String>,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    // A missing log, or a log of another tenant, is reported before errors of the request.
    app.log(caller.who, &id).await?;
    let otherwise: Otherwise = unreadable::read(&body.json()?)?;
    let answer = app.what_if(caller.who, &id, otherwise).await?;
    let answer = answer.map_err(|NoAnswer { pointer, text }| ApiError {
        place: Some(Box::new(ProblemPlace {
            reason: "otherwise".to_owned(),
            pointer: Some(pointer),
            ..ProblemPlace::default()
        })),
        ..ApiError::new(ProblemType::RequestInvalid, text)
    })?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The form, with hands and steps counted from 1.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    #[serde(default)]
    hand: String,
    #[serde(default)]
    step: String,
    #[serde(default)]
    ruling: String,
    #[serde(default)]
    tile: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    option: String,
    #[serde(default)]
    value: String,
    lang: Option<String>,
}

/// The page: the form, and the answer below it.
pub(super) async fn page(
    app: Data<App>,
    caller: Allowed<ToRead>,
    id: Path<String>,
    query: Query<Form>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let form = query.into_inner();
    let lang = lang::asked(&request, form.lang.as_deref());
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let hand = number(&form.hand).unwrap_or(1).saturating_sub(1);
    let step = number(&form.step).filter(|step| *step > 0);
    let mut supposed = Supposed {
        hand,
        step,
        ruling: form.ruling.clone(),
        tile: form.tile.trim().to_owned(),
        rules: form.rules.clone(),
        option: form.option.trim().to_owned(),
        value: form.value.trim().to_owned(),
        wrong: None,
    };
    let tile = match supposed.tile.as_str() {
        "" => None,
        text => match parse_tile(text) {
            Ok(tile) => Some(tile),
            Err(_) => {
                supposed.wrong = Some(bilingual!(
                    "“{text}”不是一张牌；请写如 5s（五条）、2p（二筒）、1z（东）。",
                    "“{text}” is no tile; write for example 5s (bamboo), 2p (dots), 1z (East)"
                ));
                None
            }
        },
    };
    let ruling = match form.ruling.as_str() {
        "out" => Some(Ruling::Out),
        "stands" => Some(Ruling::Stands),
        _ => None,
    };
    let mut otherwise = Otherwise { rules: Some(form.rules).filter(|rules| !rules.is_empty()), ..Otherwise::default() };
    if !supposed.option.is_empty() {
        // The page offers each option with its values as `option=value`.
        let (option, value) = supposed.option.split_once('=').unwrap_or((&supposed.option, &supposed.value));
        let value = if supposed.value.is_empty() { value } else { &supposed.value };
        otherwise.options.insert(option.to_owned(), OptionValue::Word(value.to_owned()));
    }
    if ruling.is_some() || tile.is_some() {
        match step {
            Some(step) => otherwise.events.push(EventOtherwise { hand, event: step - 1, ruling, tile }),
            None => supposed.wrong = Some(bilingual!("请选是哪一步。", "choose the step that it is about")),
        }
    }
    let asks = otherwise.rules.is_some() || !otherwise.options.is_empty() || !otherwise.events.is_empty();
    let asked = Some(otherwise).filter(|_| asks && supposed.wrong.is_none());
    let considered = app.consider(caller.who, &id, hand, asked).await?;
    Ok(html_page::page(&request, &web::what_if(&id, &considered, &supposed, lang)))
}
