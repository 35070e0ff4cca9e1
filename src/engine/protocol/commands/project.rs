//! Commands about the project as a whole, and the engine's shutdown.

use serde::Serialize;

use crate::protocol::PlanDecision;
use bowerbird_io::secrets::Secret;
use bowerbird_io::work_queue::PublicKey;
use bowerbird_logic::messages::Language;

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
    /// About answers to other programs → `Serving`.
    Serve(ServeCommand),
    /// Stops everything; the event stream ends.
    Shutdown,
}

/// A command about answers to other programs while the window is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServeCommand {
    /// Answers them at this port of this machine, in place of another one.
    Start {
        /// The port; any free one when 0.
        port: u16,
        /// The language of reasons and feeds.
        language: Language,
    },
    /// Answers nobody.
    Stop,
    /// Makes another token: the one before no longer counts.
    NewToken,
}

/// Whether other programs are answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ServeState {
    /// The address; `None` if nobody is answered.
    pub address: Option<String>,
    /// The token that they need, for the person to copy.
    #[serde(skip)]
    pub token: Secret,
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
            | Self::Serve(_)
            | Self::Shutdown => false,
        }
    }
}
