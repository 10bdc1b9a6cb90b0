//! The settings of the service, from flags, environment or file.

use super::super::{Failure, Verb, database, export_target};
use crate::app::is_tenant;
use crate::config::{Config, Keep, TenantRate};
use crate::telemetry::Exporter;
use caipan_tiles::bilingual;
use clap::builder::RangedU64ValueParser;
use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args)]
pub(super) struct Settings {
    /// Address to listen on, or a port of this machine · 监听地址，或只写本机端口
    #[arg(long, alias = "port", value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = listening, env = "CAIPAN_LISTEN")]
    listen: SocketAddr,
    /// Second address that serves only Prometheus metrics, GET /metrics (default: none) · 另一地址，只提供 Prometheus 指标（GET /metrics），不写则不提供
    #[arg(long, value_name = "ADDRESS", value_parser = listening, env = "CAIPAN_METRICS")]
    metrics: Option<SocketAddr>,
    /// Listen on an exposed address without keys: anyone who reaches it may read and write everything · 没有密钥也允许监听他人可访问的地址：凡能访问者皆可读写全部内容
    #[arg(long, env = "CAIPAN_OPEN")]
    open: bool,
    /// TOML file of the browser sign-in by OpenID Connect (docs/sign-in.md) · 浏览器登录（OpenID Connect）的设置文件
    #[arg(long, value_name = "FILE", env = "CAIPAN_SIGN_IN")]
    sign_in: Option<PathBuf>,
    /// Requests per minute for keys without their own rate (default: no limit) · 未单独限速的密钥每分钟的请求数，不写则不限
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), env = "CAIPAN_KEY_RATE")]
    key_rate: Option<u32>,
    /// Proxies whose Forwarded and X-Forwarded-For headers name the client, as networks; separate several with commas (default: none) · 可信代理的网段，信其 Forwarded 与 X-Forwarded-For 所写的客户端地址，多个用逗号分隔，默认不信任何代理
    #[arg(long = "trusted-proxy", value_name = "CIDR", value_delimiter = ',', value_parser = network, env = "CAIPAN_TRUSTED_PROXIES")]
    trusted_proxies: Vec<IpNet>,
    /// Requests per minute of all keys of a tenant together: 6000, or acme=60000 for one tenant; separate several with commas (default: no limit) · 同一租户全部密钥合计每分钟的请求数，如 6000，或 acme=60000 只管一个租户，多个用逗号分隔，不写则不限
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = tenant_rate, env = "CAIPAN_TENANT_RATE")]
    tenant_rate: Vec<TenantRate>,
    /// Name of the service, besides localhost and its addresses; separate several with commas · 服务的其他名称，多个用逗号分隔
    #[arg(long = "host", value_name = "NAME", value_delimiter = ',', env = "CAIPAN_HOSTS")]
    hosts: Vec<String>,
    /// Key that signs checkpoints: an Ed25519 PEM file, or the PEM itself (default: signing.pem in the data directory, created on first start) · 签署检查点的密钥：PEM 文件或其内容，默认为数据目录中的 signing.pem，首次启动时生成
    #[arg(long, value_name = "FILE", env = "CAIPAN_SIGNING_KEY", hide_env_values = true, allow_hyphen_values = true)]
    signing_key: Option<String>,
    /// Keys that encrypt secrets in the database, the newest first: a file with 64 hexadecimal digits per line, or the digits themselves (default: encryption.key in the data directory, created on first start) · 加密库中机密的密钥，新的在前：文件（每行 64 个十六进制字符）或其内容，默认为数据目录中的 encryption.key，首次启动时生成
    #[arg(long, value_name = "FILE", env = "CAIPAN_ENCRYPTION_KEY", hide_env_values = true)]
    encryption_key: Option<String>,
    #[command(flatten)]
    evidence: super::witnesses::EvidenceFlags,
    #[command(flatten)]
    database: database::Flags,
    /// Maximum number of concurrent queries, each on its own database connection · 同时查询数，每个占一条数据库连接
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(1..=256), env = "CAIPAN_READERS")]
    readers: u32,
    /// Number of server threads, and of concurrent audits (default: one per core) · 服务线程数，也是同时审核的份数，默认每核一个
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024), env = "CAIPAN_WORKERS")]
    workers: Option<usize>,
    /// Maximum number of connections; more wait to be accepted · 同时连接数上限，其余排队
    #[arg(long, value_name = "N", default_value = "1024", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000), env = "CAIPAN_CONNECTIONS")]
    connections: usize,
    /// Maximum number of connections from one address; three quarters of all by default · 同一地址的连接数上限，默认为总数的四分之三
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000), env = "CAIPAN_CONNECTIONS_PER_ADDRESS")]
    connections_per_address: Option<usize>,
    /// Maximum size of one request body after decompression · 单个请求内容解压后的上限
    #[arg(long, value_name = "SIZE", default_value = "8MiB", value_parser = size, env = "CAIPAN_BODY_LIMIT")]
    body_limit: usize,
    /// Maximum total size of all request bodies in flight · 所有请求内容合计的内存上限
    #[arg(long, value_name = "SIZE", default_value = "128MiB", value_parser = size, env = "CAIPAN_BODY_BUDGET")]
    body_budget: usize,
    /// Timeout for the head of a request · 请求头送达时限
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time, env = "CAIPAN_HEAD_TIMEOUT")]
    head_timeout: Duration,
    /// Timeout for the body of a request · 请求内容送达时限
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time, env = "CAIPAN_BODY_TIMEOUT")]
    body_timeout: Duration,
    /// Maximum wait of a request for a free thread or reader · 等候空闲线程的时限
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time, env = "CAIPAN_QUEUE_TIMEOUT")]
    queue_timeout: Duration,
    /// Maximum time of the audits of a request; a log that needs longer is refused · 一个请求的审核时限，超过即拒绝
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time, env = "CAIPAN_AUDIT_TIMEOUT")]
    audit_timeout: Duration,
    /// Maximum wait of a request for its write · 等候写入的时限
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time, env = "CAIPAN_WRITE_TIMEOUT")]
    write_timeout: Duration,
    /// Time after SIGTERM in which connections are still accepted while /readyz answers 503 (0s: none) · 收到 SIGTERM 后仍接受连接、/readyz 答 503 的时间，0s 为不等
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = pause, env = "CAIPAN_LAME_DUCK")]
    lame_duck: Duration,
    /// Allow webhooks to private and local addresses, and without TLS · 允许 webhook 访问内网和本机地址，也可不加密
    #[arg(long, env = "CAIPAN_WEBHOOK_PRIVATE")]
    webhook_private: bool,
    /// PEM file of additional certificate authorities for webhook receivers · 额外信任的 webhook 接收方证书颁发者（PEM 文件）
    #[arg(long, value_name = "FILE", env = "CAIPAN_WEBHOOK_ROOTS")]
    webhook_roots: Option<PathBuf>,
    /// First retry delay of a failed webhook message; each further delay is four times as long, up to six hours · webhook 未接收时首次重试的间隔，其后每次四倍，至多六小时
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time, env = "CAIPAN_WEBHOOK_RETRY")]
    webhook_retry: Duration,
    /// Maximum number of attempts per webhook message; 19 are about three days · 每条消息最多发送次数，其后放弃；19 次约三天
    #[arg(long, value_name = "N", default_value = "19", value_parser = clap::value_parser!(u32).range(1..=50), env = "CAIPAN_WEBHOOK_TRIES")]
    webhook_tries: u32,
    /// Lease of a job: another process takes it over after this time without a sign of life; clocks of all replicas must differ by less · 进程失联多久后任务改由他人接手，各副本时钟之差须小于此
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time, env = "CAIPAN_JOB_LEASE")]
    job_lease: Duration,
    /// Erase logs this many days after receipt: 365, or acme=90 for one tenant; separate several with commas (default: never) · 收到多少天后抹去牌谱，如 365，或 acme=90 只管一个租户，多个用逗号分隔，默认永久保留
    #[arg(long, value_name = "DAYS", value_delimiter = ',', value_parser = keep, env = "CAIPAN_KEEP")]
    keep: Vec<Keep>,
    /// Days that the clock may be ahead of the time at which the service last ran; beyond that --keep erases nothing until the clock is corrected or this is raised · 时钟最多可比服务上次运行时超前几天；超过则 --keep 不再抹去，直到校正时钟或调大此值
    #[arg(long, value_name = "DAYS", default_value = "7", value_parser = clap::value_parser!(u32).range(1..=36_500), env = "CAIPAN_KEEP_GAP")]
    keep_gap: u32,
    #[command(flatten)]
    export: export_target::ExportFlags,
    /// OpenTelemetry collector that gets traces by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces (default: no traces) · 以 OTLP/HTTP 接收链路追踪的采集器地址，如 http://127.0.0.1:4318/v1/traces，不写则不追踪
    #[arg(long, value_name = "URL", env = "CAIPAN_OTLP_ENDPOINT", value_parser = crate::telemetry::endpoint)]
    otlp_endpoint: Option<String>,
    /// Share of requests that are traced, 0 to 1, where the caller has not decided by traceparent · 调用方未在 traceparent 中决定时，追踪的请求所占比例，0 到 1
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = share, env = "CAIPAN_TRACE_RATIO")]
    trace_ratio: f64,
}

