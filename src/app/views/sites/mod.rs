//! Sites: a table, the state of the selected one with its evidence and its timeline, the editor of
//! its rule, and the rule's versions.

mod address_preview;
mod detail;
mod drafts;
mod editor;
mod form;
mod list;
mod site_state;
mod timeline;

pub use address_preview::AddressPreviewForm;
pub use detail::evidence::{EvidencePanel, Received};
pub use detail::exceptions::ShownExceptions;
pub use detail::failing_site_actions::{
    ACTS, FailingSiteAction, act_ui, entry_ui as act_entry_ui, why_not,
};
pub use detail::health::Health;
pub use detail::site_facts::remedy_ui;
pub use detail::tags::TagsTyped;
pub use drafts::name_of as edited_name;
pub use editor::rerun::Reread;
pub use editor::versions::Versions;
pub use form::types;
pub use list::batch_dialogs::{BatchDialog, SettingsForm};
pub use list::order::{Filter, severity};
pub use list::search_engines::SearchForm;
pub use list::selection::SiteSelection;
pub use timeline::{Span, Timeline};

use eframe::egui::{Ui, Vec2, vec2};

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::state::rule_editor::Editor;
use crate::style::frames::with_least;
use crate::style::ui_context::UiContext;
use crate::views::settings::FiltersState;
use crate::widgets::table::TableState;
use bowerbird_engine::types::{Message, Site, SiteId};

/// Minimum height of the view while a site is selected, in points.
const LEAST_WITH_SITE: f32 = 512.0;

/// The content of the panel below the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// Its current state.
    #[default]
    Now,
    /// The evidence, with the page as received.
    Evidence,
    /// Its history.
    Timeline,
    /// Its sessions and their results.
    Sessions,
    /// The health of its rule.
    Rule,
    /// The filters of its new records.
    Filters,
}

/// The state of the view.
#[derive(Default)]
pub struct SitesState {
    /// The table; the selected row is an index in the app state's list.
    pub table: TableState,
    /// The filter for sites.
    pub filter: Filter,
    /// The address to add.
    pub url: String,
    /// The look at that address, until it is added or dismissed.
    pub look: AddressPreviewForm,
    /// The site that a look just added, with the offer to run it.
    pub added: Option<SiteId>,
    /// The rule file to add.
    pub rule_path: String,
    /// The submitted address or path; the field keeps it until the site exists.
    pub adding: Option<String>,
    /// The typed tags.
    pub tags: TagsTyped,
    /// The rule being edited.
    pub editor: Option<Editor>,
    /// Unsaved edits of rules that were left, until they are continued or discarded.
    pub drafts: Vec<Editor>,
    /// The rule that was sent to be saved, until the engine has saved or refused it.
    pub saving: Option<Editor>,
    /// The content of the panel below.
    pub part: Part,
    /// The displayed evidence.
    pub evidence: EvidencePanel,
    /// The displayed timeline.
    pub timeline: Timeline,
    /// Exceptions to verdicts on the site's pages.
    pub taught: ShownExceptions,
    /// The health of the rule.
    pub health: Option<Health>,
    /// The filters of the site's new records.
    pub filters: FiltersState,
    /// The displayed versions of a rule.
    pub versions: Option<Versions>,
    /// A rerun of a rule over stored pages.
    pub reread: Option<Reread>,
    /// Whether to focus the address field.
    pub focus_url: bool,
    /// Whether to focus the table.
    pub focus_table: bool,
    /// A search with several engines that is being made.
    pub search: SearchForm,
    /// The sites for actions on several.
    pub selection: SiteSelection,
    /// The site whose removal by key is asked about.
    pub removing: Option<SiteId>,
}

impl SitesState {
    /// The sites changed from `old` to `new`: keeps the selection, selects a new site, and empties
    /// the field it was typed into.
    pub fn came(&mut self, old: &[Site], new: &[Site]) {
        self.table.follow(old, new, |site| site.id);
        self.selection.follow(new);
        self.drop_saved_drafts(new);
        let is_open = |saving: &Editor| !saving.is_among(new) && saving.has_site(new);
        self.saving = self.saving.take().filter(is_open);
        let known = |site: &Site| old.iter().any(|old| old.id == site.id);
        let Some(row) = new.iter().position(|site| !known(site)) else {
            return;
        };
        self.table.select(row);
        self.filter = Filter::default();
        if let Some(added) = self.adding.take() {
            if self.look.is_of(&added) {
                self.look.dismiss();
            }
            let added_sites = new.iter().filter(|site| !known(site)).count();
            self.added = new
                .get(row)
                .map(|site| site.id)
                .filter(|_| added_sites == 1);
            for typed in [&mut self.url, &mut self.rule_path] {
                if typed.trim() == added {
                    typed.clear();
                }
            }
        }
    }
}

impl SitesState {
    /// The engine refused a command: if a rule was being saved, and the reason is one of rules or of
    /// the store, the edit comes back with it; whether it does.
    pub fn save_refused(&mut self, message: &Message) -> bool {
        let is_of_save = |prefix| message.id.starts_with(prefix);
        if !["store-", "rules-"].into_iter().any(is_of_save) {
            return false;
        }
        let Some(mut editor) = self.saving.take() else {
            return false;
        };
        editor.refused(message.clone());
        if self.editor.is_some() {
            // Another rule is being edited: this one waits in the list, and a notice says why.
            self.keep_draft(editor);
            return false;
        }
        self.editor = Some(editor);
        true
    }
}

/// Draws the view.
pub fn sites_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    if state.reread.is_some() {
        editor::rerun::reread_ui(ui, look, state, actions);
    } else if state.editor.is_some() {
        editor::editor_ui(ui, look, world, state, actions);
    } else if state.versions.is_some() {
        editor::versions::versions_ui(ui, look, state, actions);
    } else {
        // The panel of a site, its buttons and some rows of the table above it.
        let least = match state.table.selected {
            Some(_) => vec2(0.0, LEAST_WITH_SITE),
            None => Vec2::ZERO,
        };
        with_least(ui, least, |ui| {
            list::list_ui(ui, look, world, state, actions)
        });
    }
}
