//! The problems of unreadable requests: our own explanation first, then the message of the parser.

use super::problem::{ApiError, ProblemPlace, ProblemType};
use actix_web::error::{PathError, QueryPayloadError};
use actix_web::web::Query;
use actix_web::{HttpRequest, web};
use caipan_auditor::json_place::pointer;
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::Text;
use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;

/// Reads a JSON body. The problem of an invalid one names the field and the place.
pub(super) fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, ApiError> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    let read = serde_path_to_error::deserialize(&mut reader);
    let read = read.map_err(|error| json(error.inner(), &pointer(error.path())))?;
    reader.end().map_err(|error| json(&error, ""))?;
    Ok(read)
}

/// The problem of an invalid JSON body, with the pointer to the field; it is empty if the fault is in no field.
fn json(error: &serde_json::Error, pointer: &str) -> ApiError {
    let (line, column) = (error.line(), error.column());
    let (at, at_en) = match pointer {
        "" => Default::default(),
        pointer => (format!("{pointer} 有误："), format!("{pointer} is wrong: ")),
    };
    let said = error.to_string();
    let quoted: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    let Text { zh, en } = match (error.classify(), quoted.as_slice()) {
        (Category::Data, [word, known @ ..]) if said.starts_with("unknown variant") => {
            let (zh, en) = near(word, known);
            let known = known.join(", ");
            bilingual!(
                "第 {line} 行第 {column} 列附近的 {word} 不是可用的值。{zh}可用：{known}",
                "near line {line}, column {column} {word} is no value that can be given.{en} It takes {known}"
            )
        }
        (Category::Data, [name, known @ ..]) if said.starts_with("unknown field") && !known.is_empty() => {
            let (zh, en) = near(name, known);
            let known = known.join(", ");
            bilingual!(
                "第 {line} 行第 {column} 列附近没有名为 {name} 的项。{zh}可用：{known}",
                "near line {line}, column {column} there is no field {name}.{en} Known are {known}"
            )
        }
        (category, _) => kind(category, line, column),
    };
    let place = ProblemPlace {
        reason: "bad-request".to_owned(),
        pointer: Some(pointer.to_owned()),
        line: u64::try_from(line).ok(),
        column: u64::try_from(column).ok(),
        grounds: None,
    };
    let text = bilingual!(
        "请求无法读取：{at}{zh}。写法见 /docs/ 中此操作的示例。解析器原话：{error}。",
        "The request cannot be read: {at_en}{en}. The operation under /docs/ shows an example. In the parser's words: {error}."
    );
    ApiError { place: Some(Box::new(place)), ..ApiError::new(ProblemType::RequestInvalid, text) }
}

/// Suggests the known word closest to an unknown one.
fn near(word: &str, known: &[&str]) -> (String, String) {
    nearest(word, known.iter().copied())
        .map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!(" Did you mean {near}?")))
}

/// Says what kind of error the parser found.
fn kind(category: Category, line: usize, column: usize) -> Text {
    match category {
        Category::Eof => {
            bilingual!("这段 JSON 没有写完，在第 {line} 行中断", "it ends too early for JSON, in line {line}")
        }
        Category::Data => bilingual!(
            "第 {line} 行第 {column} 列附近有不认识的名称，或缺少一项，或值的类型不对",
            "near line {line}, column {column} a name is unknown, one is missing, or a value is of another kind"
        ),
        Category::Syntax | Category::Io => {
            bilingual!("第 {line} 行第 {column} 列处不是 JSON", "it is no JSON at line {line}, column {column}")
        }
    }
}

/// The problem of an invalid query.
pub(super) fn query_config() -> web::QueryConfig {
    web::QueryConfig::default().error_handler(|error: QueryPayloadError, request: &HttpRequest| {
        let said = error.to_string();
        let said = said.strip_prefix("Query deserialize error: ").unwrap_or(&said);
        let wrong = request.match_pattern().and_then(|path| wrong_value(&path, request));
        ApiError::new(ProblemType::RequestInvalid, wrong.unwrap_or_else(|| query(said))).into()
    })
}

