//! What a look at a typed address found: its name, what it is, and the ways to collect from it. It
//! shows what the engine reports and decides nothing.

use std::sync::Arc;

use eframe::egui::{self, Id, Key, Popup, Ui};

use super::SitesState;
use crate::action::Action;
use crate::state::app_state::{AppState, same_host};
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::views::pasted_addresses::{PastedChoice, pasted_ui};
use crate::views::tasks;
use crate::views::tasks::read_twice::ReadTwice;
use crate::views::tasks::schedule_text::Turns;
use crate::views::tasks::watch_choice::{Watch, watch_ui};
use crate::widgets::fields;
use bowerbird_engine::types::{RunOptions, WatchProposals, accept_proposals, parse, rewrite};
use bowerbird_engine::{AddressPreview, Command, RunCommand, SiteCommand, SourceChoice};

/// A look at an address.
#[derive(Default)]
pub struct AddressPreviewForm {
    /// The number of looks so far; results of earlier ones are ignored.
    generation: u64,
    /// The address as typed; empty while there is no look.
    typed: String,
    /// The addresses, if several were pasted: nothing is fetched.
    pasted: Vec<String>,
    /// The result, once it is there.
    result: Option<Arc<AddressPreview>>,
    /// The chosen way to collect.
    choice: usize,
    /// The name, editable.
    name: String,
    /// When the site is to run, and what it reads again; none before it was chosen.
    watch: Option<Watch>,
    /// The page read twice, before it is watched.
    pub twice: ReadTwice,
    /// What was accepted of it.
    accepted: WatchProposals,
    /// Whether the person chose a way.
    is_chosen: bool,
    /// Whether the main button is to get the focus.
    focus: bool,
    /// Whether the keyboard was in a field outside of the look in the last frame.
    keyboard_elsewhere: bool,
    /// Whether a menu was open in the last frame: Escape closes only that.
    menu_open: bool,
}

impl AddressPreviewForm {
    /// Begins a look at an address; returns its command.
    pub fn begin(&mut self, typed: String) -> SiteCommand {
        *self = Self {
            generation: self.generation + 1,
            typed: typed.clone(),
            ..Self::default()
        };
        SiteCommand::Look {
            generation: self.generation,
            url: typed,
        }
    }

    /// Several addresses were pasted: asks about them instead of looking at one.
    pub fn pasted(&mut self, typed: String, pasted: Vec<String>) {
        *self = Self {
            generation: self.generation + 1,
            typed,
            pasted,
            ..Self::default()
        };
    }

    /// A result came: the first one, or the same with its feeds checked. What the person typed and
    /// chose stays.
    pub fn came(&mut self, generation: u64, look: &Arc<AddressPreview>) {
        if generation != self.generation || self.typed.is_empty() {
            return;
        }
        let before = self.result.replace(Arc::clone(look));
        if before.is_none() {
            self.name.clone_from(&look.name);
        }
        let had_ways = before.as_ref().is_some_and(|old| !old.choices.is_empty());
        self.focus |= !had_ways;
        let chosen = before.and_then(|old| old.choices.get(self.choice).cloned());
        // The rule of a way gets better while its articles are read.
        let is_same = |way: &SourceChoice| {
            let old = chosen.as_ref();
            old.is_some_and(|old| old.label == way.label && old.titles == way.titles)
        };
        let kept = look.choices.iter().position(is_same);
        if kept.is_none() {
            self.twice = ReadTwice::default();
            self.accepted = WatchProposals::default();
        }
        self.choice = kept.filter(|_| self.is_chosen).unwrap_or(0);
    }

    /// Whether nothing is looked at.
    pub fn is_closed(&self) -> bool {
        self.typed.is_empty()
    }

    /// Whether the look is at this address.
    pub fn is_of(&self, typed: &str) -> bool {
        !self.typed.is_empty() && self.typed == typed
    }

    /// Ends the look.
    pub fn dismiss(&mut self) {
        *self = Self {
            generation: self.generation,
            ..Self::default()
        };
    }
}

/// Draws the look, if there is one.
pub(super) fn look_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    if state.look.typed.is_empty() {
        return;
    }
    let mut ends = false;
    let shown = panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        if !state.look.pasted.is_empty() {
            let choice = pasted_ui(ui, look, &state.look.pasted, actions);
            if choice == Some(PastedChoice::Collected) {
                state.look.dismiss();
                state.url.clear();
            }
            ends = choice == Some(PastedChoice::Dismissed);
            return;
        }
        match state.look.result.clone() {
            Some(found) => found_ui(ui, look, (world, state), &found, actions, &mut ends),
            None => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(look.t1("look-under-way", "url", state.look.typed.as_str()));
                    ends = ui.button(look.t("look-cancel")).clicked();
                });
            }
        }
    });
    // Escape takes the keyboard from a field before it is seen here.
    let escaped = ui.input(|input| input.key_pressed(Key::Escape));
    let was_menu = std::mem::replace(&mut state.look.menu_open, Popup::is_any_open(ui.ctx()));
    ends |= escaped && !state.look.keyboard_elsewhere && !was_menu;
    let focused = ui.memory(|memory| memory.focused());
    let focused = focused.and_then(|id| ui.ctx().read_response(id));
    let place = shown.response.rect;
    state.look.keyboard_elsewhere =
        focused.is_some_and(|field| !place.contains(field.rect.center()));
    if ends {
        actions.push(Action::Send(Command::Site(SiteCommand::StopLook)));
        state.look.dismiss();
        state.focus_url = true;
    }
}

