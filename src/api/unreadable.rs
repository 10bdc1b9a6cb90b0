//! The problems of unreadable requests: our own explanation first, then the message of the parser.

use super::problem::{ApiError, ProblemType};
use actix_web::error::{PathError, QueryPayloadError};
use actix_web::{HttpRequest, web};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde_json::error::Category;

/// The problem of an invalid JSON body.
pub(super) fn json(error: &serde_json::Error) -> ApiError {
    let (line, column) = (error.line(), error.column());
    let Text { zh, en } = match error.classify() {
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
    };
    ApiError::new(
        ProblemType::RequestInvalid,
        bilingual!(
            "请求无法读取：{zh}。写法见 /docs/ 中此操作的示例。解析器原话：{error}。",
            "The request cannot be read: {en}. The operation under /docs/ shows an example. In the parser's words: {error}."
        ),
    )
}

/// The problem of an invalid query.
pub(super) fn query_config() -> web::QueryConfig {
    web::QueryConfig::default().error_handler(|error: QueryPayloadError, _: &HttpRequest| {
        let said = error.to_string();
        let said = said.strip_prefix("Query deserialize error: ").unwrap_or(&said);
        ApiError::new(ProblemType::RequestInvalid, query(said)).into()
    })
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
                "There is no parameter {name}. Known are: {known}. Correct the name, or leave it out."
            )
        }
        Some((name, _)) if said.starts_with("missing field") => {
            bilingual!("缺少参数 {name}。请补上。", "The parameter {name} is missing. Add it.")
        }
        Some((name, _)) if said.starts_with("duplicate field") => {
            bilingual!("参数 {name} 写了两次。请只写一次。", "The parameter {name} stands there twice. Write it once.")
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
    web::PathConfig::default().error_handler(|error: PathError, _: &HttpRequest| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_told_by_its_parameters() {
        for (said, zh, en) in [
            (
                "unknown field `colour`, expected one of `limit`, `after`",
                "可用：limit, after",
                "Known are: limit, after.",
            ),
            ("unknown field `colour`, expected `lang`", "没有参数 colour", "Known are: lang."),
            ("unknown field `colour`, there are no fields", "不带参数", "none is taken here"),
            ("missing field `word`", "缺少参数 word", "parameter word is missing"),
            ("duplicate field `word`", "写了两次", "stands there twice"),
            ("invalid digit found in string", "须写整数", "words: invalid digit found in string."),
        ] {
            let text = query(said);
            assert!(text.zh.contains(zh) && text.en.contains(en), "{text:?}");
        }
    }
}
