//! Whether the lists of a site were once read to their end, stored as a setting.

use bowerbird_io::store::{Store, StoreError};
use bowerbird_logic::model::SiteId;

/// Marks the lists of the site to be read to their end again: their links were dropped.
pub(crate) fn forget_walk(store: &Store, site: SiteId) -> Result<(), StoreError> {
    store.set_setting(&walked_key(site), "")
}

pub(crate) fn walked_key(site: SiteId) -> String {
    format!("walked:{site}")
}
