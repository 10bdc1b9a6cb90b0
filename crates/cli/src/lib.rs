//! The command line: one file per command, bilingual messages, and exit codes for scripts.
//!
//! A program adds its own commands with [`Commands`]: the program with the service has many, the Python package has [`Own`].
//!
//! Exit code 0: done, no errors found. 1: faulty or variant. 2: the input or the command is unusable.
#![doc = include_str!("../README.md")]

mod adapter;
mod audit;
mod audit_defaults;
mod bar;
mod completions;
mod configured;
mod conformance;
mod convert;
mod diff;
mod documents;
mod excerpt;
mod explain;
pub mod export;
pub mod generate;
mod join;
mod leaks;
mod man;
mod one_match;
mod own;
mod page;
mod paint;
#[cfg(feature = "picture")]
mod picture;
mod prove;
mod refused;
mod replay;
mod reports;
mod schema;
mod score;
mod source;
mod verify;
mod view;
mod what_if;

pub use configured::{configured, effective};
pub use own::Own;
pub use paint::{Colour, Paint, Voice};

use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use clap::{ArgMatches, ColorChoice, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

/// No errors found.
pub const CLEAN: u8 = 0;
/// Faulty or variant.
pub const FOUND: u8 = 1;
/// The input or the command is unusable.
pub const UNUSABLE: u8 = 2;

/// The heading of the flags that every command has.
const SHARED: &str = "Options of all commands · 所有命令通用的选项";

#[derive(Parser)]
#[command(
    name = "caipan",
    version,
    about = "Replays mahjong game logs and audits them against the rules of the region · 重放麻将牌谱，按当地规则审核",
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Cli<C: Commands> {
    /// Output language (default: from LC_ALL, LC_MESSAGES or LANG) · 输出语言，默认取自环境变量
    #[arg(long, global = true, help_heading = SHARED, value_enum)]
    lang: Option<LangArg>,
    /// When to use colours; NO_COLOR also turns them off · 何时用颜色，设 NO_COLOR 亦可关闭
    #[arg(long, global = true, help_heading = SHARED, value_enum, value_name = "WHEN", default_value_t)]
    color: Colour,
    /// Quiet: no progress, no summary, no clean logs · 只说有问题的：不显示进度、汇总和无误的牌谱
    #[arg(short, long, global = true, help_heading = SHARED)]
    quiet: bool,
    /// File of house rule presets, selected by name (docs/houses.md) · 自定房规的预设文件
    #[arg(long, global = true, help_heading = SHARED, value_name = "FILE", env = "CAIPAN_HOUSES")]
    houses: Option<PathBuf>,
    /// Directory of adapters, selected by file name (NAME.toml, docs/adapters.md) · 存放适配器的目录，之后可按名字使用
    #[arg(long, global = true, help_heading = SHARED, value_name = "DIR", env = "CAIPAN_ADAPTERS")]
    adapters: Option<PathBuf>,
    /// Settings file, one per line; environment variables override it, flags override both (docs/operations.md) · 设置文件，每行一项；环境变量优先于它，命令行又优先于环境变量
    #[arg(long, global = true, help_heading = SHARED, value_name = "FILE", env = "CAIPAN_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    verb: Verb<C>,
}

#[derive(Clone, Copy, ValueEnum)]
enum LangArg {
    Zh,
    En,
}

#[derive(Subcommand)]
enum Verb<C: Commands> {
    /// Audit logs and report their errors · 审核牌谱，指出错误
    Audit(audit::Args),
    /// Compare two runs over one corpus · 比较两次审核结果的差别
    Diff(diff::Args),
    /// Calculate the score of one win line by line · 逐项算出一次和牌的得分
    Score(score::Args),
    /// Judge a log differently and compare with the original; stores nothing · 换一种判法，与原判对照，不保存
    WhatIf(what_if::Args),
    /// Show the table step by step · 逐步显示牌桌
    Replay(replay::Args),
    /// Write a report as a single HTML file that opens offline · 把报告写成一个网页文件，可离线打开、打印、留存
    Page(page::Args),
    /// Write the moment of a dispute as a PNG picture, for chats and link previews · 把争议的那一刻画成图片，发群用
    #[cfg(feature = "picture")]
    Picture(picture::Args),
    /// Write legal matches, played by bots · 由程序自己打出合法的牌谱
    Generate(generate::Args),
    /// Measure accuracy: generate matches, inject faults, audit them, and report misses and false alarms · 自己对局、放错、审核，给出准确率
    Prove(prove::Args),
    /// Explain a code, a clause, an option or a pattern · 解释代码、条款、选项或牌型
    Explain(explain::Args),
    /// Convert a third-party log to paipu/1 · 把第三方牌谱转为 paipu/1
    Convert(convert::Args),
    /// Write what some seats saw of a match: their tiles only · 写出某几家看到的记录：只有他们的牌
    View(view::Args),
    /// Make one record of those that several clients wrote of a match · 把各家对同一场的记录合成一份
    Join(join::Args),
    /// Find what a client was told that it could not see · 查客户端收到了哪些它不该看到的牌
    Leaks(leaks::Args),
    /// Draft, test and explain adapters, which read logs of any platform through a file · 编写、测试、说明适配器：用一个文件读入任何平台的日志
    Adapter(adapter::Args),
    /// Run the published cases of the rule books and print a statement · 做题库中的规则用例，输出一致性声明
    Conformance(conformance::Args),
    /// Prove offline that a report is the one that the service gave · 离线验证报告确为当时所给
    Verify(verify::Args),
    /// Print the completion script of a shell · 输出命令行补全脚本
    Completions(completions::Args),
    /// Print the manual page · 输出手册页（man）
    Man(man::Args),
    /// Print the JSON Schema of paipu/1 · 输出 paipu/1 的 JSON Schema
    Schema,
    #[command(flatten)]
    Further(C),
}

/// The commands of a program beside those that every program has.
pub trait Commands: Subcommand {
    /// Runs the chosen command.
    fn run(self, call: &Call<'_>) -> Ended;
}

/// The command line around a command.
pub struct Call<'a> {
    /// The output style.
    pub voice: Voice,
    /// The settings file.
    pub config: Option<&'a Path>,
    /// The values of all arguments.
    pub matches: &'a ArgMatches,
    /// The declaration of all commands.
    pub command: &'a Command,
}

/// The reason why a command failed, and its fix.
pub struct Failure(pub Text);

impl Failure {
    /// Creates the failure of a file or folder that cannot be read or written.
    pub fn at(path: &std::path::Path, error: &std::io::Error) -> Failure {
        // The content of a file of keys given in place of its path must not reach a terminal or a log.
        if holds_key(&path.to_string_lossy()) {
            return Failure(bilingual!(
                "这里要写文件的路径，收到的却像密钥本身（未显示）。请把密钥存入文件，再写文件的路径。",
                "A path of a file belongs here, but what was given looks like a key itself (not shown). Put the key into a file and name the file."
            ));
        }
        let path = path.display();
        Failure(bilingual!(
            "{path}：{error}。请检查路径、权限和磁盘空间。",
            "{path}: {error}. Check the path, the permissions and the disk."
        ))
    }
}

/// Returns whether a value looks like a key rather than a path: PEM, or long with nothing that paths have.
fn holds_key(value: &str) -> bool {
    let value = value.trim();
    let of_key = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte);
    value.contains('\n')
        || value.contains("-----BEGIN")
        || value.len() >= 40 && value.bytes().all(of_key) && !value.starts_with('/')
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        // A reader that closes the pipe, such as `head`, is not a failure.
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            std::process::exit(i32::from(CLEAN));
        }
        Failure(bilingual!(
            "读写失败：{error}。请检查路径、权限和磁盘空间。",
            "Reading or writing failed: {error}. Check the path, the permissions and the disk."
        ))
    }
}

