//! The number of records that the export form would write, as the loader counts it. Input: the job
//! and the loader's answers. Output: the number, and the query for it.

use crate::background::DataQuery;
use crate::background::export_facts::ExportAsk;
use bowerbird_engine::types::{ExportJob, ExportOptions, RecordFilter};

/// The number of records that an export would write.
#[derive(Clone, Debug, Default)]
pub struct ExportAmount {
    /// The job that was counted last.
    job: Option<ExportJob>,
    records: Option<u64>,
    /// Whether records were stored or removed since.
    stale: bool,
}

impl ExportAmount {
    /// The number, once known.
    pub fn records(&self) -> Option<u64> {
        self.records
    }

    /// Records were stored or removed: the number is to be queried again. The old one stays until
    /// then, so that the line does not flicker during a run.
    pub fn records_changed(&mut self) {
        self.stale = true;
    }

    /// The query for the number of records of `job`, if it is needed.
    pub fn query(&mut self, job: &ExportJob) -> Option<DataQuery> {
        let job = counted_part(job);
        if self.job.as_ref() != Some(&job) {
            self.records = None;
        } else if !self.stale {
            return None;
        }
        self.stale = false;
        self.job = Some(job.clone());
        Some(DataQuery::Exports(ExportAsk::Count(Box::new(job))))
    }

    /// The query for the number of ticked records in `filter`, if it is needed.
    pub fn query_ticked(&mut self, filter: RecordFilter) -> Option<DataQuery> {
        let job = ExportJob {
            options: ExportOptions {
                filter,
                ..ExportOptions::default()
            },
            ..ExportJob::default()
        };
        match self.query(&job)? {
            DataQuery::Exports(ExportAsk::Count(job)) => {
                Some(DataQuery::Exports(ExportAsk::CountTicked(job)))
            }
            other => Some(other),
        }
    }

    /// Handles the number of records of `job`.
    pub fn came(&mut self, job: &ExportJob, records: u64) {
        if self.job.as_ref() == Some(job) {
            self.records = Some(records);
        }
    }
}

/// What of a job decides on the number: typing a path without the mark of its last export counts
/// nothing again.
fn counted_part(job: &ExportJob) -> ExportJob {
    ExportJob {
        format: job.format,
        target: match job.since_last {
            true => job.target.clone(),
            false => String::new(),
        },
        options: ExportOptions {
            filter: job.options.filter.clone(),
            limit: job.options.limit,
            ..ExportOptions::default()
        },
        since_last: job.since_last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_counted_when_the_choice_or_the_records_change() {
        let mut amount = ExportAmount::default();
        let mut job = ExportJob::default();
        assert!(amount.query(&job).is_some());
        assert!(amount.query(&job).is_none());
        amount.came(&job, 21);
        job.target = "a.csv".to_owned();
        assert!(amount.query(&job).is_none(), "the place decides nothing");
        assert_eq!(amount.records(), Some(21));
        amount.records_changed();
        assert!(amount.query(&job).is_some());
        assert_eq!(amount.records(), Some(21), "the old number until then");
        let all = ExportJob::default();
        job.options.filter = RecordFilter {
            search: Some("a".to_owned()),
            ..RecordFilter::default()
        };
        assert!(amount.query(&job).is_some());
        amount.came(&all, 21);
        assert_eq!(amount.records(), None, "an answer about other records");
        job.since_last = true;
        assert!(amount.query(&job).is_some());
        job.target = "b.csv".to_owned();
        assert!(amount.query(&job).is_some(), "each place has its own mark");
    }
}
