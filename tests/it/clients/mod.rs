//! Generates the clients `docs/clients/caipan.py` and `docs/clients/caipan.mjs` from the OpenAPI document and tests
//! that the committed files are current.
//!
//! `UPDATE=1` rewrites both files, and `cli::settlement` runs them. We use our own generator: the
//! maintained ones need packages of their target language, and these clients need no response types.

use caipan::api;
use serde_json::Value;
use std::fmt::Write;

/// An operation of the API as a client method.
struct Operation<'a> {
    id: &'a str,
    summary: &'a str,
    method: String,
    path: &'a str,
    /// Parameter names in the path, in the query and in the headers.
    parameters: [Vec<&'a str>; 3],
    /// Media types of the request body, JSON first.
    sends: Vec<&'a str>,
    /// Media types of the response, JSON first.
    gives: Vec<&'a str>,
}

fn operations() -> Vec<Operation<'static>> {
    let mut all = Vec::new();
    for (path, item) in api::document()["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let named = |place: &str| {
                let all = operation["parameters"].as_array().into_iter().flatten();
                all.filter(|one| one["in"] == place).map(|one| one["name"].as_str().expect("a name")).collect()
            };
            let types = |content: &'static Value| -> Vec<&'static str> {
                let mut types: Vec<&str> =
                    content.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
                types.sort_by_key(|name| !name.ends_with("json"));
                types
            };
            let responses = operation["responses"].as_object().expect("responses");
            let (_, good) = responses.iter().find(|(status, _)| status.starts_with('2')).expect("a success");
            all.push(Operation {
                id: operation["operationId"].as_str().expect("an id"),
                summary: operation["summary"].as_str().expect("a summary"),
                method: method.to_uppercase(),
                path,
                parameters: [named("path"), named("query"), named("header")],
                sends: types(&operation["requestBody"]["content"]),
                gives: types(&good["content"]),
            });
        }
    }
    all
}

/// Returns the Python name of a parameter and avoids the keyword `from`.
fn plain(name: &str) -> String {
    let name = name.replace('-', "_").to_lowercase();
    if name == "from" { "from_".to_owned() } else { name }
}

fn camel(name: &str) -> String {
    let mut parts = name.split(['_', '-']).map(str::to_lowercase);
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |all, part| all + &part[..1].to_uppercase() + &part[1..])
}

fn python() -> String {
    let mut out = include_str!("head.py").replace("VERSION", env!("CARGO_PKG_VERSION"));
    for Operation { id, summary, method, path, parameters: [places, query, headers], sends, gives } in operations() {
        let mut signature: Vec<String> = vec!["self".to_owned()];
        signature.extend(places.iter().map(|name| plain(name)));
        signature.extend(sends.first().map(|_| "body".to_owned()));
        let options = query.iter().chain(&headers).map(|name| format!("{}=None", plain(name)));
        let sent = sends.first().filter(|_| sends.len() > 1).map(|first| format!("content_type=\"{first}\""));
        let given = gives.first().filter(|_| gives.len() > 1).map(|first| format!("accept=\"{first}\""));
        let options: Vec<String> = options.chain(sent).chain(given).collect();
        if !options.is_empty() {
            signature.push("*".to_owned());
            signature.extend(options);
        }
        let pairs = |names: &[&str]| {
            names.iter().map(|name| format!("\"{name}\": {}", plain(name))).collect::<Vec<_>>().join(", ")
        };
        let mut path = path.to_owned();
        for name in &places {
            let quoted = format!("{{urllib.parse.quote(str({}), safe='')}}", plain(name));
            path = path.replace(&format!("{{{name}}}"), &quoted);
        }
        let f = if places.is_empty() { "" } else { "f" };
        let mut arguments = vec![format!("\"{method}\""), format!("{f}\"{path}\"")];
        arguments.extend((!query.is_empty()).then(|| format!("query={{{}}}", pairs(&query))));
        arguments.extend((!headers.is_empty()).then(|| format!("headers={{{}}}", pairs(&headers))));
        match sends.as_slice() {
            [] => {}
            [one] => arguments.push(format!("body=body, content_type=\"{one}\"")),
            _ => arguments.push("body=body, content_type=content_type".to_owned()),
        }
        match gives.as_slice() {
            [] | ["application/json"] => {}
            [one] => arguments.push(format!("accept=\"{one}\"")),
            _ => arguments.push("accept=accept".to_owned()),
        }
        write!(
            out,
            "\n    def {id}({}):\n        \"\"\"{summary}: {method} {}\"\"\"\n        return self.call({})\n",
            signature.join(", "),
            operations_path(id),
            arguments.join(", ")
        )
        .expect("a text");
    }
    out
}

/// Returns the path template of an operation.
fn operations_path(id: &str) -> &'static str {
    operations().into_iter().find(|operation| operation.id == id).expect("an operation").path
}

fn javascript() -> String {
    let mut out = include_str!("head.mjs").replace("VERSION", env!("CARGO_PKG_VERSION"));
    for Operation { id, summary, method, path, parameters: [places, query, headers], sends, gives } in operations() {
        let mut signature: Vec<String> = places.iter().map(|name| camel(name)).collect();
        signature.extend(sends.first().map(|_| "body".to_owned()));
        let mut options: Vec<String> = query.iter().chain(&headers).map(|name| camel(name)).collect();
        options.extend(sends.first().filter(|_| sends.len() > 1).map(|first| format!("contentType = '{first}'")));
        options.extend(gives.first().filter(|_| gives.len() > 1).map(|first| format!("accept = '{first}'")));
        if !options.is_empty() {
            signature.push(format!("{{ {} }} = {{}}", options.join(", ")));
        }
        let pairs = |names: &[&str]| {
            let pair =
                |name: &&str| if camel(name) == **name { camel(name) } else { format!("'{name}': {}", camel(name)) };
            names.iter().map(pair).collect::<Vec<_>>().join(", ")
        };
        let shown = path;
        let mut path = path.to_owned();
        for name in &places {
            path = path.replace(&format!("{{{name}}}"), &format!("${{encodeURIComponent({})}}", camel(name)));
        }
        let quote = if places.is_empty() { '\'' } else { '`' };
        let mut arguments = Vec::new();
        arguments.extend((!query.is_empty()).then(|| format!("query: {{ {} }}", pairs(&query))));
        arguments.extend((!headers.is_empty()).then(|| format!("headers: {{ {} }}", pairs(&headers))));
        match sends.as_slice() {
            [] => {}
            [one] => arguments.push(format!("body, contentType: '{one}'")),
            _ => arguments.push("body, contentType".to_owned()),
        }
        match gives.as_slice() {
            [] | ["application/json"] => {}
            [one] => arguments.push(format!("accept: '{one}'")),
            _ => arguments.push("accept".to_owned()),
        }
        let arguments = if arguments.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", arguments.join(", ")) };
        write!(
            out,
            "\n  /** {summary}: {method} {shown} */\n  {}({}) {{\n    return this.call('{method}', {quote}{path}{quote}, {arguments});\n  }}\n",
            camel(id),
            signature.join(", ")
        )
        .expect("a text");
    }
    out + "}\n"
}

#[test]
fn clients_are_current() {
    let clients = [("docs/clients/caipan.py", python()), ("docs/clients/caipan.mjs", javascript())];
    crate::golden::assert_current(clients);
}