/// The result of a command.
pub type Ended = Result<u8, Failure>;

/// Declares the commands of a program.
pub fn command<C: Commands>() -> Command {
    Cli::<C>::command()
}

/// Runs a command line, the name of the program first, and returns its exit status. Standard output is flushed, because a
/// foreign host does not do so when it ends.
pub fn run<C: Commands>(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let status = ended::<C>(&arguments);
    // A closed pipe was dealt with where it was written to.
    let _ = std::io::stdout().flush();
    status
}

fn ended<C: Commands>(arguments: &[OsString]) -> u8 {
    let plain = command::<C>().color(colour_of_usage(arguments));
    let read = |command: &Command| {
        let matches = command.clone().try_get_matches_from(arguments)?;
        Ok((Cli::<C>::from_arg_matches(&matches)?, matches))
    };
    let mut effective = plain.clone();
    let (mut cli, mut matches) = match read(&plain) {
        Ok(read) => read,
        Err(error) => return usage(&error),
    };
    let lang = cli.lang.map_or_else(lang_of_environment, |lang| match lang {
        LangArg::Zh => Lang::Zh,
        LangArg::En => Lang::En,
    });
    let config = cli.config.clone().filter(|path| !path.as_os_str().is_empty());
    if let Some(path) = &config {
        effective = match configured(plain, path) {
            Ok(configured) => configured,
            Err(Failure(text)) => return failed(&text, lang),
        };
        (cli, matches) = match read(&effective) {
            Ok(read) => read,
            Err(error) => return usage(&error),
        };
    }
    match audit_defaults::with_defaults(&effective, &matches, config.as_deref()) {
        Err(Failure(text)) => return failed(&text, lang),
        Ok(None) => {}
        Ok(Some(with_defaults)) => {
            (cli, matches) = match read(&with_defaults) {
                Ok(read) => read,
                Err(error) => return usage(&error),
            };
        }
    }
    let voice = Voice { lang, quiet: cli.quiet, colour: cli.color };
    if let Some(path) = &cli.houses
        && let Err(Failure(text)) = source::houses(path, voice)
    {
        return failed(&text, lang);
    }
    if let Some(path) = &cli.adapters
        && let Err(Failure(text)) = source::adapters(path, voice)
    {
        return failed(&text, lang);
    }
    let ended = match cli.verb {
        Verb::Audit(args) => audit::run(args, voice),
        Verb::Diff(args) => diff::run(&args, voice),
        Verb::Score(args) => score::run(&args, voice),
        Verb::WhatIf(args) => what_if::run(&args, voice),
        Verb::Replay(args) => replay::run(&args, voice),
        Verb::Page(args) => page::run(&args, voice),
        #[cfg(feature = "picture")]
        Verb::Picture(args) => picture::run(&args, voice),
        Verb::Generate(args) => generate::run(&args, voice),
        Verb::Prove(args) => prove::run(&args, voice),
        Verb::Explain(args) => explain::run(&args, voice),
        Verb::Convert(args) => convert::run(&args, voice),
        Verb::View(args) => view::run(&args, voice),
        Verb::Join(args) => join::run(&args, voice),
        Verb::Leaks(args) => leaks::run(&args, voice),
        Verb::Adapter(args) => adapter::run(&args, voice),
        Verb::Conformance(args) => conformance::run(&args, voice),
        Verb::Completions(args) => completions::run(&args, command::<C>()),
        Verb::Man(args) => man::run(&args, command::<C>()),
        Verb::Schema => schema::run(),
        Verb::Further(further) => {
            further.run(&Call { voice, config: config.as_deref(), matches: &matches, command: &command::<C>() })
        }
        Verb::Verify(args) => verify::run(&args, voice),
    };
    ended.unwrap_or_else(|Failure(text)| failed(&text, lang))
}

