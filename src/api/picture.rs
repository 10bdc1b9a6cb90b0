//! The handler of a report as a picture.

use super::auth::{Allowed, ToRead};
use super::context::ServerContext;
use super::etag::Tag;
use super::lang;
use super::problem::{ApiError, ProblemType};
use super::words;
use crate::app::{App, PictureWanted};
use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use caipan_pages::assets::short_digest;
use caipan_picture::Shape;
use serde::Deserialize;
use utoipa::IntoParams;

pub(super) const FAILS: &[(&str, &[ProblemType])] = &[(
    "draw_report",
    &[
        ProblemType::RequestInvalid,
        ProblemType::LogNotFound,
        ProblemType::StepNotFound,
        ProblemType::Busy,
        ProblemType::StoreUnavailable,
    ],
)];

/// The most bytes of a picture; its memory is charged before it is drawn.
const MOST_BYTES: usize = 512 << 10;

/// The parameters of a picture.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureQuery {
    /// `zh` or `en`; by default from `Accept-Language`.
    #[param(example = "en")]
    lang: Option<String>,
    /// `square` for 1080 by 1080 pixels, or `wide` for 1200 by 630; `square` by default.
    #[param(example = "wide")]
    shape: Option<String>,
    /// The number of the finding in the report; by default what the headline is about.
    #[param(example = 1)]
    finding: Option<u32>,
}

/// Show a report as a picture
///
/// The sentence, the tiles in question, who gives whom how much, and the address of the report, for chats and link
/// previews. The same log under the same rule revision produces the same bytes.
#[utoipa::path(
    operation_id = "draw_report", tag = "reports", security(("key" = ["read"])),
    params(
        ("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2"),
        PictureQuery,
        ("If-None-Match" = Option<String>, Header, description = "`ETag` of an earlier answer"),
    ),
    responses(
        (status = 200, description = "The picture", content((Vec<u8> = "image/png")), headers(
            ("ETag" = String, description = "The log's digest, the rules' revision, what was asked, and the program"),
        )),
        (status = 304, description = "The client has this state already"),
    )
)]
#[get("/v1/reports/{id}/picture")]
pub(super) async fn draw(
    app: Data<App>,
    context: Data<ServerContext>,
    caller: Allowed<ToRead>,
    id: Path<String>,
    query: Query<PictureQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let lang = lang::wanted(&request, query.lang.as_deref())?;
    let shape = query.shape.as_deref().map_or(Ok(Shape::default()), |name| {
        let known = Shape::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, shape)| shape);
        known.ok_or_else(|| ApiError::new(ProblemType::RequestInvalid, words::unknown("shape", name, &words::SHAPES)))
    })?;
    let finding = query.finding.map(|finding| finding as usize);
    let address = format!("{}/v1/reports/{id}", request.connection_info().host());
    let log = app.log(caller.who, &id).await?;
    let seen = format!("{lang:?} {shape:?} {finding:?} {address}");
    let tag = Tag::of(&[&log.digest, &log.revision(), &short_digest(seen.as_bytes()), env!("CARGO_PKG_VERSION")]);
    let mut response = match tag.answer(&request, "Accept-Language") {
        Ok(unchanged) => return Ok(unchanged),
        Err(response) => response,
    };
    let reserved = context.answers.reserve(MOST_BYTES)?;
    let picture = app.picture(caller.who, &id, PictureWanted { shape, finding, address, lang }).await?;
    response.content_type("image/png").insert_header((header::CONTENT_LANGUAGE, lang.tag()));
    Ok(reserved.held_by(response.body(picture)))
}
