//! Pairs an old page with the new one of the same content, by its address or by what both say.

use super::super::candidates::thresholds::MAX_PAGES;
use super::super::record::text;
use super::super::value_comparison::{address_key, count, share, squeeze, texts};
use super::super::{OldItem, OldPage};
use super::index::ElementTexts;
use super::links::Links;
use crate::authoring::repair::candidates::thresholds::pages::{DISTINCTIVE_RUNS, RUN, TWIN_SHARE};
use crate::authoring::samples::PageKind;
use crate::generic::{Metadata, metadata};
use crate::model::{DefaultColumn, Value};
use crate::page::Page;
use crate::rules::Rule;
use jiff::Timestamp;
use std::cell::OnceCell;
use std::collections::HashSet;
use url::Url;

impl OldPage {
    /// Reads `page` with the rule as it worked then. `records` are its values if already known.
    pub fn read(
        rule: &Rule,
        page: Page,
        records: Option<Vec<Vec<(String, Value)>>>,
        now: Timestamp,
    ) -> Self {
        let listed = rule.list_page(&page, now);
        let extraction = rule.extract(&page, &[], now);
        let given = records.is_some();
        let complete = extraction.missing.is_empty();
        let read = || extraction.records.iter().map(values).collect();
        let records: Vec<Vec<(String, Value)>> = records.unwrap_or_else(read);
        let title = records
            .iter()
            .flatten()
            .find(|(name, _)| name == DefaultColumn::Title.token());
        let headed = title.is_some_and(|(_, value)| {
            let title = squeeze(&value.joined());
            !title.is_empty() && squeeze(&page.title()).contains(&title)
        });
        let own = address_key(page.url());
        let started = rule.start().any(|url| address_key(&url) == own);
        let is_list = uses_list(rule)
            && !given
            && (started || (listed.items.len() > 1 && !(headed && complete)));
        let (kind, next) = if is_list {
            (PageKind::List, listed.next)
        } else {
            (PageKind::Content, extraction.next)
        };
        let items = listed.items.into_iter().map(|item| OldItem {
            url: item.url,
            fields: item.fields,
        });
        Self {
            items: if is_list { items.collect() } else { Vec::new() },
            records: if is_list { Vec::new() } else { records },
            page,
            next,
            kind,
        }
    }

    /// The text by which it is recognised.
    fn text(&self) -> String {
        let text = |(name, value): &(String, Value)| {
            (name == DefaultColumn::Text.token()).then(|| value.joined())
        };
        let found: Vec<String> = self.records.iter().flatten().filter_map(text).collect();
        found.join("\n")
    }
}

/// Whether the site's start pages are lists.
pub(super) fn uses_list(rule: &Rule) -> bool {
    rule.file().list.is_some()
}

/// The values of a record by name.
pub(in crate::authoring::repair) fn values(record: &crate::model::Record) -> Vec<(String, Value)> {
    let columns = DefaultColumn::EXTRACTED.into_iter();
    let mut values: Vec<(String, Value)> = columns
        .map(|column| (column.token(), record.column(column)))
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| (name.to_owned(), Value::One(text.to_owned())))
        .collect();
    values.extend(record.fields.iter().cloned());
    values
}

/// The data on which all parts are repaired.
pub(in crate::authoring::repair) struct RepairData<'a> {
    /// The current rule.
    pub rule: &'a Rule,
    /// The current time.
    pub now: Timestamp,
    /// Old pages, parsed.
    pub old: Vec<Old<'a>>,
    /// New pages, parsed.
    pub new: Vec<New<'a>>,
    /// What links to content look like.
    pub links: Links,
}

/// An old page.
pub(in crate::authoring::repair) struct Old<'a> {
    /// What it yielded.
    pub known: &'a OldPage,
    /// The page.
    pub lens: ElementTexts<'a>,
    said: OnceCell<Metadata>,
}

impl Old<'_> {
    /// What the page states about itself.
    pub fn metadata(&self) -> &Metadata {
        self.said.get_or_init(|| metadata(self.lens.page))
    }
}

/// A new page.
pub(in crate::authoring::repair) struct New<'a> {
    /// Index among the new pages.
    pub number: usize,
    /// The page.
    pub lens: ElementTexts<'a>,
    /// Its kind.
    pub kind: PageKind,
    /// The old page that showed the same.
    pub twin: Option<&'a OldPage>,
    said: OnceCell<Metadata>,
}

impl New<'_> {
    /// What the page states about itself.
    pub fn metadata(&self) -> &Metadata {
        self.said.get_or_init(|| metadata(self.lens.page))
    }
}

