//! Whether two pages of one site are the same article. Pages of a site share its template, so text
//! that is on many pages says nothing about one of them: the remaining shingles (Broder, 1997)
//! decide. Input: the two pages and similar pages of the site. Output: yes or no. Thresholds:
//! `tests/measures/siblings.py`, figures in `docs/benchmarks.md`.

use std::collections::{HashMap, HashSet};

use super::repost_signature::shingles;
use super::vector::{TermVector, terms};

/// The number of other pages from which a shingle counts as the site's template.
const TEMPLATE_PAGES: usize = 4;
/// The maximum number of pages with one title that may be copies; with more, the title is not
/// specific.
const MAX_COPIES: usize = 8;
/// The minimum number of own shingles for a page to be distinguished from its siblings.
const MIN_OWN: usize = 8;
/// Own shingles per place where pages with different titles may differ in the middle: copies differ
/// at their ends, siblings name something else here and there.
const SHINGLES_PER_EDIT: usize = 300;
/// The same with one title: a corrected article differs in few places, a page about another edition
/// of the same thing wherever the edition is named.
const SHINGLES_PER_CORRECTION: usize = 200;
/// The minimum number of differing places allowed, however short the page.
const MIN_CORRECTIONS: usize = 2;
/// New shingles at a place where words were inserted or cut; more means replaced.
const SEAM: usize = 2;
/// The share of own shingles in common, for the page that is contained better.
const CONTAINED: f64 = 0.9;
/// The same for the other page: one may lack its last fifth, and be between header and footer.
const OVERLAP: f64 = 0.75;
/// Pages of one site with different titles are two pages, unless both are articles of at least this
/// many own shingles and share nearly all of them: short siblings (two functions of a manual, two
/// products) differ in little more than their names.
const MIN_RETITLED: usize = 300;
/// The share of own shingles of either page that must then be in the other.
const RETITLED_OVERLAP: f64 = 0.95;

/// A text prepared for comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextSketch {
    /// Its terms.
    pub vector: TermVector,
    /// Hashes of its shingles, in order.
    order: Vec<u64>,
    /// The same sorted, each once.
    shingles: Vec<u64>,
}

impl TextSketch {
    /// The sketch of a text.
    pub fn of(text: &str) -> Self {
        Self::of_words(&terms(text))
    }

    pub(super) fn of_words(words: &[u64]) -> Self {
        let order: Vec<u64> = shingles(words).collect();
        let mut shingles = order.clone();
        shingles.sort_unstable();
        shingles.dedup();
        Self {
            vector: TermVector::of_words(words),
            order,
            shingles,
        }
    }
}

/// A page of a site.
#[derive(Clone, Copy, Debug)]
pub struct SitePage<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its text.
    pub text: &'a TextSketch,
}

/// Whether two pages of one site are the same article, using `others` (similar pages of the site,
/// without the two) to find what the site repeats.
pub fn is_same_article(one: SitePage<'_>, other: SitePage<'_>, others: &[SitePage<'_>]) -> bool {
    let titles = (folded(one.title), folded(other.title));
    if titles.0 == titles.1 && one.text.shingles == other.text.shingles {
        return true;
    }
    let is_copy = |page: &SitePage<'_>| {
        let title = folded(page.title);
        !title.is_empty() && (title == titles.0 || title == titles.1)
    };
    let copies = others.iter().filter(|page| is_copy(page)).count();
    let titled = copies <= MAX_COPIES;
    // With one title that is not on all pages, the whole texts are compared.
    let one_title = titled && titles.0 == titles.1 && !titles.0.is_empty();
    let repeated = match one_title {
        true => HashMap::new(),
        false => repeated(
            &one,
            &other,
            others.iter().filter(|p| !(titled && is_copy(p))),
        ),
    };
    let own = |page: &SitePage<'_>| -> Vec<u64> {
        let shingles = page.text.shingles.iter().copied();
        shingles.filter(|s| !repeated.contains_key(s)).collect()
    };
    let (mine, theirs) = (own(&one), own(&other));
    let fewest = mine.len().min(theirs.len());
    let shared = mine.iter().filter(|s| theirs.binary_search(s).is_ok());
    let shared: HashSet<u64> = shared.copied().collect();
    let (least, most) = (count(fewest), count(mine.len().max(theirs.len())));
    let (min_own, overlap) = if one_title || is_extended(&titles.0, &titles.1) {
        (MIN_OWN, OVERLAP)
    } else {
        (MIN_RETITLED, RETITLED_OVERLAP)
    };
    if fewest < min_own {
        return false;
    }
    let alike = count(shared.len()) >= CONTAINED * least && count(shared.len()) >= overlap * most;
    let edits = |page: &SitePage<'_>| {
        let own = page.text.order.iter().filter(|s| !repeated.contains_key(s));
        replaced_places(own.map(|s| shared.contains(s)))
    };
    let most_edits = match one_title {
        true => (fewest / SHINGLES_PER_CORRECTION).max(MIN_CORRECTIONS),
        false => fewest / SHINGLES_PER_EDIT,
    };
    alike && edits(&one).min(edits(&other)) <= most_edits
}

