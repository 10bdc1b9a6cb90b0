//! `caipan generate`: writes legal matches from self-play, optionally with one labelled fault each. The same seed gives
//! the same bytes on every machine.

use super::audit::setting;
use super::bar::Bar;
use super::paint::Voice;
use super::{CLEAN, Ended, Failure};
use caipan_auditor::meant;
use caipan_engine::audit::checks;
use caipan_engine::rules::{Ruleset, resolve};
use caipan_lab::generate::faults::{self, Fault, Kind, Stage};
use caipan_lab::generate::population::{self, Act, Population, Unfair};
use caipan_lab::generate::{MatchConfig, Rng, one, redact};
use caipan_log::{GameLog, OptionValue, RulesDeclared};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The number of matches tried for one fault, a few seconds of play.
const TRIES: u64 = 2_000;

/// The number of players of an unfair platform unless `--population` gives another.
const PLAYERS: u16 = 40;

/// The matches to generate.
#[derive(Clone, Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("labelled").args(["fault", "unfair"])))]
pub struct Wanted {
    /// Rules to play under · 按哪套规则打
    #[arg(long, value_name = "SYSTEM")]
    pub rules: String,
    /// Change a house rule; repeatable · 更改一项规则选项，可重复
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    pub set: Vec<(String, String)>,
    /// Seed; the same seed gives the same matches · 种子，同一种子得到同样的牌谱
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of matches · 多少场
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub games: u64,
    /// Play style of the bots (default: each in turn) · 玩家的脾气，默认轮流
    #[arg(long, value_name = "TEMPER", value_parser = MatchConfig::ALL.map(|(name, _)| name))]
    pub players: Option<String>,
    /// Maximum number of hands per match, for long sessions · 每场至多几局，可打长局
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub hands: Option<u8>,
    /// Record only what simple clients record: no wall, no dice, no list of payments · 只记录简陋客户端所记的内容
    #[arg(long)]
    pub thin: bool,
    /// Put one fault with this code into each match · 每场放入一处此代码的错误
    #[arg(long, value_name = "CODE")]
    pub fault: Option<String>,
    /// Draw the players of each match from N names, in several rooms, with several clients, over days, with honest walls ·
    /// 每场的玩家从 N 人中抽，分几个房间、几种客户端、连续多天，牌墙公平洗
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(4..=9999), conflicts_with = "fault")]
    pub population: Option<u16>,
    /// Make one thing unfair, RATE percent of the time: repeated-walls, biased-deal, biased-draws, feeding or rounding ·
    /// 让一件事不公平，RATE 是百分比：repeated-walls（重复牌墙）、biased-deal（一家起手牌偏好）、biased-draws（一家摸牌偏好）、
    /// feeding（两人互喂）、rounding（某版本算分取整）
    #[arg(long, value_name = "MODE[=RATE]", value_parser = str::parse::<Unfair>)]
    pub unfair: Option<Unfair>,
}

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    wanted: Wanted,
    /// File for the labels, one per line (default: standard error) · 标签写入此文件，默认写到标准错误
    #[arg(long, value_name = "FILE", requires = "labelled")]
    labels: Option<PathBuf>,
    /// Write each match and its label to separate files in this folder · 每场写成目录中的一个文件，标签在旁
    #[arg(long, value_name = "DIR", conflicts_with = "labels")]
    out: Option<PathBuf>,
    /// Number of matches tried for one fault; rare faults need tens of thousands · 为放入一处错误最多试多少场，罕见的错误要试几万场
    #[arg(long, value_name = "N", requires = "fault", default_value_t = TRIES, value_parser = clap::value_parser!(u64).range(1..))]
    tries: u64,
}

/// The label of a match: the expected finding and its place.
#[derive(serde::Serialize)]
struct Label<'a> {
    log: &'a str,
    code: &'a str,
    fault: &'a str,
    hand: usize,
    event: Option<usize>,
    seat: Option<usize>,
    /// The option whose other value explains the fault; the finding is then a variant.
    option: Option<&'a str>,
}

/// The label of an unfair act.
#[derive(serde::Serialize)]
struct ActLabel<'a> {
    log: &'a str,
    #[serde(flatten)]
    act: &'a Act,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let bar = Bar::of_matches(args.wanted.games, true, voice);
    let games = Games { tries: args.tries, bar: Some(bar.clone()), ..args.wanted.games().map_err(Failure)? };
    // Nothing is made for a search that finds no place.
    let mut written = None;
    for (game, made) in games.zip(1..) {
        let (log, labels) = game.map_err(|text| {
            bar.end();
            Failure(text)
        })?;
        let written = match &mut written {
            Some(written) => written,
            None => written.insert(Written::open(args)?),
        };
        bar.hide_while(|| written.put(&log, &labels))?;
        bar.at(made, made);
    }
    bar.end();
    written.map_or(Ok(()), Written::end)?;
    Ok(CLEAN)
}

