//! The arguments of `rule …`. Names are stable for users. A command with more than a few arguments
//! has a struct of its own here.

pub mod learn;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use bowerbird_engine::types::PageKind;

/// `rule …`
#[derive(Debug, Subcommand)]
pub enum RuleSubcommand {
    /// Check rule files
    Check {
        /// Manage rule files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Make a rule from examples
    Learn(super::LearnArguments),
    /// Suggest fixes that make a rule work on a redesigned site
    Repair(RepairArguments),
    /// Test a rule on its sample pages, or show what it finds on one page
    Test(TestArguments),
    /// Save a page, with what the rule finds on it, as a sample of the rule
    Sample(SampleArguments),
    /// Import rule files of other programs
    Import(ImportArguments),
    /// List the versions of a site's rule
    History {
        /// Name of the site
        site: String,
    },
    /// Compare two versions of a site's rule
    Diff {
        /// Name of the site
        site: String,
        /// Earlier version (default: the one before the later)
        from: Option<u32>,
        /// Later version (default: the latest)
        to: Option<u32>,
    },
    /// Restore an older version of a site's rule
    Restore {
        /// Name of the site
        site: String,
        /// Version number
        version: u32,
        /// Even if it contacts other hosts, logs in differently or reads files
        #[arg(long)]
        yes: bool,
    },
    /// Re-extract a site's saved pages with its rule, without requests
    Rerun(RerunArguments),
    /// Find duplicate rules and alternatives, and merge them
    Duplicates(DuplicatesArguments),
}

/// `rule duplicates`
#[derive(Debug, Args)]
pub struct DuplicatesArguments {
    /// Rule files (default: the project's sites)
    pub files: Vec<PathBuf>,
    /// Page to test alternatives on, besides the rules' samples: a file (.gz too) or an address
    #[arg(long = "page", value_name = "P")]
    pub pages: Vec<String>,
    /// Address of pages that are files
    #[arg(long, value_name = "BASE", requires = "pages")]
    pub url: Option<String>,
    /// Merge the files into one rule
    #[arg(long, requires = "out", requires = "files")]
    pub merge: bool,
    /// Output rule file with --merge
    #[arg(long, value_name = "FILE", requires = "merge")]
    pub out: Option<PathBuf>,
}

/// `rule repair`
#[derive(Debug, Args)]
pub struct RepairArguments {
    /// Rule file
    pub file: PathBuf,
    /// Pages from before the redesign: files (.gz too) or addresses
    #[arg(long, required = true, num_args = 1.., value_name = "P")]
    pub old: Vec<String>,
    /// What the rule found on the old pages, JSON lines {page, field: value …}; without it the rule is run
    #[arg(long, value_name = "V.jsonl")]
    pub values: Option<PathBuf>,
    /// Pages of the site now: files (.gz too) or addresses
    #[arg(long, required = true, num_args = 1.., value_name = "P")]
    pub new: Vec<String>,
    /// Output file for the repaired rule
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Also write doubtful suggestions: review each first
    #[arg(long, requires = "out")]
    pub doubtful: bool,
}

/// `rule rerun`
#[derive(Debug, Args)]
pub struct RerunArguments {
    /// Name of the site
    pub site: String,
    /// Only show what would change
    #[arg(long)]
    pub dry_run: bool,
    /// Use this rule file instead of the site's rule
    #[arg(long, value_name = "FILE", requires = "dry_run")]
    pub rule: Option<PathBuf>,
    /// Remove records that the rule no longer finds (kept by default)
    #[arg(long)]
    pub remove_lost: bool,
    /// Restore the records that the last rerun changed
    #[arg(long, conflicts_with_all = ["dry_run", "remove_lost"])]
    pub undo: bool,
}

/// `rule import`
#[derive(Debug, Args)]
pub struct ImportArguments {
    /// Format: webscraper, ftr, opml, legado, crawl4ai, easyspider; auto detects it
    pub format: String,
    /// Files of that format (.gz too)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Folder for the rules, one file per site; created if missing
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Replace rule files of the same name (kept by default)
    #[arg(long)]
    pub force: bool,
}

/// `rule test`
#[derive(Debug, Args)]
pub struct TestArguments {
    /// Rule file; its samples are beside it in NAME.samples
    pub file: PathBuf,
    /// Show what the rule finds on this page instead: a file (.gz too), an address, or -
    #[arg(long, value_name = "P")]
    pub page: Option<String>,
    /// Address of the page, if it is a file
    #[arg(long, value_name = "BASE", requires = "page")]
    pub url: Option<String>,
    /// Show what the rule finds now, then accept it as expected
    #[arg(long, conflicts_with = "page")]
    pub accept: bool,
    /// Read the page twice: which field says which row it is, and what changes at every reading
    #[arg(long, requires = "page")]
    pub twice: bool,
    /// With --twice: write the rule with the suggestions to this file
    #[arg(long, value_name = "RULE", requires = "twice")]
    pub out: Option<PathBuf>,
}

/// `rule sample`
#[derive(Debug, Args)]
pub struct SampleArguments {
    /// Rule file
    pub file: PathBuf,
    /// Page: a file (.gz too), an address, or - for standard input
    pub page: String,
    /// Sample name (default: from the address)
    #[arg(long)]
    pub id: Option<String>,
    /// Address of the page, if it is a file
    #[arg(long, value_name = "BASE")]
    pub url: Option<String>,
    /// Kind of page (default: detected from what the rule finds)
    #[arg(long, value_enum)]
    pub kind: Option<KindName>,
    /// Replace a sample of that name without a prompt
    #[arg(long)]
    pub force: bool,
}

/// What a page is to a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KindName {
    /// A list page
    List,
    /// A content page
    Content,
}

impl From<KindName> for PageKind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::List => Self::List,
            KindName::Content => Self::Content,
        }
    }
}
