//! Finds redundant rules, and merges them: the command `rule duplicates`. Input: rule files or
//! the rules of a project, and pages. Output: the duplicates, and a merged rule.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::protocol::EngineError;
use crate::single_page::source::Loaded;
use bowerbird_io::files::sample_pages;
use bowerbird_io::store::StoreReader;
use bowerbird_logic::authoring::duplicate_rules::{
    Merged, Overlap, Redundant, across, merge, redundant_as_written, redundant_on, without,
};
use bowerbird_logic::authoring::samples::Sample;
use bowerbird_logic::page::{Page, decode};
use bowerbird_logic::rules::{Rule, parse};

/// A rule to check.
pub struct NamedRule {
    /// Its file or its site.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The rule.
    pub rule: Rule,
    /// Its file, whose samples are checked too.
    pub file: Option<PathBuf>,
}

/// The duplicates found.
#[derive(Debug, Default)]
pub struct Duplicates {
    /// Pairs of rules.
    pub overlaps: Vec<Overlap>,
    /// Alternatives that add nothing, by the index of their rule.
    pub redundant: Vec<(usize, Vec<Redundant>)>,
}

impl Duplicates {
    /// Whether there are no duplicates.
    pub fn is_empty(&self) -> bool {
        self.overlaps.is_empty() && self.redundant.is_empty()
    }
}

/// The rules of the sites of a project; invalid ones are skipped.
///
/// # Errors
/// From the store.
pub fn rules_of_sites(store: &StoreReader) -> Result<Vec<NamedRule>, EngineError> {
    let sites = store.sites()?.into_iter();
    let rules = sites.filter_map(|site| {
        Some(NamedRule {
            rule: parse(&site.rule_toml).ok()?,
            name: site.name,
            text: site.rule_toml,
            file: None,
        })
    });
    Ok(rules.collect())
}

/// A rule out of a file.
///
/// # Errors
/// When it cannot be read or has faults.
pub fn rule_of_file(path: &Path) -> Result<NamedRule, EngineError> {
    let (text, rule) = crate::single_page::load_rule(path)?;
    Ok(NamedRule {
        name: path.display().to_string(),
        text,
        rule,
        file: Some(path.to_owned()),
    })
}

/// The duplicates among and within `rules`. Alternatives are evaluated on `pages` and on the rules'
/// own samples.
///
/// # Errors
/// When a sample cannot be read.
pub fn duplicates(
    rules: &[NamedRule],
    pages: &[Loaded],
    now: Timestamp,
) -> Result<Duplicates, EngineError> {
    let only_rules: Vec<&Rule> = rules.iter().map(|named| &named.rule).collect();
    let mut found = Duplicates {
        overlaps: across(&only_rules),
        redundant: Vec::new(),
    };
    for (place, named) in rules.iter().enumerate() {
        let rule = &named.rule;
        let mut redundant = redundant_as_written(rule.file());
        let given = pages
            .iter()
            .map(|loaded| rule.page(&loaded.html, &loaded.url));
        let mut all: Vec<Page> = given.collect();
        if let Some(file) = &named.file {
            all.extend(sample_pages_of(file, rule)?);
        }
        for selected in redundant_on(rule, &all, now) {
            let known = |r: &Redundant| r.part == selected.part && r.later == selected.later;
            if !redundant.iter().any(known) {
                redundant.push(selected);
            }
        }
        if !redundant.is_empty() {
            found.redundant.push((place, redundant));
        }
    }
    Ok(found)
}

/// Merges all `rules` into one, without the redundant alternatives.
///
/// # Errors
/// When they cannot be merged.
pub fn merge_rules(rules: &[NamedRule], found: &Duplicates) -> Result<Merged, EngineError> {
    let files = rules.iter().enumerate().map(|(place, named)| {
        let redundant = found.redundant.iter().find(|(at, _)| *at == place);
        let redundant = redundant.map_or(&[][..], |(_, redundant)| redundant.as_slice());
        without(named.rule.file(), redundant)
    });
    let files: Vec<_> = files.collect();
    let text = rules.first().map_or("", |named| named.text.as_str());
    Ok(merge(text, &files.iter().collect::<Vec<_>>())?)
}

/// For each of `rules`, the names of other sites in the project that collect the same pages.
///
/// # Errors
/// From the store.
pub fn doubles_of(
    store: &StoreReader,
    name: &str,
    rule: &Rule,
) -> Result<Vec<String>, EngineError> {
    let mut names = Vec::new();
    for other in rules_of_sites(store)? {
        let same = across(&[&other.rule, rule]);
        if other.name != name && same.iter().any(Overlap::same_pages) {
            names.push(other.name);
        }
    }
    Ok(names)
}

fn sample_pages_of(file: &Path, rule: &Rule) -> Result<Vec<Page>, EngineError> {
    let mut pages = Vec::new();
    for id in sample_pages::ids(file)? {
        // `rule test` reports unreadable samples.
        let Ok(sample) = Sample::parse(&sample_pages::read_json(file, &id)?) else {
            continue;
        };
        let bytes = sample_pages::read_page(file, &id)?;
        let kind = sample.headers.get("content-type").map(String::as_str);
        let decoded = decode(&bytes, kind);
        pages.push(rule.page(&decoded.text, &sample.url));
    }
    Ok(pages)
}