impl Settings {
    /// Starts the export of traces, if there is a collector.
    pub(super) fn exporter(&self) -> Result<Option<Exporter>, Failure> {
        let Some(address) = &self.otlp_endpoint else { return Ok(None) };
        Exporter::start(address, self.trace_ratio).map(Some).map_err(|why| {
            Failure(bilingual!(
                "--otlp-endpoint {address} 无法使用：{why}。请改正地址，并核对 OTEL_ 开头的环境变量。",
                "--otlp-endpoint {address} cannot be used: {why}. Correct the address, and check the variables that begin with OTEL_."
            ))
        })
    }

    /// Returns the settings, if they are consistent.
    pub(super) fn config(self) -> Result<Config, Failure> {
        let least = 4 * self.body_limit;
        if self.body_budget < least {
            return Err(Failure(bilingual!(
                "--body-budget 至少应为 --body-limit 的四倍，即 {least} 字节。请调高前者或调低后者。",
                "--body-budget has to be at least four times --body-limit, which is {least} bytes. Raise the one or lower the other."
            )));
        }
        if let Some(name) = self.hosts.iter().find(|name| !is_name(name)) {
            return Err(Failure(bilingual!(
                "--host {name} 不是主机名。请只写名称，不带协议、端口和路径，如 caipan.example。",
                "--host {name} is no name of a host. Write the name alone, without scheme, port and path, such as caipan.example."
            )));
        }
        named_once("--tenant-rate", self.tenant_rate.iter().map(|rule| rule.tenant.as_deref()))?;
        named_once("--keep", self.keep.iter().map(|rule| rule.tenant.as_deref()))?;
        let defaults = Config::default();
        Ok(Config {
            listen: self.listen,
            metrics: self.metrics,
            sign_in: self.sign_in,
            open: self.open,
            key_rate: self.key_rate,
            trusted_proxies: self.trusted_proxies,
            tenant_rate: self.tenant_rate,
            hosts: self.hosts,
            signing_key: self.signing_key,
            encryption_key: self.encryption_key,
            retired_signing_keys: self.evidence.retired_signing_keys,
            witnesses: self.evidence.witnesses,
            witness_every: self.evidence.witness_every,
            witness_private: self.evidence.witness_private,
            database: self.database.database()?,
            readers: self.readers,
            workers: self.workers.unwrap_or(defaults.workers),
            connections: self.connections,
            connections_per_address: self.connections_per_address,
            body_limit: self.body_limit,
            body_budget: self.body_budget,
            head_timeout: self.head_timeout,
            body_timeout: self.body_timeout,
            queue_timeout: self.queue_timeout,
            audit_timeout: self.audit_timeout,
            write_timeout: self.write_timeout,
            lame_duck: self.lame_duck,
            webhook_private: self.webhook_private,
            webhook_roots: self.webhook_roots,
            webhook_retry: self.webhook_retry,
            webhook_tries: self.webhook_tries,
            job_lease: self.job_lease,
            keep: self.keep,
            keep_gap: self.keep_gap,
            export_target: self.export.export_target,
            export_key_file: self.export.export_key_file,
            otlp_endpoint: self.otlp_endpoint,
            trace_ratio: self.trace_ratio,
        })
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
}

/// Refuses rules of which two are for the same tenant, or for all others.
fn named_once<'a>(flag: &str, tenants: impl Iterator<Item = Option<&'a str>>) -> Result<(), Failure> {
    let mut known = std::collections::BTreeSet::new();
    for tenant in tenants {
        if !known.insert(tenant) {
            let (zh, en) = (tenant.unwrap_or("其余租户"), tenant.unwrap_or("the other tenants"));
            return Err(Failure(bilingual!(
                "{flag} 对 {zh} 写了两次。请只留一个。",
                "{flag} names {en} twice. Leave one of them."
            )));
        }
    }
    Ok(())
}

