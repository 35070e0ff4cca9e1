//! A reading task: a request, its purpose, and the rule and signals to read it with.

use std::sync::Arc;

use crate::crawl::fetch::{Purpose, Response};
use crate::crawl::run_context::RunContext;
use bowerbird_io::store::{NewRequest, RequestKind};
use bowerbird_logic::detect::Signals;
use bowerbird_logic::rules::Rule;

/// A reading task.
pub(in crate::crawl) struct ReadTask {
    pub(in crate::crawl) request: NewRequest,
    pub(in crate::crawl) purpose: Purpose,
    pub(in crate::crawl) rule: Arc<Rule>,
    pub(in crate::crawl) signals: Signals,
}

impl ReadTask {
    /// The answer to `request` in a run.
    pub(in crate::crawl) fn of(
        run_context: &RunContext,
        request: &NewRequest,
        purpose: Purpose,
    ) -> Self {
        Self {
            request: request.clone(),
            purpose,
            rule: Arc::clone(&run_context.rule),
            signals: run_context.signals.clone(),
        }
    }

    /// Whether it is a document for programs: a feed, a sitemap, an API answer.
    pub(in crate::crawl) fn is_document(&self) -> bool {
        self.request.kind == RequestKind::List && self.rule.reads_documents()
    }

    /// Whether it is a further page of an article whose first page was read.
    pub(in crate::crawl) fn is_part(&self) -> bool {
        self.purpose == Purpose::Further
    }

    /// Whether it is only compared with an answer from another egress: not recorded anywhere.
    pub(in crate::crawl) fn is_beside(&self) -> bool {
        self.purpose == Purpose::Beside
    }

    /// Whether it is a further page of partially read content: a repeat of earlier content is its
    /// end, not a sign of a block.
    pub(in crate::crawl) fn is_further(&self) -> bool {
        let first_depth = u32::from(self.rule.has_list());
        self.is_part() || (self.rule.file().record.is_some() && self.request.depth > first_depth)
    }

    /// Whether the response is a page of a list that may be compared with an earlier one: only the
    /// first page of a list always shows the same section.
    pub(in crate::crawl) fn is_compared(&self, response: &Response) -> bool {
        self.request.kind == RequestKind::List
            && self.request.depth == 0
            && response.confirmed.is_none()
            && !self.rule.reads_documents()
    }

    /// Whether a page may declare its own address: one with its own record.
    pub(in crate::crawl) fn may_claim(&self) -> bool {
        let asked = !self.is_part() && self.rule.file().record.is_none();
        asked && self.rule.believes_claims() && self.request.kind != RequestKind::List
    }
}
