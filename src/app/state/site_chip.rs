//! What the sites of the window's tables are picked out by.

use super::app_state::{AppState, needs_attention};
use bowerbird_engine::types::{PageState, Site};

/// What sites are picked out by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chip {
    /// Those that a person should look at.
    Attention,
    /// Those that run.
    Running,
    /// Those that a person put to rest.
    Paused,
    /// Those that never ran.
    New,
    /// Those that keep us out.
    Blocked,
    /// Those that cannot be reached, or not without a login.
    Failed,
    /// Those in a state.
    State(PageState),
}

impl Chip {
    /// Whether `site` is one of those.
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
