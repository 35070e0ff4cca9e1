//! Commands about the project as a whole, and the engine's shutdown.

use crate::protocol::PlanDecision;
use bowerbird_io::secrets::Secret;
use bowerbird_io::work_queue::PublicKey;

/// What is asked about workers on other machines; each is answered with all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkersRequest {
    /// Who is there.
    Look,
    /// Uses the queue at this address from now on, if it can be used.
    Use {
        /// The address.
        address: String,
        /// Its password; the kept one when absent.
        password: Option<Secret>,
    },
    /// Uses no workers from now on.
    Off,
    /// Accepts the worker with this key.
    Accept {
        /// The key.
        key: PublicKey,
        /// Whether it may get secrets.
        secrets: bool,
    },
    /// Accepts a worker no longer.
    Remove(PublicKey),
    /// Hands nothing out to a worker.
    Pause(PublicKey),
    /// Lets a worker finish what it has.
    Drain(PublicKey),
    /// Hands requests out to a worker again.
    Resume(PublicKey),
}

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
    /// About workers on other machines → `Workers`.
    Workers(WorkersRequest),
    /// Stops everything; the event stream ends.
    Shutdown,
}

impl ProjectCommand {
    /// Whether it may change the project's automatic actions.
    pub(super) fn may_change_plan(&self) -> bool {
        match self {
            Self::OpenSample | Self::DemonstrateSample => true,
            Self::Decide(_)
            | Self::FindLocked
            | Self::ForgetLocked
            | Self::Workers(_)
            | Self::Shutdown => false,
        }
    }
}
