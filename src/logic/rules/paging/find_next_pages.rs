//! Merges the findings about a page's continuations: which are the same, which support each other, which
//! are certain enough to be reported.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use url::Url;

use super::address::{ParsedAddress, UrlRelation};
use super::candidate_links;
use super::candidate_links::PagingLink;
use super::counting_down::Direction;
use super::next_link_selector;
use super::numbered;
use super::scores;
use super::scores::Score;
use super::words::{Arrow, LabelMeaning, LinkLabel, MAX_LABEL_CHARS};
use crate::messages::Message;
use crate::page::{Page, without_fragment};
use crate::rules::Alternative;
use crate::select::SelectorKind;

/// The minimum confidence of a reported finding.
const MIN_CONFIDENCE: f64 = 0.5;

/// The maximum number of findings on one page.
const MAX_FOUND: usize = 12;

/// The target of a pagination link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaginationKind {
    /// The next page, by a link labelled as such.
    Next,
    /// The next page, by its number.
    Numbered,
    /// The next page, by a link labelled as loading more.
    LoadMore,
    /// The whole article or list on one page, including print views.
    SinglePage,
    /// The next page, by the address pattern; nothing on the page links to it.
    Range,
}

/// One continuation of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pagination {
    /// The kind of the target.
    pub kind: PaginationKind,
    /// The target; on the site of the page, without fragment.
    pub target: Url,
    /// A selector of the link here and on the further pages; takes `href`.
    pub alternative: Option<Alternative>,
    /// 0.5 to 1.
    pub confidence: f64,
    /// The reasons for and against it.
    pub why: Vec<Message>,
}

/// The continuations of `page`, most reliable first; empty if there are none.
pub fn pagination(page: &Page) -> Vec<Pagination> {
    let own = ParsedAddress::of(&without_fragment(page.url()));
    let links = candidate_links::gather(page, &own);
    let found = candidates(page, &own, &links);
    let mut merged = merge(found);
    agree(&mut merged);
    merged.retain(|c| c.confidence >= MIN_CONFIDENCE);
    merged.sort_by(|a, b| {
        let by_confidence = b.confidence.total_cmp(&a.confidence);
        by_confidence.then_with(|| a.score.kind.cmp(&b.score.kind))
    });
    merged
        .into_iter()
        .take(MAX_FOUND)
        .map(|c| c.into_pagination(page))
        .collect()
}

/// The next page of the list, thread or article of `page`, if reliable enough to follow without
/// asking: the best finding except the whole on one page.
pub fn next_page(page: &Page) -> Option<Pagination> {
    pagination(page)
        .into_iter()
        .find(|found| found.kind != PaginationKind::SinglePage)
}

/// A finding before it is merged with its duplicates.
struct Candidate<'l, 'a> {
    link: Option<&'l PagingLink<'a>>,
    url: Url,
    plain: String,
    score: Score,
    confidence: f64,
}

impl<'l, 'a> Candidate<'l, 'a> {
    fn new(link: Option<&'l PagingLink<'a>>, url: Url, score: Score) -> Self {
        Self {
            plain: ParsedAddress::of(&url).plain().to_owned(),
            confidence: score.confidence(),
            link,
            url,
            score,
        }
    }

    fn of(link: &'l PagingLink<'a>, score: Score) -> Self {
        Self::new(Some(link), link.address.url().clone(), score)
    }

    fn into_pagination(self, page: &Page) -> Pagination {
        Pagination {
            kind: self.score.kind,
            alternative: self.link.and_then(|link| alternative(page, link)),
            target: self.url,
            confidence: self.confidence,
            why: self.score.why,
        }
    }
}

fn candidates<'l, 'a>(
    page: &Page,
    own: &ParsedAddress,
    links: &'l [PagingLink<'a>],
) -> Vec<Candidate<'l, 'a>> {
    let has_plain_arrow = links
        .iter()
        .any(|l| l.arrow() == Arrow::Right && l.relation != UrlRelation::Itself);
    let mut found: Vec<Candidate<'l, 'a>> = Vec::new();
    let rows = numbered::rows(own, links);
    let direction = Direction::of(links, rows.iter().any(|row| row.counts_down));
    for row in rows {
        let url = row
            .next
            .map(|l| l.address.url().clone())
            .or(row.made.clone());
        if let Some(url) = url {
            found.push(Candidate::new(row.next, url, scores::numbered(&row)));
        }
    }
    for link in links.iter().filter(|link| !direction.is_against(link)) {
        let next = scores::next(link, has_plain_arrow, direction).or_else(|| scores::more(link));
        found.extend(next.map(|score| Candidate::of(link, score)));
    }
    let paged = found.iter().any(|c| c.confidence >= MIN_CONFIDENCE);
    for link in links {
        let single = scores::single(link, page.url().path(), paged);
        found.extend(single.map(|score| Candidate::of(link, score)));
    }
    found.retain(|c| c.plain != own.plain());
    found
}

