//! Records of a page that a person sent from their own browser. There is no request and no run: the page
//! is stored, and its records are new ones, or readings of stored ones, in one transaction.

use std::sync::Arc;

use super::prepared_record::{PreparedRecord, RecordPlace, keep_names};
use super::renewals::renew;
use crate::store::error::TransactionError;
use crate::store::file::convert::{micros, signed};
use crate::store::file::counters::begin_change;
use crate::store::records::by_hand::is_deleted_by_hand;
use crate::store::records::changes::SiteWatch;
use crate::store::records::conditions::{ArrivalPlace, ConditionWatch, ReadRecord};
use crate::store::snapshots::insert;
use crate::store::snapshots::packing::pack;
use crate::store::{Result, Snapshot, Store};
use bowerbird_logic::comparison::Renewal;
use bowerbird_logic::model::{ListPosition, Record, RequestId, RunId, SiteId, WatchTerms};
use bowerbird_logic::policy::record_conditions::ReadingEvent;

/// There is no request of a page that was sent.
const NO_REQUEST: RequestId = RequestId(0);

/// What became of the records of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SentPageCounts {
    /// New ones.
    pub new: u64,
    /// Changed ones; their earlier content is stored as a version.
    pub updated: u64,
    /// Those that say what is stored, or less than that.
    pub same: u64,
    /// Those with much less than what is stored, which stays.
    pub withheld: u64,
    /// Those that a person deleted or had erased; they stay away.
    pub deleted: u64,
}

impl Store {
    /// Stores a page that a person sent, with its records; `terms` are those of the site's rule.
    ///
    /// # Errors
    /// From SQLite; then nothing is stored.
    pub fn keep_sent_page(
        &self,
        site: SiteId,
        terms: Arc<WatchTerms>,
        records: Vec<Record>,
        page: Snapshot,
    ) -> Result<SentPageCounts> {
        let fault = |fault: TransactionError| fault.about(self.path());
        let at = micros(page.meta.fetched_at);
        let mut names: Vec<String> = Vec::new();
        for (name, _) in records.iter().flat_map(|record| &record.fields) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let records: std::result::Result<Vec<_>, _> =
            records.into_iter().map(PreparedRecord::new).collect();
        let records = records.map_err(fault)?;
        let packed = pack(page).map_err(fault)?;
        self.write(move |tx| {
            begin_change(tx)?;
            let run: i64 = tx
                .prepare_cached("SELECT coalesce(max(id), 0) FROM run WHERE site = ?1")?
                .query_row([site.0], |row| row.get(0))?;
            let watch = SiteWatch::begin(tx, site, (run, run), Some(&terms))?;
            let conditions = ConditionWatch::begin(tx, site, (run, run))?;
            let mut counts = SentPageCounts::default();
            let keys = watch.keys(&records);
            for (part, (record, key)) in records.iter().zip(&keys).enumerate() {
                let place = RecordPlace {
                    site,
                    run: RunId(run),
                    found_in: RunId(run),
                    position: ListPosition::default(),
                    part: i64::try_from(part).unwrap_or(i64::MAX),
                    fetched_at: at,
                    proxy: None,
                };
                let title = watch.title_of(&record.record);
                let read = ReadRecord {
                    event: ReadingEvent::New,
                    at,
                    record: &record.record,
                    title: &title,
                    before: None,
                    changed: &[],
                };
                let known = watch.find(tx, key.as_deref(), &record.record.url)?;
                let known = known.map(|(id, _)| id);
                if known.is_none()
                    && is_deleted_by_hand(tx, site, (&record.record, key.as_deref()))?
                {
                    counts.deleted += 1;
                    continue;
                }
                // A person asked for it: no filter leaves it out, and it is no longer listed as left out.
                conditions.stored(
                    tx,
                    &ArrivalPlace {
                        key: key.as_deref().unwrap_or(&record.record.url),
                        request: NO_REQUEST,
                        is_alone: records.len() == 1,
                    },
                )?;
                if known.is_none() && record.insert(tx, &place)? {
                    counts.new += 1;
                    let id = record.id_at(tx, site)?;
                    if watch.is_watched() {
                        watch.note_new(tx, id, (&title, at))?;
                        watch.note_seen(tx, id, &title, (key.as_deref(), at))?;
                    }
                    if !conditions.is_idle() {
                        conditions.read(tx, id, &read)?;
                    }
                    continue;
                }
                let Some(renewed) = renew(tx, &place, record, (known, None), &watch)? else {
                    counts.same += 1;
                    continue;
                };
                let id = renewed.before.id;
                let is_back = watch.note_seen(tx, id, &title, (key.as_deref(), at))?;
                let event = match is_back {
                    true => ReadingEvent::Back,
                    false => ReadingEvent::Read,
                };
                match renewed.said {
                    Renewal::Newer => {
                        counts.updated += 1;
                        let read = ReadRecord {
                            event,
                            before: Some(&renewed.before.record),
                            changed: &renewed.changed,
                            ..read
                        };
                        conditions.read(tx, id, &read)?;
                        continue;
                    }
                    Renewal::Poorer | Renewal::Shorter => counts.withheld += 1,
                    Renewal::Same | Renewal::Unsaid => counts.same += 1,
                }
                if is_back {
                    conditions.came_or_went(tx, id, (event, at))?;
                }
            }
            if counts.new > 0 || counts.updated > 0 {
                keep_names(tx, site, &names)?;
            }
            tx.prepare_cached(
                "UPDATE site SET records = records + ?2, alterations = alterations + 1
                 WHERE id = ?1",
            )?
            .execute(rusqlite::params![site.0, signed(counts.new)])?;
            // The stored page is one that the stored records can be extracted from.
            let keeps = counts.new + counts.updated > 0;
            if let Some(packed) = packed.as_ref().filter(|_| keeps) {
                insert(tx, site, packed, counts.updated > 0)?;
            }
            Ok(counts)
        })
    }
}
