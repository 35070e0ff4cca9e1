//! Samples of rules, in the project or, while the rule is not saved yet, in memory. Input:
//! commands about samples. Output: the samples, or their results.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use url::Url;

use crate::context::EngineContext;
use crate::controller::pages::page_resources;
use crate::controller::pages::page_thread::PageText;
use crate::page_resources::PageResources;
use crate::page_resources::stored_resources::{HeldResources, StoredResources};
use crate::protocol::{EngineError, Event};
use crate::workbench::{
    Agreement, PageRole, SampleInfo, SampleResult, Sampled, accepted, run_sample, sample_of,
};
use bowerbird_io::store::{KeptResource, MAX_SAMPLES, SampleRow};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{SampleId, SiteId};
use bowerbird_logic::page::{Page, decode};
use bowerbird_logic::rules::{Rule, parse};

/// The maximum number of samples of an unsaved rule.
const MAX_UNSAVED: usize = 40;
/// The maximum number of stored pages that a rule is compared on.
const MAX_COMPARED: u32 = 30;

/// The keeper of samples.
pub(in crate::controller) struct Keeper {
    pub(in crate::controller) context: Arc<EngineContext>,
    unsaved: Mutex<Vec<Unsaved>>,
    /// The newest requested run of all samples.
    pub(super) newest: AtomicU64,
}

/// A sample of an unsaved rule.
#[derive(Clone)]
struct Unsaved {
    row: SampleRow,
    source: String,
    /// Its style sheets and small pictures.
    used: Vec<KeptResource>,
}

impl Keeper {
    pub(super) fn new(context: Arc<EngineContext>) -> Self {
        Self {
            context,
            unsaved: Mutex::default(),
            newest: AtomicU64::new(0),
        }
    }

