//! The file of the sign-in: TOML, with every mistake named by its place and its cure.

use super::super::Failure;
use crate::app::{Role, Scope, SignInSettings, is_issuer, public_origin};
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::Text;
use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The fields of the file, and of a role in it.
const FIELDS: [&str; 9] = [
    "issuer",
    "client_id",
    "client_secret_file",
    "public_url",
    "roles_claim",
    "name_claim",
    "extra_scopes",
    "session_hours",
    "role",
];
const ROLE_FIELDS: [&str; 3] = ["value", "tenant", "scopes"];
/// The longest session, and the usual one, in hours.
const MOST_HOURS: i64 = 24;
const HOURS: i64 = 8;
/// The maximum number of roles.
const MOST_ROLES: usize = 500;

/// A parsed file.
pub(super) struct SignInFile {
    /// The settings, still without the secret.
    pub(super) settings: SignInSettings,
    /// The file of the secret.
    pub(super) secret_file: PathBuf,
    /// The place of that file in this one.
    pub(super) secret_place: String,
    /// The place of the tenant of each role.
    pub(super) role_places: Vec<String>,
}

/// A table of the file with its known fields.
struct Table<'a, 'b> {
    file: &'a str,
    source: &'a str,
    fields: &'a DeTable<'b>,
    /// The byte at which the table begins.
    begin: usize,
}

/// Parses a file called `file`.
pub(super) fn parse(source: &str, file: &str) -> Result<SignInFile, Failure> {
    let parsed = DeTable::parse(source).map_err(|error| {
        let place = place(file, source, error.span().map_or(0, |span| span.start));
        let said = error.message();
        Failure(bilingual!(
            "{place}：不是 TOML：{said}。写法见 docs/sign-in.md。",
            "{place}: this is not TOML: {said}. docs/sign-in.md shows a whole file."
        ))
    })?;
    let table = Table { file, source, fields: parsed.get_ref(), begin: 0 };
    table.refuse_unknown(&FIELDS)?;
    let issuer = table.required("issuer", "https://sso.example/realms/caipan")?;
    if !is_issuer(&issuer) {
        return Err(table.wrong(
            "issuer",
            &bilingual!(
                "{issuer} 应是登录服务的完整 https 地址，不含查询、# 与用户名；只有本机的可用 http。照登录服务的 /.well-known/openid-configuration 里的 issuer 写",
                "{issuer} has to be the whole https address of the provider, without query, # and user; http is for this machine only. Copy `issuer` from its /.well-known/openid-configuration"
            ),
        ));
    }
    let client_id = table.required("client_id", "caipan")?;
    let secret_file = table.required("client_secret_file", "client-secret")?;
    let public = table.required("public_url", "https://caipan.example")?;
    let public_url = public_origin(&public).ok_or_else(|| {
        table.wrong(
            "public_url",
            &bilingual!(
                "{public} 应是浏览器打开本服务的地址，只有协议、主机和端口，用 https；只有本机的可用 http。如 https://caipan.example",
                "{public} has to be the address of this service in the browser: scheme, host and port only, https; http is for this machine only. An example is https://caipan.example"
            ),
        )
    })?;
    let hours = table.hours()?;
    let (roles, role_places) = table.roles()?;
    let claim = |name: &str, usual: &str| Ok::<_, Failure>(table.text(name)?.unwrap_or_else(|| usual.to_owned()));
    let settings = SignInSettings {
        issuer,
        client_id,
        client_secret: String::new(),
        public_url,
        roles_claim: claim("roles_claim", "roles")?,
        name_claim: claim("name_claim", "name")?,
        extra_scopes: table.texts("extra_scopes")?.unwrap_or_default(),
        session: Duration::from_hours(hours),
        roles,
    };
    let secret_place = table.place_of("client_secret_file");
    Ok(SignInFile { settings, secret_file: PathBuf::from(secret_file), secret_place, role_places })
}

/// The line and the column of a byte.
fn place(file: &str, source: &str, byte: usize) -> String {
    let before = source.get(..byte).unwrap_or_default();
    let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
    format!("{file}:{}:{column}", before.matches('\n').count() + 1)
}

