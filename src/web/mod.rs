//! Pages for people: made on the server, no scripts, nothing from outside. They show what `app` gives; addresses and
//! headers belong to `api`.

mod frame;
mod index;
mod report;
mod step;

pub use frame::STYLE;
pub use index::index;
pub use report::report;
pub use step::step;
