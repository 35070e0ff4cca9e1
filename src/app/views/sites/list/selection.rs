//! The selected sites: the line with the actions on all of them, and its keys. Output: one command
//! for all, so that one undo takes it back.

use std::collections::BTreeSet;
use std::ops::Range;

use eframe::egui::containers::menu::SubMenuButton;
use eframe::egui::{Key, Modifiers, Ui};

use super::batch_dialogs::{BatchDialog, SettingsForm};
use crate::action::{Action, PathPurpose};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::views::sites::SitesState;
use crate::widgets::action_menu::{ActionItem, more_ui};
use bowerbird_engine::types::{RunOptions, Site, SiteId, SourceKind};
use bowerbird_engine::{Command, RunCommand, SiteBatch, SiteCommand};

/// The sites for actions on several.
#[derive(Default)]
pub struct SiteSelection {
    /// Their ids.
    pub ticked: BTreeSet<SiteId>,
    /// The site whose checkbox was clicked last; Shift extends the selection from it.
    pub(super) last: Option<SiteId>,
    /// What is asked before an action.
    pub dialog: Option<BatchDialog>,
}

impl SiteSelection {
    /// Keeps only sites that there are.
    pub fn follow(&mut self, sites: &[Site]) {
        self.ticked
            .retain(|id| sites.iter().any(|site| site.id == *id));
    }

    /// Selects the sites of some rows.
    pub(super) fn extend(&mut self, shown: &[SiteId], rows: &Range<usize>) {
        let rows = shown.get(rows.start..rows.end.min(shown.len()));
        self.ticked.extend(rows.unwrap_or_default());
    }

    /// Selects a site, or deselects it.
    pub(super) fn toggle(&mut self, site: SiteId) {
        if !self.ticked.remove(&site) {
            self.ticked.insert(site);
        }
        self.last = Some(site);
    }

    fn sites<'a>(&self, world: &'a AppState) -> Vec<&'a Site> {
        let all = world.sites().iter();
        all.filter(|site| self.ticked.contains(&site.id)).collect()
    }
}

/// The keys: Ctrl+A selects all `shown`; with several selected, Ctrl+R runs them and Delete removes
/// them.
pub(super) fn selection_keys(
    ui: &Ui,
    world: &AppState,
    state: &mut SitesState,
    shown: &[SiteId],
    actions: &mut Vec<Action>,
) {
    if ui.ctx().text_edit_focused() || state.selection.dialog.is_some() {
        return;
    }
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::COMMAND, Key::A) {
        state.selection.ticked.extend(shown);
    }
    if state.selection.ticked.is_empty() {
        return;
    }
    if pressed(Modifiers::COMMAND, Key::R) {
        run(state.selection.ticked.iter().copied().collect(), actions);
    }
    if pressed(Modifiers::NONE, Key::Delete) {
        match state
            .selection
            .sites(world)
            .iter()
            .any(|site| site.records > 0)
        {
            // A key is pressed by mistake more easily than a menu is opened.
            true => state.selection.dialog = Some(BatchDialog::Removal),
            false => remove(&mut state.selection, actions),
        }
    }
}

/// The line of actions, if sites are selected. It is drawn in the line of the title, so that
/// selecting one moves nothing.
pub(super) fn selection_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let sites = state.selection.sites(world);
    if sites.is_empty() {
        return;
    }
    let ids: Vec<SiteId> = sites.iter().map(|site| site.id).collect();
    ui.label(look.t1("sites-selected", "count", ids.len()));
    if ui.button(look.t("sites-batch-run")).clicked() {
        run(ids.clone(), actions);
    }
    let unpaused: Vec<SiteId> = of(&sites, |site| !site.paused);
    let pause = ActionItem::new(look, "app-sites-pause").unless(
        look,
        unpaused.is_empty().then_some("sites-batch-why-paused"),
    );
    if pause.button_ui(ui) {
        actions.push(batch(SiteBatch::Pause(unpaused)));
    }
    let paused: Vec<SiteId> = of(&sites, |site| site.paused);
    let resume = ActionItem::new(look, "app-sites-resume").unless(
        look,
        paused.is_empty().then_some("sites-batch-why-not-paused"),
    );
    if resume.button_ui(ui) {
        run(paused, actions);
    }
    let selection = &mut state.selection;
    more_ui(ui, look, &look.t("sites-batch-subject"), |ui| {
        menu_ui(ui, look, world, &sites, selection, actions);
    });
    if look.quiet(ui, look.t("app-results-choose-none")).clicked() {
        state.selection.ticked.clear();
    }
}

