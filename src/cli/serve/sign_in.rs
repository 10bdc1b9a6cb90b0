//! The start of the sign-in: its file, its secret, and what it needs of the service. The file itself is parsed by
//! `sign_in_file`.

use super::super::Failure;
use super::super::database::unusable;
use super::sign_in_file::{SignInFile, parse};
use crate::app::{App, SignIn, SignInSettings};
use crate::config::{Config, Database};
use crate::webhook_client::WebhookClient;
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use std::path::Path;
use url::Url;

/// The settings and the place of each role in the file.
pub(super) struct Read {
    settings: SignInSettings,
    places: Vec<String>,
}

/// Reads the settings of the sign-in, if there are any, and adds the host of the public address to those of the service.
pub(super) fn read(config: &mut Config) -> Result<Option<Read>, Failure> {
    let Some(path) = config.sign_in.clone() else { return Ok(None) };
    if matches!(config.database, Database::Server(_)) && config.encryption_key.is_none() {
        return Err(Failure(bilingual!(
            "--sign-in 用 PostgreSQL 时还需 --encryption-key：一次登录可能由几个副本经手，它们须用同一把密钥。请用 openssl rand -hex 32 生成一把，交给每个副本（CAIPAN_ENCRYPTION_KEY）。",
            "With PostgreSQL, --sign-in needs --encryption-key: several replicas may serve one sign-in, and they need the same key. Make one with openssl rand -hex 32 and give it to each replica (CAIPAN_ENCRYPTION_KEY)."
        )));
    }
    let source = std::fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))?;
    let SignInFile { mut settings, secret_file, secret_place, role_places: places } =
        parse(&source, &path.display().to_string())?;
    let secret_file = path.parent().unwrap_or(Path::new("")).join(secret_file);
    let file = secret_file.display();
    let secret = std::fs::read_to_string(&secret_file).map_err(|error| {
        Failure(bilingual!(
            "{secret_place}：client_secret_file 指的 {file} 读不出：{error}。请核对路径与权限；相对路径从设置文件所在的目录算起。",
            "{secret_place}: client_secret_file names {file}, which cannot be read: {error}. Check the path and the permissions; a relative path begins in the folder of the settings file."
        ))
    })?;
    secret.trim().clone_into(&mut settings.client_secret);
    if settings.client_secret.is_empty() || settings.client_secret.chars().any(char::is_control) {
        return Err(Failure(bilingual!(
            "{secret_place}：client_secret_file 指的 {file} 应只有一行密钥。请把登录服务给的 client secret 写进去。",
            "{secret_place}: client_secret_file names {file}, which has to contain one line, the secret. Write the client secret of the provider into it."
        )));
    }
    let host = Url::parse(&settings.public_url).ok().and_then(|url| url.host_str().map(str::to_owned));
    // An address needs no name.
    if let Some(host) = host.filter(|host| host.parse::<std::net::IpAddr>().is_err() && !host.starts_with('['))
        && !config.hosts.contains(&host)
    {
        config.hosts.push(host);
    }
    Ok(Some(Read { settings, places }))
}

/// Checks that the tenants of the roles exist, and sets up the sign-in.
pub(super) fn set_up(read: Read, app: &App, config: &Config) -> Result<SignIn, Failure> {
    let Read { settings, places } = read;
    let tenants = app.tenant_names().map_err(|error| unusable(&config.database, &error))?;
    for (role, place) in settings.roles.iter().zip(places) {
        let tenant = &role.tenant;
        if !tenants.contains(tenant) {
            let (zh, en) = nearest(tenant, tenants.iter().map(String::as_str))
                .map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!(" Did you mean {near}?")));
            return Err(Failure(bilingual!(
                "{place}：没有租户 {tenant}。{zh}租户随它的第一把密钥建立：caipan keys make --tenant {tenant} --name …。",
                "{place}: there is no tenant {tenant}.{en} A tenant begins with its first key: caipan keys make --tenant {tenant} --name …."
            )));
        }
    }
    let client = WebhookClient::new(true, config.webhook_roots.as_deref()).map_err(std::io::Error::other)?;
    Ok(SignIn::new(settings, client))
}
