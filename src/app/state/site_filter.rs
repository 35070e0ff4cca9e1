//! Filters of the sites in the window's tables, and which sites each holds.

use super::app_state::AppState;
use bowerbird_engine::types::{PageState, Site};

/// A filter for sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteFilter {
    /// Sites that require attention.
    Attention,
    /// Running sites.
    Running,
    /// Sites paused by the user.
    Paused,
    /// Sites that never ran.
    New,
    /// Sites whose first run has not come to its end.
    Begun,
    /// Sites that block us.
    Blocked,
    /// Sites that are unreachable.
    Failed,
    /// Sites in this state.
    State(PageState),
}

impl SiteFilter {
    /// Whether `site` matches.
    pub fn holds(self, world: &AppState, site: &Site) -> bool {
        let state = site.status.as_ref().map(|status| status.state);
        let running = world.live.contains_key(&site.id);
        let begun = site.records > 0 || world.ended.contains_key(&site.id);
        match self {
            Self::Attention => world.waits_for_person(site),
            Self::Running => running,
            Self::Paused => site.paused && !running,
            Self::New => state.is_none() && !running && !begun,
            Self::Begun => state.is_none() && !running && begun && !site.paused,
            Self::Blocked => state.is_some_and(PageState::is_block),
            Self::Failed => matches!(state, Some(PageState::Outage | PageState::ProxyFault)),
            // Each site has one word: what runs or is paused is not counted once more.
            Self::State(wanted) => state == Some(wanted) && !running && !site.paused,
        }
    }
}