/// Counts the places between shared words where other words are; `shared` tells it for each
/// shingle.
fn replaced_places(shared: impl Iterator<Item = bool>) -> usize {
    let (mut places, mut other, mut begun) = (0, 0, false);
    for shared in shared {
        if !shared {
            other += 1;
            continue;
        }
        places += usize::from(begun && other > SEAM);
        (other, begun) = (0, true);
    }
    places
}

/// The shingles of either page that the site repeats.
fn repeated<'a>(
    one: &SitePage<'_>,
    other: &SitePage<'_>,
    others: impl Iterator<Item = &'a SitePage<'a>>,
) -> HashMap<u64, usize> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for page in others {
        for shingle in &page.text.shingles {
            let has = |page: &SitePage<'_>| page.text.shingles.binary_search(shingle).is_ok();
            if has(one) || has(other) {
                *counts.entry(*shingle).or_default() += 1;
            }
        }
    }
    counts.retain(|_, pages| *pages >= TEMPLATE_PAGES);
    counts
}

/// Whether one title is the other plus a suffix: the name of the site, "(print)".
fn is_extended(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    !short.is_empty() && long.starts_with(short)
}

/// Letters and digits of a title, in lower case.
fn folded(title: &str) -> String {
    let letters = title.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: (&str, &str), other: (&str, &str)) -> bool {
        let (text, others) = (TextSketch::of(one.1), TextSketch::of(other.1));
        let page = |title, text| SitePage { title, text };
        is_same_article(page(one.0, &text), page(other.0, &others), &[])
    }

    #[test]
    fn copies_differ_at_their_ends_and_siblings_in_the_middle() {
        let words: Vec<String> = (0..120).map(|n| format!("word{n}")).collect();
        let text = words.join(" ");
        let framed = format!("some head above {} a foot", words[..100].join(" "));
        let boxed = text.replace("word60", "word60 with a box between them");
        let named = text.replace("word60", "another name");
        for copy in [&text, &framed, &boxed] {
            assert!(same(("First", &text), ("First (print)", copy)), "{copy}");
        }
        assert!(!same(("First", &text), ("First (print)", &named)));
        assert!(same(("First", &text), ("first", &named)), "under one title");
    }

    #[test]
    fn under_another_title_only_whole_articles_are_copies() {
        let text = |words: std::ops::Range<usize>| {
            let words: Vec<String> = words.map(|n| format!("word{n}")).collect();
            words.join(" ")
        };
        let (long, short) = (text(0..400), text(0..120));
        let boxed = long.replace("word60", "word60 with a box between them");
        let framed = format!("some head {} a foot", text(0..320));
        for copy in [&long, &boxed] {
            assert!(same(("First", &long), ("Second", copy)), "{copy}");
        }
        assert!(!same(("First", &long), ("Second", &framed)));
        assert!(!same(("First", &short), ("Second", &short)));
    }
}
