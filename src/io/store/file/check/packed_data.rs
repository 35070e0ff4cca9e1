//! Checks the packed data in a file: stored pages, style sheets and pictures, samples, earlier
//! versions. Everything is unpacked in a stream; only the packed bytes are held completely.

use std::io::Read;

use blake2::{Blake2s256, Digest};
use rusqlite::{Connection, params};

use super::{Found, Occurrences, Watch};
use crate::store::SnapshotMeta;
use crate::store::error::TransactionError;
use bowerbird_logic::model::StorageFault;

/// Maximum packed bytes of one piece; the program stores none that is larger.
const MAX_PACKED: i64 = 64 * 1024 * 1024;
/// Maximum unpacked bytes of one piece.
const MAX_UNPACKED: u64 = 64 * 1024 * 1024;
/// Maximum compression window, as a power of two: this program uses smaller ones.
const WINDOW: u32 = 24;

/// Style sheets and pictures that no site uses.
pub(super) const UNUSED: &str = "SELECT id FROM resource r
    WHERE NOT EXISTS (SELECT 1 FROM site_resource s WHERE s.resource = r.id)";

pub(super) fn check(
    connection: &Connection,
    watch: &Watch,
    found: &mut Found,
) -> Result<(), TransactionError> {
    let mut pages = Occurrences::default();
    bad_pages(connection, watch, &mut |id, url, why| {
        pages.add(|| format!("#{id} {url}: {why}"));
    })?;
    found.add(StorageFault::Pages, pages);

    let mut resources = Occurrences::default();
    bad_resources(connection, watch, &mut |id, why| {
        resources.add(|| format!("#{id}: {why}"));
    })?;
    found.add(StorageFault::Resources, resources);

    let mut unused = Occurrences::default();
    let mut without = connection.prepare(UNUSED)?;
    let mut rows = without.query([])?;
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        unused.add(|| format!("#{id}"));
    }
    found.add(StorageFault::UnusedResources, unused);

    let mut kept = Occurrences::default();
    for (table, sql) in [
        ("sample", "SELECT id, length(body), body FROM sample"),
        (
            "record_version",
            "SELECT record, length(content), content FROM record_version",
        ),
        (
            "rewritten",
            "SELECT record, length(before), before FROM rewritten WHERE before IS NOT NULL",
        ),
        (
            "deleted_record",
            "SELECT id, length(content), content FROM deleted_record WHERE content IS NOT NULL",
        ),
    ] {
        let mut pieces = connection.prepare(sql)?;
        let mut rows = pieces.query([])?;
        while let Some(row) = rows.next()? {
            let (id, bytes): (i64, i64) = (row.get(0)?, row.get(1)?);
            let opened = match bytes > MAX_PACKED {
                true => Err(TOO_LARGE.to_owned()),
                false => unpack(row.get_ref(2)?.as_blob().unwrap_or_default(), |_| {}),
            };
            if let Err(why) = opened {
                kept.add(|| format!("{table} #{id}: {why}"));
            }
            if !watch.step() {
                return Ok(());
            }
        }
    }
    found.add(StorageFault::Kept, kept);
    Ok(())
}

/// Passes the unreadable stored pages to `each`: number, address, reason.
pub(super) fn bad_pages(
    connection: &Connection,
    watch: &Watch,
    each: &mut dyn FnMut(i64, &str, &str),
) -> Result<(), TransactionError> {
    let mut all = connection.prepare("SELECT id, url, meta, length(body) FROM snapshot")?;
    let mut body = connection.prepare("SELECT body FROM snapshot WHERE id = ?1")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let (url, meta): (String, String) = (row.get(1)?, row.get(2)?);
        let read = match serde_json::from_str::<SnapshotMeta>(&meta) {
            Err(error) => Err(error.to_string()),
            Ok(_) if row.get::<_, i64>(3)? > MAX_PACKED => Err(TOO_LARGE.to_owned()),
            Ok(_) => body.query_row(params![id], |row| {
                Ok(unpack(row.get_ref(0)?.as_blob()?, |_| {}))
            })?,
        };
        if let Err(why) = read {
            each(id, &url, &why);
        }
        if !watch.step() {
            break;
        }
    }
    Ok(())
}

/// Passes the style sheets and pictures that do not unpack, or do not match their hash, to `each`.
pub(super) fn bad_resources(
    connection: &Connection,
    watch: &Watch,
    each: &mut dyn FnMut(i64, &str),
) -> Result<(), TransactionError> {
    let mut all = connection.prepare("SELECT id, hash, length(body) FROM resource")?;
    let mut body = connection.prepare("SELECT body FROM resource WHERE id = ?1")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let (id, hash): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
        let mut digest = Blake2s256::new();
        let read = match row.get::<_, i64>(2)? > MAX_PACKED {
            true => Err(TOO_LARGE.to_owned()),
            false => body.query_row(params![id], |row| {
                Ok(unpack(row.get_ref(0)?.as_blob()?, |bytes| {
                    digest.update(bytes);
                }))
            })?,
        };
        match read {
            Err(why) => each(id, &why),
            Ok(()) if digest.finalize().as_slice() != hash.as_slice() => {
                each(id, "its bytes are others");
            }
            Ok(()) => {}
        }
        if !watch.step() {
            break;
        }
    }
    Ok(())
}

const TOO_LARGE: &str = "it is larger than anything that is kept";

/// Unpacks `packed` and passes the result to `each`; returns why it fails.
fn unpack(packed: &[u8], mut each: impl FnMut(&[u8])) -> Result<(), String> {
    let told = |error: std::io::Error| error.to_string();
    let mut decoder = zstd::stream::read::Decoder::new(packed).map_err(told)?;
    decoder.window_log_max(WINDOW).map_err(told)?;
    let mut window = [0_u8; 16 * 1024];
    let mut so_far = 0_u64;
    loop {
        let read = decoder.read(&mut window).map_err(told)?;
        if read == 0 {
            return Ok(());
        }
        so_far += read as u64;
        if so_far > MAX_UNPACKED {
            return Err(TOO_LARGE.to_owned());
        }
        each(window.get(..read).unwrap_or_default());
    }
}
