//! Which sites a command is about.

use clap::Args;

/// Sites by name, by tag, or all.
#[derive(Debug, Default, Args)]
pub struct ChosenSites {
    /// Site names
    #[arg(value_name = "SITE")]
    pub names: Vec<String>,
    /// All sites with this tag; repeatable
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// All sites
    #[arg(long, conflicts_with_all = ["names", "tags"])]
    pub all: bool,
    /// Show which sites, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

impl ChosenSites {
    /// Whether no site is named in any way.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.tags.is_empty() && !self.all
    }
}

/// `site tag`
#[derive(Debug, Args)]
pub struct TagArguments {
    /// Which sites
    #[command(flatten)]
    pub sites: ChosenSites,
    /// Add this tag; repeatable
    #[arg(long = "add", value_name = "TAG", required_unless_present = "remove")]
    pub add: Vec<String>,
    /// Remove this tag of your own; tags of rules stay; repeatable
    #[arg(long = "remove", value_name = "TAG")]
    pub remove: Vec<String>,
}
