//! The last step: name, save, run.

use eframe::egui::{Align2, Button, TextEdit, Ui};

use super::next_step::Step;
use super::rule_test::{lacks_ui, tested_ui};
use super::saved_site::{run, saved_ui};
use super::schedule_ui::turns_ui;
use super::{proposal_ui, summary_ui};
use crate::action::{Action, Notice};
use crate::shortcuts::UiCommand;
use crate::state::app_state::AppState;
use crate::state::rule_editor::Editor;
use crate::style::ui_context::UiContext;
use crate::views::tasks;
use crate::views::workbench::author::state::{Authoring, Saving};
use crate::widgets::fields;
use bowerbird_engine::types::{Message, PageRole, SiteId, unused_name};

/// Draws the step.
pub fn save_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    let saved = state.site.filter(|_| !state.changed());
    if let Some(site) = saved {
        saved_ui(ui, look, world, state, site, actions);
        return;
    }
    lacks_ui(ui, look, state);
    if state.unread_samples.0 > 0 {
        let told = look.text(&unread_samples(state.unread_samples));
        ui.label(look.coloured(told, look.tokens.warn));
    }
    tested_ui(ui, look, state, actions);
    fields::together(ui, |ui| {
        let unit = ui.horizontal(|ui| {
            summary_ui(ui, look, look.t("app-author-name-it"));
            name_ui(ui, look, world, state);
        });
        unit.response
    });
    turns_ui(ui, look, (world, state), actions);
    run_button_ui(ui, look, world, state, actions);
    known_ui(ui, look, world, state, actions);
    save_button_ui(ui, look, world, state, actions);
    if state.role == PageRole::Article && !state.use_page.on {
        ui.label(look.hint(look.t("app-author-or-more")));
        proposal_ui(ui, look, state);
    }
    if let Some(fault) = state.rule.as_ref().and_then(|rule| rule.faults.first()) {
        let text = look.text(&fault.message);
        ui.label(look.coloured(text, look.tokens.bad));
    }
}

/// Another site already starts at the page that was opened: offers its rule first, and another
/// site second. Returns whether it is drawn instead of `step`.
pub(super) fn known_first_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    step: &Step,
    actions: &mut Vec<Action>,
) -> bool {
    let is_open = state.foreign || state.rule.is_none() && state.site.is_none();
    let begins = matches!(
        step,
        Step::Foreign | Step::Source(_) | Step::Ready | Step::Offer { .. } | Step::Generic(_)
    );
    if !is_open || !begins || state.steps.beside_known || state.steps.pointing {
        return false;
    }
    let page = state.page.as_ref();
    let Some(known) = page.and_then(|page| world.beginning_at(&page.url)) else {
        return false;
    };
    summary_ui(
        ui,
        look,
        look.t1("app-author-known", "site", known.name.as_str()),
    );
    if look.primary(ui, look.t("app-author-known-open")).clicked() {
        actions.push(Action::OpenInWorkbench {
            url: known.start.clone(),
            site: Some(known.id),
        });
    }
    if ui.button(look.t("app-author-known-beside")).clicked() {
        if state.foreign {
            state.begin_anew(actions);
        }
        state.steps.beside_known = true;
    }
    true
}

/// Another site already starts at this page: offers to load its rule instead of creating a second
/// one.
pub(super) fn known_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &Authoring,
    actions: &mut Vec<Action>,
) {
    let Some(page) = state.page.as_ref().filter(|_| state.site.is_none()) else {
        return;
    };
    let starts = &state.file().site.start;
    let start = starts.first().unwrap_or(&page.url);
    let Some(known) = world.beginning_at(start) else {
        return;
    };
    let text = look.t1("app-author-known", "site", known.name.as_str());
    ui.label(look.coloured(text, look.tokens.warn));
    if ui.button(look.t("app-author-known-open")).clicked() {
        actions.push(Action::OpenInWorkbench {
            url: known.start.clone(),
            site: Some(known.id),
        });
    }
}

fn save_button_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    let tip = UiCommand::SaveRule.tooltip(look, ui.ctx());
    let text = match state.unread_samples.0 {
        0 => look.t("app-author-save"),
        _ => look.t("app-author-save-anyway"),
    };
    let save = ui.add_enabled(can_save(world, state), Button::new(text));
    if save.on_hover_text(tip).clicked() {
        accept_unread_samples(state);
        wake(world, state, actions);
        state.save(false, actions);
    }
}

/// The samples on which the rule finds nothing, in words.
fn unread_samples((nothing, all): (usize, usize)) -> Message {
    Message::new("app-author-samples-unread")
        .with("count", nothing)
        .with("all", all)
}

/// Lets the rule be saved as it is, although it finds nothing on samples.
fn accept_unread_samples(state: &mut Authoring) {
    state.save_anyway = state.rule.as_ref().map(|rule| rule.text.clone());
}

/// The first schedule of a project starts its scheduler.
fn wake(world: &AppState, state: &Authoring, actions: &mut Vec<Action>) {
    if state.file().schedule.is_some() {
        tasks::wake(world, actions);
    }
}

