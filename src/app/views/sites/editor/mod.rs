//! The editor of a rule: a form and the TOML text, side by side and kept in step. The text is the
//! source of truth: the form writes into it and leaves comments and order alone.
//!
//! Below: versions of the rule, what differs between two, and the rule over kept pages.

pub(super) mod differences;
pub(super) mod reread;
pub(super) mod versions;

use eframe::egui::{self, Align, Layout, RichText, ScrollArea, Ui};

use super::{Reread, SitesState, form};
use crate::action::Action;
use crate::command::UiCommand;
use crate::style::frames::{narrow, panel};
use crate::style::ui_context::UiContext;
use crate::widgets::rule_news::news_ui;
use crate::widgets::toml_text::toml_ui;
use bowerbird_engine::permission::rule_news::{NewPart, news_of};
use bowerbird_engine::types::{Message, RuleFile, RuleOrigin, SiteId, parse, rewrite};
use bowerbird_engine::{Command, SiteCommand};

/// A rule being edited.
#[derive(Clone, Debug)]
pub struct Editor {
    /// The site; `None` for one not saved yet.
    pub site: Option<SiteId>,
    /// The text.
    pub text: String,
    /// The text as data; the last that could be read.
    pub file: RuleFile,
    /// Whether `file` is what `text` says.
    pub readable: bool,
    /// What is wrong with the text.
    pub faults: Vec<Fault>,
    /// What the text would do that the saved one does not.
    pub news: Vec<NewPart>,
    /// Where what is saved next comes from.
    pub origin: RuleOrigin,
    /// Which half is shown in a narrow window.
    pub show_text: bool,
    saved: String,
}

/// Something wrong in a rule's text.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What and what to do.
    pub message: Message,
}

impl Editor {
    /// Begins to edit `text`.
    pub fn new(site: Option<SiteId>, text: String) -> Self {
        let mut editor = Self {
            site,
            saved: text.clone(),
            text,
            file: RuleFile::default(),
            readable: false,
            faults: Vec::new(),
            news: Vec::new(),
            origin: RuleOrigin::Edited,
            show_text: false,
        };
        editor.text_changed();
        editor
    }

    /// Whether anything was changed since it was saved.
    pub fn changed(&self) -> bool {
        self.text != self.saved
    }

    /// Reads the text again: checks it, and brings the form in step where the text can be read.
    pub fn text_changed(&mut self) {
        let before = self.site.map(|_| self.saved.as_str());
        self.news = news_of(before, &self.text, &[]);
        match parse(&self.text) {
            Ok(rule) => {
                self.file = rule.file().clone();
                self.readable = true;
                self.faults.clear();
            }
            Err(errors) => {
                self.faults = errors
                    .0
                    .into_iter()
                    .map(|e| Fault {
                        line: e.line,
                        column: e.column,
                        message: e.message,
                    })
                    .collect();
                // A wrong selector must not lock the form in which it could be mended.
                match toml::from_str::<RuleFile>(&self.text) {
                    Ok(file) => {
                        self.file = file;
                        self.readable = true;
                    }
                    Err(_) => self.readable = false,
                }
            }
        }
    }

    /// Writes the form into the text.
    pub fn form_changed(&mut self) {
        let file = self.file.clone();
        if let Ok(text) = rewrite(&self.text, &file) {
            self.text = text;
        }
        self.text_changed();
        // What the person typed stays in the form even where the text says it differently.
        if self.readable {
            self.file = file;
        }
    }

    /// The text now is what the project holds.
    pub fn is_saved(&mut self) {
        self.text.clone_into(&mut self.saved);
        self.news.clear();
        self.origin = RuleOrigin::Edited;
    }

    /// The command that saves it.
    pub fn save(&self) -> Command {
        let rule_toml = self.text.clone();
        match self.site {
            Some(site) => Command::Site(SiteCommand::Update {
                site,
                rule_toml,
                origin: self.origin,
            }),
            None => Command::Site(SiteCommand::Add {
                rule_toml,
                origin: RuleOrigin::Added,
            }),
        }
    }
}

