//! The provider of the tests as a process.

use crate::programs::oidc_provider;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

/// The secret of the service at the provider. Its characters have to be escaped on the way.
pub const SECRET: &str = "the secret + of: caipan/%";

/// A running provider, stopped when dropped.
pub struct Provider(Child);

/// A port that is free now.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port()
}

impl Provider {
    /// Starts a provider on a port, with these accounts, for a service at this address.
    pub fn start(port: u16, service: &str, accounts: &serde_json::Value) -> Provider {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/cli/signed_in/provider.mjs");
        let mut child = Command::new("node")
            .arg(script)
            .arg(oidc_provider().expect("the test asked for it"))
            .args([&port.to_string(), service, &accounts.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Node.js");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        assert!(lines.any(|line| line.is_ok_and(|line| line == "ready")), "the provider did not start");
        // A process without a reader of its output would end with its next line.
        std::thread::spawn(move || lines.for_each(drop));
        Provider(child)
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
