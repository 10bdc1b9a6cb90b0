//! A stored row that disagrees with the journal, or with the bytes that it describes, as a sentence for people.

use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// A disagreement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mismatch {
    /// The sequence number of the journal entry that it is about; 0 if it is about none.
    pub place: i64,
    /// The id of the log, if it is known.
    pub log: Option<String>,
    /// The kind of disagreement.
    pub reason: Reason,
}

/// The kind of a disagreement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The journal has no entry with this number.
    EntryLost,
    /// The record of the entry is not the one that was hashed, or does not follow from the rows.
    RecordChanged,
    /// The columns of the entry tell something else than its record.
    ColumnsChanged,
    /// The tenant counts another number of entries than the journal has.
    HeadChanged,
    /// A stored node of the tree is not the hash of what lies below it.
    NodeChanged,
    /// The journal records a verdict on a log that is neither stored nor erased.
    LogLost,
    /// The journal does not record the log.
    LogUnrecorded,
    /// The log was received at another time than the journal records.
    TimeChanged,
    /// The report of this revision is not stored.
    ReportLost(i32),
    /// The journal does not record the report of this revision.
    ReportUnrecorded(i32),
    /// The ruling is not stored.
    RulingLost,
    /// The stored ruling is not the one that the journal records.
    RulingChanged,
    /// The journal does not record the ruling.
    RulingUnrecorded,
    /// The journal records the erasure, but the table of erased logs does not have it.
    ErasureLost,
    /// The table of erased logs names a log whose erasure the journal does not record.
    ErasureUnrecorded,
    /// The key with this id is not stored.
    KeyLost(String),
    /// The journal does not record that the key with this id was made or revoked then.
    KeyUnrecorded(String),
    /// The key with this id is in use, though it was revoked.
    KeyRevived(String),
    /// A column of the log tells something else than its bytes.
    ColumnDiffers(&'static str),
    /// The search tags of the log lack some that follow from its bytes and its report.
    TagsLost(usize),
    /// The tenant has this many search tags more than its logs and reports give.
    TagsUnrecorded(i64),
    /// A counter of the tenant differs from the sum over its reports.
    CounterDiffers(String),
}

impl Mismatch {
    /// The sentence: the culprit and the reason.
    pub fn text(&self) -> Text {
        let Mismatch { place, log, reason } = self;
        let id = log.as_deref().unwrap_or_default();
        match reason {
            Reason::EntryLost => bilingual!("日志缺第 {place} 条", "Journal entry {place} is missing"),
            Reason::RecordChanged => bilingual!(
                "日志第 {place} 条与写入时的摘要不符：这条记录或它所依据的行被改过",
                "Journal entry {place} does not match the hash from when it was written: the entry, or a row that it follows from, was changed"
            ),
            Reason::ColumnsChanged => bilingual!(
                "日志第 {place} 条的列与它的记录不一致",
                "The columns of journal entry {place} differ from its record"
            ),
            Reason::HeadChanged => bilingual!(
                "租户所记的条数与日志不一致，日志最后一条是第 {place} 条",
                "The tenant counts another number of entries: the last entry of the journal is {place}"
            ),
            Reason::NodeChanged => bilingual!(
                "存证树中到第 {place} 条为止的节点与其下的摘要不符",
                "The node of the evidence tree that ends at entry {place} does not match the hashes below it"
            ),
            Reason::LogLost if id.is_empty() => bilingual!(
                "日志第 {place} 条是一份牌谱的判定，这份牌谱却已不在库中，也没有抹去的记录",
                "Journal entry {place} records a verdict on a log that is no longer stored, and no erasure of it is recorded"
            ),
            Reason::LogLost => bilingual!(
                "牌谱 {id} 已不在库中：日志第 {place} 条记有它的判定，却没有抹去的记录",
                "Log {id} is no longer stored: journal entry {place} records a verdict on it, and no erasure"
            ),
            Reason::LogUnrecorded => bilingual!(
                "库中有牌谱 {id}，日志第 {place} 条却不是它的判定",
                "Log {id} is stored, but journal entry {place} is no verdict on it"
            ),
            Reason::TimeChanged => bilingual!(
                "牌谱 {id} 的收到时间与日志第 {place} 条不一致",
                "Log {id} has another time of receipt than journal entry {place}"
            ),
            Reason::ReportLost(revision) => bilingual!(
                "牌谱 {id} 第 {revision} 版规则的报告已不在库中，日志第 {place} 条记有它",
                "The report of log {id} under revision {revision} is no longer stored, but journal entry {place} records it"
            ),
            Reason::ReportUnrecorded(revision) => bilingual!(
                "库中有牌谱 {id} 第 {revision} 版规则的报告，日志却没有记载",
                "A report of log {id} under revision {revision} is stored, but the journal does not record it"
            ),
            Reason::RulingLost => bilingual!(
                "牌谱 {id} 有一条裁定已不在库中，日志第 {place} 条记有它",
                "A ruling on log {id} is no longer stored, but journal entry {place} records it"
            ),
            Reason::RulingChanged => bilingual!(
                "牌谱 {id} 的一条裁定与日志第 {place} 条所记的不符",
                "A ruling on log {id} is not the one that journal entry {place} records"
            ),
            Reason::RulingUnrecorded => bilingual!(
                "牌谱 {id} 有一条裁定（第 {place} 条），日志没有记载",
                "A ruling on log {id} is stored at place {place}, but the journal does not record it"
            ),
            Reason::ErasureLost => bilingual!(
                "日志第 {place} 条记有抹去牌谱 {id}，已抹去的名单里却没有它",
                "Journal entry {place} records the erasure of log {id}, but the table of erased logs does not have it"
            ),
            Reason::ErasureUnrecorded => bilingual!(
                "已抹去的名单里有牌谱 {id}，日志第 {place} 条却不是抹去它的记录",
                "The table of erased logs has log {id}, but journal entry {place} does not record its erasure"
            ),
            Reason::KeyLost(key) => bilingual!(
                "密钥 {key} 已不在库中，日志第 {place} 条记有它的签发",
                "Key {key} is no longer stored, but journal entry {place} records that it was made"
            ),
            Reason::KeyUnrecorded(key) => bilingual!(
                "库中密钥 {key} 的签发或吊销，日志没有记载",
                "Key {key} is stored, but the journal does not record that it was made or revoked then"
            ),
            Reason::KeyRevived(key) => bilingual!(
                "密钥 {key} 在库中有效，日志第 {place} 条却记有它的吊销",
                "Key {key} is in use, but journal entry {place} records that it was revoked"
            ),
            Reason::ColumnDiffers(column) => bilingual!(
                "牌谱 {id} 的 {column} 列与原始内容不符",
                "The column {column} of log {id} differs from its bytes"
            ),
            Reason::TagsLost(count) => {
                bilingual!("牌谱 {id} 少了 {count} 个检索标记", "Log {id} lacks {count} of its search tags")
            }
            Reason::TagsUnrecorded(count) => bilingual!(
                "检索标记比牌谱与报告应有的多 {count} 个",
                "Search tags beyond those that the logs and reports give: {count}"
            ),
            Reason::CounterDiffers(code) if code.is_empty() => bilingual!(
                "牌谱或局数的计数与各报告之和不符",
                "The counter of logs and hands differs from the sum over the logs"
            ),
            Reason::CounterDiffers(code) => bilingual!(
                "{code} 的计数与各报告之和不符",
                "The counter of {code} differs from the sum over the reports"
            ),
        }
    }
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text().en)
    }
}
