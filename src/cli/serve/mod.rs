//! `caipan serve`: runs the service.

mod memory;
mod new_file;
mod encryption;
mod settings;
mod sign_in;
mod sign_in_file;
mod signing;
mod witnesses;

use super::database::unusable;
use super::{CLEAN, Call, Ended, Failure, export_target};
use crate::app::{App, Ingest, SAMPLES, Unencrypted, Witnessing, Worker};
use crate::config::Config;
use crate::store::{Tenant, Who};
use crate::telemetry::Exporter;
use crate::webhook_client::WebhookClient;
use crate::{api, store};
use actix_web::web::Data;
use caipan_cli::effective;
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
pub(super) use encryption::FILE as ENCRYPTION_KEY;
pub(super) use settings::listening;
use settings::{Settings, refuse_unknown};
pub(super) use signing::FILE as SIGNING_KEY;
use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct Args {
    #[command(flatten)]
    settings: Settings,
    /// Print the effective settings with their sources as a file for --config, then exit · 输出生效的设置及其来源（可作为 --config 的文件），然后退出
    #[arg(long)]
    print_config: bool,
    /// Store sample games first and print the addresses of their reports · 先存入样例牌谱并列出其报告地址
    #[arg(long)]
    demo: bool,
    /// Log each request: method, operation, status, time, bytes, client, tenant and key · 逐个记录请求：方法、操作、状态、耗时、字节数、客户端、租户与密钥
    #[arg(long, env = "CAIPAN_ACCESS_LOG")]
    access_log: bool,
    /// Log as JSON, one object per line · 以 JSON 输出日志，每行一条
    #[arg(long, env = "CAIPAN_LOG_JSON")]
    log_json: bool,
}

pub(super) fn run(args: Args, call: &Call<'_>) -> Ended {
    let voice = call.voice;
    let lang = voice.lang;
    if args.print_config {
        refuse_unknown(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()))?;
        if let Some(own) = call.matches.subcommand_matches("serve") {
            std::io::stdout().write_all(effective(call.command, own, call.config)?.as_bytes())?;
        }
        sign_in::read(&mut args.settings.config()?)?;
        return Ok(CLEAN);
    }
    let not_restarted = memory::give_back_at_once();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| {
        EnvFilter::new(if args.access_log { "info,actix_server=warn" } else { "info,actix_server=warn,access=off" })
    });
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(voice.stderr().is_on());
    let log = if args.log_json { log.json().boxed() } else { log.boxed() };
    let traces = args.settings.exporter()?;
    let layer = traces.as_ref().map(Exporter::layer);
    tracing_subscriber::registry().with(layer).with(log.with_filter(filter)).init();
    if let Some(error) = not_restarted {
        tracing::warn!("memory is given back late: the service could not start itself again: {error}");
    }
    refuse_unknown(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()))?;
    let mut config = args.settings.config()?;
    let sign_in = sign_in::read(&mut config)?;
    refuse_exposed(&config)?;
    let address = config.listen;
    let listener = bind(address, "--listen")?;
    let metrics = config.metrics.map(|address| bind(address, "--metrics")).transpose()?;
    witnesses::check_witnesses(&config)?;
    let client = WebhookClient::new(config.webhook_private, config.webhook_roots.as_deref()).map_err(|why| {
        Failure(bilingual!(
            "--webhook-roots 无法使用：{why}。请给出 PEM 格式的证书文件。",
            "--webhook-roots cannot be used: {why}. Name a file of certificates as PEM."
        ))
    })?;
    // The operator names witnesses, and tenants name webhooks: what one may reach, the other need not.
    let to_witnesses = WebhookClient::new(config.witness_private, config.webhook_roots.as_deref());
    let export = export_target::open(config.export_target.as_deref(), config.export_key_file.as_deref())?;
    let app = App::open(&config).map_err(|error| unusable(&config.database, &error))?;
    // After App::open, because that creates the data directory.
    let signing::Found { signer, made } = signing::find(&config)?;
    if let Some(path) = made
        && app.has_given().map_err(|error| unusable(&config.database, &error))?
    {
        let said = signing::replaced(&path);
        tracing::warn!("{}", said.get(lang));
    }
    let retired = signing::retired(&config)?;
    let (known, warnings) = signing::noted(&config, signer.as_ref(), &retired, now())
        .map_err(|error| unusable(&config.database, &error))?;
    for said in warnings {
        tracing::warn!("{}", said.get(lang));
    }
    let encryption_keys = encryption::find(&config)?;
    let has_encryption_key = encryption_keys.is_some();
    let sign_in = sign_in.map(|settings| sign_in::set_up(settings, &app, &config)).transpose()?;
    let app = app.signed_by(signer).and_by(retired.beside).knowing(&known).encrypted_by(encryption_keys);
    let app = app.with_sign_in(sign_in).with_export_target(export);
    let Unencrypted { locked, clear } =
        app.reencrypt(&config.database).map_err(|error| unusable(&config.database, &error))?;
    if locked > 0 {
        tracing::warn!("{}", encryption::locked(&config, locked).get(lang));
    }
    if clear > 0 && !has_encryption_key {
        tracing::warn!("{}", encryption::unencrypted_warning().get(lang));
    }
    let app = Data::new(app);
    actix_web::rt::System::new().block_on(async move {
        let url = format!("http://{}", listener.local_addr()?);
        if args.demo {
            demo(&app, &url, lang).await?;
        }
        say_where(&url, lang)?;
        tracing::info!("serving on {url}");
        if let Some(metrics) = &metrics {
            say_figures(metrics.local_addr()?, lang)?;
        }
        let worker = Worker::start(app.clone().into_inner())?;
        let spans = traces.as_ref().map(Exporter::counts);
        let to_witnesses = to_witnesses.map_err(std::io::Error::other)?;
        let witnessing = Witnessing::new(app.clone().into_inner(), Arc::new(to_witnesses));
        api::serve(app, config, listener, metrics, client, spans, witnessing)?.await?;
        // Dropping the worker releases its job, so that another process can continue at once.
        drop(worker);
        if let Some(traces) = traces {
            traces.stop();
        }
        tracing::info!("stopped");
        Ok(CLEAN)
    })
}