impl Wanted {
    /// Starts the generation: an iterator over the matches, each with its labels, one a line. Refuses unknown
    /// rules, options, codes and play styles, and a fault in the matches of a platform.
    pub fn games(&self) -> Result<Games, Text> {
        if self.fault.is_some() && (self.population.is_some() || self.unfair.is_some()) {
            return Err(bilingual!(
                "指定了玩家群体或不公平之处（population、unfair）的牌谱里不能再放错误（fault），请二者选一。",
                "The matches of a population, fair or unfair, take no fault. Give either `fault`, or `population` and `unfair`."
            ));
        }
        let options = self.set.iter().map(|(id, value)| (id.clone(), OptionValue::Word(value.clone()))).collect();
        let declared = RulesDeclared { system: self.rules.clone(), options, ..Default::default() };
        let ruleset = resolve(&declared).map_err(|error| error.text)?;
        let kinds = self.fault.as_deref().map(|code| kinds(&ruleset, code)).transpose()?;
        let temper = self.players.as_deref().map(temper).transpose()?;
        Ok(Games { wanted: self.clone(), ruleset, kinds, temper, tries: TRIES, bar: None, number: 0, made: 0 })
    }
}

/// Returns the number of the play style with this name.
fn temper(name: &str) -> Result<usize, Text> {
    let names = MatchConfig::ALL.map(|(name, _)| name);
    names.iter().position(|known| *known == name).ok_or_else(|| {
        let (known, Text { zh, en }) = (names.join(", "), meant(name, names));
        bilingual!(
            "没有名为 {name} 的玩家脾气。{zh}可用的有：{known}。",
            "There is no play style {name}. {en}The known ones are: {known}."
        )
    })
}

/// Iterator over generated matches.
pub struct Games {
    wanted: Wanted,
    ruleset: Ruleset,
    /// The kinds of fault to inject; `None` for clean matches.
    kinds: Option<Vec<Kind>>,
    /// The play style of all matches; `None` for each in turn.
    temper: Option<usize>,
    /// The number of matches tried for one fault.
    tries: u64,
    /// Shows the search for places of faults.
    bar: Option<Bar>,
    /// The number of the next match to try.
    number: u64,
    made: u64,
}

impl Games {
    /// Returns the match with this number.
    fn game(&self, number: u64) -> GameLog {
        one(&self.ruleset, self.wanted.seed, number, &self.config(number))
    }

    /// Returns the platform whose matches are written; `None` for matches that have nothing to do with each other.
    fn population(&self) -> Option<Population> {
        let players = self.wanted.population.or(self.wanted.unfair.map(|_| PLAYERS))?;
        Some(Population { players, unfair: self.wanted.unfair })
    }

    /// Returns the configuration of the match with this number. The players of a platform are ordinary unless a play
    /// style is named.
    fn config(&self, number: u64) -> MatchConfig {
        let number = if self.population().is_some() { 0 } else { number };
        let temper = self.temper.unwrap_or((number % MatchConfig::ALL.len() as u64) as usize);
        let config = MatchConfig::ALL.get(temper).map_or(MatchConfig::USUAL, |(_, config)| *config);
        let hands = self.wanted.hands.map_or(config.hands, usize::from);
        MatchConfig { hands, ..config }
    }

    fn recorded(&self, log: GameLog) -> GameLog {
        if self.wanted.thin { redact(&log) } else { log }
    }

    /// Returns the match with this number without a fault, and a label for each unfair act of the platform.
    fn clean(&self, number: u64, population: Option<&Population>) -> (GameLog, String) {
        let Some(population) = population else { return (self.recorded(self.game(number)), String::new()) };
        let (log, acts) = population::one(&self.ruleset, self.wanted.seed, number, &self.config(number), population);
        let labels = acts.iter().map(|act| line(&ActLabel { log: &log.id, act })).collect();
        (self.recorded(log), labels)
    }

    /// Returns the next match that has a place for one of the kinds of fault, with its label.
    fn next_faulty(&mut self, kinds: &[Kind]) -> Result<(GameLog, String), Text> {
        for tried in 0..self.tries {
            if let Some(bar) = &self.bar {
                bar.searched(self.made, tried);
            }
            let log = self.game(self.number);
            let mut chance = Rng::nth(self.wanted.seed, self.number);
            self.number += 1;
            let mut order = kinds.to_vec();
            chance.shuffle(&mut order);
            let stage = Stage::of(&self.ruleset, &log);
            if let Some((fault, mut bad)) = order.into_iter().find_map(|kind| stage.inject(kind, &mut chance)) {
                // Matches of one seed with different faults are different matches.
                if bad.id == log.id {
                    bad.id = format!("{}-{}", log.id, fault.code);
                }
                let label = label(&bad, &fault);
                return Ok((self.recorded(bad), label));
            }
        }
        let (made, games, tries) = (self.made, self.wanted.games, self.tries);
        let code = self.wanted.fault.as_deref().unwrap_or_default();
        let Text { zh, en } = if made == 0 {
            bilingual!(
                "没有写出任何文件：试了 {tries} 场，没有可放入 {code} 的地方。",
                "Nothing was written: {tries} matches gave no place for {code}."
            )
        } else {
            bilingual!(
                "要 {games} 场，只写出 {made} 场：又试了 {tries} 场，再没有可放入 {code} 的地方。",
                "Only {made} of {games} were written: {tries} more matches gave no further place for {code}."
            )
        };
        Err(bilingual!(
            "{zh}请用 --tries 多试几场，或换 --players、--seed、--set。",
            "{en} Try more with --tries, or other --players, --seed or --set."
        ))
    }
}

