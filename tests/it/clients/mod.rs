//! Clients in two languages, written from the OpenAPI document: `docs/clients/caipan.py` and `docs/clients/caipan.mjs`.
//!
//! A generator of our own, because those that are well kept need packages of their language at every run; what they would bring
//! besides, types of every answer, a settlement does not need. `UPDATE=1` writes both anew, and `cli::settlement` runs them.

use caipan::api;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// An operation as a client calls it.
struct Operation<'a> {
    id: &'a str,
    summary: &'a str,
    method: String,
    path: &'a str,
    /// In the path, in the query, in the headers.
    parameters: [Vec<&'a str>; 3],
    /// The media types of the body, the usual one first.
    sends: Vec<&'a str>,
    /// Those of the answer.
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

/// Words that the languages keep for themselves.
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

/// The path as the document has it.
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
        let mut asked = Vec::new();
        asked.extend((!query.is_empty()).then(|| format!("query: {{ {} }}", pairs(&query))));
        asked.extend((!headers.is_empty()).then(|| format!("headers: {{ {} }}", pairs(&headers))));
        match sends.as_slice() {
            [] => {}
            [one] => asked.push(format!("body, contentType: '{one}'")),
            _ => asked.push("body, contentType".to_owned()),
        }
        match gives.as_slice() {
            [] | ["application/json"] => {}
            [one] => asked.push(format!("accept: '{one}'")),
            _ => asked.push("accept".to_owned()),
        }
        let asked = if asked.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", asked.join(", ")) };
        write!(
            out,
            "\n  /** {summary}: {method} {shown} */\n  {}({}) {{\n    return this.call('{method}', {quote}{path}{quote}, {asked});\n  }}\n",
            camel(id),
            signature.join(", ")
        )
        .expect("a text");
    }
    out + "}\n"
}

/// The committed clients are those of the committed document.
#[test]
fn the_clients_are_current() {
    for (file, client) in [("caipan.py", python()), ("caipan.mjs", javascript())] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/clients").join(file);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &client).expect("a file");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == client, "docs/clients/{file} is stale: run UPDATE=1 cargo test the_clients_are_current");
    }
}
