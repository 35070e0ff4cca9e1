//! Find in page: the search text, the engine's matches, and the current one. Typing searches again;
//! only the answer for the newest text is used. What counts
//! as a match (case, accents) is decided in `engine::workbench::views::find_in_page`.
//!
//! Below: the search line.

mod search_line;

pub(super) use search_line::{find_ui, keys};

use crate::action::Action;
use bowerbird_engine::types::ElementIndex;
use bowerbird_engine::{Command, PageCommand, PageTicket};

/// The search on one page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Find {
    /// Whether its line is shown.
    pub open: bool,
    /// Whether to focus it.
    pub focus: bool,
    /// The search text.
    pub text: String,
    generation: u64,
    /// Matches in page order; `None` while pending.
    found: Option<Vec<ElementIndex>>,
    at: usize,
}

impl Find {
    /// Shows the line.
    pub fn begin(&mut self) {
        self.open = true;
        self.focus = true;
    }

    /// Another page is open: no matches yet.
    pub(super) fn page_changed(&mut self) {
        self.found = None;
        self.at = 0;
    }

    /// Sends the search to the engine.
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

    /// Handles the matches; returns the element to show, if they are for the latest search.
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

    /// Moves to the next or previous match.
    pub fn step(&mut self, forward: bool) -> Option<ElementIndex> {
        let found = self.found.as_ref().filter(|found| !found.is_empty())?;
        self.at = if forward {
            (self.at + 1) % found.len()
        } else {
            self.at.checked_sub(1).unwrap_or(found.len() - 1)
        };
        found.get(self.at).copied()
    }

    /// Whether `element` is a match.
    pub fn holds(&self, element: ElementIndex) -> bool {
        self.open
            && self
                .found
                .as_ref()
                .is_some_and(|found| found.binary_search(&element).is_ok())
    }

    /// The matches and the current one.
    pub(super) fn places(&self) -> (&[ElementIndex], Option<ElementIndex>) {
        let found = self.found.as_deref().filter(|_| self.open);
        let found = found.unwrap_or_default();
        (found, found.get(self.at).copied())
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
