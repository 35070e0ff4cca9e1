//! What can be shown of a page of a run, and the word for how it went.

use crate::action::{Action, PageOfRun};
use bowerbird_engine::types::{PageOutcomeKind, RunPage, SiteId};

/// Opens a page as it is now.
pub(super) fn open(page: &RunPage, site: SiteId) -> Action {
    Action::OpenInWorkbench {
        url: page.url.clone(),
        site: Some(site),
    }
}

/// Whether a page did not come as it should, so that what came of it is kept as it was received.
pub(super) fn is_odd(page: &RunPage) -> bool {
    let right = matches!(
        page.outcome,
        PageOutcomeKind::Read | PageOutcomeKind::Unchanged
    );
    !right || page.verdict.is_some()
}

/// Shows what is known of a page: a failed or odd one as it was received, a good one as it is now.
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
