//! The table of sites with the lines that add and filter them.
//!
//! Below: which sites are shown, and in which order.

pub(super) mod order;

use std::path::PathBuf;

use eframe::egui::{self, Align, Button, Layout, Ui};

use super::site_state::{self, current_mark};
use super::{SitesState, address_preview, detail, drafts};
use crate::action::{Action, PathPurpose};
use crate::shortcuts::UiCommand;
use crate::state::app_state::{AppState, LiveRun};
use crate::state::layout;
use crate::state::site_filter::SiteFilter;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::frames::panel;
use crate::style::ui_context::{UiContext, capitalised};
use crate::views::pasted_addresses::addresses;
use crate::views::sites::form::source::kind_word;
use crate::widgets::table::{Cell, ColumnSpec, Rows, offer_keyboard, table_ui};
use crate::widgets::tour_targets::{self, TourTarget};
use crate::widgets::{fields, state_marks};
use bowerbird_engine::types::{Message, PageState, RunOptions, Site};
use bowerbird_engine::{Command, RunCommand, SiteCommand};

/// Draws the list.
pub fn list_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    title_ui(ui, look, world, actions);
    add_ui(ui, look, world, state, actions);
    ui.add_space(4.0);
    if world.sites.is_none() {
        ui.label(look.hint(look.t("app-loading")));
        return;
    }
    drafts::drafts_ui(ui, look, world.sites(), state);
    if world.sites().is_empty() {
        look.empty_state(ui, "app-sites-empty", "app-sites-empty-hint");
        ui.vertical_centered(|ui| {
            if look
                .primary(ui, look.t("app-sites-open-workbench"))
                .clicked()
            {
                actions.push(Action::Ui(UiCommand::ShowWorkbench));
                actions.push(Action::Ui(UiCommand::Address));
            }
        });
        return;
    }
    let selected = state.table.selected.and_then(|row| world.sites().get(row));
    if let Some(site) = selected {
        // One size for all parts: their tabs stay under the pointer.
        let room = ui.available_height();
        let (id, key) = ("site-detail", "site-below");
        let (height, most) = ((room * 0.55).max(270.0), 0.8);
        let below = egui::Panel::bottom(id)
            .frame(panel(look).outer_margin(egui::Margin {
                top: 8,
                ..egui::Margin::ZERO
            }))
            .show_separator_line(false)
            .resizable(true);
        let range = 120.0..=(room * most).max(121.0);
        layout::sized_panel(ui, key, below, height, range, false, |ui| {
            detail::detail_ui(ui, look, world, site, state, actions)
        });
    }
    filter_ui(ui, look, world, state);
    state.table.remember(ui.ctx(), "sites");
    let order = order::visible(look, world, &state.filter, state.table.sort.as_ref());
    if order.is_empty() {
        ui.label(look.hint(look.t("sites-filter-none")));
        return;
    }
    let chosen = state.table.selected;
    state
        .table
        .turn(|place| order.iter().position(|shown| *shown == place));
    let mut rows = SiteRows {
        look,
        world,
        order: &order,
        actions,
    };
    if std::mem::take(&mut state.focus_table) {
        offer_keyboard(ui.ctx(), true);
    }
    let output = table_ui(
        ui,
        look,
        &look.t("app-sites-table"),
        &columns(look),
        &mut state.table,
        &mut rows,
    );
    state.table.turn(|row| order.get(row).copied());
    if !output.selected && state.table.selected.is_none() {
        // A site excluded by the filter stays selected.
        state.table.selected = chosen;
    }
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
    let opened = output.opened.and_then(|row| order.get(row));
    if let Some(site) = opened.and_then(|place| world.sites().get(*place)) {
        state.edit(site);
    }
}

