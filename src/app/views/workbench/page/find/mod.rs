//! Find in page: what is looked for, what the engine found, and which of it is shown. Typing asks
//! again; only the answer to the newest text is taken.
//!
//! Below: the line in which it is typed.

mod line;

pub(super) use line::{find_ui, keys};

use crate::action::Action;
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
