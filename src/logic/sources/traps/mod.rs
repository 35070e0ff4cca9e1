//! Traps: parts of a site that have pages without end, such as calendars, sessions in addresses
//! and folders that hold themselves. Flows in: addresses, and what pages say. Flows out: whether an
//! address is still worth asking. Counts by the form of addresses, never by time.

use std::collections::{HashMap, HashSet};

use url::Url;

mod kept;

/// Characters of an address at most.
const LONGEST: usize = 1_500;
/// Folders in an address at most.
const DEEPEST: usize = 20;
/// How often one name may stand in a path.
const MAX_REPEATS: usize = 3;
/// Parameters of a query at most.
const MAX_PARAMETERS: usize = 12;
/// Pages in a row that say what another page said, after which addresses of their form are left.
const MAX_ALIKE: u32 = 25;
/// Addresses with queries of one path that are asked for.
const MAX_QUERIES: u32 = 2_000;
/// Pages with parameters in a row that have no word that others of their form had not.
const MAX_WORDLESS: u32 = 60;
/// Words remembered of all forms together, some 16 MB.
const MAX_WORDS: usize = 2_000_000;
/// From so many on, counts are kept for a crawl that goes on.
const KEPT_ALIKE: u32 = 3;
const KEPT_QUERIES: u32 = 50;
/// Forms that are remembered.
const MAX_FORMS: usize = 50_000;
/// Pages that are remembered.
const MAX_PAGES: usize = 500_000;

/// Whether an address by itself looks like one of endlessly many.
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
        // Numbers repeat in dates; names that repeat are folders that hold themselves.
        if *seen >= MAX_REPEATS && part.chars().any(char::is_alphabetic) {
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
    queries: HashMap<String, Queries>,
    /// Words of forms that are remembered, all together.
    words: usize,
    /// Whether something changed that a crawl that goes on should know.
    changed: bool,
}

#[derive(Debug, Default)]
struct Form {
    /// Pages in a row with nothing of their own.
    alike: u32,
    /// What the last of them said.
    last: u64,
    /// Pages in a row without a word of their own, and all words so far.
    wordless: u32,
    words: HashSet<u32>,
    /// Pages whose words are only remembered: those known before a restart are gone.
    learning: u32,
    closed: bool,
}

/// The addresses with queries of one path.
#[derive(Debug, Default)]
struct Queries {
    asked: u32,
    /// Pages of them that had words of their own.
    fruitful: u32,
}

impl Traps {
    /// Whether `url` is worth asking; counts it where it has a query.
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

    /// Takes note of what a page says; `text` is a hash of its words without digits. Whether this
    /// page closes a form: no further addresses of it are asked for.
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

    /// Takes note of the words of a page, as hashes: pages under ever new parameters that only put
    /// known words in another order are a trap too. Pages without parameters are not judged.
    /// Whether this page closes a form.
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

/// What is remembered of the form of an address; nothing where there are too many.
fn form_at<'f>(forms: &'f mut HashMap<String, Form>, url: &Url) -> Option<&'f mut Form> {
    let key = form_of(url);
    if forms.len() >= MAX_FORMS && !forms.contains_key(&key) {
        return None;
    }
    Some(forms.entry(key).or_default())
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