    fn unsaved(&self) -> MutexGuard<'_, Vec<Unsaved>> {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(
        &self,
        text: &PageText,
        site: Option<SiteId>,
        rule_toml: &str,
        role: PageRole,
    ) -> Result<(), EngineError> {
        let rule = checked(rule_toml)?;
        let came = &text.came;
        let page = Sampled {
            source: &came.html,
            url: &came.url,
            role,
            status: came.status,
            fetched_at: came.fetched_at,
        };
        let sample = sample_of(&page, &rule).map_err(EngineError)?;
        let row = SampleRow {
            id: SampleId(0),
            url: came.url.to_string(),
            role: name_of(role).to_owned(),
            title: Page::parse(&came.html, &came.url).title(),
            taken_at: came.fetched_at,
            expects: sample.to_json(),
        };
        self.put(site, row, &came.html, page_resources::used(text))
    }

    /// Stores a sample and the resources of its page; its id in `row` is ignored.
    pub(in crate::controller) fn put(
        &self,
        site: Option<SiteId>,
        row: SampleRow,
        source: &str,
        used: Vec<KeptResource>,
    ) -> Result<(), EngineError> {
        if let Some(site) = site {
            let most = usize::try_from(MAX_SAMPLES).unwrap_or(usize::MAX);
            if self.context.store.samples(site)?.len() >= most {
                return Err(too_many(most));
            }
            let store = &self.context.store;
            store.keep_resources(site, &used, row.taken_at)?;
            store.add_sample(site, row, source)?;
            return Ok(());
        }
        let mut unsaved = self.unsaved();
        if unsaved.len() >= MAX_UNSAVED {
            return Err(too_many(MAX_UNSAVED));
        }
        let lowest = unsaved.iter().map(|old| old.row.id.0).min().unwrap_or(0);
        let id = SampleId(lowest.min(0) - 1);
        // Pages of a site share style sheets: each is stored once.
        let known = |new: KeptResource| {
            let mut held = unsaved.iter().flat_map(|old| &old.used);
            held.find(|old| **old == new).cloned().unwrap_or(new)
        };
        let used = used.into_iter().map(known).collect();
        unsaved.push(Unsaved {
            row: SampleRow { id, ..row },
            source: source.to_owned(),
            used,
        });
        Ok(())
    }

    /// The function that loads the style sheets of a sample's page.
    pub(super) fn resources(
        &self,
        site: Option<SiteId>,
        row: &SampleRow,
    ) -> Arc<dyn PageResources> {
        if let Some(site) = site {
            return Arc::new(StoredResources {
                store: self.context.store.clone(),
                site,
                at: row.taken_at,
            });
        }
        let unsaved = self.unsaved();
        let mut its = unsaved.iter().filter(|old| old.row.id == row.id);
        let used = its.next().map(|old| old.used.clone()).unwrap_or_default();
        Arc::new(used.into_iter().collect::<HeldResources>())
    }

    pub(in crate::controller) fn remove(
        &self,
        site: Option<SiteId>,
        id: SampleId,
    ) -> Result<(), EngineError> {
        match site {
            Some(site) => self.context.store.remove_sample(site, id)?,
            None => self.unsaved().retain(|old| old.row.id != id),
        }
        Ok(())
    }

    pub(super) fn accept(
        &self,
        site: Option<SiteId>,
        id: SampleId,
        rule_toml: &str,
    ) -> Result<(), EngineError> {
        let rule = checked(rule_toml)?;
        let (row, source) = self.sample(site, id)?;
        let expects = accepted(&row.expects, &source, &rule, row.taken_at).map_err(EngineError)?;
        match site {
            Some(site) => self.context.store.set_sample(site, id, &expects)?,
            None => {
                let mut unsaved = self.unsaved();
                if let Some(old) = unsaved.iter_mut().find(|old| old.row.id == id) {
                    old.row.expects = expects;
                }
            }
        }
        Ok(())
    }

    /// Removes the samples of the unsaved rule.
    pub(super) fn drop_unsaved(&self) {
        self.unsaved().clear();
    }

    /// Moves the samples of the unsaved rule into the project.
    pub(super) fn save(&self, site: SiteId) -> Result<(), EngineError> {
        loop {
            // One by one, so that samples that cannot be written stay.
            let Some(first) = self.unsaved().first().cloned() else {
                return Ok(());
            };
            let (id, taken_at) = (first.row.id, first.row.taken_at);
            let store = &self.context.store;
            store.keep_resources(site, &first.used, taken_at)?;
            store.add_sample(site, first.row, &first.source)?;
            self.unsaved().retain(|old| old.row.id != id);
        }
    }

    pub(in crate::controller) fn rows(
        &self,
        site: Option<SiteId>,
    ) -> Result<Vec<SampleRow>, EngineError> {
        Ok(match site {
            Some(site) => self.context.store.samples(site)?,
            None => self.unsaved().iter().map(|old| old.row.clone()).collect(),
        })
    }

    pub(super) fn sample(
        &self,
        site: Option<SiteId>,
        id: SampleId,
    ) -> Result<(SampleRow, String), EngineError> {
        let found = match site {
            Some(site) => self.context.store.sample(site, id)?,
            None => {
                let unsaved = self.unsaved();
                let found = unsaved.iter().find(|old| old.row.id == id);
                found.map(|old| (old.row.clone(), old.source.clone()))
            }
        };
        found.ok_or_else(missing_sample)
    }

    pub(super) fn samples_event(&self, site: Option<SiteId>) -> Result<Event, EngineError> {
        let info = |row: SampleRow| SampleInfo {
            id: row.id,
            url: row.url,
            role: role_named(&row.role),
            title: row.title,
            taken_at: row.taken_at,
        };
        let samples = self.rows(site)?.into_iter().map(info).collect();
        Ok(Event::SamplesChanged { site, samples })
    }

    /// `None` if a newer run is requested.
    pub(super) fn run(
        &self,
        generation: u64,
        site: Option<SiteId>,
        rule_toml: &str,
    ) -> Result<Option<Vec<SampleResult>>, EngineError> {
        let rule = checked(rule_toml);
        let mut results = Vec::new();
        for row in self.rows(site)? {
            if self.newest.load(Ordering::Relaxed) != generation {
                return Ok(None);
            }
            let (row, source) = match self.sample(site, row.id) {
                Ok(found) => found,
                // Removed meanwhile.
                Err(_) => continue,
            };
            results.push(match &rule {
                Ok(rule) => {
                    let which = (row.id, role_named(&row.role));
                    run_sample(which, &row.expects, &source, rule, row.taken_at)
                }
                Err(error) => SampleResult {
                    id: row.id,
                    equal: false,
                    fields: Vec::new(),
                    changes: Vec::new(),
                    fault: Some(error.0.clone()),
                    reading: None,
                },
            });
        }
        Ok(Some(results))
    }

    pub(super) fn agreement(&self, site: SiteId) -> Result<Event, EngineError> {
        let found = crate::controller::resolve_user_input::find_site(&self.context, site)?;
        let rule = checked(&found.rule_toml)?;
        let mut agreement = Agreement::new();
        let mut pages = 0;
        for page in self.context.store.newest_pages(site, false, MAX_COMPARED)? {
            let meta = &page.snapshot.meta;
            let url = meta.url_chain.last().unwrap_or(&page.asked);
            let Ok(url) = Url::parse(url) else { continue };
            let mut headers = meta.headers.iter();
            let kind = headers.find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
            let decoded = decode(&page.snapshot.body, kind.map(|(_, value)| value.as_str()));
            agreement.count(&rule, &decoded.text, &url, meta.fetched_at);
            pages += 1;
        }
        Ok(Event::Agreement {
            site,
            pages,
            fields: agreement.found_fields(),
        })
    }
}

/// The role that a token of the store names.
pub(in crate::controller) fn role_named(token: &str) -> PageRole {
    match token {
        "list" => PageRole::List,
        "records" => PageRole::Records,
        _ => PageRole::Article,
    }
}

pub(in crate::controller) fn name_of(role: PageRole) -> &'static str {
    match role {
        PageRole::List => "list",
        PageRole::Records => "records",
        PageRole::Article => "article",
    }
}

pub(in crate::controller) fn checked(rule_toml: &str) -> Result<Rule, EngineError> {
    parse(rule_toml).map_err(|faults| EngineError(faults.explain()))
}

pub(super) fn missing_sample() -> EngineError {
    EngineError(Message::new("engine-bench-sample-gone"))
}

fn too_many(most: usize) -> EngineError {
    EngineError(Message::new("engine-bench-samples-full").with("count", most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_named_both_ways() {
        for role in [PageRole::List, PageRole::Article, PageRole::Records] {
            assert_eq!(role_named(name_of(role)), role);
        }
    }
}
