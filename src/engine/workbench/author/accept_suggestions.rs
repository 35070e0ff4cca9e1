//! Adds accepted offers to rules: repeated records and links to next pages. Input: rule files
//! and suggestions. Output: rule files. Everything besides the accepted part stays.

use url::Url;

use crate::protocol::authoring::{NextOffer, PageRole, WorkbenchPart};
use bowerbird_logic::authoring::learn::containers::elements_of;
use bowerbird_logic::authoring::learn::{
    Pagination, PaginationKind, Suggestion, pagination, rule_of,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SourceKind;
use bowerbird_logic::page::{ElementIndex, Page, collapse, inner_text, without_fragment};
use bowerbird_logic::rules::{
    Alternative, ListRule, NextRule, RecordRule, RuleFile, SiteSection, file_of,
};

/// The minimum confidence of a proposed way to the next page.
pub const LIKELY_NEXT: f64 = 0.6;
/// The maximum length of a link's text, in characters.
const MAX_WORDS_CHARS: usize = 60;

/// The initial rule for work on the page at `url`.
pub(crate) fn base_of(url: &Url, role: PageRole) -> RuleFile {
    let kind = match role {
        PageRole::List => SourceKind::List,
        PageRole::Article | PageRole::Records => SourceKind::Pages,
    };
    RuleFile {
        site: SiteSection {
            name: url.host_str().unwrap_or("localhost").to_owned(),
            kind,
            start: vec![without_fragment(url).into()],
            ..SiteSection::default()
        },
        ..RuleFile::default()
    }
}

/// Parses a rule file; a new one for the page if the text is blank.
///
/// # Errors
/// The first fault, if the text is not a rule file.
pub(super) fn file_in(rule_toml: &str, page: &Page, role: PageRole) -> Result<RuleFile, Message> {
    if rule_toml.trim().is_empty() {
        return Ok(base_of(page.url(), role));
    }
    file_of(rule_toml).map_err(|faults| match faults.0.into_iter().next() {
        Some(fault) => Message::new("engine-bench-rule-fault")
            .with("line", fault.line)
            .with("column", fault.column)
            .with("fault", fault.message),
        None => Message::new("engine-bench-no-rule"),
    })
}

/// `base` with the suggestion, and the page's role then. Fields of the content pages stay separate
/// from those of the list.
pub(crate) fn with_suggestion(suggestion: &Suggestion, base: &RuleFile) -> (RuleFile, PageRole) {
    let mut bare = base.clone();
    bare.fields.clear();
    bare.record = None;
    let made = rule_of(suggestion, &bare);
    let mut file = base.clone();
    if let Some(list) = made.list.filter(|_| suggestion.leads) {
        let old = file.list.take().unwrap_or_default();
        file.list = Some(ListRule {
            next: old.next,
            ..list
        });
        file.site.kind = SourceKind::List;
        return (file, PageRole::List);
    }
    let next = file.record.take().and_then(|record| record.next);
    file.record = made.record.map(|record| RecordRule { next, ..record });
    file.content.fields_only = made.content.fields_only && file.content.select.is_empty();
    for field in made.fields {
        match file.fields.iter_mut().find(|old| old.name == field.name) {
            Some(old) => *old = field,
            None => file.fields.push(field),
        }
    }
    (file, PageRole::Records)
}

/// The offered ways from a page to the next.
pub(crate) fn next_offers(page: &Page) -> Vec<NextOffer> {
    pagination(page)
        .into_iter()
        .map(|found| next_offer(found, page))
        .collect()
}

fn next_offer(found: Pagination, page: &Page) -> NextOffer {
    let element = found
        .alternative
        .as_ref()
        .and_then(|way| link_to(page, way, &found.target));
    let words = element.map(|element| collapse(&inner_text(page, element)));
    NextOffer {
        target: found.target.into(),
        words: words
            .unwrap_or_default()
            .chars()
            .take(MAX_WORDS_CHARS)
            .collect(),
        confidence: found.confidence,
        element,
        alternative: found.alternative,
        kind: found.kind,
        why: found.why,
    }
}

/// The element through which `way` leads to `target`.
fn link_to(page: &Page, way: &Alternative, target: &Url) -> Option<ElementIndex> {
    let leads = |index: &ElementIndex| {
        let element = page.element(*index)?;
        let url = page.join(element.attr("href")?.trim())?;
        (without_fragment(&url) == without_fragment(target)).then_some(())
    };
    elements_of(page, way)
        .into_iter()
        .find(|index| leads(index).is_some())
}

/// The rule part for an accepted way to the next page. The selector of a numbered link matches only
/// this page's link, so only "next" links keep their selector.
pub(super) fn next_rule(offer: &NextOffer) -> NextRule {
    next_rule_by(offer.kind, offer.alternative.as_ref())
}

fn next_rule_by(kind: PaginationKind, way: Option<&Alternative>) -> NextRule {
    let by_word = matches!(kind, PaginationKind::Next | PaginationKind::LoadMore);
    match way.filter(|_| by_word) {
        Some(way) => NextRule::found_by(way.clone(), None),
        None => NextRule::auto(),
    }
}

/// The most reliable of the ways `found` on a list or thread, as a rule part, if it would be
/// proposed: the window asks a person about it, the command line writes and reports it.
pub(crate) fn proposed_next(found: &[Pagination]) -> Option<(NextRule, &Pagination)> {
    let goes_on = |way: &&Pagination| way.kind != PaginationKind::SinglePage;
    let best = found.iter().find(goes_on)?;
    let rule = next_rule_by(best.kind, best.alternative.as_ref());
    (best.confidence >= LIKELY_NEXT).then_some((rule, best))
}

/// Writes `next` to the part of the rule for the page's role; the page limit stays.
///
/// # Errors
/// When the rule has no list or records yet to continue.
pub(crate) fn set_next(file: &mut RuleFile, role: PageRole, next: NextRule) -> Result<(), Message> {
    let slot = match role {
        PageRole::List => file.list.as_mut().map(|list| &mut list.next),
        PageRole::Records => file.record.as_mut().map(|record| &mut record.next),
        PageRole::Article => Some(&mut file.content.next),
    };
    let slot = slot.ok_or_else(|| Message::new("engine-bench-next-of-nothing"))?;
    let max_pages = slot.as_ref().and_then(|old| old.max_pages);
    *slot = Some(NextRule { max_pages, ..next });
    Ok(())
}

/// The part of an accepted offer.
pub(crate) const OFFERED: WorkbenchPart = WorkbenchPart::Item;
