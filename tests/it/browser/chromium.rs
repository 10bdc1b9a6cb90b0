//! Debian's Chromium, driven over a pair of pipes by its DevTools protocol.
//!
//! Not a driver crate: those that speak the protocol generate all of it at build time, which takes longer on two cores than the
//! tests themselves, or need a second program beside the browser. What is used here is a dozen methods.

use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A browser with one page.
pub struct Browser {
    child: Child,
    to: File,
    from: BufReader<File>,
    last: u64,
    session: Option<String>,
    /// What was told meanwhile.
    events: Vec<Value>,
    _folder: tempfile::TempDir,
}

impl Browser {
    /// A browser to which the name leads to this address.
    pub fn start(name: &str, address: &str) -> Browser {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = |name: &str| folder.path().join(name);
        let made = Command::new("mkfifo").args([pipe("in"), pipe("out")]).status().expect("mkfifo");
        assert!(made.success(), "no pipes");
        let port = address.rsplit(':').next().unwrap_or_default();
        // A browser that hangs is ended, and what waits for it fails.
        let mut command = Command::new("sh");
        command
            .args(["-c", r#"exec timeout 600 "$0" "$@" 3<"$PIPES/in" 4>"$PIPES/out""#, "chromium"])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
            .args(["--remote-debugging-pipe", "--force-color-profile=srgb", "about:blank"])
            .arg(format!("--user-data-dir={}", pipe("profile").display()))
            .arg(format!("--host-resolver-rules=MAP {name} 127.0.0.1:{port}, MAP * ~NOTFOUND"))
            .env("PIPES", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = command.spawn().expect("Chromium starts");
        // Opening waits for the other end, in the order in which the shell opens them.
        let to = OpenOptions::new().write(true).open(pipe("in")).expect("a pipe");
        let from = BufReader::new(File::open(pipe("out")).expect("a pipe"));
        let mut browser = Browser { child, to, from, last: 0, session: None, events: Vec::new(), _folder: folder };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = browser.call("Target.attachToTarget", &json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser.call("Page.setLifecycleEventsEnabled", &json!({ "enabled": true }));
        browser
    }

    /// Calls a method and waits for its result.
    pub fn call(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser listens");
        loop {
            let answer = self.read();
            if answer["id"] == self.last {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).expect("the browser answers");
        bytes.pop();
        serde_json::from_slice(&bytes).expect("a message")
    }

    /// Waits until an event of this kind is told that fits.
    fn await_event(&mut self, method: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let mut at = 0;
        loop {
            while let Some(event) = self.events.get(at) {
                if event["method"] == method && fits(&event["params"]) {
                    return event["params"].clone();
                }
                at += 1;
            }
            let event = self.read();
            self.events.push(event);
        }
    }

    /// Waits until a document and what it loads are there.
    fn await_load(&mut self, loader: &Value) {
        self.await_event("Page.lifecycleEvent", |event| event["loaderId"] == *loader && event["name"] == "load");
    }

    /// Opens a page and waits until it and what it loads are there.
    pub fn open(&mut self, url: &str) {
        let answer = self.call("Page.navigate", &json!({ "url": url }));
        assert!(answer["errorText"].is_null(), "{url}: {answer}");
        self.await_load(&answer["loaderId"]);
    }

    /// Does something that leads to another page, and waits until it is there.
    pub fn follow(&mut self, script: &str) {
        self.events.retain(|event| event["method"] != "Page.frameNavigated");
        self.run(&format!("setTimeout(() => {{ {script} }}); true"));
        let navigated = self.await_event("Page.frameNavigated", |event| event["frame"]["parentId"].is_null());
        self.await_load(&navigated["frame"]["loaderId"]);
    }

    /// What an expression comes to on the page; a promise is waited for.
    pub fn run(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", &params);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until this holds on the page, five seconds at most.
    pub fn until(&mut self, condition: &str) {
        let waiting = format!(
            "new Promise((done) => {{ const began = performance.now(); const look = () => {{ const holds = {condition}; \
             if (holds || performance.now() - began > 5000) done(Boolean(holds)); else setTimeout(look, 20); }}; look(); }})"
        );
        assert_eq!(self.run(&waiting), true, "{condition} at {}", self.run("location.href"));
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key, "text": text }));
        }
    }

    /// Sets the size of the window and what the reader prefers.
    pub fn wear(&mut self, width: u32, height: u32, dark: bool) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &metrics);
        let scheme = json!({ "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } });
        self.call("Emulation.setEmulatedMedia", &json!({ "features": [scheme] }));
    }

    /// Turns the scripts of pages on or off.
    pub fn scripts(&mut self, on: bool) {
        self.call("Emulation.setScriptExecutionDisabled", &json!({ "value": !on }));
    }

    /// A picture of the whole page, as PNG. `path`: where to.
    pub fn picture(&mut self, path: &Path) {
        let answer = self.call("Page.captureScreenshot", &json!({ "format": "png", "captureBeyondViewport": true }));
        std::fs::write(path, decoded(answer["data"].as_str().expect("a picture"))).expect("a file");
    }

    /// The page as it is printed.
    pub fn printed(&mut self) -> Vec<u8> {
        let answer = self.call("Page.printToPDF", &json!({ "printBackground": true }));
        decoded(answer["data"].as_str().expect("a document"))
    }

    /// What was told since the last time: complaints on the console, and where requests went.
    pub fn told(&mut self) -> (Vec<String>, Vec<String>) {
        let (mut complaints, mut requests) = (Vec::new(), Vec::new());
        for event in std::mem::take(&mut self.events) {
            let params = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" => complaints.push(params["exceptionDetails"].to_string()),
                "Log.entryAdded" if params["entry"]["level"] == "error" => complaints.push(params["entry"].to_string()),
                "Runtime.consoleAPICalled" if params["type"] == "error" => complaints.push(params["args"].to_string()),
                "Network.requestWillBeSent" => {
                    requests.push(params["request"]["url"].as_str().unwrap_or_default().to_owned());
                }
                _ => {}
            }
        }
        (complaints, requests)
    }

    /// How many bytes came over the wire since the last time it was asked or told.
    pub fn transferred(&self) -> u64 {
        let finished = self.events.iter().filter(|event| event["method"] == "Network.loadingFinished");
        finished.filter_map(|event| event["params"]["encodedDataLength"].as_u64()).sum()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It would answer, but nobody waits for that any more.
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.child.wait();
    }
}

/// Bytes as the protocol sends them.
pub fn decoded(text: &str) -> Vec<u8> {
    base64::Engine::decode(&base64::prelude::BASE64_STANDARD, text).expect("base 64")
}
