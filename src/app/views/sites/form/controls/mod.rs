//! The controls that the sections of a rule's form consist of. A row has its label in one column and
//! its field in another; what is wrong with a value stands below its field. Every function returns
//! whether something changed.
//!
//! Below: rows, lists of texts and of pairs, and alternatives.

pub mod alternatives;
pub mod labelled_rows;
pub mod pair_list;
pub mod selector;
pub mod text_list;

use eframe::egui::{CollapsingHeader, Ui};

use crate::state::rule_editor::Fault;
use crate::style::theme::GAP;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Message, SiteId, SiteReadings};

/// What every section of the form needs besides its data.
#[derive(Clone, Copy)]
pub struct FormContext<'a> {
    /// Texts and colours.
    pub look: &'a UiContext,
    /// The faults of the rule's text.
    pub faults: &'a [Fault],
    /// The site, if it is saved.
    pub site: Option<SiteId>,
    /// What its runs found so far, once it is known.
    pub readings: Option<&'a SiteReadings>,
    /// Number of the editor: what is typed in one is not shown in another.
    pub editor: u64,
    /// The path of the key whose field is to get the focus.
    pub focus: Option<&'static str>,
}

impl FormContext<'_> {
    /// The text of a message.
    pub fn t(&self, id: &str) -> String {
        self.look.t(id)
    }

    /// The faults of the key at `path` and of all below it.
    fn faults_below<'f>(&'f self, path: &'f str) -> impl Iterator<Item = &'f Message> {
        self.faults
            .iter()
            .filter(move |fault| is_below(&fault.path, path))
            .map(|fault| &fault.message)
    }

    /// Shows the faults of the key at `path` and of all below it.
    pub fn faults_ui(&self, ui: &mut Ui, path: &str) {
        for message in self.faults_below(path) {
            self.fault_ui(ui, &self.look.text(message));
        }
    }

    /// Shows the faults of a whole section, not those of its keys: what is missing in it.
    pub fn section_faults_ui(&self, ui: &mut Ui, path: &str) {
        for fault in self.faults.iter().filter(|fault| fault.path == path) {
            self.fault_ui(ui, &self.look.text(&fault.message));
        }
    }

    /// Shows what is wrong with a value.
    pub fn fault_ui(&self, ui: &mut Ui, text: &str) {
        let text = format!("⚠ {text}");
        ui.label(self.look.coloured(text, self.look.tokens.bad));
    }
}

fn is_below(path: &str, ancestor: &str) -> bool {
    let rest = path.strip_prefix(ancestor);
    !ancestor.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The title of a section that is always open.
pub fn heading(ui: &mut Ui, cx: &FormContext<'_>, id: &str) {
    ui.add_space(2.0 * GAP);
    ui.label(cx.look.title(cx.t(id)));
}

/// A section that is closed at first. `title` says in words what is set in it; a fault in it opens
/// it and marks its title.
pub fn section(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    path: &str,
    title: String,
    add: impl FnOnce(&mut Ui) -> bool,
) -> bool {
    let is_faulty = cx.faults_below(path).next().is_some();
    let title = match is_faulty {
        true => format!("⚠ {title}"),
        false => title,
    };
    ui.add_space(GAP);
    CollapsingHeader::new(title)
        .id_salt(("form-section", path))
        .default_open(is_faulty)
        .show(ui, |ui| {
            cx.section_faults_ui(ui, path);
            add(ui)
        })
        .body_returned
        .unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_own_faults_and_those_below_it() {
        assert!(is_below("list.link", "list.link"));
        assert!(is_below("list.link.css", "list.link"));
        assert!(!is_below("list.links", "list.link"));
        assert!(!is_below("list", "list.link"));
        assert!(!is_below("list", ""), "what belongs nowhere is told above");
    }
}
