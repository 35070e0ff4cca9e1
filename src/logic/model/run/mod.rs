//! One run of one site: its limits, its progress, its end.
//!
//! Below: pages as a run met them, what is counted over time, and how far back charts go.

pub(super) mod chart_span;
mod clock_and_size_text;
pub(super) mod page;
mod run_end;
mod run_limits;
mod run_options;
mod run_progress;
pub(super) mod tally;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use clock_and_size_text::{clock_text, size_text};
pub use run_end::RunEnd;
pub use run_limits::RunLimits;
pub use run_options::{RunCause, RunOptions};
pub use run_progress::{RunProgress, SiteQuestion};

use super::{PageState, RunId, SiteId};
use crate::messages::Message;

/// A run as stored in the project file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Row id.
    pub id: RunId,
    /// The site.
    pub site: SiteId,
    /// Name of the site.
    pub site_name: String,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended; `None` while it runs or after a crash.
    pub ended_at: Option<Timestamp>,
    /// What started it.
    pub cause: RunCause,
    /// Whether it continued the queue of an earlier one.
    pub resumed: bool,
    /// When it was due, if the program was not running then and it is made up for later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_up: Option<Timestamp>,
    /// Its limits.
    pub limits: RunLimits,
    /// How it ended.
    pub end: Option<RunEnd>,
    /// Its figures.
    pub progress: RunProgress,
    /// State of the site at its end.
    pub state: Option<PageState>,
    /// A message for the user about its end.
    pub message: Option<Message>,
}