fn failed(text: &Text, lang: Lang) -> u8 {
    // If standard error is closed too, the error cannot be reported.
    let _ = writeln!(std::io::stderr(), "caipan: {}", text.get(lang));
    UNUSABLE
}

/// Prints help, the version or a usage error; only the last is a failure.
fn usage(error: &clap::Error) -> u8 {
    let _ = error.print();
    if !error.use_stderr() {
        return CLEAN;
    }
    if lang_of_environment() == Lang::Zh {
        let _ = writeln!(std::io::stderr(), "命令写法有误，用法见：caipan --help");
    }
    UNUSABLE
}

/// Reads `--color` from the raw arguments for help and usage errors, which are printed before the command is parsed.
fn colour_of_usage(words: &[OsString]) -> ColorChoice {
    let after = |word: &str| words.iter().skip_while(|given| *given != word).nth(1).and_then(|word| word.to_str());
    let joined = words.iter().filter_map(|word| word.to_str()?.strip_prefix("--color=")).next_back();
    match joined.or(after("--color")) {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

/// Returns the language of the first of LC_ALL, LC_MESSAGES and LANG that is set, by POSIX precedence; English if none is.
pub fn lang_of_environment() -> Lang {
    let set =
        ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    if set.is_some_and(|locale| locale.starts_with("zh")) { Lang::Zh } else { Lang::En }
}
