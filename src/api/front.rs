//! Handlers of the home page: the newest logs, and a form to submit one.

use super::auth::{Allowed, ToIngest, ToRead};
use super::body::Body;
use super::html_page;
use super::lang;
use super::lists::{ListQuery, filter_of};
use super::methods;
use super::problem::{ApiError, ProblemType};
use super::words;
use crate::app::{App, CaseState, Fields, Ingest, Sample, Source, StatisticsFilter, player_digest};
use crate::store::Who;
use crate::web::{self, Entrance};
use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use caipan_tiles::bilingual;
use serde::Deserialize;

/// The rows of the desk on a page: each needs its report.
const ROWS: u32 = 30;

/// The filters of the home page and its language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrontQuery {
    platform: Option<String>,
    game: Option<String>,
    system: Option<String>,
    verdict: Option<String>,
    client: Option<String>,
    code: Option<String>,
    player: Option<String>,
    since: Option<String>,
    until: Option<String>,
    state: Option<String>,
    after: Option<String>,
    lang: Option<String>,
}

impl FrontQuery {
    /// The filled fields by name; empty fields filter nothing.
    fn address(&self) -> Fields {
        let fields = [
            ("platform", &self.platform),
            ("game", &self.game),
            ("system", &self.system),
            ("verdict", &self.verdict),
            ("client", &self.client),
            ("code", &self.code),
            ("player", &self.player),
            ("since", &self.since),
            ("until", &self.until),
            ("state", &self.state),
            ("after", &self.after),
        ];
        let given =
            fields.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text.as_deref()?.trim().to_owned())));
        given.filter(|(_, text)| !text.is_empty()).collect()
    }

    fn list(&self) -> ListQuery {
        let mut fields = self.address();
        let mut given = |name: &str| fields.remove(name);
        ListQuery {
            platform: given("platform"),
            game: given("game"),
            system: given("system"),
            verdict: given("verdict"),
            client: given("client"),
            code: given("code").map(|code| code.to_uppercase()),
            player: given("player"),
            since: given("since"),
            until: given("until"),
            limit: None,
            after: given("after"),
        }
    }
}

/// Redirects from a player name in the body to the list of logs, whose address contains only the digest.
pub(super) async fn find(_caller: Allowed<ToRead>, body: Body) -> Result<HttpResponse, ApiError> {
    let text = std::str::from_utf8(&body.bytes).unwrap_or_default();
    let mut fields = Query::<Fields>::from_query(text).map(Query::into_inner).unwrap_or_default();
    let name = fields.remove("name").unwrap_or_default();
    fields.remove("after");
    if !name.trim().is_empty() {
        fields.insert("player".to_owned(), player_digest(&name));
    }
    let query: Vec<String> =
        fields.iter().map(|(name, text)| format!("{}={}", web::escaped(name), web::escaped(text))).collect();
    Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, format!("/?{}", query.join("&")))).finish())
}

/// The home page.
pub(super) async fn page(
    app: Data<App>,
    caller: Allowed<ToRead>,
    query: Query<FrontQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let query = query.into_inner();
    let lang = lang::asked(&request, query.lang.as_deref());
    let asked = query.address();
    let (filter, _) = filter_of(query.list())?;
    let state = match asked.get("state") {
        None => None,
        Some(word) => Some(CaseState::named(word).ok_or_else(|| {
            let known: Vec<&str> = CaseState::ALL.into_iter().map(CaseState::word).collect();
            ApiError::new(ProblemType::RequestInvalid, words::unknown("state", word, &known))
        })?),
    };
    let page = app.desk(caller.who, filter.clone(), state, ROWS).await?;
    let figures = app.statistics(caller.who, StatisticsFilter::default()).await?;
    Ok(html_page::page(
        &request,
        &web::index(&Entrance { page: &page, asked: &asked, filter: &filter, figures: &figures }, lang),
    ))
}

/// The report of a sample game, which is not stored.
pub(super) async fn sample(
    app: Data<App>,
    caller: Allowed<ToRead>,
    name: Path<String>,
    query: Query<lang::LangOnly>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let sample = Sample::named(&name).ok_or_else(|| methods::unknown(request.path()))?;
    let lang = lang::asked(&request, query.into_inner().lang.as_deref());
    let draw = move |case| web::sample(sample.name, &case, lang);
    Ok(html_page::page(&request, &app.report_page_of(caller.who, sample.source(), draw).await?))
}

/// A submitted log.
#[derive(Deserialize)]
struct Pasted {
    log: String,
    /// Audit without storing.
    #[serde(default)]
    look: Option<String>,
    lang: Option<String>,
}

/// Stores a log in any known format and redirects to its report. The form sends text, the script sends the bytes of a
/// file.
pub(super) async fn open(
    app: Data<App>,
    caller: Allowed<ToIngest>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let form = body.media_type == "application/x-www-form-urlencoded";
    let pasted = if form {
        let text = std::str::from_utf8(&body.bytes).unwrap_or_default();
        Query::<Pasted>::from_query(text).map(Query::into_inner).map_err(|error| {
            ApiError::new(
                ProblemType::RequestInvalid,
                bilingual!("表单无法读取：{error}。请重新粘贴。", "The form cannot be read: {error}. Paste it again."),
            )
        })?
    } else {
        let asked =
            Query::<lang::LangOnly>::from_query(request.query_string()).ok().and_then(|query| query.into_inner().lang);
        return lead(&app, caller.who, body.bytes, lang::asked(&request, asked.as_deref())).await;
    };
    let lang = lang::asked(&request, pasted.lang.as_deref());
    let bytes = Bytes::from(pasted.log.trim().to_owned());
    if pasted.look.is_some() {
        let draw = move |case| web::report(None, &case, lang);
        let page = app.report_page_of(caller.who, Source::recognised(bytes), draw).await?;
        return Ok(html_page::page(&request, &page));
    }
    lead(&app, caller.who, bytes, lang).await
}

async fn lead(app: &App, who: Who, bytes: Bytes, lang: caipan_tiles::text::Lang) -> Result<HttpResponse, ApiError> {
    let outcome = app.ingest(Ingest { who, source: Source::recognised(bytes), key: None, corrects: None }).await?;
    let report = format!("/v1/reports/{}?lang={}", outcome.log.id, lang.tag());
    Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, report)).finish())
}
