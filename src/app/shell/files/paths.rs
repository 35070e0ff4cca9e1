//! Paths chosen by the user in the system's dialogs: the text of each dialog, its initial folder,
//! and the handling of its answer. Input: purposes. Output: requests to the dialogs, actions.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui;

use crate::action::{Action, PathPurpose};
use crate::background::DataQuery;
use crate::dialogs::path_question::{PathAnswer, PathQuestion, path_ui};
use crate::dialogs::{FileDialogAnswer, FileDialogRequest};
use crate::shell::Bowerbird;
use crate::state::settings;
use crate::views::proxies;
use bowerbird_engine::single_page::{PAGE_EXTENSIONS, rule_file_name};
use bowerbird_engine::types::ChangesFormat;
use bowerbird_engine::{Command, ExportCommand};

impl Bowerbird {
    /// Requests a path.
    pub(in crate::shell) fn pick_path(&mut self, purpose: PathPurpose) {
        let (title, kind, extensions) = dialog_words(purpose);
        let question = FileDialogRequest {
            purpose,
            title: self.look.t(title),
            kind: (self.look.t(kind), extensions),
            start: self.dialog_start(purpose),
        };
        let wake = Arc::clone(&self.wake);
        self.dialogs.ask(question, move || wake());
    }

    /// Draws the question for a path, while it is open.
    pub(in crate::shell) fn path_question_ui(
        &mut self,
        ctx: &egui::Context,
        actions: &mut Vec<Action>,
    ) {
        let Some(question) = &mut self.path_question else {
            return;
        };
        let purpose = question.purpose;
        let path = match path_ui(ctx, &self.look, question) {
            PathAnswer::Waits => return,
            PathAnswer::Path(path) => Some(path),
            PathAnswer::Leave => None,
        };
        self.path_question = None;
        let answer = FileDialogAnswer {
            purpose,
            path,
            at_once: false,
        };
        self.path_picked(answer, actions);
    }

    /// Handles a chosen path.
    pub(in crate::shell) fn path_picked(
        &mut self,
        answer: FileDialogAnswer,
        actions: &mut Vec<Action>,
    ) {
        let Some(path) = answer.path else {
            // The system has no dialog: the window asks itself.
            if answer.at_once {
                let (title, ..) = dialog_words(answer.purpose);
                let proposed = self.dialog_start(answer.purpose);
                let question = PathQuestion::new(answer.purpose, self.look.t(title), &proposed);
                self.path_question = Some(question);
            }
            return;
        };
        match answer.purpose {
            PathPurpose::RuleFile => actions.push(Action::AddRuleFile(path)),
            PathPurpose::OpenProject | PathPurpose::NewProject => {
                actions.push(Action::OpenProject(path));
            }
            PathPurpose::Export => {
                let typed = path.display().to_string();
                self.views.results.export.follow_path(&typed);
                self.views.results.export_path = typed;
            }
            PathPurpose::Changes(format) => {
                let what = self.views.changes.export(&self.look, &self.world, format);
                let order = ExportCommand::WriteChanges {
                    what: Box::new(what),
                    path,
                };
                actions.push(Action::Send(Command::Exports(order)));
            }
            PathPurpose::DiagnosticFile => {
                if let Some(open) = &mut self.diagnostics.dialog {
                    open.path = path.display().to_string();
                }
            }
            PathPurpose::Import(format) => actions.push(Action::OpenFiles {
                paths: vec![path],
                format,
            }),
            PathPurpose::CookieFile => actions.push(Action::Query(DataQuery::CookieFile(path))),
            PathPurpose::AccountList => actions.push(Action::Query(DataQuery::AccountList(path))),
            PathPurpose::SearchWords => {
                self.views.sites.search.file = path.display().to_string();
            }
            PathPurpose::ProxyList => {
                actions.push(proxies::import_file(path, self.views.proxies.scheme));
            }
            PathPurpose::PageFile => actions.push(Action::OpenFiles {
                paths: vec![path],
                format: None,
            }),
            PathPurpose::ExportRule(site) => {
                actions.push(Action::Query(DataQuery::ExportRule { site, path }));
            }
            PathPurpose::ExportFeeds { all } => {
                let ticked = &self.views.sites.selection.ticked;
                let sites = match all {
                    true => Vec::new(),
                    false => ticked.iter().copied().collect(),
                };
                actions.push(Action::Query(DataQuery::ExportFeeds { sites, path }));
            }
            PathPurpose::Evidence => {
                if let Some(form) = &mut self.views.results.evidence {
                    form.file_chosen(path.display().to_string());
                }
            }
            PathPurpose::BackupFolder => {
                self.views.settings.backups.folder_chosen(&path, actions);
            }
            PathPurpose::ExportFolder => {
                if let Some(export) = &mut self.rule_export {
                    export.folder = path.display().to_string();
                }
            }
        }
    }

