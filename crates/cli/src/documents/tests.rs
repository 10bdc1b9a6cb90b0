//! Tests of files, folders and lines as documents.

use super::*;
use std::io::Write;

fn all(paths: &[PathBuf], limit: usize, whole_files: bool) -> Vec<(String, Option<String>)> {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("written as UTF-8");
    Documents::new(paths, limit, whole_files)
        .map(|document| {
            let name = document.name().rsplit('/').next().unwrap_or_default().to_owned();
            (name, document.bytes.ok().map(text))
        })
        .collect()
}

#[test]
fn reads_folders_lines_and_compressed_files() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("b.ndjson"), "{\"a\":1}\n\n  \n{\"b\":2}")?;
    std::fs::write(path("c.json"), "{\n\"a\": 1\n}\n")?;
    std::fs::write(path("ignored.md"), "no log")?;
    let mut gz = flate2::write::GzEncoder::new(File::create(path("a.json.gz"))?, flate2::Compression::fast());
    gz.write_all(b"{\"z\":0}\n")?;
    gz.finish()?;
    std::fs::create_dir(path("d"))?;
    std::fs::write(path("d").join("e.log.zst"), zstd::encode_all(&b"text\nlog\n"[..], 1)?)?;
    std::fs::write(path("empty.json"), "")?;
    let found = all(&[folder.path().to_owned()], 100, false);
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        found,
        [
            ("a.json.gz:1".to_owned(), some("{\"z\":0}")),
            ("b.ndjson:1".to_owned(), some("{\"a\":1}")),
            ("b.ndjson:4".to_owned(), some("{\"b\":2}")),
            ("c.json".to_owned(), some("{\n\"a\": 1\n}\n")),
            ("e.log.zst".to_owned(), some("text\nlog\n")),
            ("empty.json".to_owned(), some("")),
        ]
    );
    assert_eq!(all(&[path("b.ndjson")], 100, true), [("b.ndjson".to_owned(), some("{\"a\":1}\n\n  \n{\"b\":2}"))]);
    assert_eq!(all(&[path("nowhere")], 100, false), [("nowhere".to_owned(), None)]);
    Ok(())
}

/// A line over the limit is refused alone; the lines after it are read.
#[test]
fn applies_limit_to_each_document() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("x.ndjson");
    std::fs::write(&path, "{\"a\":1}\n{\"b\":123456789}\n{\"c\":3}\n")?;
    let found = all(std::slice::from_ref(&path), 8, false);
    assert_eq!(found.iter().map(|(_, text)| text.is_some()).collect::<Vec<_>>(), [true, false, true]);
    // A file without an NDJSON name counts as NDJSON if it looks like it.
    let path = folder.path().join("x.json");
    std::fs::write(&path, "{\n\"a\": 1\n}\n")?;
    assert_eq!(all(&[path], 8, false).iter().map(|(_, text)| text.is_some()).collect::<Vec<_>>(), [false]);
    Ok(())
}

/// The line of a document, and its text or its error.
type Found = (Option<u64>, Result<String, String>);

/// Returns the documents in a file with these bytes.
fn of(name: &str, bytes: &[u8]) -> io::Result<Vec<Found>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(name);
    std::fs::write(&path, bytes)?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(Documents::new(&[path], 200, false)
        .map(|document| (document.line, document.bytes.map(text).map_err(|text| text.en.into_owned())))
        .collect())
}

/// A damaged or blank line, the first included, does not affect the others; nor does a byte order mark or a Windows
/// line ending.
#[test]
fn reads_each_line_independently() -> io::Result<()> {
    let whole = "{\"format\":\"paipu/1\"}";
    for first in ["", "  ", "{\"format\":\"pai", "damaged", "{\"a\":1}{\"b\":2}", "\u{feff}", "x".repeat(300).as_str()]
    {
        for end in ["\n", "\r\n"] {
            let file = format!("{first}{end}{whole}{end}{whole}{end}");
            let found: Vec<Option<u64>> = of("x.json", file.as_bytes())?.into_iter().map(|(line, _)| line).collect();
            let blank = first.trim_matches('\u{feff}').trim().is_empty();
            let expected = if blank { vec![Some(2), Some(3)] } else { vec![Some(1), Some(2), Some(3)] };
            // A first line over the limit stays part of one document, unless the file name says NDJSON.
            if first.len() < 200 {
                assert_eq!(found, expected, "{file:?}");
            }
            let called: Vec<Option<u64>> = of("x.NDJSON", file.as_bytes())?.into_iter().map(|(line, _)| line).collect();
            assert_eq!(called, expected, "{file:?}");
        }
    }
    let marked = of("x.json", format!("\u{feff}{whole}\n{whole}").as_bytes())?;
    assert_eq!(marked, [(Some(1), Ok(whole.to_owned())), (Some(2), Ok(whole.to_owned()))]);
    // Both lines are truncated, but begin as logs do.
    let cut = of("x.json", b"{\"format\": \"a\n{ \"format\": \"b")?;
    assert_eq!(cut.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [Some(1), Some(2)]);
    // One document over many lines stays one, even if one of its lines could be a log.
    for one in ["{\n\"format\": \"paipu/1\"\n}", "{\"x\": [\n{\"format\":\"paipu/1\"}\n]}", "{\n{\"event\":1}\n"] {
        let found = of("x.json", one.as_bytes())?;
        assert_eq!(found, [(None, Ok(one.to_owned()))]);
    }
    Ok(())
}

