//! Conformance (一致性): compares the answers of an engine with numbered cases of the rule books and states how far
//! they agree.
//!
//! The cases are data (`fixtures/conformance/`), written by hand as literate specs; no expectation is computed here.
//! The same comparison judges this engine and any other.

mod answer;
mod case;
mod judge;
mod own;
mod read;
mod statement;
mod text;

pub use answer::{Answer, AnswerLine, EngineLine, FindingAnswered, HandAnswered, PaymentAnswered, WinAnswered};
pub use case::{Case, Expected, FindingExpected, HandExpected, PaymentExpected, WinExpected};
pub use judge::{Difference, Outcome, Part, judge};
pub use own::answer;
pub use read::{LineError, answers, cases};
pub use statement::{Failure, Of, Statement, SystemStatement, Tally, statement};
pub use text::text;

/// The format of a case.
pub const CASE_FORMAT: &str = "caipan-case/1";

/// The format of a statement.
pub const STATEMENT_FORMAT: &str = "caipan-conformance/1";

/// The JSON Schema of one line of a case file.
pub fn case_schema() -> serde_json::Value {
    schema_of::<Case>()
}

/// The JSON Schema of one line of an answer file.
pub fn answer_schema() -> serde_json::Value {
    schema_of::<AnswerLine>()
}

fn schema_of<T: schemars::JsonSchema>() -> serde_json::Value {
    schemars::generate::SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}