/// The chips with their counts, the search and the order.
fn filter_ui(ui: &mut Ui, look: &UiContext, world: &AppState, state: &mut SitesState) {
    ui.horizontal_wrapped(|ui| {
        let search = egui::TextEdit::singleline(&mut state.filter.search)
            .align(egui::Align2::LEFT_CENTER)
            .hint_text(look.t("sites-search-hint"))
            .desired_width(190.0);
        let search = ui.add(search).accessible_name(look.t("sites-search"));
        look.edged(ui, search);
        let all = look.text(&Message::new("sites-chip-all").with("count", world.sites().len()));
        if ui.selectable_label(!state.filter.is_set(), all).clicked() {
            state.filter = order::Filter::default();
        }
        for (chip, count) in order::chips(world) {
            let (mark, colour, word) = chip_mark(look, chip);
            let is_on = state.filter.chip == Some(chip);
            let text = format!("{} {}", capitalised(&word), look.count(count as u64));
            // Room for the mark.
            let drawn = ui.selectable_label(is_on, format!("     {text}"));
            let centre = drawn.rect.left_center() + egui::vec2(15.0, 0.0);
            state_marks::paint(ui.painter(), mark, colour, centre, 4.0);
            if drawn.accessible_name(text).clicked() {
                state.filter.chip = (!is_on).then_some(chip);
            }
        }
        sort_ui(ui, look, state);
    });
}

fn sort_ui(ui: &mut Ui, look: &UiContext, state: &mut SitesState) {
    let sort = &mut state.table.sort;
    let is_now = |key: &str, down: bool| match &sort {
        Some((now, now_down)) => now == key && *now_down == down,
        None => key == "name",
    };
    let now = order::SORTS
        .iter()
        .find(|(key, down, _)| is_now(key, *down));
    let now = now.map_or("sites-sort-column", |(.., id)| *id);
    let mut wanted = None;
    let combo = egui::ComboBox::from_id_salt("sites-sort")
        .selected_text(look.t(now))
        .show_ui(ui, |ui| {
            for (key, down, id) in order::SORTS {
                if ui.selectable_label(now == id, look.t(id)).clicked() {
                    wanted = Some((key.to_owned(), down));
                }
            }
        });
    combo.response.accessible_name(look.t("sites-sort"));
    if wanted.is_some() {
        *sort = wanted;
    }
}

fn chip_mark(
    look: &UiContext,
    chip: SiteFilter,
) -> (state_marks::MarkShape, egui::Color32, String) {
    let tokens = look.tokens;
    let own = |mark, colour, id| (mark, colour, look.t(id));
    match chip {
        SiteFilter::Attention => own(
            state_marks::MarkShape::Triangle,
            tokens.warn,
            "sites-chip-attention",
        ),
        SiteFilter::Running => own(
            state_marks::MarkShape::Triangle,
            tokens.accent,
            "app-state-running",
        ),
        SiteFilter::Paused => own(
            state_marks::MarkShape::Frame,
            tokens.dim,
            "app-tasks-paused",
        ),
        SiteFilter::New => state_marks::state_mark(look, None),
        SiteFilter::Begun => own(state_marks::MarkShape::Ring, tokens.dim, "app-state-begun"),
        SiteFilter::Blocked => own(
            state_marks::MarkShape::Cross,
            tokens.bad,
            "sites-chip-blocked",
        ),
        SiteFilter::Failed => own(
            state_marks::MarkShape::Diamond,
            tokens.warn,
            "sites-chip-failed",
        ),
        SiteFilter::State(state) => state_marks::state_mark(look, Some(state)),
    }
}

fn title_ui(ui: &mut Ui, look: &UiContext, world: &AppState, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        look.view_title(ui, "app-view-sites");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let running = !world.live.is_empty();
            if ui
                .add_enabled(running, Button::new(look.t("app-sites-stop-all")))
                .clicked()
            {
                actions.push(Action::Send(Command::Run(RunCommand::StopAll)));
            }
            let any = world.sites().iter().any(|site| site.enabled);
            let run = look.primary_if(ui, any, look.t("app-sites-run-all"));
            tour_targets::mark(ui.ctx(), TourTarget::RunAll, run.rect);
            if run.on_hover_text(look.t("app-sites-run-all-tip")).clicked() {
                actions.push(Action::Send(Command::Run(RunCommand::Start {
                    sites: Vec::new(),
                    options: RunOptions::default(),
                })));
            }
        });
    });
}

