//! The commit of a batch of pages: one transaction for all their outcomes. Expensive work (search
//! terms, compression, JSON) is done on the caller's thread; the writer only writes.

use rusqlite::{OptionalExtension, Transaction, params};

use super::columns::AGAIN;
use super::columns::QueuedKind::ContentAgain;
use super::columns::RequestState::{Done, Failed, Leased, Waiting};
use super::list_visits::note as note_visit;
use super::missing_pages::is_given_up;
use super::prepared_record::{PreparedRecord, RecordPlace, keep_names};
use super::renewals::{note_stamp, queue_listed, renew};
use super::search_results::joined_with_stored;
use super::url_claims::{Followed, follow_claim, moved, release_claim};
use super::validators::confirm;
use super::{Known, add, grow_queue, origin_of};
use crate::store::error::TransactionError;
use crate::store::file::convert::{micros, to_json};
use crate::store::file::counters::begin_change;
use crate::store::file::erasure::is_erased;
use crate::store::records::by_hand::{awaits_reading, is_deleted_by_hand};
use crate::store::records::changes::{SiteWatch, note_lost};
use crate::store::records::conditions::{Arrival, ArrivalPlace, ConditionWatch, ReadRecord};
use crate::store::runs::pages::Became;
use crate::store::runs::time_series::Tally;
use crate::store::snapshots::insert;
use crate::store::snapshots::packing::{Packed, pack};
use crate::store::snapshots::pictures::PreparedPicture;
use crate::store::{NewRequest, PageOutcome, QueuedState, RequestKind, Result, Store};
use bowerbird_logic::comparison::Renewal;
use bowerbird_logic::model::{PageAnswer, PageOutcomeKind, PageState, RunId, SiteId};
use bowerbird_logic::policy::record_conditions::ReadingEvent;

/// The result of a step of the commit.
type Written<T> = std::result::Result<T, TransactionError>;

/// Counts of a committed page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommitCounts {
    /// Number of new records.
    pub records: u64,
    /// Number of requests found on it that were queued.
    pub queued: u64,
    /// Number of changed records; their earlier content is stored as a version.
    pub updated: u64,
    /// Number of records that arrived without most of their content; the stored ones stay.
    pub refused: u64,
    /// Number of records, or pages that would have had one, that a filter left out for the first time.
    pub skipped: u64,
    /// Number of its records that filters left out, for the first time or again.
    pub left_out: u64,
    /// Number of its records that were erased on request, and stay out.
    pub erased: u64,
    /// Number of new and changed records whose rule wants a picture of their page, and which have none.
    pub screenshots_missing: u64,
    /// How many of these because no browser showed the page.
    pub screenshots_without_browser: u64,
}

impl Store {
    /// Stores the outcomes of a batch of pages in one transaction: records, new requests, request
    /// states, snapshots, verdicts, visits of lists. Returns the counts of each outcome. All of it
    /// or nothing is stored; a batch stored before (its requests are done) adds nothing.
    ///
    /// # Errors
    /// [`crate::store::StoreError::DiskFull`] most importantly: then the batch may be committed
    /// again later.
    pub fn commit(
        &self,
        site: SiteId,
        run: RunId,
        batch: Vec<PageOutcome>,
    ) -> Result<Vec<CommitCounts>> {
        let mut names = Vec::new();
        let prepared = batch
            .into_iter()
            .map(|outcome| Prepared::new(outcome, &mut names))
            .collect::<Written<Vec<_>>>()
            .map_err(|fault| fault.about(self.path()))?;
        self.write(move |tx| {
            let origin = origin_of(tx, run)?;
            let mut counts = Vec::with_capacity(prepared.len());
            let mut queue_growth = 0;
            let mut tally = Tally::default();
            let terms = prepared
                .iter()
                .find_map(|page| page.outcome.yields.revisited.watch.as_ref());
            let watch = SiteWatch::begin(tx, site, (run.0, origin), terms)?;
            let conditions = ConditionWatch::begin(tx, site, (run.0, origin))?;
            let watch = (&watch, &conditions);
            if prepared.iter().any(|page| !page.records.is_empty()) {
                begin_change(tx)?;
            }
            for page in &prepared {
                let added = page.write(tx, (site, run, origin), watch, &mut queue_growth)?;
                let answer = &page.outcome.answer;
                tally.note(page.fetched_at, answer.verdict.state, &answer.heard, added);
                counts.push(added);
            }
            tally.keep(tx, site)?;
            let new: u64 = counts.iter().map(|page: &CommitCounts| page.records).sum();
            let updated = counts.iter().any(|page| page.updated > 0);
            grow_queue(tx, site, queue_growth)?;
            tx.prepare_cached(
                "UPDATE site SET records = records + ?2, alterations = alterations + ?3
                 WHERE id = ?1",
            )?
            .execute(params![
                site.0,
                crate::store::file::convert::signed(new),
                updated
            ])?;
            if new > 0 || updated {
                keep_names(tx, site, &names)?;
            }
            Ok(counts)
        })
    }
}

