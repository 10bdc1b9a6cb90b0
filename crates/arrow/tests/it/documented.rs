//! `docs/parquet.md` against the schema.

use arrow_schema::{DataType, Field, TimeUnit};
use caipan_arrow::schema;

const PAGE: &str = include_str!("../../../../docs/parquet.md");

/// Returns the type of a field as the page writes it.
fn kind(field: &Field) -> String {
    let word = match field.data_type() {
        DataType::Struct(_) => "struct".to_owned(),
        DataType::List(item) => format!("list<{}>", kind(item)),
        DataType::Timestamp(TimeUnit::Microsecond, Some(zone)) => format!("timestamp[us,{zone}]"),
        other => other.to_string().to_lowercase(),
    };
    format!("{word}{}", if field.is_nullable() { "?" } else { "" })
}

/// Lists a field and the fields in it, each with its path and type as the page writes them.
fn listed(path: &str, field: &Field, to: &mut Vec<(String, String)>) {
    to.push((path.to_owned(), kind(field)));
    let (path, inner) = match field.data_type() {
        DataType::List(item) => (format!("{path}[]"), item.data_type()),
        other => (path.to_owned(), other),
    };
    if let DataType::Struct(fields) = inner {
        fields.iter().for_each(|field| listed(&format!("{path}.{}", field.name()), field, to));
    }
}

#[test]
fn page_lists_every_column_with_its_type() {
    let mut fields = Vec::new();
    schema().fields().iter().for_each(|field| listed(field.name(), field, &mut fields));
    let columns = PAGE.split_once("```text\nlog_id").expect("the list of columns").1;
    let columns = format!("log_id{}", columns.split_once("```").expect("its end").0);
    let rows = columns.lines().filter(|line| !line.is_empty()).map(|line| {
        let mut words = line.split_whitespace();
        let mut word = || words.next().unwrap_or_else(|| panic!("a path, a type or a meaning is missing: {line}"));
        let (path, kind, _meaning) = (word(), word(), word());
        (path.to_owned(), kind.to_owned())
    });
    let mut page: Vec<(String, String)> = rows.collect();
    page.sort();
    fields.sort();
    assert_eq!(page, fields);
}

#[test]
fn page_states_the_version_of_the_schema() {
    let version = schema().metadata()["caipan.schema"].clone();
    assert!(PAGE.contains(&format!("`caipan.schema` = `{version}`")));
}

#[test]
fn integers_are_signed() {
    let mut fields = Vec::new();
    schema().fields().iter().for_each(|field| listed(field.name(), field, &mut fields));
    assert!(fields.iter().any(|(_, kind)| kind == "int32?"));
    let unsigned: Vec<_> = fields.iter().filter(|(_, kind)| kind.contains("uint")).collect();
    assert!(unsigned.is_empty(), "{unsigned:?}");
}
