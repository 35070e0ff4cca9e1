//! Style sheets and small pictures of pages, so that a stored page looks as it did originally.
//! Input: the resources of a displayed page. Output: the bytes of an address of a site at a
//! time. Bytes are stored once per project, compressed, and each site has a limit.

use std::sync::Arc;

use blake2::{Blake2s256, Digest};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};

use super::unpack::unpack;
use crate::store::error::TransactionError;
use crate::store::file::convert::{bad_column, get_time, micros, signed};
use crate::store::{Result, Store, StoreReader};
use bowerbird_logic::model::SiteId;

/// Maximum bytes of one resource, unpacked.
pub const MAX_KEPT_BYTES: usize = 1024 * 1024;
/// Maximum compressed bytes of a site's resources; the least recently seen are dropped first.
const SITE_BYTES: i64 = 16 * 1024 * 1024;
/// Maximum addresses of a site's resources.
const SITE_ADDRESSES: u32 = 4_000;
/// zstd's default level.
const LEVEL: i32 = 3;

/// A resource of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptResource {
    /// Its address, absolute.
    pub url: String,
    /// Its content.
    pub bytes: Arc<Vec<u8>>,
}

struct Packed {
    url: String,
    hash: Vec<u8>,
    body: Vec<u8>,
}

/// A resource as it was on the pages of a site, and when that was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenResource {
    /// Its address.
    pub url: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// When it was seen: the time nearest to that of the page.
    pub at: Timestamp,
}

/// Resources of pages.
impl StoreReader {
    /// The resources of pages of `site` whose addresses `is_wanted`, each as it was nearest to a time.
    ///
    /// # Errors
    /// From SQLite.
    pub fn resources_near(
        &self,
        site: SiteId,
        at: Timestamp,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<SeenResource>> {
        let known: Vec<(String, Timestamp, Timestamp)> = self.read(|connection| {
            let known = connection
                .prepare_cached(
                    "SELECT url, min(first_at), max(last_at) FROM site_resource
                     WHERE site = ?1 GROUP BY url ORDER BY url",
                )?
                .query_map([site.0], |row| {
                    Ok((row.get(0)?, get_time(row, 1)?, get_time(row, 2)?))
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(known)
        })?;
        let mut found = Vec::new();
        for (url, first, last) in known.into_iter().filter(|(url, ..)| is_wanted(url)) {
            if let Some(bytes) = self.resource(site, &url, at)? {
                let at = at.max(first).min(last);
                found.push(SeenResource { url, bytes, at });
            }
        }
        Ok(found)
    }

    /// The content of `url` on pages of `site` at a time: as last seen before, else as first seen
    /// after.
    ///
    /// # Errors
    /// From SQLite.
    pub fn resource(&self, site: SiteId, url: &str, at: Timestamp) -> Result<Option<Vec<u8>>> {
        self.read(|connection| {
            let packed = connection
                .prepare_cached(
                    "SELECT body FROM site_resource JOIN resource ON resource.id = resource
                     WHERE site = ?1 AND url = ?2
                     ORDER BY ?3 BETWEEN first_at AND last_at DESC, first_at <= ?3 DESC,
                              CASE WHEN first_at <= ?3 THEN -last_at ELSE first_at END
                     LIMIT 1",
                )?
                .query_row(params![site.0, url, micros(at)], |row| {
                    row.get::<_, Vec<u8>>(0)
                })
                .optional()?;
            let unpacked = packed
                .map(|packed| unpack(&packed, MAX_KEPT_BYTES))
                .transpose();
            Ok(unpacked.map_err(|e| bad_column(0, e))?)
        })
    }
}

impl Store {
    /// Stores the resources of pages of `site` at `seen_at`. Those larger than [`MAX_KEPT_BYTES`]
    /// are left out.
    ///
    /// # Errors
    /// From SQLite; also when the site is gone.
    pub fn keep_resources(
        &self,
        site: SiteId,
        resources: &[KeptResource],
        seen_at: Timestamp,
    ) -> Result<()> {
        let packed: std::result::Result<Vec<Packed>, TransactionError> = resources
            .iter()
            .filter(|resource| resource.bytes.len() <= MAX_KEPT_BYTES)
            .map(pack)
            .collect();
        let packed = packed.map_err(|fault| fault.about(self.path()))?;
        if packed.is_empty() {
            return Ok(());
        }
        self.write(move |tx| {
            for resource in &packed {
                insert(tx, site, resource, micros(seen_at))?;
            }
            prune(tx, site)
        })
    }
}

fn pack(resource: &KeptResource) -> std::result::Result<Packed, TransactionError> {
    let body = zstd::stream::encode_all(resource.bytes.as_slice(), LEVEL)
        .map_err(|e| rusqlite::Error::ToSqlConversionFailure(Box::new(e)))?;
    Ok(Packed {
        url: resource.url.clone(),
        hash: Blake2s256::digest(resource.bytes.as_slice()).to_vec(),
        body,
    })
}

fn insert(
    tx: &Transaction<'_>,
    site: SiteId,
    resource: &Packed,
    seen_at: i64,
) -> std::result::Result<(), TransactionError> {
    tx.prepare_cached(
        "INSERT INTO resource (hash, size, body) VALUES (?1, ?2, ?3) ON CONFLICT (hash) DO NOTHING",
    )?
    .execute(params![
        resource.hash,
        signed(resource.body.len() as u64),
        resource.body
    ])?;
    tx.prepare_cached(
        "INSERT INTO site_resource (site, url, resource, first_at, last_at)
         SELECT ?1, ?2, id, ?4, ?4 FROM resource WHERE hash = ?3
         ON CONFLICT (site, url, resource) DO UPDATE SET
             first_at = min(first_at, excluded.first_at),
             last_at = max(last_at, excluded.last_at)",
    )?
    .execute(params![site.0, resource.url, resource.hash, seen_at])?;
    Ok(())
}

/// Removes resources beyond a site's limit.
fn prune(tx: &Transaction<'_>, site: SiteId) -> std::result::Result<(), TransactionError> {
    tx.execute(
        "DELETE FROM site_resource WHERE site = ?1 AND (url, resource) IN (
             SELECT url, resource FROM (
                 SELECT url, resource,
                        sum(size) OVER newest AS so_far, row_number() OVER newest AS number
                 FROM site_resource JOIN resource ON resource.id = resource WHERE site = ?1
                 WINDOW newest AS (ORDER BY last_at DESC, url, resource))
             WHERE so_far > ?2 OR number > ?3)",
        params![site.0, SITE_BYTES, SITE_ADDRESSES],
    )?;
    Ok(())
}
