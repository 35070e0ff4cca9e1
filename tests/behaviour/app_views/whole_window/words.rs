//! Every view in both languages and at the smallest supported size: all texts are there, and no
//! control is cut off.

use std::path::{Path, PathBuf};

use bowerbird::app::shortcuts::View;
use bowerbird::app::state::rule_editor::Editor;
use bowerbird::app::state::settings::ThemeChoice;
use bowerbird::app::style::frames::page;
use bowerbird::app::views::{
    accounts, changes, log, monitor, proxies, results, runs, settings, sites, start, tasks,
    workbench,
};
use bowerbird::engine::types::{
    Catalogue, ChangeFilter, Language, LogFilter, LogLevel, RecordFilter,
};
use eframe::egui::accesskit::{Action, Role};
use eframe::egui::{self};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::app_views::changes::some_facts;
use crate::app_views::log::line;
use crate::app_views::sites::monitor::figures;
use crate::app_views::sites::runs::one_run;
use crate::app_views::{Stage, made, stage_in};

/// What is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Shown {
    /// Before a project is open.
    #[default]
    Start,
    /// A view.
    View(View),
    /// The sites, one of them chosen.
    Site,
    /// The sites, with the rule of one in work.
    Editor,
}

impl Shown {
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let views = View::ALL.into_iter().map(Self::View);
        [Self::Start, Self::Site, Self::Editor]
            .into_iter()
            .chain(views)
    }
}

/// Every view at once, with something in each.
#[derive(Default)]
pub(super) struct All {
    shown: Shown,
    monitor: monitor::MonitorState,
    pub(super) sites: sites::SitesState,
    pub(super) bench: workbench::WorkbenchState,
    pub(super) tasks: tasks::TasksState,
    results: results::ResultsState,
    proxies: proxies::ProxiesState,
    accounts: accounts::AccountsState,
    runs: runs::RunsState,
    changes: changes::ChangesState,
    log: log::LogState,
    settings: settings::SettingsState,
    start: start::StartState,
}

pub(super) fn draw(ui: &mut egui::Ui, stage: &mut Stage<All>) {
    let Stage {
        look,
        world,
        state,
        actions,
    } = stage;
    let now = made::at("2026-01-05T10:00:00Z");
    // Top bar and rail take their room in the real window.
    egui::Panel::top("top").exact_size(45.0).show(ui, |_| {});
    egui::Panel::left("left")
        .exact_size(53.0)
        .resizable(false)
        .show(ui, |_| {});
    egui::CentralPanel::no_frame()
        .frame(page(look))
        .show(ui, |ui| match state.shown {
            Shown::Start => start::start_ui(
                ui,
                look,
                &mut state.start,
                Path::new("/p/project.bower"),
                &[PathBuf::from("/p/press.bower")],
                actions,
            ),
            Shown::Site | Shown::Editor | Shown::View(View::Sites) => {
                sites::sites_ui(ui, look, world, &mut state.sites, actions)
            }
            Shown::View(View::Monitor) => {
                monitor::monitor_ui(ui, look, world, &mut state.monitor, actions)
            }
            Shown::View(View::Workbench) => {
                workbench::workbench_ui(ui, look, world, &mut state.bench, actions)
            }
            Shown::View(View::Tasks) => {
                tasks::tasks_ui(ui, look, world, &mut state.tasks, now, actions)
            }
            Shown::View(View::Results) => {
                results::results_ui(ui, look, world, &mut state.results, actions)
            }
            Shown::View(View::Proxies) => {
                proxies::proxies_ui(ui, look, world, &mut state.proxies, actions)
            }
            Shown::View(View::Accounts) => {
                accounts::accounts_ui(ui, look, world, &mut state.accounts, actions)
            }
            Shown::View(View::Changes) => {
                changes::changes_ui(ui, look, world, &mut state.changes, actions)
            }
            Shown::View(View::Runs) => runs::runs_ui(ui, look, world, &mut state.runs, actions),
            Shown::View(View::Settings) => settings::settings_ui(
                ui,
                look,
                world,
                (ThemeChoice::System, 100),
                &mut state.settings,
                actions,
            ),
            Shown::View(View::Log) => log::log_ui(ui, look, world, &mut state.log, actions),
        });
}