/// Draws the editor.
pub fn editor_ui(ui: &mut Ui, look: &UiContext, state: &mut SitesState, actions: &mut Vec<Action>) {
    let Some(editor) = &mut state.editor else {
        return;
    };
    let mut close = false;
    bar_ui(ui, look, editor, &mut state.reread, actions, &mut close);
    if editor.faults.is_empty() {
        ui.label(look.hint(look.t("app-editor-sound")));
    } else {
        faults_ui(ui, look, &editor.faults);
    }
    news_ui(ui, look, &editor.news);
    ui.add_space(4.0);
    if narrow(ui) {
        tabs_ui(ui, look, editor);
    } else {
        ui.columns(2, |columns| {
            if let [left, right] = columns {
                panel(look).show(left, |ui| form_half(ui, look, editor));
                panel(look).show(right, |ui| text_half(ui, look, editor));
            }
        });
    }
    if close {
        state.editor = None;
    }
}

fn bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    editor: &mut Editor,
    reread: &mut Option<Reread>,
    actions: &mut Vec<Action>,
    close: &mut bool,
) {
    ui.horizontal(|ui| {
        if look.quiet(ui, look.t("app-editor-back")).clicked() {
            *close = true;
        }
        ui.label(look.title(&editor.file.site.name).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let usable = editor.faults.is_empty() && editor.changed();
            let save = look.primary_if(ui, usable, look.t("app-editor-save"));
            let tip = UiCommand::SaveRule.tooltip(look, ui.ctx());
            if save.on_hover_text(tip).clicked() {
                actions.push(Action::Send(editor.save()));
                *close = true;
            }
            if let Some(site) = editor.site {
                let sound = editor.faults.is_empty();
                let button = egui::Button::new(look.t("reread-try"));
                let button = ui.add_enabled(sound, button);
                if button.on_hover_text(look.t("reread-open-tip")).clicked() {
                    let name = &editor.file.site.name;
                    let (text, origin) = (&editor.text, editor.origin);
                    *reread = Some(Reread::of_draft(site, name, text, origin, actions));
                }
            }
            if ui
                .add_enabled(
                    editor.changed(),
                    egui::Button::new(look.t("app-editor-revert")),
                )
                .clicked()
            {
                editor.text = editor.saved.clone();
                editor.text_changed();
            }
        });
    });
}

fn faults_ui(ui: &mut Ui, look: &UiContext, faults: &[Fault]) {
    ScrollArea::vertical()
        .id_salt("faults")
        .max_height(84.0)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            for fault in faults {
                let place = Message::new("app-editor-place")
                    .with("line", fault.line)
                    .with("column", fault.column);
                ui.horizontal_wrapped(|ui| {
                    ui.label(
                        RichText::new(look.say(&place))
                            .color(look.tokens.bad)
                            .strong(),
                    );
                    ui.label(look.say(&fault.message));
                });
            }
        });
}

fn tabs_ui(ui: &mut Ui, look: &UiContext, editor: &mut Editor) {
    ui.horizontal(|ui| {
        ui.selectable_value(&mut editor.show_text, false, look.t("app-editor-form"));
        ui.selectable_value(&mut editor.show_text, true, look.t("app-editor-text"));
    });
    panel(look).show(ui, |ui| {
        if editor.show_text {
            text_half(ui, look, editor);
        } else {
            form_half(ui, look, editor);
        }
    });
}

fn form_half(ui: &mut Ui, look: &UiContext, editor: &mut Editor) {
    ScrollArea::vertical()
        .id_salt("form")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_width(ui.available_width() - 8.0);
            if !editor.readable {
                ui.label(RichText::new(look.t("app-editor-unreadable")).color(look.tokens.bad));
            }
            let readable = editor.readable;
            let changed = ui
                .add_enabled_ui(readable, |ui| form::form_ui(ui, look, &mut editor.file))
                .inner;
            if changed {
                editor.form_changed();
            }
        });
}

fn text_half(ui: &mut Ui, look: &UiContext, editor: &mut Editor) {
    let faulty: Vec<usize> = editor.faults.iter().map(|fault| fault.line).collect();
    ScrollArea::both()
        .id_salt("text")
        .auto_shrink(false)
        .show(ui, |ui| {
            if toml_ui(ui, look, &mut editor.text, &faulty).changed() {
                editor.text_changed();
            }
        });
}
