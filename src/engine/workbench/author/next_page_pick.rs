//! Learns the link to the next page from its pick.

use super::accept_suggestions::set_next;
use super::examples::Sorted;
use super::{Work, learn_error_message};
use crate::protocol::authoring::PageRole;
use bowerbird_logic::authoring::learn::containers::elements_of;
use bowerbird_logic::authoring::learn::{
    LearnError, MAX_ALTERNATIVES, Ranked, learn_fields, next_link, pagination,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::{ElementIndex, Page, without_fragment};
use bowerbird_logic::rules::{Alternative, NextRule, RuleFile};
use bowerbird_logic::select::SelectorKind;

/// The assumed confidence of a learned link to the next page without other evidence.
const LIKELY: f64 = 0.7;

/// The link to the next page.
pub(super) fn next(
    work: &Work<'_>,
    sorted: &Sorted<'_>,
    file: &mut RuleFile,
) -> Result<Vec<Ranked>, Message> {
    let (pages, picks) = sorted.only(work.part);
    let picked = sorted.elements(work.part).into_iter().next();
    let (ticket_page, element) = picked.ok_or_else(|| learn_error_message(&LearnError::NoPick))?;
    let mut ranked = Vec::new();
    if let Some(page) = sorted.pages.get(ticket_page) {
        ranked.extend(next_of(page, element));
    }
    if let Ok(fields) = learn_fields(&pages, &picks) {
        let more = fields.into_iter().flat_map(|field| field.ranked);
        for one in more {
            if ranked
                .iter()
                .all(|r: &Ranked| r.alternative != one.alternative)
            {
                ranked.push(one);
            }
        }
    }
    ranked.truncate(MAX_ALTERNATIVES);
    let best = ranked
        .first()
        .ok_or_else(|| Message::new("engine-bench-no-link"))?;
    let next = NextRule::found_by(best.alternative.clone(), None);
    if work.role == PageRole::List && file.list.is_none() {
        return Err(Message::new("engine-bench-next-of-nothing"));
    }
    set_next(file, work.role, next)?;
    Ok(ranked)
}

/// A selector for the link at `element` that works on further pages too.
fn next_of(page: &Page, element: ElementIndex) -> Option<Ranked> {
    let (kind, source) = next_link(page, element)?;
    let take = Some("href".to_owned());
    let alternative = match kind {
        SelectorKind::Css => Alternative {
            css: Some(source),
            take,
            ..Alternative::default()
        },
        _ => Alternative {
            xpath: Some(source),
            take,
            ..Alternative::default()
        },
    };
    let links = elements_of(page, &alternative).into_iter();
    let href = |index| page.join(page.element(index)?.attr("href")?.trim());
    let target = links.filter_map(href).next();
    let known = pagination(page).into_iter();
    let known = known
        .filter(|found| {
            target.as_ref().map(without_fragment) == Some(without_fragment(&found.target))
        })
        .map(|found| (found.confidence, found.why))
        .next();
    let (stability, why) = known.unwrap_or((LIKELY, Vec::new()));
    Some(Ranked {
        alternative,
        stability,
        why,
        values: vec![target.map(String::from).into_iter().collect()],
    })
}
