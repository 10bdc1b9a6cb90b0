//! The names of logs that a caller gives without files, and refusals that say which log is meant.

use crate::Refusal;
use caipan_log::GameLog;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, Seats};

/// Returns the name of a record that the caller does not name: its number, from 1.
pub fn numbered(number: usize) -> Text {
    bilingual!("第 {number} 份记录", "record {number}")
}

/// Returns the names of a whole match and of the record of it that was sent to a client.
pub fn whole_and_sent() -> [Text; 2] {
    [bilingual!("整场牌谱", "the whole match"), bilingual!("发出的记录", "the record sent")]
}

/// Returns a refusal whose sentence begins with the name of the log.
#[must_use]
pub fn refused(name: &Text, mut refusal: Box<Refusal>) -> Box<Refusal> {
    let (Text { zh, en }, Text { zh: name, en: name_en }) = (&refusal.text, name);
    refusal.text = bilingual!("{name}：{zh}", "{name_en}: {en}");
    refusal
}

/// Returns the seats that a record was sent to: the given one, else those of its `view`.
///
/// # Errors
/// The advice if neither names a seat.
pub(super) fn sent_to(part: &GameLog, seat: Option<Seat>) -> Result<Seats, Text> {
    match seat {
        Some(seat) => Ok(Seats::NONE.with(seat)),
        None => part.view().filter(|seats| !seats.is_empty()).ok_or_else(|| {
            bilingual!(
                "不知道这份记录发给了谁：其中没有 view。请写明座位 seat（0 至 3）。",
                "Nobody is named whom this record was sent to: it has no view. Give its seat, 0 to 3."
            )
        }),
    }
}