/// Names the parameter whose value is no number or no truth value, and the value. The parser tells neither.
fn wrong_value(path: &str, request: &HttpRequest) -> Option<Text> {
    let method = request.method().as_str().to_lowercase();
    let declared = super::document()["paths"][path][method]["parameters"].as_array()?;
    let is = |name: &str, kind: &str| {
        declared.iter().filter(|one| one["in"] == "query" && one["name"] == name).any(|one| {
            let found = &one["schema"]["type"];
            found == kind || found.as_array().is_some_and(|kinds| kinds.iter().any(|found| found == kind))
        })
    };
    let pairs: Vec<(String, String)> =
        Query::<Vec<(String, String)>>::from_query(request.query_string()).map(Query::into_inner).ok()?;
    let number = pairs.iter().find_map(|(name, value)| {
        let schema = &declared.iter().find(|one| one["in"] == "query" && one["name"] == *name)?["schema"];
        (is(name, "integer") && !is_within(value, schema)).then(|| no_number(name, value, schema))
    });
    if number.is_some() {
        return number;
    }
    let (name, value) = pairs.iter().find(|(name, value)| is(name, "boolean") && value.parse::<bool>().is_err())?;
    let (zh, en) = shown(value);
    Some(bilingual!("{name} 不能是{zh}：应写 true 或 false。", "{name} cannot be {en}: write true or false."))
}

/// Returns true for a whole number within the bounds of a schema.
fn is_within(value: &str, schema: &Value) -> bool {
    let (least, most) = bounds(schema);
    value
        .parse::<i64>()
        .is_ok_and(|number| least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most))
}

/// The least and the greatest value of an integer.
fn bounds(schema: &Value) -> (Option<i64>, Option<i64>) {
    let most = || (schema["format"] == "int32").then_some(i64::from(i32::MAX));
    (schema["minimum"].as_i64(), schema["maximum"].as_i64().or_else(most))
}

/// Says that a parameter is no whole number within its bounds.
fn no_number(name: &str, value: &str, schema: &Value) -> Text {
    let (zh, en) = shown(value);
    let (least, most) = bounds(schema);
    // The range of the machine matters to a number beyond it only.
    let most = most.filter(|_| schema["maximum"].is_number() || value.bytes().all(|byte| byte.is_ascii_digit()));
    match (least, most) {
        (Some(least), Some(most)) => bilingual!(
            "{name} 不能是{zh}：应写 {least} 至 {most} 的整数。",
            "{name} cannot be {en}: write a whole number from {least} to {most}."
        ),
        (Some(least), None) => bilingual!(
            "{name} 不能是{zh}：应写不小于 {least} 的整数。",
            "{name} cannot be {en}: write a whole number of at least {least}."
        ),
        (None, _) => bilingual!("{name} 不能是{zh}：应写整数。", "{name} cannot be {en}: write a whole number."),
    }
}

/// A value as it stands in a sentence.
fn shown(value: &str) -> (String, String) {
    if value.is_empty() {
        ("空的".to_owned(), "empty".to_owned())
    } else {
        (format!("“{value}”"), value.to_owned())
    }
}

/// Explains a message of the query parser.
fn query(said: &str) -> Text {
    let quoted: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    match quoted.split_first() {
        Some((name, [])) if said.starts_with("unknown field") => {
            bilingual!(
                "没有参数 {name}：此处不带参数。请去掉。",
                "There is no parameter {name}: none is taken here. Leave it out."
            )
        }
        Some((name, known)) if said.starts_with("unknown field") => {
            let known = known.join(", ");
            bilingual!(
                "没有参数 {name}。可用：{known}。请改正名称，或去掉。",
                "There is no parameter {name}. Known parameters: {known}. Correct the name or remove it."
            )
        }
        Some((name, _)) if said.starts_with("missing field") => {
            bilingual!("缺少参数 {name}。请补上。", "The parameter {name} is missing. Add it.")
        }
        Some((name, _)) if said.starts_with("duplicate field") => {
            bilingual!("参数 {name} 写了两次。请只写一次。", "The parameter {name} is given twice. Give it once.")
        }
        _ => bilingual!(
            "有一个查询参数的值不合：数目须写整数，是否须写 true 或 false。各参数可取的值见 /docs/ 中此操作。解析器原话：{said}。",
            "A parameter has a value that it cannot have: counts are whole numbers, yes and no are true and false. The operation under \
             /docs/ lists what each may be. In the parser's words: {said}."
        ),
    }
}

