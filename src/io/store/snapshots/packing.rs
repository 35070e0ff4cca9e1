//! How much of an answer is stored, without which headers, and how it is compressed. Input: a
//! snapshot. Output: its row.

use super::without_fragment;
use crate::store::error::TransactionError;
use crate::store::file::convert::{micros, to_json};
use crate::store::{Snapshot, Validators};

/// Maximum stored page in bytes before compression; larger ones can be fetched again.
const PAGE_BYTES: usize = 8 * 1024 * 1024;
/// Maximum stored evidence of an answer in bytes before compression: enough for inspection.
const EVIDENCE_BYTES: usize = 256 * 1024;
/// zstd's default level: about a fifth of the size of news pages, at hundreds of MB per second.
const LEVEL: i32 = 3;
/// Headers that contain credentials or sessions (RFC 9110 §11.6 and §11.7, RFC 6265 §4), in lower
/// case.
const SECRET_HEADERS: [&str; 8] = [
    "authentication-info",
    "authorization",
    "cookie",
    "proxy-authentication-info",
    "proxy-authorization",
    "set-cookie",
    "set-cookie2",
    "x-csrf-token",
];

/// A snapshot ready to be written.
pub(in crate::store) struct Packed {
    pub(super) asked: String,
    pub(super) url: String,
    pub(super) evidence: bool,
    pub(super) fetched_at: i64,
    pub(super) meta: String,
    pub(super) body: Vec<u8>,
    pub(super) validators: Option<Validators>,
}

impl Packed {
    /// Whether it is stored as evidence, not as a page.
    pub(in crate::store) fn is_evidence(&self) -> bool {
        self.evidence
    }
}

/// Compresses a snapshot and removes the secrets; `None` when it is too large to store. Done on the
/// caller's thread to relieve the writer.
pub(in crate::store) fn pack(snapshot: Snapshot) -> Result<Option<Packed>, TransactionError> {
    let Snapshot {
        mut meta,
        body,
        validators,
    } = snapshot;
    let body = if meta.evidence {
        body.get(..EVIDENCE_BYTES).unwrap_or(&body)
    } else if body.len() > PAGE_BYTES {
        tracing::debug!(bytes = body.len(), "page too large for a snapshot");
        return Ok(None);
    } else {
        &body
    };
    meta.headers
        .retain(|(name, _)| !SECRET_HEADERS.contains(&name.to_ascii_lowercase().as_str()));
    let address = |url: Option<&String>| url.map_or("", |u| without_fragment(u)).to_owned();
    let packed = zstd::stream::encode_all(body, LEVEL)
        .map_err(|e| rusqlite::Error::ToSqlConversionFailure(Box::new(e)))?;
    Ok(Some(Packed {
        asked: address(meta.url_chain.first()),
        url: address(meta.url_chain.last()),
        evidence: meta.evidence,
        fetched_at: micros(meta.fetched_at),
        // A page stored as evidence must not be used as a good one.
        validators: validators.filter(|_| !meta.evidence),
        meta: to_json(&meta)?,
        body: packed,
    }))
}
