//! Suggestions for a page without picks: repeated records, the next page, and a rule made of both.
//! Input: a loaded page. Output: plain values. Sends no requests.

use crate::protocol::EngineError;
use crate::single_page::Loaded;
use crate::workbench::proposed_next;
use bowerbird_logic::authoring::learn::{self, Overview, Pagination, Suggestion};
use bowerbird_logic::messages::Explain;
use bowerbird_logic::model::SourceKind;
use bowerbird_logic::rules::{RuleFile, SiteSection, parse, write};

/// An overview of the page, with its repeated records, best first.
pub fn overview(loaded: &Loaded) -> Overview {
    learn::overview(&loaded.page)
}

/// The links to the next page, most reliable first.
pub fn pagination(loaded: &Loaded) -> Vec<Pagination> {
    learn::pagination(&loaded.page)
}

/// `base` with the suggestion: a list if the records link to pages, else records of the page.
pub fn suggested_rule(suggestion: &Suggestion, base: &RuleFile) -> RuleFile {
    learn::rule_of(suggestion, base)
}

/// The next-page part for a rule of a page with `pagination`: the one that the window would
/// propose.
pub fn next_pagination(pagination: &[Pagination]) -> Option<&Pagination> {
    proposed_next(pagination).map(|(_, way)| way)
}

/// The text of a rule for the interface behind the page of `loaded`, if it has one.
///
/// # Errors
/// When the rule cannot be serialised.
pub fn interface_rule_text(loaded: &Loaded) -> Result<Option<String>, EngineError> {
    let Some(interface) = &loaded.interface else {
        return Ok(None);
    };
    let mut file = interface.rule.clone();
    file.site.name = loaded.url.host_str().unwrap_or("localhost").to_owned();
    let text = write(&file);
    parse(&text).map_err(|errors| EngineError(errors.explain()))?;
    Ok(Some(text))
}

/// The text of a rule file for the site of `loaded`: the suggestion, and the [`next_pagination`].
///
/// # Errors
/// When the rule cannot be serialised.
pub fn suggested_rule_text(
    loaded: &Loaded,
    suggestion: &Suggestion,
    pagination: &[Pagination],
) -> Result<String, EngineError> {
    let base = RuleFile {
        site: SiteSection {
            name: loaded.url.host_str().unwrap_or("localhost").to_owned(),
            kind: SourceKind::Pages,
            start: vec![loaded.url.to_string()],
            ..SiteSection::default()
        },
        ..RuleFile::default()
    };
    let mut file = suggested_rule(suggestion, &base);
    let next = proposed_next(pagination).map(|(next, _)| next);
    if let Some(list) = &mut file.list {
        list.next = next;
    } else if let Some(record) = &mut file.record {
        record.next = next;
    }
    // A text that cannot be parsed back is not a rule.
    let text = write(&file);
    parse(&text).map_err(|errors| EngineError(errors.explain()))?;
    Ok(text)
}
