//! Reads case files and answer files: one document per line. Blank lines are skipped; the first invalid line is an
//! error.

use super::answer::{Answer, AnswerLine, EngineLine};
use super::case::Case;
use super::{CASE_FORMAT, judge};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;

/// The reason for which a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The problem and its fix.
    pub text: Text,
}

/// Reads the cases of a file. Their ids must be unique.
pub fn cases(text: &str) -> Result<Vec<Case>, LineError> {
    let mut ids = BTreeSet::new();
    let mut cases = Vec::new();
    for (line, written) in lines(text) {
        let case: Case = parse(line, written)?;
        let wrong = |text: Text| Err(LineError { line, text });
        if case.format != CASE_FORMAT {
            return wrong(bilingual!(
                "format 是“{}”，这里读的是 {CASE_FORMAT}。",
                "`format` is `{}`; what is read here is {CASE_FORMAT}",
                case.format
            ));
        }
        if judge::system(&case).is_none() {
            return wrong(bilingual!(
                "没有规则体系“{}”，见 caipan explain。",
                "there is no rule system `{}`; see `caipan explain`",
                case.system
            ));
        }
        if !ids.insert(case.id.clone()) {
            return wrong(twice(&case.id));
        }
        cases.push(case);
    }
    Ok(cases)
}

/// Reads the name of the engine, if the file gives it, and its answers.
pub fn answers(text: &str) -> Result<(Option<String>, Vec<Answer>), LineError> {
    let (mut engine, mut ids, mut answers) = (None, BTreeSet::new(), Vec::new());
    for (line, written) in lines(text) {
        // Parse each kind of line by itself: an error of the untagged enum would not name the wrong field.
        let named = serde_json::from_str::<EngineLine>(written).ok();
        let read =
            named.map_or_else(|| parse(line, written).map(AnswerLine::Answer), |one| Ok(AnswerLine::Engine(one)));
        match read? {
            AnswerLine::Engine(named) => engine = Some(named.engine),
            AnswerLine::Answer(answer) if !ids.insert(answer.id.clone()) => {
                return Err(LineError { line, text: twice(&answer.id) });
            }
            AnswerLine::Answer(answer) => answers.push(answer),
        }
    }
    Ok((engine, answers))
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

fn parse<T: DeserializeOwned>(line: usize, written: &str) -> Result<T, LineError> {
    serde_json::from_str(written).map_err(|error| LineError {
        line,
        text: bilingual!(
            "这一行不合格式：{error}。格式见 fixtures/conformance/README.md。",
            "this line is not in the format: {error}. See fixtures/conformance/README.md"
        ),
    })
}

fn twice(id: &str) -> Text {
    bilingual!("编号 {id} 出现了两次，请删去一行。", "the id {id} is there twice: take one line away")
}
