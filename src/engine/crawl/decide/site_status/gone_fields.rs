//! Fields that the pages no longer have after a rule was changed for a redesign. Input: the records of
//! the run, and those stored before the last change of the rule. Output: the fields that the rule
//! defines as it did then, which most records had and which no record of the run has. A person
//! accepts that a field is gone by taking it out of the rule.

use std::collections::BTreeSet;

use crate::crawl::decide::OutcomeDecider;
use crate::crawl::decide::rule_values::{definitions, read_so_since};
use bowerbird_logic::messages::{Arg, Message};
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, FROM_LIST, Record};
use bowerbird_logic::rules::{FieldRule, RuleFile, file_of};

/// The reason of a status for such fields.
pub(super) const GONE: &str = "detect-drift-page-gone";

/// With fewer records, of the run or before it, a field may be missing by chance.
const FEW: usize = 3;
/// With fewer records of the run, a field must have been on nearly all pages before.
const SEVERAL: usize = 8;
/// Shares of the records before the change that had a field, in tenths: where the run has few records,
/// and where it has several.
const NEARLY_ALL: usize = 8;
const MOST: usize = 5;
/// Newest records among which those from before the change are looked for.
const RECORDS: u32 = 200;

/// What the records of a run have.
#[derive(Default)]
pub(super) struct FoundFields {
    records: usize,
    found: BTreeSet<String>,
}

impl FoundFields {
    /// Adds a record.
    pub(super) fn note(&mut self, record: &Record) {
        self.records = self.records.saturating_add(1);
        self.found.extend(by_rule(record).map(str::to_owned));
    }
}

impl OutcomeDecider {
    /// The fields that are gone since the rule was changed, in words; those of an earlier run stay
    /// said until pages have them again or the rule no longer asks for them.
    pub(super) fn gone_fields(&self) -> Option<Message> {
        let file = self.run_context.rule.file();
        let seen = &self.pages.fields;
        let wanted: BTreeSet<&str> = all_fields(file).map(|field| field.name.as_str()).collect();
        let missing = |name: &&str| wanted.contains(name) && !seen.found.contains(*name);
        let said = self.pages.said.as_ref().filter(|(why, _)| why.id == GONE);
        let said = said.and_then(|(why, _)| why.args.iter().find(|(name, _)| name == "fields"));
        let mut gone: BTreeSet<&str> = match said {
            Some((_, Arg::List(names))) => {
                names.iter().map(String::as_str).filter(missing).collect()
            }
            _ => BTreeSet::new(),
        };
        let had = self.fields_before_the_change();
        if seen.records >= FEW {
            gone.extend(had.iter().map(String::as_str).filter(missing));
        }
        let names: Vec<&str> = gone.into_iter().collect();
        let count = names.len();
        (count > 0).then(|| {
            Message::new(GONE)
                .with("fields", names)
                .with("count", count)
                .with("records", seen.records)
        })
    }

    /// The fields that most records had that were stored before the last change of the rule, and that
    /// the change left as they were.
    fn fields_before_the_change(&self) -> Vec<String> {
        let (store, site) = (&self.run_context.engine.store, self.run_context.site);
        let file = self.run_context.rule.file();
        let share = match self.pages.fields.records {
            SEVERAL.. => MOST,
            _ => NEARLY_ALL,
        };
        let names = tokio::task::block_in_place(|| {
            let changed = read_so_since(store, site, file)?;
            let versions = store.rule_versions(site).ok()?;
            let earlier = versions.iter().filter(|version| version.saved_at < changed);
            let earlier = earlier.max_by_key(|version| version.saved_at)?;
            let then = file_of(&earlier.rule_toml).ok()?;
            let began = versions.iter().map(|version| version.saved_at).min()?;
            let records = store.latest_records(site, began, RECORDS).ok()?;
            let records: Vec<BTreeSet<&str>> = records
                .iter()
                .filter(|stored| stored.fetched_at < changed)
                .map(|stored| by_rule(&stored.record).collect())
                .filter(|found: &BTreeSet<&str>| !found.is_empty())
                .collect();
            let usual = |name: &str| {
                let with = records.iter().filter(|found| found.contains(name)).count();
                with >= FEW && with * 10 >= records.len() * share
            };
            let kept = all_fields(file).filter(|field| {
                !field.many && definitions(&then, &field.name) == definitions(file, &field.name)
            });
            let names = kept.map(|field| field.name.clone());
            Some(names.filter(|name| usual(name)).collect())
        });
        names.unwrap_or_default()
    }
}

/// The fields of pages and lists.
fn all_fields(file: &RuleFile) -> impl Iterator<Item = &FieldRule> {
    let listed = file.list.iter().flat_map(|list| &list.fields);
    file.fields.iter().chain(listed)
}

/// The names of what the rule itself found, on the page or in its list.
fn by_rule(record: &Record) -> impl Iterator<Item = &str> {
    let found = record.provenance.iter();
    let found = found.filter(|(_, source)| !(FROM_GENERIC..FROM_LIST).contains(*source));
    let has = |name: &str| match DefaultColumn::from_token(name) {
        Some(column) => !record.column(column).trim().is_empty(),
        None => {
            let value = record.fields.iter().find(|(known, _)| known == name);
            value.is_some_and(|(_, value)| !value.joined().trim().is_empty())
        }
    };
    found
        .map(|(name, _)| name.as_str())
        .filter(move |name| has(name))
}
