//! Commands about the project as a whole, and the engine's shutdown.

use crate::protocol::PlanDecision;

/// A command about the project.
#[derive(Clone, Debug, PartialEq)]
pub enum ProjectCommand {
    /// Starts the sample site in this process, adds its sites → `SampleReady`, `SitesChanged`.
    OpenSample,
    /// Starts the sample site in this process and shows on it what works and what goes wrong: its
    /// sites are added and run, one of them is redesigned meanwhile, one blocks → `SampleReady`,
    /// `SitesChanged`, the events of runs, `SampleCollected`.
    DemonstrateSample,
    /// The user's decisions on parts of the project's plan → `PermissionsChanged`.
    Decide(Vec<PlanDecision>),
    /// Looks which passwords of the pools are locked → `SecretsLocked`.
    FindLocked,
    /// Puts the secrets aside that cannot be read because their passphrase is lost; a new passphrase
    /// is chosen with the next password → `SecretsLocked`, `PoolsChanged`.
    ForgetLocked,
    /// Stops everything; the event stream ends.
    Shutdown,
}

impl ProjectCommand {
    /// Whether it may change the project's automatic actions.
    pub(super) fn may_change_plan(&self) -> bool {
        match self {
            Self::OpenSample | Self::DemonstrateSample => true,
            Self::Decide(_) | Self::FindLocked | Self::ForgetLocked | Self::Shutdown => false,
        }
    }
}
