//! The HTTP interface: routing and the server. The OpenAPI document is generated from the same declarations.

pub mod accept;
mod access_log;
mod adapters;
mod answer_budget;
mod auth;
mod batch;
pub mod body;
mod brief;
mod client_address;
mod concurrency;
mod connections;
mod context;
mod desk;
mod document;
mod etag;
mod evidence;
mod evidence_keys;
mod examples;
mod fail;
mod feed;
mod front;
mod guard;
mod health;
mod html_page;
mod ingest_options;
mod jobs;
mod saved_page;
mod picture;
mod keys;
pub mod lang;
mod lists;
mod logs;
mod methods;
mod metrics;
mod open_api;
mod pace;
mod paging;
mod plain_schemas;
pub mod problem;
mod problem_examples;
mod protocol_answer;
mod rate_headers;
mod reports;
mod response_filter;
mod rules;
mod rulings;
mod schemas;
mod session;
mod settings;
mod shutdown;
mod sign_in;
mod sign_in_errors;
mod statistics;
mod steps;
mod timestamp;
mod trace;
mod trail;
mod unreadable;
mod views;
mod webhooks;
mod what_if;
mod words;
mod wrong_keys;
mod half_close;

pub use context::ServerContext;

use crate::app::{App, Witnessing};
use crate::config::Config;
use crate::telemetry::SpanCounts;
use crate::webhook_client::WebhookClient;
use actix_http::{HttpService, Protocol};
use actix_service::{ServiceFactoryExt, map_config};
use actix_web::body::BoxBody;
use actix_web::dev::{AppConfig, Server, ServiceFactory, ServiceRequest, ServiceResponse, fn_service};
use actix_web::guard::fn_guard;
use actix_web::http::header::{self, AcceptEncoding, Encoding, Header};
use actix_web::middleware::{Compress, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::web::{self, Data};
use actix_web::{Error, HttpRequest, HttpResponse, HttpResponseBuilder};
use connections::Connections;
use half_close::Wire;
use protocol_answer::ProtocolAnswers;
use std::net::TcpListener;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig;

/// Registers every operation, in the order of the document.
fn operations(config: &mut ServiceConfig<'_>) {
    config
        .service(logs::ingest)
        .service(batch::take)
        .service(views::join)
        .service(views::leaks)
        .service(feed::read)
        .service(lists::list)
        .service(logs::find)
        .service(logs::raw)
        .service(reports::audit)
        .service(reports::find)
        .service(reports::again)
        .service(saved_page::saved_page)
        .service(picture::draw)
        .service(rulings::rule)
        .service(rulings::list)
        .service(what_if::suppose)
        .service(statistics::count)
        .service(steps::list)
        .service(steps::find)
        .service(reports::score)
        .service(adapters::list)
        .service(adapters::test)
        .service(adapters::guess)
        .service(settings::put_adapter)
        .service(settings::find_adapter)
        .service(settings::remove_adapter)
        .service(settings::put_presets)
        .service(settings::find_presets)
        .service(settings::remove_presets)
        .service(rules::list)
        .service(rules::find)
        .service(rules::list_checks)
        .service(rules::find_check)
        .service(keys::make)
        .service(keys::list)
        .service(keys::find)
        .service(keys::revoke)
        .service(trail::list)
        .service(webhooks::make)
        .service(webhooks::list)
        .service(webhooks::find)
        .service(webhooks::remove)
        .service(webhooks::given_up)
        .service(webhooks::replay)
        .service(webhooks::rotate)
        .service(webhooks::end_old)
        .service(webhooks::ping)
        .service(jobs::make)
        .service(jobs::list)
        .service(jobs::find)
        .service(jobs::fetch)
        .service(jobs::cancel)
        .service(evidence::prove)
        .service(evidence::checkpoint)
        .service(evidence_keys::find_all)
        .service(evidence_keys::find_current)
        .service(evidence_keys::list_witnesses)
        .service(health::live)
        .service(health::ready);
}

/// The OpenAPI document.
pub fn document() -> &'static serde_json::Value {
    static DOCUMENT: LazyLock<serde_json::Value> = LazyLock::new(|| {
        let app = actix_web::App::new().into_utoipa_app();
        let mut declared = utoipa::openapi::OpenApi::default();
        declared.components = Some(document::components());
        let app = app.openapi(declared);
        document::complete(app.configure(operations).split_for_parts().1)
    });
    &DOCUMENT
}

