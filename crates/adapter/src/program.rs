//! The jq program of an adapter: parsed, checked, compiled and run within an allowance.
//!
//! A program cannot hang or exhaust the process. It has no recursion, so its length bounds its stack. Everything that
//! multiplies work (commas, calls of its own filters, list entries) takes steps. It runs on its own thread with a stack
//! large enough for the longest program. Files, clock, environment and modules are not available.

mod check;
mod input;
mod natives;
mod places;

pub(super) use input::{Document, Input, rows};

use super::error::AdapterError;
use super::meter::{self, Allowance};
use super::tables::Tables;
use super::value::V;
use caipan_tiles::bilingual;
use jaq_core::data::HasLut;
use jaq_core::load::parse::{Def, Parser, Term};
use jaq_core::load::{Arena, File, Lexer, Loader, parse, span};
use jaq_core::{Compiler, Ctx, DataT, Error, Filter, Lut, Vars};
use places::Trace;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

/// Maximum size of a program in bytes.
const LONGEST: usize = 32 << 10;
/// Stack size in bytes of the thread that compiles and runs programs. The system commits only the pages that are
/// touched.
#[cfg(not(target_family = "wasm"))]
const STACK: usize = 512 << 20;
/// The name of the compiled program; a program that calls it is recursive.
const MAIN: &str = "adapter_program";

/// The data types of programs.
pub(super) struct Kind;

impl DataT for Kind {
    type V<'a> = V;
    type Data<'a> = World<'a>;
}

/// The data that native filters can access.
#[derive(Clone)]
pub(super) struct World<'a> {
    lut: &'a Lut<Kind>,
    tables: &'a Tables,
    /// The names of the tables that the program meets, if the caller asked for them.
    met: Option<&'a RefCell<Met>>,
    /// The marked parts of the program, if the place of an error is sought.
    trace: Option<&'a Trace>,
}

impl World<'_> {
    fn meets(&self, note: impl FnOnce(&mut Met)) {
        if let Some(met) = self.met {
            note(&mut met.borrow_mut());
        }
    }
}

/// The tile and act names that a program looked up and the room flags that it gave, with their counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// Tile names.
    pub tiles: BTreeMap<String, u64>,
    /// Act names.
    pub acts: BTreeMap<String, u64>,
    /// Room flags, each with its values.
    pub flags: BTreeMap<String, BTreeMap<String, u64>>,
}

/// The steps that several runs took from a shared allowance, and the names that they met if requested.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken {
    /// The number of steps taken.
    pub steps: u64,
    /// The names met.
    pub met: Option<Met>,
    /// The first documents, if the caller asked for them.
    pub documents: Option<Vec<serde_json::Value>>,
}

impl<'a> HasLut<'a, Kind> for World<'a> {
    fn lut(&self) -> &'a Lut<Kind> {
        self.lut
    }
}

/// A compiled program.
pub(super) struct Program {
    filter: Filter<Kind>,
}

/// Runs the program where no threads exist. One that exhausts the stack of the host is ended by the host.
#[cfg(target_family = "wasm")]
fn apart<T: Send>(work: impl FnOnce() -> Result<T, AdapterError> + Send) -> Result<T, AdapterError> {
    work()
}

/// Runs on a thread with a large stack. A panic there becomes an error.
#[cfg(not(target_family = "wasm"))]
fn apart<T: Send>(work: impl FnOnce() -> Result<T, AdapterError> + Send) -> Result<T, AdapterError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let gave_up = || {
            AdapterError::of(
                "program-stopped",
                bilingual!(
                    "程序运行到一半停下了。请把它拆短，并把样例发给维护者。",
                    "The program stopped before its end. Shorten it, and send the sample to the maintainers."
                ),
            )
        };
        thread.map_err(|_| gave_up())?.join().map_err(|_| gave_up())?
    })
}

impl Program {
    /// Parses and compiles a program. An error carries its byte offset in `code`.
    pub(super) fn read(code: &str) -> Result<Program, (AdapterError, usize)> {
        if code.len() > LONGEST {
            let text = bilingual!(
                "程序超过 {LONGEST} 字节；请缩短，或在写日志前先由平台整理。",
                "The program exceeds {LONGEST} bytes. Shorten it, or simplify the log on the platform first."
            );
            return Err((AdapterError::of("program-too-long", text), 0));
        }
        let mut at = 0;
        let read = apart(|| {
            compiled(code, None).map_err(|(error, place)| {
                at = place;
                error
            })
        });
        read.map(|filter| Program { filter }).map_err(|error| (error, at))
    }

