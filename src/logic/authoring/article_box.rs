//! Finds the box that holds the whole text of a site's articles. Generic extraction leaves out what
//! does not look like prose: a table, a list, a line of code. Where the texts that it finds on
//! several pages stand in the same box, and little else does, that box is a better source of the
//! text. Input: articles of one site. Output: a selector of the box, and what to strip from it;
//! nothing where the pages do not agree.

use std::ops::Range;

use jiff::Timestamp;

use super::learn::{Compound, StepRelation, candidates, is_named_beside, to_css};
use super::repair::{
    ElementTexts, SelectorForm, TargetText, TextCover, Trial, ValuePlace, Zone, count, forms,
    text_of_page,
};
use crate::model::DefaultColumn;
use crate::page::{ElementIndex, Page};
use crate::rules::{Alternative, RuleFile};

/// The method of a rule that leaves open how the text is found.
const AUTO: &str = "auto";
/// The number of pages that must agree.
const LEAST_PAGES: usize = 2;
/// Words from which a text tells where its box is.
const LEAST_WORDS: usize = 40;
/// Share of the text found on a page that the box must hold.
const HOLDS: f64 = 0.97;
/// How much the box may hold between the parts of the found text that was not found, as a share of
/// that text.
const MOST_AMID: f64 = 0.6;
/// How much must have been missed on some page, so that the box is better than what is found.
const LEAST_AMID: f64 = 0.01;
/// How much the box may hold before and after the found text.
const MOST_OUTSIDE: f64 = 0.04;
/// How much of that may be links.
const MOST_LINKED: f64 = 0.1;
/// Minimum stability of the box's selector.
const STABLE: f64 = 0.6;
/// Boxes around the text that are tried, innermost first.
const MAX_BOXES: usize = 4;
/// The number of selectors tried for one box.
const MAX_FORMS: usize = 12;
/// The maximum number of selectors stripped from the box.
const MAX_STRIPPED: usize = 8;
/// Parts of a box inspected on one page.
const MAX_PARTS: usize = 120;

/// The box with the text of a site's articles.
#[derive(Clone, Debug, PartialEq)]
pub struct ArticleBox {
    /// What to select.
    pub select: Alternative,
    /// What to strip from it.
    pub strip: Vec<Alternative>,
}

/// A page with the words that generic extraction finds on it.
struct Article<'p> {
    lens: ElementTexts<'p>,
    cover: TextCover,
    text: String,
    found: usize,
}

/// `file` with the box as its `[content]`, if the articles `pages` have one. A rule that selects its
/// text, strips something or turns generic extraction off knows better, and a page with several
/// records has no such box.
#[must_use]
pub fn with_article_box(file: &RuleFile, pages: &[&Page], now: Timestamp) -> Option<RuleFile> {
    let content = &file.content;
    let decided = !content.select.is_empty()
        || !content.strip.is_empty()
        || content
            .generic
            .as_ref()
            .is_some_and(|way| way.as_str() != Some(AUTO))
        || content.format.is_some();
    let names_text = file
        .fields
        .iter()
        .any(|field| field.name == DefaultColumn::Text.token());
    if decided || names_text || file.record.is_some() {
        return None;
    }
    let found = article_box(pages)?;
    let mut better = file.clone();
    better.content.select = vec![found.select];
    // A page of another kind, such as a live blog, has only a part of its text in such a box.
    better.content.check = true;
    better.content.strip = found.strip;
    // What is stripped is missing from fields too.
    let fields = |file: &RuleFile| {
        let trial = Trial::whole(file)?;
        let each = pages.iter().map(|page| trial.fields(page, now));
        Some(each.collect::<Vec<_>>())
    };
    let before = RuleFile {
        content: crate::rules::Content {
            select: better.content.select.clone(),
            ..content.clone()
        },
        ..file.clone()
    };
    (fields(&better)? == fields(&before)?).then_some(better)
}

/// The box that holds the text of the articles `pages`.
#[must_use]
pub fn article_box(pages: &[&Page]) -> Option<ArticleBox> {
    let mut articles: Vec<Article<'_>> = Vec::new();
    for article in pages.iter().filter_map(|page| Article::of(page)) {
        // The same text again says nothing more, such as the home page in place of an article.
        if articles.iter().all(|other| other.text != article.text) {
            articles.push(article);
        }
    }
    if articles.len() < LEAST_PAGES {
        return None;
    }
    let first = articles.first()?;
    let whole = 0..first.lens.len();
    for element in first.boxes() {
        let mut ways = forms(&first.lens, &ValuePlace::text(element), &whole);
        ways.retain(|way| way.stability >= STABLE && way.alternative.css.is_some());
        for way in ways.iter().take(MAX_FORMS) {
            match proven(way, &articles) {
                Proof::Better(found) => return Some(*found),
                // A wider box would only hold what is beside the articles.
                Proof::Same => return None,
                Proof::Wrong => {}
            }
        }
    }
    None
}

