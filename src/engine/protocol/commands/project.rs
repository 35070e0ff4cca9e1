//! Commands about the project as a whole, and the end of the engine.

use crate::protocol::PartWord;

/// A command about the project.
#[derive(Clone, Debug, PartialEq)]
pub enum ProjectCommand {
    /// Starts the sample site in this process, adds its sites → `SampleReady`, `SitesChanged`.
    OpenSample,
    /// What the person says to parts of the project's plan → `PermissionsChanged`.
    Decide(Vec<PartWord>),
    /// Stops everything; the event stream ends.
    Shutdown,
}

impl ProjectCommand {
    /// Whether it may change what the project does by itself.
    pub(super) fn may_change_plan(&self) -> bool {
        match self {
            Self::OpenSample => true,
            Self::Decide(_) | Self::Shutdown => false,
        }
    }
}
