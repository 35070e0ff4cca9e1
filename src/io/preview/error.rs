//! Why there is no picture.

use serde::{Deserialize, Serialize};

use bowerbird_logic::messages::{Explain, Message, english};

/// The limit that a page exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Excess {
    /// Bytes of source.
    Bytes,
    /// Elements.
    Elements,
    /// Levels of nesting.
    Depth,
}

/// Why there is no picture. The caller shows the structural view instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PreviewError {
    /// The page exceeds a limit; nothing was drawn.
    TooLarge {
        /// The exceeded limit.
        what: Excess,
        /// The amount found (at least, if counting stopped early).
        found: u64,
        /// The maximum that is drawn.
        limit: u64,
    },
    /// The child process could not be started.
    Start {
        /// The system's reason.
        reason: String,
    },
    /// The child process ended on its own: out of memory, stack overflow, killed from outside.
    Died {
        /// Its exit status.
        status: String,
    },
    /// It took too long and was killed.
    TimedOut {
        /// The time it was given, in seconds.
        seconds: u64,
    },
    /// Its output was invalid: not the expected program, or a bug in it.
    Garbled {
        /// What was wrong.
        detail: String,
    },
    /// Layout or painting failed on this page.
    Engine {
        /// Its error message.
        detail: String,
    },
    /// The page has no tile of this number.
    NoSuchTile {
        /// The number asked for.
        number: u32,
    },
    /// The picture file could not be written.
    Write {
        /// The file.
        path: String,
        /// The system's reason.
        reason: String,
    },
}

impl Explain for PreviewError {
    fn explain(&self) -> Message {
        match self {
            Self::TooLarge { what, found, limit } => Message::new(match what {
                Excess::Bytes => "preview-too-many-bytes",
                Excess::Elements => "preview-too-many-elements",
                Excess::Depth => "preview-too-deep",
            })
            .with("found", *found)
            .with("limit", *limit),
            Self::Start { reason } => {
                Message::new("preview-start-failed").with("reason", reason.as_str())
            }
            Self::Died { status } => Message::new("preview-died").with("status", status.as_str()),
            Self::TimedOut { seconds } => {
                Message::new("preview-timed-out").with("seconds", *seconds)
            }
            Self::Garbled { detail } => {
                Message::new("preview-garbled").with("detail", detail.as_str())
            }
            Self::Engine { detail } => {
                Message::new("preview-engine-failed").with("detail", detail.as_str())
            }
            Self::NoSuchTile { number } => {
                Message::new("preview-no-such-tile").with("number", *number)
            }
            Self::Write { path, reason } => Message::new("preview-write-failed")
                .with("path", path.as_str())
                .with("reason", reason.as_str()),
        }
    }
}

impl std::fmt::Display for PreviewError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for PreviewError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_a_text_with_its_arguments() {
        let errors = [
            PreviewError::TooLarge {
                what: Excess::Bytes,
                found: 7,
                limit: 5,
            },
            PreviewError::TooLarge {
                what: Excess::Elements,
                found: 7,
                limit: 5,
            },
            PreviewError::TooLarge {
                what: Excess::Depth,
                found: 7,
                limit: 5,
            },
            PreviewError::Start {
                reason: "no such file".to_owned(),
            },
            PreviewError::Died {
                status: "signal 6".to_owned(),
            },
            PreviewError::TimedOut { seconds: 20 },
            PreviewError::Garbled {
                detail: "bad magic".to_owned(),
            },
            PreviewError::Engine {
                detail: "overflow".to_owned(),
            },
            PreviewError::NoSuchTile { number: 9 },
            PreviewError::Write {
                path: "a.png".to_owned(),
                reason: "disk full".to_owned(),
            },
        ];
        for error in errors {
            let text = error.to_string();
            assert!(!text.starts_with('['), "no text for {error:?}");
            assert!(!text.contains('{'), "missing argument in {text}");
        }
    }
}
