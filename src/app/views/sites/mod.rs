//! Sites: a table of them, what the selected one is up to, with its evidence and its timeline, the
//! editor of its rule and its versions.

mod detail;
mod editor;
mod form;
mod list;

pub use detail::acts::{ACTS, Act, act_ui, why_not};
pub use detail::evidence::{EvidencePanel, Received};
pub use detail::health::Health;
pub use detail::tags::TagsTyped;
pub use detail::taught::Taught;
pub use detail::timeline::{Span, Timeline};
pub use editor::reread::Reread;
pub use editor::versions::Versions;
pub use form::types;
pub use list::order::{Filter, severity};

use eframe::egui::Ui;

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::state::rule_editor::Editor;
use crate::style::ui_context::UiContext;
use crate::widgets::table::TableState;
use bowerbird_engine::types::Site;

/// What the panel below the table shows of the chosen site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// How it fares.
    #[default]
    Now,
    /// Why, with the page as it was received.
    Evidence,
    /// How it fared before.
    Timeline,
    /// Whom it sees, and how it meets them.
    Sessions,
    /// How its rule fares.
    Rule,
}

/// What the view remembers.
#[derive(Default)]
pub struct SitesState {
    /// The table; the selected row is a place in the world's list.
    pub table: TableState,
    /// Which sites are shown.
    pub filter: Filter,
    /// The address to add.
    pub url: String,
    /// The rule file to add.
    pub rule_path: String,
    /// The address or path sent off to be added; the field keeps it until the site is there.
    pub adding: Option<String>,
    /// The tags that are typed.
    pub tags: TagsTyped,
    /// The rule being edited.
    pub editor: Option<Editor>,
    /// What the panel below shows.
    pub part: Part,
    /// The evidence that is looked at.
    pub evidence: EvidencePanel,
    /// The timeline that is looked at.
    pub timeline: Timeline,
    /// What was said of the site's pages against the judge.
    pub taught: Taught,
    /// How the rule fares.
    pub health: Option<Health>,
    /// The versions of a rule that are looked at.
    pub versions: Option<Versions>,
    /// What a rule makes of the kept pages.
    pub reread: Option<Reread>,
    /// Whether the cursor goes into the address field.
    pub focus_url: bool,
}

impl SitesState {
    /// The sites changed from `old` to `new`: the same one stays selected, a new one becomes so,
    /// and the field it was typed into is emptied.
    pub fn came(&mut self, old: &[Site], new: &[Site]) {
        self.table.follow(old, new, |site| site.id);
        let known = |site: &Site| old.iter().any(|old| old.id == site.id);
        let Some(row) = new.iter().position(|site| !known(site)) else {
            return;
        };
        self.table.select(row);
        self.filter = Filter::default();
        if let Some(added) = self.adding.take() {
            for typed in [&mut self.url, &mut self.rule_path] {
                if typed.trim() == added {
                    typed.clear();
                }
            }
        }
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
        editor::reread::reread_ui(ui, look, state, actions);
    } else if state.editor.is_some() {
        editor::editor_ui(ui, look, state, actions);
    } else if state.versions.is_some() {
        editor::versions::versions_ui(ui, look, state, actions);
    } else {
        list::list_ui(ui, look, world, state, actions);
    }
}