impl<'a> RepairData<'a> {
    /// Parses all pages and classifies them.
    pub fn survey(
        rule: &'a Rule,
        old: &'a [OldPage],
        collected: &[Url],
        new: &'a [Page],
        now: Timestamp,
    ) -> Self {
        let mut olds = Vec::new();
        for kind in [PageKind::List, PageKind::Content] {
            let kept = old.iter().filter(|o| o.kind == kind).take(MAX_PAGES);
            olds.extend(kept.map(|known| Old {
                known,
                lens: ElementTexts::of(&known.page),
                said: OnceCell::new(),
            }));
        }
        let links = Links::of(rule, old, collected);
        let old_words: Vec<HashSet<u64>> = olds.iter().map(known_by).collect();
        let mut news = Vec::new();
        for (number, page) in new.iter().enumerate() {
            let lens = ElementTexts::of(page);
            let shown = runs(lens.words());
            let kind = kind(rule, &lens, &shown, &links, (&olds, &old_words));
            let twin = twin(&lens, &shown, kind, (&olds, &old_words), &links);
            let so_far = news.iter().filter(|n: &&New<'_>| n.kind == kind).count();
            if so_far < MAX_PAGES {
                news.push(New {
                    number,
                    lens,
                    kind,
                    twin,
                    said: OnceCell::new(),
                });
            }
        }
        Self {
            rule,
            now,
            old: olds,
            new: news,
            links,
        }
    }

    /// The new pages of a kind.
    pub fn new_of(&self, kind: PageKind) -> Vec<&New<'a>> {
        self.new.iter().filter(|n| n.kind == kind).collect()
    }

    /// The old pages of a kind.
    pub fn old_of(&self, kind: PageKind) -> Vec<&Old<'a>> {
        self.old.iter().filter(|o| o.known.kind == kind).collect()
    }
}

/// The words by which an old page is recognised: those of the text that the rule extracted,
/// otherwise of the text that the page shows. Rules often leave the text to generic extraction and
/// extract only an author, and a name alone does not identify a page.
pub(super) fn known_by(old: &Old<'_>) -> HashSet<u64> {
    let own = runs(&words(&old.known.text()));
    if !own.is_empty() || old.known.kind == PageKind::List {
        return own;
    }
    let shown = runs(&words(&text::of_page(&old.lens)));
    if shown.len() < DISTINCTIVE_RUNS {
        return own;
    }
    shown
}

/// The old pages of `kind` that showed what `lens` shows, each with the share of it.
pub(super) fn likenesses<'a>(
    lens: &ElementTexts<'_>,
    shown: &HashSet<u64>,
    kind: PageKind,
    (olds, old_words): (&[Old<'a>], &[HashSet<u64>]),
    links: &Links,
) -> Vec<(f64, &'a OldPage)> {
    let own = address_key(lens.page.url());
    let linked: HashSet<String> = links.on(lens).iter().map(|(_, u)| address_key(u)).collect();
    let likeness = |old: &Old<'a>, words: &HashSet<u64>| {
        let same_place = address_key(old.known.page.url()) == own;
        let seen = match old.known.kind {
            PageKind::List => {
                let items = old.known.items.iter().map(|item| address_key(&item.url));
                share(&items.collect(), &linked)
            }
            PageKind::Content if words.is_empty() => shared_values(lens, old.known),
            PageKind::Content => share(words, shown).max(0.8 * shared_values(lens, old.known)),
        };
        // The address alone proves nothing: saved pages are often named 1, 2, 3. Nor does a text
        // without its title: forms and templates repeat.
        let enough = match (old.known.kind, titled(lens, old.known)) {
            (PageKind::List, _) if !same_place => TWIN_SHARE,
            (PageKind::List, _) | (PageKind::Content, Some(true)) => 0.25,
            (PageKind::Content, Some(false)) => 0.85,
            (PageKind::Content, None) => TWIN_SHARE,
        };
        (seen >= enough).then(|| seen + 0.2 * f64::from(u8::from(same_place)))
    };
    let scored = olds
        .iter()
        .zip(old_words)
        .filter(|(old, _)| old.known.kind == kind);
    scored
        .filter_map(|(old, words)| Some((likeness(old, words)?, old.known)))
        .collect()
}

/// Whether a page shows the title of an old one; `None` if that has no usable title, or if it is
/// only part of a longer text: "2 days" is in "12 days".
pub(super) fn titled(lens: &ElementTexts<'_>, old: &OldPage) -> Option<bool> {
    let titles = old
        .records
        .iter()
        .flatten()
        .filter(|(name, _)| name == DefaultColumn::Title.token());
    let mut titles = titles
        .map(|(_, v)| squeeze(&v.joined()))
        .filter(|t| t.len() > 5)
        .peekable();
    titles.peek()?;
    let places: Vec<bool> = titles
        .flat_map(|title| lens.holding(&title))
        .map(|(_, whole)| whole)
        .collect();
    let some = places.is_empty() || places.contains(&true);
    some.then_some(!places.is_empty())
}

