//! `caipan keys`: manages the API keys in the database. A running service applies changes from its next request on.

use super::database::{self, unusable};
use super::{CLEAN, Ended, Failure, Voice};
use crate::app::{App, AppError, Caller, NewKey, Scope, network};
use crate::config::Config;
use crate::store::{KeyRow, Tenant, TrailRow, Who};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use chrono::{DateTime, SecondsFormat};
use ipnet::IpNet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The number of rows fetched at a time.
const PART: u32 = 200;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    database: database::Flags,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Make a key and print its secret, which is shown only once · 签发密钥并输出，仅此一次
    Make(Make),
    /// List keys, newest first · 列出密钥，新的在前
    List {
        /// Only keys of this tenant · 只列此租户的
        #[arg(long, value_name = "NAME")]
        tenant: Option<String>,
    },
    /// Revoke a key and those it made, at once and permanently · 立即永久吊销密钥及由它签发的密钥
    Revoke {
        /// Key id · 密钥编号
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Show the actions of a tenant and their keys, newest first · 查看租户做过什么、用的哪个密钥，新的在前
    Trail {
        /// The tenant · 租户
        #[arg(long, value_name = "NAME", default_value = Tenant::HOME_NAME)]
        tenant: String,
        /// Only actions with this key · 只看此密钥
        #[arg(long, value_name = "ID")]
        key: Option<String>,
        /// Maximum number of rows · 最多几条
        #[arg(long, value_name = "N", default_value = "50")]
        limit: u32,
    },
}

#[derive(clap::Args)]
struct Make {
    /// Purpose of the key · 用途
    #[arg(long, value_name = "TEXT")]
    name: String,
    /// Tenant of the key, created if missing · 所属租户，没有则新建
    #[arg(long, value_name = "NAME", default_value = Tenant::HOME_NAME)]
    tenant: String,
    /// Permissions: ingest, read, referee, admin; separate several with commas · 权限，多个用逗号分隔
    #[arg(long = "scope", value_name = "SCOPE", value_delimiter = ',', default_value = "ingest,read", value_parser = scope)]
    scopes: Vec<Scope>,
    /// Requests per minute (default: the service's limit) · 每分钟请求数，默认由服务决定
    #[arg(long, value_name = "N")]
    rate: Option<u32>,
    /// Expiry: after 90d, 12h or 30m, or at 2027-01-01T00:00:00Z (default: never) · 何时到期，默认永不
    #[arg(long, value_name = "WHEN", value_parser = end)]
    expires: Option<i64>,
    /// Network from which the key may be used, such as 10.0.0.0/8 or 2001:db8::/32, or one address; separate several with commas (default: everywhere) · 可使用此密钥的网段或地址，多个用逗号分隔，默认不限
    #[arg(long = "address", value_name = "CIDR", value_delimiter = ',', value_parser = address)]
    addresses: Vec<IpNet>,
    /// File with the secret to use, instead of a new one that is printed: caipan_, 16 hexadecimal digits, _ and 64 more · 用文件中的密钥，不新生成也不输出：caipan_、16 个十六进制字符、_、再 64 个
    #[arg(long, value_name = "FILE")]
    secret_file: Option<PathBuf>,
}

