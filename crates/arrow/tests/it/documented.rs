//! `docs/arrow.md` against the schema.

use arrow_schema::{DataType, Field, TimeUnit};
use caipan_arrow::schema;

const PAGE: &str = include_str!("../../../../docs/arrow.md");

/// Lists a field and the fields in it, each with its path and type as the page writes them.
fn listed(path: &str, field: &Field, to: &mut Vec<(String, String)>) {
    let inner: Vec<(String, &Field)> = match field.data_type() {
        DataType::Struct(fields) => fields.iter().map(|inner| (format!("{path}.{}", inner.name()), &**inner)).collect(),
        DataType::List(item) => vec![(format!("{path}[]"), &**item)],
        _ => Vec::new(),
    };
    let word = match field.data_type() {
        DataType::Struct(_) => "struct".to_owned(),
        DataType::List(_) => "list".to_owned(),
        DataType::Timestamp(TimeUnit::Microsecond, Some(zone)) => format!("timestamp[us, {zone}]"),
        other => other.to_string().to_lowercase(),
    };
    to.push((path.to_owned(), format!("{word}{}", if field.is_nullable() { "?" } else { "" })));
    inner.into_iter().for_each(|(path, field)| listed(&path, field, to));
}

#[test]
fn page_lists_every_column_with_its_type() {
    let mut fields = Vec::new();
    schema().fields().iter().for_each(|field| listed(field.name(), field, &mut fields));
    let rows = PAGE.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.split('|').map(str::trim).collect();
        let (path, kind) = (cells[0].trim_end_matches('`').to_owned(), cells[1].to_owned());
        assert!(cells[2..4].iter().all(|text| !text.is_empty()), "{path} lacks a language");
        Some((path, kind))
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
    let unsigned: Vec<_> = fields.iter().filter(|(_, kind)| kind.starts_with("uint")).collect();
    assert!(unsigned.is_empty(), "{unsigned:?}");
}
