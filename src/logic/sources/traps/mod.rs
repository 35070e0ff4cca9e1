//! Traps: parts of a site with endless pages, such as calendars, sessions in addresses and folders
//! that contain themselves. Input: addresses and page texts. Output: whether an address is
//! still worth requesting. Counts by the form of addresses, never by time.

use std::collections::{HashMap, HashSet};

use url::Url;

mod saved_state;

/// The maximum length of an address, in characters.
const LONGEST: usize = 1_500;
/// The maximum number of folders in an address.
const DEEPEST: usize = 20;
/// How often one name may occur in a path.
const MAX_REPEATS: usize = 3;
/// The maximum number of query parameters.
const MAX_PARAMETERS: usize = 12;
/// Consecutive pages with the text of another page, after which addresses of their form are
/// skipped.
const MAX_ALIKE: u32 = 25;
/// The maximum number of requested addresses with queries on one path.
const MAX_QUERIES: u32 = 2_000;
/// Consecutive pages with parameters that have no word new to their form.
const MAX_WORDLESS: u32 = 60;
/// The maximum number of words remembered for all forms together, some 16 MB.
const MAX_WORDS: usize = 2_000_000;
/// The count from which it is stored for a resumed crawl.
const KEPT_ALIKE: u32 = 3;
const KEPT_QUERIES: u32 = 50;
/// The maximum number of forms remembered.
const MAX_FORMS: usize = 50_000;
/// The maximum number of pages remembered.
const MAX_PAGES: usize = 500_000;

/// Whether an address alone looks like one of endlessly many.
pub fn is_likely_endless(url: &Url) -> bool {
    if url.as_str().len() > LONGEST {
        return true;
    }
    if url
        .query()
        .is_some_and(|query| query.split('&').count() > MAX_PARAMETERS)
    {
        return true;
    }
    let mut times: HashMap<&str, usize> = HashMap::new();
    let mut depth = 0;
    for part in url.path().split('/').filter(|part| !part.is_empty()) {
        depth += 1;
        let seen = times.entry(part).or_default();
        *seen += 1;
        // Numbers repeat in dates; repeated names are folders that contain themselves.
        if *seen >= MAX_REPEATS && part.chars().any(char::is_alphabetic) {
            return true;
        }
    }
    depth > DEEPEST
}

/// What a crawl has seen, by the form of addresses.
#[derive(Debug, Default)]
pub struct Traps {
    forms: HashMap<String, Form>,
    said: HashSet<u64>,
    queries: HashMap<String, Queries>,
    /// The total number of words remembered for all forms.
    words: usize,
    /// Whether something changed that a resumed crawl needs.
    changed: bool,
}

#[derive(Debug, Default)]
struct Form {
    /// Consecutive pages with no text of their own.
    alike: u32,
    /// The text hash of the last of them.
    last: u64,
    /// Consecutive pages without a new word, and all words so far.
    wordless: u32,
    words: HashSet<u32>,
    /// Pages whose words are only learned: those known before a restart are lost.
    learning: u32,
    closed: bool,
}

/// The addresses with queries of one path.
#[derive(Debug, Default)]
struct Queries {
    asked: u32,
    /// The number of them with new words.
    fruitful: u32,
}

impl Traps {
    /// Whether `url` is worth requesting; counts it if it has a query.
    pub fn admits(&mut self, url: &Url) -> bool {
        if is_likely_endless(url)
            || self
                .forms
                .get(&form_of(url))
                .is_some_and(|form| form.closed)
        {
            return false;
        }
        let Some(queries) = self.queries_of(url) else {
            return true;
        };
        queries.asked += 1;
        let few = queries.asked <= MAX_QUERIES.saturating_add(queries.fruitful.saturating_mul(2));
        self.changed |= queries.asked.is_multiple_of(KEPT_QUERIES);
        few
    }

    fn queries_of(&mut self, url: &Url) -> Option<&mut Queries> {
        url.query()?;
        let mut path = url.clone();
        path.set_query(None);
        if self.queries.len() >= MAX_FORMS && !self.queries.contains_key(path.as_str()) {
            return None;
        }
        Some(self.queries.entry(path.into()).or_default())
    }

