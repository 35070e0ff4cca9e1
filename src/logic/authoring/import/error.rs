//! Places in a source file, and the reasons why a file cannot be imported.

use serde::{Serialize, Serializer};

use crate::messages::{Explain, Message, english};
use crate::rules::RuleErrors;

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SourcePlace {
    /// A line, from 1.
    Line(usize),
    /// A path into a JSON document, such as `$.selectors[2].type`.
    Path(String),
    /// The file as a whole.
    File,
}

impl Explain for SourcePlace {
    fn explain(&self) -> Message {
        match self {
            Self::Line(line) => Message::new("import-place-line").with("line", *line),
            Self::Path(path) => Message::new("import-place-path").with("path", path.as_str()),
            Self::File => Message::new("import-place-file"),
        }
    }
}

impl Serialize for SourcePlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Line(line) => serializer.serialize_str(&format!("line {line}")),
            Self::Path(path) => serializer.serialize_str(path),
            Self::File => serializer.serialize_str(""),
        }
    }
}

/// Why a file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// Larger than any rule file.
    TooLarge {
        /// Its size in MiB.
        megabytes: usize,
        /// The limit in MiB.
        most: usize,
    },
    /// The JSON is broken.
    Json {
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
        /// The parser's message, which quotes nothing of the file.
        reason: String,
    },
    /// The XML is broken.
    Xml {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
    },
    /// The XML declares entities of its own.
    Entities {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
    },
    /// The XML nests deeper than any feed list.
    TooDeep {
        /// Line, from 1.
        line: usize,
    },
    /// The file matches none of the formats.
    Unknown,
    /// The file does not match the given format.
    NotThisFormat {
        /// The format's name.
        format: &'static str,
        /// The missing part.
        lacks: &'static str,
    },
    /// A source for books, not for news.
    BookSource,
    /// Selectors that form a cycle of parents.
    Cycle {
        /// The place of the first of them.
        place: SourcePlace,
        /// Their names, the first one again at the end.
        chain: String,
    },
    /// It contains nothing that can be imported.
    Nothing,
    /// It has no usable start address.
    NoAddress,
    /// The resulting rule does not pass the checks.
    Unfit(RuleErrors),
}

impl Explain for ImportError {
    fn explain(&self) -> Message {
        match self {
            Self::TooLarge { megabytes, most } => Message::new("import-too-large")
                .with("size", *megabytes)
                .with("most", *most),
            Self::Json {
                line,
                column,
                reason,
            } => Message::new("import-bad-json")
                .with("line", *line)
                .with("column", *column)
                .with("reason", reason.as_str()),
            Self::Xml { line, column } => Message::new("import-bad-xml")
                .with("line", *line)
                .with("column", *column),
            Self::Entities { line, column } => Message::new("import-entities")
                .with("line", *line)
                .with("column", *column),
            Self::TooDeep { line } => Message::new("import-too-deep").with("line", *line),
            Self::Unknown => Message::new("import-unknown"),
            Self::NotThisFormat { format, lacks } => Message::new("import-not-this")
                .with("format", *format)
                .with("lacks", *lacks),
            Self::BookSource => Message::new("import-book-source"),
            Self::Cycle { place, chain } => Message::new("import-cycle")
                .with("place", place.explain())
                .with("chain", chain.as_str()),
            Self::Nothing => Message::new("import-nothing"),
            Self::NoAddress => Message::new("import-no-address"),
            Self::Unfit(faults) => Message::new("import-unfit").with("faults", faults.explain()),
        }
    }
}

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for ImportError {}
