//! What is known of pages: which kinds need the browser. Kinds are told apart by host and path. Now
//! and then one is asked for by a plain request again, because sites change.

use std::collections::HashMap;

use url::Url;

/// Pages after which the cheaper way is tried again.
const RETRY_AFTER_PAGES: u32 = 25;
/// Shells that stay empty in the browser after which a kind is not shown there any more.
const MAX_EMPTY_RESULTS: u32 = 2;
/// Maximum kinds that are remembered.
const MAX_KINDS: usize = 5000;

/// By what a page is asked for first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Plain,
    Browser,
}

#[derive(Default)]
struct Kind {
    /// Pages shown since the cheaper way was tried.
    shown: u32,
    /// Whether the browser shows what a plain request does not.
    helps: bool,
    /// Pages in a row that the browser did not help.
    empty_results: u32,
    /// Pages since it was given up.
    since: u32,
}

/// The kinds of pages that are shells.
#[derive(Default)]
pub(super) struct PageKinds(HashMap<String, Kind>);

impl PageKinds {
    /// The way to begin with.
    pub(super) fn way(&mut self, url: &Url) -> Way {
        let Some(kind) = self.0.get_mut(&name_of(url)).filter(|kind| kind.helps) else {
            return Way::Plain;
        };
        kind.shown += 1;
        if kind.shown >= RETRY_AFTER_PAGES {
            kind.shown = 0;
            return Way::Plain;
        }
        Way::Browser
    }

    /// Whether the browser would show nothing more; it is tried again now and then.
    pub(super) fn stays_empty(&mut self, url: &Url) -> bool {
        let Some(kind) = self
            .0
            .get_mut(&name_of(url))
            .filter(|kind| kind.empty_results >= MAX_EMPTY_RESULTS)
        else {
            return false;
        };
        kind.since += 1;
        if kind.since >= RETRY_AFTER_PAGES {
            kind.since = 0;
            return false;
        }
        true
    }

    /// A plain request was enough.
    pub(super) fn needs_none(&mut self, url: &Url) {
        self.0.remove(&name_of(url));
    }

    /// It was a shell, which the browser filled or not.
    pub(super) fn needs_browser(&mut self, url: &Url, helped: bool) {
        if self.0.len() >= MAX_KINDS {
            self.0.clear();
        }
        let kind = self.0.entry(name_of(url)).or_default();
        kind.helps = helped;
        kind.empty_results = if helped { 0 } else { kind.empty_results + 1 };
    }
}

/// The kind of a page: its host, the first part of its path, and how many parts there are.
fn name_of(url: &Url) -> String {
    let parts: Vec<&str> = url
        .path()
        .split('/')
        .filter(|part| !part.is_empty())
        .collect();
    let first = match parts.as_slice() {
        [first, _, ..] => first,
        _ => "",
    };
    let host = url.host_str().unwrap_or_default();
    format!("{host}:{:?}/{first}/{}", url.port(), parts.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_that_needs_the_browser_is_asked_plainly_now_and_then() {
        let mut kinds = PageKinds::default();
        let url = |number: u32| Url::parse(&format!("https://a.example/post/{number}")).unwrap();
        assert_eq!(kinds.way(&url(1)), Way::Plain);
        kinds.needs_browser(&url(1), true);
        let ways: Vec<Way> = (2..60).map(|number| kinds.way(&url(number))).collect();
        let plain = ways.iter().filter(|way| **way == Way::Plain).count();
        assert_eq!(plain, 2);
        assert_eq!(
            kinds.way(&Url::parse("https://a.example/about").unwrap()),
            Way::Plain
        );
        kinds.needs_none(&url(9));
        assert_eq!(kinds.way(&url(10)), Way::Plain);
    }

    #[test]
    fn shells_that_stay_empty_are_given_up() {
        let mut kinds = PageKinds::default();
        let url = Url::parse("https://a.example/x/1").unwrap();
        kinds.needs_browser(&url, false);
        assert!(!kinds.stays_empty(&url));
        kinds.needs_browser(&url, false);
        let tried = (0..50).filter(|_| !kinds.stays_empty(&url)).count();
        assert_eq!((tried, kinds.way(&url)), (2, Way::Plain));
    }
}
