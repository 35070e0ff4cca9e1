//! Maps element names to the usual prefixes, whatever a document calls its namespaces. Input:
//! declarations and names as written. Output: names in lower case.

use std::collections::HashMap;

/// Namespaces by a part of their address, and their usual prefix; none for the documents' own.
const KNOWN: [(&str, &str); 19] = [
    ("purl.org/dc/elements", "dc"),
    ("purl.org/dc/terms", "dcterms"),
    ("purl.org/rss/1.0/modules/content", "content"),
    ("purl.org/rss/1.0/modules/slash", "slash"),
    ("purl.org/rss/1.0/modules/syndication", "sy"),
    ("purl.org/syndication/thread", "thr"),
    ("purl.org/syndication/history", "fh"),
    ("purl.org/rss/1.0", ""),
    ("w3.org/2005/atom", ""),
    ("purl.org/atom/ns", ""),
    ("my.netscape.com/rdf/simple", ""),
    ("search.yahoo.com/mrss", "media"),
    ("itunes.com/dtds", "itunes"),
    ("rssnamespace.org/feedburner", "feedburner"),
    ("schemas/sitemap-news", "news"),
    ("schemas/sitemap-image", "image"),
    ("schemas/sitemap-video", "video"),
    ("schemas/sitemap/", ""),
    ("w3.org/1999/xhtml", "xhtml"),
];
/// Prefixes treated as the documents' own even if undeclared.
const OWN: [&str; 5] = ["atom", "a10", "rss", "sm", "sitemap"];
/// The maximum number of prefixes a document may declare.
const MOST: usize = 200;

/// The prefixes of a document.
#[derive(Default)]
pub(super) struct Namespaces {
    usual: HashMap<String, String>,
}

impl Namespaces {
    /// Stores an attribute if it declares a prefix.
    pub fn declare(&mut self, attribute: &str, value: &str) {
        let Some(prefix) = attribute.strip_prefix("xmlns:") else {
            return;
        };
        let address = value.to_ascii_lowercase();
        let known = KNOWN.iter().find(|(part, _)| address.contains(part));
        if let Some((_, usual)) = known.filter(|_| self.usual.len() < MOST) {
            self.usual.insert(prefix.to_owned(), (*usual).to_owned());
        }
    }

    /// `name` in lower case under its usual prefix.
    pub fn usual(&self, name: &str) -> String {
        let name = name.to_ascii_lowercase();
        let Some((prefix, local)) = name.split_once(':') else {
            return name;
        };
        match self.usual.get(prefix).map(String::as_str) {
            Some("") => local.to_owned(),
            Some(usual) => format!("{usual}:{local}"),
            None if OWN.contains(&prefix) => local.to_owned(),
            None => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_mean_what_they_are_declared_for() {
        let mut names = Namespaces::default();
        names.declare("xmlns:x", "http://purl.org/dc/elements/1.1/");
        names.declare("xmlns:y", "http://www.w3.org/2005/Atom");
        names.declare("xmlns:n", "http://www.google.com/schemas/sitemap-news/0.9");
        names.declare("xmlns:s", "http://www.sitemaps.org/schemas/sitemap/0.9");
        let check = |name: &str, expected: &str| assert_eq!(names.usual(name), expected);
        check("x:Creator", "dc:creator");
        check("y:link", "link");
        check("n:news", "news:news");
        check("s:url", "url");
        check("dc:date", "dc:date");
        check("atom:link", "link");
        check("pubDate", "pubdate");
    }
}