/// Builds the service over an application, for the server and for tests.
pub fn service(
    app: Data<App>,
    context: &Data<ServerContext>,
) -> actix_web::App<
    impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse<BoxBody>, Error = Error, InitError = ()>
    + use<>,
> {
    // By default the page sends this document to a validator on the Internet.
    let docs = utoipa_swagger_ui::Config::from("/openapi.json").try_it_out_enabled(true).validator_url("none");
    let docs = utoipa_swagger_ui::SwaggerUi::new("/docs/{_:.*}").config(docs);
    actix_web::App::new()
        .app_data(app)
        .app_data(context.clone())
        .app_data(Data::new(methods::Paths::new(document())))
        .app_data(unreadable::query_config())
        .app_data(unreadable::path_config())
        .into_utoipa_app()
        .configure(operations)
        .into_app()
        .route("/", web::get().to(front::page))
        .route("/open", web::post().to(front::open))
        .route("/sample/{name}", web::get().to(front::sample))
        .route("/desk", web::get().to(desk::page))
        .route("/desk/dismiss", web::post().to(desk::dismiss))
        .route("/find", web::post().to(desk::find))
        .route("/statistics", web::get().to(statistics::page))
        .route("/adapters", web::get().to(adapters::page))
        .route("/adapters", web::post().to(adapters::work))
        .route("/glossary", web::get().to(glossary))
        .route("/score", web::get().to(score))
        .route("/what-if/{id}", web::get().to(what_if::page))
        .route("/rule/{id}", web::get().to(rulings::page))
        .route("/rule/{id}", web::post().to(rulings::take))
        .route("/explain", web::get().to(explain))
        .route("/sign-in", web::get().to(sign_in::begin))
        .route("/sign-in", web::post().to(sign_in::choose))
        .route("/sign-in/return", web::get().to(sign_in::finish))
        .route("/sign-out", web::post().to(sign_in::leave))
        .route("/assets/{digest}/{name}", web::get().to(asset))
        .route("/openapi.json", web::get().to(open_api::serve))
        .route(
            "/docs",
            web::get().to(|| async { HttpResponse::Found().insert_header((header::LOCATION, "/docs/")).finish() }),
        )
        .service(
            web::resource("/docs/{file:.*}")
                .guard(fn_guard(methods::is_no_documentation))
                .to(methods::no_documentation),
        )
        .service(docs)
        .default_service(web::to(methods::nothing_here))
        .wrap(from_fn(answer_budget::charge))
        .wrap(Compress::default())
        .wrap(from_fn(guard::guard))
        .wrap(from_fn(response_filter::filter))
        .wrap(from_fn(trace::trace))
}

/// The assets of pages. An address with the current digest is cached for ever; another digest gets the current asset and
/// is revalidated.
async fn asset(
    path: web::Path<(String, String)>,
    request: HttpRequest,
    paths: Data<methods::Paths>,
) -> Result<HttpResponse, problem::ApiError> {
    let (digest, name) = path.into_inner();
    let Some((asset, lasting)) = crate::web::asset(&digest, &name) else {
        return methods::nothing_here(request, paths).await;
    };
    let keep = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = HttpResponse::Ok();
    response.content_type(asset.media_type).insert_header((header::CACHE_CONTROL, keep));
    response.insert_header((header::VARY, "accept-encoding"));
    Ok(negotiated(&request, response, &asset.body, &asset.gzip))
}

/// Answers with a body that is packed beforehand, or with the plain one where the client does not take gzip.
fn negotiated(
    request: &HttpRequest,
    mut response: HttpResponseBuilder,
    plain: &'static [u8],
    gzip: &'static [u8],
) -> HttpResponse {
    let accepted = AcceptEncoding::parse(request).ok();
    let chosen = accepted.and_then(|accepted| accepted.negotiate([Encoding::gzip(), Encoding::identity()].iter()));
    if chosen != Some(Encoding::gzip()) {
        return response.body(plain);
    }
    // The compression of answers leaves an answer alone that is compressed already.
    response.insert_header((header::CONTENT_ENCODING, "gzip")).body(gzip)
}

/// The parameters of the handbook page.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplainQuery {
    word: Option<String>,
    lang: Option<String>,
}

