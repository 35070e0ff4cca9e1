//! Revisits: which pages a run fetches again, which lists it visits, and the result for an article
//! that was requested again. Input: the rule, the user's request, and read pages. Output:
//! what the store queues, and what it records.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::Discovery;
use crate::crawl::read::Reading;
use crate::crawl::start_pages::start_number;
use crate::protocol::EngineError;
use bowerbird_io::store::{Queued, Refresh, RequestKind, Visit};
use bowerbird_logic::comparison::page_keys;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, RunOptions};
use bowerbird_logic::rules::Rule;

/// The maximum number of start addresses whose visits are recorded: ranges expand to very many.
const MAX_LISTS: u32 = 1_000;

/// Which known pages a run fetches again: those that a person selected, else those of the rule.
pub(in crate::crawl) fn refresh_of(
    rule: Option<&Rule>,
    options: &RunOptions,
    now: Timestamp,
) -> Option<Refresh> {
    if options.failed_only {
        return None;
    }
    let marked = || rule.map_or(&[][..], |rule| &rule.file().revisit.pages);
    let (before, found_since) = match options.refresh_older_than {
        _ if !options.only_pages.is_empty() => (now, None),
        Some(seconds) => {
            let age = SignedDuration::from_secs(i64::try_from(seconds).unwrap_or(i64::MAX));
            (now.checked_sub(age).unwrap_or(Timestamp::MIN), None)
        }
        None => match rule?.fetched_again(now) {
            Some(by_age) => by_age,
            None if marked().is_empty() => return None,
            None => (Timestamp::MIN, None),
        },
    };
    Some(Refresh {
        before,
        found_since,
        pages: options.only_pages.clone(),
        marked: match options.only_pages.is_empty() {
            true => marked().to_vec(),
            false => Vec::new(),
        },
    })
}

impl Discovery {
    /// Records the changes that an accepted page shows.
    pub(super) fn note_changes(&mut self, queued: &Queued, reading: &mut Reading) {
        let revisit = &self.run_context.rule.file().revisit;
        let follows = revisit
            .changed
            .unwrap_or_else(|| self.run_context.rule.lists_tell_changes());
        let changes = &mut reading.found.yields.revisited;
        changes.versions = revisit.versions;
        changes.watch = Some(Arc::clone(&self.watch));
        if queued.request.kind == RequestKind::List && self.run_context.rule.reads_whole_lists() {
            let requests = reading.found.yields.requests.iter();
            let pages = requests.filter(|request| request.kind == RequestKind::Content);
            changes.listed = pages.clone().map(|request| request.url.clone()).collect();
            if self.run_context.rule.rereads_listed() {
                changes.reread = pages.cloned().collect();
            }
        }
        changes.rereads = self.run_context.rule.reads_whole_tables();
        if !follows {
            changes.stamps.clear();
        }
        if self.watch.named && page_keys(&self.watch, reading.found.yields.records.iter()).1 {
            let url = queued.request.url.as_str();
            let said = Message::new("log-key-repeated").with("url", url);
            let said = serde_json::to_string(&said).unwrap_or_default();
            tracing::warn!(%url, said, "several records have one key");
        }
        let changes = &mut reading.found.yields.revisited;
        let is_list = queued.request.kind == RequestKind::List;
        // Entries that are records themselves change with their list.
        let identified = self.run_context.rule.file().identity.tells_records();
        let listed = self.run_context.rule.rereads_listed();
        changes.renews = (revisit.changed == Some(true) || identified || listed) && is_list;
        // A list that was not requested says nothing about how often it changes.
        let was_asked = reading
            .answer
            .confirmed
            .is_none_or(|c| c.checked_at.is_some());
        if was_asked && reading.state() == PageState::Ok {
            reading.found.yields.revisited.visit = self.visit_of(queued);
        }
    }

    /// Whether a list page shows that a page that was read has changed.
    pub(super) fn any_thread_changed(&self, reading: &Reading) -> Result<bool, EngineError> {
        let stamps = &reading.found.yields.revisited.stamps;
        if stamps.is_empty() {
            return Ok(false);
        }
        let store = &self.run_context.engine.store;
        let site = self.run_context.site;
        Ok(tokio::task::block_in_place(|| {
            store.any_changed(site, stamps)
        })?)
    }

    /// The visit of the list that a page belongs to.
    fn visit_of(&mut self, queued: &Queued) -> Option<Visit> {
        let request = &queued.request;
        let first = request.depth == 0;
        let counts = match request.kind {
            // Items on further pages are new only if the rest was known before; the documents of a
            // source are all read every time.
            RequestKind::List => {
                first || self.lists.knows_the_rest() || self.run_context.rule.reads_documents()
            }
            RequestKind::Page => first,
            RequestKind::Content => false,
        };
        if !counts {
            return None;
        }
        let number = match request.kind {
            RequestKind::List => start_number(&self.run_context.rule, request.position.page),
            _ => request.position.item,
        };
        let list = self.list_called(number)?;
        Some(Visit { list, first })
    }

    /// The start address of that number, as the rule gives it: an API is queried for new items at a
    /// different address each time.
    fn list_called(&mut self, number: u32) -> Option<String> {
        if number >= MAX_LISTS {
            return None;
        }
        if self.list_names.is_empty() {
            let most = usize::try_from(MAX_LISTS).unwrap_or(usize::MAX);
            let starts = self.run_context.rule.starts().take(most);
            self.list_names = starts.map(|start| start.url.into()).collect();
        }
        let number = usize::try_from(number).ok()?;
        self.list_names.get(number).cloned()
    }
}
