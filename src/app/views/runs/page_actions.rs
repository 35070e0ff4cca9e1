//! Actions on a page of a run, and the word for its outcome.

use crate::action::{Action, PageOfRun};
use bowerbird_engine::types::{PageOutcomeKind, RunPage, SiteId};

/// Opens the current version of a page.
pub(super) fn open(page: &RunPage, site: SiteId) -> Action {
    Action::OpenInWorkbench {
        url: page.url.clone(),
        site: Some(site),
    }
}

/// Whether a page had an unusual outcome, so that its answer is stored as received.
pub(super) fn is_odd(page: &RunPage) -> bool {
    let right = matches!(
        page.outcome,
        PageOutcomeKind::Read | PageOutcomeKind::Unchanged
    );
    !right || page.verdict.is_some()
}

/// Shows a page: a failed or odd one as received, a good one in its current version.
pub(super) fn shown(page: &RunPage, site: SiteId) -> Action {
    if is_odd(page) {
        Action::ShowReceived(PageOfRun::of(site, page))
    } else {
        open(page, site)
    }
}

/// Id of the word for an outcome.
pub(super) fn outcome_id(outcome: PageOutcomeKind) -> String {
    format!("app-page-{}", outcome.token())
}
