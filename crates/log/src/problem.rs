//! Every problem that a log can have as a document, each with a code and a sentence that names the fix.

use super::read::DEPTH;
use super::want::Want;
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Seat, meant};

/// A problem that makes a text unreadable as a log. [`super::ReadError`] holds the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// The document exceeds the limit of bytes.
    TooLarge { limit: usize },
    /// The text is blank.
    Empty,
    /// The bytes are not UTF-8.
    NotUtf8,
    /// Invalid JSON syntax; the label names the error and the fix.
    NotJson(Label),
    /// The text ends before the document does.
    Truncated,
    /// The nesting exceeds the limit of depth.
    TooDeep,
    /// Text follows the document.
    Trailing,
    /// A second document follows the first.
    ManyDocuments,
    /// The document exceeds the limit of hands.
    TooManyHands { limit: usize },
    /// A hand exceeds the limit of events.
    TooManyEvents { limit: usize },
    /// A list exceeds its limit of entries.
    ListTooLong { limit: usize },
    /// The document is an array and not one log.
    LogList,
    /// The format is not `paipu/1`.
    UnknownFormat { found: String },
    /// A required key is missing; `of` is the type of the event.
    MissingKey { key: String, of: Option<&'static str> },
    /// A draw has no tile; `shown` is its seat, if the record shows the tiles of that seat but not of all.
    DrawNeedsTile { shown: Option<Seat> },
    /// A key is unknown.
    UnknownKey { key: String, known: &'static [&'static str] },
    /// A key occurs twice in one object.
    DuplicateKey { key: String },
    /// A rule that caipan does not know is declared twice.
    RuleTwice { rule: String },
    /// A key belongs to other types of event.
    MisplacedKey { key: &'static str, of: &'static str, may: String },
    /// A key that only a match that is over has.
    InProgress { key: &'static str },
    /// A value is `null`.
    Null { want: Want },
    /// A number has a fraction or an exponent, or exceeds 64 bits.
    NotWhole { found: String },
    /// A value has the wrong type.
    WrongType { found: Text, want: Want },
    /// A value has the right type but is invalid.
    WrongValue { found: String, want: Want },
    /// A list has the wrong length.
    WrongLength { found: usize, want: Want },
    /// A word is not one of the known words.
    UnknownWord { found: String, known: &'static [&'static str] },
    /// Text notation: a line begins with an unknown word.
    UnknownLine { found: String },
    /// Text notation: a line is in the wrong place.
    MisplacedLine { found: String, cure: Label },
    /// Text notation: other seats have this line, but this seat does not.
    MissingLine { line: &'static str, seat: usize },
    /// Text notation: a line ends too soon.
    LineEnds { want: Label },
    /// Text notation: text follows the last valid word of a line.
    ExtraWord { found: String },
    /// Text notation: a quoted text is not closed on its line, or an escape is invalid.
    BadQuote,
    /// The reader failed and the diagnosing pass found no error; `detail` is the message of the parser.
    Unreadable { detail: String },
}

impl Problem {
    /// Every code, in the order of the documentation.
    pub(crate) const CODES: &[&str] = &[
        "too-large",
        "empty",
        "not-utf8",
        "not-json",
        "truncated",
        "too-deep",
        "trailing-text",
        "many-documents",
        "too-many-hands",
        "too-many-events",
        "list-too-long",
        "unknown-format",
        "missing-key",
        "unknown-key",
        "duplicate-key",
        "rule-twice",
        "misplaced-key",
        "null-value",
        "not-whole",
        "wrong-type",
        "wrong-value",
        "wrong-length",
        "unknown-word",
        "unknown-line",
        "misplaced-line",
        "missing-line",
        "line-ends",
        "extra-word",
        "bad-quote",
        "unreadable",
    ];

