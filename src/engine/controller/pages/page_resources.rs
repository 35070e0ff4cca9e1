//! Keeping how open pages look: the style sheets and small pictures that a page used go into the
//! project with its site, so that its samples and kept pages look like themselves later. Flows in:
//! open pages. Flows out: rows of the store. Nothing is fetched for it.

use std::sync::Arc;

use super::page_thread::PageText;
use crate::resources::kept::worth_keeping;
use bowerbird_io::store::{KeptResource, StoreError};
use bowerbird_logic::model::SiteId;

/// What a page used so far, as far as it is worth keeping. A refusal says nothing about the looks
/// of a site.
pub(in crate::controller) fn used(text: &PageText) -> Vec<KeptResource> {
    if text.came.status == 200 {
        worth_keeping(text.resources.came())
    } else {
        Vec::new()
    }
}

/// Keeps what a page used with `site`.
///
/// # Errors
/// From the store.
pub(in crate::controller) fn keep(text: &PageText, site: SiteId) -> Result<(), StoreError> {
    let store = &text.context.store;
    store.keep_resources(site, &used(text), text.came.fetched_at)
}

/// Keeps it beside other work, when the page was fetched for a site. That it could not be kept
/// costs only appearance, and is not reported.
pub(in crate::controller) fn keep_in_time(text: &Arc<PageText>) {
    if let Some(site) = text.site {
        keep_beside(text, site);
    }
}

/// [`keep`] on a thread of its own.
pub(in crate::controller) fn keep_beside(text: &Arc<PageText>, site: SiteId) {
    let text = Arc::clone(text);
    drop(tokio::task::spawn_blocking(move || {
        if let Err(error) = keep(&text, site) {
            tracing::debug!(%error, "style sheets not kept");
        }
    }));
}