pub(super) fn run(args: Args, voice: Voice) -> Ended {
    let config = Config { database: args.database.database()?, readers: 1, ..Config::default() };
    let app = match args.verb {
        Verb::List { .. } | Verb::Trail { .. } => App::open_current(&config),
        Verb::Make(_) | Verb::Revoke { .. } => App::open(&config),
    };
    let app = app.map_err(|error| unusable(&config.database, &error))?;
    actix_web::rt::System::new().block_on(async {
        let mut out = std::io::stdout();
        match args.verb {
            Verb::Make(wanted) => make(&app, wanted, voice).await?,
            Verb::List { tenant } => {
                let of = match tenant {
                    Some(name) => Some(named(&app, &name).await?),
                    None => None,
                };
                // A script reads the rows alone.
                if out.is_terminal() && !voice.quiet {
                    writeln!(out, "{}", heading(voice))?;
                }
                let mut after = None;
                loop {
                    let keys = app.keys(of, after, PART).await.map_err(failed)?;
                    for key in &keys {
                        writeln!(out, "{}", line(key, voice))?;
                    }
                    match keys.last().filter(|_| keys.len() == PART as usize) {
                        Some(last) => after = Some(last.id.clone()),
                        None => break,
                    }
                }
            }
            Verb::Revoke { id } => {
                let revoked = app.revoke(Who::keyless(Tenant::HOME), None, &id).await.map_err(failed)?;
                let (name, tenant) = (revoked.key.name, revoked.key.tenant_name);
                let (others, webhooks) = (revoked.others, revoked.webhooks);
                let said = bilingual!(
                    "密钥 {id}（{tenant}：{name}）已吊销。由它签发、一并吊销的密钥：{others} 个；随之停发的 webhook：{webhooks} 个。",
                    "Key {id} ({tenant}: {name}) is revoked. Keys that it made, revoked with it: {others}. Webhooks that end with them: {webhooks}."
                );
                if !voice.quiet {
                    writeln!(out, "{}", said.get(voice.lang))?;
                }
            }
            Verb::Trail { tenant, key, limit } => {
                let tenant = named(&app, &tenant).await?;
                let (mut before, mut left) = (None, limit);
                while left > 0 {
                    let part = left.min(PART);
                    let rows = app.trail(tenant, key.clone(), before, part).await.map_err(failed)?;
                    for row in &rows {
                        writeln!(out, "{}", deed(row))?;
                    }
                    left -= part;
                    before = rows.last().map(|row| row.place);
                    if rows.len() < part as usize {
                        break;
                    }
                }
            }
        }
        Ok(CLEAN)
    })
}

async fn make(app: &App, wanted: Make, voice: Voice) -> Result<(), Failure> {
    let Make { name, tenant, scopes, rate, expires, addresses, secret_file } = wanted;
    let (by, tenant) = (Caller::keyless(), Some(tenant));
    let new = NewKey { by, tenant, name, scopes, rate, expires_at: expires, addresses };
    if let Some(file) = secret_file {
        return make_given(app, new, &file, voice).await;
    }
    let (key, secret) = app.make_key(new).await.map_err(failed)?;
    // Standard output has only the secret, for scripts.
    writeln!(std::io::stdout(), "{secret}")?;
    if !voice.quiet {
        let (id, tenant) = (&key.id, &key.tenant_name);
        let said = bilingual!(
            "密钥 {id}（租户 {tenant}）已签发，不会再次显示。请以 Authorization: Bearer <密钥> 使用；用 caipan keys revoke {id} 吊销。",
            "Key {id} of tenant {tenant} is made; it is not shown again. Send it as Authorization: Bearer <key>; caipan keys revoke {id} takes \
             it out of use."
        );
        writeln!(std::io::stderr(), "{}", said.get(voice.lang))?;
    }
    Ok(())
}

/// Makes a key with the secret in a file, so that no log or terminal shows it.
async fn make_given(app: &App, new: NewKey, file: &Path, voice: Voice) -> Result<(), Failure> {
    let place = file.display();
    let read = std::fs::read_to_string(file).map_err(|error| {
        Failure(bilingual!(
            "{place} 无法读取：{error}。请核对 --secret-file。",
            "{place} cannot be read: {error}. Check --secret-file."
        ))
    })?;
    let (key, made) = app.make_given_key(new, read.trim()).await.map_err(failed)?;
    let (id, tenant) = (&key.id, &key.tenant_name);
    if !made {
        return Err(Failure(bilingual!(
            "{place} 中的密钥已签发过，编号 {id}（租户 {tenant}）；它现在的状态见 caipan keys list。要另签一个，请换一份文件。",
            "The secret in {place} was made a key before: {id} of tenant {tenant}; caipan keys list shows its state. For another key, write another file."
        )));
    }
    let said = bilingual!(
        "密钥 {id}（租户 {tenant}）已签发，密文就是 {place} 的内容，不输出。用 caipan keys revoke {id} 吊销。",
        "Key {id} of tenant {tenant} is made; its secret is the content of {place} and is not printed. caipan keys revoke {id} takes it out of use."
    );
    if !voice.quiet {
        writeln!(std::io::stderr(), "{}", said.get(voice.lang))?;
    }
    Ok(())
}

