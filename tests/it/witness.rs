//! A witness as C2SP `tlog-witness`, `tlog-cosignature` and `signed-note` describe it, over HTTP. It shares no code with the
//! program: it reads notes by itself and verifies consistency with `ct_merkle`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ct_merkle::{ConsistencyProof, RootHash};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// The time of the first cosignature, in seconds since 1970.
const START: u64 = 1_700_000_000;

/// The status, the media type and the body of an answer.
pub type Answer = (u16, &'static str, String);

/// A running witness.
#[derive(Clone)]
pub struct Witness {
    pub name: String,
    pub port: u16,
    inner: Arc<Inner>,
}

struct Inner {
    name: String,
    pair: Ed25519KeyPair,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The public keys of known logs, by origin.
    logs: BTreeMap<String, Vec<[u8; 32]>>,
    /// The last cosigned size and root, by origin.
    latest: BTreeMap<String, (u64, [u8; 32])>,
    requests: Vec<String>,
    forced: Option<Answer>,
    time: u64,
}

/// The key id of a name, a type and a public key.
fn key_id(name: &str, kind: u8, key: &[u8]) -> [u8; 4] {
    let digest = Sha256::digest([name.as_bytes(), b"\n", &[kind], key].concat());
    digest[..4].try_into().expect("four bytes")
}

impl Witness {
    /// Starts a witness that knows no log.
    pub fn start(name: &str, seed: u8) -> Witness {
        let pair = Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).expect("a key");
        let inner = Arc::new(Inner { name: name.to_owned(), pair, state: Mutex::default() });
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("bound").port();
        let serving = Arc::clone(&inner);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let inner = Arc::clone(&serving);
                std::thread::spawn(move || {
                    let mut input = BufReader::new(&stream);
                    while serve(&inner, &mut input, &stream).is_some() {}
                });
            }
        });
        Witness { name: name.to_owned(), port, inner }
    }

    /// The verifier key, of type 4.
    pub fn key(&self) -> String {
        let key = self.inner.pair.public_key().as_ref();
        let id = u32::from_be_bytes(key_id(&self.name, 4, key));
        format!("{}+{id:08x}+{}", self.name, STANDARD.encode([&[4], key].concat()))
    }

    /// The address without `add-checkpoint`.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/w", self.port)
    }

    /// Makes a log known.
    pub fn know(&self, origin: &str, keys: &[[u8; 32]]) {
        self.inner.state.lock().expect("no panic").logs.insert(origin.to_owned(), keys.to_vec());
    }

    /// Makes the witness answer 503, or serve again.
    pub fn set_down(&self, is_down: bool) {
        self.answer_always(is_down.then(|| (503, "text/plain", String::new())));
    }

    /// Makes the witness give this answer to every request, or serve again.
    pub fn answer_always(&self, forced: Option<Answer>) {
        self.inner.state.lock().expect("no panic").forced = forced;
    }

    /// The bodies received so far.
    pub fn requests(&self) -> Vec<String> {
        self.inner.state.lock().expect("no panic").requests.clone()
    }

    /// The cosigned size of a log.
    pub fn size(&self, origin: &str) -> u64 {
        self.inner.state.lock().expect("no panic").latest.get(origin).map_or(0, |latest| latest.0)
    }
}

/// Reads one request and answers it.
fn serve(inner: &Inner, input: &mut impl BufRead, mut output: &TcpStream) -> Option<()> {
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        head.push(line.trim_end().to_ascii_lowercase());
    }
    let length = head.iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    let (status, kind, body) = if head.first()?.starts_with("post /w/add-checkpoint ") {
        answer(inner, &String::from_utf8(body).expect("UTF-8"))
    } else {
        (404, "text/plain", String::new())
    };
    let length = body.len();
    let head = format!("HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n");
    output.write_all(format!("{head}{body}").as_bytes()).ok()
}

/// `add-checkpoint`.
fn answer(inner: &Inner, body: &str) -> Answer {
    let plain = |status| (status, "text/plain", String::new());
    let mut state = inner.state.lock().expect("no panic");
    state.requests.push(body.to_owned());
    if let Some(forced) = &state.forced {
        return forced.clone();
    }
    let Some((head, note)) = body.split_once("\n\n") else { return plain(400) };
    let mut lines = head.lines();
    let old = lines.next().and_then(|line| line.strip_prefix("old ")?.parse::<u64>().ok());
    let proof: Option<Vec<[u8; 32]>> = lines.map(|line| STANDARD.decode(line).ok()?.try_into().ok()).collect();
    let (Some(old), Some(proof), Some(at)) = (old, proof, note.rfind("\n\n")) else { return plain(400) };
    let (text, signatures) = (&note[..=at], &note[at + 2..]);
    let mut lines = text.lines();
    let origin = lines.next().expect("a line").to_owned();
    let size = lines.next().and_then(|line| line.parse::<u64>().ok());
    let root = lines.next().and_then(|line| <[u8; 32]>::try_from(STANDARD.decode(line).ok()?).ok());
    let (Some(size), Some(root)) = (size, root) else { return plain(400) };
    let Some(keys) = state.logs.get(&origin) else { return plain(404) };
    let is_signed = signatures.lines().any(|line| {
        let (name, bytes) = line.strip_prefix("\u{2014} ").and_then(|rest| rest.split_once(' ')).expect("a signature");
        let bytes = STANDARD.decode(bytes).expect("base64");
        let verifies = |key: &[u8; 32]| {
            name == origin
                && bytes[..4] == key_id(name, 1, key)
                && UnparsedPublicKey::new(&ED25519, key).verify(text.as_bytes(), &bytes[4..]).is_ok()
        };
        keys.iter().any(verifies)
    });
    if !is_signed {
        return plain(403);
    }
    if old > size || proof.len() > 63 {
        return plain(400);
    }
    let (held, held_root) = state.latest.get(&origin).copied().unwrap_or_default();
    if old != held || (old == size && old > 0 && root != held_root) {
        return (409, "text/x.tlog.size", format!("{held}\n"));
    }
    let consistent = if old == 0 || old == size {
        proof.is_empty()
    } else {
        let digests: Vec<_> = proof.into_iter().map(Into::into).collect();
        let root_of = |root: [u8; 32], size| RootHash::<Sha256>::new(root.into(), size);
        let proof = ConsistencyProof::from_digests(&digests);
        root_of(root, size).verify_consistency(&root_of(held_root, held), &proof).is_ok()
    };
    if !consistent {
        return plain(422);
    }
    state.latest.insert(origin, (size, root));
    state.time += 1;
    let time = START + state.time;
    let message = format!("cosignature/v1\ntime {time}\n{text}");
    let key = inner.pair.public_key().as_ref();
    let id = key_id(&inner.name, 4, key);
    let signature = [&id[..], &time.to_be_bytes(), inner.pair.sign(message.as_bytes()).as_ref()].concat();
    // A signature of somebody else stands before that of the witness; clients ignore it.
    let stranger = STANDARD.encode([7; 76]);
    (
        200,
        "text/plain",
        format!("\u{2014} stranger {stranger}\n\u{2014} {} {}\n", inner.name, STANDARD.encode(signature)),
    )
}
