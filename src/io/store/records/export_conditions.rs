//! Further conditions on records, beside site, time and search, for exports.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::store::file::convert::micros;
use crate::store::{Result, StoreReader};
use bowerbird_logic::model::RecordId;

/// Which records their site no longer has.
pub(super) const GONE: &str = "IN (SELECT record FROM record_presence WHERE gone_at IS NOT NULL)";

/// Whether a record has changed since it was first stored, or is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordState {
    /// Unchanged since it was first stored.
    Unchanged,
    /// Changed when it was fetched again; earlier versions are stored.
    Changed,
    /// Its site still has it, as far as is known.
    Present,
    /// Its site no longer has it.
    Gone,
}

/// How far an export got: records beyond it are new or were rewritten since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordMark {
    /// The highest row id.
    pub id: i64,
    /// The latest fetch time.
    pub fetched_at: Timestamp,
    /// The last batch that changed records. `None` in marks from before version 25 of the file:
    /// then id and time decide for the records stored before it.
    #[serde(default)]
    pub change: Option<i64>,
}

/// Hidden content of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Without {
    /// Ids of removed sites that are still in an archive.
    pub sites: Vec<i64>,
    /// Ids of records that are also in another file.
    pub records: Vec<i64>,
}

/// Selects a part of the records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordPart {
    /// Only those fetched before this time.
    pub until: Option<Timestamp>,
    /// Only those in this state.
    pub state: Option<RecordState>,
    /// Only those stored or fetched again since.
    pub beyond: Option<RecordMark>,
    /// Only those not written by a later batch than this one ([`RecordMark::change`]).
    pub within: Option<i64>,
    /// Only these; any when empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<RecordId>,
    /// None of these.
    #[serde(skip)]
    pub without: Option<Box<Without>>,
}

impl RecordPart {
    /// Whether all records match.
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// The conditions on `record r`, as expressions.
    pub(super) fn conditions(&self) -> Vec<String> {
        let until = self
            .until
            .map(|until| format!("r.fetched_at < {}", micros(until)));
        let state = self.state.map(|state| {
            let changed = "EXISTS (SELECT 1 FROM record_version v WHERE v.record = r.id)";
            match state {
                RecordState::Changed => changed.to_owned(),
                RecordState::Unchanged => format!("NOT {changed}"),
                RecordState::Gone => format!("r.id {GONE}"),
                RecordState::Present => format!("r.id NOT {GONE}"),
            }
        });
        let beyond = self.beyond.map(|mark| {
            let (id, at) = (mark.id, micros(mark.fetched_at));
            match mark.change {
                Some(change) => format!("r.change > {change}"),
                None => format!("(r.change > 0 OR r.id > {id} OR r.fetched_at > {at})"),
            }
        });
        let within = self.within.map(|change| format!("r.change <= {change}"));
        let listed = |column: &str, ids: &mut dyn Iterator<Item = i64>| {
            let list: Vec<String> = ids.map(|id| id.to_string()).collect();
            (!list.is_empty()).then(|| format!("{column} IN ({})", list.join(", ")))
        };
        let without = |column: &str, ids: &[i64]| {
            let listed = listed(column, &mut ids.iter().copied());
            listed.map(|listed| format!("NOT {listed}"))
        };
        let picked = listed("r.id", &mut self.picked.iter().map(|record| record.0));
        let hidden = self.without.as_deref();
        let sites = hidden.and_then(|hidden| without("r.site", &hidden.sites));
        let records = hidden.and_then(|hidden| without("r.id", &hidden.records));
        [until, state, beyond, within, picked, sites, records]
            .into_iter()
            .flatten()
            .collect()
    }
}

impl StoreReader {
    /// Whether a missing archive, or one of another project, contains records beyond the filter's
    /// mark: then an export did not write all new records.
    ///
    /// # Errors
    /// From SQLite.
    pub fn leaves_out_beyond(&self, filter: &crate::store::RecordFilter) -> Result<bool> {
        let beyond = filter
            .part
            .beyond
            .and_then(|mark| mark.change)
            .unwrap_or(-1);
        let away = self.archives_left_out(filter)?;
        Ok(away.iter().any(|archive| archive.last_change > beyond))
    }

    /// The records that their site no longer has, and those that a person deleted.
    ///
    /// # Errors
    /// From SQLite.
    pub fn absent_records(&self) -> Result<(Vec<RecordId>, Vec<RecordId>)> {
        self.read(|connection| {
            let read = |sql: &str| {
                let mut ids = connection.prepare_cached(sql)?;
                ids.query_map([], |row| row.get(0).map(RecordId))?
                    .collect::<rusqlite::Result<Vec<RecordId>>>()
            };
            let gone = read("SELECT record FROM record_presence WHERE gone_at IS NOT NULL")?;
            Ok((gone, read("SELECT id FROM deleted_record")?))
        })
    }

    /// The mark that an export would reach now; `None` if there are no records, here or in an
    /// archive.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_mark(&self) -> Result<Option<RecordMark>> {
        self.read(|connection| {
            let mark = connection
                .prepare_cached(
                    "SELECT max(id),
                            coalesce((SELECT max(fetched_at) FROM record),
                                     (SELECT max(last_at) FROM archive)),
                            (SELECT last FROM counter WHERE name = 'change')
                     FROM record",
                )?
                .query_row([], |row| {
                    let id: Option<i64> = row.get(0)?;
                    let at: Option<i64> = row.get(1)?;
                    let change: i64 = row.get(2)?;
                    Ok(at.map(|at| (id.unwrap_or_default(), at, change)))
                })?;
            Ok(mark.and_then(|(id, at, change)| {
                let fetched_at = Timestamp::from_microsecond(at).ok()?;
                Some(RecordMark {
                    id,
                    fetched_at,
                    change: Some(change),
                })
            }))
        })
    }
}
