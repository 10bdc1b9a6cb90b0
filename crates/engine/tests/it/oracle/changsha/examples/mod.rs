//! Worked examples of the rule book, and hand-made ones beside them, one table per question.

mod shapes;
pub mod hands;
mod situations;
mod openings;
mod settlements;
mod tables;
mod missed;
mod course;
