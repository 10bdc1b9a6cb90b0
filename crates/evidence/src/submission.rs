//! Requests to witnesses and their answers (C2SP `tlog-witness`, `add-checkpoint`). HTTP is left to the caller.

use super::note::{signature_line, signatures};
use super::tree::Hash;
use super::verifier_key::VerifierKey;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The media type of the size that a witness answers with status 409.
pub const SIZE_TYPE: &str = "text/x.tlog.size";

/// The body of a request: the size that the witness has, the consistency proof from there, and the signed checkpoint.
pub fn add_checkpoint(old: u64, path: &[Hash], note: &str) -> String {
    let mut body = format!("old {old}\n");
    for hash in path {
        body.push_str(&STANDARD.encode(hash));
        body.push('\n');
    }
    body.push('\n');
    body.push_str(note);
    body
}

/// Reads the size that a witness answers with status 409: a decimal number and a line feed.
pub fn size_held(body: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(body).ok()?;
    let digits = digits.strip_suffix('\n').unwrap_or(digits);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|size: &u64| plain && size.to_string() == digits)
}

/// A valid cosignature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cosignature {
    /// The signature line, with its line feed.
    pub line: String,
    /// The time at which the witness signed, in seconds since 1970.
    pub time: i64,
}

/// Finds the cosignature of a witness among signature lines and verifies it against the text of a checkpoint. Lines by
/// other keys are ignored.
pub fn cosignature(lines: &str, text: &str, witness: &VerifierKey) -> Option<Cosignature> {
    signatures(lines).find_map(|signature| {
        let time = witness.cosigned(text, &signature)?;
        Some(Cosignature { line: signature_line(signature.name, signature.id, &signature.bytes), time })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note::Note;

    /// The example of C2SP `tlog-cosignature`; the key of its witness is not published, so only its form is tested.
    const COSIGNED: &str = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n\
        \u{2014} example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n\
        \u{2014} witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";

    #[test]
    fn signature_lines_have_the_published_form() {
        let note = Note::read(COSIGNED).expect("a note");
        let found: Vec<_> = note.signatures().collect();
        let form: Vec<_> = found.iter().map(|signature| (signature.name, signature.bytes.len())).collect();
        assert_eq!(form, [("example.com/behind-the-sofa", 64), ("witness.example.com/w1", 72)]);
        assert_eq!(found[1].bytes[..8], 1_679_315_147_u64.to_be_bytes());
        let lines: String =
            found.iter().map(|signature| signature_line(signature.name, signature.id, &signature.bytes)).collect();
        assert_eq!(format!("{}\n{lines}", note.text), COSIGNED);
    }

    #[test]
    fn request_has_the_published_form() {
        assert_eq!(add_checkpoint(0, &[], "note\n"), "old 0\n\nnote\n");
        let one = STANDARD.encode([1; 32]);
        assert_eq!(add_checkpoint(7, &[[1; 32]], "note\n"), format!("old 7\n{one}\n\nnote\n"));
    }

    #[test]
    fn only_plain_numbers_are_sizes() {
        assert_eq!((size_held(b"42\n"), size_held(b"0\n"), size_held(b"7")), (Some(42), Some(0), Some(7)));
        for wrong in
            [&b""[..], b"\n", b"-1\n", b"+1\n", b"042\n", b"42\n\n", b"4 2", b"18446744073709551616\n", b"\xff"]
        {
            assert_eq!(size_held(wrong), None, "{wrong:?}");
        }
    }
}
