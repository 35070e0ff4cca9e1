//! Repairs a rule after a redesign, in the workbench: compares earlier pages from samples and
//! stored pages with the open pages. Input: sources with their results, and parsed pages.
//! Output: an offer; and, once a person has chosen, the rule with the chosen proposals.

use jiff::Timestamp;
use url::Url;

use crate::protocol::authoring::{Authored, PageRole};
use crate::protocol::rule_maintenance::{OldPageInfo, RepairOffer};
use crate::workbench::author::accept_suggestions::OFFERED;
use crate::workbench::author::rule_writer::written;
use crate::workbench::reading::read_with;
use bowerbird_logic::authoring::repair::{OldPage, Repair, repair_knowing, repaired};
use bowerbird_logic::authoring::samples::PageKind;
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, Record, SampleId, Value};
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::{Rule, file_of, parse};

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

/// Proposes how to make the rule work again on `new`, the open page first; `earlier` are former
/// versions of the rule, with which old pages are read if they fit these better, since a rule that
/// was repaired in part reads neither the old pages nor the new ones. `collected` are content
/// addresses of the site.
///
/// # Errors
/// When the rule is invalid, or no earlier page is known.
pub(crate) fn propose(
    (rule_toml, earlier): (&str, &[String]),
    before: Vec<Before>,
    collected: &[Url],
    new: &[Page],
    now: Timestamp,
) -> Result<RepairOffer, Message> {
    let rule = parse(rule_toml).map_err(|faults| faults.explain())?;
    let former = earlier.iter().filter(|text| *text != rule_toml);
    let former: Vec<Rule> = former.filter_map(|text| parse(text).ok()).collect();
    let rules: Vec<&Rule> = std::iter::once(&rule).chain(&former).collect();
    let mut old = Vec::new();
    let mut infos = Vec::new();
    for known in before {
        let Some((page, info)) = as_old(&rules, known) else {
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

/// How many values `rule` finds on the page; 0 if it does not fit.
fn values_found(rule: &Rule, page: &Page, before: &Before) -> usize {
    if before.is_list {
        let items = rule.list_page(page, before.fetched_at).items;
        let filled = |fields: &[(String, Value)]| {
            let filled = fields.iter().filter(|(_, value)| !value.is_blank());
            filled.count()
        };
        return items.iter().map(|item| 1 + filled(&item.fields)).sum();
    }
    let found = rule.extract(page, &[], before.fetched_at);
    let by_rule = |record: &Record| {
        let sources = record.provenance.values();
        sources.filter(|source| **source < FROM_GENERIC).count()
    };
    match found.missing.is_empty() {
        true => found.records.iter().map(by_rule).sum(),
        false => 0,
    }
}

/// The page as input of a repair, read with the first of `rules` that finds most on it; `None` if
/// none finds anything, so that it is not from before the redesign.
fn as_old(rules: &[&Rule], before: Before) -> Option<(OldPage, OldPageInfo)> {
    let current = *rules.first()?;
    let page = current.page(&before.source, &before.url);
    let fits = rules
        .iter()
        .map(|rule| (*rule, values_found(rule, &page, &before)));
    // Among equals the first, which is the current rule.
    let (rule, values) = fits.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    let role = match (before.is_list, rule.file().record.is_some()) {
        (true, _) => PageRole::List,
        (false, true) => PageRole::Records,
        (false, false) => PageRole::Article,
    };
    let stored: Vec<Vec<(String, Value)>> =
        before.records.iter().filter_map(ruled_values).collect();
    let given = (!before.is_list && !stored.is_empty()).then_some(stored);
    if values == 0 && given.is_none() {
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

#[cfg(test)]
mod tests {
    use super::*;

    const ITEM: &str = "[site]\nname = 'a'\nkind = 'list'\nstart = ['http://h/']\n[list]\n";

    fn rule(heading: &str) -> String {
        format!(
            "{ITEM}item = {{ css = 'article' }}\nlink = {{ css = 'a' }}\n\
             [[list.field]]\nname = 'title'\nrequired = true\nselect = [{{ css = '{heading}' }}]\n"
        )
    }

    fn list(heading: &str) -> String {
        let item = |n: usize| {
            format!("<article><{heading}><a href=/a{n}>Headline {n}</a></{heading}></article>")
        };
        (0..8).map(item).collect()
    }

    #[test]
    fn old_pages_are_read_with_the_version_of_the_rule_that_fits_them() {
        let url = Url::parse("http://h/").unwrap();
        let before = Before {
            url: url.clone(),
            source: list("h1"),
            fetched_at: Timestamp::UNIX_EPOCH,
            sample: None,
            is_list: true,
            records: Vec::new(),
        };
        // A repair in part left a rule whose title fits neither the old pages nor the new ones.
        let (current, former) = (rule("h5"), [rule("h5"), rule("h1")]);
        let new = [Page::parse(&list("h3"), &url)];
        let now = Timestamp::UNIX_EPOCH;
        let offer = propose((&current, &former), vec![before], &[], &new, now).unwrap();
        let title = offer.proposals.iter().find(|proposal| {
            proposal
                .pages
                .iter()
                .any(|page| page.after.first().is_some_and(|text| text == "Headline 0"))
        });
        assert!(!title.unwrap().doubtful, "{:?}", offer.proposals);
    }
}