fn add_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    // A site that was just submitted is not reported as existing.
    let known = world
        .beginning_at(&state.url)
        .filter(|_| state.adding.as_deref() != Some(state.url.trim()));
    ui.horizontal(|ui| {
        let half = ((ui.available_width() - 470.0) / 2.0).clamp(110.0, 420.0);
        let url = fields::code_field(
            ui,
            look,
            "app-sites-url",
            &mut state.url,
            &look.t("app-sites-url-hint"),
            half,
        );
        if std::mem::take(&mut state.focus_url) {
            url.request_focus();
        }
        let entered = fields::entered(ui, &url);
        fields::beside(ui, |ui| {
            let typed = state.url.trim().to_owned();
            // Nothing is saved before a person has seen what can be collected.
            let looks = ui
                .add_enabled(!typed.is_empty(), Button::new(look.t("app-sites-look")))
                .on_hover_text(look.t("app-sites-look-tip"));
            if (looks.clicked() || entered) && !typed.is_empty() {
                state.added = None;
                let pasted = addresses(&typed);
                match pasted.is_empty() {
                    true => actions.push(Action::Send(Command::Site(state.look.begin(typed)))),
                    false => state.look.pasted(typed, pasted),
                }
            }
        });
        ui.separator();
        let path = fields::code_field(
            ui,
            look,
            "app-sites-rule-file",
            &mut state.rule_path,
            &look.t("app-sites-rule-file-hint"),
            half,
        );
        let entered = fields::entered(ui, &path);
        fields::beside(ui, |ui| {
            if ui.button(look.t("app-browse")).clicked() {
                actions.push(Action::PickPath(PathPurpose::RuleFile));
            }
            let typed = state.rule_path.trim().to_owned();
            let add = ui.add_enabled(!typed.is_empty(), Button::new(look.t("app-sites-add-file")));
            if (add.clicked() || entered) && !typed.is_empty() {
                actions.push(Action::OpenFiles {
                    paths: vec![PathBuf::from(&typed)],
                    format: None,
                });
                state.adding = Some(typed);
            }
        });
    });
    if let Some(site) = known {
        known_ui(ui, look, site, state, actions);
    }
    address_preview::look_ui(ui, look, world, state, actions);
    address_preview::added_ui(ui, look, world, state, actions);
}

/// The typed address is already the start of a site: two of them would collect the same twice.
fn known_ui(
    ui: &mut Ui,
    look: &UiContext,
    site: &Site,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let text = look.t1("app-sites-known", "site", site.name.as_str());
        ui.label(look.coloured(text, look.tokens.warn));
        if ui.button(look.t("app-sites-known-show")).clicked() {
            state.url.clear();
            actions.push(Action::ShowSite(site.id));
        }
    });
}

fn columns(look: &UiContext) -> Vec<ColumnSpec> {
    vec![
        ColumnSpec::new("on", look.t("app-sites-on"), 36.0),
        ColumnSpec::new("name", look.t("app-sites-name"), 170.0).sortable(),
        ColumnSpec::new("state", look.t("app-sites-state"), 112.0).sortable(),
        ColumnSpec::new("reason", look.t("sites-column-reason"), 340.0),
        ColumnSpec::new("run", look.t("app-sites-run"), 84.0),
        ColumnSpec::new("since", look.t("sites-column-since"), 118.0).sortable(),
        ColumnSpec::new("next", look.t("sites-column-next"), 240.0),
        ColumnSpec::new("records", look.t("app-sites-records"), 64.0)
            .numeric()
            .sortable(),
        ColumnSpec::new("last", look.t("app-sites-last"), 124.0).sortable(),
        ColumnSpec::new("kind", look.t("app-sites-kind"), 64.0),
        ColumnSpec::new("start", look.t("app-sites-start"), 260.0),
    ]
}

struct SiteRows<'a> {
    look: &'a UiContext,
    world: &'a AppState,
    /// The indexes of the rows in the app state's list.
    order: &'a [usize],
    actions: &'a mut Vec<Action>,
}

impl SiteRows<'_> {
    fn site(&self, row: usize) -> Option<&'_ Site> {
        site_at(self.world, self.order, row)
    }
}

