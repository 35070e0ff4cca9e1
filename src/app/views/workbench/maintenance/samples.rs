//! The samples of the current rule: the list, their results, the selected one. Every edit of the
//! rule runs all of them; answers about an older text are ignored. Nothing is drawn.

use crate::action::{Action, Notice};
use crate::shortcuts::View;
use crate::state::layout::PanelAction;
use crate::views::workbench::author::Authoring;
use bowerbird_engine::types::{Message, PageReading, SampleId, SampleInfo, SampleResult, SiteId};
use bowerbird_engine::{Command, SampleCommand};

/// The samples.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The sample whose differences are shown.
    pub chosen: Option<SampleId>,
    /// Their site; `None` for a rule that is not saved yet.
    site: Option<SiteId>,
    list: Vec<SampleInfo>,
    results: Vec<SampleResult>,
    /// The number that the last edit fixed, and the number that it broke.
    turned: (usize, usize),
    /// Removed ones whose removal can still be undone.
    hidden: Vec<SampleId>,
    /// The text of the last run.
    text: String,
    /// Whether to run them although the text is unchanged.
    stale: bool,
    generation: u64,
    running: bool,
}

impl Samples {
    /// Samples that are not removed, each with its result if known.
    pub fn iter(&self) -> impl Iterator<Item = (&SampleInfo, Option<&SampleResult>)> {
        let shown = |info: &&SampleInfo| !self.hidden.contains(&info.id);
        self.list.iter().filter(shown).map(|info| {
            let result = self.results.iter().find(|result| result.id == info.id);
            (info, result)
        })
    }

    /// The number of passing samples, and of those run.
    pub fn tally(&self) -> (usize, usize) {
        let run = self.iter().filter_map(|(_, result)| result);
        run.fold((0, 0), |(equal, all), result| {
            (equal + usize::from(result.equal), all + 1)
        })
    }

    /// The number on which the rule finds nothing, and of those run.
    pub fn without_results(&self) -> (usize, usize) {
        let readings = self
            .iter()
            .filter_map(|(_, result)| result?.reading.as_ref());
        readings.fold((0, 0), |(nothing, all), reading| {
            (nothing + usize::from(!finds_something(reading)), all + 1)
        })
    }

    /// The number that the last edit fixed, and the number that it broke.
    pub fn turned(&self) -> (usize, usize) {
        self.turned
    }

    /// Whether an answer is pending.
    pub fn running(&self) -> bool {
        self.running
    }

    /// Queries the samples of another site, and runs them again after an edit.
    pub fn follow(&mut self, author: &Authoring, actions: &mut Vec<Action>) {
        let text = author.rule.as_ref().map_or("", |rule| rule.text.as_str());
        if author.site != self.site {
            // Saving changes the site but not the text.
            let saved = self.site.is_none() && text == self.text;
            match author.site {
                Some(site) if saved && !self.list.is_empty() => {
                    actions.push(Action::Send(Command::Sample(SampleCommand::Save { site })));
                }
                site => {
                    if self.site.is_none() && !self.list.is_empty() {
                        actions.push(Action::Send(Command::Sample(SampleCommand::Drop)));
                    }
                    actions.push(Action::Send(Command::Sample(SampleCommand::List { site })));
                }
            }
            *self = Self {
                site: author.site,
                generation: self.generation,
                text: text.to_owned(),
                ..Self::default()
            };
        }
        if !self.stale && text == self.text {
            return;
        }
        text.clone_into(&mut self.text);
        self.stale = false;
        if !self.list.is_empty() {
            self.generation += 1;
            self.running = true;
            actions.push(Action::Send(Command::Sample(SampleCommand::Run {
                generation: self.generation,
                site: self.site,
                rule_toml: self.text.clone(),
            })));
        }
    }

    /// Saves the open page as a sample that expects the rule's current results.
    pub fn add(&mut self, author: &Authoring, actions: &mut Vec<Action>) {
        let Some(page) = &author.page else {
            return;
        };
        actions.push(Action::Panel {
            view: View::Workbench,
            key: "samples".to_owned(),
            what: PanelAction::Show,
        });
        let known = |info: &SampleInfo| info.url == page.url && info.role == author.role;
        let same = self.iter().find(|(info, _)| known(info));
        if let Some(id) = same.map(|(info, _)| info.id) {
            self.chosen = Some(id);
            let told = Message::new("app-samples-known");
            actions.push(Action::Notify(Notice::info(told)));
            return;
        }
        actions.push(Action::Send(Command::Sample(SampleCommand::Add {
            ticket: page.ticket,
            site: author.site,
            rule_toml: author.text(),
            role: author.role,
        })));
    }

    /// Accepts the rule's current results as the expected values of a sample.
    pub fn accept(&mut self, id: SampleId, author: &Authoring, actions: &mut Vec<Action>) {
        actions.push(Action::Send(Command::Sample(SampleCommand::Accept {
            site: self.site,
            id,
            rule_toml: author.text(),
        })));
    }

    /// Removes a sample; it can be undone in the shell.
    pub fn remove(&mut self, id: SampleId, actions: &mut Vec<Action>) {
        self.hidden.push(id);
        actions.push(Action::Send(Command::Sample(SampleCommand::Remove {
            site: self.site,
            id,
        })));
    }

    /// The removal of a sample was undone.
    pub fn unhide(&mut self, id: SampleId) {
        self.hidden.retain(|hidden| *hidden != id);
    }

    /// Handles loaded samples.
    pub fn came(&mut self, site: Option<SiteId>, samples: Vec<SampleInfo>) {
        if site != self.site {
            return;
        }
        let there = |id: &SampleId| samples.iter().any(|info| info.id == *id);
        self.hidden.retain(there);
        self.results.retain(|result| there(&result.id));
        self.chosen = self.chosen.filter(there);
        self.list = samples;
        self.stale = true;
    }

    /// Handles their results with the newest text.
    pub fn tested(&mut self, generation: u64, results: Vec<SampleResult>) {
        if generation != self.generation {
            return;
        }
        self.running = false;
        let mut turned = (0, 0);
        for result in &results {
            let before = self.results.iter().find(|old| old.id == result.id);
            match before.map(|old| (old.equal, result.equal)) {
                Some((false, true)) => turned.0 += 1,
                Some((true, false)) => turned.1 += 1,
                _ => {}
            }
        }
        self.turned = turned;
        self.results = results;
    }
}

/// Whether a reading has a value, or a link to a page of its own.
fn finds_something(reading: &PageReading) -> bool {
    let mut rows = reading.rows.iter();
    rows.any(|row| row.link.is_some() || row.cells.iter().any(|cell| cell.value.is_some()))
}
