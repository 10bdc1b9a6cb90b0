//! Pages for people: made on the server, no scripts, nothing from outside. They show what `app` gives; addresses and
//! headers belong to `api`.

mod explain;
mod frame;
mod index;
mod problem;
mod report;
mod step;

pub use explain::explained;
pub use frame::STYLE;
pub use index::index;
pub use problem::problem;
pub use report::report;
pub use step::step;
