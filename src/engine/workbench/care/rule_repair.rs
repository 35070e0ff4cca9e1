//! Repairs a rule after a redesign, in the workbench: compares earlier pages from samples and
//! stored pages with the open pages. Input: sources with their results, and parsed pages.
//! Output: an offer; and, once a person has chosen, the rule with the chosen proposals.

use jiff::Timestamp;
use url::Url;

use crate::protocol::authoring::{Authored, PageRole};
use crate::protocol::rule_care::{OldPageInfo, RepairOffer};
use crate::workbench::author::offers::OFFERED;
use crate::workbench::author::write::written;
use crate::workbench::reading::read_with;
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, Record, SampleId, Value};
use bowerbird_logic::page::Page;
use bowerbird_logic::repair::{OldPage, Repair, repair_knowing, repaired};
use bowerbird_logic::rules::{Rule, file_of, parse};
use bowerbird_logic::samples::PageKind;

/// An earlier page.
pub(crate) struct Before {
    /// Its address.
    pub url: Url,
    /// Its decoded source.
    pub source: String,
    /// When it was fetched.
    pub fetched_at: Timestamp,
    /// Its sample, if it is one.
    pub sample: Option<SampleId>,
    /// Whether it was read as a list.
    pub is_list: bool,
    /// Its stored records.
    pub records: Vec<Record>,
}

/// Proposes how to make the rule work again on `new`, the open page first; `collected` are content
/// addresses of the site.
///
/// # Errors
/// When the rule is invalid, or no earlier page is known.
pub(crate) fn propose(
    rule_toml: &str,
    before: Vec<Before>,
    collected: &[Url],
    new: &[Page],
    now: Timestamp,
) -> Result<RepairOffer, Message> {
    let rule = parse(rule_toml).map_err(|faults| faults.explain())?;
    let mut old = Vec::new();
    let mut infos = Vec::new();
    for known in before {
        let Some((page, info)) = as_old(&rule, known) else {
            continue;
        };
        old.push(page);
        infos.push(info);
    }
    if old.is_empty() {
        return Err(Message::new("engine-bench-nothing-before"));
    }
    let found = repair_knowing(&rule, &old, collected, new, now);
    if let Some(here) = new.first() {
        let same = |info: &OldPageInfo| info.url == here.url().as_str();
        infos.sort_by_key(|info| !same(info));
    }
    Ok(RepairOffer {
        old: infos,
        proposals: found.proposals,
        rest: found.rest,
    })
}

/// The page as input of a repair; `None` if the rule finds nothing on it, so that it is not from
/// before the redesign.
fn as_old(rule: &Rule, before: Before) -> Option<(OldPage, OldPageInfo)> {
    let page = rule.page(&before.source, &before.url);
    let role = match (before.is_list, rule.file().record.is_some()) {
        (true, _) => PageRole::List,
        (false, true) => PageRole::Records,
        (false, false) => PageRole::Article,
    };
    let stored: Vec<Vec<(String, Value)>> =
        before.records.iter().filter_map(ruled_values).collect();
    let given = (!before.is_list && !stored.is_empty()).then_some(stored);
    let works = match before.is_list {
        true => !rule.list_page(&page, before.fetched_at).items.is_empty(),
        false => {
            let found = rule.extract(&page, &[], before.fetched_at);
            let by_rule = |record: &Record| record.provenance.values().any(|s| *s < FROM_GENERIC);
            found.missing.is_empty() && found.records.iter().any(by_rule)
        }
    };
    if !works && given.is_none() {
        return None;
    }
    let old = OldPage::read(rule, page, given, before.fetched_at);
    let info = OldPageInfo {
        url: before.url.into(),
        role: match old.kind {
            PageKind::List => PageRole::List,
            PageKind::Content => role,
        },
        sample: before.sample,
    };
    Some((old, info))
}

/// The values of a stored record that the rule found; others say nothing about its selectors.
fn ruled_values(record: &Record) -> Option<Vec<(String, Value)>> {
    let by_rule = |name: &str| {
        record
            .provenance
            .get(name)
            .is_some_and(|s| *s < FROM_GENERIC)
    };
    let columns = DefaultColumn::EXTRACTED.into_iter();
    let mut values: Vec<(String, Value)> = columns
        .map(|column| (column.token(), record.column(column)))
        .filter(|(name, text)| !text.is_empty() && by_rule(name))
        .map(|(name, text)| (name.to_owned(), Value::One(text.to_owned())))
        .collect();
    let own = record.fields.iter().filter(|(name, _)| by_rule(name));
    values.extend(own.cloned());
    (!values.is_empty()).then_some(values)
}

/// Applies the proposals with the indexes `accepted`.
///
/// # Errors
/// When the rule is invalid, or a proposal no longer exists.
pub(crate) fn accept_repair(
    rule_toml: &str,
    offer: &RepairOffer,
    accepted: &[usize],
    role: PageRole,
    page: &Page,
    now: Timestamp,
) -> Result<Authored, Message> {
    let file = file_of(rule_toml).map_err(|faults| faults.explain())?;
    let chosen: Option<Vec<_>> = accepted
        .iter()
        .map(|place| offer.proposals.get(*place).cloned())
        .collect();
    let proposals = chosen.ok_or_else(|| Message::new("engine-bench-no-offer"))?;
    let taken = Repair {
        proposals,
        rest: Vec::new(),
    };
    let rule_toml = written(rule_toml, &repaired(&file, &taken))?;
    let count = match parse(&rule_toml) {
        Ok(rule) => read_with(&rule, role, page, now).count,
        Err(_) => 0,
    };
    Ok(Authored {
        rule_toml,
        part: OFFERED,
        ranked: Vec::new(),
        record: None,
        count,
        notes: Vec::new(),
    })
}
