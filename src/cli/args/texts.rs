//! `search`, `record`, `summarise`, `reposts`, `changes`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::choice::{Choice, choice};
use bowerbird_engine::types::{ChangeKind, ChangesFormat, DEFAULT_KEYWORDS, SummaryLength};

/// `search`
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// Words, "phrases", AND OR NOT, -word, word*, and site: after: before: lang: tag:; Chinese works
    #[arg(required = true)]
    pub query: Vec<String>,
    /// Only this site
    #[arg(long)]
    pub site: Option<String>,
    /// Maximum number of records
    #[arg(long, default_value_t = 20)]
    pub limit: u64,
    /// Skip reposts
    #[arg(long)]
    pub fold: bool,
}

/// `record …`
#[derive(Debug, Subcommand)]
pub enum RecordSubcommand {
    /// Delete records; no run collects them again, and `record restore` brings them back
    Delete(ChosenRecords),
    /// Restore deleted records with their tags, notes and versions
    Restore(ChosenRecords),
    /// Write values into records by hand; later readings do not overwrite them
    #[command(group(
        clap::ArgGroup::new("values").required(true).multiple(true).args(["set", "unset"])
    ))]
    Edit {
        #[command(flatten)]
        chosen: ChosenRecords,
        /// Set title, date, author, text or a field; a list as JSON, such as '["a","b"]'
        #[arg(long, value_name = "FIELD=VALUE")]
        set: Vec<String>,
        /// Go back to what the page says
        #[arg(long, value_name = "FIELD")]
        unset: Vec<String>,
    },
    /// Add a record by hand
    Add {
        /// The address of its page
        url: String,
        /// Its site
        #[arg(long, value_name = "S")]
        site: String,
        /// Set title, date, author, text or a field; a list as JSON, such as '["a","b"]'
        #[arg(long, value_name = "FIELD=VALUE", required = true)]
        set: Vec<String>,
    },
    /// Find text in values and replace it, by hand; see it first with --dry-run
    Replace {
        #[command(flatten)]
        chosen: ChosenRecords,
        /// What is found, letter by letter
        #[arg(long, value_name = "TEXT")]
        find: String,
        /// What takes its place; $1 is the first group of a pattern
        #[arg(long, value_name = "TEXT")]
        with: String,
        /// What is found is a regular expression
        #[arg(long)]
        pattern: bool,
        /// Only in this column or field
        #[arg(long, value_name = "NAME")]
        field: Option<String>,
    },
    /// Merge records into the first one: it gets the values that it lacks, and the others are deleted
    Merge {
        /// Their addresses, or their numbers (`id` in `--json search`)
        #[arg(value_name = "RECORD", num_args = 2.., required = true)]
        records: Vec<String>,
        /// Set title, date, author, text or a field; a list as JSON, such as '["a","b"]'
        #[arg(long, value_name = "FIELD=VALUE")]
        set: Vec<String>,
        /// List the records instead
        #[arg(long)]
        dry_run: bool,
    },
    /// Move records to another site with their tags, notes and versions
    Move {
        #[command(flatten)]
        chosen: ChosenRecords,
        /// The site
        #[arg(long, value_name = "S")]
        to: String,
    },
    /// List the deleted records, those deleted last first
    ListDeleted {
        /// Only with these words
        query: Vec<String>,
        /// Only of this site
        #[arg(long, value_name = "S")]
        site: Option<String>,
        /// Maximum number
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u64,
    },
}

/// Which records
#[derive(Debug, Args)]
#[command(group(
    clap::ArgGroup::new("which")
        .required(true)
        .multiple(true)
        .args(["records", "query", "site", "tag", "since", "until"])
))]
pub struct ChosenRecords {
    /// Their addresses, or their numbers (`id` in `--json search`)
    #[arg(value_name = "RECORD")]
    pub records: Vec<String>,
    /// Those matching this search
    #[arg(long, value_name = "WORDS")]
    pub query: Option<String>,
    /// Those of this site
    #[arg(long, value_name = "S")]
    pub site: Option<String>,
    /// Those with this tag
    #[arg(long)]
    pub tag: Option<String>,
    /// Those fetched since then: ISO 8601 date or time
    #[arg(long, value_name = "T")]
    pub since: Option<String>,
    /// Those fetched before then
    #[arg(long, value_name = "T")]
    pub until: Option<String>,
    /// Only list them
    #[arg(long)]
    pub dry_run: bool,
}