fn name_ui(ui: &mut Ui, look: &UiContext, world: &AppState, state: &mut Authoring) {
    let Some(rule) = &state.rule else {
        return;
    };
    let mut name = rule.file.site.name.clone();
    let field = ui
        .add(
            TextEdit::singleline(&mut name)
                .align(Align2::LEFT_CENTER)
                .desired_width(220.0),
        )
        .accessible_name(look.t("app-author-site-name"));
    let field = look.edged(ui, field);
    let mut typed = field.changed();
    if let Some(taken) = name_in_use(world, state) {
        let text = look.t1("app-author-site-taken", "name", taken.as_str());
        ui.label(look.coloured(text, look.tokens.bad));
        let free = unused_site_name(world, &taken);
        let use_it = look.t1("app-author-name-free", "name", free.as_str());
        if ui.button(use_it).clicked() {
            name = free;
            typed = true;
        }
    }
    if typed {
        // The name does not affect extraction: no new reading, and typing is one step.
        state.note(Some("site-name"));
        state.steps.name_typed = true;
        if let Some(rule) = &mut state.rule {
            rule.file.site.name = name;
            rule.form_changed();
        }
    }
}

/// Makes a proposed name unique; a typed one is left to the user.
pub(super) fn use_unused_name(world: &AppState, state: &mut Authoring) {
    if state.site.is_some() || state.steps.name_typed {
        return;
    }
    if let Some(taken) = name_in_use(world, state)
        && let Some(rule) = &mut state.rule
    {
        rule.file.site.name = unused_site_name(world, &taken);
        rule.form_changed();
    }
}

/// `name`, numbered if a site has it.
fn unused_site_name(world: &AppState, name: &str) -> String {
    let taken: Vec<String> = world.sites().iter().map(|site| site.name.clone()).collect();
    unused_name(&taken, name)
}

/// "Save and run", or why it is not possible.
pub fn run_button_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    let step = state.next_step();
    let usable = can_save(world, state);
    let text = match state.unread_samples.0 {
        0 => look.t("app-author-save-run"),
        _ => look.t("app-author-save-run-anyway"),
    };
    let tip = look.t("app-author-save-run-tip");
    let clicked = if step == Step::Save {
        look.primary_if(ui, usable, text)
    } else {
        ui.add_enabled(usable, Button::new(text))
    };
    if clicked.on_hover_text(tip).clicked() {
        accept_unread_samples(state);
        wake(world, state, actions);
        state.save(true, actions);
    }
}

fn can_save(world: &AppState, state: &Authoring) -> bool {
    let sound = |rule: &Editor| rule.faults.is_empty();
    state.saving.is_none()
        && state.rule.as_ref().is_some_and(sound)
        && name_in_use(world, state).is_none()
}

/// The name, if another site has it.
fn name_in_use(world: &AppState, state: &Authoring) -> Option<String> {
    let name = &state.rule.as_ref()?.file.site.name;
    let other =
        |site: &&bowerbird_engine::types::Site| site.name == *name && Some(site.id) != state.site;
    world
        .sites()
        .iter()
        .find(other)
        .map(|site| site.name.clone())
}

impl Authoring {
    /// Saves the rule; `run`: also runs it once it is saved.
    pub fn save(&mut self, run: bool, actions: &mut Vec<Action>) {
        let Some(rule) = self.rule.as_ref().filter(|rule| rule.faults.is_empty()) else {
            return;
        };
        if self.unread_samples.0 > 0 && self.save_anyway.as_ref() != Some(&rule.text) {
            // Saving the same text again is the answer to it.
            self.save_anyway = Some(rule.text.clone());
            let told = Notice::info(unread_samples(self.unread_samples));
            let again = Action::Ui(UiCommand::SaveRule);
            actions.push(Action::Notify(
                told.offering("app-author-save-anyway", again),
            ));
            return;
        }
        actions.push(Action::Send(rule.save()));
        // Who saves a rule on a page works on its site: the bar says that it is saved.
        self.beside_site = false;
        self.saving = Some(Saving {
            name: rule.file.site.name.clone(),
            run,
        });
    }

    /// The rule of the site was changed elsewhere: loads it, unless this one was changed too.
    pub fn site_has(&mut self, rule_toml: &str, actions: &mut Vec<Action>) {
        let changed = self.changed();
        if let Some(rule) = self.rule.as_mut().filter(|rule| rule.site.is_some())
            && !changed
            && rule.text != rule_toml
        {
            *rule = Editor::new(rule.site, rule_toml.to_owned());
            self.read(actions);
        }
    }

    /// The site was removed: its rule becomes an unsaved one.
    pub fn site_removed(&mut self, site: SiteId) {
        if self.site == Some(site) {
            self.site = None;
            if let Some(rule) = &mut self.rule {
                rule.site = None;
            }
        }
        self.history.each(|snapshot| snapshot.leaves(site));
    }

    /// The site that the rule was saved as exists: the rule belongs to it from now on.
    pub fn saved_as(&mut self, site: SiteId, actions: &mut Vec<Action>) {
        let run_it = self.saving.take().is_some_and(|saving| saving.run);
        self.site = Some(site);
        if let Some(rule) = &mut self.rule {
            rule.site = Some(site);
            rule.is_saved();
        }
        // Undoing to a state before it was saved must not create a second site.
        self.history.each(|snapshot| snapshot.belongs_to(site));
        if run_it {
            actions.push(run(site));
        }
    }
}
