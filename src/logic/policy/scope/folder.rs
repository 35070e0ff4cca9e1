//! Path prefixes in which a crawl stays, such as `/news/`.

use super::{LinkCandidate, ScopeRule};

/// Accepts paths that begin with one of these; all, if there are none.
#[derive(Debug, Default)]
pub struct Folder(pub Vec<String>);

impl ScopeRule for Folder {
    fn admits(&self, link: LinkCandidate<'_>) -> bool {
        let path = link.url.path();
        self.0.is_empty()
            || self.0.iter().any(|beginning| {
                path.starts_with(beginning.as_str())
                    // The folder itself, without its slash.
                    || beginning.strip_suffix('/') == Some(path)
            })
    }

    fn token(&self) -> &'static str {
        "path"
    }
}
