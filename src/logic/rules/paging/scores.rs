//! Scores links as continuations. Input: links with the texts and names on and around them.
//! Output: findings with a confidence and its reasons. Each sign adds to a sum on a logarithmic
//! scale; contradictions subtract from it.

use super::PaginationKind;
use super::address::{CountedUnit, UrlRelation};
use super::candidate_links::{PagingLink, Rel};
use super::counting_down::Direction;
use super::numbered::Pages;
use super::words::{Arrow, LabelMeaning, address_meaning};
use crate::messages::Message;

/// The initial penalty of a link without any evidence.
const DOUBT: f64 = 2.2;

/// A scored link or address.
pub struct Score {
    /// The kind of its target.
    pub kind: PaginationKind,
    /// The sum.
    pub sum: f64,
    /// The reasons.
    pub why: Vec<Message>,
}

impl Score {
    fn new(kind: PaginationKind) -> Self {
        Self {
            kind,
            sum: -DOUBT,
            why: Vec::new(),
        }
    }

    fn add(&mut self, weight: f64, why: Message) {
        self.sum += weight;
        self.why.push(why);
    }

    /// The sum as a probability, 0 to 1.
    pub fn confidence(&self) -> f64 {
        1.0 / (1.0 + (-self.sum).exp())
    }
}

/// The score of `link` as a next-page link; `None` if it is labelled as something else.
pub fn next(link: &PagingLink<'_>, has_plain_arrow: bool, direction: Direction) -> Option<Score> {
    let meaning = link.meaning();
    if link.rel == Rel::Elsewhere
        || leads_elsewhere(meaning)
        || link.text.number.is_some()
        || asks_for_neighbour(link)
    {
        return None;
    }
    let mut score = Score::new(PaginationKind::Next);
    let word = || word_reason(link);
    match meaning {
        Some(LabelMeaning::NextPage) => score.add(3.0, word()),
        Some(LabelMeaning::Next | LabelMeaning::Older) => score.add(2.2, word()),
        _ => {}
    }
    match link.arrow() {
        Arrow::Left
            if !matches!(
                meaning,
                Some(LabelMeaning::Older | LabelMeaning::NextPage | LabelMeaning::Next)
            ) =>
        {
            return None;
        }
        // Beside a single arrow the double one points to the end.
        Arrow::FarRight if meaning.is_none() && has_plain_arrow => return None,
        Arrow::Right | Arrow::FarRight if meaning.is_none() => {
            score.add(1.0, Message::new("paging-why-arrow"));
        }
        _ => {}
    }
    if link.rel == Rel::Next {
        score.add(2.0, Message::new("paging-why-rel"));
    }
    if link.named_next {
        let weight = if score.why.is_empty() { 1.0 } else { 0.4 };
        score.add(weight, Message::new("paging-why-name"));
    }
    if score.why.is_empty() {
        return None;
    }
    if let Some((from, to)) = direction.step_down(link) {
        let why = Message::new("paging-why-counts-down")
            .with("from", from)
            .with("to", to);
        score.add(2.5, why);
    } else if let Some(to) = direction.begins_above(link) {
        score.add(0.8, Message::new("paging-why-begins-above").with("to", to));
    } else {
        let explicit = meaning == Some(LabelMeaning::NextPage);
        let other = if explicit { -0.7 } else { -3.0 };
        add_relation(&mut score, link.relation, other)?;
    }
    add_box(&mut score, link.within);
    Some(score)
}

/// Whether the address requests the thread or article after this one, as `goto=nextnewest`,
/// `view=next` or `prev_next=next` do: pages are requested by number. Some boards separate query
/// parts by semicolons.
fn asks_for_neighbour(link: &PagingLink<'_>) -> bool {
    let query = link.address.url().query().unwrap_or_default();
    query
        .to_ascii_lowercase()
        .split(['&', ';'])
        .filter_map(|pair| pair.split_once('='))
        .any(|(key, value)| value.starts_with("next") && !key.contains("page"))
}

fn leads_elsewhere(meaning: Option<LabelMeaning>) -> bool {
    matches!(
        meaning,
        Some(
            LabelMeaning::Item
                | LabelMeaning::Single
                | LabelMeaning::Print
                | LabelMeaning::Last
                | LabelMeaning::First
                | LabelMeaning::Previous
                | LabelMeaning::More
        )
    )
}

fn word_reason(link: &PagingLink<'_>) -> Message {
    let words = if link.text.meaning.is_some() {
        &link.text.words
    } else {
        &link.hint.words
    };
    Message::new("paging-why-word").with("word", words.as_str())
}

