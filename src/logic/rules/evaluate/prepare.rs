//! Prepares a page for a rule: `[page] replace` is applied to its source, and documents other than
//! pages are converted to their plain form. Input: a source. Output: a page that records
//! whether the replacements were cut off.

use std::borrow::Cow;

use url::Url;

use crate::page::Page;
use crate::rules::Rule;

/// The factor by which replacements may lengthen a page, and the room a short one always has.
const MAX_GROWTH: usize = 4;
const MIN_ROOM: usize = 1_000_000;

/// The bytes that all replacements together may read and write, and the bytes added for each byte
/// of the source. A replaced place costs as many bytes as could be copied in that time.
const MAX_WORK: usize = 200_000_000;
const WORK_OF_BYTE: usize = 50;
const WORK_OF_PLACE: usize = 16;

/// A source prepared for parsing.
pub struct Prepared<'s> {
    /// The source itself if nothing changes.
    pub source: Cow<'s, str>,
    /// Whether replacements were skipped that would make the page too long or take too much time.
    pub is_cut: bool,
}

impl Rule {
    /// `source`, loaded from `url`, as a page.
    pub fn page(&self, source: &str, url: &Url) -> Page {
        let prepared = self.prepare(source);
        Page::parse(&prepared.source, url).cut(prepared.is_cut)
    }

    /// `page` prepared for the rule; `None` if nothing changes.
    pub fn page_of(&self, page: &Page) -> Option<Page> {
        let prepared = self.prepare(page.source());
        match prepared.source {
            Cow::Borrowed(_) if !prepared.is_cut => None,
            source => Some(Page::parse(&source, page.url()).cut(prepared.is_cut)),
        }
    }

    /// Prepares the source for parsing: `[page] replace` applied, in order.
    pub fn prepare<'s>(&self, source: &'s str) -> Prepared<'s> {
        let mut is_cut = false;
        let mut prepared = Cow::Borrowed(source);
        let longest = source.len().saturating_mul(MAX_GROWTH).max(MIN_ROOM);
        let most = source
            .len()
            .saturating_mul(WORK_OF_BYTE)
            .saturating_add(MAX_WORK);
        let mut work = 0_usize;
        for (from, to) in &self.file.page.replace {
            work = work.saturating_add(prepared.len());
            if work > most {
                is_cut = true;
                break;
            }
            let places = prepared.matches(from.as_str()).count();
            if places == 0 {
                continue;
            }
            let grown = places
                .saturating_mul(to.len())
                .saturating_add(prepared.len());
            let copied = places.saturating_mul(WORK_OF_PLACE).saturating_add(grown);
            work = work.saturating_add(copied);
            if grown > longest || work > most {
                is_cut = true;
                break;
            }
            prepared = Cow::Owned(prepared.replace(from.as_str(), to));
        }
        if let Some(plain) = self.plain_document(&prepared) {
            prepared = Cow::Owned(plain);
        }
        Prepared {
            source: prepared,
            is_cut,
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use url::Url;

    use crate::rules::{Rule, parse};

    fn rule(replace: &str) -> Rule {
        let text = format!(
            "[site]\nname = \"a\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n\
             [page]\nreplace = [{replace}]\n"
        );
        parse(&text).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    fn is_cut(rule: &Rule, source: &str) -> bool {
        let url = Url::parse("http://a.example/").unwrap();
        let page = rule.page(source, &url);
        let found = rule.extract(&page, &[], Timestamp::UNIX_EPOCH);
        assert_eq!(found.cut, page.is_cut(), "and extraction says so");
        found.cut
    }

    #[test]
    fn replacements_that_take_too_long_are_said() {
        let many = rule(&"[\"a\", \"b\"], [\"b\", \"a\"], ".repeat(200));
        assert!(is_cut(&many, &"a".repeat(500_000)));
        assert!(!is_cut(&many, &"<p>a page</p>".repeat(500)));
    }

    #[test]
    fn replacements_that_grow_without_measure_are_said() {
        let growing = rule(&"[\"a\", \"aaaaaaaaaaaaaaaa\"], ".repeat(8));
        assert!(is_cut(&growing, "<p>a</p>"));
        let usual = rule("[\"<br>\", \"<p>\"], [\"&nbsp;\", \" \"]");
        assert!(!is_cut(&usual, &"a<br>b&nbsp;".repeat(50_000)));
    }
}
