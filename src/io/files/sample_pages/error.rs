//! What can go wrong with the files of a sample.

use std::path::{Path, PathBuf};

use bowerbird_logic::messages::{Explain, Message, english};

/// An error of a sample's files.
#[derive(Debug)]
pub enum SamplePagesError {
    /// There is a page, but no JSON with its expectations.
    NoJson {
        /// Its expected path.
        path: PathBuf,
    },
    /// There is a JSON file, but no page.
    NoPage {
        /// Its expected path.
        path: PathBuf,
    },
    /// The page is not gzip, or is truncated.
    Packed {
        /// The page.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file is larger than the limit.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Maximum number of bytes.
        limit: u64,
    },
    /// The id is not a valid file name.
    BadId {
        /// The id.
        id: String,
    },
    /// The file cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

impl SamplePagesError {
    /// The error that the system reports for `path`.
    pub(super) fn file(path: &Path, error: &std::io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            reason: error.to_string(),
        }
    }
}

impl Explain for SamplePagesError {
    fn explain(&self) -> Message {
        let about =
            |id: &str, path: &Path| Message::new(id).with("path", path.display().to_string());
        match self {
            Self::NoJson { path } => about("samples-no-json", path),
            Self::NoPage { path } => about("samples-no-page", path),
            Self::Packed { path, reason } => {
                about("samples-packed", path).with("reason", reason.as_str())
            }
            Self::TooLarge { path, limit } => {
                about("samples-too-large", path).with("megabytes", *limit / (1024 * 1024))
            }
            Self::BadId { id } => Message::new("samples-bad-id").with("id", id.as_str()),
            Self::File { path, reason } => {
                about("samples-file", path).with("reason", reason.as_str())
            }
        }
    }
}

impl std::fmt::Display for SamplePagesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for SamplePagesError {}
