//! The fields of a report in short, as several answers have them, in the OpenAPI document.

use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{Array, Ref};

/// The schema of the headline.
pub(super) fn headline() -> Ref {
    let about = "The verdict in one or two sentences, as the report has it.";
    Ref::builder().ref_location_from_schema_name("Text").description(Some(about)).build()
}

/// The schema of the transfers.
pub(super) fn transfers() -> Array {
    let about = "The transfers that correct all hands together, as the report has them; absent if there are none.";
    ArrayBuilder::new().items(Ref::from_schema_name("TransferView")).description(Some(about)).build()
}
