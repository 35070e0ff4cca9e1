//! Turns picks into rules. Input: the rule's text, all picks so far, and their pages. Output:
//! the text with the learned parts, comments kept. Only the changed part is replaced, and the
//! container with everything in it if that must change.
//!
//! Below: picks for the learner, `learned_parts`, `next_page_pick`, `rule_counts`, containers, offers,
//! alternatives, and the rule's text.

pub(super) mod accept_suggestions;
pub(super) mod alternatives;
pub(super) mod container;
pub(super) mod examples;
pub(super) mod excluded_elements;
mod learned_parts;
mod next_page_pick;
mod rule_counts;
pub(super) mod rule_writer;

use jiff::Timestamp;

use crate::protocol::PageTicket;
use crate::protocol::authoring::{Authored, NextOffer, PageRole, WorkbenchPart, WorkbenchPick};
use accept_suggestions::{OFFERED, file_in, next_rule, set_next, with_suggestion};
use bowerbird_logic::authoring::learn::{LearnError, Ranked, Suggestion};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::page::Page;
use container::container;
use examples::sorted;
use learned_parts::{article, inside, start_here};
use next_page_pick::next;
use rule_counts::{count, pages_with, settle_patterns};
use rule_writer::written;

/// A page with picks.
pub(crate) struct ExamplePage<'p> {
    /// The caller's ticket for it.
    pub ticket: PageTicket,
    /// The page.
    pub page: &'p Page,
}

/// The user's current work.
pub(crate) struct Work<'a> {
    /// The page's role for the rule.
    pub role: PageRole,
    /// The rule.
    pub rule_toml: &'a str,
    /// Everything picked so far, on all pages.
    pub picks: &'a [WorkbenchPick],
    /// What changed.
    pub part: &'a WorkbenchPart,
    /// The current time.
    pub now: Timestamp,
}

/// Learns `work.part` from the picks and writes it into the rule. The first of `pages` is the
/// viewed one. `suggestions` are the repeated records of that page.
///
/// # Errors
/// When the rule is invalid, picks contradict each other, or nothing finds what was picked.
pub(crate) fn author(
    work: &Work<'_>,
    pages: &[ExamplePage<'_>],
    suggestions: &dyn Fn() -> Vec<Suggestion>,
) -> Result<Authored, Message> {
    let Some(here) = pages.first() else {
        return Err(Message::new("engine-bench-page-gone"));
    };
    let mut file = file_in(work.rule_toml, here.page, work.role)?;
    let sorted = sorted(work, pages, &file)?;
    let mut notes = sorted.notes.clone();
    let (ranked, record) = match (work.part, work.role) {
        // The results stay unchanged.
        _ if excluded_elements::is_all(&sorted, work.part) => (Vec::new(), None),
        (WorkbenchPart::Next, _) => (next(work, &sorted, &mut file)?, None),
        (_, PageRole::Article) => (article(work, &sorted, &mut file, &mut notes)?, None),
        _ => {
            let found = container(work, &sorted, &file, suggestions)?;
            inside(work, &sorted, found, &mut file, &mut notes)?
        }
    };
    excluded_elements::write(&sorted, &mut file, &mut notes);
    settle_patterns(&mut file, work, here.page, &mut notes);
    let rule_toml = written(work.rule_toml, &file)?;
    Ok(Authored {
        rule_toml,
        part: work.part.clone(),
        count: match work.role {
            PageRole::Article => ranked.first().map_or(0, pages_with),
            PageRole::List | PageRole::Records => count(&file, work.role, here.page, work.now),
        },
        ranked,
        record,
        notes,
    })
}

/// Accepts an offer of repeated records.
///
/// # Errors
/// When the rule is invalid.
pub(crate) fn accept_offer(
    rule_toml: &str,
    suggestion: &Suggestion,
    role: PageRole,
    page: &Page,
    now: Timestamp,
) -> Result<Authored, Message> {
    // Records without links are not a list, whatever the page's role.
    let role = match suggestion.leads && role == PageRole::List {
        true => PageRole::List,
        false => PageRole::Records,
    };
    let base = file_in(rule_toml, page, role)?;
    let suggestion = Suggestion {
        leads: role == PageRole::List,
        ..suggestion.clone()
    };
    let (mut file, role) = with_suggestion(&suggestion, &base);
    start_here(&mut file, &base, role, page.url());
    let count = count(&file, role, page, now);
    let record = Ranked {
        alternative: suggestion.record,
        stability: 0.0,
        why: suggestion.why,
        values: Vec::new(),
    };
    Ok(Authored {
        rule_toml: written(rule_toml, &file)?,
        part: OFFERED,
        ranked: vec![record.clone()],
        record: Some(record),
        count,
        notes: Vec::new(),
    })
}

/// Accepts an offered way to the next page.
///
/// # Errors
/// When the rule is invalid, or has no list or records to continue.
pub(crate) fn accept_next(
    rule_toml: &str,
    role: PageRole,
    offer: &NextOffer,
    page: &Page,
) -> Result<Authored, Message> {
    let mut file = file_in(rule_toml, page, role)?;
    set_next(&mut file, role, next_rule(offer))?;
    let ranked = offer.alternative.clone().map(|alternative| Ranked {
        alternative,
        stability: offer.confidence,
        why: offer.why.clone(),
        values: vec![vec![offer.target.clone()]],
    });
    Ok(Authored {
        rule_toml: written(rule_toml, &file)?,
        part: WorkbenchPart::Next,
        ranked: ranked.into_iter().collect(),
        record: None,
        count: 1,
        notes: Vec::new(),
    })
}

pub(super) fn learn_error_message(error: &LearnError) -> Message {
    error.explain()
}