/// A page's outcome, converted to column values.
struct Prepared {
    /// The outcome, without its records and snapshots.
    outcome: PageOutcome,
    kind: PageOutcomeKind,
    verdict: Option<String>,
    fetched_at: i64,
    records: Vec<PreparedRecord>,
    snapshots: Vec<Packed>,
    picture: PreparedPicture,
}

impl Prepared {
    fn new(mut outcome: PageOutcome, names: &mut Vec<String>) -> Written<Self> {
        let verdict = &outcome.answer.verdict;
        let says_nothing = verdict.state == PageState::Ok && verdict.evidence.is_empty();
        let verdict = match says_nothing {
            true => None,
            false => Some(to_json(verdict)?),
        };
        let records = std::mem::take(&mut outcome.yields.records).into_iter();
        let records = records.map(PreparedRecord::new);
        let records = records.collect::<Written<Vec<_>>>()?;
        for (name, _) in records.iter().flat_map(|r| &r.record.fields) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let mut snapshots = Vec::with_capacity(outcome.answer.snapshots.len());
        for snapshot in std::mem::take(&mut outcome.answer.snapshots) {
            snapshots.extend(pack(snapshot)?);
        }
        Ok(Self {
            kind: outcome.kind(),
            verdict,
            fetched_at: micros(outcome.answer.fetched_at),
            records,
            snapshots,
            picture: PreparedPicture::new(std::mem::take(&mut outcome.answer.picture))?,
            outcome,
        })
    }

    /// The links to other contents, without those to the next page.
    fn linked(&self) -> usize {
        let requests = self.outcome.yields.requests.iter();
        let is_next = |request: &NewRequest| {
            request.kind == RequestKind::List
                || (!self.records.is_empty() && request.position == self.outcome.position)
        };
        requests.filter(|request| !is_next(request)).count()
    }

    /// The figures of the answer.
    fn answer(&self) -> PageAnswer {
        let took = self
            .outcome
            .answer
            .heard
            .took
            .unwrap_or_default()
            .as_millis();
        PageAnswer {
            status: self.outcome.answer.heard.status,
            took_ms: u64::try_from(took).unwrap_or(u64::MAX),
            bytes: self.outcome.answer.heard.bytes,
            matches: (self.records.len() + self.linked()) as u64,
        }
    }

    /// Writes the page; returns its counts.
    fn write(
        &self,
        tx: &Transaction<'_>,
        (site, run, origin): (SiteId, RunId, i64),
        watches: (&SiteWatch, &ConditionWatch),
        queue_growth: &mut i64,
    ) -> Written<CommitCounts> {
        let (watch, conditions) = watches;
        let mut brought = CommitCounts::default();
        let again = self.is_again(tx)?;
        let keys = watch.keys(&self.records);
        for (part, (record, key)) in self.records.iter().zip(&keys).enumerate() {
            if again && self.records.len() == 1 {
                let another = moved(tx, site, self.outcome.request, record)?
                    || follow_claim(tx, site, self.outcome.request, record)? == Followed::Another;
                if another {
                    brought.refused += 1;
                    continue;
                }
            }
            let place = RecordPlace {
                site,
                run,
                found_in: self.outcome.found_in,
                position: self.outcome.position,
                part: i64::try_from(part).unwrap_or(i64::MAX),
                fetched_at: self.fetched_at,
                proxy: self.outcome.answer.heard.proxy.as_deref(),
            };
            self.write_record(
                tx,
                (record, key.as_deref()),
                &place,
                again,
                watches,
                &mut brought,
            )?;
        }
        let listed = &self.outcome.yields.revisited.listed;
        for id in watch.note_listed(tx, listed, self.fetched_at)? {
            conditions.came_or_went(tx, id, (ReadingEvent::Back, self.fetched_at))?;
        }
        self.note_lost_page(tx, site, origin, watch)?;
        let mut news = brought.records;
        for request in &self.outcome.yields.requests {
            if let Arrival::Skipped { is_new } = conditions.listed(tx, request, self.fetched_at)? {
                brought.skipped += u64::from(is_new);
                continue;
            }
            // Attributed to the run that found this page, not the one that fetched it: a list
            // continued after a resume keeps one order.
            let queued = u64::from(add(
                tx,
                site,
                self.outcome.found_in,
                origin,
                request,
                self.known(request),
            )?);
            brought.queued += queued;
            news += match request.kind {
                RequestKind::List => 0,
                RequestKind::Content | RequestKind::Page => queued,
            };
        }
        *queue_growth += crate::store::file::convert::signed(brought.queued);
        let (was_open, left) = self.write_state(tx)?;
        *queue_growth += left;
        if was_open {
            let outcome = match self.kind {
                PageOutcomeKind::Missing if is_given_up(tx, run, self.outcome.request)? => {
                    PageOutcomeKind::Failed
                }
                outcome => outcome,
            };
            Became {
                run,
                request: self.outcome.request,
                outcome,
                records: brought.records,
                at: self.fetched_at,
                verdict: self.verdict.as_deref(),
                answer: self.answer(),
            }
            .keep(tx)?;
        }
        if left != 0 {
            *queue_growth += self.write_revisited(tx, (site, origin), news)?;
        }
        // The stored page must be one that the stored records can be extracted from.
        let erased = brought.erased > 0 && brought.erased == self.records.len() as u64;
        let is_kept = brought.refused == 0 && !erased;
        for snapshot in self.snapshots.iter().filter(|s| is_kept || s.is_evidence()) {
            insert(tx, site, snapshot, brought.updated > 0)?;
        }
        if let Some(confirmed) = &self.outcome.answer.confirmed {
            confirm(tx, confirmed)?;
        }
        Ok(brought)
    }

