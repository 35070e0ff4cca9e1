//! The export: target, format, which records, and, collapsed, their further conditions, columns,
//! format options and saved exports.

mod columns;
mod csv_form;
pub mod evidence;
mod export_target;
mod form;
mod proposed_file_name;
mod record_count;
mod saved_exports;
mod scope;
mod write_export;

use eframe::egui::{Checkbox, CollapsingHeader, ScrollArea, Ui};

pub use form::ExportForm;
pub use proposed_file_name::usual_export;
pub use record_count::ExportAmount;
pub use scope::{ExportScope, filter};
pub(super) use scope::{hidden_ticks, ticked, ticks_query};
pub(super) use write_export::{began, is_usable, secret, write};

use super::ResultsState;
use crate::action::{Action, PathPurpose};
use crate::background::DataQuery;
use crate::background::export_facts::ExportAsk;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::fields;
use crate::widgets::job_progress::background_job_ui;
use bowerbird_engine::types::{Format, Message, Nested, Overwrite, RecordState};
use bowerbird_engine::{BackgroundJobKind, Command, ExportCommand};
use csv_form::csv_ui;
use write_export::start;

/// Maximum share of the view used by the form.
const MOST: f32 = 0.6;

/// Draws the form.
pub fn export_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    let site = state.export_site();
    if state.export.columns_of != Some(site) {
        // Queried once; the answer names its site.
        state.export.columns_of = Some(site);
        actions.push(Action::Query(DataQuery::Exports(ExportAsk::Facts(site))));
    }
    proposed_file_name::propose(world, state);
    let height = ui.available_height() * MOST;
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        place_ui(ui, look, state, actions);
        scope::scope_ui(ui, look, world, state, actions);
        outcome_ui(ui, look, state, actions);
        question_ui(ui, look, state, actions);
        ScrollArea::vertical()
            .id_salt("export-options")
            .max_height(height)
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                let ticked = scope::scope(state) == ExportScope::Ticked;
                let form = &mut state.export;
                folded(ui, look, "export-app-records", |ui| {
                    which_ui(ui, look, form, ticked);
                });
                folded(ui, look, "export-app-columns", |ui| {
                    columns::columns_ui(ui, look, &mut form.columns);
                });
                if has_options(form.format) {
                    folded(ui, look, "export-app-how", |ui| how_ui(ui, look, form));
                }
                folded(ui, look, "export-app-kept", |ui| {
                    saved_exports::saved_ui(ui, look, state, actions);
                });
            });
    });
}

fn folded(ui: &mut Ui, look: &UiContext, title: &str, add: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(look.t(title))
        .id_salt(title)
        .show(ui, add);
}

/// The target, the format, and the buttons.
fn place_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState, actions: &mut Vec<Action>) {
    let before = state.export.format;
    ui.horizontal_wrapped(|ui| {
        let formats: Vec<(Format, String)> = Format::ALL
            .into_iter()
            .filter(|format| format.is_built_in())
            .map(|format| (format, look.t(&format!("export-app-{}", format.name()))))
            .collect();
        let format = &mut state.export.format;
        if fields::choice(ui, look, "export-app-format", format, &formats, 150.0) {
            proposed_file_name::follow_format(state);
        }
        let width = (ui.available_size_before_wrap().x - 300.0).clamp(160.0, 560.0);
        let label = match state.export.format {
            Format::Webhook => "export-app-address",
            Format::Database => "export-app-database-address",
            _ => "app-export-path",
        };
        let hint = match state.export.format {
            Format::Database => "postgres://user@host/database, mysql://user@host/database",
            _ => "",
        };
        let field = fields::code_field(ui, look, label, &mut state.export_path, hint, width);
        if field.changed() {
            state.export.question = None;
            state.export.moved_password = false;
            state.export.follow_path(&state.export_path);
        }
        let entered = fields::entered(ui, &field);
        fields::beside(ui, |ui| {
            let is_file = !matches!(state.export.format, Format::Webhook | Format::Database);
            if is_file && ui.button(look.t("app-browse")).clicked() {
                actions.push(Action::PickPath(PathPurpose::Export));
            }
            let usable = is_usable(state);
            if state.export_runs {
                if ui.button(look.t("export-app-cancel")).clicked() {
                    actions.push(Action::Send(Command::Exports(ExportCommand::Cancel(
                        BackgroundJobKind::Export,
                    ))));
                }
            } else {
                let write = look.primary_if(ui, usable, look.t("app-export-write"));
                if usable && std::mem::take(&mut state.focus_write) {
                    write.request_focus();
                }
                if (write.clicked() || entered) && usable {
                    self::write(state, actions);
                }
            }
            if look.quiet(ui, look.t("app-close")).clicked() {
                state.exporting = false;
            }
        });
    });
    if state.export.format != before {
        // What was written is no longer what the form is about.
        state.exported = None;
        state.export.notes.clear();
    }
}

