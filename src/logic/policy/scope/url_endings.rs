//! The expected content of an address by its ending, before anything is fetched: pages have usual
//! endings or none, pictures and archives have theirs (`assets/addresses/endings.toml`).

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;
use url::Url;

use super::{LinkCandidate, ScopeRule};

const FILE: &str = include_str!("../../../../assets/addresses/endings.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    no_pages: HashSet<String>,
}

static NO_PAGES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let file: Result<File, _> = toml::from_str(FILE);
    file.map(|file| file.no_pages).unwrap_or_default()
});

/// Rejects addresses whose ending is not that of a page.
#[derive(Debug, Default)]
pub struct NoPages {
    /// Patterns of exceptions to accept.
    pub but: Vec<Regex>,
}

impl ScopeRule for NoPages {
    fn admits(&self, link: LinkCandidate<'_>) -> bool {
        let no_page = ending_of(link.url).is_some_and(|ending| NO_PAGES.contains(&ending));
        !no_page || self.but.iter().any(|p| p.is_match(link.url.as_str()))
    }

    fn token(&self) -> &'static str {
        "no-page"
    }
}

/// Accepts only addresses with these endings; an empty one means no ending.
#[derive(Debug)]
pub struct Ending(HashSet<String>);

impl Ending {
    /// Of `endings`, with or without their dot.
    pub fn new<S: AsRef<str>>(endings: impl IntoIterator<Item = S>) -> Self {
        let plain = |text: &str| text.trim().trim_start_matches('.').to_ascii_lowercase();
        Self(endings.into_iter().map(|e| plain(e.as_ref())).collect())
    }
}

impl ScopeRule for Ending {
    fn admits(&self, link: LinkCandidate<'_>) -> bool {
        self.0.contains(&ending_of(link.url).unwrap_or_default())
    }

    fn token(&self) -> &'static str {
        "ending"
    }
}

/// The ending of the last path segment, in lower case.
fn ending_of(url: &Url) -> Option<String> {
    let (_, file) = url.path().rsplit_once('/')?;
    let (_, ending) = file.rsplit_once('.')?;
    Some(ending.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_endings_is_read_whole() {
        let file: File = toml::from_str(FILE).unwrap();
        assert!(file.no_pages.contains("pdf") && !file.no_pages.contains("html"));
        assert!(file.no_pages.iter().all(|e| *e == e.to_ascii_lowercase()));
    }
}
