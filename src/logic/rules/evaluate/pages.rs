//! Finds further pages of a list, a thread, an article. Input: a page, its requested address,
//! and the rule's `next`. Output: the address of another page.

use url::Url;

use super::compiled::{Finder, Next, NextPageMethod, Numbered};
use super::context::{EvaluationContext, SelectionScope};
use crate::page::without_fragment;
use crate::rules::paging::{PaginationKind, pagination};
use crate::sources::with_parameters;

/// The minimum confidence of an automatically detected link.
const MIN_CONFIDENCE: f64 = 0.5;

impl Next {
    /// Whether the page's address is generated, not found on the page before.
    pub fn is_counted(&self) -> bool {
        matches!(
            self.way,
            NextPageMethod::Numbered(_) | NextPageMethod::Older(_)
        )
    }

    /// The page after this one. `asked` is the requested address, before redirects. `first` tells
    /// whether it is known to be the first page.
    pub fn find(&self, context: &EvaluationContext<'_>, asked: &Url, first: bool) -> Option<Url> {
        match &self.way {
            NextPageMethod::Link(finder) => linked(finder, context, asked),
            NextPageMethod::Auto => next_from_json(context).or_else(|| detected(context)),
            NextPageMethod::Numbered(numbered) => numbered.after(asked, first),
            NextPageMethod::Cursor(finder, put) => cursor(finder, put, context, asked),
            // Known once the items have been read.
            NextPageMethod::Older(_) => None,
        }
    }
}

/// The same address with the cursor from the answer; `None` if the answer has none.
fn cursor(finder: &Finder, put: &str, context: &EvaluationContext<'_>, asked: &Url) -> Option<Url> {
    let values = finder.values(context, SelectionScope::Whole);
    let over = |value: &str| matches!(value, "" | "0" | "-1" | "false" | "null" | "None");
    let value = values.iter().map(|value| value.trim()).find(|v| !over(v))?;
    let next = with_parameters(asked, put, "cursor", value);
    (next != *asked).then_some(next)
}

/// Where JSON answers usually state their next page.
const NEXT_POINTERS: [&str; 11] = [
    "/next",
    "/next_url",
    "/next_page_url",
    "/nextPageUrl",
    "/nextLink",
    "/@odata.nextLink",
    "/links/next",
    "/links/next/href",
    "/_links/next/href",
    "/paging/next",
    "/meta/next",
];

/// The next page that a JSON answer states.
fn next_from_json(context: &EvaluationContext<'_>) -> Option<Url> {
    let page = context.page;
    if !page.source().trim_start().starts_with(['{', '[']) {
        return None;
    }
    let json = context.json().documents.first()?;
    let told = NEXT_POINTERS
        .iter()
        .filter_map(|path| json.pointer(path)?.as_str());
    let mut addresses = told.filter_map(|text| page.join(text.trim()));
    let here = without_fragment(page.url());
    addresses.find(|url| without_fragment(url) != here)
}

/// The address of the next page as a JSON answer states it: one that cannot be anything else.
pub fn next_address(json: &serde_json::Value) -> Option<&str> {
    let told = NEXT_POINTERS
        .iter()
        .filter_map(|path| json.pointer(path)?.as_str());
    let mut addresses = told.filter(|text| text.contains("://") || text.starts_with(['/', '?']));
    addresses.next()
}

/// The first address found that points to another page.
pub(super) fn linked(finder: &Finder, context: &EvaluationContext<'_>, asked: &Url) -> Option<Url> {
    let here = without_fragment(context.page.url());
    let asked = without_fragment(asked);
    finder.ranked().find_map(|way| {
        way.own_matches(context, SelectionScope::Whole)
            .iter()
            .filter_map(|found| context.page.join(found.value.trim()))
            .map(|url| without_fragment(&url))
            .find(|url| *url != here && *url != asked)
    })
}

/// The most reliable next link. Addresses without a link on the page are left to a person: after
/// the last page they do not exist.
fn detected(context: &EvaluationContext<'_>) -> Option<Url> {
    let leads_on = |kind| {
        matches!(
            kind,
            PaginationKind::Next | PaginationKind::Numbered | PaginationKind::LoadMore
        )
    };
    pagination(context.page)
        .into_iter()
        .find(|found| leads_on(found.kind) && found.confidence >= MIN_CONFIDENCE)
        .map(|found| without_fragment(&found.target))
}

impl Numbered {
    /// The address after `asked`. The page number is parsed from the address itself: after a crash
    /// a run resumes with addresses only.
    fn after(&self, asked: &Url, first: bool) -> Option<Url> {
        let asked = without_fragment(asked);
        let known = (!first).then(|| self.place(&asked)).flatten();
        let (base, number) = match known {
            Some((base, number)) => (base, number.checked_add(self.step)?),
            None => (asked, self.from),
        };
        if self.to.is_some_and(|to| number > to) {
            return None;
        }
        self.address(&base, number)
    }