    /// What becomes of a page found on this one that was read before.
    fn known(&self, request: &NewRequest) -> Known {
        let further = request.kind == RequestKind::Content && self.outcome.yields.revisited.rereads;
        match further {
            true => Known::AgainAlone,
            false => Known::AsBefore,
        }
    }

    /// Writes one record: as a new one, or as a reading of the stored one.
    fn write_record(
        &self,
        tx: &Transaction<'_>,
        (record, key): (&PreparedRecord, Option<&str>),
        place: &RecordPlace<'_>,
        again: bool,
        (watch, conditions): (&SiteWatch, &ConditionWatch),
        brought: &mut CommitCounts,
    ) -> Written<()> {
        let (site, at) = (place.site, place.fetched_at);
        // What several search engines find is one record that names them.
        let joined = joined_with_stored(tx, site, record)?;
        let record = joined.as_ref().unwrap_or(record);
        let title = watch.title_of(&record.record);
        let read = ReadRecord {
            event: match watch.has_before() {
                true => ReadingEvent::New,
                false => ReadingEvent::Read,
            },
            at,
            record: &record.record,
            title: &title,
            before: None,
            changed: &[],
        };
        let known = match watch.find(tx, key, &record.record.url)? {
            // The first reading in a run stands.
            Some((_, true)) => return Ok(()),
            found => found.map(|(id, _)| id),
        };
        if known.is_none() && is_deleted_by_hand(tx, site, (&record.record, key))? {
            brought.erased += u64::from(is_erased(tx, site, (&record.record, key))?);
            return Ok(());
        }
        let arrival = ArrivalPlace {
            key: key.unwrap_or(&record.record.url),
            request: self.outcome.request,
            is_alone: self.records.len() == 1,
        };
        if known.is_none()
            && !conditions.is_idle()
            && record.id_at(tx, site).optional()?.is_none()
            && let Arrival::Skipped { is_new } = conditions.arrives(tx, &read, &arrival)?
        {
            brought.skipped += u64::from(is_new);
            brought.left_out += 1;
            return Ok(());
        }
        let is_new = known.is_none()
            && (record.insert(tx, place)?
                || (release_claim(tx, site, record)? && record.insert(tx, place)?));
        if is_new {
            brought.records += 1;
            brought.count_missing(self.picture.keep(tx, record.id_at(tx, site)?, at)?);
            conditions.stored(tx, &arrival)?;
            if watch.is_watched() || !conditions.is_idle() {
                let id = record.id_at(tx, site)?;
                watch.note_new(tx, id, (&title, at))?;
                watch.note_seen(tx, id, &title, (key, at))?;
                conditions.read(tx, id, &read)?;
            }
            return Ok(());
        }
        if !again
            && !self.outcome.yields.revisited.renews
            && known.is_none()
            && !awaits_reading(tx, site, &record.record.url)?
        {
            if watch.notes_known()
                && let Some(id) = record.id_at(tx, site).optional()?
                && watch.note_seen(tx, id, &title, (key, at))?
            {
                conditions.came_or_went(tx, id, (ReadingEvent::Back, at))?;
            }
            return Ok(());
        }
        let keeps = self.outcome.yields.revisited.versions;
        if let Some(renewed) = renew(tx, place, record, (known, keeps), watch)? {
            let id = renewed.before.id;
            match renewed.said {
                Renewal::Same | Renewal::Unsaid => {
                    self.picture.keep(tx, id, at)?;
                }
                Renewal::Newer => {
                    brought.updated += 1;
                    brought.count_missing(self.picture.keep(tx, id, at)?);
                }
                Renewal::Poorer | Renewal::Shorter => brought.refused += 1,
            }
            let is_back = watch.note_seen(tx, id, &title, (key, at))?;
            let event = match is_back {
                true => ReadingEvent::Back,
                false => ReadingEvent::Read,
            };
            match renewed.said {
                // A reading that is withheld says nothing of the record's values.
                Renewal::Poorer | Renewal::Shorter => {
                    if is_back {
                        conditions.came_or_went(tx, id, (event, at))?;
                    }
                }
                _ => conditions.read(
                    tx,
                    id,
                    &ReadRecord {
                        event,
                        before: Some(&renewed.before.record),
                        changed: &renewed.changed,
                        ..read
                    },
                )?,
            }
        }
        Ok(())
    }

