//! A driver for Debian's Chromium that speaks the DevTools protocol over a pair of pipes.
//!
//! It is no driver crate: such crates generate the whole protocol at build time, which takes longer on two cores than
//! the tests, or need a second program beside the browser. The tests need about a dozen methods.

use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A browser with one page.
pub struct Browser {
    child: Child,
    to: File,
    from: BufReader<File>,
    last: u64,
    session: Option<String>,
    /// Events received and not yet read.
    events: Vec<Value>,
    folder: tempfile::TempDir,
}

impl Browser {
    /// Starts a browser that resolves `name` to `address` and no other name. Ports of this machine can be reached by its
    /// address, as the provider of a sign-in is.
    ///
    /// A Chromium that ends before its first answer, as it sometimes does on a busy machine, is started again, twice at
    /// most. What the last one wrote is in the message of the failure.
    pub fn start(name: &str, address: &str) -> Browser {
        let mut browser = Browser::launch(name, address);
        for _ in 0..2 {
            if browser.try_answer("Browser.getVersion", &json!({})).is_some() {
                break;
            }
            browser = Browser::launch(name, address);
        }
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = browser.call("Target.attachToTarget", &json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser.call("Page.setLifecycleEventsEnabled", &json!({ "enabled": true }));
        browser
    }

    /// Starts a process of Chromium and opens the pipes to it.
    fn launch(name: &str, address: &str) -> Browser {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = |name: &str| folder.path().join(name);
        let made = Command::new("mkfifo").args([pipe("in"), pipe("out")]).status().expect("mkfifo");
        assert!(made.success(), "no pipes");
        let port = address.rsplit(':').next().unwrap_or_default();
        // The timeout ends a browser that hangs; reading from it then fails.
        let mut command = Command::new("sh");
        command
            .args(["-c", r#"exec timeout 600 "$0" "$@" 3<"$PIPES/in" 4>"$PIPES/out""#, "chromium"])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
            .args(["--remote-debugging-pipe", "--force-color-profile=srgb", "about:blank"])
            .arg(format!("--user-data-dir={}", pipe("profile").display()))
            .arg(format!("--host-resolver-rules=MAP {name} 127.0.0.1:{port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
            .env("PIPES", folder.path())
            .stdout(Stdio::null())
            .stderr(File::create(pipe("stderr")).expect("a file"));
        let child = command.spawn().expect("Chromium starts");
        // Opening a pipe blocks until the other end is open, so the order must be that of the shell.
        let to = OpenOptions::new().write(true).open(pipe("in")).expect("a pipe");
        let from = BufReader::new(File::open(pipe("out")).expect("a pipe"));
        Browser { child, to, from, last: 0, session: None, events: Vec::new(), folder }
    }

    /// Calls a method and waits for its result.
    pub fn call(&mut self, method: &str, params: &Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
        answer["result"].clone()
    }

    /// Calls a method and waits for its answer, which may be an error.
    fn answer(&mut self, method: &str, params: &Value) -> Value {
        self.try_answer(method, params).unwrap_or_else(|| self.ended())
    }

    /// Calls a method and waits for its answer, `None` if the browser has ended.
    fn try_answer(&mut self, method: &str, params: &Value) -> Option<Value> {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).ok()?;
        loop {
            let answer = self.try_read()?;
            if answer["id"] == self.last {
                return Some(answer);
            }
            self.events.push(answer);
        }
    }

    /// Reads the next message, `None` if the browser has ended.
    fn try_read(&mut self) -> Option<Value> {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).expect("the browser answers");
        // A message ends with a zero; without one the browser ended before it had written everything.
        (bytes.pop() == Some(0)).then(|| serde_json::from_slice(&bytes).expect("a message"))
    }

    fn ended(&self) -> ! {
        let told = std::fs::read_to_string(self.folder.path().join("stderr")).unwrap_or_default();
        panic!("Chromium ended. It wrote:\n{told}");
    }

    /// Waits for an event of this kind that satisfies `fits`.
    fn await_event(&mut self, method: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let mut at = 0;
        loop {
            while let Some(event) = self.events.get(at) {
                if event["method"] == method && fits(&event["params"]) {
                    return event["params"].clone();
                }
                at += 1;
            }
            let event = self.try_read().unwrap_or_else(|| self.ended());
            self.events.push(event);
        }
    }

    /// Waits for the `load` event of a document.
    fn await_load(&mut self, loader: &Value) {
        self.await_event("Page.lifecycleEvent", |event| event["loaderId"] == *loader && event["name"] == "load");
    }

    /// Opens a page and waits until it is loaded.
    pub fn open(&mut self, url: &str) {
        let answer = self.call("Page.navigate", &json!({ "url": url }));
        assert!(answer["errorText"].is_null(), "{url}: {answer}");
        self.await_load(&answer["loaderId"]);
    }

    /// Runs a script that navigates, and waits until the new page is loaded.
    pub fn follow(&mut self, script: &str) {
        self.events.retain(|event| event["method"] != "Page.frameNavigated");
        self.run(&format!("setTimeout(() => {{ {script} }}); true"));
        let navigated = self.await_event("Page.frameNavigated", |event| event["frame"]["parentId"].is_null());
        self.await_load(&navigated["frame"]["loaderId"]);
    }

    /// Evaluates an expression on the page, awaiting a promise.
    pub fn run(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", &params);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits up to five seconds until a condition holds on the page.
    pub fn until(&mut self, condition: &str) {
        let waiting = format!(
            "new Promise((done) => {{ const began = performance.now(); const look = () => {{ const holds = {condition}; \
             if (holds || performance.now() - began > 5000) done(Boolean(holds)); else setTimeout(look, 20); }}; look(); }})"
        );
        assert_eq!(self.run(&waiting), true, "{condition} at {}", self.run("location.href"));
    }

    /// Waits up to twenty seconds until a condition holds on some page, across navigations.
    pub fn arrive(&mut self, condition: &str) {
        let until = Instant::now() + Duration::from_secs(20);
        let params = json!({ "expression": format!("Boolean({condition})"), "returnByValue": true });
        // A page that is left while it is asked answers with an error.
        while self.answer("Runtime.evaluate", &params)["result"]["result"]["value"] != true {
            assert!(Instant::now() < until, "{condition} at {}", self.run("location.href + document.body.innerText"));
            std::thread::yield_now();
        }
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key, "text": text }));
        }
    }

