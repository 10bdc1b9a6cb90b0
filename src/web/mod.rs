//! Renders the pages for people on the server: no script is required, nothing is loaded from elsewhere. Shows the data
//! of `app`; addresses and headers belong to `api`.

mod adapters;
mod assets;
mod desk;
mod explain;
mod frame;
mod glossary;
mod history;
mod index;
mod markdown;
mod problem;
mod refused;
mod report;
mod ruling;
mod score;
mod sign_in;
mod statistics;
mod step;
mod what_if;

use caipan_pages::{tiles, words};

pub use adapters::{Bench, adapters};
pub use assets::{Asset, asset, packed};
pub use caipan_pages::Look;
pub use desk::{Desk, desk, dismissal, state_named};
pub use explain::explained;
pub use frame::{Document, Visitor, escaped};
pub use glossary::glossary;
pub use index::index;
pub use problem::{ProblemShown, problem};
pub use refused::{Refused, SEVERAL, refused};
pub use report::{looked_at, report, sample, saved_page, tried};
pub use ruling::{Ruling, TRANSFERS, ruling, ruling_preview};
pub use score::score;
pub use sign_in::{choose_tenant, going, signed_out};
pub use statistics::statistics;
pub use step::step;
pub use what_if::{Supposed, what_if};
