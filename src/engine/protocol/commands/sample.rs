//! Commands about samples: pages with what a rule is to yield on them.

use std::path::PathBuf;

use crate::protocol::PageTicket;
use crate::protocol::authoring::PageRole;
use bowerbird_logic::model::{SampleId, SiteId};

/// A command about samples.
#[derive(Clone, Debug, PartialEq)]
pub enum SampleCommand {
    /// Keeps an open page as a sample that expects what the rule yields now → `SamplesChanged`.
    Add {
        /// Which page.
        ticket: PageTicket,
        /// Whose sample; none for a rule that is not saved yet (see `Save`).
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
        /// What the page is to the rule.
        role: PageRole,
    },
    /// Makes pages that lie on disk samples → `SamplesTaken`, `SamplesChanged`.
    AddFiles {
        /// Whose samples; none for a rule that is not saved yet.
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
        /// The files.
        paths: Vec<PathBuf>,
    },
    /// Takes the samples that lie beside a rule file → `SamplesTaken`, `SamplesChanged`.
    Take {
        /// Whose samples they are to be.
        site: SiteId,
        /// The rule file; they lie in `NAME.samples` beside it.
        rule_file: PathBuf,
    },
    /// Removes a sample → `SamplesChanged`.
    Remove {
        /// Whose.
        site: Option<SiteId>,
        /// Which.
        id: SampleId,
    },
    /// Makes a sample expect what the rule yields now → `SamplesChanged`.
    Accept {
        /// Whose.
        site: Option<SiteId>,
        /// Which.
        id: SampleId,
        /// The rule.
        rule_toml: String,
    },
    /// Gives the samples of the rule that was not saved yet to its site → `SamplesChanged`.
    Save {
        /// The site that the rule was saved as.
        site: SiteId,
    },
    /// Tells the samples → `SamplesChanged`.
    List {
        /// Whose.
        site: Option<SiteId>,
    },
    /// Forgets the samples of the rule that was not saved → `SamplesChanged`.
    Drop,
    /// Runs a rule on all samples, without a request → `SamplesTested`; a newer one ends it.
    Run {
        /// Carried back with the answer.
        generation: u64,
        /// Whose.
        site: Option<SiteId>,
        /// The rule.
        rule_toml: String,
    },
}
