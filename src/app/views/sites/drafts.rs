//! Edits of rules that are not saved: leaving the editor keeps them, and the list of sites offers
//! them until they are saved or discarded. Nothing of them is written to disk.

use eframe::egui::Ui;

use super::SitesState;
use crate::state::rule_editor::Editor;
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks;
use bowerbird_engine::types::{Message, Site};

impl SitesState {
    /// Edits the rule of `site`: continues its unsaved edit, if there is one.
    pub fn edit(&mut self, site: &Site) {
        let is_open = |open: &Editor| open.site == Some(site.id);
        if self.editor.as_ref().is_some_and(is_open) {
            return;
        }
        let draft = self.drafts.iter().position(is_open);
        let editor = match draft {
            Some(place) => self.drafts.remove(place),
            None => Editor::new(Some(site.id), site.rule_toml.clone()),
        };
        self.show_editor(editor);
    }

    /// Shows `editor`; an unsaved edit of another rule is kept.
    pub fn show_editor(&mut self, editor: Editor) {
        self.leave_editor();
        self.editor = Some(editor);
    }

    /// Leaves the editor; an unsaved edit is kept.
    pub fn leave_editor(&mut self) {
        if let Some(editor) = self.editor.take() {
            self.keep_draft(editor);
        }
    }

    /// Keeps an unsaved edit until it is continued; one of the same site is replaced.
    pub(super) fn keep_draft(&mut self, editor: Editor) {
        if !editor.is_unsaved() {
            return;
        }
        self.drafts
            .retain(|draft| draft.site.is_none() || draft.site != editor.site);
        self.drafts.push(editor);
    }

    /// The unsaved edits of rules of `sites` and of new ones, the open one first.
    pub fn unsaved<'a>(&'a self, sites: &'a [Site]) -> impl Iterator<Item = &'a Editor> {
        let all = self.editor.iter().chain(&self.drafts);
        all.filter(|edit| edit.is_unsaved() && edit.has_site(sites))
    }

    /// The rule of `site` was saved elsewhere as it stands in its draft.
    pub(super) fn drop_saved_drafts(&mut self, sites: &[Site]) {
        self.drafts.retain(|draft| !draft.is_among(sites));
    }
}

/// What a person decided about a draft.
enum Decision {
    Continue,
    Discard,
}

/// Draws a line for each kept edit.
pub(super) fn drafts_ui(ui: &mut Ui, look: &UiContext, sites: &[Site], state: &mut SitesState) {
    let mut decided = None;
    for (place, draft) in state.drafts.iter().enumerate() {
        if !draft.has_site(sites) {
            // Its site is removed, and may come back by undo.
            continue;
        }
        let name = name_of(look, draft, sites);
        ui.horizontal_wrapped(|ui| {
            state_marks::mark_ui(ui, state_marks::MarkShape::Triangle, look.tokens.warn);
            let told = Message::new("app-sites-draft").with("name", name.as_str());
            ui.label(look.text(&told));
            let button = |ui: &mut Ui, id: &str, name_id: &str| {
                let button = ui.button(look.t(id));
                button
                    .accessible_name(look.t1(name_id, "name", name.as_str()))
                    .clicked()
            };
            if button(
                ui,
                "app-sites-draft-continue",
                "app-sites-draft-continue-name",
            ) {
                decided = Some((place, Decision::Continue));
            }
            if button(
                ui,
                "app-sites-draft-discard",
                "app-sites-draft-discard-name",
            ) {
                decided = Some((place, Decision::Discard));
            }
        });
    }
    if let Some((place, decision)) = decided {
        let draft = state.drafts.remove(place);
        if matches!(decision, Decision::Continue) {
            state.show_editor(draft);
        }
    }
}

/// The name of the site whose rule is edited.
pub fn name_of(look: &UiContext, edit: &Editor, sites: &[Site]) -> String {
    let known = sites.iter().find(|known| Some(known.id) == edit.site);
    let name = known.map_or(&edit.file.site.name, |known| &known.name);
    match name.is_empty() {
        true => look.t("app-sites-draft-unnamed"),
        false => name.clone(),
    }
}
