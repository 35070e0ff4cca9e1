//! The pages of records that the table has loaded. Input: the loader's answers. Output:
//! records by row, and the pages to query. Keeps showing old rows until the new ones arrive, so
//! that the table does not flicker during a crawl.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::background::{DataQuery, PAGE_ROWS};
use bowerbird_engine::types::{
    CountedAnywhere, DefaultColumn, RecordFilter, RecordId, StoredRecord,
};

/// Maximum pages kept; 40 pages of 200 rows are more than any screen shows.
const KEPT: usize = 40;

/// The pages.
#[derive(Debug, Default)]
pub struct RecordPages {
    generation: u64,
    filter: RecordFilter,
    count: Option<u64>,
    newest_only: bool,
    archived: u64,
    missing: Vec<String>,
    pages: BTreeMap<u64, Page>,
    asked: BTreeSet<u64>,
    filled: Filled,
}

/// The columns in which the loaded records have something.
#[derive(Debug, Default)]
struct Filled {
    /// `None` before the first records.
    names: Option<BTreeSet<String>>,
    /// Whether they are of another filter than the one on show.
    is_old: bool,
}

impl Filled {
    fn add(&mut self, records: &[StoredRecord]) {
        if std::mem::take(&mut self.is_old) {
            self.names = None;
        }
        let names = self.names.get_or_insert_default();
        let mut note = |name: &str, is_filled: bool| {
            if is_filled && !names.contains(name) {
                names.insert(name.to_owned());
            }
        };
        for stored in records {
            for column in DefaultColumn::ALL {
                let text = stored.record.column(column);
                note(column.token(), !text.trim().is_empty());
            }
            for (name, value) in &stored.record.fields {
                note(name, !value.joined().trim().is_empty());
            }
        }
    }
}

#[derive(Debug)]
struct Page {
    generation: u64,
    records: Vec<StoredRecord>,
}

impl RecordPages {
    /// Begins a new generation with `filter`; returns its number.
    pub fn renew(&mut self, filter: &RecordFilter) -> u64 {
        if self.filter != *filter {
            self.pages.clear();
            self.count = None;
            // They stay until others come, so that no column comes and goes meanwhile.
            self.filled.is_old = true;
            self.filter = filter.clone();
        }
        self.generation += 1;
        self.asked.clear();
        self.generation
    }

    /// The number of records, once known.
    pub fn count(&self) -> Option<u64> {
        self.count
    }

    /// Whether a search only covered the newest matches.
    pub fn newest_only(&self) -> bool {
        self.newest_only
    }

    /// The number of them in archives.
    pub fn archived(&self) -> u64 {
        self.archived
    }

    /// Missing archives.
    pub fn missing_archives(&self) -> &[String] {
        &self.missing
    }

    /// Handles the count.
    pub fn counted(&mut self, generation: u64, counted: impl Into<CountedAnywhere>) {
        let counted = counted.into();
        if generation == self.generation {
            self.count = Some(counted.all.records);
            self.newest_only = counted.all.newest_only;
            self.archived = counted.archived;
            self.missing = counted.missing;
        }
    }

    /// Handles a loaded page.
    pub fn came(&mut self, generation: u64, page: u64, records: Vec<StoredRecord>) {
        if generation == self.generation {
            self.filled.add(&records);
            self.pages.insert(
                page,
                Page {
                    generation,
                    records,
                },
            );
        }
    }

    /// The names of the columns in which the loaded records have something; `None` before the first.
    pub fn filled(&self) -> Option<&BTreeSet<String>> {
        self.filled.names.as_ref()
    }

    /// The record in `row`, if loaded.
    pub fn record(&self, row: usize) -> Option<&StoredRecord> {
        let row = row as u64;
        let place = usize::try_from(row % PAGE_ROWS).ok()?;
        self.pages.get(&(row / PAGE_ROWS))?.records.get(place)
    }

    /// The row of a record, if it is loaded.
    pub fn row_of(&self, record: RecordId) -> Option<usize> {
        self.pages.iter().find_map(|(number, page)| {
            let place = page.records.iter().position(|one| one.id == record)?;
            let first = usize::try_from(number * PAGE_ROWS).ok()?;
            Some(first + place)
        })
    }

    /// Whether what is loaded of `row` is as new as the filter.
    pub fn is_fresh(&self, row: usize) -> bool {
        let page = self.pages.get(&(row as u64 / PAGE_ROWS));
        page.is_some_and(|page| page.generation == self.generation)
    }

    /// The queries needed to show `rows`.
    pub fn missing(&mut self, rows: &Range<usize>) -> Vec<DataQuery> {
        if rows.is_empty() {
            return Vec::new();
        }
        let wanted = rows.start as u64 / PAGE_ROWS..=(rows.end as u64 - 1) / PAGE_ROWS;
        self.forget(*wanted.start());
        // The loader may have dropped a query for a page that was scrolled past.
        self.asked.retain(|page| wanted.contains(page));
        wanted
            .filter(|page| {
                let fresh = self
                    .pages
                    .get(page)
                    .is_some_and(|p| p.generation == self.generation);
                !fresh && self.asked.insert(*page)
            })
            .map(|page| DataQuery::Records {
                generation: self.generation,
                filter: self.filter.clone(),
                page,
            })
            .collect()
    }

    /// Drops the pages farthest from `page`.
    fn forget(&mut self, page: u64) {
        while self.pages.len() > KEPT {
            let far = self
                .pages
                .keys()
                .copied()
                .max_by_key(|other| other.abs_diff(page));
            let Some(far) = far else { return };
            self.pages.remove(&far);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_asked_for_once_and_again_after_a_change() {
        let mut pages = RecordPages::default();
        let filter = RecordFilter::default();
        let first = pages.renew(&filter);
        assert_eq!(pages.missing(&(0..30)).len(), 1);
        assert!(pages.missing(&(0..30)).is_empty());
        pages.came(first, 0, Vec::new());
        assert!(pages.missing(&(0..30)).is_empty());
        assert_eq!(
            pages.missing(&(190..210)).len(),
            1,
            "only the second page is missing"
        );
        pages.renew(&filter);
        assert_eq!(pages.missing(&(190..210)).len(), 2);
    }

    #[test]
    fn answers_of_an_older_filter_are_left_aside() {
        let mut pages = RecordPages::default();
        let old = pages.renew(&RecordFilter::default());
        pages.renew(&RecordFilter {
            search: Some("a".to_owned()),
            ..RecordFilter::default()
        });
        pages.counted(old, CountedAnywhere::default());
        assert_eq!(pages.count(), None);
    }

    #[test]
    fn scrolling_through_a_million_rows_keeps_few_pages() {
        let mut pages = RecordPages::default();
        let generation = pages.renew(&RecordFilter::default());
        for row in (0..1_000_000).step_by(200) {
            pages.missing(&(row..row + 40));
            pages.came(generation, row as u64 / PAGE_ROWS, Vec::new());
        }
        assert!(pages.pages.len() <= KEPT + 1);
    }
}
