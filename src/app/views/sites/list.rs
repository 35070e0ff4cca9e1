//! The table of sites with the line that adds one.

use std::path::PathBuf;

use eframe::egui::{self, Align, Button, Layout, Ui};

use super::{SitesState, detail, detail::site_look};
use crate::app::action::{Action, PathPurpose};
use crate::app::command::UiCommand;
use crate::app::layout;
use crate::app::look::Look;
use crate::app::views::panel;
use crate::app::widgets::fields;
use crate::app::widgets::marks;
use crate::app::widgets::table::{Cell, ColumnSpec, Rows, table_ui};
use crate::app::world::{LiveRun, World};
use crate::engine::Command;
use crate::engine::types::{RunOptions, Site};

/// Draws the list.
pub fn list_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
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
        // The figures of a rule need more room than the state of a site; each keeps its own size.
        let (id, key, height) = if state.show_health {
            ("site-rule-detail", "site-below-rule", 340.0)
        } else {
            ("site-detail", "site-below", 240.0)
        };
        let below = egui::Panel::bottom(id)
            .frame(panel(look).outer_margin(egui::Margin {
                top: 8,
                ..egui::Margin::ZERO
            }))
            .show_separator_line(false)
            .resizable(true);
        let range = 120.0..=(ui.available_height() * 0.6).max(121.0);
        layout::sized_panel(ui, key, below, height, range, false, |ui| {
            detail::detail_ui(ui, look, world, site, state, actions)
        });
    }
    state.table.remember(ui.ctx(), "sites");
    let mut rows = SiteRows {
        look,
        world,
        actions,
    };
    let output = table_ui(
        ui,
        look,
        &look.t("app-sites-table"),
        &columns(look),
        &mut state.table,
        &mut rows,
    );
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
    if let Some(site) = output.opened.and_then(|row| world.sites().get(row)) {
        state.editor = Some(super::Editor::new(Some(site.id), site.rule_toml.clone()));
    }
}

fn title_ui(ui: &mut Ui, look: &Look, world: &World, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        look.view_title(ui, "app-view-sites");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let running = !world.live.is_empty();
            if ui
                .add_enabled(running, Button::new(look.t("app-sites-stop-all")))
                .clicked()
            {
                actions.push(Action::Send(Command::StopAll));
            }
            let any = world.sites().iter().any(|site| site.enabled);
            let run = look.primary_if(ui, any, look.t("app-sites-run-all"));
            if run.on_hover_text(look.t("app-sites-run-all-tip")).clicked() {
                actions.push(Action::Send(Command::Run {
                    sites: Vec::new(),
                    options: RunOptions::default(),
                }));
            }
        });
    });
}

fn add_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    // What was sent off a moment ago is not told to be there already.
    let known = world
        .beginning_at(&state.url)
        .filter(|_| state.adding.as_deref() != Some(state.url.trim()));
    ui.horizontal(|ui| {
        let half = ((ui.available_width() - 330.0) / 2.0).clamp(120.0, 420.0);
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
            let usable = !typed.is_empty() && known.is_none();
            let add = ui.add_enabled(usable, Button::new(look.t("app-sites-add-url")));
            if (add.clicked() || entered) && usable {
                add_url(state, typed, actions);
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
}

fn add_url(state: &mut SitesState, url: String, actions: &mut Vec<Action>) {
    state.adding = Some(url.clone());
    actions.push(Action::Send(Command::AddSiteByUrl { url }));
}

/// The address typed is the start of a site already: two of them would collect the same twice.
fn known_ui(
    ui: &mut Ui,
    look: &Look,
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
        if look.quiet(ui, look.t("app-sites-known-add")).clicked() {
            add_url(state, state.url.trim().to_owned(), actions);
        }
    });
}

fn columns(look: &Look) -> Vec<ColumnSpec> {
    vec![
        ColumnSpec::new("on", look.t("app-sites-on"), 36.0),
        ColumnSpec::new("name", look.t("app-sites-name"), 180.0),
        ColumnSpec::new("state", look.t("app-sites-state"), 112.0),
        ColumnSpec::new("run", look.t("app-sites-run"), 150.0),
        ColumnSpec::new("records", look.t("app-sites-records"), 64.0).numeric(),
        ColumnSpec::new("last", look.t("app-sites-last"), 124.0),
        ColumnSpec::new("kind", look.t("app-sites-kind"), 64.0),
        ColumnSpec::new("start", look.t("app-sites-start"), 260.0),
    ]
}

struct SiteRows<'a> {
    look: &'a Look,
    world: &'a World,
    actions: &'a mut Vec<Action>,
}

impl SiteRows<'_> {
    fn site(&self, row: usize) -> Option<&Site> {
        self.world.sites().get(row)
    }
}

impl Rows for SiteRows<'_> {
    fn len(&self) -> usize {
        self.world.sites().len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(site) = self.site(row) else {
            return Cell::Empty;
        };
        match key {
            "name" => Cell::of(&site.name),
            "kind" => Cell::of(kind_word(self.look, &site.kind)),
            "start" => Cell::Code(site.start.clone()),
            "state" => Cell::of(site_look(self.look, self.world, site).2),
            "records" => Cell::of(self.look.count(site.records)),
            "last" => site
                .last_run_at
                .map_or(Cell::Empty, |at| Cell::of(self.look.time(at))),
            "on" => Cell::of(self.look.t(if site.enabled { "app-yes" } else { "app-no" })),
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let Some(site) = self.world.sites().get(row) else {
            return false;
        };
        match key {
            "on" => {
                let mut on = site.enabled;
                let name = self.look.t1("app-sites-enable", "site", site.name.as_str());
                if ui.checkbox(&mut on, "").accessible_name(name).changed() {
                    self.actions.push(Action::Send(Command::EnableSite {
                        site: site.id,
                        enabled: on,
                    }));
                }
            }
            "state" => {
                let (mark, colour, word) = site_look(self.look, self.world, site);
                marks::word_ui(ui, mark, colour, &word);
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
        let Some(site) = self.world.sites().get(row) else {
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

fn run_button_ui(ui: &mut Ui, look: &Look, site: &Site, actions: &mut Vec<Action>) {
    let name = look.t1("app-sites-run-one", "site", site.name.as_str());
    let word = match site.paused {
        true => "app-sites-resume",
        false => "app-sites-run-now",
    };
    let button = look.quiet(ui, look.t(word)).accessible_name(name);
    if button.clicked() {
        actions.push(Action::Send(Command::Run {
            sites: vec![site.id],
            options: RunOptions::default(),
        }));
    }
}

/// A thin bar and the pages done.
fn progress_ui(ui: &mut Ui, look: &Look, live: &LiveRun) {
    let done = look.count(live.done());
    let text = match live.progress.rate_average > 0.0 {
        true => format!("{done} · {:.1}/s", live.progress.rate_now),
        false => done,
    };
    look.progress(ui, live.share(), 80.0);
    ui.label(look.hint(text));
}

/// A kind of site in words.
pub fn kind_word(look: &Look, kind: &str) -> String {
    match kind {
        "list" => look.t("app-kind-list"),
        "feed" => look.t("app-kind-feed"),
        "sitemap" => look.t("app-kind-sitemap"),
        "search" => look.t("app-kind-search"),
        "api" => look.t("app-kind-api"),
        "pages" => look.t("app-kind-pages"),
        "crawl" => look.t("app-kind-crawl"),
        other => other.to_owned(),
    }
}
