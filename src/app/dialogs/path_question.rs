//! Asks for the path of a file to write where the system has no dialog for it. Input: the purpose
//! and a proposed path. Output: the path as typed. Writes nothing.

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
            let (label, typed) = ("path-question-path", &mut question.typed);
            let field = fields::code_field(ui, look, label, typed, "", width - 16.0);
            if !std::mem::replace(&mut question.is_begun, true) {
                field.request_focus();
            }
            let path = PathBuf::from(question.typed.trim());
            let why = match path.parent() {
                _ if path.file_name().is_none() => Some("path-question-empty"),
                Some(folder) if folder.as_os_str().is_empty() || folder.is_dir() => None,
                _ => Some("path-question-no-folder"),
            };
            if let Some(why) = why {
                ui.add(Label::new(look.coloured(look.t(why), look.tokens.warn)).wrap());
            } else if path.exists() {
                ui.add(Label::new(look.hint(look.t("path-question-replaces"))).wrap());
            }
            ui.add_space(8.0);
            let entered = fields::entered(ui, &field);
            ui.horizontal_wrapped(|ui| {
                let save = look.primary_if(ui, why.is_none(), look.t("path-question-save"));
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
