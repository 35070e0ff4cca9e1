//! The dialog for exporting rules: which ones and where. Input: the sites. Output: one
//! action. Writes nothing itself.

use std::path::{Path, PathBuf};

use eframe::egui::{self, Id, Label, Modal, ScrollArea, Ui};

use crate::action::{Action, PathPurpose};
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::theme::is_left;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::SiteId;

/// The question.
pub struct RuleExport {
    /// The folder, as typed.
    pub folder: String,
    sites: Vec<(SiteId, String, bool)>,
}

impl RuleExport {
    /// Lists the sites of `world`; those in `chosen` are ticked, all when it is empty.
    pub fn new(world: &AppState, chosen: &[SiteId], folder: &Path) -> Self {
        let sites = world.sites().iter().map(|site| {
            let ticked = chosen.is_empty() || chosen.contains(&site.id);
            (site.id, site.name.clone(), ticked)
        });
        Self {
            folder: folder.display().to_string(),
            sites: sites.collect(),
        }
    }

    fn ticked(&self) -> Vec<SiteId> {
        let ticked = self.sites.iter().filter(|(_, _, ticked)| *ticked);
        ticked.map(|(site, ..)| *site).collect()
    }
}

/// Draws the question; returns false when it was answered.
pub fn question_ui(
    ctx: &egui::Context,
    look: &UiContext,
    export: &mut RuleExport,
    actions: &mut Vec<Action>,
) -> bool {
    let room = ctx.content_rect().size();
    let mut open = true;
    let shown = Modal::new(Id::unique("rule-export")).show(ctx, |ui| {
        ui.set_width((room.x - 64.0).clamp(240.0, 560.0));
        ui.label(look.title(look.t("app-rules-export-title")).strong());
        ui.add(Label::new(look.hint(look.t("app-rules-export-hint"))).wrap());
        sites_ui(ui, look, export, (room.y - 300.0).max(80.0));
        folder_ui(ui, look, export, actions);
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            let ticked = export.ticked();
            let folder = export.folder.trim();
            let usable = !ticked.is_empty() && !folder.is_empty();
            let text = look.t1("app-rules-export-write", "count", ticked.len());
            if look.primary_if(ui, usable, text).clicked() {
                actions.push(Action::ExportRules {
                    sites: ticked,
                    folder: PathBuf::from(folder),
                });
                open = false;
            }
            if ui.button(look.t("app-page-file-cancel")).clicked() {
                open = false;
            }
        });
    });
    open && !is_left(&shown)
}

fn sites_ui(ui: &mut Ui, look: &UiContext, export: &mut RuleExport, height: f32) {
    if export.sites.is_empty() {
        ui.label(look.hint(look.t("app-sites-empty")));
        return;
    }
    let mut all = export.sites.iter().all(|(_, _, ticked)| *ticked);
    if ui.tick(&mut all, look.t("app-rules-export-all")).changed() {
        for (_, _, ticked) in &mut export.sites {
            *ticked = all;
        }
    }
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.set_width(ui.available_width());
        for (site, name, ticked) in &mut export.sites {
            ui.push_id(*site, |ui| ui.tick(ticked, name.as_str()));
        }
    });
}

fn folder_ui(ui: &mut Ui, look: &UiContext, export: &mut RuleExport, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 130.0).max(120.0);
        fields::code_field(
            ui,
            look,
            "app-rules-export-folder",
            &mut export.folder,
            "",
            width,
        );
        fields::beside(ui, |ui| {
            if ui.button(look.t("app-browse")).clicked() {
                actions.push(Action::PickPath(PathPurpose::ExportFolder));
            }
        });
    });
}
