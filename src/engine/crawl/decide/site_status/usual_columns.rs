//! Title, date and author that a site's records usually have and no record of a run has, whoever
//! found them: said of the run, without another state of the site. Input: the records of the run, and
//! those stored before it. Output: a message.

use crate::crawl::decide::OutcomeDecider;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, Record};
use jiff::Timestamp;

/// The columns that are looked at: a record without a text says so itself.
const LOOKED_AT: [DefaultColumn; 3] = [
    DefaultColumn::Title,
    DefaultColumn::Date,
    DefaultColumn::Author,
];
/// With fewer records of the run, one may be missing by chance.
const FEW: usize = 2;
/// With fewer records before it, nothing is usual.
const LEAST_BEFORE: usize = 6;
/// How many of ten of them must have had it.
const OF_TEN: usize = 9;
/// Newest records among which those from before the run are looked for.
const RECORDS: u32 = 100;

/// Which of the columns the records of a run have.
#[derive(Default)]
pub(super) struct FoundColumns {
    records: usize,
    found: [bool; LOOKED_AT.len()],
}

impl FoundColumns {
    /// Adds a record.
    pub(super) fn note(&mut self, record: &Record) {
        self.records = self.records.saturating_add(1);
        for (found, column) in self.found.iter_mut().zip(LOOKED_AT) {
            *found |= has(record, column);
        }
    }
}

impl OutcomeDecider {
    /// That the records of the run lack what most stored before it have, in words.
    pub(super) fn missed_column(&self) -> Option<Message> {
        let seen = &self.pages.columns;
        if seen.records < FEW || seen.found.iter().all(|found| *found) {
            return None;
        }
        let (store, site) = (&self.run_context.engine.store, self.run_context.site);
        let run = self.progress.reporter.run();
        let stored = tokio::task::block_in_place(|| {
            store.latest_records(site, Timestamp::UNIX_EPOCH, RECORDS)
        });
        let stored = stored.unwrap_or_default();
        let before: Vec<&Record> = stored
            .iter()
            .filter(|stored| stored.run != run)
            .map(|stored| &stored.record)
            .collect();
        if before.len() < LEAST_BEFORE {
            return None;
        }
        let is_usual = |column: DefaultColumn| {
            let with = before.iter().filter(|record| has(record, column)).count();
            with * 10 >= before.len() * OF_TEN
        };
        let mut missing = LOOKED_AT.into_iter().zip(seen.found);
        let missed = missing.find(|(column, found)| !found && is_usual(*column));
        missed.map(|(column, _)| {
            let name = Message::new(format!("app-column-{}", column.token()));
            Message::new("engine-reason-missed-column")
                .with("field", name)
                .with("records", seen.records)
        })
    }
}

fn has(record: &Record, column: DefaultColumn) -> bool {
    !record.column(column).trim().is_empty()
}