impl Iterator for Games {
    type Item = Result<(GameLog, String), Text>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.made == self.wanted.games {
            return None;
        }
        let game = match (self.kinds.clone(), self.population()) {
            (Some(kinds), _) => self.next_faulty(&kinds),
            (None, population) => {
                self.number += 1;
                Ok(self.clean(self.number - 1, population.as_ref()))
            }
        };
        // After an error the iterator ends.
        self.made = if game.is_ok() { self.made + 1 } else { self.wanted.games };
        Some(game)
    }
}

/// Returns the kinds of fault with this code.
fn kinds(ruleset: &Ruleset, code: &str) -> Result<Vec<Kind>, Text> {
    let kinds: Vec<Kind> = faults::kinds().filter(|kind| kind.code.eq_ignore_ascii_case(code)).collect();
    if let Some(never) = ruleset.system.impossible().find(|never| never.id.eq_ignore_ascii_case(code)) {
        let (rules, zh, en) = (ruleset.preset.id, never.why.zh, never.why.en);
        return Err(bilingual!(
            "规则 {rules} 不会有 {code}：{zh}。请换代码或规则。",
            "The rules {rules} never raise {code}: {en}. Choose another code or other rules."
        ));
    }
    if kinds.is_empty() {
        let known = checks::all().map(|check| check.code).collect::<Vec<_>>().join(", ");
        let Text { zh, en } = meant(code, checks::all().map(|check| check.code));
        return Err(bilingual!(
            "没有可放入的错误 {code}。{zh}已知代码：{known}。含义见 caipan explain。",
            "There is no fault of code {code} to put in. {en}The known codes are: {known}. `caipan explain` says what they mean."
        ));
    }
    Ok(kinds)
}

/// The destination of matches and labels.
enum Written {
    Stream { logs: BufWriter<std::io::StdoutLock<'static>>, labels: Box<dyn Write> },
    Folder(PathBuf),
}

impl Written {
    fn open(args: &Args) -> Result<Written, Failure> {
        if let Some(folder) = &args.out {
            fs::create_dir_all(folder).map_err(|error| Failure::at(folder, &error))?;
            return Ok(Written::Folder(folder.clone()));
        }
        let labels: Box<dyn Write> = match &args.labels {
            Some(path) => {
                let file = File::create(path).map_err(|error| Failure::at(path, &error))?;
                Box::new(BufWriter::new(file))
            }
            None => Box::new(std::io::stderr()),
        };
        Ok(Written::Stream { logs: BufWriter::new(std::io::stdout().lock()), labels })
    }

    /// Writes a match and the lines of its labels.
    fn put(&mut self, log: &GameLog, lines: &str) -> Result<(), Failure> {
        match self {
            Written::Stream { logs, labels } => {
                writeln!(logs, "{}", caipan_log::write(log).trim_end())?;
                labels.write_all(lines.as_bytes())?;
            }
            Written::Folder(folder) => files(folder, log, lines)?,
        }
        Ok(())
    }

    fn end(self) -> Result<(), Failure> {
        if let Written::Stream { mut logs, mut labels } = self {
            logs.flush()?;
            labels.flush()?;
        }
        Ok(())
    }
}

/// Writes a match to its own file in a folder, with its label beside it.
pub(super) fn file(folder: &Path, log: &GameLog, fault: Option<&Fault>) -> Result<(), Failure> {
    files(folder, log, &fault.map(|fault| label(log, fault)).unwrap_or_default())
}

/// Writes a match to its own file in a folder, and the lines of its labels, if it has any, beside it.
fn files(folder: &Path, log: &GameLog, lines: &str) -> Result<(), Failure> {
    fs::write(folder.join(format!("{}.json", log.id)), caipan_log::write(log))?;
    if !lines.is_empty() {
        fs::write(folder.join(format!("{}.label", log.id)), lines)?;
    }
    Ok(())
}

/// Returns the label of a match as one line of JSON: the code and the place of its fault.
fn label(log: &GameLog, fault: &Fault) -> String {
    let &Fault { name, code, hand, event, seat, option } = fault;
    let seat = seat.map(caipan_tiles::tile::Seat::index);
    line(&Label { log: &log.id, code, fault: name, hand, event, seat, option })
}

/// Writes a label as one line.
fn line(label: &impl serde::Serialize) -> String {
    // Strings and integers always serialise.
    serde_json::to_string(label).unwrap_or_default() + "\n"
}
