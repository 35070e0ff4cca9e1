//! Sites: a table of them, what the selected one is up to, the editor of its rule and its versions.

mod detail;
mod differences;
mod editor;
mod form;
mod form_source;
mod health;
mod list;
mod text;
mod versions;

pub use editor::{Editor, Fault};
pub use form::types;
pub use health::Health;
pub use text::toml_ui;
pub use versions::{ListedVersion, Versions, listed};

use eframe::egui::Ui;

use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::widgets::table::TableState;
use crate::app::world::World;
use crate::engine::types::Site;

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct SitesState {
    /// The table.
    pub table: TableState,
    /// The address to add.
    pub url: String,
    /// The rule file to add.
    pub rule_path: String,
    /// The address or path sent off to be added; the field keeps it until the site is there.
    pub adding: Option<String>,
    /// The rule being edited.
    pub editor: Option<Editor>,
    /// Whether the detail shows how the rule fares instead of how the site does.
    pub show_health: bool,
    /// Those figures.
    pub health: Option<Health>,
    /// The versions of a rule that are looked at.
    pub versions: Option<Versions>,
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
    look: &Look,
    world: &World,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    if state.editor.is_some() {
        editor::editor_ui(ui, look, state, actions);
    } else if state.versions.is_some() {
        versions::versions_ui(ui, look, state, actions);
    } else {
        list::list_ui(ui, look, world, state, actions);
    }
}