fn site_at<'w>(world: &'w AppState, order: &[usize], row: usize) -> Option<&'w Site> {
    world.sites().get(*order.get(row)?)
}

impl Rows for SiteRows<'_> {
    fn len(&self) -> usize {
        self.order.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(site) = self.site(row) else {
            return Cell::Empty;
        };
        match key {
            "name" => Cell::of(&site.name),
            "kind" => Cell::of(kind_word(self.look, site.kind)),
            "start" => Cell::Code(site.start.clone()),
            "state" => Cell::of(current_mark(self.look, self.world, site).2),
            "reason" => Cell::of(reason(self.look, site)),
            "since" => match &site.status {
                Some(status) => Cell::of(self.look.time(status.since)),
                None => Cell::Empty,
            },
            "next" => match site_state::next_step(self.world, site) {
                Some(next) => Cell::of(self.look.text(&next)),
                None => Cell::Empty,
            },
            "records" => Cell::of(self.look.count(site.records)),
            "last" => site
                .last_run_at
                .map_or(Cell::Empty, |at| Cell::of(self.look.time(at))),
            "on" => Cell::of(self.look.t(if site.enabled { "app-yes" } else { "app-no" })),
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let Some(site) = site_at(self.world, self.order, row) else {
            return false;
        };
        match key {
            "on" => {
                let mut on = site.enabled;
                let name = self.look.t1("app-sites-enable", "site", site.name.as_str());
                if ui.tick(&mut on, "").accessible_name(name).changed() {
                    self.actions
                        .push(Action::Send(Command::Site(SiteCommand::Enable {
                            site: site.id,
                            enabled: on,
                        })));
                }
            }
            "state" => {
                let (mark, colour, word) = current_mark(self.look, self.world, site);
                state_marks::word_ui(ui, mark, colour, &word);
                let status = site.status.as_ref();
                if status.is_some_and(|status| status.needs_repair()) {
                    tour_targets::mark(ui.ctx(), TourTarget::SiteToRepair, ui.max_rect());
                }
            }
            "run" => match self.world.live.get(&site.id) {
                Some(live) => progress_ui(ui, self.look, live),
                None => run_button_ui(ui, self.look, site, self.actions),
            },
            _ => return false,
        }
        true
    }

    fn menu_ui(&mut self, ui: &mut Ui, row: usize) {
        let Some(site) = site_at(self.world, self.order, row) else {
            return;
        };
        if ui
            .button(self.look.t("app-sites-open-in-workbench"))
            .clicked()
        {
            self.actions.push(Action::OpenInWorkbench {
                url: site.start.clone(),
                site: Some(site.id),
            });
        }
        if ui.button(self.look.t("app-sites-show-records")).clicked() {
            self.actions.push(Action::ShowRecords {
                site: Some(site.id),
                search: String::new(),
            });
        }
    }
}

/// Why a site is in its state, in one line; nothing for healthy sites.
fn reason(look: &UiContext, site: &Site) -> String {
    match &site.status {
        Some(status) if status.state != PageState::Ok => look.text(&status.reason),
        _ => String::new(),
    }
}

fn run_button_ui(ui: &mut Ui, look: &UiContext, site: &Site, actions: &mut Vec<Action>) {
    let name = look.t1("app-sites-run-one", "site", site.name.as_str());
    let word = match site.paused {
        true => "app-sites-resume",
        false => "app-sites-run-now",
    };
    let button = look.quiet(ui, look.t(word)).accessible_name(name);
    if button.clicked() {
        actions.push(Action::Send(Command::Run(RunCommand::Start {
            sites: vec![site.id],
            options: RunOptions::default(),
        })));
    }
}

/// A thin bar and the number of pages done.
fn progress_ui(ui: &mut Ui, look: &UiContext, live: &LiveRun) {
    let done = look.count(live.done());
    let text = match live.progress.rate_average > 0.0 {
        true => format!("{done} · {:.1}/s", live.progress.rate_now),
        false => done,
    };
    look.progress(ui, live.share(), 80.0);
    ui.label(look.hint(text));
}
