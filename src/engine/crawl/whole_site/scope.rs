//! Which addresses belong to a crawl. Input: canonical addresses. Output: whether they are
//! crawled. Nearly all are decided without parsing.

use regex::RegexSet;
use url::{Origin, Url};

use super::CrawlOptions;
use crate::protocol::EngineError;
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::action_of;
use bowerbird_logic::policy::scope::{
    CrawlBounds, Ending, Folder, LinkCandidate, Scope as Rules, Within,
};

/// The scope: the bounds of the crawl, patterns searched in the whole address, further rules.
pub(super) struct Scope {
    origin: Origin,
    /// The origin as an address prefix, slash included.
    prefix: String,
    /// The bounds, if they are not the origin.
    place: Option<CrawlBounds>,
    allow: RegexSet,
    deny: RegexSet,
    more: Rules,
    /// The text of the patterns, lower case: links that do something are followed only if it has
    /// their word.
    named: String,
}

impl Scope {
    /// # Errors
    /// When a pattern does not compile.
    pub(super) fn new(start: &Url, options: &CrawlOptions) -> Result<Self, EngineError> {
        let mut more = Rules::default();
        if !options.paths.is_empty() {
            more.add(Folder(options.paths.clone()));
        }
        if !options.endings.is_empty() {
            more.add(Ending::new(&options.endings));
        }
        let place = (options.stay != Within::Host)
            .then(|| CrawlBounds::near(vec![start.clone()], options.stay));
        Ok(Self {
            origin: start.origin(),
            prefix: format!("{}/", start.origin().ascii_serialization()),
            place,
            allow: patterns(&options.allow)?,
            deny: patterns(&options.deny)?,
            more,
            named: format!("{:?} {:?}", options.allow, options.paths).to_lowercase(),
        })
    }

    /// Whether `url` is within the crawl's bounds, ignoring other rules.
    pub(super) fn is_near(&self, url: &Url) -> bool {
        match &self.place {
            Some(place) => place.holds(url),
            None => url.origin() == self.origin,
        }
    }

    /// Whether the canonical address should be crawled.
    pub(super) fn contains(&self, url: &str) -> bool {
        // An address may contain a user before the host, which hides the same origin.
        let taken_apart = self.place.is_some() || url.contains('@');
        let near = (self.place.is_none() && url.starts_with(&self.prefix))
            || (taken_apart && Url::parse(url).is_ok_and(|url| self.is_near(&url)));
        near && (self.allow.is_empty() || self.allow.is_match(url))
            && (self.deny.is_empty() || !self.deny.is_match(url))
            && action_of(url).is_none_or(|word| self.named.contains(&word))
            && (self.more.is_empty()
                || Url::parse(url).is_ok_and(|url| {
                    self.more.admits(LinkCandidate {
                        url: &url,
                        depth: 0,
                    })
                }))
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

    fn options() -> CrawlOptions {
        CrawlOptions {
            start: "http://h:81/".to_owned(),
            ..CrawlOptions::default()
        }
    }

    fn scope(options: &CrawlOptions) -> Scope {
        Scope::new(&Url::parse(&options.start).unwrap(), options).unwrap()
    }

    #[test]
    fn a_crawl_stays_on_its_origin_and_in_its_patterns() {
        let scope = scope(&CrawlOptions {
            allow: vec![r"\.html$".to_owned()],
            deny: vec!["/old/".to_owned()],
            ..options()
        });
        let contains = |url: &str| scope.contains(Url::parse(url).unwrap().as_str());
        assert!(contains("http://h:81/a.html"));
        assert!(!contains("http://h:81/a.png"));
        assert!(!contains("http://h:81/old/a.html"));
        assert!(!contains("http://h/a.html"));
        assert!(contains("http://ann@h:81/a.html"));
        assert!(!contains("http://h:81/topic/new/?mode=reply&page=a.html"));
        assert!(!contains("http://h:81@other/a.html"));
        assert!(!contains("https://h:81/a.html"));
        let start = Url::parse("http://h/").unwrap();
        let wrong = CrawlOptions {
            allow: vec!["(".to_owned()],
            ..options()
        };
        assert!(Scope::new(&start, &wrong).is_err());
    }

    #[test]
    fn a_crawl_may_take_in_the_whole_site_or_a_part_of_it() {
        let site = scope(&CrawlOptions {
            start: "http://news.h.example/de/".to_owned(),
            stay: Within::Site,
            paths: vec!["/de/".to_owned()],
            endings: vec!["html".to_owned(), String::new()],
            ..CrawlOptions::default()
        });
        assert!(site.contains("https://www.h.example/de/a.html"));
        assert!(site.contains("http://news.h.example/de/"));
        assert!(!site.contains("http://news.h.example/en/"));
        assert!(!site.contains("http://news.h.example/de/a.pdf"));
        assert!(!site.contains("http://other.example/de/"));
        let folder = scope(&CrawlOptions {
            start: "http://h.example/de/index.html".to_owned(),
            stay: Within::Folder,
            ..CrawlOptions::default()
        });
        assert!(folder.contains("http://h.example/de/x"));
        assert!(!folder.contains("http://h.example/x"));
    }
}
