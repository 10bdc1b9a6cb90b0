//! Decompresses gzip and zstd files, detected by their first bytes, and explains read errors.

use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// The input, decompressed if necessary.
pub(super) type Reader = BufReader<Box<dyn Read + Send>>;

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packing(&'static str);

/// The first bytes of archives that hold several files or need another program.
const FOREIGN: [(&[u8], &str); 4] =
    [(b"PK\x03\x04", "zip"), (b"BZh", "bzip2"), (b"\xFD7zXZ", "xz"), (b"7z\xBC\xAF", "7z")];

/// Returns a reader of the decompressed content, and the compression of the file.
pub(super) fn unpacked(mut reader: Reader) -> Result<(Reader, Option<Packing>), Text> {
    let head = reader.fill_buf().map_err(|error| unreadable(&error, None))?;
    if let Some((_, name)) = FOREIGN.iter().find(|(first, _)| head.starts_with(first)) {
        return Err(bilingual!(
            "这是 {name} 压缩文件，这里只能直接读 gzip 与 zstd。请先解压。",
            "This is a {name} archive, and only gzip and zstd are read as they are. Unpack it first."
        ));
    }
    if head.starts_with(&[0x1f, 0x8b]) {
        let gzip = BufReader::new(Box::new(flate2::bufread::MultiGzDecoder::new(reader)) as Box<dyn Read + Send>);
        Ok((gzip, Some(Packing("gzip"))))
    } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        let packing = Some(Packing("zstd"));
        let zstd = zstd::Decoder::with_buffer(reader).map_err(|error| unreadable(&error, packing))?;
        Ok((BufReader::new(Box::new(zstd)), packing))
    } else {
        Ok((reader, None))
    }
}

/// Explains a read error and its fix.
pub(super) fn unreadable(error: &io::Error, packing: Option<Packing>) -> Text {
    match (packing, error.kind()) {
        // The system's message concerns the file, not the compressed content.
        (Some(Packing(name)), ErrorKind::UnexpectedEof) => bilingual!(
            "{name} 数据不完整，文件在中途断了。请重新下载或重新压缩。",
            "The {name} data ends too early: the file was cut off. Fetch it or pack it again."
        ),
        (Some(Packing(name)), _) if error.raw_os_error().is_none() => bilingual!(
            "{name} 数据已损坏（{error}）。请重新下载或重新压缩。",
            "The {name} data is damaged ({error}). Fetch it or pack it again."
        ),
        (_, ErrorKind::NotFound) => {
            bilingual!("没有这个文件或目录。请检查路径。", "There is no such file or folder. Check the path.")
        }
        (_, ErrorKind::PermissionDenied) => bilingual!(
            "没有读取的权限。请检查文件及其目录的权限。",
            "It may not be read. Check the permissions of the file and of the folders above it."
        ),
        _ => bilingual!(
            "无法读取：{error}。请检查路径和权限。",
            "cannot be read: {error}. Check the path and the permissions."
        ),
    }
}