/// What the articles say about a box.
enum Proof {
    /// It is not the box of all of them, or holds much else.
    Wrong,
    /// It holds what generic extraction finds, and no more.
    Same,
    /// It holds parts of the text that generic extraction misses.
    Better(Box<ArticleBox>),
}

/// The box of a selector, if it is the box of every article.
fn proven(way: &SelectorForm, articles: &[Article<'_>]) -> Proof {
    let Some(css) = way.alternative.css.as_deref() else {
        return Proof::Wrong;
    };
    let boxes: Option<Vec<ElementIndex>> = articles
        .iter()
        .map(
            |article| match way.selector.matching(article.lens.page, None)[..] {
                [only] if article.holds(only) => Some(only),
                _ => None,
            },
        )
        .collect();
    let Some(boxes) = boxes else {
        return Proof::Wrong;
    };
    let held: Vec<(&Article<'_>, ElementIndex)> = articles.iter().zip(boxes).collect();
    let frame = frame_parts(&held);
    let mut missed = false;
    for (article, element) in &held {
        let more = article.more(*element, &frame);
        if more.amid > MOST_AMID || more.outside > MOST_OUTSIDE || more.linked > MOST_LINKED {
            return Proof::Wrong;
        }
        missed |= more.amid >= LEAST_AMID;
    }
    if !missed {
        return Proof::Same;
    }
    let strip = frame.iter().map(|compound| {
        let single = to_css(&vec![(StepRelation::Descendant, compound.clone())]);
        Alternative {
            css: Some(format!("{css} {single}")),
            ..Alternative::default()
        }
    });
    Proof::Better(Box::new(ArticleBox {
        select: way.alternative.clone(),
        strip: strip.collect(),
    }))
}

/// What the boxes hold besides the articles: parts that stand before or after the text on every
/// page, that say the same on every page, or that the site itself calls something else. None of
/// them holds text on any page.
fn frame_parts(held: &[(&Article<'_>, ElementIndex)]) -> Vec<Compound> {
    let mut frame: Vec<Compound> = Vec::new();
    for (article, element) in held {
        for part in article.parts(*element) {
            let Some(node) = article.lens.element(part) else {
                continue;
            };
            let mut ways = candidates(node);
            if !matches!(
                node.value().name(),
                "header" | "footer" | "nav" | "aside" | "form" | "h1" | "address" | "time"
            ) {
                ways.pop();
            }
            let beside = is_named_beside(node) || article.lens.zone(part) == Zone::Frame;
            let found = ways.into_iter().find(|way| is_frame(way, held, beside));
            if let Some(found) = found
                && !frame.contains(&found)
                && frame.len() < MAX_STRIPPED
            {
                frame.push(found);
            }
        }
    }
    frame
}

/// Whether what `way` names is never a part of the text.
fn is_frame(way: &Compound, held: &[(&Article<'_>, ElementIndex)], beside: bool) -> bool {
    let mut saying: Option<Vec<&str>> = None;
    let (mut same, mut outside, mut everywhere) = (true, true, true);
    for (article, element) in held {
        let lens = &article.lens;
        let named: Vec<ElementIndex> = (lens.within(*element).skip(1))
            .filter(|inner| lens.element(*inner).is_some_and(|node| way.fits(node)))
            .collect();
        if named.iter().any(|inner| article.covered(*inner) > 0) {
            return false;
        }
        everywhere &= !named.is_empty();
        outside &= (named.iter()).all(|inner| !article.is_amid(*element, *inner));
        let says: Vec<&str> = named.iter().map(|inner| lens.squeezed(*inner)).collect();
        same &= saying.get_or_insert_with(|| says.clone()) == &says;
    }
    beside || everywhere && (same || outside)
}

impl<'p> Article<'p> {
    fn of(page: &'p Page) -> Option<Self> {
        let lens = ElementTexts::of(page);
        let text = text_of_page(&lens);
        let cover = TextCover::of(&lens, &TargetText::of(&text));
        // A headline that the text repeats is shown twice, and is still found once.
        let found = cover.covered(&lens.span(0)).min(cover.wanted());
        (found >= LEAST_WORDS).then_some(Self {
            lens,
            cover,
            text,
            found,
        })
    }

    fn covered(&self, element: ElementIndex) -> usize {
        self.cover.covered(&self.lens.span(element))
    }

    fn holds(&self, element: ElementIndex) -> bool {
        count(self.covered(element)) >= HOLDS * count(self.found)
    }

    /// The boxes that hold the text, innermost first.
    fn boxes(&self) -> Vec<ElementIndex> {
        let all = 0..self.lens.len();
        let Some(inner) = all.rev().find(|element| self.holds(*element)) else {
            return Vec::new();
        };
        let around = self.lens.around(inner).take(MAX_BOXES);
        around
            .take_while(|element| !matches!(self.lens.tag(*element), "body" | "html"))
            .collect()
    }

    /// The largest parts of a box without a word of the text.
    fn parts(&self, element: ElementIndex) -> Vec<ElementIndex> {
        let mut parts = Vec::new();
        let all = self.lens.within(element);
        let mut next = all.start.saturating_add(1);
        while next < all.end && parts.len() < MAX_PARTS {
            let has_words = !self.lens.span(next).is_empty();
            if has_words && self.covered(next) == 0 {
                parts.push(next);
                next = self.lens.within(next).end.max(next.saturating_add(1));
            } else {
                next = next.saturating_add(1);
            }
        }
        parts
    }

    /// Whether text stands before and after a part of a box.
    fn is_amid(&self, element: ElementIndex, part: ElementIndex) -> bool {
        let (all, own) = (self.lens.span(element), self.lens.span(part));
        self.cover.covered(&(all.start..own.start)) > 0
            && self.cover.covered(&(own.end..all.end)) > 0
    }

    /// What a box holds besides the text and the `frame`.
    fn more(&self, element: ElementIndex, frame: &[Compound]) -> More {
        let lens = &self.lens;
        let fits = |inner: ElementIndex| {
            let node = lens.element(inner);
            node.is_some_and(|node| frame.iter().any(|compound| compound.fits(node)))
        };
        let all = lens.span(element);
        let is_text = |at: &usize| self.cover.covered(&(*at..at.saturating_add(1))) > 0;
        let start = all.clone().find(is_text).unwrap_or(all.start);
        let end = all.clone().rev().find(is_text).unwrap_or(all.end);
        let text = start..end;
        let (mut amid, mut outside) = (0, 0);
        let mut counted = |span: &Range<usize>, sign: isize| {
            for at in span.clone().filter(|at| !is_text(at)) {
                let place = if text.contains(&at) {
                    &mut amid
                } else {
                    &mut outside
                };
                *place += sign;
            }
        };
        counted(&all, 1);
        let mut stripped: Vec<Range<ElementIndex>> = Vec::new();
        let mut linked = 0;
        for inner in lens.within(element).skip(1) {
            if stripped.last().is_some_and(|last| last.contains(&inner)) {
                continue;
            }
            let span = lens.span(inner);
            if fits(inner) {
                counted(&span, -1);
                stripped.push(lens.within(inner));
            } else if lens.tag(inner) == "a" {
                linked += span.len().saturating_sub(self.covered(inner));
            }
        }
        let found = count(self.found.max(1));
        let share = |words: isize| count(usize::try_from(words).unwrap_or(0)) / found;
        More {
            amid: share(amid),
            outside: share(outside),
            linked: count(linked) / found,
        }
    }
}

/// The words that a box holds besides the found text, as shares of that text.
#[derive(Debug)]
struct More {
    /// Between its parts.
    amid: f64,
    /// Before and after it.
    outside: f64,
    /// In links.
    linked: f64,
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    /// An article whose first sentence begins with its headline.
    fn article(number: usize) -> Page {
        let headline = format!("Rain number {number} floods cellars in the old town");
        let source = format!(
            "<title>{headline}</title><article class=story><h1>{headline}</h1>\
             <div class=meta>By <i>Ann Miller</i>, <b>2026-11-{number:02}</b></div>\
             <div class=body><p>{headline}: the news came after long talks, and people in quarter \
             {number} had waited for it for years, said a speaker of the town.</p><p>“We did \
             not expect it so soon,” said a neighbour, who has lived in house {number} since 1984 \
             and runs a small shop at the corner of the square.</p></div></article>"
        );
        Page::parse(&source, &Url::parse("http://a.example/1").unwrap())
    }

    #[test]
    fn a_text_that_repeats_its_headline_is_whole() {
        let pages = [article(11), article(12), article(13)];
        let pages: Vec<&Page> = pages.iter().collect();
        assert_eq!(article_box(&pages), None);
    }
}
