//! What was erased is not collected again: keyed hashes of the addresses and keys of erased records. The
//! hashes say nothing to whoever has not the project; whoever has it can try an address, and see no text.

use blake2::{Blake2s256, Digest};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::store::error::TransactionError;
use bowerbird_logic::model::{FETCHED_URL, Record, SiteId};

/// The result of a step.
type Written<T> = Result<T, TransactionError>;

/// Setting: the key of the hashes, random, in hexadecimal.
const KEY: &str = "erasure.key";
/// Bytes of a hash that are kept.
const BYTES: usize = 16;
/// What stands between the address of a page and the place of a row on it.
const PLACE: &str = "#record-";

/// What a record is known by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ErasedIdentity {
    pub(super) site: i64,
    text: String,
}

impl ErasedIdentity {
    /// An address.
    pub(super) fn address(site: i64, url: &str) -> Self {
        let text = format!("address {url}");
        Self { site, text }
    }

    /// A key of a watched list.
    pub(super) fn key(site: i64, key: &str) -> Self {
        let text = format!("key {key}");
        Self { site, text }
    }

    /// A record, by its address. A row that is told from others of its page by its place, which changes, is
    /// known by its page and all its letters: its title may be that of the page, and numbers change. `None`
    /// for a row without letters: nothing tells it from the others.
    pub(super) fn record(site: i64, url: &str, record: &Record) -> Option<Self> {
        let Some((page, _)) = url.split_once(PLACE) else {
            return Some(Self::address(site, url));
        };
        let letters = letters_of(record);
        let text = format!("row {page} {letters}");
        (!letters.is_empty()).then_some(Self { site, text })
    }

    fn hash(&self, key: &str) -> Vec<u8> {
        let mut hasher = Blake2s256::new();
        hasher.update(key.as_bytes());
        hasher.update(self.site.to_le_bytes());
        hasher.update(self.text.as_bytes());
        hasher.finalize().iter().take(BYTES).copied().collect()
    }
}

/// Notes that these are not collected again.
pub(super) fn note_erased(tx: &Transaction<'_>, all: &[ErasedIdentity]) -> Written<()> {
    if all.is_empty() {
        return Ok(());
    }
    tx.execute(
        "INSERT OR IGNORE INTO setting (name, value) VALUES (?1, lower(hex(randomblob(32))))",
        [KEY],
    )?;
    let Some(key) = key_in(tx)? else {
        return Ok(());
    };
    let mut note = tx.prepare_cached(
        "INSERT OR IGNORE INTO erased_address (site, hash)
         SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM site WHERE id = ?1)",
    )?;
    for one in all {
        note.execute(params![one.site, one.hash(&key)])?;
    }
    Ok(())
}

/// Whether the record at an address was erased; then the address is not asked for.
pub(in crate::store) fn is_erased_address(
    connection: &Connection,
    site: SiteId,
    url: &str,
) -> Written<bool> {
    any_erased(connection, &[ErasedIdentity::address(site.0, url)])
}

/// Whether a record was erased: by its address, by the one that it was read from, by its key.
pub(in crate::store) fn is_erased(
    connection: &Connection,
    site: SiteId,
    (record, key): (&Record, Option<&str>),
) -> Written<bool> {
    let own_identity = ErasedIdentity::record(site.0, &record.url, record);
    let mut all: Vec<ErasedIdentity> = own_identity.into_iter().collect();
    let own = record.fields.iter().find(|(name, _)| name == FETCHED_URL);
    if let Some((_, own)) = own.filter(|(_, own)| !own.is_blank()) {
        all.push(ErasedIdentity::address(site.0, &own.joined()));
    }
    all.extend(key.map(|key| ErasedIdentity::key(site.0, key)));
    any_erased(connection, &all)
}

/// All letters of a record's own fields, and of its title and text.
fn letters_of(record: &Record) -> String {
    let fields = record.fields.iter();
    let fields = fields.filter(|(name, _)| name != FETCHED_URL);
    let fields: Vec<String> = fields.map(|(_, value)| value.joined()).collect();
    let all = [&record.title, &record.author, &record.text];
    let all = all.into_iter().chain(&fields);
    let letters = all.flat_map(|text| text.chars().filter(|c| c.is_alphabetic()));
    letters.flat_map(char::to_lowercase).collect()
}

fn any_erased(connection: &Connection, all: &[ErasedIdentity]) -> Written<bool> {
    // Most projects never erased anything.
    let any = connection
        .prepare_cached("SELECT 1 FROM erased_address LIMIT 1")?
        .exists([])?;
    if !any {
        return Ok(false);
    }
    let Some(key) = key_in(connection)? else {
        return Ok(false);
    };
    let mut is_noted =
        connection.prepare_cached("SELECT 1 FROM erased_address WHERE site = ?1 AND hash = ?2")?;
    for one in all {
        if is_noted.exists(params![one.site, one.hash(&key)])? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn key_in(connection: &Connection) -> Written<Option<String>> {
    Ok(connection
        .prepare_cached("SELECT value FROM setting WHERE name = ?1")?
        .query_row([KEY], |row| row.get(0))
        .optional()?)
}
