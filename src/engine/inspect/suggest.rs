//! What a page offers without a pick: repeated records, how the list goes on, and a rule made
//! of both. Flows in: a loaded page. Flows out: plain values. Asks nothing of any site.

use super::Loaded;
use crate::engine::EngineError;
use crate::logic::learn::{self, Overview, Pagination, PaginationKind, Suggestion};
use crate::logic::messages::Explain;
use crate::logic::rules::{NextRule, RuleFile, SiteSection, parse, write};

/// From here on the way to the next page goes into a rule.
const SURE: f64 = 0.8;

/// What the page is as a whole, with what it repeats, best first.
pub fn overview(loaded: &Loaded) -> Overview {
    learn::overview(&loaded.page)
}

/// How the page goes on, the surest way first.
pub fn pagination(loaded: &Loaded) -> Vec<Pagination> {
    learn::pagination(&loaded.page)
}

/// `base` with the suggestion in it: a list where the records link to pages, else records of the
/// page.
pub fn suggested_rule(suggestion: &Suggestion, base: &RuleFile) -> RuleFile {
    learn::rule_of(suggestion, base)
}

/// The text of a rule file for the site of `loaded`: the suggestion, and the way to the next page
/// where that is sure.
///
/// # Errors
/// When the rule cannot be written down.
pub fn suggested_rule_text(
    loaded: &Loaded,
    suggestion: &Suggestion,
    pagination: &[Pagination],
) -> Result<String, EngineError> {
    let base = RuleFile {
        site: SiteSection {
            name: loaded.url.host_str().unwrap_or("localhost").to_owned(),
            kind: "pages".to_owned(),
            start: vec![loaded.url.to_string()],
            ..SiteSection::default()
        },
        ..RuleFile::default()
    };
    let mut file = suggested_rule(suggestion, &base);
    let next = next_rule(pagination);
    if let Some(list) = &mut file.list {
        list.next = next;
    } else if let Some(record) = &mut file.record {
        record.next = next;
    }
    // What cannot be read back is no rule.
    let text = write(&file);
    parse(&text).map_err(|errors| EngineError(errors.explain()))?;
    Ok(text)
}

/// The surest way on, when it is sure: by its selector, or found anew on each page.
fn next_rule(pagination: &[Pagination]) -> Option<NextRule> {
    let best = pagination
        .iter()
        .find(|way| way.kind != PaginationKind::SinglePage && way.confidence >= SURE)?;
    // The selector of a numbered page is that of this one page.
    let by_word = matches!(best.kind, PaginationKind::Next | PaginationKind::LoadMore);
    let way = best.alternative.clone().filter(|_| by_word);
    Some(way.map_or_else(NextRule::auto, |way| NextRule::found_by(way, None)))
}
