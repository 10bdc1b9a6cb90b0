//! A stored report that is kept as one file, with its rulings.

use super::{App, AppError, Rulings};
use crate::store::Who;
use caipan_pages::SavedPage;

impl App {
    /// The saved page of a stored report, and its rulings.
    pub async fn saved_page(&self, who: Who, id: &str) -> Result<(SavedPage, Rulings), AppError> {
        let (audited, source) = (self.audited(who, id).await?, self.source(who, id).await?);
        let rows = self.rulings_of(who, id).await?;
        let limits = self.limits();
        self.work(move || {
            let rulings = Rulings::of(rows, &audited.report);
            Ok((SavedPage::of(audited.report, source.read(&limits)?.log)?, rulings))
        })
        .await?
    }
}
