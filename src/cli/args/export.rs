//! `export`, `serve`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::choice::{Choice, choice};
use bowerbird_engine::types::{CsvOptions, Format, Nested, RecordState};

/// `export`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ExportArguments {
    /// `list`, `run`, `remove`
    #[command(subcommand)]
    pub command: Option<ExportSubcommand>,
    /// Format (default: from the file name's extension)
    #[arg(long, value_parser = choice::<Format>())]
    pub format: Option<Format>,
    /// Output file (a folder for markdown, an address for webhook); {date} and {time} are filled in
    #[arg(long, value_name = "FILE", required_unless_present = "to")]
    pub out: Option<PathBuf>,
    /// Database: postgres://USER@HOST/DATABASE, mysql://… or sqlite:FILE; rows are written by key
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["out", "format"])]
    pub to: Option<String>,
    /// Database: its table, made if missing (default: records)
    #[arg(long, value_name = "T", requires = "to")]
    pub table: Option<String>,
    /// Only this site
    #[arg(long, value_name = "S")]
    pub site: Option<String>,
    /// Only fetched since (ISO 8601 date or time)
    #[arg(long, value_name = "T")]
    pub since: Option<String>,
    /// Only fetched before
    #[arg(long, value_name = "T")]
    pub until: Option<String>,
    /// Only search matches, with the syntax of the search field
    #[arg(long, value_name = "WORDS")]
    pub query: Option<String>,
    /// Only records in this state
    #[arg(long, value_parser = choice::<RecordState>())]
    pub state: Option<RecordState>,
    /// Only what is new or changed since the last export to the same target
    #[arg(long)]
    pub since_last: bool,
    /// Save the export under a name instead of writing it now
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,
    /// With --save: write it after each run of its site, or of any site
    #[arg(long, requires = "save")]
    pub after_run: bool,
    /// Folder for the screenshots of the records' pages; their file names are in the column screenshot
    #[arg(long, value_name = "FOLDER", conflicts_with = "save")]
    pub screenshots: Option<PathBuf>,
    /// Columns in order, separated by commas; NAME=HEAD renames one
    #[arg(long, value_delimiter = ',', value_name = "A,B=C")]
    pub columns: Vec<String>,
    /// Sort by a column, such as date; prefix - for descending order
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub sort: Option<String>,
    /// Skip records that repeat an earlier one (see `reposts`)
    #[arg(long)]
    pub no_reposts: bool,
    /// Skip archived records
    #[arg(long)]
    pub no_archives: bool,
    /// Maximum number of records
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Multiple values in one cell: joined by " | ", or as JSON
    #[arg(long, value_parser = choice::<Nested>(), default_value = "joined")]
    pub nested: Nested,
    /// CSV: charset, such as utf-8, gb18030 or gbk; unsupported characters are reported
    #[arg(long, value_name = "LABEL", default_value = CsvOptions::DEFAULT_CHARSET)]
    pub charset: String,
    /// CSV: no byte order mark before UTF-8
    #[arg(long)]
    pub no_bom: bool,
    /// CSV: separator character, or tab
    #[arg(long, value_name = "C", default_value_t = CsvOptions::DEFAULT_SEPARATOR.to_string())]
    pub separator: String,
    /// CSV: LF line endings
    #[arg(long)]
    pub lf: bool,
    /// CSV: don't guard cells that a spreadsheet would run as formulas
    #[arg(long)]
    pub no_formula_guard: bool,
    /// Replace the file even if it has another format
    #[arg(long)]
    pub replace: bool,
    /// Title of the RSS feed, or table name in SQLite and PostgreSQL
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub title: String,
    /// Read the signing key of a webhook, or the password of a database, from standard input
    #[arg(long)]
    pub secret_stdin: bool,
}

/// `serve`
#[derive(Debug, Args)]
pub struct ServeArguments {
    /// Address, port or both to listen at; only this machine unless another address is given
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8787")]
    pub listen: String,
    /// Name by which this machine is asked, beside its addresses and localhost; repeatable
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Print the token that requests need, and exit; made at first
    #[arg(long)]
    pub show_token: bool,
    /// Make another token, print it, and exit; the one before no longer counts
    #[arg(long, conflicts_with = "token_file")]
    pub new_token: bool,
    /// Take the token from this file, made at first, instead of the project's secrets
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Speak the Model Context Protocol on standard input and output instead
    #[arg(long, conflicts_with_all = ["listen", "host", "show_token", "new_token", "token_file"])]
    pub mcp: bool,
}

/// `export …`
#[derive(Debug, Subcommand)]
pub enum ExportSubcommand {
    /// List saved exports
    List,
    /// Run a saved export
    Run {
        /// Its name
        name: String,
    },
    /// Remove a saved export; its files are kept
    Remove {
        /// Its name
        name: String,
    },
}

impl Choice for Format {
    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn named(self) -> (&'static str, &'static str) {
        let help = match self {
            Self::Csv => "Comma-separated values that Excel opens correctly, Chinese too",
            Self::Jsonl => "One JSON object per line",
            Self::Json => "One JSON array of objects",
            Self::Xlsx => "A workbook for Excel and LibreOffice",
            Self::Parquet => "Apache Parquet (needs a build with --features parquet)",
            Self::Sqlite => "A SQLite file with one table",
            Self::Markdown => "A folder with one Markdown file per record",
            Self::Rss => "An RSS feed of the newest records",
            Self::Postgres => "CSV for PostgreSQL's COPY, and NAME.sql beside it",
            Self::Bibtex => "References for TeX (.bib)",
            Self::Ris => "References for reference managers (.ris)",
            Self::Csl => "References as CSL-JSON",
            Self::Webhook => "Signed POST requests with JSON to an address",
            Self::Database => "Rows of a table in PostgreSQL, MySQL or SQLite (see --to)",
        };
        (self.name(), help)
    }
}

impl Choice for RecordState {
    fn all() -> &'static [Self] {
        &[Self::Unchanged, Self::Changed, Self::Present, Self::Gone]
    }

    fn named(self) -> (&'static str, &'static str) {
        match self {
            Self::Unchanged => ("unchanged", "Unchanged since first stored"),
            Self::Changed => ("changed", "Changed since first stored"),
            Self::Present => ("present", "Still on the site, as far as is known"),
            Self::Gone => ("gone", "No longer on the site"),
        }
    }
}

impl Choice for Nested {
    fn all() -> &'static [Self] {
        &[Self::Joined, Self::Json]
    }

    fn named(self) -> (&'static str, &'static str) {
        match self {
            Self::Joined => ("joined", "a | b"),
            Self::Json => ("json", "[\"a\",\"b\"]"),
        }
    }
}
