//! Counts that transactions store beside the counted rows.

use rusqlite::Connection;

use super::{Found, Occurrences, Watch};
use crate::store::error::TransactionError;
use bowerbird_logic::model::StorageFault;

/// A count: name, query for rows with a wrong count (number, count, actual count), and the
/// statement that corrects it.
pub(super) struct Figure {
    name: &'static str,
    wrong: &'static str,
    pub(super) right: &'static str,
}

/// The counts within one file. The queue (requests in the states waiting and leased) is counted in
/// the project only: an archive has none, and keeps its stored count.
pub(super) const FIGURES: [Figure; 4] = [
    Figure {
        name: "site.records",
        wrong: "SELECT id, records, n FROM (SELECT s.id, s.records,
                    (SELECT count(*) FROM record r WHERE r.site = s.id) AS n FROM site s)
                WHERE records <> n",
        right: "UPDATE site SET records = (SELECT count(*) FROM record r WHERE r.site = site.id)",
    },
    Figure {
        name: "site.open_requests",
        wrong: "SELECT id, open_requests, n FROM (SELECT s.id, s.open_requests,
                    (SELECT count(*) FROM request q WHERE q.site = s.id AND q.state IN (0, 1)) AS n
                    FROM site s)
                WHERE open_requests <> n
                    AND NOT EXISTS (SELECT 1 FROM setting WHERE name = 'archive.of')",
        right: "UPDATE site SET open_requests =
                    (SELECT count(*) FROM request q WHERE q.site = site.id AND q.state IN (0, 1))
                WHERE NOT EXISTS (SELECT 1 FROM setting WHERE name = 'archive.of')",
    },
    Figure {
        name: "snapshot.size",
        wrong: "SELECT id, size, length(body) FROM snapshot WHERE size <> length(body)",
        right: "UPDATE snapshot SET size = length(body) WHERE size <> length(body)",
    },
    Figure {
        name: "resource.size",
        wrong: "SELECT id, size, length(body) FROM resource WHERE size <> length(body)",
        right: "UPDATE resource SET size = length(body) WHERE size <> length(body)",
    },
];

pub(super) fn check(
    connection: &Connection,
    _watch: &Watch,
    found: &mut Found,
) -> Result<(), TransactionError> {
    let mut seen = Occurrences::default();
    for figure in FIGURES {
        let mut wrong = connection.prepare(figure.wrong)?;
        let mut rows = wrong.query([])?;
        while let Some(row) = rows.next()? {
            let (id, told, count): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            seen.add(|| format!("{} #{id}: {told} ≠ {count}", figure.name));
        }
    }
    found.add(StorageFault::Figures, seen);
    Ok(())
}
