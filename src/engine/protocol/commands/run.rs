//! Commands about runs of sites, and about reruns over stored pages.

use std::time::Duration;

use crate::protocol::RereadCommand;
use bowerbird_logic::model::{RunOptions, SiteId};

/// A command about runs.
#[derive(Clone, Debug, PartialEq)]
pub enum RunCommand {
    /// Runs sites → `RunStarted`, `RunProgress`, `RunEnded`, `SitesChanged`, `RecordsChanged`.
    Start {
        /// The sites; all enabled ones when empty.
        sites: Vec<SiteId>,
        /// Limits.
        options: RunOptions,
    },
    /// Stops the run of a site (it resumes next time).
    Stop {
        /// Which.
        site: SiteId,
    },
    /// Pauses the run of a site until a person resumes it, even across program restarts.
    Pause {
        /// Which.
        site: SiteId,
    },
    /// Cancels the run of a site: its queue is dropped, and the next run starts over. Also without
    /// a run → `SitesChanged`.
    Cancel {
        /// Which.
        site: SiteId,
    },
    /// Undoes the last `Cancel` of a site, until its next run begins → `SitesChanged`.
    RestoreQueue {
        /// Which.
        site: SiteId,
    },
    /// Sets the minimum distance of requests of a site's current run, until it ends. Never below
    /// that of its rule, robots.txt and supervision.
    Pace {
        /// Which.
        site: SiteId,
        /// The minimum time between two requests; zero restores the rule's. At most ten minutes.
        gap: Duration,
    },
    /// Stops all runs at once; pages in progress are requested again the next time.
    StopAll,
    /// Stops all runs once the pages in progress are stored.
    FinishAll,
    /// Pauses all runs and starts only manual ones, or resumes those paused by this, and those that
    /// wait → `SitesChanged`.
    HoldAll {
        /// Hold or resume.
        on: bool,
    },
    /// Reruns a site's rule over its stored pages, without a request → `Rerun`, `RecordsChanged`.
    /// `Stop` stops it.
    Rerun {
        /// The site.
        site: SiteId,
        /// Whether to remove records that the rule no longer yields.
        remove_lost: bool,
    },
    /// About the results of a rule on stored pages.
    Reread(RereadCommand),
}
