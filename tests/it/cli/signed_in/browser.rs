//! A browser for tests: keeps cookies per port, follows redirects and `Refresh`, and says where its requests come from.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;

/// An answer at the end of all redirects.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
    /// The address that gave it.
    pub url: String,
}

impl Answer {
    /// Returns the values of a header.
    pub fn headers(&self, name: &str) -> Vec<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).collect()
    }

    /// Returns the address of the only header of this name.
    pub fn location(&self) -> Option<&str> {
        self.headers("location").first().copied()
    }

    /// Returns the address that the page leads on to.
    pub fn refresh(&self) -> Option<String> {
        let (_, rest) = self.body.split_once("http-equiv=\"refresh\" content=\"0; url=")?;
        let (url, _) = rest.split_once('"')?;
        Some(url.replace("&amp;", "&"))
    }

    /// Returns the value of the hidden field of this name.
    pub fn field(&self, name: &str) -> &str {
        let begin = format!("name=\"{name}\" value=\"");
        self.body.split_once(&begin).and_then(|(_, rest)| rest.split_once('"')).expect(name).0
    }
}

/// A browser.
#[derive(Clone, Default)]
pub struct Browser {
    /// The cookies by authority and name.
    pub cookies: BTreeMap<(String, String), String>,
}

impl Browser {
    /// Opens an address and follows it to the end.
    pub fn open(&mut self, url: &str) -> Answer {
        let answer = self.get(url);
        self.follow(answer)
    }

    /// Sends one `GET`.
    pub fn get(&mut self, url: &str) -> Answer {
        self.send("GET", url, &[("Accept", "text/html"), ("Sec-Fetch-Site", "none")], "")
    }

    /// Sends a form from a page of the same address, and follows it to the end.
    pub fn post(&mut self, url: &str, fields: &[(&str, &str)]) -> Answer {
        let answer = self.post_from(url, origin(url), fields);
        self.follow(answer)
    }

    /// Sends a form from a page of this origin.
    pub fn post_from(&mut self, url: &str, origin: &str, fields: &[(&str, &str)]) -> Answer {
        let form: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let headers =
            [("Accept", "text/html"), ("Content-Type", "application/x-www-form-urlencoded"), ("Origin", origin)];
        self.send("POST", url, &headers, &form.join("&"))
    }

    /// Follows redirects until a page stays.
    pub fn follow(&mut self, first: Answer) -> Answer {
        let mut answer = first;
        for _ in 0..20 {
            let next = answer.location().map(str::to_owned).or_else(|| answer.refresh());
            let Some(next) = next else { return answer };
            let next = if next.starts_with('/') { format!("{}{next}", origin(&answer.url)) } else { next };
            answer = self.get(&next);
        }
        panic!("more than 20 redirects, the last to {}", answer.url);
    }

    /// Sends one request with the cookies of its address, and keeps those of the answer.
    pub fn send(&mut self, method: &str, url: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let rest = url.strip_prefix("http://").unwrap_or_else(|| panic!("{url} is no address of the tests"));
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let path = if path.is_empty() { "/" } else { path };
        let path = path.split('#').next().expect("a path");
        let cookies = self.cookies.iter().filter(|((of, _), _)| of == authority);
        let cookies: Vec<String> = cookies.map(|((_, name), value)| format!("{name}={value}")).collect();
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n");
        if !cookies.is_empty() {
            request += &format!("Cookie: {}\r\n", cookies.join("; "));
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let mut stream = TcpStream::connect(authority).unwrap_or_else(|error| panic!("{url}: {error}"));
        stream.write_all(request.as_bytes()).expect("sent");
        let mut all = Vec::new();
        stream.read_to_end(&mut all).expect("an answer");
        let all = String::from_utf8(all).expect("UTF-8");
        let (head, body) = all.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{url}: {all}"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let mut answer =
            Answer { status, head: head.to_owned(), body: body.to_owned(), url: format!("http://{authority}{path}") };
        if answer.headers("transfer-encoding").contains(&"chunked") {
            answer.body = unchunked(body);
        }
        for cookie in answer.headers("set-cookie") {
            let (pair, attributes) = cookie.split_once(';').unwrap_or((cookie, ""));
            let (name, value) = pair.split_once('=').expect("a cookie");
            let key = (authority.to_owned(), name.to_owned());
            let gone = attributes.contains("Max-Age=0") || attributes.contains("expires=Thu, 01 Jan 1970");
            if gone {
                self.cookies.remove(&key)
            } else {
                self.cookies.insert(key, value.to_owned())
            };
        }
        answer
    }
}

/// The scheme, the host and the port of an address.
pub fn origin(url: &str) -> &str {
    let end = url.get(7..).and_then(|rest| rest.find('/')).map_or(url.len(), |at| at + 7);
    &url[..end]
}

/// A value of a form.
pub fn encoded(value: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    value.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// The content of a chunked body.
fn unchunked(body: &str) -> String {
    let (mut rest, mut whole) = (body.as_bytes(), Vec::new());
    while let Some(at) = rest.windows(2).position(|pair| pair == b"\r\n") {
        let size = std::str::from_utf8(&rest[..at]).expect("a size");
        let size = usize::from_str_radix(size, 16).expect("a size");
        whole.extend_from_slice(&rest[at + 2..at + 2 + size]);
        rest = &rest[at + 2 + size + 2..];
    }
    String::from_utf8(whole).expect("UTF-8")
}