    /// Records the text of a page; `text` is a hash of its words without digits. Returns whether
    /// this page closes a form: no further addresses of it are requested.
    pub fn note(&mut self, url: &Url, text: u64) -> bool {
        let new = if self.said.len() < MAX_PAGES {
            self.said.insert(text)
        } else {
            !self.said.contains(&text)
        };
        let Some(form) = form_at(&mut self.forms, url) else {
            return false;
        };
        let before = form.alike;
        form.alike = if new { 0 } else { form.alike + 1 };
        form.last = text;
        let closes = form.alike >= MAX_ALIKE && !form.closed;
        form.closed |= closes;
        self.changed |= closes || before.max(form.alike) >= KEPT_ALIKE;
        closes
    }

    /// Records the words of a page, as hashes: pages under ever new parameters that only reorder
    /// known words are a trap too. Pages without parameters are not judged. Returns whether this
    /// page closes a form.
    pub fn note_words(&mut self, url: &Url, words: &[u32]) -> bool {
        if url.query().is_none() || words.is_empty() {
            return false;
        }
        let room = MAX_WORDS.saturating_sub(self.words);
        let Some(form) = form_at(&mut self.forms, url) else {
            return false;
        };
        let before = form.words.len();
        let unknown = words.iter().any(|word| !form.words.contains(word));
        form.words.extend(words.iter().take(room));
        self.words += form.words.len() - before;
        form.learning = form.learning.saturating_sub(1);
        form.wordless = match unknown {
            true if form.learning > 0 => form.wordless,
            true => 0,
            false => form.wordless + 1,
        };
        let closes = form.wordless >= MAX_WORDLESS && !form.closed;
        form.closed |= closes;
        self.changed |= closes || form.wordless >= KEPT_ALIKE;
        if unknown && let Some(queries) = self.queries_of(url) {
            queries.fruitful += 1;
        }
        closes
    }

    /// How many forms were closed.
    pub fn closed(&self) -> usize {
        self.forms.values().filter(|form| form.closed).count()
    }
}

/// What is remembered of the form of an address; `None` when there are too many.
fn form_at<'f>(forms: &'f mut HashMap<String, Form>, url: &Url) -> Option<&'f mut Form> {
    let key = form_of(url);
    if forms.len() >= MAX_FORMS && !forms.contains_key(&key) {
        return None;
    }
    Some(forms.entry(key).or_default())
}

/// The form of an address: its host, its folders with numbers normalised, the names in its query.
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

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn addresses_without_end_are_told_by_their_look() {
        let check = |text: &str, endless: bool| {
            assert_eq!(is_likely_endless(&url(text)), endless, "{text}")
        };
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
        assert_eq!(closed, Some(MAX_ALIKE));
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
    fn known_words_in_another_order_are_a_trap() {
        let mut traps = Traps::default();
        let sorted = |n: u32| url(&format!("http://a.example/goods?sort=price&seed={n}"));
        let closed = (0..200).find(|n| {
            let words = [n % 5, (n + 1) % 5, 7];
            traps.note_words(&sorted(*n), &words)
        });
        assert!(closed.is_some_and(|n| (MAX_WORDLESS..MAX_WORDLESS + 6).contains(&n)));
        assert!(!traps.admits(&sorted(300)));
        let thread = |n: u32| url(&format!("http://a.example/thread?t={n}"));
        for n in 0..5_000 {
            assert!(traps.admits(&thread(n)), "{n}");
            assert!(!traps.note_words(&thread(n), &[1, 2, 100 + n]));
        }
        assert!((0..100).all(|_| !traps.note_words(&url("http://a.example/goods"), &[1])));
    }

    #[test]
    fn queries_of_one_path_have_an_end() {
        let mut traps = Traps::default();
        let asked = (0..5_000).filter(|n| traps.admits(&url(&format!("http://a.example/?s={n}"))));
        assert_eq!(asked.count(), 2_000);
    }
}
