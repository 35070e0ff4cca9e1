//! Find in page: what is looked for, what the engine found, and which of it is shown. Typing asks
//! again; only the answer to the newest text is taken.

use eframe::egui::{self, Align2, Key, Modifiers, TextEdit, Ui};

use super::state::PageView;
use crate::action::Action;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::ElementIndex;
use bowerbird_engine::{Command, PageCommand, PageTicket};

/// The search on one page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Find {
    /// Whether its line is shown.
    pub open: bool,
    /// Whether the cursor goes into it.
    pub focus: bool,
    /// What is looked for.
    pub text: String,
    generation: u64,
    /// In page order; `None` while the answer is on its way.
    found: Option<Vec<ElementIndex>>,
    at: usize,
}

impl Find {
    /// Shows the line.
    pub fn begin(&mut self) {
        self.open = true;
        self.focus = true;
    }

    /// Another page is open: nothing is found on it yet.
    pub(super) fn page_changed(&mut self) {
        self.found = None;
        self.at = 0;
    }

    /// Asks the engine.
    pub(super) fn ask(&mut self, ticket: PageTicket, actions: &mut Vec<Action>) {
        self.generation += 1;
        self.found = None;
        self.at = 0;
        if !self.text.trim().is_empty() {
            actions.push(Action::Send(Command::Page(PageCommand::FindText {
                ticket,
                generation: self.generation,
                text: self.text.clone(),
            })));
        }
    }

    /// The answer; the element to show, when this is what was asked last.
    pub(super) fn came(
        &mut self,
        generation: u64,
        mut elements: Vec<ElementIndex>,
    ) -> Option<ElementIndex> {
        if generation != self.generation {
            return None;
        }
        elements.sort_unstable();
        elements.dedup();
        let first = elements.first().copied();
        self.found = Some(elements);
        first
    }

    /// Goes on to the next place, or back.
    pub fn step(&mut self, forward: bool) -> Option<ElementIndex> {
        let found = self.found.as_ref().filter(|found| !found.is_empty())?;
        self.at = if forward {
            (self.at + 1) % found.len()
        } else {
            self.at.checked_sub(1).unwrap_or(found.len() - 1)
        };
        found.get(self.at).copied()
    }

    /// Whether `element` was found.
    pub fn holds(&self, element: ElementIndex) -> bool {
        self.open
            && self
                .found
                .as_ref()
                .is_some_and(|found| found.binary_search(&element).is_ok())
    }

    /// What was found, and the one that is shown.
    pub(super) fn places(&self) -> (&[ElementIndex], Option<ElementIndex>) {
        let found = self.found.as_deref().filter(|_| self.open);
        let found = found.unwrap_or_default();
        (found, found.get(self.at).copied())
    }
}

/// Draws the line.
pub(super) fn find_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding = egui::vec2(8.0, 2.0);
        ui.spacing_mut().interact_size.y = 24.0;
        let width = (ui.available_width() - 250.0).clamp(120.0, 320.0);
        let field = ui
            .add(
                TextEdit::singleline(&mut view.find.text)
                    .align(Align2::LEFT_CENTER)
                    .hint_text(look.t("app-page-find-hint"))
                    .desired_width(width),
            )
            .accessible_name(look.t("app-page-find"));
        if std::mem::take(&mut view.find.focus) {
            field.request_focus();
        }
        let field = look.edged(ui, field);
        if field.changed() {
            view.find.ask(view.ticket, actions);
        }
        let mut step = None;
        if field.lost_focus() {
            if ui.input(|input| input.key_pressed(Key::Escape)) {
                view.find.open = false;
            } else if ui.input(|input| input.key_pressed(Key::Enter)) {
                step = Some(!ui.input(|input| input.modifiers.shift));
                field.request_focus();
            }
        }
        count_ui(ui, look, &view.find);
        let some = view.find.places().1.is_some();
        for (sign, id, forward) in [
            ("↑", "app-page-find-before", false),
            ("↓", "app-page-find-next", true),
        ] {
            let button = ui
                .add_enabled(some, egui::Button::new(sign))
                .accessible_name(look.t(id))
                .on_hover_text(look.t(id));
            if button.clicked() {
                step = Some(forward);
            }
        }
        let close = ui
            .add(egui::Button::new("✕").frame_when_inactive(false))
            .accessible_name(look.t("app-page-find-close"));
        if close.clicked() {
            view.find.open = false;
        }
        if let Some(found) = step.and_then(|forward| view.find.step(forward)) {
            view.bring(Some(found));
        }
    });
}

fn count_ui(ui: &mut Ui, look: &UiContext, find: &Find) {
    let text = match &find.found {
        _ if find.text.trim().is_empty() => String::new(),
        None => look.t("app-page-find-waiting"),
        Some(found) if found.is_empty() => look.t("app-page-find-none"),
        Some(found) => {
            let all = look.count(found.len() as u64);
            let at = look.count(find.at as u64 + 1);
            let message = bowerbird_engine::types::Message::new("app-page-find-count")
                .with("at", at)
                .with("all", all);
            look.say(&message)
        }
    };
    let none = find.found.as_ref().is_some_and(Vec::is_empty);
    let ink = if none {
        look.tokens.warn
    } else {
        look.tokens.dim
    };
    ui.label(look.coloured(text, ink));
}

/// F3 and Ctrl G go on while the line is open, wherever the keyboard is.
pub(super) fn keys(ui: &Ui, view: &mut PageView) {
    if !view.find.open {
        return;
    }
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let step = if pressed(Modifiers::SHIFT, Key::F3) {
        Some(false)
    } else if pressed(Modifiers::NONE, Key::F3) || pressed(Modifiers::COMMAND, Key::G) {
        Some(true)
    } else {
        None
    };
    if let Some(found) = step.and_then(|forward| view.find.step(forward)) {
        view.bring(Some(found));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_walked_round_and_old_answers_left_aside() {
        let mut find = Find {
            open: true,
            text: "bee".to_owned(),
            ..Find::default()
        };
        let mut actions = Vec::new();
        find.ask(PageTicket(1), &mut actions);
        find.ask(PageTicket(1), &mut actions);
        assert_eq!(actions.len(), 2);
        assert_eq!(find.came(1, vec![9]), None, "an older text");
        assert_eq!(find.step(true), None, "nothing came yet");
        assert_eq!(find.came(2, vec![7, 3, 7]), Some(3));
        assert_eq!(find.step(true), Some(7));
        assert_eq!(find.step(true), Some(3));
        assert_eq!(find.step(false), Some(7));
        assert!(find.holds(7) && !find.holds(4));
        find.open = false;
        assert!(!find.holds(7), "a closed search marks nothing");
        find.text = "  ".to_owned();
        find.ask(PageTicket(1), &mut actions);
        assert_eq!(actions.len(), 2, "nothing to look for");
    }
}