    /// The address of page `number` of the list that starts at `base`. A pattern that starts with
    /// `&` appends to the query; an existing parameter gets the new number instead.
    fn address(&self, base: &Url, number: u32) -> Option<Url> {
        let written = format!("{}{number}{}", self.before, self.after);
        if written.starts_with('&') {
            let page = with_parameters(base, &written, "n", "");
            return Some(without_fragment(&page));
        }
        base.join(&written).ok().map(|url| without_fragment(&url))
    }

    /// The base address of `asked`, and its number; `None` if it was not generated.
    fn place(&self, asked: &Url) -> Option<(Url, u32)> {
        let numbers = numbers_in(asked.as_str());
        bases(asked).into_iter().find_map(|base| {
            let number = numbers.iter().copied().find(|number| {
                let counted =
                    *number >= self.from && (*number - self.from).is_multiple_of(self.step);
                counted && self.address(&base, *number).as_ref() == Some(asked)
            });
            number.map(|number| (base, number))
        })
    }
}

/// The distinct numbers in an address.
fn numbers_in(address: &str) -> Vec<u32> {
    let mut numbers: Vec<u32> = address
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The possible bases of a numbered page: the address without the last part of its query, without
/// its query, and the folders above it, longest first.
fn bases(asked: &Url) -> Vec<Url> {
    let mut bases = vec![asked.clone()];
    let mut bare = asked.clone();
    if let Some(query) = asked.query() {
        let mut parts: Vec<&str> = query.split('&').collect();
        while parts.pop().is_some() && !parts.is_empty() {
            let mut shorter = asked.clone();
            shorter.set_query(Some(&parts.join("&")));
            bases.push(shorter);
        }
        bare.set_query(None);
        bases.push(bare.clone());
    }
    let path = bare.path().to_owned();
    let mut end = path.len();
    while let Some(slash) = path.get(..end).and_then(|part| part.rfind('/')) {
        let mut folder = bare.clone();
        folder.set_path(path.get(..=slash).unwrap_or("/"));
        bases.push(folder);
        end = slash;
    }
    bases
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(pages: &str, from: u32, to: Option<u32>, step: u32) -> Numbered {
        let (before, after) = pages.split_once("{n}").unwrap();
        Numbered {
            before: before.to_owned(),
            after: after.to_owned(),
            from,
            to,
            step,
        }
    }

    fn check(numbered: &Numbered, start: &str, expected: &[&str]) {
        let mut asked = Url::parse(start).unwrap();
        let mut found = Vec::new();
        let mut first = false;
        while let Some(next) = numbered.after(&asked, first) {
            found.push(next.to_string());
            if found.len() == expected.len() {
                break;
            }
            asked = next;
            first = false;
        }
        assert_eq!(found, expected, "{start}");
    }

    #[test]
    fn pages_are_counted_from_the_address_alone() {
        check(
            &numbered("?page={n}", 2, Some(4), 1),
            "http://a.example/list",
            &[
                "http://a.example/list?page=2",
                "http://a.example/list?page=3",
                "http://a.example/list?page=4",
            ],
        );
        check(
            &numbered("page/{n}/", 2, None, 1),
            "http://a.example/2024/news/",
            &[
                "http://a.example/2024/news/page/2/",
                "http://a.example/2024/news/page/3/",
            ],
        );
        check(
            &numbered("&start={n}", 25, None, 25),
            "http://a.example/f.php?id=25&x=1",
            &[
                "http://a.example/f.php?id=25&x=1&start=25",
                "http://a.example/f.php?id=25&x=1&start=50",
                "http://a.example/f.php?id=25&x=1&start=75",
            ],
        );
        check(
            &numbered("&page={n}", 2, None, 1),
            "http://a.example/q?query=x&page=1&size=50",
            &[
                "http://a.example/q?query=x&page=2&size=50",
                "http://a.example/q?query=x&page=3&size=50",
            ],
        );
        check(
            &numbered("/tag/index_{n}.html", 2, None, 1),
            "http://a.example/tag/",
            &[
                "http://a.example/tag/index_2.html",
                "http://a.example/tag/index_3.html",
            ],
        );
    }

    #[test]
    fn the_last_number_ends_it() {
        let asked = Url::parse("http://a.example/?page=4").unwrap();
        let numbered = numbered("?page={n}", 2, Some(4), 1);
        assert_eq!(numbered.after(&asked, false), None);
        // A start page with a number of its own is still the first.
        let next = numbered.after(&asked, true).unwrap();
        assert_eq!(next.as_str(), "http://a.example/?page=2");
    }
}
