//! Coming again: which pages a run fetches again, which lists it visits, and what
//! becomes of an article that was asked for again. Flows in: the rule, what a person asked for, and
//! pages that were read. Flows out: what the store is to queue, and what it is to note.

use jiff::{SignedDuration, Timestamp};

use super::Discovery;
use crate::crawl::read::Reading;
use crate::crawl::starts::start_number;
use bowerbird_io::store::{Queued, Refresh, RequestKind, Visit};
use bowerbird_logic::model::{PageState, RunOptions};
use bowerbird_logic::rules::Rule;

/// Start addresses whose visits are noted: ranges stand for very many.
const MAX_LISTS: u32 = 1_000;

/// Which known pages a run fetches again: those that a person asks for, else those of the rule.
pub(in crate::crawl) fn refresh_of(
    rule: Option<&Rule>,
    options: &RunOptions,
    now: Timestamp,
) -> Option<Refresh> {
    if options.failed_only {
        return None;
    }
    let (before, found_since) = match options.refresh_older_than {
        _ if !options.only_pages.is_empty() => (now, None),
        Some(seconds) => {
            let age = SignedDuration::from_secs(i64::try_from(seconds).unwrap_or(i64::MAX));
            (now.checked_sub(age).unwrap_or(Timestamp::MIN), None)
        }
        None => rule?.fetched_again(now)?,
    };
    Some(Refresh {
        before,
        found_since,
        pages: options.only_pages.clone(),
    })
}

impl Discovery {
    /// What a page that was kept says of changes.
    pub(super) fn note_changes(&mut self, queued: &Queued, reading: &mut Reading) {
        let revisit = &self.run_context.rule.file().revisit;
        let follows = revisit.changed;
        let changes = &mut reading.found.yields.revisited;
        changes.versions = revisit.versions;
        if !follows {
            changes.stamps.clear();
        }
        let is_list = queued.request.kind == RequestKind::List;
        // Entries that are records by themselves change with their list.
        changes.renews = follows && is_list;
        // A list that was not asked for says nothing about how often it changes.
        let was_asked = reading
            .answer
            .confirmed
            .is_none_or(|c| c.checked_at.is_some());
        if was_asked && reading.state() == PageState::Ok {
            reading.found.yields.revisited.visit = self.visit_of(queued);
        }
    }

    /// The visit of a list that a page belongs to.
    fn visit_of(&mut self, queued: &Queued) -> Option<Visit> {
        let request = &queued.request;
        let first = request.depth == 0;
        let counts = match request.kind {
            // What stands on further pages is new only where the rest was known before; the
            // documents of a source are all read every time.
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

    /// The start address of that number, as the rule makes it: an interface is asked for what is
    /// new, at another address each time.
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
