//! Further conditions on records, beside site, time and search: what an export leaves out.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::convert::micros;
use super::{Result, Store};

/// Whether a record said something else before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordState {
    /// It is as it was first stored.
    Unchanged,
    /// It was fetched again and said something else; earlier versions are kept.
    Changed,
}

/// How far an export got: what is beyond it is new or was fetched again since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordMark {
    /// The highest row id.
    pub id: i64,
    /// The latest time of fetching.
    pub fetched_at: Timestamp,
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
    /// Only those stored by then and not fetched again since.
    pub within: Option<RecordMark>,
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
            format!("(r.id > {id} OR r.fetched_at > {at})")
        });
        let within = self.within.map(|mark| {
            let (id, at) = (mark.id, micros(mark.fetched_at));
            format!("(r.id <= {id} AND r.fetched_at <= {at})")
        });
        [until, state, beyond, within]
            .into_iter()
            .flatten()
            .collect()
    }
}

impl Store {
    /// How far an export of now gets; `None` where there is no record.
    ///
    /// # Errors
    /// From SQLite.
    pub fn record_mark(&self) -> Result<Option<RecordMark>> {
        self.read(|connection| {
            let mark = connection
                .prepare_cached("SELECT max(id), (SELECT max(fetched_at) FROM record) FROM record")?
                .query_row([], |row| {
                    let id: Option<i64> = row.get(0)?;
                    let at: Option<i64> = row.get(1)?;
                    Ok(id.zip(at))
                })?;
            Ok(mark.and_then(|(id, at)| {
                let fetched_at = Timestamp::from_microsecond(at).ok()?;
                Some(RecordMark { id, fetched_at })
            }))
        })
    }
}