async fn explain(query: web::Query<ExplainQuery>, request: HttpRequest) -> HttpResponse {
    let lang = lang::asked(&request, query.lang.as_deref());
    sign_in::greet(&request).await;
    match crate::web::explained(query.word.as_deref(), lang) {
        Ok(page) => html_page::page(&request, &page),
        Err(page) => html_page::as_page(&request, &mut HttpResponse::NotFound(), &page),
    }
}

/// The glossary page.
async fn glossary(query: web::Query<lang::LangOnly>, request: HttpRequest) -> HttpResponse {
    let lang = lang::asked(&request, query.lang.as_deref());
    sign_in::greet(&request).await;
    html_page::page(&request, &crate::web::glossary(lang))
}

/// The score calculator: the form, with the result once it is filled in.
async fn score(
    app: Data<App>,
    _caller: auth::Allowed<auth::ToAsk>,
    query: web::Query<crate::app::Fields>,
    request: HttpRequest,
) -> Result<HttpResponse, problem::ApiError> {
    let fields = query.into_inner();
    let lang = lang::asked(&request, fields.get("lang").map(String::as_str));
    let asks =
        ["hand", "tile", "ohand"].iter().any(|name| fields.get(*name).is_some_and(|text| !text.trim().is_empty()));
    let scored = if asks { Some(app.score_form(fields.clone()).await?) } else { None };
    Ok(html_page::page(&request, &crate::web::score(&fields, scored.as_ref(), lang)))
}

/// Serves on a bound socket until shutdown, with metrics on a second socket if given; delivers webhooks and
/// shows checkpoints to witnesses meanwhile. `spans` are the numbers of exported spans, if traces are exported.
pub fn serve(
    app: Data<App>,
    config: Config,
    listener: TcpListener,
    figures: Option<TcpListener>,
    client: WebhookClient,
    spans: Option<Arc<SpanCounts>>,
    witnessing: Witnessing,
) -> std::io::Result<Server> {
    let workers = config.workers.max(1);
    let connections = config.connections.div_ceil(workers).max(1);
    let of_one_address = config.connections_per_address.unwrap_or_else(|| config.connections.div_ceil(4) * 3);
    let open = Connections::new(config.connections, of_one_address);
    let (head_timeout, answer_timeout) = (config.head_timeout, config.body_timeout);
    let lame_duck = config.lame_duck;
    app.metrics.declare_refusals(problem::reasons());
    let client = Arc::new(client);
    let context = Data::new(ServerContext::new(config, Arc::clone(&client)).with_spans(spans));
    if let Some(figures) = figures {
        actix_web::rt::spawn(metrics::serve(app.clone(), context.clone(), figures)?);
    }
    let stopped_with = (app.clone(), context.clone());
    actix_web::rt::spawn(crate::app::deliver(app.clone().into_inner(), client, webhooks::render));
    actix_web::rt::spawn(witnessing.run());
    // Like `HttpServer`, but the server is built here because we wrap each connection.
    let server =
        Server::build().workers(workers).max_concurrent_connections(connections).shutdown_timeout(10).disable_signals();
    let stopping = server.graceful_shutdown_signal();
    let server = server.listen("caipan", listener, move || {
        let stopping = stopping.clone();
        let over_http = HttpService::build()
            .client_request_timeout(head_timeout)
            .keep_alive(Duration::from_secs(75))
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .on_connect_ext(|wire: &Wire, known| drop(known.insert(wire.end())))
            .finish(map_config(service(app.clone(), &context), |()| AppConfig::default()));
        let open = Arc::clone(&open);
        let (app, context) = (app.clone(), context.clone());
        fn_service(move |stream: TcpStream| {
            let peer = stream.peer_addr().ok();
            let address = peer.map(|peer| peer.ip().to_canonical());
            // A trusted proxy connects for all of its clients.
            let proxies = &context.config.trusted_proxies;
            let open = open.open(address.filter(|address| !client_address::is_trusted(*address, proxies)));
            if open.is_beyond_share {
                app.metrics.refused(problem::CONNECTIONS);
            }
            let answers = ProtocolAnswers::new(app.clone(), address);
            std::future::ready(Ok((Wire::new(stream, open, answer_timeout, answers), Protocol::Http1, peer)))
        })
        .and_then(over_http)
    })?;
    let server = server.run();
    let handle = server.handle();
    actix_web::rt::spawn(async move {
        let (app, context) = stopped_with;
        if let Err(error) = shutdown::on_signal(handle, app, context, lame_duck).await {
            tracing::error!(%error, "signals cannot be received");
        }
    });
    Ok(server)
}
