//! The repairs within one file, each in its own transaction.

use rusqlite::{Connection, Transaction};

use super::Watch;
use super::packed_data::{UNUSED, bad_pages, bad_resources};
use super::related_rows::{PARTS, broken_links};
use super::schema::missing;
use crate::store::error::TransactionError;
use bowerbird_logic::model::StorageFault;

/// Rounds of removing orphaned rows: a removed row may be a parent itself.
const ROUNDS: usize = 20;

/// Repairs a fault in a file.
pub(super) type RepairStep = fn(&Transaction<'_>) -> Result<(), TransactionError>;

/// The repairs of any file, in this order.
pub(super) const REPAIR_STEPS: [(StorageFault, RepairStep); 8] = [
    (StorageFault::Missing, make_missing),
    (StorageFault::Indexes, |tx| Ok(tx.execute_batch("REINDEX")?)),
    (StorageFault::LostSites, bring_sites_back),
    (StorageFault::Orphans, remove_orphans),
    (StorageFault::Parts, add_parts),
    (StorageFault::Pages, remove_bad_pages),
    (StorageFault::Resources, remove_bad_resources),
    (StorageFault::UnusedResources, remove_unused),
];

/// Creates missing indexes, triggers and views.
fn make_missing(tx: &Transaction<'_>) -> Result<(), TransactionError> {
    for sql in missing(tx)? {
        tx.execute_batch(&sql)?;
    }
    Ok(())
}

/// Recreates the missing sites of records: without a rule, and disabled.
fn bring_sites_back(tx: &Transaction<'_>) -> Result<(), TransactionError> {
    tx.execute(
        "INSERT OR IGNORE INTO site (id, name, kind, start, rule_toml, enabled)
         SELECT site, 'Site ' || site || ' (found again)', 'list', '', '', 0 FROM record
         WHERE site NOT IN (SELECT id FROM site) GROUP BY site",
        [],
    )?;
    Ok(())
}

/// Removes orphaned rows and their dependent rows.
fn remove_orphans(tx: &Transaction<'_>) -> Result<(), TransactionError> {
    for _ in 0..ROUNDS {
        let mut changed = 0;
        for link in broken_links(tx)? {
            let (table, column) = (&link.table, &link.column);
            let orphan = link.is_orphan();
            let sql = match link.stays {
                true => format!("UPDATE \"{table}\" SET \"{column}\" = NULL WHERE {orphan}"),
                false => format!("DELETE FROM \"{table}\" WHERE {orphan}"),
            };
            changed += tx.execute(&sql, [])?;
        }
        if changed == 0 {
            break;
        }
    }
    Ok(())
}

/// Adds missing rows to records: an empty text, and pending work.
fn add_parts(tx: &Transaction<'_>) -> Result<(), TransactionError> {
    for table in PARTS {
        let values = match table {
            "record_text" => "(id, text) SELECT id, ''",
            _ => "(id, unindexed, unsettled) SELECT id, 1, 1",
        };
        tx.execute(
            &format!(
                "INSERT INTO {table} {values} FROM record r
                 WHERE NOT EXISTS (SELECT 1 FROM {table} p WHERE p.id = r.id)"
            ),
            [],
        )?;
    }
    Ok(())
}

fn remove_bad_pages(tx: &Transaction<'_>) -> Result<(), TransactionError> {
    let mut ids = Vec::new();
    bad_pages(tx, &Watch::default(), &mut |id, _, _| ids.push(id))?;
    remove(tx, "DELETE FROM snapshot WHERE id = ?1", &ids)
}

fn remove_bad_resources(tx: &Transaction<'_>) -> Result<(), TransactionError> {
    let mut ids = Vec::new();
    bad_resources(tx, &Watch::default(), &mut |id, _| ids.push(id))?;
    remove(tx, "DELETE FROM site_resource WHERE resource = ?1", &ids)?;
    remove(tx, "DELETE FROM resource WHERE id = ?1", &ids)
}

fn remove_unused(tx: &Transaction<'_>) -> Result<(), TransactionError> {
    tx.execute(&format!("DELETE FROM resource WHERE id IN ({UNUSED})"), [])?;
    Ok(())
}

fn remove(connection: &Connection, sql: &str, ids: &[i64]) -> Result<(), TransactionError> {
    let mut statement = connection.prepare(sql)?;
    for id in ids {
        statement.execute([id])?;
    }
    Ok(())
}
