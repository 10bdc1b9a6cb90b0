//! The place of a JSON error in a document, as a JSON pointer.

use serde_path_to_error::{Path, Segment};

/// The JSON pointer of a path; it ends where the path is unknown.
pub fn pointer(path: &Path) -> String {
    let mut pointer = String::new();
    for segment in path {
        let part = match segment {
            Segment::Seq { index } => index.to_string(),
            Segment::Map { key } => key.replace('~', "~0").replace('/', "~1"),
            Segment::Enum { .. } => continue,
            Segment::Unknown => break,
        };
        pointer.push('/');
        pointer.push_str(&part);
    }
    pointer
}
