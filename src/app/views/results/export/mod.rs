//! The export form: where to, in which format, which columns, and how; one button.

mod columns;
mod details;

use std::path::{Path, PathBuf};

use eframe::egui::{Button, ScrollArea, Ui};

pub use columns::ColumnRow;

use super::ResultsState;
use crate::app::action::{Action, PathPurpose};
use crate::app::background::Ask;
use crate::app::look::Look;
use crate::app::views::panel;
use crate::app::widgets::fields;
use crate::engine::Command;
use crate::engine::types::{ExportOptions, Format, Message, Secret, SiteId};

/// Tallest the details get, in points; the table below keeps some room.
const DETAILS_HEIGHT: f32 = 300.0;

/// What the form remembers.
#[derive(Debug, Default)]
pub struct ExportForm {
    /// Whether it is open.
    pub open: bool,
    /// The path, as typed.
    pub path: String,
    /// How many records the export that runs has written; `None` when none runs.
    pub runs: Option<u64>,
    /// The last export: where, how many records, what is to be known of it.
    pub done: Option<(PathBuf, u64, Vec<Message>)>,
    /// Whether the details are open.
    pub details: bool,
    /// The format that was chosen; a path that tells another is heeded first.
    pub chosen: Option<Format>,
    /// The key that requests to a webhook are signed with, as typed.
    pub key: String,
    /// How; the filter and the columns are taken from the view.
    pub options: ExportOptions,
    /// Records at most, as typed; empty for all.
    pub limit: String,
    /// The columns there are; `None` until they are known.
    pub columns: Option<Vec<ColumnRow>>,
    /// Whose columns those are.
    pub columns_of: Option<SiteId>,
}

impl ExportForm {
    /// The format that the path asks for, unless one was chosen that it does not tell.
    pub fn format(&self) -> Format {
        let path = self.path.trim();
        match self.chosen {
            Some(format) if Format::of_path(Path::new(path)) == Format::Csv => format,
            // A folder, named as such.
            _ if path.ends_with(['/', '\\']) && !path.contains("://") => Format::Markdown,
            _ => Format::of_path(Path::new(path)),
        }
    }

    /// Gives the path what tells `format`.
    pub fn choose(&mut self, format: Format) {
        self.chosen = Some(format);
        let typed = self.path.trim().trim_end_matches(['/', '\\']);
        let file = match typed.contains("://") {
            true => PathBuf::from("records"),
            false => PathBuf::from(typed),
        };
        self.path = match format {
            Format::Webhook if typed.contains("://") => typed.to_owned(),
            Format::Webhook => "https://".to_owned(),
            Format::Markdown => format!("{}/", file.with_extension("").display()),
            format => file
                .with_extension(format.extension())
                .display()
                .to_string(),
        };
    }

    /// Takes the names of the columns in.
    pub fn columns_came(&mut self, of: Option<SiteId>, names: Vec<String>) {
        let before = self.columns.take().unwrap_or_default();
        let known = |name: &String| before.iter().find(|row| row.name == *name).cloned();
        let rows = names
            .into_iter()
            .map(|name| known(&name).unwrap_or_else(|| ColumnRow::new(name)));
        self.columns = Some(rows.collect());
        self.columns_of = of;
    }

    fn command(&self, state: &ResultsState) -> Command {
        let mut options = self.options.clone();
        options.filter = state.filter();
        options.columns = columns::chosen(self.columns.as_deref().unwrap_or_default());
        options.limit = self.limit.trim().parse().ok();
        let key = Some(self.key.trim()).filter(|key| !key.is_empty());
        options.secret = key.map(Secret::new);
        Command::Export {
            format: self.format(),
            options: Box::new(options),
            path: PathBuf::from(self.path.trim()),
        }
    }
}

/// Draws the form.
pub fn export_ui(ui: &mut Ui, look: &Look, state: &mut ResultsState, actions: &mut Vec<Action>) {
    let mut form = std::mem::take(&mut state.export);
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let write = path_ui(ui, look, &mut form, actions);
        if form.details {
            if form.columns.is_none() || form.columns_of != state.site {
                actions.push(Action::Ask(Ask::ExportColumns(state.site)));
            }
            ui.add_space(4.0);
            ScrollArea::vertical()
                .id_salt("export-details")
                .max_height(DETAILS_HEIGHT)
                .show(ui, |ui| details::details_ui(ui, look, &mut form));
        }
        said_ui(ui, look, &form);
        if write && form.runs.is_none() {
            actions.push(Action::Send(form.command(state)));
            form.runs = Some(0);
            form.done = None;
        }
    });
    state.export = form;
}

