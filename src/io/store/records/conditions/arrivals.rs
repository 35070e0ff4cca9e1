//! Filters at work: which records of a batch are left out, from their pages or already from what a
//! list says of them. Input: readings, and requests that lists name. Output: what is left out, noted
//! in the transaction of the batch.

use jiff::Timestamp;
use rusqlite::{Transaction, params};

use super::condition_watch::{ConditionWatch, ReadRecord, Written};
use super::skipped::{NewSkip, SkippedContent, is_kept, is_kept_request, note_skip};
use crate::store::types::{NewRequest, RequestKind};
use bowerbird_logic::model::{Record, RequestId};
use bowerbird_logic::policy::record_conditions::{ArrivalFate, arrival_fate};

/// Where a record was read.
#[derive(Clone, Copy)]
pub(in crate::store) struct ArrivalPlace<'a> {
    /// What it is known by: its key, else its address.
    pub(in crate::store) key: &'a str,
    /// The request of its page.
    pub(in crate::store) request: RequestId,
    /// Whether the page has this record alone.
    pub(in crate::store) is_alone: bool,
}

/// What filters made of a record or request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Arrival {
    /// It is stored, or asked for.
    Welcome,
    /// It is left out.
    Skipped {
        /// Whether it is for the first time.
        is_new: bool,
    },
}

impl ConditionWatch {
    /// Whether a record that is not stored yet is left out.
    pub(in crate::store) fn arrives(
        &self,
        tx: &Transaction<'_>,
        read: &ReadRecord<'_>,
        place: &ArrivalPlace<'_>,
    ) -> Written<Arrival> {
        let filters = self.filters();
        let reading = self.reading(read, &|_| Vec::new());
        let held = filters.map(|one| (&one.condition.actions, one.compiled.holds_of(&reading)));
        let ArrivalFate::Skipped(by) = arrival_fate(held) else {
            return Ok(Arrival::Welcome);
        };
        let Some(filter) = self.filters().nth(by) else {
            return Ok(Arrival::Welcome);
        };
        if is_kept(tx, self.site, (place.key, place.request))? {
            return Ok(Arrival::Welcome);
        }
        let is_new = note_skip(
            tx,
            &NewSkip {
                site: self.site,
                condition: filter.condition.id,
                key: place.key,
                request: place.is_alone.then_some(place.request),
                url: &read.record.url,
                title: read.title,
                at: read.at,
                content: SkippedContent::Record(read.record),
            },
        )?;
        Ok(Arrival::Skipped { is_new })
    }

    /// Whether a page that a list names is not even asked for: what the list says of it is enough for
    /// the filters. Only pages that were never asked for are left out.
    pub(in crate::store) fn listed(
        &self,
        tx: &Transaction<'_>,
        request: &NewRequest,
        at: i64,
    ) -> Written<Arrival> {
        if request.kind != RequestKind::Content
            || !self.filters().any(|one| one.condition.actions.skip)
        {
            return Ok(Arrival::Welcome);
        }
        let mut record = Record {
            url: request.url.clone(),
            ..Record::default()
        };
        for (name, value) in &request.fields {
            record.set_value(name, Some(value.clone()));
        }
        let time = Timestamp::from_microsecond(at).unwrap_or(Timestamp::UNIX_EPOCH);
        let held = self.filters().map(|one| {
            let holds = one.compiled.holds_by_list(&record, time);
            (&one.condition.actions, holds)
        });
        let ArrivalFate::Skipped(by) = arrival_fate(held) else {
            return Ok(Arrival::Welcome);
        };
        let Some(filter) = self.filters().nth(by) else {
            return Ok(Arrival::Welcome);
        };
        let is_known = tx
            .prepare_cached("SELECT 1 FROM request WHERE site = ?1 AND url = ?2")?
            .exists(params![self.site.0, request.url])?;
        if is_known || is_kept_request(tx, self.site, &request.url)? {
            return Ok(Arrival::Welcome);
        }
        let is_new = note_skip(
            tx,
            &NewSkip {
                site: self.site,
                condition: filter.condition.id,
                key: &request.url,
                request: None,
                url: &request.url,
                title: &record.title,
                at,
                content: SkippedContent::Request(request),
            },
        )?;
        Ok(Arrival::Skipped { is_new })
    }

    /// Forgets that a record was left out, once it is stored.
    pub(in crate::store) fn stored(
        &self,
        tx: &Transaction<'_>,
        place: &ArrivalPlace<'_>,
    ) -> Written<()> {
        if !self.has_skipped {
            return Ok(());
        }
        tx.prepare_cached(
            "DELETE FROM skipped_record WHERE site = ?1 AND (key = ?2 OR request = ?3)",
        )?
        .execute(params![self.site.0, place.key, place.request.0])?;
        Ok(())
    }
}
