//! Checks related rows: orphaned rows, records without their texts, and unreadable columns.

use std::collections::BTreeSet;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::{Found, Occurrences, Watch};
use crate::store::error::TransactionError;
use crate::store::file::convert::micros;
use bowerbird_logic::model::{RunProgress, SiteStatus, StorageFault};

/// A table whose rows belong to rows of another.
pub(super) struct Link {
    pub(super) table: String,
    pub(super) column: String,
    pub(super) parent: String,
    pub(super) key: String,
    /// Whether a row stays, without its parent, when that is removed.
    pub(super) stays: bool,
}

impl Link {
    /// The condition that a row of the table is orphaned. Rows of missing sites that records refer
    /// to are not: those sites are recreated.
    pub(super) fn is_orphan(&self) -> String {
        let Self {
            table,
            column,
            parent,
            key,
            ..
        } = self;
        let lost = match parent.as_str() {
            "site" => format!("AND \"{column}\" NOT IN (SELECT site FROM record)"),
            _ => String::new(),
        };
        format!(
            "\"{column}\" IS NOT NULL AND NOT EXISTS
                 (SELECT 1 FROM \"{parent}\" p WHERE p.\"{key}\" = \"{table}\".\"{column}\") {lost}"
        )
    }
}

/// The links for which SQLite reports missing parents.
pub(super) fn broken_links(connection: &Connection) -> Result<Vec<Link>, TransactionError> {
    let mut pairs: BTreeSet<(String, i64)> = BTreeSet::new();
    let mut check = connection.prepare("SELECT \"table\", fkid FROM pragma_foreign_key_check")?;
    let mut rows = check.query([])?;
    while let Some(row) = rows.next()? {
        pairs.insert((row.get(0)?, row.get(1)?));
    }
    let mut links = Vec::new();
    for (table, id) in pairs {
        // Links of several columns would have several rows; there are none.
        let link = connection.query_row(
            "SELECT \"from\", \"table\", coalesce(\"to\", 'id'), on_delete
             FROM pragma_foreign_key_list(?1) WHERE id = ?2 LIMIT 1",
            params![table, id],
            |row| {
                let ends: String = row.get(3)?;
                Ok(Link {
                    table: quoted(&table),
                    column: quoted(&row.get::<_, String>(0)?),
                    parent: quoted(&row.get::<_, String>(1)?),
                    key: quoted(&row.get::<_, String>(2)?),
                    stays: ends == "SET NULL",
                })
            },
        )?;
        links.push(link);
    }
    Ok(links)
}

/// A name escaped for use between quotes.
fn quoted(name: &str) -> String {
    name.replace('"', "\"\"")
}

/// The rows that each record must have.
pub(super) const PARTS: [&str; 2] = ["record_text", "record_digest"];

pub(super) fn check(
    connection: &Connection,
    watch: &Watch,
    found: &mut Found,
) -> Result<(), TransactionError> {
    let mut lost = Occurrences::default();
    let mut sites = connection.prepare(
        "SELECT site, count(*) FROM record WHERE site NOT IN (SELECT id FROM site) GROUP BY site",
    )?;
    let mut rows = sites.query([])?;
    while let Some(row) = rows.next()? {
        let (site, records): (i64, i64) = (row.get(0)?, row.get(1)?);
        lost.add(|| format!("#{site} ({records})"));
    }
    found.add(StorageFault::LostSites, lost);

    let mut orphans = Occurrences::default();
    for link in broken_links(connection)? {
        let sql = format!(
            "SELECT count(*) FROM \"{}\" WHERE {}",
            link.table,
            link.is_orphan()
        );
        let count: u64 = connection.query_row(&sql, [], |row| {
            crate::store::file::convert::get_count(row, 0)
        })?;
        if count > 0 {
            orphans.add(|| format!("{} → {} ({count})", link.table, link.parent));
            orphans.count += count - 1;
        }
    }
    found.add(StorageFault::Orphans, orphans);

    let mut parts = Occurrences::default();
    for table in PARTS {
        let mut without = connection.prepare(&format!(
            "SELECT id FROM record r WHERE NOT EXISTS (SELECT 1 FROM {table} p WHERE p.id = r.id)"
        ))?;
        let mut rows = without.query([])?;
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            parts.add(|| format!("{table} #{id}"));
            if !watch.step() {
                break;
            }
        }
    }
    found.add(StorageFault::Parts, parts);
    Ok(())
}

/// Reports columns with values that this program does not write.
pub(super) fn check_contents(
    connection: &Connection,
    watch: &Watch,
    found: &mut Found,
) -> Result<(), TransactionError> {
    let mut seen = Occurrences::default();
    let mut records = connection.prepare(
        "SELECT id, json_valid(fields) AND json_valid(provenance)
                AND fetched_at BETWEEN ?1 AND ?2 FROM record",
    )?;
    let span = params![micros(Timestamp::MIN), micros(Timestamp::MAX)];
    let mut rows = records.query(span)?;
    while let Some(row) = rows.next()? {
        let (id, good): (i64, bool) = (row.get(0)?, row.get(1)?);
        if !good {
            seen.add(|| format!("record #{id}"));
        }
        if !watch.step() {
            return Ok(());
        }
    }
    let mut runs = connection.prepare("SELECT id, progress FROM run")?;
    let mut rows = runs.query([])?;
    while let Some(row) = rows.next()? {
        let (id, progress): (i64, String) = (row.get(0)?, row.get(1)?);
        if serde_json::from_str::<RunProgress>(&progress).is_err() {
            seen.add(|| format!("run #{id}"));
        }
    }
    let mut sites = connection.prepare("SELECT id, status FROM site WHERE status IS NOT NULL")?;
    let mut rows = sites.query([])?;
    while let Some(row) = rows.next()? {
        let (id, status): (i64, String) = (row.get(0)?, row.get(1)?);
        if serde_json::from_str::<SiteStatus>(&status).is_err() {
            seen.add(|| format!("site #{id}"));
        }
    }
    found.add(StorageFault::Unreadable, seen);
    Ok(())
}