/// The path and the buttons; whether it is to be written.
fn path_ui(ui: &mut Ui, look: &Look, form: &mut ExportForm, actions: &mut Vec<Action>) -> bool {
    let mut write = false;
    ui.horizontal_wrapped(|ui| {
        let width = (ui.available_width() - 560.0).clamp(140.0, 560.0);
        let field = fields::code_field(ui, look, "app-export-path", &mut form.path, "", width);
        let entered = fields::entered(ui, &field);
        format_ui(ui, look, form);
        fields::beside(ui, |ui| {
            ui.horizontal(|ui| {
                if ui.button(look.t("app-browse")).clicked() {
                    actions.push(Action::PickPath(PathPurpose::Export));
                }
                let details = Button::selectable(form.details, look.t("app-export-details"));
                if ui.add(details.frame_when_inactive(true)).clicked() {
                    form.details = !form.details;
                }
                let usable = !form.path.trim().is_empty() && form.runs.is_none();
                let button = ui.add_enabled(usable, Button::new(look.t("app-export-write")));
                write = (button.clicked() || entered) && usable;
                if form.runs.is_some() && ui.button(look.t("app-export-cancel")).clicked() {
                    actions.push(Action::Send(Command::CancelExports));
                }
                if look.quiet(ui, look.t("app-close")).clicked() {
                    form.open = false;
                }
            });
        });
    });
    write
}

fn format_ui(ui: &mut Ui, look: &Look, form: &mut ExportForm) {
    let built = Format::ALL
        .into_iter()
        .filter(|format| format.is_built_in());
    let options: Vec<(Format, String)> = built
        .map(|format| (format, look.t(name_id(format))))
        .collect();
    let mut format = form.format();
    if fields::choice(ui, look, "app-export-format", &mut format, &options, 170.0) {
        form.choose(format);
    }
}

fn name_id(format: Format) -> &'static str {
    match format {
        Format::Csv => "app-export-csv",
        Format::Jsonl => "app-export-jsonl",
        Format::Xlsx => "app-export-xlsx",
        Format::Sqlite => "app-export-sqlite",
        Format::Markdown => "app-export-markdown",
        Format::Rss => "app-export-rss",
        Format::Postgres => "app-export-postgres",
        Format::Parquet => "app-export-parquet",
        Format::Webhook => "app-export-webhook",
    }
}

/// How far it is, or what came of it.
fn said_ui(ui: &mut Ui, look: &Look, form: &ExportForm) {
    if let Some(rows) = form.runs {
        ui.label(look.hint(match rows {
            0 => look.t("app-export-running"),
            rows => look.t1("app-export-running-rows", "count", look.count(rows)),
        }));
    } else if let Some((path, rows, notes)) = &form.done {
        let done = Message::new("app-export-done")
            .with("count", *rows)
            .with("path", path.display().to_string());
        ui.label(look.coloured(look.say(&done), look.tokens.ok));
        for note in notes {
            ui.label(look.coloured(look.say(note), look.tokens.warn));
        }
    } else {
        ui.label(look.hint(look.t("app-export-hint")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(path: &str) -> ExportForm {
        ExportForm {
            path: path.to_owned(),
            ..ExportForm::default()
        }
    }

    #[test]
    fn the_ending_decides_and_csv_is_the_default() {
        assert_eq!(form("a/b.JSONL").format(), Format::Jsonl);
        assert_eq!(form("a/b.csv").format(), Format::Csv);
        assert_eq!(form("records").format(), Format::Csv);
        assert_eq!(form("notes/").format(), Format::Markdown);
    }

    #[test]
    fn a_chosen_format_changes_the_ending() {
        let mut form = form("a/records.csv");
        form.choose(Format::Xlsx);
        assert_eq!(form.path, "a/records.xlsx");
        form.choose(Format::Markdown);
        assert_eq!(
            (form.path.as_str(), form.format()),
            ("a/records/", Format::Markdown)
        );
        form.choose(Format::Csv);
        assert_eq!(form.path, "a/records.csv");
        form.choose(Format::Postgres);
        assert_eq!(
            (form.path.as_str(), form.format()),
            ("a/records.csv", Format::Postgres)
        );
        form.choose(Format::Webhook);
        assert_eq!(
            (form.path.as_str(), form.format()),
            ("https://", Format::Webhook)
        );
    }

    #[test]
    fn columns_that_come_again_keep_what_was_chosen() {
        let mut form = form("a");
        form.columns_came(None, vec!["url".into(), "title".into()]);
        form.columns.as_mut().expect("columns")[0].on = false;
        form.columns_came(None, vec!["url".into(), "title".into(), "price".into()]);
        let chosen = columns::chosen(form.columns.as_deref().expect("columns"));
        assert_eq!(chosen, ["title", "price"]);
    }
}
