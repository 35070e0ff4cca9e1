//! The first start: no project is open. Offers the sample project, an empty one, or another.

use std::path::{Path, PathBuf};

use eframe::egui::Ui;

use crate::action::{Action, PathPurpose, TourAction};
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;

/// The state of the view.
#[derive(Clone, Debug, Default)]
pub struct StartState {
    /// The typed address of a page to begin with.
    pub address: String,
    /// Whether the cursor was put into its field: most users start with an address.
    pub focused: bool,
    /// The typed path.
    pub path: String,
    /// The project being opened.
    pub opening: Option<PathBuf>,
}

/// Draws the first start; `proposed` is the suggested path of a new project, `recent` are the
/// recently opened projects.
pub fn start_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut StartState,
    proposed: &Path,
    recent: &[PathBuf],
    actions: &mut Vec<Action>,
) {
    if let Some(path) = &state.opening {
        look.empty_state(ui, "app-start-opening", "app-start-opening-hint");
        ui.vertical_centered(|ui| ui.monospace(path.display().to_string()));
        return;
    }
    // With recent projects the cards are taller than a small window.
    eframe::egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            cards_ui(ui, look, state, proposed, recent, actions);
        });
}

fn cards_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut StartState,
    proposed: &Path,
    recent: &[PathBuf],
    actions: &mut Vec<Action>,
) {
    look.empty_state(ui, "app-start-title", "app-start-hint");
    ui.vertical_centered(|ui| {
        ui.set_max_width(560.0);
        recent_ui(ui, look, recent, actions);
        page_ui(ui, look, state, proposed, actions);
        card(
            ui,
            look,
            "app-start-sample-title",
            "app-start-sample-hint",
            |ui| {
                ui.horizontal(|ui| {
                    if ui.button(look.t("app-start-sample")).clicked() {
                        actions.push(Action::OpenSampleProject);
                    }
                    if ui.button(look.t("tour-begin")).clicked() {
                        actions.push(Action::Tour(TourAction::Begin));
                    }
                });
            },
        );
        card(
            ui,
            look,
            "app-start-empty-title",
            "app-start-empty-hint",
            |ui| {
                ui.horizontal(|ui| {
                    if ui.button(look.t("app-start-empty")).clicked() {
                        actions.push(Action::OpenProject(proposed.to_owned()));
                    }
                    if ui.button(look.t("app-start-empty-elsewhere")).clicked() {
                        actions.push(Action::PickPath(PathPurpose::NewProject));
                    }
                });
                ui.label(look.hint(proposed.display().to_string()));
            },
        );
        card(
            ui,
            look,
            "app-start-open-title",
            "app-start-open-hint",
            |ui| {
                ui.horizontal(|ui| {
                    let width = (ui.available_width() - 200.0).max(160.0);
                    let field =
                        fields::code_field(ui, look, "app-start-path", &mut state.path, "", width);
                    fields::beside(ui, |ui| {
                        ui.horizontal(|ui| {
                            let typed = state.path.trim();
                            let open = ui.add_enabled(
                                !typed.is_empty(),
                                eframe::egui::Button::new(look.t("app-start-open")),
                            );
                            let entered = fields::entered(ui, &field) && !typed.is_empty();
                            if open.clicked() || entered {
                                actions.push(Action::OpenProject(PathBuf::from(typed)));
                            }
                            if ui.button(look.t("app-browse")).clicked() {
                                actions.push(Action::PickPath(PathPurpose::OpenProject));
                            }
                        });
                    });
                });
            },
        );
    });
}

/// Most users start with an address: it opens a new project and its page immediately.
fn page_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut StartState,
    proposed: &Path,
    actions: &mut Vec<Action>,
) {
    card(
        ui,
        look,
        "app-start-page-title",
        "app-start-page-hint",
        |ui| {
            ui.horizontal(|ui| {
                let width = (ui.available_width() - 200.0).max(160.0);
                let field = fields::code_field(
                    ui,
                    look,
                    "app-start-address",
                    &mut state.address,
                    "https://example.org/news",
                    width,
                );
                if !std::mem::replace(&mut state.focused, true) {
                    field.request_focus();
                }
                fields::beside(ui, |ui| {
                    let typed = state.address.trim();
                    let usable = !typed.is_empty();
                    let open = look.primary_if(ui, usable, look.t("app-start-page"));
                    let entered = fields::entered(ui, &field) && usable;
                    if open.clicked() || entered {
                        actions.push(Action::BeginAt {
                            project: proposed.to_owned(),
                            url: typed.to_owned(),
                        });
                    }
                });
            });
        },
    );
}

/// The recently opened projects, newest first.
fn recent_ui(ui: &mut Ui, look: &UiContext, recent: &[PathBuf], actions: &mut Vec<Action>) {
    if recent.is_empty() {
        return;
    }
    card(
        ui,
        look,
        "app-start-recent-title",
        "app-start-recent-hint",
        |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for path in recent.iter().take(5) {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                ui.horizontal(|ui| {
                    let open = look.quiet(ui, name.as_ref());
                    if open.clicked() {
                        actions.push(Action::OpenProject(path.clone()));
                    }
                    let place = path.display().to_string();
                    ui.add(eframe::egui::Label::new(look.hint(place)).truncate());
                });
            }
        },
    );
}

fn card(ui: &mut Ui, look: &UiContext, title: &str, hint: &str, add: impl FnOnce(&mut Ui)) {
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.with_layout(
            eframe::egui::Layout::top_down(eframe::egui::Align::Min),
            |ui| {
                ui.label(look.title(look.t(title)));
                ui.label(look.hint(look.t(hint)));
                add(ui);
            },
        );
    });
}