/// Parses a number of days, for all tenants or for one.
fn keep(text: &str) -> Result<Keep, String> {
    let (tenant, days) = text.split_once('=').map_or((None, text), |(tenant, days)| (Some(tenant.to_owned()), days));
    let days = days.parse().ok().filter(|days| (1..=36_500).contains(days));
    days.filter(|_| tenant.as_deref().is_none_or(is_tenant)).map(|days| Keep { tenant, days }).ok_or_else(|| {
        "write days such as 365, or TENANT=DAYS such as acme=90 · 请写天数，如 365，或 租户=天数，如 acme=90".to_owned()
    })
}

/// Reads an address with its port; a port alone is one of this machine.
pub(in crate::cli) fn listening(text: &str) -> Result<SocketAddr, String> {
    let here = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    text.trim().parse().or_else(|_| text.trim().parse().map(here)).map_err(|_: std::num::ParseIntError| {
        "write an address and a port such as 127.0.0.1:8931, or the port alone for this machine · \
         请写地址和端口，如 127.0.0.1:8931；只写端口则为本机"
            .to_owned()
    })
}

/// Parses a network, or an address that is a network of its own.
fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let found = text.parse().or_else(|_| text.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical())));
    found.map_err(|_| {
        "write a network such as 10.0.0.0/8 or fd00::/8, or an address · 请写网段，如 10.0.0.0/8、fd00::/8，或一个地址"
            .to_owned()
    })
}

