//! Which existing file an export may replace. Input: the target and its format. Output: the error
//! that makes a front end ask.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{ExportError, Format};

/// Bytes read to recognise what a file holds.
const HEAD: u64 = 512;

/// The existing files that an export may replace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overwrite {
    /// Files of the same kind.
    #[default]
    SameKind,
    /// No file: the front end asks first.
    Nothing,
    /// Any file: the user has confirmed it.
    Anything,
}

impl Overwrite {
    /// Whether it is the default, which saved exports do not name.
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Checks that `path` may be written in `format`.
    ///
    /// # Errors
    /// [`ExportError::OtherKind`] or [`ExportError::Exists`] if the user has to confirm it.
    pub(super) fn check(self, path: &Path, format: Format) -> Result<(), ExportError> {
        self.check_kind(path, FileKind::of_format(format), format.name())
    }

    /// The same for a format that is known by what its files hold.
    pub(super) fn check_kind(
        self,
        path: &Path,
        own: Option<FileKind>,
        format: &'static str,
    ) -> Result<(), ExportError> {
        // A file that cannot be read is reported when it is written.
        let Some(head) = head(path).filter(|head| !head.is_empty()) else {
            return Ok(());
        };
        let (kind, path) = (FileKind::of(&head), path.to_owned());
        match self {
            Self::Anything => Ok(()),
            _ if own.is_some_and(|own| own != kind) => Err(ExportError::OtherKind { path, format }),
            Self::Nothing => Err(ExportError::Exists { path }),
            Self::SameKind => Ok(()),
        }
    }
}

/// What a file holds, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// A workbook, or another ZIP archive.
    Zip,
    Sqlite,
    Parquet,
    Xml,
    /// JSON, or lines of it.
    JsonLines,
    /// An array of JSON.
    JsonArray,
    /// References for TeX.
    Bibtex,
    Text,
    Other,
}

impl FileKind {
    fn of(head: &[u8]) -> Self {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let text = text.trim_ascii_start();
        // UTF-16 has zero bytes, and begins with a byte order mark.
        let is_wide = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
        match text {
            _ if head.starts_with(b"PK\x03\x04") => Self::Zip,
            _ if head.starts_with(b"SQLite format 3\0") => Self::Sqlite,
            _ if head.starts_with(b"PAR1") => Self::Parquet,
            _ if head.contains(&0) && !is_wide => Self::Other,
            _ if head.starts_with(b"%PDF-") || head.starts_with(b"{\\rtf") => Self::Other,
            [b'<', ..] => Self::Xml,
            [b'{', ..] => Self::JsonLines,
            [b'[', ..] => Self::JsonArray,
            [b'@', ..] => Self::Bibtex,
            _ => Self::Text,
        }
    }

    /// The kind that `format` writes; `None` for folders and addresses.
    fn of_format(format: Format) -> Option<Self> {
        match format {
            Format::Csv | Format::Postgres | Format::Ris => Some(Self::Text),
            Format::Json | Format::Csl => Some(Self::JsonArray),
            Format::Bibtex => Some(Self::Bibtex),
            Format::Jsonl => Some(Self::JsonLines),
            Format::Xlsx => Some(Self::Zip),
            Format::Parquet => Some(Self::Parquet),
            Format::Sqlite => Some(Self::Sqlite),
            Format::Rss => Some(Self::Xml),
            Format::Markdown | Format::Webhook | Format::Database => None,
        }
    }
}

/// The first bytes of a regular file; `None` if there is none.
fn head(path: &Path) -> Option<Vec<u8>> {
    let is_file = std::fs::metadata(path).is_ok_and(|meta| meta.is_file());
    let file = is_file.then(|| File::open(path).ok()).flatten()?;
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).ok()?;
    Some(head)
}
