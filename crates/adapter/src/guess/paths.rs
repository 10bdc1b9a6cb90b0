//! Walks the paths of a sample: `.rounds[].ops[]`, where `[]` stands for every entry of a list, or every member of an
//! object that acts as a list.

use serde_json::Value;

/// Returns the values at a path.
pub(super) fn each<'a>(value: &'a Value, path: &str) -> Vec<&'a Value> {
    let mut here = vec![value];
    for step in steps(path) {
        here = match step {
            "[]" => here.into_iter().flat_map(entries).collect(),
            step => here.into_iter().filter_map(|value| member(value, step)).collect(),
        };
    }
    here
}

/// Returns the entries of a list, or the members of an object.
pub(super) fn entries(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(list) => list.iter().collect(),
        Value::Object(members) => members.values().collect(),
        _ => Vec::new(),
    }
}

/// Returns the member at one step: `.name`, `."name"` or `.[2]`.
pub(super) fn member<'a>(value: &'a Value, step: &str) -> Option<&'a Value> {
    let name = step.strip_prefix('.').unwrap_or(step);
    match name.strip_prefix('[').and_then(|at| at.strip_suffix(']')?.parse::<usize>().ok()) {
        Some(at) => value.get(at),
        None => value.get(name.trim_matches('"')),
    }
}

/// Splits a path before every point and every `[]`. A quoted key may contain both.
fn steps(path: &str) -> Vec<&str> {
    let mut steps = Vec::new();
    let (mut begun, mut quoted) = (0, false);
    for (at, letter) in path.char_indices() {
        let rest = path.get(at..).unwrap_or_default();
        quoted ^= letter == '"';
        if at > begun && !quoted && (letter == '.' || rest.starts_with("[]")) {
            steps.push(path.get(begun..at).unwrap_or_default());
            begun = at;
        }
    }
    steps.push(path.get(begun..).unwrap_or_default());
    steps.retain(|step| !step.is_empty());
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn walks_lists_and_objects() {
        let value = json!({ "a": [{ "b.c": [1, 2] }, { "b.c": [3] }], "d": { "x": 4, "y": 5 } });
        for (path, found) in [
            ("", vec![value.clone()]),
            (".a[].\"b.c\"[]", vec![json!(1), json!(2), json!(3)]),
            (".a[].\"b.c\".[1]", vec![json!(2)]),
            (".d[]", vec![json!(4), json!(5)]),
            (".e[]", vec![]),
        ] {
            assert_eq!(each(&value, path).into_iter().cloned().collect::<Vec<_>>(), found, "{path}");
        }
    }
}