/// The problem of an invalid path.
pub(super) fn path_config() -> web::PathConfig {
    web::PathConfig::default().error_handler(|error: PathError, request: &HttpRequest| {
        if let Some(Text { zh, en }) = wrong_place(request) {
            let text = bilingual!(
                "{zh}地址中局从 0 数起，步是已经发生的事件数，任务结果的份数从 1 数起。",
                "{en} In an address hands are counted from 0, a step is how many events are done, and parts of a job are counted from 1."
            );
            return ApiError::new(ProblemType::RequestInvalid, text).into();
        }
        let said = error.to_string();
        let said = said.strip_prefix("Path deserialize error: ").unwrap_or(&said);
        ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "地址里有一个数写得不对：局从 0 数起，步是已经发生的事件数，任务结果的份数从 1 数起，都是整数。请改正。解析器原话：{said}。",
                "A number in the address cannot be read: hands are counted from 0, a step is how many events are done, parts of a job are \
                 counted from 1, all of them whole numbers. Correct it. In the parser's words: {said}."
            ),
        )
        .into()
    })
}

/// Names the number in the address that cannot be read. The parser does not tell which one it is.
fn wrong_place(request: &HttpRequest) -> Option<Text> {
    let path = request.match_pattern()?;
    let method = request.method().as_str().to_lowercase();
    let declared = super::document()["paths"][path][method]["parameters"].as_array()?;
    declared.iter().find_map(|one| {
        let (name, schema) = (one["name"].as_str()?, &one["schema"]);
        let value = request.match_info().get(name)?;
        let wrong = one["in"] == "path" && schema["type"] == "integer" && !is_within(value, schema);
        wrong.then(|| no_number(name, value, schema))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_word_of_a_body_is_answered_with_the_known_ones() {
        for (body, zh, en) in [
            (
                r#"{"kind":"uphld"}"#,
                "是否想写 uphold？可用：uphold, correct, penalty, dismiss, note",
                "Did you mean uphold? It takes",
            ),
            (r#"{"kind":"zzzzzz"}"#, "可用：uphold, correct", "It takes uphold, correct, penalty, dismiss, note."),
            (r#"{"kind":"note","not":"x"}"#, "没有名为 not 的项", "Did you mean note?"),
            (r#"{"kind":"note","hand":"x"}"#, "值的类型不对", "a value is of another kind"),
        ] {
            let error = read::<crate::app::NewRuling>(body.as_bytes()).expect_err("refused");
            let text = error.detail;
            assert!(text.zh.contains(zh) && text.en.contains(en), "{body}: {text:?}");
        }
    }

    #[test]
    fn the_field_of_a_wrong_value_is_named() {
        for (body, pointer) in [
            (r#"{"kind":"uphld"}"#, "/kind"),
            (r#"{"kind":"correct","transfers":[{"points":1},{"points":"x"}]}"#, "/transfers/1/points"),
            (r#"{"kind":"note","hand":-1}"#, "/hand"),
            (r#"{"kind":"note"} {}"#, ""),
            ("[]x", ""),
            ("", ""),
        ] {
            let error = read::<crate::app::NewRuling>(body.as_bytes()).expect_err("refused");
            let place = error.place.expect("a place");
            assert_eq!(place.pointer.as_deref(), Some(pointer), "{body}: {:?}", error.detail);
            assert!(pointer.is_empty() || error.detail.zh.contains(pointer), "{body}: {:?}", error.detail);
        }
    }

    #[test]
    fn a_query_is_told_by_its_parameters() {
        for (said, zh, en) in [
            (
                "unknown field `colour`, expected one of `limit`, `after`",
                "可用：limit, after",
                "Known parameters: limit, after.",
            ),
            ("unknown field `colour`, expected `lang`", "没有参数 colour", "Known parameters: lang."),
            ("unknown field `colour`, there are no fields", "不带参数", "none is taken here"),
            ("missing field `word`", "缺少参数 word", "parameter word is missing"),
            ("duplicate field `word`", "写了两次", "is given twice"),
            ("invalid digit found in string", "须写整数", "words: invalid digit found in string."),
        ] {
            let text = query(said);
            assert!(text.zh.contains(zh) && text.en.contains(en), "{text:?}");
        }
    }
}
