//! Why the browser shows no page.

use bowerbird_logic::messages::{Explain, Message, english};
use url::Url;

use crate::fetch::{BrowserProblem, FetchError};

/// A failure of the browser itself, not of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserError {
    /// What failed.
    pub problem: BrowserProblem,
    /// The cause, the path or the version.
    pub detail: String,
}

impl BrowserError {
    pub(super) fn new(problem: BrowserProblem, detail: impl Into<String>) -> Self {
        Self {
            problem,
            detail: detail.into(),
        }
    }

    /// The browser ended, or its pipe did.
    pub(super) fn died() -> Self {
        Self::new(BrowserProblem::Died, "")
    }

    /// The failure as that of fetching `url`.
    pub(super) fn at(self, url: &Url) -> FetchError {
        FetchError::browser(url, self.problem, self.detail)
    }
}

impl Explain for BrowserError {
    fn explain(&self) -> Message {
        Message::new("fetch-browser-fault")
            .with("problem", self.problem.token())
            .with("detail", self.detail.as_str())
    }
}

impl std::fmt::Display for BrowserError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for BrowserError {}
