//! The arguments of `rule …`. Names are stable for users. A command with more than a few arguments
//! has a struct of its own here.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use bowerbird_engine::types::PageKind;

/// `rule …`
#[derive(Debug, Subcommand)]
pub enum RuleSubcommand {
    /// Check rule files
    Check {
        /// Rule files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Make a rule from examples
    Learn(super::LearnArguments),
    /// Propose what would make a rule work on a redesigned site
    Repair(RepairArguments),
    /// Run a rule on its sample pages, or show what it yields on one page
    Test(TestArguments),
    /// Save a page, with what the rule yields on it, as a sample of the rule
    Sample(SampleArguments),
    /// Make rules of the rule files of other programs
    Import(ImportArguments),
    /// List the versions of a site's rule
    History {
        /// Name of the site
        site: String,
    },
    /// What differs between two versions of a site's rule
    Diff {
        /// Name of the site
        site: String,
        /// Version before (default: the one before the later)
        from: Option<u32>,
        /// Version after (default: the latest)
        to: Option<u32>,
    },
    /// Make an older version of a site's rule the newest
    Restore {
        /// Name of the site
        site: String,
        /// Number of the version
        version: u32,
        /// Also where it asks other hosts, logs in otherwise or reads files
        #[arg(long)]
        yes: bool,
    },
    /// Run a site's rule over its stored pages, without a request
    Rerun(RerunArguments),
    /// Find rules and alternatives that say the same twice, and merge them
    Duplicates(DuplicatesArguments),
}

/// `rule duplicates`
#[derive(Debug, Args)]
pub struct DuplicatesArguments {
    /// Rule files; the sites of the project without one
    pub files: Vec<PathBuf>,
    /// Page to try alternatives on, beside the rules' samples: a file (.gz too) or an address
    #[arg(long = "page", value_name = "P")]
    pub pages: Vec<String>,
    /// Address of the pages that are files
    #[arg(long, value_name = "BASE", requires = "pages")]
    pub url: Option<String>,
    /// Write one rule that says what all the files say
    #[arg(long, requires = "out", requires = "files")]
    pub merge: bool,
    /// Rule file to write with --merge
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
    /// What the old pages yielded, JSON lines {page, field: value …}; without it the rule is run
    #[arg(long, value_name = "V.jsonl")]
    pub values: Option<PathBuf>,
    /// Pages of the site as it is now: files (.gz too) or addresses
    #[arg(long, required = true, num_args = 1.., value_name = "P")]
    pub new: Vec<String>,
    /// File to write the repaired rule to
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write doubtful proposals too: look at each before
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
    /// Another rule file instead of the site's rule
    #[arg(long, value_name = "FILE", requires = "dry_run")]
    pub rule: Option<PathBuf>,
    /// Remove records that the rule no longer yields (they are kept otherwise)
    #[arg(long)]
    pub remove_lost: bool,
    /// Put the records back that the last rerun changed
    #[arg(long, conflicts_with_all = ["dry_run", "remove_lost"])]
    pub undo: bool,
}

/// `rule import`
#[derive(Debug, Args)]
pub struct ImportArguments {
    /// Format: webscraper, ftr, opml, legado, crawl4ai, easyspider; auto recognises it
    pub format: String,
    /// Files of that format (.gz too)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Folder for the rules, one file a site; made when it is not there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Replace rule files of the same name; without it they stay as they are
    #[arg(long)]
    pub force: bool,
}

/// `rule test`
#[derive(Debug, Args)]
pub struct TestArguments {
    /// Rule file; its samples lie beside it in NAME.samples
    pub file: PathBuf,
    /// Show what the rule yields on this page instead: a file (.gz too), an address, or -
    #[arg(long, value_name = "P")]
    pub page: Option<String>,
    /// Address of the page, when it is a file
    #[arg(long, value_name = "BASE", requires = "page")]
    pub url: Option<String>,
    /// Take what the rule yields now as what is expected, after showing it
    #[arg(long, conflicts_with = "page")]
    pub accept: bool,
}

/// `rule sample`
#[derive(Debug, Args)]
pub struct SampleArguments {
    /// Rule file
    pub file: PathBuf,
    /// Page: a file (.gz too), an address, or - for standard input
    pub page: String,
    /// Name of the sample (default: made of the address)
    #[arg(long)]
    pub id: Option<String>,
    /// Address of the page, when it is a file
    #[arg(long, value_name = "BASE")]
    pub url: Option<String>,
    /// What the page is (default: told by what the rule finds)
    #[arg(long, value_enum)]
    pub kind: Option<KindName>,
    /// Replace a sample of that name without asking
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
