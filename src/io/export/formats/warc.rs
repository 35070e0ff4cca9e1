//! Stored pages as WARC 1.1 (IIPC, <https://iipc.github.io/warc-specifications/>), one gzip member
//! per record if the name ends in `.gz` (annex D.2). Bodies are stored after content decoding, so
//! headers about encodings are left out and the length is that of the decoded body.

use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, SHA256, digest};

use crate::export::{ExportError, Exported, holds_a_project, is_projects_own};
use crate::files::atomic_file::File;
use crate::store::{Snapshot, StoreReader};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SiteId;

/// Headers about the encoding on the wire, which no longer applies (RFC 9110 §8.4, RFC 9112 §6).
const CODING: [&str; 4] = [
    "content-encoding",
    "content-length",
    "transfer-encoding",
    "connection",
];
/// RFC 4648 §6.
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Writes the stored pages of `site`, or of all, to `path`. `progress` receives the count and
/// cancels by returning false.
///
/// # Errors
/// [`ExportError`].
pub fn warc(
    store: &StoreReader,
    site: Option<SiteId>,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, ExportError> {
    if is_projects_own(store.path(), path) || holds_a_project(path) {
        return Err(ExportError::OverProject {
            path: path.to_owned(),
        });
    }
    let failed = |error: io::Error| ExportError::from_io(path, &error);
    let packed = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("gz"));
    // It may contain pages that only members can see.
    let mut file = File::create_private(path).map_err(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let head = info(&name, Timestamp::now());
    write_member(&mut file, &head, packed).map_err(failed)?;
    let mut rows = 0;
    let mut fault = None;
    store
        .each_snapshot(site, &mut |id, snapshot| {
            if let Some(record) = response(id, &snapshot) {
                if let Err(error) = write_member(&mut file, &record, packed) {
                    fault = Some(failed(error));
                    return false;
                }
                rows += 1;
            }
            if !progress(rows) {
                fault = Some(ExportError::Cancelled);
            }
            fault.is_none()
        })
        .map_err(ExportError::Store)?;
    if let Some(error) = fault {
        return Err(error);
    }
    file.finish().map_err(failed)?;
    let evidence = store.evidence_pages(site).map_err(ExportError::Store)?;
    let left_out = || Message::new("export-warc-evidence").with("count", evidence);
    Ok(Exported {
        rows,
        notes: (evidence > 0).then(left_out).into_iter().collect(),
    })
}

fn write_member(file: &mut File, record: &[u8], packed: bool) -> io::Result<()> {
    if !packed {
        return file.write_all(record);
    }
    let mut encoder = GzEncoder::new(file, Compression::default());
    encoder.write_all(record)?;
    encoder.finish().map(|_| ())
}

/// The first record: who wrote the file (§6.2).
pub(super) fn info(name: &str, now: Timestamp) -> Vec<u8> {
    let block = format!(
        "software: Bowerbird {}\r\nformat: WARC File Format 1.1\r\n\
         conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n",
        env!("CARGO_PKG_VERSION")
    );
    let name = name.replace(['\r', '\n'], "");
    let head = [
        ("WARC-Type", "warcinfo".to_owned()),
        (
            "WARC-Record-ID",
            id_of(&[name.as_bytes(), now.to_string().as_bytes()]),
        ),
        ("WARC-Date", date(now)),
        ("WARC-Filename", name),
        ("Content-Type", "application/warc-fields".to_owned()),
    ];
    record(&head, block.as_bytes())
}

/// A response (§6.3), or a resource for a page that a person sent; `None` without an address.
pub(super) fn response(id: i64, snapshot: &Snapshot) -> Option<Vec<u8>> {
    let meta = &snapshot.meta;
    let url = meta.url_chain.last()?;
    if meta.sent_from.is_some() {
        // A page as a browser showed it: what the server said is not known.
        let body = &snapshot.body;
        return Some(resource(url, meta.fetched_at, "text/html", body));
    }
    let mut block = format!("HTTP/1.1 {} {}\r\n", meta.status, reason(meta.status)).into_bytes();
    let plain = |text: &str| text.replace(['\r', '\n'], " ");
    for (name, value) in &meta.headers {
        if !CODING.contains(&name.to_ascii_lowercase().as_str()) {
            block.extend_from_slice(format!("{}: {}\r\n", plain(name), plain(value)).as_bytes());
        }
    }
    block.extend_from_slice(format!("Content-Length: {}\r\n\r\n", snapshot.body.len()).as_bytes());
    block.extend_from_slice(&snapshot.body);
    let at = date(meta.fetched_at);
    let head = [
        ("WARC-Type", "response".to_owned()),
        (
            "WARC-Record-ID",
            id_of(&[&id.to_be_bytes(), url.as_bytes(), at.as_bytes()]),
        ),
        ("WARC-Date", at),
        ("WARC-Target-URI", plain(url)),
        ("WARC-Payload-Digest", sha1(&snapshot.body)),
        ("WARC-Block-Digest", sha1(&block)),
        (
            "Content-Type",
            "application/http;msgtype=response".to_owned(),
        ),
    ];
    Some(record(&head, &block))
}

/// A resource (§6.4): something that was not an answer of a server.
pub(super) fn resource(uri: &str, at: Timestamp, media_type: &str, block: &[u8]) -> Vec<u8> {
    let at = date(at);
    let head = [
        ("WARC-Type", "resource".to_owned()),
        ("WARC-Record-ID", id_of(&[uri.as_bytes(), at.as_bytes()])),
        ("WARC-Date", at),
        ("WARC-Target-URI", uri.replace(['\r', '\n'], " ")),
        ("WARC-Payload-Digest", sha1(block)),
        ("WARC-Block-Digest", sha1(block)),
        ("Content-Type", media_type.to_owned()),
    ];
    record(&head, block)
}

fn record(head: &[(&str, String)], block: &[u8]) -> Vec<u8> {
    let mut out = b"WARC/1.1\r\n".to_vec();
    for (name, value) in head {
        out.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    out.extend_from_slice(format!("Content-Length: {}\r\n\r\n", block.len()).as_bytes());
    out.extend_from_slice(block);
    out.extend_from_slice(b"\r\n\r\n");
    out
}

/// A unique name for each record, the same in every export (RFC 9562 §5.8).
fn id_of(parts: &[&[u8]]) -> String {
    let sum = digest(&SHA256, &parts.concat());
    let mut bytes = [0_u8; 16];
    for (to, from) in bytes.iter_mut().zip(sum.as_ref()) {
        *to = *from;
    }
    let number = u128::from_be_bytes(bytes);
    let version = number & !(0xF << 76) | (0x8 << 76);
    let number = version & !(0x3 << 62) | (0x2 << 62);
    let hex = format!("{number:032x}");
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
    format!(
        "<urn:uuid:{}-{}-{}-{}-{}>",
        part(0, 8),
        part(8, 12),
        part(12, 16),
        part(16, 20),
        part(20, 32)
    )
}

fn date(at: Timestamp) -> String {
    Timestamp::from_second(at.as_second())
        .unwrap_or(at)
        .to_string()
}

/// SHA-1 in base 32, as all WARC tools write it.
pub(super) fn sha1(bytes: &[u8]) -> String {
    let sum = digest(&SHA1_FOR_LEGACY_USE_ONLY, bytes);
    let mut out = String::from("sha1:");
    let (mut buffer, mut bits) = (0_u32, 0_u32);
    for byte in sum.as_ref() {
        buffer = (buffer << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            let place = usize::try_from((buffer >> bits) & 31).unwrap_or(0);
            out.push(BASE32.get(place).copied().map_or('A', char::from));
        }
    }
    out
}

fn reason(status: u16) -> &'static str {
    reqwest::StatusCode::from_u16(status)
        .ok()
        .and_then(|status| status.canonical_reason())
        .unwrap_or("Unknown")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_that_other_tools_make() {
        assert_eq!(sha1(b""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
        assert_eq!(sha1(b"abc"), "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
    }

    #[test]
    fn names_are_uuids_of_version_8() {
        let id = id_of(&[b"a"]);
        assert_eq!(id.len(), "<urn:uuid:>".len() + 36);
        assert_eq!(id.as_bytes().get(24), Some(&b'8'), "{id}");
    }
}