/// Scores the address as a continuation; `None` if it is not one.
fn add_relation(score: &mut Score, relation: UrlRelation, other: f64) -> Option<()> {
    match relation {
        UrlRelation::Itself => return None,
        UrlRelation::Page { from, to, counts } => {
            let start = from.unwrap_or(match counts {
                // The first page of some lists is page 0.
                CountedUnit::Items => 0,
                _ if to == 1 => 0,
                _ => 1,
            });
            if to <= start {
                return None;
            }
            let why = Message::new("paging-why-number")
                .with("from", start)
                .with("to", to);
            score.add(advance(from, start, to, counts), why);
        }
        UrlRelation::SamePath => score.add(0.8, Message::new("paging-why-same-path")),
        UrlRelation::OtherPaged => score.add(0.2, Message::new("paging-why-paged")),
        UrlRelation::Other => score.add(other, Message::new("paging-why-other")),
    }
    Some(())
}

/// The score of a step from `start` to `to`: one page or one page's items are certain.
fn advance(from: Option<u64>, start: u64, to: u64, counts: CountedUnit) -> f64 {
    let step = to - start;
    let by_items = || step >= 5 && start.is_multiple_of(step);
    if counts == CountedUnit::Items || step == 1 || (from.is_some() && by_items()) {
        2.5
    } else if from.is_none() && to >= 5 && to.is_multiple_of(5) {
        // Some keys that usually count pages count items.
        0.5
    } else {
        -1.0
    }
}

fn add_box(score: &mut Score, within: Option<bool>) {
    match within {
        Some(true) => score.add(1.0, Message::new("paging-why-pager")),
        Some(false) => score.add(-4.0, Message::new("paging-why-not-pager")),
        None => {}
    }
}

/// The score of `link` as one that loads more of the list.
pub fn more(link: &PagingLink<'_>) -> Option<Score> {
    if link.meaning() != Some(LabelMeaning::More) || link.rel == Rel::Elsewhere {
        return None;
    }
    let mut score = Score::new(PaginationKind::LoadMore);
    // "More" alone heads half the links of a front page.
    let words = &link.text.words;
    let spaced = words.is_ascii() || words.chars().all(|c| u32::from(c) < 0x2E80);
    let alone = if spaced {
        !words.contains(' ')
    } else {
        words.chars().count() < 3
    };
    score.add(if alone { 1.5 } else { 2.5 }, word_reason(link));
    if link.rel == Rel::Next {
        score.add(2.0, Message::new("paging-why-rel"));
    }
    if matches!(link.relation, UrlRelation::Other | UrlRelation::OtherPaged) {
        return None;
    }
    add_relation(&mut score, link.relation, 0.0)?;
    add_box(&mut score, link.within);
    Some(score)
}

/// The score of `link` as one to the whole on one page; `paged` tells whether the page has others.
pub fn single(link: &PagingLink<'_>, own_path: &str, paged: bool) -> Option<Score> {
    let meaning = link.meaning();
    let print = match meaning {
        Some(LabelMeaning::Single) => false,
        Some(LabelMeaning::Print) => true,
        _ => return None,
    };
    let mut score = Score::new(PaginationKind::SinglePage);
    score.add(if print { 0.7 } else { 2.0 }, word_reason(link));
    let path = link.address.url().path();
    let query = link.address.url().query().unwrap_or_default();
    let part = |c: char| matches!(c, '/' | '&' | '=' | '.' | '?' | ';');
    if [path, query]
        .iter()
        .flat_map(|text| text.split(part))
        .any(|word| address_meaning(word).is_some())
    {
        score.add(1.3, Message::new("paging-why-address-word"));
    }
    if link.relation == UrlRelation::SamePath || shares_name(own_path, &format!("{path}?{query}")) {
        score.add(1.0, Message::new("paging-why-same-item"));
    } else {
        score.add(-4.0, Message::new("paging-why-other"));
    }
    if paged {
        score.add(1.2, Message::new("paging-why-has-pages"));
    }
    if link.within == Some(false) {
        add_box(&mut score, link.within);
    }
    Some(score)
}

/// Whether `other` contains the id or the last name of `own`.
fn shares_name(own: &str, other: &str) -> bool {
    let last = own
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or_default();
    let stem = last.split('.').next().unwrap_or_default();
    let id = own
        .split(|c: char| !c.is_ascii_digit())
        .filter(|run| run.len() >= 4)
        .any(|run| other.contains(run));
    id || (stem.len() >= 6 && other.contains(stem))
}

/// The score of the page after the open one in a row of numbered pages.
pub fn numbered(pages: &Pages<'_, '_>) -> Score {
    let mut score = Score::new(if pages.next.is_some() {
        PaginationKind::Numbered
    } else {
        PaginationKind::Range
    });
    let linked = Message::new("paging-why-numbers").with("count", pages.linked);
    score.add(if pages.linked > 2 { 1.5 } else { 1.0 }, linked);
    if pages.own_list {
        score.add(1.8, Message::new("paging-why-own-list"));
    } else {
        score.add(-1.0, Message::new("paging-why-other"));
    }
    if pages.marked {
        score.add(
            1.2,
            Message::new("paging-why-current").with("page", pages.current),
        );
    }
    if pages.by_items {
        score.add(0.3, Message::new("paging-why-offset"));
    }
    add_box(&mut score, pages.sample.within);
    score
}
