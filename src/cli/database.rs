//! Where the database is: the same words for every command that opens it.

use super::Failure;
use crate::config::{Database, NoServer, Server};
use crate::say;
use crate::store::StoreError;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Flags {
    /// The directory of the database, made where it is missing · 数据目录，没有则新建
    #[arg(long, global = true, value_name = "DIR", default_value = "data", env = "CAIPAN_DATA")]
    data: PathBuf,
    /// A PostgreSQL database in place of the directory, such as postgres://caipan@db.example/caipan?sslmode=require · 用 PostgreSQL 代替数据目录
    #[arg(long, global = true, value_name = "URL", env = "CAIPAN_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// A file with the password for it, in place of one in the address · 存放其密码的文件，地址中便不必写密码
    #[arg(long, global = true, value_name = "FILE", env = "CAIPAN_DATABASE_PASSWORD_FILE")]
    database_password_file: Option<PathBuf>,
}

impl Flags {
    /// Where it is.
    pub(super) fn database(self) -> Result<Database, Failure> {
        let Some(url) = self.database.filter(|url| !url.is_empty()) else {
            return Ok(Database::Directory(self.data));
        };
        let mut server = Server::parse(&url).map_err(|NoServer(why)| {
            Failure(say!(
                "--database 不是 PostgreSQL 地址：{why}。请写成 postgres://用户:密码@主机:5432/数据库，其中的特殊字符用 %XX 表示。",
                "--database is no address of a PostgreSQL database: {why}. Write postgres://USER:PASSWORD@HOST:5432/DATABASE, special characters as %XX."
            ))
        })?;
        if let Some(file) = self.database_password_file {
            let password = std::fs::read_to_string(&file).map_err(|error| Failure::at(&file, &error))?;
            server = server.with_password(password.trim_end_matches(['\r', '\n']));
        }
        Ok(Database::Server(Box::new(server)))
    }
}

/// Why a database cannot be used, and what to look at.
pub(super) fn unusable(database: &Database, error: &StoreError) -> Failure {
    match database {
        Database::Directory(_) => Failure(say!(
            "{database} 中的数据库无法打开：{error}。请检查路径、权限，以及是否由更新的版本写成；也可用 --data 换一个目录。",
            "The database in {database} cannot be opened: {error}. Check the path, the permissions, and whether a newer version wrote it, or choose another with --data."
        )),
        Database::Server(_) => Failure(say!(
            "数据库 {database} 无法使用：{error}。请检查服务器是否在运行、用户和密码、以及证书（sslrootcert）；见 docs/operations.md。",
            "The database {database} cannot be used: {error}. Check that the server runs, the user and the password, and the certificate (sslrootcert); see docs/operations.md."
        )),
    }
}
