//! The dialog for page files: the original address of a page that does not contain it, and what to
//! do with several files. Input: pages on disk. Output: one to open, or files for samples.
//! Reads nothing itself.

use std::path::PathBuf;

use eframe::egui::{self, Id, Label, Modal, ScrollArea, Ui};

use crate::action::Action;
use crate::shortcuts::View;
use crate::state::layout::PanelAction;
use crate::style::ui_context::UiContext;
use crate::views::workbench::Authoring;
use crate::widgets::fields;
use bowerbird_engine::types::Message;
use bowerbird_engine::{Command, SampleCommand};

/// A page file: its path, the address it states, its title.
type PageOnDisk = (PathBuf, Option<String>, String);

/// The question.
pub struct PageFiles {
    pages: Vec<PageOnDisk>,
    /// Whether the address of the first page is being asked for.
    asks_address: bool,
    address: String,
    seen: bool,
}

impl PageFiles {
    /// Returns the single page that can be opened directly, nothing, or the question.
    ///
    /// # Errors
    /// The question, when there is one.
    pub fn new(mut pages: Vec<PageOnDisk>) -> Result<Option<(PathBuf, Option<String>)>, Self> {
        if pages.is_empty() {
            return Ok(None);
        }
        if let [(_, Some(_), _)] = pages.as_slice() {
            return Ok(pages.pop().map(|(path, ..)| (path, None)));
        }
        Err(Self {
            asks_address: pages.len() == 1,
            pages,
            address: String::new(),
            seen: false,
        })
    }

    fn open_first(&self, base: Option<String>) -> Option<Action> {
        let (path, ..) = self.pages.first()?;
        Some(Action::OpenPageFile {
            path: path.clone(),
            base,
        })
    }
}

/// Draws the question; returns false when it was answered.
pub fn question_ui(
    ctx: &egui::Context,
    look: &UiContext,
    question: &mut PageFiles,
    author: &Authoring,
    actions: &mut Vec<Action>,
) -> bool {
    let room = ctx.content_rect().size();
    let mut open = true;
    let shown = Modal::new(Id::unique("page-files")).show(ctx, |ui| {
        ui.set_width((room.x - 64.0).clamp(240.0, 560.0));
        open = if question.asks_address {
            address_ui(ui, look, question, actions)
        } else {
            several_ui(ui, look, question, author, actions)
        };
    });
    open && !shown.should_close()
}

fn address_ui(
    ui: &mut Ui,
    look: &UiContext,
    question: &mut PageFiles,
    actions: &mut Vec<Action>,
) -> bool {
    let path = question.pages.first().map(|(path, ..)| path.as_path());
    let name = path
        .and_then(std::path::Path::file_name)
        .unwrap_or_default();
    let title = look.t1(
        "app-page-file-from",
        "file",
        name.to_string_lossy().into_owned(),
    );
    ui.add(Label::new(look.title(title).strong()).wrap());
    ui.add(Label::new(look.hint(look.t("app-page-file-from-hint"))).wrap());
    ui.add_space(4.0);
    let width = ui.available_width() - 16.0;
    let field = fields::code_field(
        ui,
        look,
        "app-page-file-address",
        &mut question.address,
        "https://",
        width,
    );
    if !std::mem::replace(&mut question.seen, true) {
        field.request_focus();
    }
    let typed = question.address.trim().to_owned();
    let entered = fields::entered(ui, &field) && !typed.is_empty();
    ui.add_space(8.0);
    let mut open = true;
    ui.horizontal_wrapped(|ui| {
        let opens = look.primary_if(ui, !typed.is_empty(), look.t("app-page-file-open"));
        if opens.clicked() || entered {
            actions.extend(question.open_first(Some(typed.clone())));
            open = false;
        }
        if ui.button(look.t("app-page-file-without")).clicked() {
            actions.extend(question.open_first(None));
            open = false;
        }
        if ui.button(look.t("app-page-file-cancel")).clicked() {
            open = false;
        }
    });
    open
}

fn several_ui(
    ui: &mut Ui,
    look: &UiContext,
    question: &mut PageFiles,
    author: &Authoring,
    actions: &mut Vec<Action>,
) -> bool {
    let title = look.t1("app-page-files-title", "count", question.pages.len());
    ui.add(Label::new(look.title(title).strong()).wrap());
    ScrollArea::vertical().max_height(160.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        for (path, address, title) in &question.pages {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let from = address.as_deref().unwrap_or(title);
            ui.add(Label::new(look.hint(format!("{name} · {from}"))).truncate());
        }
    });
    let sound = author.rule.as_ref().filter(|rule| rule.faults.is_empty());
    let name = sound.map(|rule| rule.file.site.name.clone());
    let hint = match &name {
        Some(_) => "app-page-files-hint",
        None => "app-page-files-no-rule",
    };
    ui.add(Label::new(look.t(hint)).wrap());
    ui.add_space(8.0);
    let mut open = true;
    ui.horizontal_wrapped(|ui| {
        if let Some(name) = name {
            let keep = Message::new("app-page-files-keep").with("rule", name);
            if look.primary(ui, look.text(&keep)).clicked() {
                actions.extend(keep_all(question, author));
                open = false;
            }
        }
        if ui.button(look.t("app-page-files-first")).clicked() {
            match question.pages.first() {
                Some((_, None, _)) => question.asks_address = true,
                _ => {
                    actions.extend(question.open_first(None));
                    open = false;
                }
            }
        }
        if ui.button(look.t("app-page-file-cancel")).clicked() {
            open = false;
        }
    });
    open
}

/// Makes the pages samples of the current rule, and shows them.
fn keep_all(question: &PageFiles, author: &Authoring) -> [Action; 3] {
    let paths = question.pages.iter().map(|(path, ..)| path.clone());
    [
        Action::Send(Command::Sample(SampleCommand::AddFiles {
            site: author.site,
            rule_toml: author.text(),
            paths: paths.collect(),
        })),
        Action::Show(View::Workbench),
        Action::Panel {
            view: View::Workbench,
            key: "samples".to_owned(),
            what: PanelAction::Show,
        },
    ]
}