    /// The initial folder of a dialog.
    fn dialog_start(&self, purpose: PathPurpose) -> PathBuf {
        match purpose {
            PathPurpose::RuleFile => settings::documents_folder().join("rule.toml"),
            PathPurpose::OpenProject | PathPurpose::NewProject => self.proposed.clone(),
            PathPurpose::Export => PathBuf::from(&self.views.results.export_path),
            PathPurpose::Changes(format) => {
                let name = format!("changes.{}", format.extension());
                settings::documents_folder().join(name)
            }
            PathPurpose::DiagnosticFile => {
                let typed = self.diagnostics.dialog.as_ref().map(|open| &open.path);
                PathBuf::from(typed.cloned().unwrap_or_default())
            }
            PathPurpose::Import(_)
            | PathPurpose::PageFile
            | PathPurpose::BackupFolder
            | PathPurpose::CookieFile
            | PathPurpose::AccountList
            | PathPurpose::SearchWords
            | PathPurpose::ProxyList => settings::documents_folder().join(""),
            PathPurpose::ExportRule(site) => {
                let name = self.world.site(site).map(|site| rule_file_name(&site.name));
                settings::documents_folder().join(name.unwrap_or_default())
            }
            PathPurpose::ExportFeeds { .. } => settings::documents_folder().join("feeds.opml"),
            PathPurpose::Evidence => settings::documents_folder().join("evidence.wacz"),
            PathPurpose::ExportFolder => {
                let typed = self
                    .rule_export
                    .as_ref()
                    .map(|export| export.folder.clone());
                PathBuf::from(typed.unwrap_or_default()).join("")
            }
        }
    }
}

/// The title of a dialog, what its files are called, and their extensions.
fn dialog_words(purpose: PathPurpose) -> (&'static str, &'static str, &'static [&'static str]) {
    match purpose {
        PathPurpose::RuleFile => ("app-dialog-rule", "app-dialog-rule-kind", &["toml"]),
        PathPurpose::OpenProject => ("app-dialog-open", "app-dialog-project-kind", &["bower"]),
        PathPurpose::NewProject => ("app-dialog-new", "app-dialog-project-kind", &["bower"]),
        PathPurpose::Export => (
            "app-dialog-export",
            "app-dialog-export-kind",
            &[
                "csv", "jsonl", "xlsx", "sqlite", "xml", "parquet", "md", "db",
            ],
        ),
        PathPurpose::Changes(format) => (
            "changes-export",
            "app-dialog-export-kind",
            changes_extension(format),
        ),
        PathPurpose::DiagnosticFile => ("diagnostic-title", "diagnostic-kind", &["txt"]),
        PathPurpose::Import(_) => ("app-dialog-import", "app-dialog-import-kind", &["*"]),
        PathPurpose::ExportRule(_) => ("app-dialog-export-rule", "app-dialog-rule-kind", &["toml"]),
        PathPurpose::ExportFeeds { .. } => (
            "app-feeds-export-title",
            "app-import-opml",
            &["opml", "xml"],
        ),
        PathPurpose::Evidence => ("app-evidence-dialog", "app-evidence-kind", &["wacz"]),
        PathPurpose::ExportFolder => ("app-dialog-export-rules", "app-dialog-import-kind", &["*"]),
        PathPurpose::BackupFolder => ("backup-dialog-folder", "app-dialog-import-kind", &["*"]),
        PathPurpose::PageFile => ("app-dialog-page", "app-dialog-page-kind", &PAGE_EXTENSIONS),
        PathPurpose::CookieFile => ("account-cookies-dialog", "account-cookies-kind", &["*"]),
        PathPurpose::AccountList => ("accounts-list-dialog", "accounts-list-kind", &["*"]),
        PathPurpose::SearchWords => ("search-file", "app-dialog-proxies-kind", &["*"]),
        PathPurpose::ProxyList => ("app-dialog-proxies", "app-dialog-proxies-kind", &["*"]),
    }
}

fn changes_extension(format: ChangesFormat) -> &'static [&'static str] {
    match format {
        ChangesFormat::Csv => &["csv"],
        ChangesFormat::Xlsx => &["xlsx"],
        ChangesFormat::Jsonl => &["jsonl"],
        ChangesFormat::Atom => &["atom", "xml"],
        ChangesFormat::JsonFeed => &["json"],
    }
}
