//! Chips that filter the sites in the window's tables.

use super::app_state::{AppState, needs_attention};
use bowerbird_engine::types::{PageState, Site};

/// A filter for sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chip {
    /// Sites that require attention.
    Attention,
    /// Running sites.
    Running,
    /// Sites paused by the user.
    Paused,
    /// Sites that never ran.
    New,
    /// Sites that block us.
    Blocked,
    /// Sites that are unreachable or require a login.
    Failed,
    /// Sites in this state.
    State(PageState),
}

impl Chip {
    /// Whether `site` matches.
    pub fn holds(self, world: &AppState, site: &Site) -> bool {
        let state = site.status.as_ref().map(|status| status.state);
        match self {
            Self::Attention => needs_attention(site),
            Self::Running => world.live.contains_key(&site.id),
            Self::Paused => site.paused && !world.live.contains_key(&site.id),
            Self::New => state.is_none(),
            Self::Blocked => state.is_some_and(PageState::is_block),
            Self::Failed => matches!(
                state,
                Some(PageState::Outage | PageState::ProxyFault | PageState::LoginRequired)
            ),
            Self::State(wanted) => state == Some(wanted),
        }
    }
}