/// Parses a share from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.trim().parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a share from 0 to 1, such as 0.1 · 请写 0 到 1 的比例，如 0.1".to_owned())
}

/// Parses a rate per minute, for all tenants or for one.
fn tenant_rate(text: &str) -> Result<TenantRate, String> {
    let (tenant, rate) = text.split_once('=').map_or((None, text), |(tenant, rate)| (Some(tenant.to_owned()), rate));
    let rate = rate.parse().ok().filter(|rate| (1..=1_000_000).contains(rate));
    rate.filter(|_| tenant.as_deref().is_none_or(is_tenant)).map(|rate| TenantRate { tenant, rate }).ok_or_else(|| {
        "write 1 to 1000000 requests a minute such as 6000, or TENANT=N such as acme=60000 · 请写每分钟请求数（1 至 1000000），如 6000，或 租户=数，如 acme=60000".to_owned()
    })
}

/// Parses a size: bytes, or a number of `KiB`, `MiB` or `GiB`.
fn size(text: &str) -> Result<usize, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let (digits, shift) =
        units.iter().find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, *shift))).unwrap_or((text, 0));
    let bytes = digits.trim().parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|bytes| (1024..=1 << 40).contains(bytes)).ok_or_else(|| {
        "write a size from 1KiB to 1024GiB, such as 8MiB · 请写 1KiB 到 1024GiB 的大小，如 8MiB".to_owned()
    })
}

/// Parses a duration: `500ms`, `30s`, `5m`.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    millis(text)
        .filter(|millis| (1..=3_600_000).contains(millis))
        .map(Duration::from_millis)
        .ok_or_else(|| "write a time from 1ms to 60m, such as 30s · 请写 1ms 到 60m 的时间，如 30s".to_owned())
}

/// Parses a duration that may be zero: `0s`, `3s`.
fn pause(text: &str) -> Result<Duration, String> {
    millis(text)
        .filter(|millis| *millis <= 600_000)
        .map(Duration::from_millis)
        .ok_or_else(|| "write a time from 0s to 10m, such as 3s · 请写 0s 到 10m 的时间，如 3s".to_owned())
}

/// The milliseconds of a duration.
fn millis(text: &str) -> Option<u64> {
    let units = [("ms", 1), ("s", 1000), ("m", 60_000)];
    units.iter().find_map(|(unit, millis)| {
        text.strip_suffix(unit)?.trim().parse::<u64>().ok().and_then(|number| number.checked_mul(*millis))
    })
}