/// Asks whether the existing file may be replaced.
fn question_ui(ui: &mut Ui, look: &UiContext, state: &mut ResultsState, actions: &mut Vec<Action>) {
    let Some(question) = &state.export.question else {
        return;
    };
    let question = look.coloured(look.text(question), look.tokens.warn);
    ui.horizontal_wrapped(|ui| {
        ui.label(question);
        if ui.button(look.t("export-app-replace")).clicked() {
            start(state, Overwrite::Anything, actions);
        }
    });
}

fn outcome_ui(ui: &mut Ui, look: &UiContext, state: &ResultsState, actions: &mut Vec<Action>) {
    if state.export.moved_password && state.export.format == Format::Database {
        ui.label(look.hint(look.t("export-app-password-moved")));
    }
    if state.export_runs {
        background_job_ui(ui, look, &state.export.progress, "app-export-running");
        return;
    }
    if !state.export.days_are_readable() {
        let wrong = look.t("export-app-day-wrong");
        ui.label(look.coloured(wrong, look.tokens.bad));
    }
    if write_export::has_no_column(state) {
        let wrong = look.t("export-app-no-column");
        ui.label(look.coloured(wrong, look.tokens.warn));
    }
    if state.export.question.is_some() {
        return;
    }
    let Some((path, rows)) = &state.exported else {
        return;
    };
    if *rows > 0 || state.export.notes.is_empty() {
        let done = Message::new("app-export-done")
            .with("count", *rows)
            .with("path", path.display().to_string());
        ui.horizontal_wrapped(|ui| {
            ui.label(look.coloured(look.text(&done), look.tokens.ok));
            // What is not a file, such as a webhook, has no folder.
            if path.is_absolute() {
                if ui.button(look.t("app-export-open")).clicked() {
                    actions.push(Action::OpenWithDesktop(path.clone()));
                }
                if ui.button(look.t("app-export-folder")).clicked() {
                    let folder = path.parent().unwrap_or(path);
                    actions.push(Action::OpenWithDesktop(folder.to_path_buf()));
                }
            }
        });
    }
    for note in &state.export.notes {
        ui.label(look.hint(look.text(note)));
    }
}

/// Conditions on the chosen records.
fn which_ui(ui: &mut Ui, look: &UiContext, form: &mut ExportForm, ticked: bool) {
    let since_last = Checkbox::new(&mut form.since_last, look.t("export-app-since-last"));
    let since_last = ui
        .add_enabled(!ticked, since_last)
        .on_hover_text(look.t("export-app-since-last-tip"));
    disabled_because(since_last, &look.t("export-app-why-ticked-new"));
    ui.horizontal_wrapped(|ui| {
        let hint = look.t("export-app-day-hint");
        fields::text_field(ui, look, "export-app-since", &mut form.since, &hint, 120.0);
        fields::text_field(ui, look, "export-app-until", &mut form.until, &hint, 120.0);
        let states = [
            (None, look.t("export-app-any-state")),
            (
                Some(RecordState::Unchanged),
                look.t("export-app-state-unchanged"),
            ),
            (
                Some(RecordState::Changed),
                look.t("export-app-state-changed"),
            ),
            (
                Some(RecordState::Present),
                look.t("export-app-state-present"),
            ),
            (Some(RecordState::Gone), look.t("export-app-state-gone")),
        ];
        fields::choice(
            ui,
            look,
            "export-app-state",
            &mut form.state,
            &states,
            170.0,
        );
    });
}

fn has_options(format: Format) -> bool {
    !matches!(
        format,
        Format::Jsonl
            | Format::Json
            | Format::Markdown
            | Format::Parquet
            | Format::Bibtex
            | Format::Ris
            | Format::Csl
    )
}

/// The options of the format.
fn how_ui(ui: &mut Ui, look: &UiContext, form: &mut ExportForm) {
    if form.format == Format::Csv {
        csv_ui(ui, look, form);
    }
    if form.joins() {
        let mut json = form.options.nested == Nested::Json;
        if ui.tick(&mut json, look.t("export-app-nested")).changed() {
            form.set_json(json);
        }
    }
    match form.format {
        Format::Rss => {
            let title = &mut form.options.title;
            fields::text_field(ui, look, "export-app-feed-title", title, "", 260.0);
        }
        Format::Sqlite | Format::Postgres => {
            let title = &mut form.options.title;
            fields::text_field(ui, look, "export-app-table", title, "records", 260.0);
        }
        Format::Database => {
            let title = &mut form.options.title;
            fields::text_field(ui, look, "export-app-table", title, "records", 260.0);
            let password = &mut form.secret;
            fields::password_field(ui, look, "export-app-database-password", password, 260.0);
            ui.label(look.hint(look.t("export-app-database-hint")));
        }
        Format::Webhook => {
            fields::password_field(ui, look, "export-app-secret", &mut form.secret, 260.0);
            ui.label(look.hint(look.t("export-app-secret-hint")));
        }
        _ => {}
    }
}
