//! Asks for the path of a file or folder where the system has no dialog for it. Input: the purpose
//! and a proposed path. Output: the path as typed. Reads and writes nothing.

use std::path::{Path, PathBuf};

use eframe::egui::{Context, Id, Label, Modal};

use crate::action::PathPurpose;
use crate::style::theme::{dialog, is_left};
use crate::style::ui_context::UiContext;
use crate::widgets::fields;

/// A path that is asked for.
pub struct PathQuestion {
    /// What it is for.
    pub purpose: PathPurpose,
    /// The words above it.
    title: String,
    typed: String,
    /// Whether the field had the keyboard once.
    is_begun: bool,
}

/// What a path is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathWay {
    /// A file that is read.
    Read,
    /// A project, which is opened, or made if there is none.
    Project,
    /// A folder.
    Folder,
    /// A file that is written.
    Write,
}

/// What a path is chosen for.
pub fn way_of(purpose: PathPurpose) -> PathWay {
    match purpose {
        PathPurpose::RuleFile
        | PathPurpose::OpenProject
        | PathPurpose::Import(_)
        | PathPurpose::PageFile
        | PathPurpose::CookieFile
        | PathPurpose::AccountList
        | PathPurpose::SearchWords
        | PathPurpose::ProxyList => PathWay::Read,
        PathPurpose::ExportFolder | PathPurpose::BackupFolder => PathWay::Folder,
        PathPurpose::NewProject => PathWay::Project,
        PathPurpose::Export
        | PathPurpose::Changes(_)
        | PathPurpose::DiagnosticFile
        | PathPurpose::ExportRule(_)
        | PathPurpose::Evidence
        | PathPurpose::ExportFeeds { .. } => PathWay::Write,
    }
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathAnswer {
    /// Nothing yet.
    Waits,
    /// This path.
    Path(PathBuf),
    /// No path.
    Leave,
}

impl PathQuestion {
    /// A question that proposes a path.
    pub fn new(purpose: PathPurpose, title: String, proposed: &Path) -> Self {
        Self {
            purpose,
            title,
            typed: proposed.display().to_string(),
            is_begun: false,
        }
    }
}

/// Draws the question.
pub fn path_ui(ctx: &Context, look: &UiContext, question: &mut PathQuestion) -> PathAnswer {
    let room = ctx.content_rect().size();
    let mut answer = PathAnswer::Waits;
    let shown = Modal::new(Id::unique("path-question"))
        .frame(dialog(ctx))
        .show(ctx, |ui| {
            let width = (room.x - 96.0).clamp(220.0, 560.0);
            ui.set_width(width);
            ui.add(Label::new(look.title(question.title.as_str()).strong()).wrap());
            let way = way_of(question.purpose);
            let label = match way {
                PathWay::Folder => "path-question-folder",
                PathWay::Read | PathWay::Project | PathWay::Write => "path-question-path",
            };
            let typed = &mut question.typed;
            let field = fields::code_field(ui, look, label, typed, "", width - 16.0);
            if !std::mem::replace(&mut question.is_begun, true) {
                field.request_focus();
            }
            let path = PathBuf::from(question.typed.trim());
            let why = wrong_with(way, &path);
            if let Some(why) = why {
                ui.add(Label::new(look.coloured(look.t(why), look.tokens.warn)).wrap());
            } else if let Some(hint) = what_of_existing(way).filter(|_| path.exists()) {
                ui.add(Label::new(look.hint(look.t(hint))).wrap());
            }
            ui.add_space(8.0);
            let entered = fields::entered(ui, &field);
            ui.horizontal_wrapped(|ui| {
                let save = match way {
                    PathWay::Read | PathWay::Project => "path-question-open",
                    PathWay::Folder => "path-question-choose",
                    PathWay::Write => "path-question-save",
                };
                let save = look.primary_if(ui, why.is_none(), look.t(save));
                if save.clicked() || (entered && why.is_none()) {
                    answer = PathAnswer::Path(path);
                }
                if ui.button(look.t("app-cancel")).clicked() {
                    answer = PathAnswer::Leave;
                }
            });
        });
    match answer {
        PathAnswer::Waits if is_left(&shown) => PathAnswer::Leave,
        answer => answer,
    }
}

/// Why a path cannot be taken.
fn wrong_with(way: PathWay, path: &Path) -> Option<&'static str> {
    let is_in_folder = match path.parent() {
        Some(folder) => folder.as_os_str().is_empty() || folder.is_dir(),
        None => false,
    };
    match way {
        PathWay::Folder => (!path.is_dir()).then_some("path-question-no-folder"),
        _ if path.file_name().is_none() => Some("path-question-empty"),
        _ if !is_in_folder => Some("path-question-no-folder"),
        PathWay::Read => (!path.is_file()).then_some("path-question-no-file"),
        PathWay::Project | PathWay::Write => path.is_dir().then_some("path-question-is-folder"),
    }
}

/// What becomes of a file that exists.
fn what_of_existing(way: PathWay) -> Option<&'static str> {
    match way {
        PathWay::Write => Some("path-question-replaces"),
        PathWay::Project => Some("path-question-opens"),
        PathWay::Read | PathWay::Folder => None,
    }
}
