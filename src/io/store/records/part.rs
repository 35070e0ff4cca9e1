//! Further conditions on records, beside site, time and search: what an export leaves out.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::store::file::convert::micros;
use crate::store::{Result, StoreReader};

/// Whether a record said something else before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordState {
    /// It is as it was first stored.
    Unchanged,
    /// It was fetched again and said something else; earlier versions are kept.
    Changed,
}

/// How far an export got: what is beyond it is new or was written again since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordMark {
    /// The highest row id.
    pub id: i64,
    /// The latest time of fetching.
    pub fetched_at: Timestamp,
    /// The last batch that changed records. `None` in marks of before version 25 of the file: then
    /// id and time tell, of the records that were stored before it.
    #[serde(default)]
    pub change: Option<i64>,
}

/// What of an archive is not shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Without {
    /// Sites, by their numbers: they are forgotten, and still stand in an archive.
    pub sites: Vec<i64>,
    /// Records, by their numbers: they stand in another file too.
    pub records: Vec<i64>,
}

/// Which part of the records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordPart {
    /// Only those fetched before.
    pub until: Option<Timestamp>,
    /// Only those in this state.
    pub state: Option<RecordState>,
    /// Only those stored or fetched again since.
    pub beyond: Option<RecordMark>,
    /// Only those that no later batch than this one wrote ([`RecordMark::change`]).
    pub within: Option<i64>,
    /// None of these.
    #[serde(skip)]
    pub without: Option<Box<Without>>,
}

impl RecordPart {
    /// Whether all records pass.
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// The conditions on `record r`, as expressions.
    pub(super) fn conditions(&self) -> Vec<String> {
        let until = self
            .until
            .map(|until| format!("r.fetched_at < {}", micros(until)));
        let state = self.state.map(|state| {
            let not = match state {
                RecordState::Changed => "",
                RecordState::Unchanged => "NOT ",
            };
            format!("{not}EXISTS (SELECT 1 FROM record_version v WHERE v.record = r.id)")
        });
        let beyond = self.beyond.map(|mark| {
            let (id, at) = (mark.id, micros(mark.fetched_at));
            match mark.change {
                Some(change) => format!("r.change > {change}"),
                None => format!("(r.change > 0 OR r.id > {id} OR r.fetched_at > {at})"),
            }
        });
        let within = self.within.map(|change| format!("r.change <= {change}"));
        let without = |column: &str, ids: &[i64]| {
            let list: Vec<String> = ids.iter().map(ToString::to_string).collect();
            (!list.is_empty()).then(|| format!("{column} NOT IN ({})", list.join(", ")))
        };
        let hidden = self.without.as_deref();
        let sites = hidden.and_then(|hidden| without("r.site", &hidden.sites));
        let records = hidden.and_then(|hidden| without("r.id", &hidden.records));
        [until, state, beyond, within, sites, records]
            .into_iter()
            .flatten()
            .collect()
    }
}

impl StoreReader {
    /// Whether an archive that is away, or not this project's, holds records beyond the filter's
    /// mark: then an export did not write all that is new.
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

    /// How far an export of now gets; `None` where there is no record, here or in an archive.
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
