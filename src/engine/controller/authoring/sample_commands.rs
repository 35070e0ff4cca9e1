//! Commands about samples, executed one after the other, so that a sample is saved before samples
//! are listed. Output: events with all samples, or with their results.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use url::Url;

use super::samples::{Keeper, missing_sample};
use crate::context::EngineContext;
use crate::controller::pages::opening::{OpenedSnapshot, Opener, ReceivedPage};
use crate::controller::pages::page_thread::PageText;
use crate::controller::serial_executor::SerialExecutor;
use crate::protocol::{EngineError, Event, PageTicket, SampleCommand};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{SampleId, SiteId};

/// The samples and their keeper.
pub(in crate::controller) struct Samples(Arc<Keeper>, SerialExecutor);

impl Samples {
    pub(in crate::controller) fn new(context: Arc<EngineContext>) -> Self {
        Self(Arc::new(Keeper::new(context)), SerialExecutor::default())
    }

    /// Executes a command about samples; `page` is the text of an open page.
    pub(in crate::controller) fn command(
        &self,
        command: SampleCommand,
        page: impl FnOnce(PageTicket) -> Option<Arc<PageText>>,
    ) -> Result<(), EngineError> {
        match command {
            SampleCommand::Add {
                ticket,
                site,
                rule_toml,
                role,
            } => {
                let text = page(ticket);
                let text =
                    text.ok_or_else(|| EngineError(Message::new("engine-bench-page-gone")))?;
                self.change(site, move |keeper| {
                    keeper.add(&text, site, &rule_toml, role)
                });
            }
            SampleCommand::AddFiles {
                site,
                rule_toml,
                paths,
            } => self.change(site, move |keeper| {
                keeper.add_files(site, &rule_toml, &paths)
            }),
            SampleCommand::Take { site, rule_file } => {
                self.change(Some(site), move |keeper| keeper.take(site, &rule_file));
            }
            SampleCommand::Remove { site, id } => {
                self.change(site, move |keeper| keeper.remove(site, id));
            }
            SampleCommand::Accept {
                site,
                id,
                rule_toml,
            } => self.change(site, move |keeper| keeper.accept(site, id, &rule_toml)),
            SampleCommand::Save { site } => {
                self.change(Some(site), move |keeper| keeper.save(site));
            }
            SampleCommand::List { site } => self.change(site, |_| Ok(())),
            SampleCommand::Drop => self.change(None, |keeper| {
                keeper.drop_unsaved();
                Ok(())
            }),
            SampleCommand::Run {
                generation,
                site,
                rule_toml,
            } => self.run(generation, site, rule_toml),
        }
        Ok(())
    }

    /// Compares a site's rule with generic extraction.
    pub(super) fn compare(&self, site: SiteId) {
        let keeper = Arc::clone(&self.0);
        self.1.submit(&self.0.context, move || {
            let told = keeper.agreement(site);
            keeper.context.publish(told.unwrap_or_else(failed));
        });
    }

    /// The function that loads the page of a sample.
    pub(in crate::controller) fn opener(&self, site: Option<SiteId>, id: SampleId) -> Opener {
        let keeper = Arc::clone(&self.0);
        Box::new(move |_| {
            let (row, source) = keeper.sample(site, id)?;
            let url = Url::parse(&row.url).map_err(|_| missing_sample())?;
            let resources = keeper.resources(site, &row);
            let came = ReceivedPage {
                requested: url.clone(),
                url,
                bytes: source.len(),
                html: source,
                encoding: "UTF-8",
                status: 200,
                headers: Vec::new(),
                elapsed: std::time::Duration::ZERO,
                proxy: None,
                shown_as: None,
                ways: None,
                plain: None,
                fetched_at: row.taken_at,
                read_at: Some(row.taken_at),
                file: None,
                robots: None,
                foreign: None,
                sent_from: None,
            };
            Ok(OpenedSnapshot { came, resources })
        })
    }

    /// Applies a change, then reports all samples.
    fn change(
        &self,
        site: Option<SiteId>,
        change: impl FnOnce(&Keeper) -> Result<(), EngineError> + Send + 'static,
    ) {
        let keeper = Arc::clone(&self.0);
        self.1.submit(&self.0.context, move || {
            let told = change(&keeper).and_then(|()| keeper.samples_event(site));
            keeper.context.publish(told.unwrap_or_else(failed));
        });
    }

    /// Runs a rule on all samples, unless a newer run is requested meanwhile.
    fn run(&self, generation: u64, site: Option<SiteId>, rule_toml: String) {
        let keeper = Arc::clone(&self.0);
        keeper.newest.store(generation, Ordering::Relaxed);
        self.1.submit(&self.0.context, move || {
            match keeper.run(generation, site, &rule_toml) {
                Ok(Some(results)) => keeper.context.publish(Event::SamplesTested {
                    generation,
                    results,
                }),
                Ok(None) => {}
                Err(error) => keeper.context.publish(failed(error)),
            }
        });
    }
}

fn failed(error: EngineError) -> Event {
    Event::CommandFailed { message: error.0 }
}
