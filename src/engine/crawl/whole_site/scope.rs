//! Which addresses belong to a crawl.

use regex::RegexSet;
use url::{Origin, Url};

use crate::engine::EngineError;
use crate::logic::messages::Message;

/// The scope: one origin, and patterns searched in the whole address.
pub(super) struct Scope {
    origin: Origin,
    /// The origin as addresses begin with it, slash included.
    prefix: String,
    allow: RegexSet,
    deny: RegexSet,
}

impl Scope {
    /// # Errors
    /// When a pattern does not compile.
    pub(super) fn new(start: &Url, allow: &[String], deny: &[String]) -> Result<Self, EngineError> {
        Ok(Self {
            origin: start.origin(),
            prefix: format!("{}/", start.origin().ascii_serialization()),
            allow: patterns(allow)?,
            deny: patterns(deny)?,
        })
    }

    /// Whether `url` is on the crawl's origin.
    pub(super) fn same_origin(&self, url: &Url) -> bool {
        url.origin() == self.origin
    }

    /// Whether the address, in its normal form, is to be crawled.
    pub(super) fn contains(&self, url: &str) -> bool {
        // An address may name a user before the host, which hides that the origin is the same.
        let on_origin = url.starts_with(&self.prefix)
            || (url.contains('@') && Url::parse(url).is_ok_and(|url| self.same_origin(&url)));
        on_origin
            && (self.allow.is_empty() || self.allow.is_match(url))
            && (self.deny.is_empty() || !self.deny.is_match(url))
    }
}

fn patterns(sources: &[String]) -> Result<RegexSet, EngineError> {
    RegexSet::new(sources).map_err(|error| {
        EngineError(Message::new("engine-bad-pattern").with("reason", error.to_string()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crawl_stays_on_its_origin_and_in_its_patterns() {
        let start = Url::parse("http://h:81/").unwrap();
        let scope = Scope::new(&start, &[r"\.html$".to_owned()], &["/old/".to_owned()]).unwrap();
        let contains = |url: &str| scope.contains(Url::parse(url).unwrap().as_str());
        assert!(contains("http://h:81/a.html"));
        assert!(!contains("http://h:81/a.png"));
        assert!(!contains("http://h:81/old/a.html"));
        assert!(!contains("http://h/a.html"));
        assert!(contains("http://ann@h:81/a.html"));
        assert!(!contains("http://h:81@other/a.html"));
        assert!(!contains("https://h:81/a.html"));
        assert!(Scope::new(&start, &["(".to_owned()], &[]).is_err());
    }
}