/// Microseconds since 1970.
fn now() -> i64 {
    let elapsed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_micros()).unwrap_or(i64::MAX)
}

fn bind(address: SocketAddr, flag: &str) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).map_err(|error| {
        Failure(bilingual!(
            "无法在 {address} 监听：{error}。请用 {flag} 换一个地址，或停掉占用它的程序。",
            "Cannot listen on {address}: {error}. Choose another with {flag}, or stop the program that holds it."
        ))
    })
}

/// Without keys anyone who reaches the service may read and write everything, so exposing it requires `--open`.
fn refuse_exposed(config: &Config) -> Result<(), Failure> {
    let (listen, database) = (config.listen, &config.database);
    // With a sign-in every request needs a key or a session.
    if config.open || config.sign_in.is_some() || !config.is_exposed() {
        return Ok(());
    }
    let keyed = store::has_keys(database).map_err(|error| unusable(database, &error))?;
    if keyed {
        return Ok(());
    }
    Err(Failure(bilingual!(
        "{listen} 可被其他机器访问，而服务没有密钥：凡能访问者皆可读写全部内容。请先用 caipan keys make 签发密钥，或用 --sign-in 设置登录，或监听 127.0.0.1；若确实要无密钥开放，加 --open（CAIPAN_OPEN=true）。见 docs/operations.md。",
        "Others can reach {listen}, and the service has no keys: whoever reaches it may read and write everything. Make keys first with caipan keys make, set up a sign-in with --sign-in, or listen on 127.0.0.1; if you mean to do without keys, add --open (CAIPAN_OPEN=true). See docs/operations.md."
    )))
}

async fn demo(app: &App, url: &str, lang: Lang) -> Result<(), Failure> {
    let mut out = std::io::stdout();
    for sample in SAMPLES {
        let name = sample.title;
        let stored = app
            .ingest(Ingest { who: Who::keyless(Tenant::HOME), source: sample.source(), key: None, corrects: None })
            .await
            .map_err(|error| {
                let text = error.refusal().text.get(lang).to_owned();
                Failure(bilingual!("样例“{}”：{text}", "Sample `{}`: {text}", name.get(lang)))
            })?;
        let (id, verdict) = (stored.log.id, stored.log.verdict);
        writeln!(out, "{url}/v1/reports/{id}  {verdict}: {}", name.get(lang))?;
    }
    Ok(())
}

fn say_where(url: &str, lang: Lang) -> std::io::Result<()> {
    let said = bilingual!(
        "服务已在 {url} 启动（接口文档：{url}/docs/）。按 Ctrl-C 停止。",
        "Serving on {url} (documentation: {url}/docs/). Stop with Ctrl-C."
    );
    let mut out = std::io::stdout();
    writeln!(out, "{}", said.get(lang))?;
    out.flush()
}

fn say_figures(address: SocketAddr, lang: Lang) -> std::io::Result<()> {
    let said = bilingual!(
        "Prometheus 指标：http://{address}/metrics（含所有租户，请只让监控访问）。",
        "Figures for Prometheus: http://{address}/metrics (of all tenants: let only your monitoring reach it)."
    );
    let mut out = std::io::stdout();
    writeln!(out, "{}", said.get(lang))?;
    out.flush()
}