/// The old page that showed what `lens` shows.
pub(super) fn twin<'a>(
    lens: &ElementTexts<'_>,
    shown: &HashSet<u64>,
    kind: PageKind,
    olds: (&[Old<'a>], &[HashSet<u64>]),
    links: &Links,
) -> Option<&'a OldPage> {
    likenesses(lens, shown, kind, olds, links)
        .into_iter()
        .fold(None, |best: Option<(f64, &OldPage)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        })
        .map(|(_, known)| known)
}

/// The share of an old record's long values that appear unchanged on a page.
pub(super) fn shared_values(lens: &ElementTexts<'_>, old: &OldPage) -> f64 {
    let values = old.records.iter().flatten();
    let texts = values
        .filter(|(name, _)| name != DefaultColumn::Text.token())
        .flat_map(|(_, v)| texts(v));
    let long: Vec<String> = texts
        .map(|t| squeeze(&t))
        .filter(|t| t.len() >= 12)
        .collect();
    let there = long.iter().filter(|t| !lens.holding(t).is_empty()).count();
    count(there) / count(long.len().max(1))
}

pub(super) fn kind(
    rule: &Rule,
    lens: &ElementTexts<'_>,
    shown: &HashSet<u64>,
    links: &Links,
    olds: (&[Old<'_>], &[HashSet<u64>]),
) -> PageKind {
    if !uses_list(rule) {
        return PageKind::Content;
    }
    let own = address_key(lens.page.url());
    // A list may show the start of an article, but does not have its title.
    let title = squeeze(&lens.page.title());
    let named_after = likenesses(lens, shown, PageKind::Content, olds, links)
        .into_iter()
        .any(|(_, known)| {
            let names = known
                .records
                .iter()
                .flatten()
                .filter(|(name, _)| name == DefaultColumn::Title.token());
            let mut names = names.map(|(_, value)| squeeze(&value.joined()));
            names.any(|name| !name.is_empty() && title.contains(&name))
                || address_key(known.page.url()) == own
        });
    let started = rule
        .start()
        .take(MAX_PAGES)
        .any(|url| address_key(&url) == own);
    if named_after || links.known.contains(&own) {
        return PageKind::Content;
    }
    let fitting: HashSet<String> = links.on(lens).iter().map(|(_, u)| address_key(u)).collect();
    let beside = |old: &Old<'_>| {
        let fitting = links.on(&old.lens);
        let keys: HashSet<String> = fitting.iter().map(|(_, u)| address_key(u)).collect();
        keys.len()
    };
    // Content pages link to other content too, but less.
    let contents = olds.0.iter().filter(|o| o.known.kind == PageKind::Content);
    let usual_beside = contents.map(beside).max().unwrap_or(0);
    let mut enough = (links.usual / 2).max(3);
    if usual_beside < links.usual {
        enough = enough.max(usual_beside + 1);
    }
    let allowed = rule
        .file()
        .list
        .as_ref()
        .is_some_and(|l| !l.filter.allow.is_empty());
    let looks_like_content = allowed && links.fits(lens.page.url());
    if started || (fitting.len() >= enough && !looks_like_content) {
        PageKind::List
    } else {
        PageKind::Content
    }
}

/// The words of a text, as the lens has them.
pub(in crate::authoring::repair) fn words(text: &str) -> Vec<u64> {
    let escaped = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('\n', "<br>");
    let Ok(url) = Url::parse("http://localhost/") else {
        return Vec::new();
    };
    let page = Page::parse(&format!("<p>{escaped}"), &url);
    ElementTexts::of(&page).words().to_vec()
}

/// Every run of [`RUN`] words, as hashes; for a shorter text the whole.
pub(in crate::authoring::repair) fn runs(words: &[u64]) -> HashSet<u64> {
    if words.is_empty() {
        return HashSet::new();
    }
    words.windows(RUN.min(words.len())).map(run_hash).collect()
}

/// A run of words as one hash.
pub(in crate::authoring::repair) fn run_hash(run: &[u64]) -> u64 {
    run.iter().fold(0x9E37_79B9_7F4A_7C15, |hash: u64, word| {
        (hash.rotate_left(17) ^ word).wrapping_mul(0x0100_0000_01B3)
    })
}