/// A first line over the limit is also refused alone.
#[test]
fn refuses_only_an_oversized_first_line() -> io::Result<()> {
    let long = format!("{{\"format\":\"{}\"}}", "x".repeat(300));
    let found = of("x.json", format!("{long}\n{{\"a\":1}}\n").as_bytes())?;
    let told: Vec<_> = found.iter().map(|(line, bytes)| (*line, bytes.is_ok())).collect();
    assert_eq!(told, [(Some(1), false), (Some(2), true)]);
    Ok(())
}

/// A damaged or truncated compressed file is reported after the lines that could be read.
#[test]
fn reports_damaged_compressed_files() -> io::Result<()> {
    let lines: String = (0..4000).fold(String::new(), |lines, at| lines + &format!("{{\"a\":{}}}\n", at * 7919 % 9973));
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(lines.as_bytes())?;
    let gz = gz.finish()?;
    let zst = zstd::encode_all(lines.as_bytes(), 1)?;
    for (name, packed) in [("x.ndjson.gz", gz), ("x.ndjson.zst", zst)] {
        assert_eq!(of(name, &packed)?.len(), 4000);
        let cut = of(name, packed.get(..packed.len() - 9).unwrap_or_default())?;
        let (last, before) = cut.split_last().expect("a document");
        assert!(last.1.as_ref().is_err_and(|text| text.contains("cut off")), "{name}: {last:?}");
        // If no line could be read, the error is that of the file.
        assert!(last.0.is_none_or(|line| line == before.len() as u64 + 1), "{name}: {last:?}");
        assert!(before.iter().all(|(_, bytes)| bytes.is_ok()), "{name}");
        let mut damaged = packed.clone();
        let middle = damaged.len() / 2;
        damaged[middle..middle + 40].fill(0xff);
        let found = of(name, &damaged)?;
        let wrong: Vec<_> = found.iter().filter_map(|(_, bytes)| bytes.as_ref().err()).collect();
        let told = |text: &&String| text.contains("is damaged") || text.contains("cut off");
        assert!(wrong.last().is_some_and(told), "{name}: {wrong:?}");
        let stub = of(name, packed.get(..6).unwrap_or_default())?;
        assert!(matches!(stub.as_slice(), [(_, Err(text))] if text.contains("cut off")), "{name}: {stub:?}");
    }
    let zip = of("x.json", b"PK\x03\x04rest")?;
    assert!(matches!(zip.as_slice(), [(None, Err(text))] if text.contains("zip")), "{zip:?}");
    Ok(())
}

/// A folder without a log is an error, whatever else it contains; a log in a subfolder is enough.
#[test]
fn reports_folder_without_log() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let paths = [folder.path().to_owned()];
    let told = || -> Vec<_> { Documents::new(&paths, 200, false).map(|document| document.bytes.is_ok()).collect() };
    assert_eq!(told(), [false]);
    std::fs::create_dir_all(folder.path().join("a/b"))?;
    std::fs::write(folder.path().join("a/readme.md"), "no log")?;
    assert_eq!(told(), [false]);
    std::fs::write(folder.path().join("a/b/x.JSON"), "{}")?;
    assert_eq!(told(), [true]);
    Ok(())
}

/// A link to an ancestor folder is not followed.
#[cfg(unix)]
#[test]
fn skips_links_to_ancestor_folders() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join("a"))?;
    std::fs::write(folder.path().join("a/x.json"), "{}")?;
    std::os::unix::fs::symlink(folder.path(), folder.path().join("a/back"))?;
    std::os::unix::fs::symlink(folder.path().join("nowhere"), folder.path().join("lost.json"))?;
    let found = all(&[folder.path().to_owned()], 100, false);
    assert_eq!(found, [("x.json:1".to_owned(), Some("{}".to_owned())), ("lost.json".to_owned(), None)]);
    Ok(())
}
