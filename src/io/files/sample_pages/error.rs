//! What can go wrong with the files of a sample.

use std::path::{Path, PathBuf};

use bowerbird_logic::messages::{Explain, Message, english};

/// A fault of a sample's files.
#[derive(Debug)]
pub enum SamplePagesError {
    /// There is a page, and no JSON that says what is expected of it.
    NoJson {
        /// Where it should be.
        path: PathBuf,
    },
    /// There is a JSON file, and no page.
    NoPage {
        /// Where it should be.
        path: PathBuf,
    },
    /// The page is no gzip, or was cut short.
    Packed {
        /// The page.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file is larger than what is read.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Bytes that are read at most.
        limit: u64,
    },
    /// An id that is no file name.
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
    /// What the system says about `path`.
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