    /// Returns the code that programs switch on.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Problem::TooLarge { .. } => "too-large",
            Problem::Empty => "empty",
            Problem::NotUtf8 => "not-utf8",
            Problem::NotJson(_) => "not-json",
            Problem::Truncated => "truncated",
            Problem::TooDeep => "too-deep",
            Problem::Trailing => "trailing-text",
            Problem::ManyDocuments => "many-documents",
            Problem::TooManyHands { .. } => "too-many-hands",
            Problem::TooManyEvents { .. } => "too-many-events",
            Problem::ListTooLong { .. } => "list-too-long",
            Problem::UnknownFormat { .. } => "unknown-format",
            Problem::MissingKey { .. } | Problem::DrawNeedsTile { .. } => "missing-key",
            Problem::UnknownKey { .. } => "unknown-key",
            Problem::DuplicateKey { .. } => "duplicate-key",
            Problem::RuleTwice { .. } => "rule-twice",
            Problem::MisplacedKey { .. } | Problem::InProgress { .. } => "misplaced-key",
            Problem::Null { .. } => "null-value",
            Problem::NotWhole { .. } => "not-whole",
            Problem::LogList | Problem::WrongType { .. } => "wrong-type",
            Problem::WrongValue { .. } => "wrong-value",
            Problem::WrongLength { .. } => "wrong-length",
            Problem::UnknownWord { .. } => "unknown-word",
            Problem::UnknownLine { .. } => "unknown-line",
            Problem::MisplacedLine { .. } => "misplaced-line",
            Problem::MissingLine { .. } => "missing-line",
            Problem::LineEnds { .. } => "line-ends",
            Problem::ExtraWord { .. } => "extra-word",
            Problem::BadQuote => "bad-quote",
            Problem::Unreadable { .. } => "unreadable",
        }
    }

    /// True if the place is the key and not its value.
    pub(crate) const fn is_about_key(&self) -> bool {
        matches!(self, Problem::UnknownKey { .. } | Problem::DuplicateKey { .. } | Problem::MisplacedKey { .. })
    }

    /// Returns the problem and its fix in both languages.
    pub(crate) fn text(&self) -> Text {
        match self {
            Problem::TooLarge { limit } => bilingual!(
                "文件超过 {limit} 字节的上限；请把对局拆成多个文件，或调高 bytes 上限。",
                "The document is larger than the limit of {limit} bytes; split the match or raise the limit `bytes`."
            ),
            Problem::Empty => {
                bilingual!("内容为空；请提供一个 paipu/1 文档。", "There is nothing here; send one paipu/1 document.")
            }
            Problem::NotUtf8 => bilingual!(
                "这里不是 UTF-8，多半是 GBK。请转换后再发：iconv -f GB18030 -t UTF-8 旧文件 > 新文件。",
                "These bytes are not UTF-8; Chinese systems often write GBK. Convert the file: iconv -f GB18030 -t UTF-8 OLD > NEW."
            ),
            Problem::NotJson(label) => label.text(),
            Problem::Truncated => bilingual!(
                "文档在写完之前就结束了；请检查传输是否中断，并补上缺少的引号与括号。",
                "The document ends before it is complete; check for a cut transfer and close what is open."
            ),
            Problem::TooDeep => bilingual!(
                "嵌套过深（上限 {DEPTH} 层）；牌谱只有几层，请展开 \"x\" 中的内容。",
                "Nested too deeply (the limit is {DEPTH} levels); a log needs only a few, flatten what stands under \"x\"."
            ),
            Problem::Trailing => {
                bilingual!(
                    "文档结束之后还有内容；请删去。",
                    "Something stands after the end of the document; remove it."
                )
            }
            Problem::ManyDocuments => bilingual!(
                "一个文档之后又有一个文档：请每行只写一份（NDJSON）；在命令行逐行读取，发给服务则以 application/x-ndjson 批量提交。",
                "A second document follows the first: write one document a line (NDJSON); the command line reads it line by \
                 line, and a service takes it in the batch operation as application/x-ndjson."
            ),
            Problem::TooManyHands { limit } => bilingual!(
                "一份牌谱至多 {limit} 局。请拆成几份，每份用各自的 id，start 写这一份开始时的分数和庄家。",
                "A log has at most {limit} hands. Split it into several logs, each with an id of its own and the scores and dealer at its start in `start`."
            ),
            Problem::TooManyEvents { limit } => bilingual!(
                "超过每局 {limit} 个事件的上限；请检查是否混入了别局的事件，或调高 events 上限。",
                "More than the limit of {limit} events in a hand; check for events of another hand, or raise the limit \
                 `events`."
            ),
            Problem::ListTooLong { limit } => {
                bilingual!(
                    "列表超过 {limit} 项；请检查是否混入了别局的内容，并删去多余的项。",
                    "The list has more than {limit} entries; look for entries of other hands, and remove what is too many."
                )
            }
            Problem::LogList => bilingual!(
                "这里应是一份牌谱，却是一个数组。请每行写一份（NDJSON）：jq -c '.[]' 旧文件 > 新文件.ndjson。",
                "Expected one log, found an array. Write one log per line (NDJSON): jq -c '.[]' OLD > NEW.ndjson."
            ),
            Problem::UnknownFormat { found } => bilingual!(
                "格式是 {found}，不是 \"paipu/1\"。若是其他平台的牌谱，请用 from 指明格式，或用 adapter 指明适配器（docs/adapters.md）。",
                "The format is {found}, not \"paipu/1\". For a log of another platform, name its format with `from` or an adapter with `adapter` (docs/adapters.md)."
            ),
            Problem::MissingKey { key, of: None } if key == "format" => bilingual!(
                "缺少 format；若这是 paipu/1，请加上 \"format\": \"paipu/1\"；若是其他平台的日志，请用适配器读入（--adapter，见 docs/adapters.md）。",
                "`format` is missing; add \"format\": \"paipu/1\" if this is one. A log of another platform is read through an adapter \
                 (--adapter, docs/adapters.md)."
            ),
            Problem::MissingKey { key, of } => {
                let example = example(key);
                match of {
                    Some(of) => {
                        bilingual!(
                            "{of} 事件缺少 {key}；请加上 {example}。",
                            "A `{of}` event needs `{key}`; add {example}."
                        )
                    }
                    None => bilingual!("缺少 {key}；请加上 {example}。", "`{key}` is missing; add {example}."),
                }
            }
            Problem::DrawNeedsTile { shown: None } => bilingual!(
                "摸牌要写 tile。如果这份记录只看得到几家的牌，请用 view 写明是哪几家（如 \"view\": [0]），别家摸牌就不必写 tile。",
                "A draw needs `tile`. If the record shows the tiles of some seats only, name these seats, as in \"view\": [0]; \
                 draws of the others then need no `tile`."
            ),
            Problem::DrawNeedsTile { shown: Some(seat) } => bilingual!(
                "座位 {seat} 在 view 里，摸牌要写 tile；如果看不到这家摸的牌，请把座位 {seat} 从 view 去掉。",
                "The record shows the tiles of seat {seat} (`view`), so its draws need `tile`. If it does not show them, take seat \
                 {seat} out of `view`."
            ),
            Problem::UnknownKey { key, known } => {
                if let Some(near) = nearest(key, known.iter().copied()) {
                    return bilingual!(
                        "未知的键 {key}；是否应为 {near}？自定义的内容请放在 \"x\" 之下。",
                        "Unknown key `{key}`; did you mean `{near}`? What is your own goes under \"x\"."
                    );
                }
                let list = known.join(", ");
                bilingual!(
                    "未知的键 {key}；这里可用：{list}。自定义的内容请放在 \"x\" 之下。",
                    "Unknown key `{key}`; known here: {list}. What is your own goes under \"x\"."
                )
            }
            Problem::DuplicateKey { key } => {
                bilingual!(
                    "键 {key} 出现两次；请只保留一个。",
                    "`{key}` stands twice in the same object; keep one of them."
                )
            }
            Problem::RuleTwice { rule } => {
                let rule = super::read::short(rule);
                bilingual!(
                    "房规“{rule}”写了两次；请只留一次。",
                    "The rule “{rule}” is declared twice; keep one of them."
                )
            }
            Problem::MisplacedKey { key, of, may } if may.is_empty() => bilingual!(
                "{of} 事件没有 {key}；请删去，或改正 type。",
                "A `{of}` event has no `{key}`; remove it or correct the type."
            ),
            Problem::MisplacedKey { key, of, may } => bilingual!(
                "{of} 事件没有 {key}，只有 {may}；请删去，或改正 type。",
                "A `{of}` event has no `{key}`, only {may}; remove it or correct the type."
            ),
            Problem::InProgress { key } => bilingual!(
                "还在打的一场（in_progress）没有 {key}；打完了就删去 in_progress，没打完就删去 {key}。",
                "A match in progress (`in_progress`) has no `{key}`. If it is over, remove `in_progress`; if not, remove `{key}`."
            ),
            Problem::Null { want } => {
                let Label { zh, en } = want.label();
                bilingual!(
                    "这里不能写 null；不知道就整个键都不写，知道则写{zh}。",
                    "null is not allowed. Omit the key if the value is unknown; otherwise write {en}."
                )
            }
            Problem::NotWhole { found } => bilingual!(
                "{found} 不是 64 位整数；牌谱中只用整数，请去掉小数点与指数。",
                "{found} is not a whole number of 64 bits; a log holds whole numbers only, without point or exponent."
            ),
            Problem::WrongType { found, want } => wrong_type(found, *want),
            Problem::WrongValue { found, want } => wrong_value(found, *want),
            Problem::WrongLength { found, want } => {
                let Label { zh, en } = want.label();
                bilingual!("这里有 {found} 项；请写{zh}。", "The number of entries here is {found}; write {en}.")
            }
            Problem::UnknownWord { found, known } => {
                let list = known.join(", ");
                match nearest(found, known.iter().copied()) {
                    Some(near) => bilingual!(
                        "未知的词 {found}；是否应为 {near}？可用：{list}。",
                        "Unknown word `{found}`; did you mean `{near}`? Known: {list}."
                    ),
                    None => bilingual!("未知的词 {found}；可用：{list}。", "Unknown word `{found}`; known: {list}."),
                }
            }
            Problem::UnknownLine { found } => {
                let list = super::text::LINES.join(", ");
                match nearest(found, super::text::LINES.iter().copied()) {
                    Some(near) => bilingual!(
                        "没有以 {found} 开头的行；若是 {near}，请改正。",
                        "No line begins with `{found}`; correct it if you meant `{near}`."
                    ),
                    None => bilingual!(
                        "没有以 {found} 开头的行；请以座位号或这些词之一开头：{list}。",
                        "No line begins with `{found}`; begin with a seat or with one of: {list}."
                    ),
                }
            }
            Problem::MisplacedLine { found, cure: Label { zh, en } } => {
                bilingual!("{found} 行不能在这里；{zh}", "A line `{found}` cannot stand here; {en}")
            }
            Problem::MissingLine { line, seat } => bilingual!(
                "缺少座位 {seat} 的 {line} 行；请为在座的每个座位各写一行，或都不写；不足四人时，用 start seats 写明人数。",
                "The line `{line} {seat}` is missing; write one for each seat at the table, or none. If fewer than four play, say how many with `start seats`."
            ),
            Problem::LineEnds { want: Label { zh, en } } => {
                bilingual!("这一行没有写完；请接着写{zh}。", "The line ends too soon; go on with {en}.")
            }
            Problem::ExtraWord { found } => bilingual!(
                "{found} 在这一行没有意义；请删去，或写成 // 之后的注释。",
                "`{found}` has no meaning in this line; remove it, or put it into a comment after //."
            ),
            Problem::BadQuote => bilingual!(
                "引号中的文字没有在本行结束，或含有不认识的转义；请用 \" 结束，换行写作 \\n，引号写作 \\\"。",
                "The quoted text does not end on its line or has an escape that is none; close it with \", write a line \
                 break as \\n and a quote as \\\"."
            ),
            Problem::Unreadable { detail } => bilingual!(
                "无法读取（{detail}）；请对照 docs/log-format.md 检查这里。",
                "Not readable ({detail}); compare this place with docs/log-format.md."
            ),
        }
    }
}

