//! What a page offers without a pick: repeated records, how the list goes on, and a rule made
//! of both. Flows in: a loaded page. Flows out: plain values. Asks nothing of any site.

use crate::inspect::Loaded;
use crate::protocol::EngineError;
use crate::workbench::proposed_next;
use bowerbird_logic::learn::{self, Overview, Pagination, Suggestion};
use bowerbird_logic::messages::Explain;
use bowerbird_logic::model::SourceKind;
use bowerbird_logic::rules::{RuleFile, SiteSection, parse, write};

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

/// The way to the next page that goes into a rule of a page on which `pagination` was found: the
/// one that the window would propose.
pub fn next_pagination(pagination: &[Pagination]) -> Option<&Pagination> {
    proposed_next(pagination).map(|(_, way)| way)
}

/// The text of a rule file for the site of `loaded`: the suggestion, and the [`next_pagination`].
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
    // What cannot be read back is no rule.
    let text = write(&file);
    parse(&text).map_err(|errors| EngineError(errors.explain()))?;
    Ok(text)
}
