//! Stores the resources of open pages: the style sheets and small pictures of a page are stored
//! with its site, so that its samples and stored pages look right later. Input: open pages.
//! Output: rows of the store. Nothing is fetched for it.

use std::sync::Arc;

use super::page_thread::PageText;
use crate::page_resources::stored_resources::worth_keeping;
use bowerbird_io::store::{KeptResource, StoreError};
use bowerbird_logic::model::SiteId;

/// The resources a page has used so far that are worth storing. A refused page says nothing about
/// the site's looks.
pub(in crate::controller) fn used(text: &PageText) -> Vec<KeptResource> {
    if text.came.status == 200 {
        worth_keeping(text.resources.came())
    } else {
        Vec::new()
    }
}

/// Stores the resources of a page with `site`.
///
/// # Errors
/// From the store.
pub(in crate::controller) fn keep(text: &PageText, site: SiteId) -> Result<(), StoreError> {
    let store = &text.context.store;
    store.keep_resources(site, &used(text), text.came.fetched_at)
}

/// Stores them in the background, if the page was fetched for a site. A failure only affects
/// appearance, and is not reported.
pub(in crate::controller) fn keep_in_time(text: &Arc<PageText>) {
    if let Some(site) = text.site {
        keep_beside(text, site);
    }
}

/// [`keep`] on its own thread.
pub(in crate::controller) fn keep_beside(text: &Arc<PageText>, site: SiteId) {
    let text = Arc::clone(text);
    drop(tokio::task::spawn_blocking(move || {
        if let Err(error) = keep(&text, site) {
            tracing::debug!(%error, "style sheets not kept");
        }
    }));
}