impl<'b> Table<'_, 'b> {
    fn get(&self, name: &str) -> Option<(&Spanned<Cow<'b, str>>, &Spanned<DeValue<'b>>)> {
        self.fields.iter().find(|(key, _)| key.get_ref() == name)
    }

    /// The place of a field, or of its table where it is missing.
    fn place_of(&self, name: &str) -> String {
        let byte = self.get(name).map_or(self.begin, |(key, _)| key.span().start);
        place(self.file, self.source, byte)
    }

    fn wrong(&self, name: &str, why: &Text) -> Failure {
        let place = self.place_of(name);
        let Text { zh, en } = why;
        Failure(bilingual!("{place}：{name}：{zh}。", "{place}: {name}: {en}."))
    }

    fn refuse_unknown(&self, known: &[&str]) -> Result<(), Failure> {
        let Some((key, _)) = self.fields.iter().find(|(key, _)| !known.contains(&key.get_ref().as_ref())) else {
            return Ok(());
        };
        let (place, name) = (place(self.file, self.source, key.span().start), key.get_ref());
        let (zh, en) = nearest(name, known.iter().copied())
            .map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!(" Did you mean {near}?")));
        let known = known.join(", ");
        Err(Failure(bilingual!(
            "{place}：没有名为 {name} 的设置。{zh}已知的有：{known}。",
            "{place}: there is no setting {name}.{en} Known are: {known}."
        )))
    }

    fn text(&self, name: &str) -> Result<Option<String>, Failure> {
        let Some((_, value)) = self.get(name) else { return Ok(None) };
        match value.get_ref().as_str().map(str::trim) {
            Some(text) if !text.is_empty() && !text.chars().any(char::is_control) => Ok(Some(text.to_owned())),
            _ => {
                Err(self
                    .wrong(name, &bilingual!("应为一行文字，写在引号里", "it has to be a text of one line in quotes")))
            }
        }
    }

    fn required(&self, name: &str, example: &str) -> Result<String, Failure> {
        self.text(name)?.ok_or_else(|| {
            self.wrong(
                name,
                &bilingual!(
                    "缺少这一项。请写上，如 {name} = \"{example}\"",
                    "it is missing. Add it, such as {name} = \"{example}\""
                ),
            )
        })
    }

    fn texts(&self, name: &str) -> Result<Option<Vec<String>>, Failure> {
        let Some((_, value)) = self.get(name) else { return Ok(None) };
        let word = |value: &Spanned<DeValue<'_>>| {
            let word = value.get_ref().as_str().filter(|word| !word.is_empty());
            word.filter(|word| word.bytes().all(|byte| byte.is_ascii_graphic())).map(str::to_owned)
        };
        let words = value.get_ref().as_array().and_then(|all| all.iter().map(word).collect());
        words.map(Some).ok_or_else(|| {
            self.wrong(
                name,
                &bilingual!(
                    "应为文字的列表，各项不含空格，如 [\"read\"]",
                    "it has to be a list of texts without spaces, such as [\"read\"]"
                ),
            )
        })
    }

    fn hours(&self) -> Result<u64, Failure> {
        let Some((_, value)) = self.get("session_hours") else { return Ok(HOURS.unsigned_abs()) };
        let hours = match value.get_ref() {
            DeValue::Integer(number) => number.to_string().parse().ok(),
            _ => None,
        };
        hours.filter(|hours| (1..=MOST_HOURS).contains(hours)).map(i64::unsigned_abs).ok_or_else(|| {
            self.wrong(
                "session_hours",
                &bilingual!("应为 1 至 {MOST_HOURS} 的整数", "it has to be a whole number from 1 to {MOST_HOURS}"),
            )
        })
    }

    /// The roles, with the place of the tenant of each.
    fn roles(&self) -> Result<(Vec<Role>, Vec<String>), Failure> {
        let tables = match self.get("role").map(|(_, value)| value.get_ref()) {
            None => &[][..],
            Some(DeValue::Array(all)) => &all[..],
            Some(_) => {
                return Err(self.wrong(
                    "role",
                    &bilingual!("应写作 [[role]]，用两层方括号", "write it as [[role]], with two brackets"),
                ));
            }
        };
        if tables.is_empty() || tables.len() > MOST_ROLES {
            return Err(self.wrong(
                "role",
                &bilingual!(
                    "应有 1 至 {MOST_ROLES} 个 [[role]]，没有角色就谁也进不来；每个写 value、tenant、scopes",
                    "there have to be 1 to {MOST_ROLES} tables [[role]]: without one nobody gets in. Each has value, tenant and scopes"
                ),
            ));
        }
        tables.iter().map(|value| self.role(value)).collect()
    }

    fn role(&self, value: &Spanned<DeValue<'b>>) -> Result<(Role, String), Failure> {
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.wrong(
                "role",
                &bilingual!("应写作 [[role]]，用两层方括号", "write it as [[role]], with two brackets"),
            ));
        };
        let role = Table { file: self.file, source: self.source, fields: table, begin: value.span().start };
        role.refuse_unknown(&ROLE_FIELDS)?;
        let (value, tenant) = (role.required("value", "referee")?, role.required("tenant", "home")?);
        let names = role.texts("scopes")?.unwrap_or_default();
        let known = Scope::ALL.map(Scope::name).join(", ");
        if names.is_empty() {
            return Err(
                role.wrong("scopes", &bilingual!("至少要有一项权限：{known}", "it needs one scope or more of {known}"))
            );
        }
        let scope = |name: &String| {
            Scope::named(name).ok_or_else(|| {
                let (zh, en) = nearest(name, Scope::ALL.map(Scope::name)).map_or_else(Default::default, |near| {
                    (format!("是否想写 {near}？"), format!(" Did you mean {near}?"))
                });
                role.wrong(
                    "scopes",
                    &bilingual!(
                        "没有名为 {name} 的权限。{zh}已知的有：{known}",
                        "there is no scope {name}.{en} Known are {known}"
                    ),
                )
            })
        };
        let scopes = names.iter().map(scope).collect::<Result<_, _>>()?;
        Ok((Role { value, tenant, scopes }, role.place_of("tenant")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use caipan_tiles::text::Lang;

    const HEAD: &str = "issuer = \"https://sso.example\"\nclient_id = \"caipan\"\nclient_secret_file = \"secret\"\npublic_url = \"https://caipan.example/\"\n";
    const ROLE: &str = "[[role]]\nvalue = \"referee\"\ntenant = \"home\"\nscopes = [\"read\", \"referee\"]\n";

    #[test]
    fn reads_a_file_with_defaults_and_with_every_field() {
        let short = parse(&format!("{HEAD}{ROLE}"), "s.toml").unwrap_or_else(|Failure(text)| panic!("{}", text.en));
        let settings = &short.settings;
        assert_eq!((settings.roles_claim.as_str(), settings.name_claim.as_str()), ("roles", "name"));
        assert_eq!(
            (settings.session, settings.public_url.as_str()),
            (Duration::from_hours(8), "https://caipan.example")
        );
        assert_eq!(settings.return_url(), "https://caipan.example/sign-in/return");
        assert_eq!((short.secret_place.as_str(), &*short.role_places), ("s.toml:3:1", &["s.toml:7:1".to_owned()][..]));
        let more = "roles_claim = \"realm_access.roles\"\nname_claim = \"nickname\"\nextra_scopes = [\"groups\"]\nsession_hours = 24\n";
        let full =
            parse(&format!("{HEAD}{more}{ROLE}{ROLE}"), "s.toml").unwrap_or_else(|Failure(text)| panic!("{}", text.en));
        assert_eq!((full.settings.roles.len(), full.settings.session), (2, Duration::from_hours(24)));
        assert_eq!(full.settings.roles[0].scopes, [Scope::Read, Scope::Referee]);
    }

    #[test]
    fn names_every_mistake_with_its_place_and_cure() {
        let changed = |from: &str, to: &str| format!("{HEAD}{ROLE}").replacen(from, to, 1);
        for (source, place, told) in [
            (changed("issuer", "isuer"), "s.toml:1:1", "Did you mean issuer?"),
            (changed("https://sso", "http://sso"), "s.toml:1:1", "http is for this machine only"),
            (changed("\"https://sso.example\"", "7"), "s.toml:1:1", "in quotes"),
            (changed("client_id = \"caipan\"\n", ""), "s.toml:1:1", "client_id = \"caipan\""),
            (changed("example/\"", "example/pages\""), "s.toml:4:1", "scheme, host and port only"),
            (changed("https://caipan", "http://caipan"), "s.toml:4:1", "http is for this machine only"),
            (format!("session_hours = 25\n{HEAD}{ROLE}"), "s.toml:1:1", "from 1 to 24"),
            (format!("session_hours = 0\n{HEAD}{ROLE}"), "s.toml:1:1", "from 1 to 24"),
            (format!("session_hours = \"8\"\n{HEAD}{ROLE}"), "s.toml:1:1", "from 1 to 24"),
            (format!("extra_scopes = \"a b\"\n{HEAD}{ROLE}"), "s.toml:1:1", "without spaces"),
            (format!("extra_scopes = [\"a b\"]\n{HEAD}{ROLE}"), "s.toml:1:1", "without spaces"),
            (HEAD.to_owned(), "s.toml:1:1", "nobody gets in"),
            (format!("role = []\n{HEAD}"), "s.toml:1:1", "nobody gets in"),
            (changed("[[role]]", "[role]"), "s.toml:5:2", "two brackets"),
            (changed("tenant", "tennant"), "s.toml:7:1", "Did you mean tenant?"),
            (changed("tenant = \"home\"\n", ""), "s.toml:5:1", "tenant = \"home\""),
            (changed("\"read\"", "\"reed\""), "s.toml:8:1", "Did you mean read?"),
            (changed("[\"read\", \"referee\"]", "[]"), "s.toml:8:1", "one scope or more"),
            (changed("scopes = [\"read\", \"referee\"]\n", ""), "s.toml:5:1", "one scope or more"),
            ("issuer = ".to_owned(), "s.toml:1:10", "not TOML"),
        ] {
            let Err(Failure(text)) = parse(&source, "s.toml") else { panic!("{source} is taken") };
            let said = text.get(Lang::En);
            assert!(said.starts_with(place) && said.contains(told), "{source}: {said}");
            assert!(text.get(Lang::Zh).starts_with(place), "{source}: {}", text.zh);
        }
    }
}
