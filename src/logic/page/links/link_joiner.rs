//! Joins the many links of one page to its base. Input: addresses as written. Output:
//! absolute addresses without fragment. Simple links are concatenated; all others go through the
//! URL parser. Tests compare both ways: the fast path never returns anything that the parser would
//! not.

use encoding_rs::Encoding;
use url::{Position, Url};

use super::{MAX_ADDRESS_BYTES, parse_joined};

/// The result of joining a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// It is an http or https address.
    Page,
    /// It has another scheme, such as `mailto:`.
    Elsewhere,
    /// It is not an address.
    Invalid,
}

/// A base to join links to.
pub struct Joiner {
    base: Url,
    encoding: &'static Encoding,
    /// Scheme and authority, and the path up to its last slash; empty if every link must be parsed.
    origin: String,
    folder: String,
}

fn within_measure(whole: &str) -> Joined {
    if whole.len() <= MAX_ADDRESS_BYTES {
        Joined::Page
    } else {
        Joined::Invalid
    }
}

impl Joiner {
    /// Joins to `base`, with queries in the page's `encoding` (see [`crate::page::join_encoded`]).
    pub fn new(base: &Url, encoding: &'static Encoding) -> Self {
        let plain = matches!(base.scheme(), "http" | "https") && base.has_host();
        let folder = base.path().rsplit_once('/').map(|(folder, _)| folder);
        Self {
            origin: if plain {
                base[..Position::BeforePath].to_owned()
            } else {
                String::new()
            },
            folder: folder
                .map(|folder| format!("{folder}/"))
                .unwrap_or_default(),
            base: base.clone(),
            encoding,
        }
    }

    /// Writes the absolute address of `href` to `whole` if it is a page.
    pub fn join(&self, href: &str, whole: &mut String) -> Joined {
        whole.clear();
        if href.len() > MAX_ADDRESS_BYTES {
            return Joined::Invalid;
        }
        if self.put_together(href, whole).is_some() {
            return within_measure(whole);
        }
        let Some(mut url) = parse_joined(&self.base, href, self.encoding) else {
            return Joined::Invalid;
        };
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Joined::Elsewhere;
        }
        url.set_fragment(None);
        whole.push_str(url.as_str());
        within_measure(whole)
    }

    /// The fast path; `None` if the parser is needed.
    fn put_together(&self, href: &str, whole: &mut String) -> Option<()> {
        if self.origin.is_empty() {
            return None;
        }
        let href = href.split_once('#').map_or(href, |(before, _)| before);
        if !href.bytes().all(is_plain) {
            return None;
        }
        if href.is_empty() {
            whole.push_str(&self.base[..Position::AfterQuery]);
            return Some(());
        }
        if href.starts_with('?') {
            whole.push_str(&self.base[..Position::AfterPath]);
            whole.push_str(href);
            return Some(());
        }
        let end = href.find('?').unwrap_or(href.len());
        let (path, query) = href.split_at_checked(end)?;
        let first = path.split('/').next().unwrap_or_default();
        let (folder, path) = if path.starts_with("//") {
            return None;
        } else if path.starts_with('/') {
            ("", path)
        } else if first.contains(':') {
            let path = path.strip_prefix(self.origin.as_str())?;
            ("", path.starts_with('/').then_some(path)?)
        } else {
            self.climb(path)
        };
        // Later dot segments, and percent-encoded ones, are left to the parser.
        let dotted = |segment: &str| matches!(segment, "." | "..") || segment.contains("%2");
        if path.split('/').any(dotted) {
            return None;
        }
        for part in [&self.origin, folder, path, query] {
            whole.push_str(part);
        }
        Some(())
    }

    /// The folder after leading `./` and `../`, and the rest of the path.
    fn climb<'p>(&'p self, path: &'p str) -> (&'p str, &'p str) {
        let (mut folder, mut path) = (self.folder.as_str(), path);
        loop {
            if let Some(rest) = path.strip_prefix("../") {
                path = rest;
                let inside = folder.strip_suffix('/').unwrap_or(folder);
                let above = inside
                    .rfind('/')
                    .map_or(folder, |slash| folder.get(..=slash).unwrap_or(folder));
                folder = above;
            } else if let Some(rest) = path.strip_prefix("./") {
                path = rest;
            } else {
                return (folder, path);
            }
        }
    }
}

/// Characters that the parser leaves unchanged in paths and queries alike.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&()*+,;=:@%/?".contains(&byte)
}

#[cfg(test)]
mod tests {
    use encoding_rs::UTF_8;
    use proptest::prelude::*;

    use super::*;
    use crate::page::{join, without_fragment};

    /// Whether the fast path handled it; both ways must agree.
    #[track_caller]
    fn agree(base: &str, href: &str) -> bool {
        let base = Url::parse(base).unwrap();
        let joiner = Joiner::new(&base, UTF_8);
        let parsed = join(&base, href).map(|url| without_fragment(&url).to_string());
        let mut whole = String::new();
        let joined = joiner.join(href, &mut whole);
        assert_eq!(
            (joined == Joined::Page).then_some(&whole),
            parsed.as_ref(),
            "{base} {href}"
        );
        assert_eq!(joined != Joined::Invalid, base.join(href).is_ok());
        whole.clear();
        joiner.put_together(href, &mut whole).is_some()
    }

    #[test]
    fn common_links_take_the_short_way() {
        let base = "http://h:81/a/b//c.html?x=1#y";
        for href in [
            "",
            "#top",
            "?page=2",
            "d.html",
            "d.html#e f",
            "/x/y.html?q=1&r=%20",
            "../z/",
            "../../../z",
            "./../d",
            "http://h:81/k",
            "..//d",
            "a//b",
            "../",
        ] {
            assert!(agree(base, href), "{href}");
        }
        for href in [
            "//other/x",
            "http://other/",
            "mailto:a@b",
            "a b",
            "中",
            "a/../b",
            "..",
            ".",
            "a/.",
            "%2e%2e/x",
            "x:y",
            "http:foo",
            "\\x",
            "http://",
            "http://h:81",
            "'",
            "a\tb",
            " d",
        ] {
            assert!(!agree(base, href), "{href}");
        }
        agree("data:text/plain,x", "a");
    }

    proptest! {
        #[test]
        fn the_short_way_says_what_the_parser_says(
            base in "https?://(h|h:80|u@h|[a-z]{1,3}[.]org)/(a/|b/|/|[.][.]/|%41/|c){0,4}([?]q)?(#f)?",
            href in r#"(/|//|[.]/|[.][.]/|[.][.]|[.]|a|b[.]html|http:|https://h/|:|@|%2e|%2E|%|\?|#|&|=|;|\||\\| |'|"|\[|中|\^|`|<|\+|,|~|\*|!|\t|\n){0,8}"#
        ) {
            agree(&base, &href);
        }

        #[test]
        fn plain_characters_mean_themselves(href in "[!-~]{0,12}") {
            agree("http://h/a/b/c", &href);
        }
    }
}