    /// Sets the size of the window and the preferred colour scheme.
    pub fn wear(&mut self, width: u32, height: u32, dark: bool) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &metrics);
        let scheme = json!({ "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } });
        self.call("Emulation.setEmulatedMedia", &json!({ "features": [scheme] }));
    }

    /// Turns page scripts on or off.
    pub fn scripts(&mut self, on: bool) {
        self.call("Emulation.setScriptExecutionDisabled", &json!({ "value": !on }));
    }

    /// Saves a screenshot of the whole page as PNG.
    pub fn picture(&mut self, path: &Path) {
        let answer = self.call("Page.captureScreenshot", &json!({ "format": "png", "captureBeyondViewport": true }));
        std::fs::write(path, decoded(answer["data"].as_str().expect("a picture"))).expect("a file");
    }

    /// Returns the page printed as PDF.
    pub fn printed(&mut self) -> Vec<u8> {
        let answer = self.call("Page.printToPDF", &json!({ "printBackground": true }));
        decoded(answer["data"].as_str().expect("a document"))
    }

    /// Takes the events received since the last call: console errors, and the addresses of requests.
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

    /// Takes the requests since the last call: method, address and body of each.
    #[cfg(feature = "browser")]
    pub fn sent(&mut self) -> Vec<String> {
        let taken = std::mem::take(&mut self.events);
        let requests = taken.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        requests
            .map(|event| {
                let request = &event["params"]["request"];
                let part = |name: &str| request[name].as_str().unwrap_or_default().to_owned();
                format!("{} {} {}", part("method"), part("url"), part("postData"))
            })
            .collect()
    }

    /// Returns the bytes received over the network since the last call of `told`.
    pub fn transferred(&self) -> u64 {
        let finished = self.events.iter().filter(|event| event["method"] == "Network.loadingFinished");
        finished.filter_map(|event| event["params"]["encodedDataLength"].as_u64()).sum()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The reply to the close command is not read.
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.child.wait();
    }
}

/// Decodes Base64, in which the protocol sends bytes.
pub fn decoded(text: &str) -> Vec<u8> {
    base64::Engine::decode(&base64::prelude::BASE64_STANDARD, text).expect("base 64")
}