fn menu_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    sites: &[&Site],
    selection: &mut SiteSelection,
    actions: &mut Vec<Action>,
) {
    let entry = |ui: &mut Ui, id: &str| ActionItem::new(look, id).entry_ui(ui, look);
    if entry(ui, "sites-batch-settings") {
        let form = SettingsForm::of(sites);
        selection.dialog = Some(BatchDialog::Settings(Box::new(form)));
    }
    if entry(ui, "sites-batch-schedule") {
        actions.push(Action::ScheduleSites(of(sites, |_| true)));
    }
    ui.separator();
    if entry(ui, "sites-batch-tag") {
        selection.dialog = Some(BatchDialog::Tag(String::new()));
    }
    let own = own_tags(world, sites);
    if own.is_empty() {
        let untag = ActionItem::new(look, "sites-batch-untag");
        let untag = untag.unless(look, Some("sites-batch-why-no-tag"));
        untag.entry_ui(ui, look);
    } else {
        SubMenuButton::new(look.t("sites-batch-untag")).ui(ui, |ui| {
            for tag in &own {
                if ui.button(tag).clicked() {
                    actions.push(batch(with_tag(world, sites, tag, false)));
                    ui.close();
                }
            }
        });
    }
    ui.separator();
    for (id, why, enabled) in [
        ("app-sites-enable-it", "sites-batch-why-enabled", true),
        ("app-sites-disable", "sites-batch-why-disabled", false),
    ] {
        let concerned = of(sites, |site| site.enabled != enabled);
        let item = ActionItem::new(look, id);
        let item = item.unless(look, concerned.is_empty().then_some(why));
        if item.entry_ui(ui, look) {
            let sites = concerned;
            actions.push(batch(SiteBatch::Enable { sites, enabled }));
        }
    }
    ui.separator();
    let feeds = sites.iter().any(|site| site.kind == SourceKind::Feed);
    let export = ActionItem::new(look, "app-feeds-export");
    let export = export.unless(
        look,
        (!feeds).then_some("app-feeds-export-why-none-selected"),
    );
    if export.entry_ui(ui, look) {
        actions.push(Action::PickPath(PathPurpose::ExportFeeds { all: false }));
    }
    ui.separator();
    let removal = ActionItem::removal(look, "app-sites-remove");
    if removal
        .tip(look, "sites-batch-remove-tip")
        .entry_ui(ui, look)
    {
        remove(selection, actions);
    }
}

fn of(sites: &[&Site], holds: impl Fn(&Site) -> bool) -> Vec<SiteId> {
    let sites = sites.iter().filter(|site| holds(site));
    sites.map(|site| site.id).collect()
}

/// The user's own tags of some sites, by name.
fn own_tags(world: &AppState, sites: &[&Site]) -> BTreeSet<String> {
    let own = world
        .tags
        .iter()
        .filter(|(_, of, from_rule)| !from_rule && sites.iter().any(|site| site.id == *of));
    own.map(|(tag, ..)| tag.clone()).collect()
}

/// The tags of `sites` with `tag`, or without it.
pub(super) fn with_tag(world: &AppState, sites: &[&Site], tag: &str, on: bool) -> SiteBatch {
    let tags = sites.iter().filter_map(|site| {
        let own = world.tags.iter();
        let own = own.filter(|(_, of, from_rule)| *of == site.id && !from_rule);
        let mut tags: Vec<String> = own.map(|(tag, ..)| tag.clone()).collect();
        let before = tags.len();
        tags.retain(|known| known != tag);
        if on {
            tags.push(tag.to_owned());
        }
        (tags.len() != before).then_some((site.id, tags))
    });
    SiteBatch::Tags(tags.collect())
}

/// Removes the selected sites.
pub(super) fn remove(selection: &mut SiteSelection, actions: &mut Vec<Action>) {
    let sites = std::mem::take(&mut selection.ticked);
    actions.push(batch(SiteBatch::Remove(sites.into_iter().collect())));
}

fn run(sites: Vec<SiteId>, actions: &mut Vec<Action>) {
    let options = RunOptions::default();
    let start = RunCommand::Start { sites, options };
    actions.push(Action::Send(Command::Run(start)));
}

pub(super) fn batch(batch: SiteBatch) -> Action {
    Action::Send(Command::Site(SiteCommand::Batch(batch)))
}
