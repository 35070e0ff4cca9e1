//! The editor of a rule: a form and the TOML text, side by side and synchronised.
//!
//! Below: versions of the rule, their differences, and reruns over stored pages.

pub(super) mod differences;
pub(super) mod rerun;
pub(super) mod versions;

use eframe::egui::{self, Align, Layout, RichText, ScrollArea, Ui};

use super::{Reread, SitesState, form};
use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::state::app_state::AppState;
use crate::state::rule_editor::{Editor, Fault};
use crate::style::frames::{narrow, panel};
use crate::style::ui_context::UiContext;
use crate::widgets::rule_additions::news_ui;
use crate::widgets::toml_text::toml_ui;
use bowerbird_engine::types::{Message, SiteReadings};

/// How the editor was left.
enum Left {
    /// Its text was sent to be saved.
    Saved,
    /// Its changes are kept, unsaved.
    Closed,
}

/// Draws the editor.
pub fn editor_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let Some(editor) = &mut state.editor else {
        return;
    };
    let readings = editor.site.and_then(|site| world.readings.get(&site));
    let mut left = None;
    bar_ui(ui, look, editor, &mut state.reread, actions, &mut left);
    if editor.faults.is_empty() {
        ui.label(look.hint(look.t("app-editor-sound")));
    } else {
        faults_ui(ui, look, &editor.faults);
    }
    let aside = editor.sections_aside();
    if !aside.is_empty() {
        let told = look.t1("app-editor-aside", "sections", aside.join(", "));
        ui.label(look.coloured(told, look.tokens.warn));
    }
    news_ui(ui, look, &editor.news);
    ui.add_space(4.0);
    if narrow(ui) {
        tabs_ui(ui, look, (editor, readings), actions);
    } else {
        ui.columns(2, |columns| {
            if let [left, right] = columns {
                panel(look).show(left, |ui| form_half(ui, look, (editor, readings), actions));
                panel(look).show(right, |ui| text_half(ui, look, editor));
            }
        });
    }
    match left {
        Some(Left::Saved) => state.saving = state.editor.take(),
        Some(Left::Closed) => state.leave_editor(),
        None => editor.focus = None,
    }
}

fn bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    editor: &mut Editor,
    reread: &mut Option<Reread>,
    actions: &mut Vec<Action>,
    left: &mut Option<Left>,
) {
    ui.horizontal(|ui| {
        let back = look.quiet(ui, look.t("app-editor-back"));
        if back.on_hover_text(look.t("app-editor-back-tip")).clicked() {
            *left = Some(Left::Closed);
        }
        ui.label(look.title(&editor.file.site.name).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let usable = editor.faults.is_empty() && editor.changed();
            let save = look.primary_if(ui, usable, look.t("app-editor-save"));
            let tip = UiCommand::SaveRule.tooltip(look, ui.ctx());
            if save.on_hover_text(tip).clicked() {
                actions.push(Action::Send(editor.save()));
                *left = Some(Left::Saved);
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
                editor.revert();
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
                        RichText::new(look.text(&place))
                            .color(look.tokens.bad)
                            .strong(),
                    );
                    ui.label(look.text(&fault.message));
                });
            }
        });
}

fn tabs_ui(
    ui: &mut Ui,
    look: &UiContext,
    (editor, readings): (&mut Editor, Option<&SiteReadings>),
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        ui.selectable_value(&mut editor.show_text, false, look.t("app-editor-form"));
        ui.selectable_value(&mut editor.show_text, true, look.t("app-editor-text"));
    });
    panel(look).show(ui, |ui| {
        if editor.show_text {
            text_half(ui, look, editor);
        } else {
            form_half(ui, look, (editor, readings), actions);
        }
    });
}

fn form_half(
    ui: &mut Ui,
    look: &UiContext,
    (editor, readings): (&mut Editor, Option<&SiteReadings>),
    actions: &mut Vec<Action>,
) {
    ScrollArea::vertical()
        .id_salt("form")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_width(ui.available_width() - 8.0);
            if !editor.readable {
                let why = match editor.is_toml {
                    true => "app-editor-wrong-type",
                    false => "app-editor-unreadable",
                };
                ui.label(RichText::new(look.t(why)).color(look.tokens.bad));
            }
            let cx = form::FormContext {
                look,
                faults: &editor.faults,
                site: editor.site,
                readings,
                editor: editor.number,
                focus: editor.focus,
            };
            let file = &mut editor.file;
            let changed = ui
                .add_enabled_ui(editor.readable, |ui| form::form_ui(ui, &cx, file, actions))
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
