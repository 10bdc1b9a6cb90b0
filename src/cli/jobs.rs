//! `caipan jobs`: queues, lists and runs long jobs over the stored logs, without using the service.

use super::database::{self, unusable};
use super::{CLEAN, Ended, Failure, Voice, export_target};
use crate::app::engine::filed_as;
use crate::app::{App, AppError, ExportFormat, Job, JobLogFilter, JobLosses, JobRequest, parse_time, player_digest};
use crate::config::{Config, Database};
use crate::store::{self, JobKind, JobState, Tenant, Who};
use caipan_auditor::verdict_named;
use caipan_tiles::bilingual;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The number of rows fetched at a time.
const PART: u32 = 200;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    database: database::Flags,
    /// The tenant · 租户
    #[arg(long, global = true, value_name = "NAME", default_value = Tenant::HOME_NAME)]
    tenant: String,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Queue an audit of stored logs and print the id of the job · 提交重审任务并输出其编号
    Reaudit {
        #[command(flatten)]
        which: Which,
        /// Report the changes without storing them · 只试算，不保存
        #[arg(long)]
        dry: bool,
        /// With --dry: audit under this rule system or preset · 试算所用的规则或预设
        #[arg(long, value_name = "RULES", requires = "dry")]
        rules: Option<String>,
        /// With --dry: audit under this option; repeatable · 试算所用的选项，可重复
        #[arg(long, value_name = "OPTION=VALUE", requires = "dry", value_parser = option)]
        set: Vec<(String, String)>,
    },
    /// Queue an export of logs, reports and rulings, or of audits as Parquet files · 提交导出任务：牌谱、报告与裁定，或 Parquet 文件
    Export {
        #[command(flatten)]
        which: Which,
        /// Lines as output of the job, or Parquet files in the --export-target of the program that runs it · 以行为任务结果，或写入运行者 --export-target 的 Parquet 文件
        #[arg(long, value_enum, value_name = "FORMAT", default_value = "lines")]
        format: Format,
    },
    /// Queue the permanent erasure of logs · 提交抹去任务，不可恢复
    Purge {
        #[command(flatten)]
        which: Which,
    },
    /// List jobs, newest first · 列出任务，新的在前
    List,
    /// Run all queued jobs of all tenants, then exit · 完成所有等候的任务后结束
    Run(export_target::ExportFlags),
    /// Cancel a job, or delete a finished one with its output · 取消任务；已结束的则连同结果删去
    Cancel {
        /// Job id · 任务编号
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Write the output of a job to a file, as zstd-compressed NDJSON · 把任务的结果写入文件（zstd 压缩的 NDJSON）
    Fetch {
        /// Job id · 任务编号
        #[arg(value_name = "ID")]
        id: String,
        /// Output file · 文件
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

/// The form of an export.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// Logs, reports and rulings, for caipan jobs fetch · 牌谱、报告与裁定，用 caipan jobs fetch 取
    Lines,
    /// Audits as Parquet files (docs/parquet.md) · 审核结果的 Parquet 文件
    Parquet,
}

impl From<Format> for ExportFormat {
    fn from(format: Format) -> ExportFormat {
        match format {
            Format::Lines => ExportFormat::Lines,
            Format::Parquet => ExportFormat::Parquet,
        }
    }
}

/// The selection of logs.
#[derive(clap::Args)]
struct Which {
    /// This log; repeatable · 牌谱编号，可重复
    #[arg(long = "log", value_name = "ID")]
    logs: Vec<String>,
    /// Only logs with this player, by name or id · 只限此牌手，写名字或 id
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only logs received then or later: a day in UTC, or a time with its offset · 只限此时及以后收到的
    #[arg(long, value_name = "WHEN", value_parser = since)]
    since: Option<i64>,
    /// Only logs received on or before this day, or before a time · 只限此日及以前收到的
    #[arg(long, value_name = "WHEN", value_parser = until)]
    until: Option<i64>,
    /// Only logs of this platform · 只限此平台
    #[arg(long, value_name = "NAME")]
    platform: Option<String>,
    /// Only logs with this platform id of the game · 只限此局号
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Only logs that declare this rule system · 只限声明此规则的
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
    /// Only logs with this verdict · 只限此结论
    #[arg(long, value_name = "VERDICT", value_parser = verdict)]
    verdict: Option<String>,
    /// Only logs from this client with its version · 只限此客户端及版本
    #[arg(long, value_name = "CLIENT")]
    client: Option<String>,
    /// Only logs whose newest report has this code · 只限最新报告有此代码的
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
}

impl Which {
    fn asked(self) -> JobRequest {
        let Which { logs, player, since, until, platform, game, system, verdict, client, code } = self;
        let player = player.as_deref().map(player_digest);
        let system = system.as_deref().map(filed_as);
        let filter = JobLogFilter { platform, game, system, verdict, client, code, player, since, until };
        JobRequest { filter, logs, ..JobRequest::default() }
    }
}

pub(super) fn run(args: Args, voice: Voice) -> Ended {
    let config = Config { database: args.database.database()?, readers: 2, ..Config::default() };
    if let Database::Directory(folder) = &config.database
        && !store::has_database(folder)
    {
        let folder = folder.display();
        return Err(Failure(bilingual!(
            "{folder} 中没有数据库，也就没有可处理的牌谱。请用 --data 指明服务的数据目录，或用 --database 指明其数据库。",
            "There is no database in {folder}, so there are no logs to work on. Name the data directory of the service with --data, or its database with --database."
        )));
    }
    let export = match &args.verb {
        Verb::Run(flags) => export_target::open(flags.export_target.as_deref(), flags.export_key_file.as_deref())?,
        _ => None,
    };
    let app = match &args.verb {
        Verb::List | Verb::Fetch { .. } => App::open_current(&config),
        _ => App::open(&config),
    };
    let app = app.map_err(|error| unusable(&config.database, &error))?.with_export_target(export);
    actix_web::rt::System::new().block_on(async {
        let tenant = app.tenant(&args.tenant).await.map_err(failed)?.ok_or_else(|| {
            let name = &args.tenant;
            Failure(bilingual!(
                "没有租户 {name}。caipan keys list 列出全部密钥及其租户。",
                "There is no tenant {name}. caipan keys list lists all keys with their tenants."
            ))
        })?;
        let who = Who::keyless(tenant);
        match args.verb {
            Verb::Reaudit { which, dry, rules, set } => {
                let asked = JobRequest { dry, rules, options: set.into_iter().collect(), ..which.asked() };
                ask(&app, who, JobKind::Reaudit, asked, voice).await?;
            }
            Verb::Export { which, format } => {
                let asked = JobRequest { format: format.into(), ..which.asked() };
                // With the feature, the process that runs the job needs the target, not this one.
                #[cfg(not(feature = "parquet"))]
                app.can_export(asked.format).map_err(failed)?;
                ask(&app, who, JobKind::Export, asked, voice).await?;
            }
            Verb::Purge { which } => ask(&app, who, JobKind::Purge, which.asked(), voice).await?,
            Verb::List => {
                for job in app.jobs(who, None, PART).await.map_err(failed)? {
                    // Listed jobs come without their parts, so query each job.
                    let job = app.job(who, &job.row.id).await.unwrap_or(job);
                    writeln!(std::io::stdout(), "{}", line(&job))?;
                }
            }
            Verb::Run(_) => app.work_off().await.map_err(failed)?,
            Verb::Cancel { id } => {
                let job = app.cancel_job(who, &id).await.map_err(failed)?;
                if !voice.quiet {
                    writeln!(std::io::stdout(), "{}", line(&job))?;
                }
            }
            Verb::Fetch { id, out } => fetch(&app, who, &id, &out, voice).await?,
        }
        Ok(CLEAN)
    })
}

async fn ask(app: &App, who: Who, kind: JobKind, asked: JobRequest, voice: Voice) -> Result<(), Failure> {
    let (job, _) = app.make_job(who, kind, asked, None).await.map_err(failed)?;
    let id = &job.row.id;
    // Standard output has only the id, for scripts.
    writeln!(std::io::stdout(), "{id}")?;
    if !voice.quiet {
        let said = bilingual!(
            "任务已排队。运行中的服务会完成它；没有服务时请运行 caipan jobs run。用 caipan jobs list 查看。",
            "Job queued. A running server will pick it up, or run caipan jobs run. caipan jobs list shows it."
        );
        writeln!(std::io::stderr(), "{}", said.get(voice.lang))?;
    }
    Ok(())
}

async fn fetch(app: &App, who: Who, id: &str, out: &Path, voice: Voice) -> Result<(), Failure> {
    let job = app.job(who, id).await.map_err(failed)?;
    if job.row.state != JobState::Done {
        let state = job.row.state.name();
        return Err(Failure(bilingual!(
            "任务 {id} 的状态是 {state}，结果尚不完整。请等它完成（done）后再取。",
            "Job {id} is {state}, so its output is incomplete. Fetch it when it is done."
        )));
    }
    if job.asked.format == ExportFormat::Parquet {
        return Err(Failure(bilingual!(
            "任务 {id} 的 Parquet 文件在导出目标（--export-target）的 tenant= 目录下，请到那里读取。",
            "The Parquet files of job {id} are below tenant= in the export target (--export-target). Read them there."
        )));
    }
    let JobLosses { lines, parts: lost } = job.gone.unwrap_or_default();
    if lost > 0 {
        return Err(Failure(bilingual!(
            "任务 {id} 的结果有 {lost} 份随被抹去的牌谱整份消失，其中也有其他牌谱的内容，因此不写文件。请重新建立任务。",
            "{lost} parts of the output of job {id} were removed with an erased log, and lines of other logs with them, so no file is written. Create the job again."
        )));
    }
    let mut file = std::fs::File::create(out).map_err(|error| Failure::at(out, &error))?;
    for part in &job.parts {
        let (_, body) = app.job_part(who, id, part.number).await.map_err(failed)?;
        file.write_all(&body).map_err(|error| Failure::at(out, &error))?;
    }
    file.sync_all().map_err(|error| Failure::at(out, &error))?;
    if lines > 0 && !voice.quiet {
        let (noun, of) = if lines == 1 { ("line is", "its log was") } else { ("lines are", "their logs were") };
        let said = bilingual!(
            "有 {lines} 行的牌谱已被抹去，文件里没有这些行；其余齐全，无须处理。",
            "{lines} {noun} missing because {of} erased. All others are in the file; nothing needs to be done."
        );
        writeln!(std::io::stderr(), "{}", said.get(voice.lang))?;
    }
    Ok(())
}

fn failed(error: AppError) -> Failure {
    Failure(error.refusal().text)
}

fn line(job: &Job) -> String {
    let Job { row, outcome, gone, .. } = job;
    let (id, kind, state, done) = (&row.id, row.kind.name(), row.state.name(), row.done);
    let outcome = serde_json::to_string(outcome).unwrap_or_default();
    let JobLosses { lines, parts } = gone.unwrap_or_default();
    let mut line = format!("{id}\t{kind}\t{state}\t{done}\t{outcome}");
    if lines > 0 || parts > 0 {
        line.push_str(&format!("\terased_lines={lines}\terased_parts={parts}"));
    }
    line
}

fn option(text: &str) -> Result<(String, String), String> {
    let split = text.split_once('=').map(|(id, value)| (id.to_owned(), value.to_owned()));
    split.ok_or_else(|| "write OPTION=VALUE · 请写成 选项=值".to_owned())
}

fn verdict(text: &str) -> Result<String, String> {
    let known =
        || "one of clean, faulty, variant, unverifiable · 可用：clean、faulty、variant、unverifiable".to_owned();
    verdict_named(text).map(|_| text.to_owned()).ok_or_else(known)
}

fn since(text: &str) -> Result<i64, String> {
    parse_time(text, 0).ok_or_else(no_time)
}

fn until(text: &str) -> Result<i64, String> {
    parse_time(text, 1).ok_or_else(no_time)
}

fn no_time() -> String {
    "write a day such as 2026-01-05 or a time such as 2026-01-05T20:00:00+08:00 · 请写日期或带时区的时刻".to_owned()
}