    /// Notes that a page which had a record is not found any more.
    fn note_lost_page(
        &self,
        tx: &Transaction<'_>,
        site: SiteId,
        origin: i64,
        watch: &SiteWatch,
    ) -> Written<()> {
        let not_found = matches!(self.outcome.answer.heard.status, 404 | 410)
            && self.outcome.state == QueuedState::Failed;
        match not_found && watch.loses_pages() {
            true => note_lost(tx, site, self.outcome.request, origin),
            false => Ok(()),
        }
    }

    /// Whether the page was fetched again.
    fn is_again(&self, tx: &Transaction<'_>) -> Written<bool> {
        if self.records.is_empty() {
            return Ok(false);
        }
        Ok(tx
            .prepare_cached(&format!(
                "SELECT 1 FROM request
                 WHERE id = ?1 AND kind >= {ContentAgain} AND state IN ({Waiting}, {Leased})"
            ))?
            .exists([self.outcome.request.0])?)
    }

    /// Writes the page's information about changes; returns by how much that changes the queue.
    fn write_revisited(
        &self,
        tx: &Transaction<'_>,
        (site, origin): (SiteId, i64),
        news: u64,
    ) -> Written<i64> {
        if let Some(visit) = &self.outcome.yields.revisited.visit {
            note_visit(tx, site, visit, self.fetched_at, news)?;
        }
        let mut queued = 0;
        for (url, stamp) in &self.outcome.yields.revisited.stamps {
            queued += note_stamp(tx, site, url, stamp)?;
        }
        for request in &self.outcome.yields.revisited.reread {
            queued += queue_listed(tx, (site, origin), request)?;
        }
        Ok(queued)
    }

    /// Writes the new state of the request; returns whether it was open, and by how much that
    /// changes the queue.
    fn write_state(&self, tx: &Transaction<'_>) -> Written<(bool, i64)> {
        let (state, due_at) = match self.outcome.state {
            QueuedState::Again { due_at } => (Waiting, micros(due_at)),
            QueuedState::Done => (Done, 0),
            QueuedState::Failed | QueuedState::Missing => (Failed, 0),
        };
        let changed = tx
            // A request fetched again without success was fetched before: it stays done.
            .prepare_cached(&format!(
                "UPDATE request SET
                        state = CASE WHEN ?2 = {Failed} AND kind >= {ContentAgain} THEN {Done}
                                     ELSE ?2 END,
                        kind = CASE WHEN ?2 <> {Waiting} AND kind >= {ContentAgain}
                                    THEN kind - {AGAIN} ELSE kind END,
                        due_at = ?3, attempts = attempts + 1, verdict = ?4, judged_at = ?5
                 WHERE id = ?1 AND state IN ({Waiting}, {Leased})"
            ))?
            .execute(params![
                self.outcome.request.0,
                state.number(),
                due_at,
                self.verdict,
                self.fetched_at
            ])?;
        let growth = -i64::from(changed == 1 && state != Waiting);
        Ok((changed == 1, growth))
    }
}
