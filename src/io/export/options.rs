//! The options of an export: its format, records, columns, and how they are written.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::databases::DatabaseTarget;
use super::formats::csv::CsvOptions;
use super::formats::rss::USUAL_LENGTH;
use super::overwrite::Overwrite;
use crate::secrets::Secret;
use crate::store::RecordFilter;
use bowerbird_logic::messages::Message;

/// The formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// RFC 4180, in a charset of choice, formula guard.
    #[default]
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// One JSON array of objects (RFC 8259).
    Json,
    /// An Office Open XML workbook (ISO/IEC 29500).
    Xlsx,
    /// Apache Parquet; only in builds with the feature of that name.
    Parquet,
    /// A SQLite file with one table.
    Sqlite,
    /// A folder with one Markdown file per record.
    Markdown,
    /// RSS 2.0, the newest records first.
    Rss,
    /// CSV for PostgreSQL's COPY, and a file with the CREATE TABLE statement beside it.
    Postgres,
    /// References for TeX.
    Bibtex,
    /// References for reference managers.
    Ris,
    /// References as CSL-JSON, for citation processors.
    Csl,
    /// POST requests with JSON to an address, signed.
    Webhook,
    /// Rows of a table in PostgreSQL, MySQL, MariaDB or SQLite, by key.
    Database,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 14] = [
        Self::Csv,
        Self::Jsonl,
        Self::Json,
        Self::Xlsx,
        Self::Parquet,
        Self::Sqlite,
        Self::Markdown,
        Self::Rss,
        Self::Postgres,
        Self::Bibtex,
        Self::Ris,
        Self::Csl,
        Self::Webhook,
        Self::Database,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Json => "json",
            Self::Xlsx => "xlsx",
            Self::Parquet => "parquet",
            Self::Sqlite => "sqlite",
            Self::Markdown => "markdown",
            Self::Rss => "rss",
            Self::Postgres => "postgres",
            Self::Bibtex => "bibtex",
            Self::Ris => "ris",
            Self::Csl => "csl",
            Self::Webhook => "webhook",
            Self::Database => "database",
        }
    }

    /// The extension of its files, without the dot; empty for folders and addresses.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv | Self::Postgres => "csv",
            Self::Rss => "xml",
            Self::Bibtex => "bib",
            Self::Csl => "json",
            Self::Markdown | Self::Webhook | Self::Database => "",
            other => other.name(),
        }
    }

    /// The format for a name or file extension, ignoring letter case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| {
            format.name().eq_ignore_ascii_case(name)
                || format.extension().eq_ignore_ascii_case(name) && !name.is_empty()
        })
    }

    /// The format for a path, by its scheme or extension; CSV if neither is known.
    pub fn of_path(path: &Path) -> Self {
        let text = path.to_string_lossy();
        if text.starts_with("http://") || text.starts_with("https://") {
            return Self::Webhook;
        }
        if DatabaseTarget::is_address(&text) {
            return Self::Database;
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        match extension.to_ascii_lowercase().as_str() {
            "db" | "sqlite3" => Self::Sqlite,
            "ndjson" => Self::Jsonl,
            other => Self::from_name(other).unwrap_or_default(),
        }
    }

    /// Whether this build can write the format.
    pub fn is_built_in(self) -> bool {
        self != Self::Parquet || cfg!(feature = "parquet")
    }
}

/// How multiple values are written into one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nested {
    /// Joined with `" | "` (`VALUES_SEPARATOR`).
    #[default]
    Joined,
    /// As JSON.
    Json,
}

/// What to export, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportOptions {
    /// Which records.
    pub filter: RecordFilter,
    /// Which columns, in order, each `NAME` or `NAME=HEAD`; all when empty:
    /// `url,title,date,author,text`, the rules' fields, `site,fetched_at`.
    pub columns: Vec<String>,
    /// Maximum number of records.
    pub limit: Option<u64>,
    /// How multiple values are written into one cell, in formats without nested values.
    pub nested: Nested,
    /// How CSV is written.
    pub csv: CsvOptions,
    /// Title of a feed or name of a table; a default one when blank.
    pub title: String,
    /// Which existing file it may replace.
    #[serde(skip_serializing_if = "Overwrite::is_default")]
    pub overwrite: Overwrite,
    /// The folder for the pictures of the records' pages; none are written without one. Of a saved
    /// export there is none: its plan names the places that it writes to.
    #[serde(skip)]
    pub screenshots: Option<PathBuf>,
    /// The key that signs webhook requests, or the password of a database. Never serialised unencrypted.
    #[serde(skip)]
    pub secret: Option<Secret>,
}

impl ExportOptions {
    /// Maximum number of records in `format`: the chosen one, or the usual length of a feed.
    pub fn limit_in(&self, format: Format) -> Option<u64> {
        let usual = (format == Format::Rss).then_some(USUAL_LENGTH);
        self.limit.or(usual)
    }
}

/// The result of an export.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Exported {
    /// Records written.
    pub rows: u64,
    /// Notes for the user: characters missing from the charset, sheets that were split.
    pub notes: Vec<Message>,
}
