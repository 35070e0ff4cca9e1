//! How long a notice stays. How long *Undo* is offered after a removal is in
//! `shell::removals::undo_duration`.

use std::time::Duration;

/// A success message or a hint.
pub const SUCCESS_STAYS: Duration = Duration::from_secs(8);
/// The notice about two sites with the same start address.
pub const SAME_ADDRESS_STAYS: Duration = Duration::from_secs(20);
/// The offer to open a blocked page again through a new proxy, which may be tested first.
pub const OPEN_AGAIN_STAYS: Duration = Duration::from_secs(180);