    /// Runs the program on an input. Each output is a JSON string or an error; output after an error belongs to the
    /// next match. `taken` holds the steps taken before the run and is updated.
    pub(super) fn run(
        &self,
        input: &[u8],
        how: Input,
        tables: &Tables,
        allowed: Allowance,
        taken: &mut Taken,
        most: usize,
    ) -> Result<Vec<Result<String, AdapterError>>, AdapterError> {
        apart(|| {
            meter::begin(allowed, taken.steps);
            let length = input.len();
            let input = how.read(input).map_err(|error| match meter::spent() {
                Some(spent) => AdapterError::spent(spent, allowed, length),
                None => error,
            })?;
            let met = taken.met.take().map(RefCell::new);
            let world = World { lut: &self.filter.lut, tables, met: met.as_ref(), trace: None };
            let ctx = Ctx::<Kind>::new(world, Vars::new([]));
            let mut given = Vec::new();
            for value in self.filter.id.run((ctx, input)) {
                if let Some(spent) = meter::spent() {
                    return Err(AdapterError::spent(spent, allowed, length));
                }
                if given.len() == most {
                    return Err(AdapterError::too_many(most));
                }
                given.push(match value {
                    Ok(value) => Ok(value.to_json()),
                    Err(exception) => match exception.get_err() {
                        Ok(error) => Err(failed(error)),
                        Err(_) => {
                            let spent = meter::spent().unwrap_or(meter::Spent::Steps);
                            return Err(AdapterError::spent(spent, allowed, length));
                        }
                    },
                });
            }
            taken.steps = meter::steps();
            taken.met = met.map(RefCell::into_inner);
            match meter::spent() {
                Some(spent) => Err(AdapterError::spent(spent, allowed, length)),
                None => Ok(given),
            }
        })
    }

    /// Runs a program that failed once more, and returns for each of its errors the bytes of the part that fails.
    pub(super) fn places(
        code: &str,
        input: &[u8],
        how: Input,
        tables: &Tables,
        allowed: Allowance,
    ) -> Vec<Option<Range<usize>>> {
        let run = || {
            let mut parts = Vec::new();
            let filter = compiled(code, Some(&mut parts)).map_err(|(error, _)| error)?;
            meter::begin(allowed, 0);
            let trace = Trace::new(parts);
            let world = World { lut: &filter.lut, tables, met: None, trace: Some(&trace) };
            let ctx = Ctx::<Kind>::new(world, Vars::new([]));
            let given = filter.id.run((ctx, how.read(input)?));
            Ok(given.take_while(|_| meter::spent().is_none()).filter(Result::is_err).map(|_| trace.take()).collect())
        };
        apart(run).unwrap_or_default()
    }
}

/// Converts an error of the program to an adapter error.
fn failed(error: Error<V>) -> AdapterError {
    let value = error.into_val();
    let of = |key: &str| value.as_map().and_then(|map| map.get(key)).and_then(V::as_text).map(str::to_owned);
    if let (Some(zh), Some(en)) = (of("zh"), of("en")) {
        let place = value.as_map().and_then(|map| map.get("value")).map(V::to_json);
        let text = caipan_tiles::text::Text { zh: zh.into(), en: en.into() };
        return AdapterError {
            about: place.map(Into::into),
            within: of("at").map(Into::into),
            ..AdapterError::of("program-refused", text)
        };
    }
    let all = value.as_text().map_or_else(|| value.to_json(), str::to_owned);
    let said: String = all.chars().take(200).collect();
    let error = AdapterError::of(
        "program-failed",
        bilingual!(
            "适配器的程序处理这份日志时出错：{said}。请核对日志是否为适配器所写的格式，或修改程序。",
            "The adapter's program failed on this log: {said}. Check that the log has the format that the adapter reads, or correct \
             the program."
        ),
    );
    AdapterError { about: worked_on(&all).map(Into::into), ..error }
}

/// Returns the value that the program worked on when it failed, if jq names a list or an object with more than one
/// member.
fn worked_on(said: &str) -> Option<String> {
    let rest =
        ["cannot index ", "cannot use ", "cannot calculate "].iter().find_map(|start| said.strip_prefix(start))?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<serde_json::Value>();
    let value = values.next()?.ok()?;
    let tells =
        value.as_array().is_some_and(|list| list.len() > 1) || value.as_object().is_some_and(|map| map.len() > 1);
    tells.then(|| value.to_string())
}