async fn named(app: &App, name: &str) -> Result<Tenant, Failure> {
    app.tenant(name).await.map_err(failed)?.ok_or_else(|| {
        Failure(bilingual!(
            "没有租户 {name}。caipan keys list 列出全部密钥及其租户。",
            "There is no tenant {name}. caipan keys list lists all keys with their tenants."
        ))
    })
}

fn failed(error: AppError) -> Failure {
    Failure(error.refusal().text)
}

fn heading(voice: Voice) -> &'static str {
    voice.lang.pick(
        "编号\t租户\t权限\t状态\t限速\t签发时间\t到期时间\t用途\t可用的网段",
        "id\ttenant\tscopes\tstate\trate\tmade\texpires\tname\taddresses",
    )
}

fn line(key: &KeyRow, voice: Voice) -> String {
    let over = key.expires_at.is_some_and(|at| at <= micros(SystemTime::now()));
    let state = match (key.revoked_at, over) {
        (Some(_), _) => bilingual!("已吊销", "revoked"),
        (None, true) => bilingual!("已过期", "expired"),
        (None, false) => bilingual!("有效", "live"),
    };
    let scopes = Scope::of(key).map(Scope::name).collect::<Vec<_>>().join(",");
    let until = key.expires_at.map_or_else(|| "-".to_owned(), time);
    let rate = key.rate.map_or_else(|| "-".to_owned(), |rate| format!("{rate}/min"));
    let KeyRow { id, tenant_name, name, person, .. } = key;
    // Last, because scripts count the columns before it.
    let addresses = key.addresses.as_deref().map(|addresses| format!("\t{addresses}")).unwrap_or_default();
    // A session has no addresses; its column is kept.
    let session = person.as_ref().map(|person| format!("\t-\t{}\t{}", person.name, person.subject)).unwrap_or_default();
    format!(
        "{id}\t{tenant_name}\t{scopes}\t{}\t{rate}\t{}\t{until}\t{name}{addresses}{session}",
        state.get(voice.lang),
        time(key.created_at)
    )
}

fn deed(row: &TrailRow) -> String {
    let what = row.deed.name();
    let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let to = row.log.as_ref().or(row.subject.as_ref()).or(row.what.as_ref()).cloned().unwrap_or_default();
    // Last and only where there is one, because scripts count the columns before it.
    let person = row.person.as_ref().map(|person| format!("\t{person}")).unwrap_or_default();
    format!("{}\t{}\t{what}\t{to}\t{}{person}", time(row.at), or_none(&row.key), or_none(&row.revision))
}

fn time(micros: i64) -> String {
    DateTime::from_timestamp_micros(micros).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn micros(time: SystemTime) -> i64 {
    i64::try_from(time.duration_since(UNIX_EPOCH).unwrap_or_default().as_micros()).unwrap_or(i64::MAX)
}

fn address(text: &str) -> Result<IpNet, String> {
    network(text).map_err(|Text { zh, en }| format!("{en} · {zh}"))
}

fn scope(name: &str) -> Result<Scope, String> {
    Scope::named(name)
        .ok_or_else(|| "one of ingest, read, referee, admin · 可用：ingest、read、referee、admin".to_owned())
}

/// Parses a duration from now, or a date and time, to microseconds since 1970.
fn end(text: &str) -> Result<i64, String> {
    if let Ok(time) = DateTime::parse_from_rfc3339(text) {
        return Ok(time.timestamp_micros());
    }
    let units = [("d", 86_400), ("h", 3_600), ("m", 60)];
    let span = units.iter().find_map(|(unit, seconds)| {
        let number = text.strip_suffix(unit)?.parse::<i64>().ok().filter(|number| *number >= 0)?;
        number.checked_mul(*seconds)?.checked_mul(1_000_000)
    });
    span.and_then(|span| micros(SystemTime::now()).checked_add(span)).ok_or_else(|| {
        "write a time such as 90d, 12h, 30m or 2027-01-01T00:00:00Z · 请写 90d、12h、30m 或 2027-01-01T00:00:00Z 这样的时间".to_owned()
    })
}