/// `summarise`
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("length").args(["sentences", "words", "characters"])))]
pub struct SummariseArguments {
    /// Only matches of this search
    pub query: Vec<String>,
    /// Only this site
    #[arg(long)]
    pub site: Option<String>,
    /// Maximum sentences
    #[arg(long, value_name = "N", help = sentences_help())]
    pub sentences: Option<usize>,
    /// Maximum words
    #[arg(long, value_name = "N")]
    pub words: Option<usize>,
    /// Maximum characters
    #[arg(long, value_name = "N")]
    pub characters: Option<usize>,
    /// Maximum keywords
    #[arg(long, value_name = "N", default_value_t = DEFAULT_KEYWORDS)]
    pub keywords: usize,
    /// Use this service instead: it receives {title, text, length, keywords} and returns {summary, keywords}
    #[arg(long, value_name = "URL")]
    pub service: Option<String>,
}

fn sentences_help() -> String {
    let usual = SummaryLength::DEFAULT_SENTENCES;
    format!("Maximum sentences (default: {usual})")
}

/// `reposts …`
#[derive(Debug, Subcommand)]
pub enum RepostsSubcommand {
    /// List the latest reposts, each with the record it repeats
    List {
        /// Maximum number
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Find reposts in the whole project, not only among recent records
    Pass,
    /// Undo what the last passes found
    Undo,
    /// Mark the records of an address as not reposts, permanently
    Apart {
        /// The address
        url: String,
    },
    /// Show or change how reposts are found
    Settings {
        /// Turn the search on
        #[arg(long, conflicts_with = "off")]
        on: bool,
        /// Turn the search off
        #[arg(long)]
        off: bool,
        /// Least similarity, 0.5 to 1
        #[arg(long, value_name = "COSINE")]
        threshold: Option<f64>,
        /// Compare each record with this many before it
        #[arg(long, value_name = "N")]
        window: Option<usize>,
        /// Compare with records of this many days before
        #[arg(long, value_name = "N")]
        days: Option<u32>,
    },
}

/// `changes`
#[derive(Debug, Args)]
pub struct ChangesArguments {
    /// Only those with these words in the record's title, the field or its values
    pub words: Vec<String>,
    /// Only since then: ISO 8601 date or time, or how long ago, such as 6h or 7d
    #[arg(long, value_name = "T")]
    pub since: Option<String>,
    /// Only of this site
    #[arg(long, value_name = "S")]
    pub site: Option<String>,
    /// Only of sites with this tag
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// Only of this kind
    #[arg(long, value_parser = choice::<ChangeKind>())]
    pub kind: Option<ChangeKind>,
    /// Only of this field
    #[arg(long, value_name = "NAME")]
    pub field: Option<String>,
    /// Only unread ones
    #[arg(long)]
    pub unread: bool,
    /// Also of fields that are left out of changes
    #[arg(long)]
    pub all_fields: bool,
    /// Mark those listed as read
    #[arg(long)]
    pub mark_read: bool,
    /// Maximum number
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: usize,
    /// Write all of them to this file: csv, xlsx, jsonl; or the newest as a feed: atom, jsonfeed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mark_read"])]
    pub out: Option<PathBuf>,
    /// Format of that file (default: from its extension)
    #[arg(long, value_parser = choice::<ChangesFormat>(), requires = "out")]
    pub format: Option<ChangesFormat>,
    /// Replace the file even if it has another format
    #[arg(long, requires = "out")]
    pub replace: bool,
}

impl Choice for ChangeKind {
    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn named(self) -> (&'static str, &'static str) {
        let help = match self {
            Self::New => "Records that came",
            Self::Changed => "Fields with another value",
            Self::Gone => "Records that are not there any more",
            Self::Back => "Records that are there again",
        };
        (self.token(), help)
    }
}

impl Choice for ChangesFormat {
    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn named(self) -> (&'static str, &'static str) {
        let help = match self {
            Self::Csv => "Table with commas",
            Self::Xlsx => "Workbook",
            Self::Jsonl => "JSON, one object a line",
            Self::Atom => "Feed (RFC 4287), the newest 200",
            Self::JsonFeed => "JSON Feed 1.1, the newest 200",
        };
        (self.name(), help)
    }
}