/// Refuses unknown `CAIPAN_` variables, because a misspelt limit would be silently ignored.
pub(super) fn refuse_unknown(names: impl Iterator<Item = String>) -> Result<(), Failure> {
    let command = caipan_cli::command::<Verb>();
    let known: Vec<&str> = command
        .get_subcommands()
        .flat_map(clap::Command::get_arguments)
        .chain(command.get_arguments())
        .filter_map(|argument| argument.get_env()?.to_str())
        .collect();
    // Kubernetes sets these in every container beside a service called `caipan`.
    let foreign =
        |name: &str| name == "CAIPAN_PORT" || name.starts_with("CAIPAN_PORT_") || name.starts_with("CAIPAN_SERVICE_");
    let unknown: Vec<String> =
        names.filter(|name| name.starts_with("CAIPAN_") && !known.contains(&name.as_str()) && !foreign(name)).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let (unknown, mut known) = (unknown.join(", "), known);
    known.sort_unstable();
    known.dedup();
    let known = known.join(", ");
    Err(Failure(bilingual!(
        "环境变量 {unknown} 不是已知的设置。请改正或删去；已知的有：{known}。",
        "The environment sets {unknown}, which is no known setting. Correct or remove it; known are: {known}."
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use caipan_tiles::text::Lang;
    use clap::Parser;

    #[derive(clap::Parser)]
    struct Alone {
        #[command(flatten)]
        settings: Settings,
    }

    fn config(arguments: &[&str]) -> Result<Config, String> {
        let parsed = Alone::try_parse_from(["serve"].iter().chain(arguments)).map_err(|error| error.to_string())?;
        parsed.settings.config().map_err(|Failure(text)| text.get(Lang::En).to_owned())
    }

    /// Requires an environment without settings.
    #[test]
    fn parses_defaults_and_refuses_invalid_flags() {
        assert_eq!(config(&[]), Ok(Config::default()));
        let set =
            config(&["--body-limit", "64KiB", "--body-budget", "1048576", "--body-timeout", "500ms"]).expect("fits");
        assert_eq!((set.body_limit, set.body_budget, set.body_timeout), (65_536, 1 << 20, Duration::from_millis(500)));
        let named = config(&["--host", "a.example,b.example"]).expect("fits");
        assert_eq!(named.hosts, ["a.example", "b.example"]);
        for wrong in
            ["--keep=1,1000", "--keep=acme=1,acme=2", "--keep=ACME=1", "--tenant-rate=a/b=5", "--tenant-rate=5,5"]
        {
            assert!(config(&[wrong]).is_err(), "{wrong}");
        }
        let rates = config(&["--tenant-rate", "600,acme=6000"]).expect("fits").tenant_rate;
        let rates: Vec<_> = rates.iter().map(|rule| (rule.tenant.as_deref(), rule.rate)).collect();
        assert_eq!(rates, [(None, 600), (Some("acme"), 6000)]);
        assert!(config(&["--listen", "0.0.0.0:80", "--open"]).is_ok());
        for flag in ["--listen", "--port"] {
            let here = config(&[flag, "8931"]).expect("a port").listen;
            assert_eq!(here, SocketAddr::from(([127, 0, 0, 1], 8931)));
        }
        assert!(config(&["--lame-duck", "0s"]).is_ok_and(|config| config.lame_duck.is_zero()));
        for (wrong, told) in [
            (&["--body-limit", "0"][..], "such as 8MiB"),
            (&["--body-limit", "8 GB"], "such as 8MiB"),
            (&["--body-timeout", "0s"], "such as 30s"),
            (&["--body-timeout", "30"], "such as 30s"),
            (&["--lame-duck", "11m"], "such as 3s"),
            (&["--workers", "0"], "1..=1024"),
            (&["--listen", "localhost"], "127.0.0.1:8931"),
            (&["--body-limit", "64MiB"], "Raise the one"),
            (&["--host", "http://a.example"], "without scheme"),
            (&["--key-rate", "0"], "1..=1000000"),
            (&["--trusted-proxy", "10.0.0.0/33"], "such as 10.0.0.0/8"),
            (&["--trusted-proxy", "proxy.example"], "such as 10.0.0.0/8"),
            (&["--trace-ratio", "1.5"], "such as 0.1"),
            (&["--trace-ratio", "NaN"], "such as 0.1"),
            (&["--otlp-endpoint", "collector:4318"], "v1/traces"),
            (&["--otlp-endpoint", "ftp://collector/v1/traces"], "v1/traces"),
            (&["--export-targt", "audits"], "--export-target"),
            (&["--tenant-rate", "acme=0"], "such as acme=60000"),
            (&["--tenant-rate", "=5"], "such as acme=60000"),
            (&["--tenant-rate", "600,600"], "twice"),
            (&["--tenant-rate", "a=1,b=2,a=3"], "a twice"),
            (&["--bodylimit", "1MiB"], "--body-limit"),
        ] {
            let refused = config(wrong).expect_err("refused");
            assert!(refused.contains(told), "{wrong:?}: {refused}");
        }
    }

    #[test]
    fn refuses_misspelt_variable() {
        let refused = |names: &[&str]| refuse_unknown(names.iter().map(|name| (*name).to_owned())).is_err();
        assert!(!refused(&[
            "PATH",
            "CAIPAN_BODY_LIMIT",
            "CAIPAN_DATA",
            "CAIPAN_DATABASE",
            "CAIPAN_HOUSES",
            "CAIPAN_SERVICE_HOST",
            "CAIPAN_PORT_8080_TCP"
        ]));
        assert!(refused(&["CAIPAN_BODYLIMIT"]) && refused(&["CAIPAN_KEYS"]));
    }
}