fn wrong_type(Text { zh: found, en: stands }: &Text, want: Want) -> Text {
    let Label { zh, en } = want.label();
    let quoted = stands.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match quoted.filter(|inner| want.is_number() && inner.parse::<i64>().is_ok()) {
        Some(number) => bilingual!(
            "这里应写{zh}，却是文字 \"{number}\"。请去掉引号，写 {number}。",
            "Expected {en}, found the text \"{number}\". Write {number} without quotes."
        ),
        None => bilingual!("这里应写{zh}，却是{found}。", "Expected {en}, found {stands}."),
    }
}

fn wrong_value(found: &str, want: Want) -> Text {
    let Label { zh, en } = want.label();
    match meant(found).filter(|_| want.is_tiles()) {
        Some(near) => bilingual!(
            "{found} 不是这里的写法；是否应为 {near}？请写{zh}。",
            "{found} is not valid here; did you mean {near}? Write {en}."
        ),
        None => bilingual!("{found} 不能用在这里；请写{zh}。", "{found} is not valid here. Write {en}."),
    }
}

/// Returns an example of a required key.
fn example(key: &str) -> &'static str {
    match key {
        "format" => "\"format\": \"paipu/1\"",
        "id" => "\"id\": \"room-889123\"",
        "rules" => "\"rules\": {\"system\": \"changsha-a\"}",
        "system" => "\"system\": \"changsha-a\"",
        "hands" => "\"hands\": [{\"events\": [...]}]",
        "events" => "\"events\": [...]",
        "type" => "\"type\": \"discard\"",
        "seat" => "\"seat\": 0",
        "tile" => "\"tile\": \"5m\"",
        "with" => "\"with\": \"23m\"",
        "kind" => "\"kind\": \"added\"",
        "tiles" => "\"tiles\": \"5m2s\"",
        "kinds" => "\"kinds\": [\"四喜\"]",
        "what" => "\"what\": \"...\"",
        "take" => "\"take\": true",
        "of" => "\"of\": \"win\"",
        "commitment" => "\"commitment\": \"sha256:...\"",
        "from" => "\"from\": 3",
        "to" => "\"to\": 1",
        "points" => "\"points\": 6",
        _ => "the key with its value",
    }
}