/// Returns the definitions that programs may call, without those that could loop forever.
#[expect(
    clippy::map_identity,
    reason = "it shortens the lifetime of the names, so that programs can stand beside them"
)]
fn prelude<'s>() -> impl Iterator<Item = Def<&'s str>> {
    const ENDLESS: [&str; 6] = ["repeat", "recurse", "while", "until", "combinations", "range"];
    let own = parse(include_str!("prelude.jq"), |p| p.defs()).unwrap_or_default();
    let range = parse("def range($to): range(0; $to; 1); def range($from; $to): range($from; $to; 1);", |p| p.defs());
    let core = jaq_core::defs().filter(|def| !ENDLESS.contains(&def.name));
    core.chain(range.unwrap_or_default()).chain(own).map(|def| -> Def<&'s str> { def })
}

/// Compiles a program. With `traced` its parts are marked, and their bytes are put there.
fn compiled(code: &str, traced: Option<&mut Vec<Option<Range<usize>>>>) -> Result<Filter<Kind>, (AdapterError, usize)> {
    let at = |part: &str| if part.is_empty() { code.len() } else { span(code, part).start };
    let syntax = |found: &str, wanted: &str| {
        let start: String = found.chars().take(20).collect();
        let (zh, en) = if start.is_empty() {
            ("程序在此结束".to_owned(), "the program ends".to_owned())
        } else {
            (format!("此处是“{start}”"), format!("Unexpected `{start}`"))
        };
        let text = bilingual!(
            "{zh}，而 jq 的写法在这里需要 {wanted}；请改正程序。",
            "{en}: jq expects {wanted} here. Correct the program."
        );
        (AdapterError::of("program-syntax", text), at(found))
    };
    let tokens = Lexer::new(code).lex().map_err(|errors| {
        errors.first().map_or_else(|| syntax("", "a token"), |(wanted, found)| syntax(found, wanted.as_str()))
    })?;
    let mut term: Term<&str> = Parser::new(&tokens).parse(Parser::term).map_err(|errors| {
        errors.first().map_or_else(
            || syntax("", "a term"),
            |(wanted, found)| syntax(found.map_or("", |token| token.0), wanted.as_str()),
        )
    })?;
    check::no_recursion(&term).map_err(|name| {
        let text = bilingual!(
            "过滤器 {name} 调用了自己；适配器的程序不能递归，请改用 reduce、foreach 或 range。",
            "The filter `{name}` calls itself, and adapters have no recursion. Use reduce, foreach or range."
        );
        (AdapterError::of("program-recursion", text), at(name))
    })?;
    check::count_steps(&mut term);
    let numbers: Vec<String>;
    if let Some(traced) = traced {
        *traced = places::parts(&mut term, code);
        numbers = (0..traced.len()).map(|at| at.to_string()).collect();
        places::mark(&mut term, &mut numbers.iter().map(String::as_str));
    }
    let main = Def { name: MAIN, args: Vec::new(), body: term };
    let arena = Arena::default();
    let unreadable = || {
        (
            AdapterError::of(
                "program-syntax",
                bilingual!(
                    "程序无法读取。请对照 docs/adapters.md 改写。",
                    "The program cannot be read. Compare it with docs/adapters.md."
                ),
            ),
            0,
        )
    };
    let modules =
        Loader::new(prelude().chain([main])).load(&arena, File { code: MAIN, path: () }).map_err(|_| unreadable())?;
    let natives = natives::all().map(|(name, args, native)| -> (&str, _, _) { (name, args, native) });
    Compiler::default().with_funs(natives).compile(modules).map_err(|errors| {
        let first = errors.into_iter().flat_map(|(_, errors)| errors).next();
        let Some((name, what)) = first else { return unreadable() };
        let known = || prelude().map(|def| def.name).chain(natives::all().map(|(name, ..)| name));
        let here = |def: &str| def == name;
        let counts = prelude().filter(|def| here(def.name)).map(|def| def.args.len());
        let mut counts: Vec<usize> =
            counts.chain(natives::all().filter(|(native, ..)| here(native)).map(|(_, args, _)| args.len())).collect();
        counts.sort_unstable();
        counts.dedup();
        if !counts.is_empty() {
            let counts = counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ");
            let text = bilingual!(
                "程序中的 {name} 参数个数不对：应为 {counts} 个，以分号隔开。",
                "The program calls `{name}` with the wrong number of arguments. Write {counts}, separated by semicolons."
            );
            return (AdapterError::of("program-undefined", text), at(name));
        }
        let near = caipan_tiles::suggest::nearest(name, known());
        let (zh, en) = near.map_or_else(Default::default, |near| {
            (format!("是否想写 {near}？"), format!(" Did you mean `{near}`?"))
        });
        let what = what.as_str();
        let text = bilingual!(
            "程序中的 {name}（{what}）没有定义，或参数个数不对。{zh}可用的过滤器见 docs/adapters.md；没有输入输出、时钟、正则和递归。",
            "The {what} `{name}` is not defined, or not with this number of arguments.{en} docs/adapters.md lists the filters; there is no \
             input or output, clock, regular expression or recursion."
        );
        let inside = code.as_bytes().as_ptr_range().contains(&name.as_ptr());
        (AdapterError::of("program-undefined", text), if inside { at(name) } else { 0 })
    })
}