fn found_ui(
    ui: &mut Ui,
    look: &UiContext,
    (world, state): (&AppState, &mut SitesState),
    found: &AddressPreview,
    actions: &mut Vec<Action>,
    ends: &mut bool,
) {
    let unchecked = found.unchecked_feeds.len();
    ui.horizontal_wrapped(|ui| {
        if unchecked == 0 || !found.choices.is_empty() {
            ui.label(look.title(look.text(&found.kind.name())));
        }
        ui.label(look.hint(found.url.clone()));
        if let Some(shown) = &found.shown_as {
            ui.label(look.hint(look.t1("look-as-account", "user", shown.user.as_str())));
        }
    });
    if let Some(problem) = &found.problem {
        ui.label(look.coloured(look.text(problem), look.tokens.warn));
    }
    if leads_ui(ui, look, state, found, actions) {
        return;
    }
    known_ui(ui, look, (world, state), found, actions);
    for (number, choice) in found.choices.iter().enumerate() {
        let is_chosen = state.look.choice == number;
        let way = ui.option(is_chosen, look.text(&choice.label));
        if way.clicked() && !is_chosen {
            state.look.choice = number;
            // They were of the other way.
            state.look.twice = ReadTwice::default();
            state.look.accepted = WatchProposals::default();
        }
        state.look.is_chosen |= way.clicked();
        if state.look.choice == number {
            for title in &choice.titles {
                ui.indent(("look-title", title), |ui| {
                    ui.add(egui::Label::new(look.hint(title.clone())).truncate());
                });
            }
            for doubt in &choice.doubts {
                ui.label(look.coloured(look.text(doubt), look.tokens.warn));
            }
        }
    }
    if unchecked > 0 {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(look.hint(look.t1("look-checking-feeds", "count", unchecked)));
        });
    }
    let unread = found.sample_pages.len();
    if unread > 0 {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(look.hint(look.t1("look-reading-articles", "count", unread)));
        });
    }
    let mut entered = false;
    if !found.choices.is_empty() {
        let name = fields::text_field(ui, look, "look-name", &mut state.look.name, "", 260.0);
        entered = fields::entered(ui, &name);
        watch_line_ui(ui, look, state, found, actions);
    }
    ui.horizontal_wrapped(|ui| {
        let works = found.problem.is_none() && !found.choices.is_empty();
        if works {
            // Checked feeds change what stands above the button: its number must not change with it.
            let place = egui::UiBuilder::new().scope_id(Id::unique("look-add"));
            let add = ui.scope_builder(place, |ui| look.primary(ui, look.t("app-sites-add-url")));
            let add = add.inner;
            if std::mem::take(&mut state.look.focus) {
                add.request_focus();
            }
            if add.clicked() || entered {
                add_choice(world, state, found, actions);
            }
        }
        if ui.button(look.t("app-sites-open-in-workbench")).clicked() {
            let url = state.look.typed.clone();
            state.look.dismiss();
            state.url.clear();
            actions.push(Action::OpenInWorkbench { url, site: None });
            return;
        }
        if !works && unchecked == 0 {
            let again = ui.button(look.t("look-again"));
            if std::mem::take(&mut state.look.focus) {
                again.request_focus();
            }
            if again.clicked() {
                let typed = state.look.typed.clone();
                actions.push(Action::Send(Command::Site(state.look.begin(typed))));
                return;
            }
            let anyway = look.quiet(ui, look.t("look-add-anyway"));
            if anyway
                .on_hover_text(look.t("app-sites-add-url-tip"))
                .clicked()
            {
                add_anyway(world, state, found, actions);
            }
        }
        *ends |= look.quiet(ui, look.t("look-close")).clicked();
    });
}

/// The pages to look at instead; whether one was clicked.
fn leads_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut SitesState,
    found: &AddressPreview,
    actions: &mut Vec<Action>,
) -> bool {
    if found.leads_to.is_empty() {
        return false;
    }
    ui.label(look.t("look-leads-to"));
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        for page in &found.leads_to {
            let button = ui.button(page.name.as_str());
            if button.on_hover_text(page.url.as_str()).clicked() {
                clicked = Some(page.url.clone());
            }
        }
    });
    let Some(url) = clicked else {
        return false;
    };
    state.url.clone_from(&url);
    actions.push(Action::Send(Command::Site(state.look.begin(url))));
    true
}

