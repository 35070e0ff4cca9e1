//! Samples from files: pages that a person has on disk, and the samples beside a rule file.
//! Input: paths. Output: samples, and an event that lists the rejected ones. A faulty file never
//! blocks the others.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::samples::{Keeper, checked, name_of};
use crate::page_resources::PageResources;
use crate::page_resources::stored_resources::{FolderResources, worth_keeping};
use crate::protocol::{EngineError, Event};
use crate::single_page::page_file;
use crate::workbench::{PageRole, Sampled, grasp, sample_of};
use bowerbird_io::files::sample_pages;
use bowerbird_io::store::{KeptResource, SampleRow};
use bowerbird_logic::authoring::samples::{PageKind, Sample};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{SampleId, SiteId};
use bowerbird_logic::page::{Page, decode};
use bowerbird_logic::rules::Rule;
use url::Url;

/// A sample ready to be stored.
struct Ready {
    row: SampleRow,
    source: String,
    used: Vec<KeptResource>,
}

impl Keeper {
    /// Turns page files into samples that expect the rule's current results.
    pub(in crate::controller) fn add_files(
        &self,
        site: Option<SiteId>,
        rule_toml: &str,
        paths: &[PathBuf],
    ) -> Result<(), EngineError> {
        let rule = checked(rule_toml)?;
        let made = paths.iter().map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            (name.into_owned(), ready(path, &rule))
        });
        self.put_all(site, made)
    }

    /// Imports the samples beside a rule file; one of the same page is replaced.
    pub(in crate::controller) fn take(
        &self,
        site: SiteId,
        rule_file: &Path,
    ) -> Result<(), EngineError> {
        let ids = sample_pages::ids(rule_file)?;
        let read = ids.into_iter().map(|id| {
            let ready = beside(rule_file, &id);
            (id, ready)
        });
        self.put_all(Some(site), read)
    }

    fn put_all(
        &self,
        site: Option<SiteId>,
        samples: impl Iterator<Item = (String, Result<Ready, EngineError>)>,
    ) -> Result<(), EngineError> {
        let known = self.rows(site)?;
        let (mut added, mut failed) = (0, Vec::new());
        for (name, ready) in samples {
            let kept = ready.and_then(|ready| {
                let same =
                    |old: &&SampleRow| old.url == ready.row.url && old.role == ready.row.role;
                if let Some(old) = known.iter().find(same) {
                    self.remove(site, old.id)?;
                }
                self.put(site, ready.row, &ready.source, ready.used)
            });
            match kept {
                Ok(()) => added += 1,
                Err(error) => failed.push((name, error.0)),
            }
        }
        self.context.publish(Event::SamplesTaken {
            site,
            added,
            failed,
        });
        Ok(())
    }
}

/// A page file as a sample of `rule`.
fn ready(path: &Path, rule: &Rule) -> Result<Ready, EngineError> {
    let file = page_file(path, None)?;
    let start = rule.file().site.start.first();
    let start = start.and_then(|start| Url::parse(start).ok());
    // A page without a declared address belongs to the rule's site.
    let url = match start {
        Some(start) if file.nowhere => start,
        _ => file.url.clone(),
    };
    let used = if file.parts.is_empty() {
        let folder = FolderResources::beside(path, &file.url);
        worth_keeping(folder.map(|folder| folder.came()).unwrap_or_default())
    } else {
        file.parts
    };
    let taken_at = file.saved_at.unwrap_or_else(Timestamp::now);
    let page = Page::parse(&file.html, &url);
    let mut refused = None;
    for role in roles(rule, &page, taken_at) {
        let sampled = Sampled {
            source: &file.html,
            url: &url,
            role,
            status: 200,
            fetched_at: taken_at,
        };
        match sample_of(&sampled, rule) {
            Ok(sample) => {
                return Ok(Ready {
                    row: row(&page, &url, role, taken_at, &sample),
                    source: file.html,
                    used,
                });
            }
            Err(message) => refused = refused.or(Some(message)),
        }
    }
    let nothing = || Message::new("engine-bench-sample-empty");
    Err(EngineError(refused.unwrap_or_else(nothing)))
}

/// The possible roles of the page for the rule, most likely first.
fn roles(rule: &Rule, page: &Page, now: Timestamp) -> Vec<PageRole> {
    if rule.file().list.is_none() {
        return vec![PageRole::Article];
    }
    match grasp(page, now).understood.role {
        PageRole::List => vec![PageRole::List, PageRole::Article],
        PageRole::Article | PageRole::Records => vec![PageRole::Article, PageRole::List],
    }
}

fn row(page: &Page, url: &Url, role: PageRole, taken_at: Timestamp, sample: &Sample) -> SampleRow {
    SampleRow {
        id: SampleId(0),
        url: url.to_string(),
        role: name_of(role).to_owned(),
        title: page.title(),
        taken_at,
        expects: sample.to_json(),
    }
}

/// One of the samples beside a rule file.
fn beside(rule_file: &Path, id: &str) -> Result<Ready, EngineError> {
    let json = sample_pages::read_json(rule_file, id)?;
    let mut sample = Sample::parse(&json).map_err(|error| EngineError(error.explain()))?;
    let bytes = sample_pages::read_page(rule_file, id)?;
    let kind = "content-type".to_owned();
    let decoded = decode(&bytes, sample.headers.get(&kind).map(String::as_str));
    // The project stores sources decoded.
    let utf8 = "text/html; charset=utf-8".to_owned();
    sample.headers.insert(kind, utf8);
    let role = match sample.kind {
        PageKind::List => PageRole::List,
        PageKind::Content if sample.records.as_ref().is_some_and(|r| r.len() > 1) => {
            PageRole::Records
        }
        PageKind::Content => PageRole::Article,
    };
    let page = Page::parse(&decoded.text, &sample.url);
    let taken_at = sample.fetched_at.unwrap_or_else(Timestamp::now);
    Ok(Ready {
        row: row(&page, &sample.url, role, taken_at, &sample),
        source: decoded.text,
        used: Vec::new(),
    })
}
