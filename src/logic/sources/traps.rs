//! Traps: parts of a site that have pages without end, such as calendars, sessions in addresses
//! and folders that hold themselves. Flows in: addresses, and what pages say. Flows out: whether an
//! address is still worth asking. Counts by the form of addresses, never by time.

use std::collections::{HashMap, HashSet};

use url::Url;

/// Characters of an address at most.
const LONGEST: usize = 1_500;
/// Folders in an address at most.
const DEEPEST: usize = 20;
/// How often one name may stand in a path.
const MOST_REPEATS: usize = 3;
/// Parameters of a query at most.
const MOST_PARAMETERS: usize = 12;
/// Pages in a row that say what another page said, after which addresses of their form are left.
const MOST_ALIKE: u32 = 25;
/// Addresses with queries of one path that are asked for.
const MOST_QUERIES: u32 = 2_000;
/// Forms that are remembered.
const MOST_FORMS: usize = 50_000;
/// Pages that are remembered.
const MOST_PAGES: usize = 500_000;

/// Whether an address by itself looks like one of endlessly many.
pub fn looks_endless(url: &Url) -> bool {
    if url.as_str().len() > LONGEST {
        return true;
    }
    if url
        .query()
        .is_some_and(|query| query.split('&').count() > MOST_PARAMETERS)
    {
        return true;
    }
    let mut times: HashMap<&str, usize> = HashMap::new();
    let mut depth = 0;
    for part in url.path().split('/').filter(|part| !part.is_empty()) {
        depth += 1;
        let seen = times.entry(part).or_default();
        *seen += 1;
        // Numbers repeat in dates; names that repeat are folders that hold themselves.
        if *seen >= MOST_REPEATS && part.chars().any(char::is_alphabetic) {
            return true;
        }
    }
    depth > DEEPEST
}

/// What a crawl has seen, by the forms of addresses.
#[derive(Debug, Default)]
pub struct Traps {
    forms: HashMap<String, Form>,
    said: HashSet<u64>,
    queries: HashMap<String, u32>,
}

#[derive(Debug, Default)]
struct Form {
    /// Pages in a row with nothing of their own.
    alike: u32,
    closed: bool,
}

impl Traps {
    /// Whether `url` is worth asking; counts it where it has a query.
    pub fn admits(&mut self, url: &Url) -> bool {
        if looks_endless(url)
            || self
                .forms
                .get(&form_of(url))
                .is_some_and(|form| form.closed)
        {
            return false;
        }
        if url.query().is_none() {
            return true;
        }
        let mut path = url.clone();
        path.set_query(None);
        if self.queries.len() >= MOST_FORMS && !self.queries.contains_key(path.as_str()) {
            return true;
        }
        let count = self.queries.entry(path.into()).or_default();
        *count += 1;
        *count <= MOST_QUERIES
    }

    /// Takes note of what a page says; `text` is a hash of its words without digits. Whether this
    /// page closes a form: no further addresses of it are asked for.
    pub fn note(&mut self, url: &Url, text: u64) -> bool {
        let new = if self.said.len() < MOST_PAGES {
            self.said.insert(text)
        } else {
            !self.said.contains(&text)
        };
        let key = form_of(url);
        if self.forms.len() >= MOST_FORMS && !self.forms.contains_key(&key) {
            return false;
        }
        let form = self.forms.entry(key).or_default();
        form.alike = if new { 0 } else { form.alike + 1 };
        let closes = form.alike >= MOST_ALIKE && !form.closed;
        form.closed |= closes;
        closes
    }

    /// The forms that were closed.
    pub fn closed_forms(&self) -> Vec<String> {
        let closed = self.forms.iter().filter(|(_, form)| form.closed);
        let mut closed: Vec<String> = closed.map(|(key, _)| key.clone()).collect();
        closed.sort_unstable();
        closed
    }

    /// Closes forms that were closed before, in the part of a run that this one goes on with.
    pub fn close(&mut self, forms: impl IntoIterator<Item = String>) {
        for key in forms.into_iter().take(MOST_FORMS) {
            self.forms.entry(key).or_default().closed = true;
        }
    }

    /// How many forms were closed.
    pub fn closed(&self) -> usize {
        self.forms.values().filter(|form| form.closed).count()
    }
}

/// The form of an address: its host, its folders with numbers made one, the names in its query.
fn form_of(url: &Url) -> String {
    let mut form = url.host_str().unwrap_or_default().to_owned();
    let last = url.path().split('/').count().saturating_sub(1);
    for (place, part) in url.path().split('/').enumerate() {
        form.push('/');
        // The last part is the page itself.
        if place != last || part.chars().any(|c| c.is_ascii_digit()) {
            form.extend(
                part.chars()
                    .map(|c| if c.is_ascii_digit() { '0' } else { c }),
            );
        }
    }
    while form.contains("00") {
        form = form.replace("00", "0");
    }
    let mut names: Vec<&str> = url.query().into_iter().flat_map(|q| q.split('&')).collect();
    names = names
        .iter()
        .filter_map(|pair| pair.split('=').next())
        .collect();
    names.sort_unstable();
    names.dedup();
    form.push('?');
    form.push_str(&names.join("&"));
    form
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_forms_stay_closed_for_who_goes_on() {
        let mut before = Traps::default();
        for n in 0..100 {
            before.note(&url(&format!("http://127.0.0.1/day/{n}")), 7);
        }
        assert_eq!(before.closed_forms().len(), 1);
        let mut after = Traps::default();
        assert!(after.admits(&url("http://127.0.0.1/day/101")));
        after.close(before.closed_forms());
        assert!(!after.admits(&url("http://127.0.0.1/day/101")));
        assert!(after.admits(&url("http://127.0.0.1/other/101")));
    }

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn addresses_without_end_are_told_by_their_look() {
        let check =
            |text: &str, endless: bool| assert_eq!(looks_endless(&url(text)), endless, "{text}");
        check("http://a.example/news/2026/01/05/title", false);
        check("http://a.example/2026/2026/2026/", false);
        check("http://a.example/a/b/a/b/a/", true);
        check(&format!("http://a.example/{}", "x/y".repeat(30)), true);
        check(&format!("http://a.example/?{}", "q".repeat(2_000)), true);
        check(&format!("http://a.example/?{}", "a=1&".repeat(20)), true);
    }

    #[test]
    fn pages_that_repeat_close_their_form() {
        let mut traps = Traps::default();
        let day = |n: u32| url(&format!("http://a.example/calendar?day={n}"));
        let closed = (0..100).find(|n| traps.note(&day(*n), 7));
        assert_eq!(closed, Some(MOST_ALIKE));
        assert!(!traps.admits(&day(101)));
        assert!(traps.admits(&url("http://a.example/calendar")));
        assert_eq!(traps.closed(), 1);
    }

    #[test]
    fn pages_with_something_to_say_stay() {
        let mut traps = Traps::default();
        for n in 0..200_u32 {
            let here = url(&format!("http://a.example/item/{n}"));
            assert!(traps.admits(&here));
            assert!(!traps.note(&here, u64::from(n)));
        }
    }

    #[test]
    fn queries_of_one_path_have_an_end() {
        let mut traps = Traps::default();
        let asked = (0..5_000).filter(|n| traps.admits(&url(&format!("http://a.example/?s={n}"))));
        assert_eq!(asked.count(), 2_000);
    }
}
