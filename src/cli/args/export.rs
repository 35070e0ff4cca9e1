//! `export`

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// `export`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ExportArguments {
    /// `list`, `run`, `remove`
    #[command(subcommand)]
    pub command: Option<ExportCommand>,
    /// Format; what the name of the file ends in says it otherwise
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,
    /// File to write (a folder for markdown, an address for webhook); {date} and {time} stand for now
    #[arg(long, value_name = "FILE", required = true)]
    pub out: Option<PathBuf>,
    /// Only of this site
    #[arg(long, value_name = "S")]
    pub site: Option<String>,
    /// Only fetched since (ISO 8601 date or time)
    #[arg(long, value_name = "T")]
    pub since: Option<String>,
    /// Only fetched before
    #[arg(long, value_name = "T")]
    pub until: Option<String>,
    /// Only those that a search finds, as typed into the search
    #[arg(long, value_name = "WORDS")]
    pub query: Option<String>,
    /// Only those that were changed since they were first stored, or were not
    #[arg(long, value_enum)]
    pub state: Option<StateName>,
    /// Only what is new or changed since the last export to the same place
    #[arg(long)]
    pub since_last: bool,
    /// Keep the export under a name instead of writing it now
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,
    /// With --save: write it after each run of its site, or of any
    #[arg(long, requires = "save")]
    pub after_run: bool,
    /// Columns in order, separated by commas; NAME=HEAD calls one otherwise
    #[arg(long, value_delimiter = ',', value_name = "A,B=C")]
    pub columns: Vec<String>,
    /// Sort by a column, such as date; with - before it the largest first
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub sort: Option<String>,
    /// Leave out records that repeat an earlier one (see `reposts`)
    #[arg(long)]
    pub no_reposts: bool,
    /// Records at most
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Several values of a field in one cell: joined by " | ", or as JSON
    #[arg(long, value_enum, default_value = "joined")]
    pub nested: NestedName,
    /// CSV: charset, such as utf-8, gb18030 or gbk; characters it lacks are told
    #[arg(long, value_name = "LABEL", default_value = "utf-8")]
    pub charset: String,
    /// CSV: no byte order mark before UTF-8
    #[arg(long)]
    pub no_bom: bool,
    /// CSV: character between cells, or tab
    #[arg(long, value_name = "C", default_value = ",")]
    pub separator: String,
    /// CSV: lines end in LF alone
    #[arg(long)]
    pub lf: bool,
    /// CSV: leave cells as they are that a spreadsheet takes for formulas
    #[arg(long)]
    pub no_formula_guard: bool,
    /// Title of an RSS feed, name of the table in SQLite and PostgreSQL
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub title: String,
    /// Webhook: read the key that requests are signed with from standard input
    #[arg(long)]
    pub secret_stdin: bool,
}

/// `export …`
#[derive(Debug, Subcommand)]
pub enum ExportCommand {
    /// The exports that are kept
    List,
    /// Write a kept export
    Run {
        /// Its name
        name: String,
    },
    /// Forget a kept export; what it wrote stays
    Remove {
        /// Its name
        name: String,
    },
}

/// Export formats by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Comma-separated values that Excel opens right, Chinese too
    Csv,
    /// One JSON object a line
    Jsonl,
    /// A workbook for Excel and LibreOffice
    Xlsx,
    /// Apache Parquet (needs a build with --features parquet)
    Parquet,
    /// A SQLite file with one table
    Sqlite,
    /// A folder with one Markdown file a record
    Markdown,
    /// An RSS feed of the newest records
    Rss,
    /// CSV for PostgreSQL's COPY, and NAME.sql beside it
    Postgres,
    /// Signed POST requests with JSON to an address
    Webhook,
}

/// States of records by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StateName {
    /// As first stored
    Unchanged,
    /// Fetched again and different since
    Changed,
}

/// How several values stand in one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NestedName {
    /// a | b
    Joined,
    /// ["a","b"]
    Json,
}
