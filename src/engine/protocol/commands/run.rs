//! Commands about runs of sites, and about rules run over stored pages.

use std::time::Duration;

use crate::protocol::RereadOrder;
use bowerbird_logic::model::{RunOptions, SiteId};

/// A command about runs.
#[derive(Clone, Debug, PartialEq)]
pub enum RunCommand {
    /// Runs sites → `RunStarted`, `RunProgress`, `RunEnded`, `SitesChanged`, `RecordsChanged`.
    Start {
        /// Which; all enabled ones when empty.
        sites: Vec<SiteId>,
        /// Limits.
        options: RunOptions,
    },
    /// Stops the run of a site (it resumes next time).
    Stop {
        /// Which.
        site: SiteId,
    },
    /// Pauses the run of a site until a person runs it by name, also beyond the program's end.
    Pause {
        /// Which.
        site: SiteId,
    },
    /// Ends the run of a site for good: what it has queued is dropped, and the next run begins
    /// again. So too where none runs → `SitesChanged`.
    Cancel {
        /// Which.
        site: SiteId,
    },
    /// Takes the last `Cancel` of a site back, until its next run begins → `SitesChanged`.
    RestoreQueue {
        /// Which.
        site: SiteId,
    },
    /// Lets the run of a site that goes on ask at least so far apart, until it ends. Never less than
    /// its rule, robots.txt and supervision ask for.
    Pace {
        /// Which.
        site: SiteId,
        /// Least time between two requests; zero leaves it to the rule again. At most ten minutes.
        gap: Duration,
    },
    /// Stops all runs at once; pages under way are asked for again the next time.
    StopAll,
    /// Stops all runs when the pages under way are stored.
    FinishAll,
    /// Pauses all runs and begins none but those that a person asks for, or lets those that were
    /// paused by this, and those that wait, go on → `SitesChanged`.
    HoldAll {
        /// Hold them or let them go on.
        on: bool,
    },
    /// Runs a site's rule over its stored pages, without a request → `Rerun`, `RecordsChanged`.
    /// `Stop` stops it.
    Rerun {
        /// Which site.
        site: SiteId,
        /// Whether records that the rule no longer yields go.
        remove_lost: bool,
    },
    /// About what a rule makes of stored pages.
    Reread(RereadOrder),
}
