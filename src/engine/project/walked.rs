//! Whether the lists of a site were once read to their ends, kept as a setting.

use bowerbird_io::store::{Store, StoreError};
use bowerbird_logic::model::SiteId;

/// The lists of the site must be read to their end again: what they led to was dropped.
pub(crate) fn forget_walk(store: &Store, site: SiteId) -> Result<(), StoreError> {
    store.set_setting(&walked_key(site), "")
}

pub(crate) fn walked_key(site: SiteId) -> String {
    format!("walked:{site}")
}
