//! Records that are gone or deleted: their rows stay and say so.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::store::{StoreError, StoreReader};
use bowerbird_logic::model::RecordId;

/// The states of a row.
const PRESENT: &str = "present";
const GONE: &str = "gone";
const DELETED: &str = "deleted";

/// The key of a record: no other record of any project has it.
pub(super) fn key_of(project: &str, record: i64) -> String {
    format!("{}{record}", prefix_of(project))
}

/// What the keys of a project begin with.
pub(super) fn prefix_of(project: &str) -> String {
    format!("{project}-")
}

/// The records that are not what they were.
pub(super) struct AbsentRecords {
    gone: BTreeSet<i64>,
    deleted: BTreeSet<i64>,
}

impl AbsentRecords {
    /// Those of a project.
    pub(super) fn of(store: &StoreReader) -> Result<Self, StoreError> {
        let (gone, deleted) = store.absent_records()?;
        Ok(Self {
            gone: gone.into_iter().map(|record| record.0).collect(),
            deleted: deleted.into_iter().map(|record| record.0).collect(),
        })
    }

    /// The state of a record that is not deleted.
    pub(super) fn state_of(&self, record: i64) -> &'static str {
        match self.gone.contains(&record) {
            true => GONE,
            false => PRESENT,
        }
    }

    /// The keys of rows that need another state, by that; `known` are the rows that are not present.
    pub(super) fn changes(
        &self,
        store: &StoreReader,
        project: &str,
        known: &[(String, String)],
    ) -> Result<Vec<(&'static str, Vec<String>)>, StoreError> {
        let wanted: HashMap<i64, &'static str> = self
            .gone
            .iter()
            .map(|record| (*record, GONE))
            .chain(self.deleted.iter().map(|record| (*record, DELETED)))
            .collect();
        let prefix = prefix_of(project);
        let number = |key: &str| key.strip_prefix(&prefix)?.parse::<i64>().ok();
        let known: HashMap<i64, &str> = known
            .iter()
            .filter_map(|(key, state)| Some((number(key)?, state.as_str())))
            .collect();
        let mut changes: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        for (record, state) in &wanted {
            if known.get(record) != Some(state) {
                let key = key_of(project, *record);
                changes.entry(state).or_default().push(key);
            }
        }
        // One that went with its site is neither here nor there: its row stays as it is.
        let back = known.keys().filter(|record| !wanted.contains_key(record));
        for record in back.copied().collect::<BTreeSet<i64>>() {
            if store.record(RecordId(record))?.is_some() {
                let key = key_of(project, record);
                changes.entry(PRESENT).or_default().push(key);
            }
        }
        Ok(changes.into_iter().collect())
    }
}