/// Says that a site starts at one of the ways already, or else that sites of the same host may
/// collect the same pages.
fn known_ui(
    ui: &mut Ui,
    look: &UiContext,
    (world, state): (&AppState, &mut SitesState),
    found: &AddressPreview,
    actions: &mut Vec<Action>,
) {
    // The line above the look says it already.
    if found.choices.is_empty() || world.beginning_at(&state.url).is_some() {
        return;
    }
    let way = found.choices.get(state.look.choice);
    let starts = way.and_then(|way| parse(&way.rule_toml).ok());
    let starts = starts.map(|rule| rule.file().site.start.clone());
    let starts = starts.unwrap_or_default();
    let mut all = starts.iter().chain([&found.url]);
    let same = all.find_map(|start| world.beginning_at(start));
    let beside = || {
        let mut sites = world.sites().iter();
        sites.find(|site| same_host(&site.start, &found.url))
    };
    let (id, site) = match (same, beside()) {
        (Some(site), _) => ("app-sites-known", site),
        (None, Some(site)) => ("look-same-host", site),
        (None, None) => return,
    };
    ui.horizontal_wrapped(|ui| {
        let told = look.t1(id, "site", site.name.as_str());
        ui.label(look.coloured(told, look.tokens.warn));
        if ui.button(look.t("app-sites-known-show")).clicked() {
            state.look.dismiss();
            state.url.clear();
            actions.push(Action::ShowSite(site.id));
        }
    });
}

fn add_choice(
    world: &AppState,
    state: &mut SitesState,
    found: &AddressPreview,
    actions: &mut Vec<Action>,
) {
    let Some(choice) = found.choices.get(state.look.choice) else {
        return;
    };
    state.adding = Some(state.look.typed.clone());
    actions.push(Action::Send(Command::Site(SiteCommand::AddLooked {
        name: state.look.name.clone(),
        rule_toml: scheduled(&choice.rule_toml, &state.look),
    })));
    let watch = state.look.watch.as_ref();
    if watch.is_some_and(|watch| watch.turns != Turns::Never) {
        tasks::wake(world, actions);
    }
}

/// Collect once, or watch for changes.
fn watch_line_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut SitesState,
    found: &AddressPreview,
    actions: &mut Vec<Action>,
) {
    let choice = found.choices.get(state.look.choice);
    let Some(rule) = choice.and_then(|choice| parse(&choice.rule_toml).ok()) else {
        return;
    };
    let file = rule.file();
    let watch = state.look.watch.get_or_insert_with(|| Watch::of(file));
    let begins = ui
        .horizontal_wrapped(|ui| watch_ui(ui, look, watch, file, None))
        .inner;
    if watch.turns == Turns::Never {
        return;
    }
    let button = look.quiet(ui, look.t("watch-read-twice"));
    let asked = button
        .on_hover_text(look.t("watch-read-twice-tip"))
        .clicked();
    if (asked || begins)
        && let (Some(choice), Some(start)) = (choice, file.site.start.first())
    {
        state
            .look
            .twice
            .begin(None, (&choice.rule_toml, start), actions);
    }
    if let Some(answer) = state.look.twice.proposals_ui(ui, look, true) {
        let known = state
            .look
            .accepted
            .key
            .take()
            .filter(|_| answer.drops_key.is_none());
        state.look.accepted.key = answer.accepted.key.or(known);
        state.look.accepted.noise.extend(answer.accepted.noise);
    }
}

/// The rule with the chosen schedule, and what is read again.
fn scheduled(rule_toml: &str, form: &AddressPreviewForm) -> String {
    let Some(watch) = &form.watch else {
        return rule_toml.to_owned();
    };
    let written = parse(rule_toml).ok().and_then(|rule| {
        let mut file = rule.file().clone();
        watch.write(&mut file);
        accept_proposals(&mut file, form.accepted.key.as_ref(), &form.accepted.noise);
        rewrite(rule_toml, &file).ok()
    });
    written.unwrap_or_else(|| rule_toml.to_owned())
}

/// Adds the empty source as what it is, or the bare address.
fn add_anyway(
    world: &AppState,
    state: &mut SitesState,
    found: &AddressPreview,
    actions: &mut Vec<Action>,
) {
    if !found.choices.is_empty() {
        return add_choice(world, state, found, actions);
    }
    let url = state.look.typed.clone();
    state.adding = Some(url.clone());
    actions.push(Action::Send(Command::Site(SiteCommand::AddByUrl { url })));
}

/// The offer to run the site that was just added.
pub(super) fn added_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let site = state
        .added
        .and_then(|id| world.sites().iter().find(|site| site.id == id));
    let Some(site) = site else { return };
    if world.live.contains_key(&site.id) {
        state.added = None;
        return;
    }
    let id = site.id;
    ui.horizontal_wrapped(|ui| {
        ui.label(look.t1("look-added", "site", site.name.as_str()));
        let run = ui.button(look.t("look-run"));
        if ui.memory(|memory| memory.focused().is_none()) {
            run.request_focus();
        }
        if run.clicked() {
            state.added = None;
            state.focus_table = true;
            actions.push(Action::Send(Command::Run(RunCommand::Start {
                sites: vec![id],
                options: RunOptions::default(),
            })));
        }
        if look.quiet(ui, look.t("look-not-now")).clicked() {
            state.added = None;
        }
    });
}
