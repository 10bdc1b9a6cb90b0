//! The location of the database: the arguments shared by all commands that open it.

use super::Failure;
use crate::config::{Database, NoServer, Server};
use crate::store::{Distrust, StoreError};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Flags {
    /// Directory of the database, created if missing · 数据目录，没有则新建
    #[arg(long, global = true, value_name = "DIR", default_value = "data", env = "CAIPAN_DATA")]
    data: PathBuf,
    /// PostgreSQL database to use instead of the directory, such as postgres://caipan@db.example/caipan?sslmode=require · 用 PostgreSQL 代替数据目录
    #[arg(long, global = true, value_name = "URL", env = "CAIPAN_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// File with the database password, instead of a password in the address · 存放其密码的文件，地址中便不必写密码
    #[arg(long, global = true, value_name = "FILE", env = "CAIPAN_DATABASE_PASSWORD_FILE")]
    database_password_file: Option<PathBuf>,
}

impl Flags {
    /// Returns the location of the database.
    pub(super) fn database(self) -> Result<Database, Failure> {
        let Some(url) = self.database.filter(|url| !url.is_empty()) else {
            return Ok(Database::Directory(self.data));
        };
        let mut server = Server::parse(&url).map_err(|NoServer(why)| {
            Failure(bilingual!(
                "--database 不是 PostgreSQL 地址：{why}。请写成 postgres://用户:密码@主机:5432/数据库，其中的特殊字符用 %XX 表示；要用内嵌的 SQLite，改写 --data 目录。",
                "--database is no address of a PostgreSQL database: {why}. Write postgres://USER:PASSWORD@HOST:5432/DATABASE, special characters as %XX. For the embedded SQLite, write --data DIR instead."
            ))
        })?;
        if let Some(file) = self.database_password_file {
            let password = std::fs::read_to_string(&file).map_err(|error| Failure::at(&file, &error))?;
            server = server.with_password(password.trim_end_matches(['\r', '\n']));
        }
        Ok(Database::Server(Box::new(server)))
    }
}

/// Explains why a database cannot be used, and how to fix it.
pub(super) fn unusable(database: &Database, error: &StoreError) -> Failure {
    // The address is printed without its password, so it is no argument.
    let place = match database {
        Database::Directory(folder) => format!("--data {}", folder.display()),
        Database::Server(_) => "--database URL".to_owned(),
    };
    match (database, error) {
        (_, StoreError::Older) => Failure(bilingual!(
            "数据库 {database} 由较早的版本写成，或是空的。请先备份，再运行 caipan migrate {place} 升级。",
            "An older version wrote the database {database}, or it is empty. Make a backup, then run caipan migrate {place}."
        )),
        (_, StoreError::Newer { step, known }) => Failure(bilingual!(
            "数据库 {database} 由更新的版本写成，已升到第 {step} 步。请改用那个版本；要退回，先备份，再用那个版本运行 caipan migrate --to {known} {place}。",
            "A newer version wrote the database {database}: its schema is at step {step}. Use that version. To move the schema down, make a backup, then run caipan migrate --to {known} {place} of that version."
        )),
        (_, StoreError::Unreleased) => Failure(bilingual!(
            "数据库 {database} 由 0.1.0 之前未发布的版本建成，本版本不能读取，也没有改动它。请用当时的版本运行 caipan jobs export 导出牌谱，再送入新的数据库；或换一个空的数据库重新开始。",
            "An unreleased version before 0.1.0 made the database {database}. This version cannot read it and left it as it is. Export its logs with the version that made it (caipan jobs export) and send them to a new database, or start with an empty one."
        )),
        (_, StoreError::Broken(_)) => Failure(bilingual!(
            "{database} 中的数据库文件已损坏（{error}）。请停止使用它并用备份恢复：把备份目录放到原处，或用 --data 指向备份；见 docs/operations.md。",
            "The database in {database} is damaged ({error}). Do not go on with it, restore a backup: put its directory in this place, or name it with --data; see docs/operations.md."
        )),
        (Database::Directory(_), _) => Failure(bilingual!(
            "{database} 中的数据库无法打开：{error}。请检查路径、权限，以及是否由更新的版本写成；也可用 --data 换一个目录。",
            "The database in {database} cannot be opened: {error}. Check the path, the permissions, and whether a newer version wrote it, or choose another with --data."
        )),
        (Database::Server(_), StoreError::Distrusted(why, _)) => distrusted(database, *why, error),
        (Database::Server(_), _) => Failure(bilingual!(
            "数据库 {database} 无法使用：{error}。请检查服务器是否在运行、用户和密码、以及证书（sslrootcert）；见 docs/operations.md。",
            "The database {database} cannot be used: {error}. Check that the server runs, the user and the password, and the certificate (sslrootcert); see docs/operations.md."
        )),
    }
}

/// Explains why a server is not trusted, and how it can prove its identity.
fn distrusted(database: &Database, why: Distrust, error: &StoreError) -> Failure {
    let Text { zh, en } = match why {
        Distrust::Issuer => bilingual!(
            "它的证书不是由受信任的机构签发的。请在地址里用 sslrootcert=/路径/ca.pem 指明签发机构的证书",
            "its certificate is of an authority that is not trusted. Name the certificate of that authority in the address: sslrootcert=/path/ca.pem"
        ),
        Distrust::Name => bilingual!(
            "它的证书不是发给这个主机名的。请在地址里写证书上的名字，或为这个名字重新签发证书",
            "its certificate is for another host name. Write the name that the certificate has in the address, or have one made for this name"
        ),
        Distrust::Time => bilingual!(
            "它的证书不在有效期内。请换一张证书，或校准两台机器的时钟",
            "its certificate is not valid now. Have it renewed, or set the clocks of both machines"
        ),
        Distrust::Plain => bilingual!(
            "服务器没有启用 TLS，而地址要求加密。请在服务器上设 ssl = on 并给它证书；只有连到本机时才可写 sslmode=disable",
            "it does not speak TLS, which the address asks for. Turn ssl on at the server and give it a certificate; only on the way to this machine itself write sslmode=disable"
        ),
        Distrust::Other => bilingual!(
            "TLS 没有谈成。请检查服务器的证书和 TLS 版本（1.2 以上）",
            "TLS came to nothing. Check the certificate of the server and its version of TLS (1.2 or later)"
        ),
    };
    Failure(bilingual!(
        "不信任数据库服务器 {database}：{zh}（{error}）。见 docs/operations.md。",
        "The database server {database} is not trusted: {en} ({error}). See docs/operations.md."
    ))
}