/// One finding per kind and target: the most reliable, shown by a clickable link.
fn merge<'l, 'a>(found: Vec<Candidate<'l, 'a>>) -> Vec<Candidate<'l, 'a>> {
    let mut merged: BTreeMap<(PaginationKind, String), Candidate<'l, 'a>> = BTreeMap::new();
    for candidate in found {
        let key = (candidate.score.kind, candidate.plain.clone());
        match merged.entry(key) {
            Entry::Vacant(place) => {
                place.insert(candidate);
            }
            Entry::Occupied(mut place) => {
                let old = place.get_mut();
                let hidden = |c: &Candidate<'_, '_>| c.link.is_none_or(PagingLink::in_head);
                let both = hidden(old) != hidden(&candidate);
                let link = if hidden(old) {
                    candidate.link
                } else {
                    old.link
                };
                let together = either(old.confidence, candidate.confidence);
                if candidate.score.sum > old.score.sum {
                    *old = candidate;
                }
                old.link = link.or(old.link);
                if both {
                    old.confidence = together;
                }
            }
        }
    }
    merged.into_values().collect()
}

/// Findings of different kinds with the same target raise each other's confidence; one with another
/// target than the list's own numbers loses some.
fn agree(found: &mut [Candidate<'_, '_>]) {
    let all: Vec<(PaginationKind, String, f64)> = found
        .iter()
        .filter(|c| c.score.kind != PaginationKind::SinglePage && c.confidence >= MIN_CONFIDENCE)
        .map(|c| (c.score.kind, c.plain.clone(), c.confidence))
        .collect();
    let rows = rows_of(&all);
    // A page may have thousands of "more" links: each is compared only with the relevant ones.
    let mut alike: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, (_, plain, _)) in all.iter().enumerate() {
        alike.entry(plain).or_default().push(number);
    }
    for own in found
        .iter_mut()
        .filter(|c| c.score.kind != PaginationKind::SinglePage)
    {
        let same = alike.get(own.plain.as_str()).into_iter().flatten();
        let others: BTreeSet<usize> = same.chain(&rows).copied().collect();
        for (kind, plain, confidence) in others.into_iter().filter_map(|number| all.get(number)) {
            if *kind == own.score.kind {
                continue;
            }
            if *plain == own.plain {
                own.confidence = either(own.confidence, *confidence);
                own.score.why.push(Message::new("paging-why-agree"));
            } else if *kind == PaginationKind::Numbered && own.confidence < *confidence {
                own.confidence *= 0.6;
                own.score.why.push(Message::new("paging-why-differs"));
            }
        }
    }
}

/// Which of `all` are the list's own numbers; the most reliable if a page has many such lists.
fn rows_of(all: &[(PaginationKind, String, f64)]) -> Vec<usize> {
    let numbered = all.iter().enumerate();
    let mut rows: Vec<(usize, f64)> = numbered
        .filter(|(_, (kind, ..))| *kind == PaginationKind::Numbered)
        .map(|(number, (.., confidence))| (number, *confidence))
        .collect();
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    rows.truncate(MAX_FOUND);
    rows.into_iter().map(|(number, _)| number).collect()
}

/// The combined probability of two independent signs.
fn either(a: f64, b: f64) -> f64 {
    1.0 - (1.0 - a) * (1.0 - b)
}

/// A selector that finds `link` on the further pages.
fn alternative(page: &Page, link: &PagingLink<'_>) -> Option<Alternative> {
    let href = Some("href".to_owned());
    if link.in_head() {
        return Some(Alternative {
            css: Some("link[rel~=\"next\"]".to_owned()),
            take: href,
            ..Alternative::default()
        });
    }
    let (kind, source) = next_link_selector::stable_selector(page, link.element)?;
    let mut found = Alternative {
        take: href,
        ..Alternative::default()
    };
    match kind {
        SelectorKind::Css => found.css = Some(source),
        _ => found.xpath = Some(source),
    }
    Some(found)
}

/// Whether a text as a whole names the next page and is the same on every page.
pub(crate) fn is_next_label(text: &str) -> bool {
    let read = LinkLabel::read(text);
    matches!(
        read.meaning,
        Some(
            LabelMeaning::Next | LabelMeaning::NextPage | LabelMeaning::Older | LabelMeaning::More
        )
    ) && text.chars().count() <= MAX_LABEL_CHARS
}
