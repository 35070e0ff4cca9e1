//! Turns picks into rules. Input: the rule's text, all picks so far, and their pages. Output:
//! the text with the learned parts, comments kept. Only the changed part is replaced, and the
//! container with everything in it if that must change.
//!
//! Below: picks for the learner, containers, offers, alternatives, and the rule's text.

pub(super) mod accept_suggestions;
pub(super) mod alternatives;
pub(super) mod container;
pub(super) mod examples;
pub(super) mod excluded_elements;
pub(super) mod rule_writer;

use jiff::Timestamp;
use url::Url;

use container::{Container, container};
use examples::{Sorted, sorted};

use super::super::protocol::authoring::{
    Authored, NextOffer, PageRole, WorkbenchPart, WorkbenchPick,
};
use crate::protocol::PageTicket;
use accept_suggestions::{OFFERED, file_in, next_rule, set_next, with_suggestion};
use bowerbird_logic::authoring::learn::containers::elements_of;
use bowerbird_logic::authoring::learn::{
    LearnError, Learned, LearnedField, MAX_ALTERNATIVES, Ranked, Suggestion, generic_finds,
    learn_each_inside, learn_fields, next_link, pagination,
};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::SourceKind;
use bowerbird_logic::page::{ElementIndex, Page, without_fragment};
use bowerbird_logic::rules::{Alternative, LinkFilter, NextRule, RuleFile, parse};
use bowerbird_logic::select::SelectorKind;
use rule_writer::{write_field, write_frame, write_text, written};

/// The assumed confidence of a learned link to the next page without other evidence.
const LIKELY: f64 = 0.7;

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

/// A list or a first page of records becomes a start of the site, if the rule did not have it
/// before.
pub(super) fn start_here(file: &mut RuleFile, base: &RuleFile, role: PageRole, url: &Url) {
    let had = match role {
        PageRole::List => base.list.is_some(),
        PageRole::Article | PageRole::Records => true,
    };
    let here = without_fragment(url).to_string();
    if !had && !file.site.start.contains(&here) {
        file.site.start = vec![here];
    }
    if role == PageRole::List {
        file.site.kind = SourceKind::List;
    }
}

/// The fields and the text of a page that is one record.
fn article(
    work: &Work<'_>,
    sorted: &Sorted<'_>,
    file: &mut RuleFile,
    notes: &mut Vec<Message>,
) -> Result<Vec<Ranked>, Message> {
    // An unpicked part was not checked: that says nothing.
    let (pages, picks) = sorted.only(work.part);
    let fields = learn_fields(&pages, &picks).map_err(|error| learn_error_message(&error))?;
    let Some(field) = fields.into_iter().next() else {
        return Err(learn_error_message(&LearnError::NoPick));
    };
    let ranked = field.ranked.clone();
    match work.part {
        WorkbenchPart::Field(_) => write_field(&mut file.fields, &field, sorted.has_text_pick()),
        _ => {
            // What a person leaves out of the text is left out of a selected one.
            let by_generic = sorted.inside.is_empty()
                && generic_finds(&pages, &picks, &field.name, Some(&field));
            if write_text(file, &field, by_generic) {
                notes.push(Message::new("engine-learn-text-by-generic"));
            }
        }
    }
    Ok(ranked)
}

/// The fields inside an item or a record.
fn inside(
    work: &Work<'_>,
    sorted: &Sorted<'_>,
    found: Container,
    file: &mut RuleFile,
    notes: &mut Vec<Message>,
) -> Result<(Vec<Ranked>, Option<Ranked>), Message> {
    let base = file.clone();
    let mut picks = sorted.picks.clone();
    if found.is_new {
        picks.extend(sorted.implied(&found.picked));
    }
    let learned = match picks.iter().any(|pick| !pick.negative) {
        true => learn_all(sorted, &found.way.alternative, &picks, work.part, notes)?,
        false => Learned::default(),
    };
    write_frame(file, work.role, &found.way.alternative);
    if let Some(here) = sorted.pages.first() {
        start_here(file, &base, work.role, here.url());
    }
    let name = sorted.name_of(work.part);
    let mut ranked = match work.part {
        WorkbenchPart::Item => vec![found.way.clone()],
        _ => Vec::new(),
    };
    for field in &learned.fields {
        let own = Some(field.name.as_str()) == name.as_deref();
        if own {
            ranked.clone_from(&field.ranked);
        }
        let along = sorted.is_along(&field.name);
        if own || along || found.is_new || sorted.is_open(&field.name, file) {
            sorted.write(file, field);
        }
    }
    Ok((ranked, Some(found.way)))
}

/// Learns field by field: a failure must not affect the others.
fn learn_all(
    sorted: &Sorted<'_>,
    record: &Alternative,
    picks: &[bowerbird_logic::authoring::learn::Pick],
    part: &WorkbenchPart,
    notes: &mut Vec<Message>,
) -> Result<Learned, Message> {
    let mut fields: Vec<LearnedField> = Vec::new();
    let own = sorted.name_of(part);
    for (name, learned) in learn_each_inside(&sorted.pages, record, picks) {
        match learned {
            Ok(field) => fields.push(field),
            Err(error) if Some(&name) == own.as_ref() => return Err(learn_error_message(&error)),
            Err(error) => notes.push(learn_error_message(&error)),
        }
    }
    Ok(Learned {
        fields,
        ..Learned::default()
    })
}

/// The link to the next page.
fn next(work: &Work<'_>, sorted: &Sorted<'_>, file: &mut RuleFile) -> Result<Vec<Ranked>, Message> {
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

/// Removes the rule's patterns that reject a pick: they come from an earlier guess.
fn settle_patterns(file: &mut RuleFile, work: &Work<'_>, page: &Page, notes: &mut Vec<Message>) {
    let has_patterns = |file: &RuleFile| {
        let list = file.list.as_ref();
        list.is_some_and(|list| list.filter != LinkFilter::default())
    };
    if work.role != PageRole::List || !has_patterns(file) {
        return;
    }
    let with = count(file, work.role, page, work.now);
    let mut open = file.clone();
    if let Some(list) = &mut open.list {
        list.filter = LinkFilter::default();
    }
    let without = count(&open, work.role, page, work.now);
    if without > with {
        *file = open;
        notes.push(Message::new("engine-bench-patterns-gone").with("count", without - with));
    }
}

/// How many items or records the rule finds. A person waits for it, so values are read later.
fn count(file: &RuleFile, role: PageRole, page: &Page, now: Timestamp) -> usize {
    let Ok(rule) = parse(&bowerbird_logic::rules::write(file)) else {
        return 0;
    };
    let prepared = rule.page_of(page);
    let page = prepared.as_ref().unwrap_or(page);
    match role {
        PageRole::List => rule.count_items(page, now),
        PageRole::Article | PageRole::Records => rule.locate_records(page, now).rows.len(),
    }
}

/// The number of pages on which an alternative finds something.
fn pages_with(ranked: &Ranked) -> usize {
    ranked
        .values
        .iter()
        .filter(|values| !values.is_empty())
        .count()
}

pub(super) fn learn_error_message(error: &LearnError) -> Message {
    error.explain()
}
