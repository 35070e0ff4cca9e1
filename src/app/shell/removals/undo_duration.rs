//! How long *Undo* is offered after a removal.

use std::time::Duration;

/// The time in which a removal can be undone.
pub(in crate::shell) const UNDO_STAYS: Duration = Duration::from_secs(8);
/// The same for a site, which has more data.
pub(in crate::shell) const SITE_UNDO_STAYS: Duration = Duration::from_secs(20);
