//! The Prometheus endpoint on an address of its own, because its metrics cover all tenants. Liveness and readiness are
//! answered there too, whatever the clients of the service do.

use super::context::ServerContext;
use crate::app::{App, Reading};
use actix_web::dev::Server;
use actix_web::http::header;
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data};
use actix_web::{HttpResponse, HttpServer};
use std::net::TcpListener;

/// The media type of OpenMetrics.
const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Serves metrics on a bound socket until shutdown.
pub(super) fn serve(app: Data<App>, context: Data<ServerContext>, listener: TcpListener) -> std::io::Result<Server> {
    let server = HttpServer::new(move || {
        actix_web::App::new()
            .app_data(app.clone())
            .app_data(context.clone())
            .route("/metrics", web::get().to(figures))
            .service(super::health::live)
            .service(super::health::ready)
            .wrap(from_fn(super::guard::guard_metrics))
            .wrap(from_fn(super::response_filter::filter))
    });
    Ok(server.workers(1).max_connections(16).disable_signals().listen(listener)?.run())
}

async fn figures(app: Data<App>, context: Data<ServerContext>) -> HttpResponse {
    let ready = !context.leaving.is_set() && app.check().await.is_ok();
    // If the database does not answer, the gauges keep their last values.
    if let Ok(work) = app.backlog().await {
        app.metrics.set_backlog(&work);
    }
    // So do these.
    if let Err(error) = app.read_levels().await {
        tracing::debug!(%error, "the levels of the store cannot be read");
    }
    let (budget, answers) = (&context.budget, &context.answers);
    app.metrics.levels.set_transport(&Reading {
        body_budget: budget.size(),
        body_used: budget.size().saturating_sub(budget.free()),
        answer_budget: answers.size(),
        answer_used: answers.size().saturating_sub(answers.free()),
        feed_waiting: context.waiting.taken(),
        batches: context.batches.taken(),
    });
    if let Some(spans) = &context.spans {
        app.metrics.levels.set_spans(spans);
    }
    let text = app.metrics.text(ready, context.budget.free());
    HttpResponse::Ok().insert_header((header::CONTENT_TYPE, MEDIA_TYPE)).body(text)
}
