//! Commands about samples: pages with the expected results of a rule.

use std::path::PathBuf;

use crate::protocol::PageTicket;
use crate::protocol::authoring::PageRole;
use bowerbird_logic::model::{SampleId, SiteId};

/// A command about samples.
#[derive(Clone, Debug, PartialEq)]
pub enum SampleCommand {
    /// Stores an open page as a sample that expects the rule's current results → `SamplesChanged`.
    Add {
        /// Which page.
        ticket: PageTicket,
        /// Its site; `None` for a rule that is not saved yet (see `Save`).
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
        /// The role of the page.
        role: PageRole,
    },
    /// Turns pages on disk into samples → `SamplesTaken`, `SamplesChanged`.
    AddFiles {
        /// Their site; `None` for a rule that is not saved yet.
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
        /// The files.
        paths: Vec<PathBuf>,
    },
    /// Imports the samples beside a rule file → `SamplesTaken`, `SamplesChanged`.
    Take {
        /// Their future site.
        site: SiteId,
        /// The rule file; they are in `NAME.samples` beside it.
        rule_file: PathBuf,
    },
    /// Removes a sample → `SamplesChanged`.
    Remove {
        /// Whose.
        site: Option<SiteId>,
        /// Which.
        id: SampleId,
    },
    /// Makes a sample expect the rule's current results → `SamplesChanged`.
    Accept {
        /// Whose.
        site: Option<SiteId>,
        /// Which.
        id: SampleId,
        /// The rule.
        rule_toml: String,
    },
    /// Moves the samples of the unsaved rule to its site → `SamplesChanged`.
    Save {
        /// The site created from the rule.
        site: SiteId,
    },
    /// Reports the samples → `SamplesChanged`.
    List {
        /// Whose.
        site: Option<SiteId>,
    },
    /// Removes the samples of the unsaved rule → `SamplesChanged`.
    Drop,
    /// Runs a rule on all samples, without a request → `SamplesTested`; a newer one ends it.
    Run {
        /// Returned with the answer.
        generation: u64,
        /// Whose.
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
    },
}
