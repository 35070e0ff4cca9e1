//! What a person made and has not saved: closing the window or the project would lose it, so that
//! is asked first. Saving a rule by key. Holds nothing itself.

use eframe::egui;

use super::close_dialog::{is_busy, leaving_ui};
use crate::action::Action;
use crate::shell::Bowerbird;
use crate::shortcuts::View;
use crate::state::rule_editor::Editor;
use crate::views::sites::edited_name;
use bowerbird_engine::types::Message;

impl Bowerbird {
    /// What is not saved, one line each.
    pub(crate) fn unsaved(&self) -> Vec<Message> {
        let sites = self.world.sites();
        let rules = self.views.sites.unsaved(sites);
        let mut lines: Vec<Message> = rules
            .map(|edit| {
                let name = edited_name(&self.look, edit, sites);
                Message::new("app-leaving-rule").with("name", name)
            })
            .collect();
        let author = &self.views.workbench.author;
        if let Some(rule) = author.rule.as_ref().filter(|_| author.changed()) {
            let name = edited_name(&self.look, rule, sites);
            lines.push(Message::new("app-leaving-workbench").with("name", name));
        }
        lines
    }

    /// Whether `action` closes the project while something in it is not saved, runs, or is scheduled:
    /// then it is asked about first.
    pub(in crate::shell) fn asks_before(&mut self, action: &Action) -> bool {
        let closes = matches!(
            action,
            Action::OpenProject(_)
                | Action::BeginAt { .. }
                | Action::OpenSampleProject
                | Action::CloseProject
        );
        if !closes || self.leaving.take_agreed() || self.project.is_none() {
            return false;
        }
        let is_sample = self.world.project.as_ref() == Some(&self.sample);
        let stops = is_busy(&self.world, is_sample);
        if !stops && self.unsaved().is_empty() {
            return false;
        }
        self.leaving.ask_before(action.clone());
        true
    }

    /// Draws the question before the window or the project closes.
    pub(in crate::shell) fn leaving_question_ui(
        &mut self,
        ctx: &egui::Context,
        actions: &mut Vec<Action>,
    ) {
        let closes = ctx.input(|input| input.viewport().close_requested());
        let unsaved = match closes || self.leaving.is_open() {
            true => self.unsaved(),
            false => Vec::new(),
        };
        let (look, world) = (&self.look, &self.world);
        leaving_ui(ctx, look, world, &unsaved, &mut self.leaving, actions);
    }

    /// Saves the rule being edited.
    pub(in crate::shell) fn save_rule(&mut self, further: &mut Vec<Action>) {
        if self.view == View::Workbench {
            self.views.workbench.author.save(false, further);
            return;
        }
        let sites = &mut self.views.sites;
        let is_sound = |editor: &mut Editor| editor.faults.is_empty();
        if let Some(sound) = sites.editor.take_if(is_sound) {
            further.push(Action::Send(sound.save()));
            sites.saving = Some(sound);
        }
    }
}