pub(super) fn filled(shown: Shown) -> All {
    let mut all = All {
        shown,
        ..All::default()
    };
    all.changes.came(
        &ChangeFilter::default(),
        some_facts(),
        vec!["price".to_owned()],
    );
    all.changes.table.selected = Some(0);
    match shown {
        Shown::Site => all.sites.table.select(1),
        Shown::Editor => {
            all.sites.editor = Some(Editor::new(None, made::RULE.to_owned()));
        }
        Shown::Start | Shown::View(_) => {}
    }
    all.monitor.came(figures());
    all.runs = one_run();
    let lines = vec![line(LogLevel::Error, "the disk is full")];
    all.log
        .came(&LogFilter::default(), lines, "/kept/here".to_owned());
    let ticket = bowerbird::engine::PageTicket(1);
    all.bench
        .open("http://127.0.0.1:1/list", 1.0, &mut Vec::new());
    all.bench.opened(ticket, made::page());
    all.bench.not_drawn(
        ticket,
        bowerbird::engine::types::Message::new("app-error-open"),
    );
    made::authored(&mut all.bench.author, ticket);
    let generation = all.results.pages.renew(&RecordFilter::default());
    all.results.pages.counted(
        generation,
        bowerbird::engine::types::Counted {
            records: 3,
            newest_only: false,
        },
    );
    all.results
        .pages
        .came(generation, 0, (0..3).map(made::record).collect());
    all.results.table.select(1);
    all.results.exporting = true;
    all
}

#[test]
fn no_control_is_cut_off_and_no_text_is_missing() {
    for language in Language::ALL {
        for size in [[1024.0, 700.0], [1440.0, 900.0]] {
            for shown in Shown::all() {
                let mut harness = stage_in(language, size, made::world(), filled(shown), draw);
                harness.run_ok();
                let missing: Vec<_> = harness.query_all_by_label_contains("[app-").collect();
                assert!(missing.is_empty(), "{shown:?}: {missing:?}");
                // A table scrolls sideways under its columns.
                let tables: Vec<egui::Rect> = harness
                    .root()
                    .children_recursive()
                    .filter(|node| node.accesskit_node().role() == Role::Table)
                    .map(|node| node.rect())
                    .collect();
                for node in harness.root().children_recursive() {
                    let role = node.accesskit_node().role();
                    if !matches!(
                        role,
                        Role::Button | Role::TextInput | Role::CheckBox | Role::ComboBox
                    ) {
                        continue;
                    }
                    let rect = node.rect();
                    if tables
                        .iter()
                        .any(|table| table.y_range().contains(rect.center().y))
                    {
                        continue;
                    }
                    assert!(
                        rect.left() >= 0.0 && rect.right() <= size[0] + 0.5,
                        "{shown:?} in {language:?} at {size:?}: {rect:?} of {node:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_screen_reader_has_a_name_for_everything_that_can_be_used() {
    let mut named = 0;
    for language in Language::ALL {
        for shown in Shown::all() {
            let size = [1440.0, 900.0];
            let mut harness = stage_in(language, size, made::world(), filled(shown), draw);
            harness.run_ok();
            for node in harness.root().children_recursive() {
                let node = node.accesskit_node();
                if node.is_hidden() {
                    continue;
                }
                let is_vague = matches!(node.role(), Role::Unknown | Role::GenericContainer);
                assert!(
                    !(is_vague && node.data().supports_action(Action::Focus)),
                    "{shown:?} in {language:?} has a stop of Tab without a role: {node:?}"
                );
                if !is_used(node.role()) {
                    continue;
                }
                let name = node
                    .label()
                    .or_else(|| node.data().placeholder().map(str::to_owned));
                assert!(
                    name.is_some_and(|name| !name.trim().is_empty()),
                    "{shown:?} in {language:?}: {node:?}"
                );
                named += 1;
            }
        }
    }
    assert!(named > 200, "only {named} were looked at");
}

/// Roles a person acts on, or moves to.
fn is_used(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Slider
            | Role::SpinButton
            | Role::Link
            | Role::Tab
            | Role::Table
            | Role::Image
            | Role::TreeItem
            | Role::Document
            | Role::MenuItem
            | Role::TextInput
            | Role::MultilineTextInput
            | Role::PasswordInput
            | Role::Switch
    )
}

#[test]
fn every_text_the_window_names_is_in_the_catalogues() {
    let catalogue = Catalogue::new(Language::English);
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/app")];
    let mut checked = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for id in text.split('"').filter(|part| is_id(part)) {
                let shown = catalogue.get(id);
                assert_ne!(shown, format!("[{id}]"), "{} names {id}", path.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "only {checked} ids were found");
}

fn is_id(text: &str) -> bool {
    text.starts_with("app-")
        && !text.ends_with('-')
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
