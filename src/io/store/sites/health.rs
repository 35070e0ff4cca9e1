//! The health of a rule over the records of its site. Output: per field, how often each
//! alternative yielded the value, over the newest records, and the number of records of each of the
//! last runs. Read-only; bounded by the number of records examined.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use crate::store::error::TransactionError;
use crate::store::file::convert::{get_count, get_json, get_time};
use crate::store::{Result, StoreReader};
use bowerbird_logic::model::{
    FROM_GENERIC, FROM_LIST, FieldHealth, RuleHealth, RunHealth, RunId, SiteId,
};

/// Maximum newest records that are examined.
const MAX_RECORDS: u32 = 5_000;
/// Maximum newest runs that are reported.
const MAX_RUNS: u32 = 20;

impl StoreReader {
    /// The health of a site's rule, over its newest records and runs.
    ///
    /// # Errors
    /// From SQLite.
    pub fn rule_health(&self, site: SiteId) -> Result<RuleHealth> {
        self.read(|connection| {
            Ok(RuleHealth {
                fields: fields(connection, site)?,
                records: connection.query_row(
                    "SELECT min(count(*), ?2) FROM record WHERE site = ?1",
                    params![site.0, MAX_RECORDS],
                    |row| get_count(row, 0),
                )?,
                runs: runs(connection, site)?,
            })
        })
    }
}

/// The counts by source per field, in alphabetical order of the fields.
fn fields(
    connection: &Connection,
    site: SiteId,
) -> std::result::Result<Vec<FieldHealth>, TransactionError> {
    let mut statement = connection.prepare_cached(
        "SELECT provenance, run FROM record INDEXED BY record_list_order
         WHERE site = ?1 ORDER BY found_in DESC, page DESC, item DESC LIMIT ?2",
    )?;
    let mut rows = statement.query(params![site.0, MAX_RECORDS])?;
    let mut fields: BTreeMap<String, FieldHealth> = BTreeMap::new();
    let mut newest: Option<i64> = None;
    while let Some(row) = rows.next()? {
        let sources: BTreeMap<String, u32> = get_json(row, 0)?;
        let run: i64 = row.get(1)?;
        let last = *newest.get_or_insert(run);
        for (name, source) in sources {
            let field = fields.entry(name.clone()).or_insert_with(|| FieldHealth {
                field: name,
                ..FieldHealth::default()
            });
            let counts = match source {
                FROM_LIST.. => &mut field.listed,
                FROM_GENERIC.. => &mut field.elsewhere,
                number => field.alternatives.entry(number).or_default(),
            };
            *counts += 1;
            if run == last {
                let counts = match source {
                    FROM_GENERIC.. => &mut field.last_elsewhere,
                    number => field.last_run.entry(number).or_default(),
                };
                *counts += 1;
            }
        }
    }
    Ok(fields.into_values().collect())
}

fn runs(
    connection: &Connection,
    site: SiteId,
) -> std::result::Result<Vec<RunHealth>, TransactionError> {
    let mut statement = connection.prepare_cached(
        "SELECT r.id, r.started_at, (SELECT count(*) FROM record WHERE site = ?1 AND run = r.id)
         FROM run r WHERE r.site = ?1 ORDER BY r.id DESC LIMIT ?2",
    )?;
    let rows = statement.query_map(params![site.0, MAX_RUNS], |row| {
        Ok(RunHealth {
            run: RunId(row.get(0)?),
            started_at: get_time(row, 1)?,
            records: get_count(row, 2)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
