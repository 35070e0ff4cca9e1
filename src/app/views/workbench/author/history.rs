//! Undo and redo: snapshots of everything a person decides while making a rule. Flows in: the
//! state before each edit. Flows out: the state to go back or forward to. Pure; what one snapshot
//! holds is a matter of the state.

/// Edits that can be undone at most.
const MOST: usize = 200;

/// Both stacks.
#[derive(Clone, Debug)]
pub struct EditHistory<S> {
    past: Vec<S>,
    future: Vec<S>,
    /// What the last edit was about, where several in a row count as one (typing).
    run: Option<String>,
}

impl<S> Default for EditHistory<S> {
    fn default() -> Self {
        Self {
            past: Vec::new(),
            future: Vec::new(),
            run: None,
        }
    }
}

impl<S> EditHistory<S> {
    /// Notes the state before an edit. Edits in a row with the same `about` count as one.
    pub fn note(&mut self, about: Option<&str>, before: impl FnOnce() -> S) {
        self.future.clear();
        if about.is_some() && self.run.as_deref() == about {
            return;
        }
        self.run = about.map(str::to_owned);
        if self.past.len() >= MOST {
            self.past.remove(0);
        }
        self.past.push(before());
    }

    /// The state before the last edit; `now` can be returned to.
    pub fn undo(&mut self, now: S) -> Option<S> {
        let before = self.past.pop()?;
        self.future.push(now);
        self.run = None;
        Some(before)
    }

    /// The state after the edit that was undone last.
    pub fn redo(&mut self, now: S) -> Option<S> {
        let after = self.future.pop()?;
        self.past.push(now);
        self.run = None;
        Some(after)
    }

    /// Takes the last edit back as if it had never been: there is no redo.
    pub fn withdraw(&mut self) -> Option<S> {
        self.run = None;
        self.past.pop()
    }

    /// Changes every state that can be returned to: what is so now was so before.
    pub fn each(&mut self, change: impl Fn(&mut S)) {
        self.past
            .iter_mut()
            .chain(&mut self.future)
            .for_each(change);
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_and_redo_walk_the_same_way() {
        let mut history = EditHistory::default();
        for state in 1..=3 {
            history.note(None, || state);
        }
        assert_eq!(history.undo(4), Some(3));
        assert_eq!(history.undo(3), Some(2));
        assert_eq!(history.redo(2), Some(3));
        assert_eq!(history.redo(3), Some(4));
        assert_eq!(history.redo(4), None);
        assert_eq!(history.undo(4), Some(3));
        history.note(None, || 3);
        assert!(!history.can_redo(), "another edit ends what was undone");
    }

    #[test]
    fn typing_is_one_step_and_a_withdrawn_edit_leaves_no_trace() {
        let mut history = EditHistory::default();
        for state in ["", "n", "na", "nam"] {
            history.note(Some("rename"), || state);
        }
        history.note(None, || "name");
        assert_eq!(history.withdraw(), Some("name"));
        assert!(!history.can_redo());
        assert_eq!(history.undo("name"), Some(""));
        assert!(!history.can_undo());
    }

    #[test]
    fn the_oldest_edits_are_forgotten() {
        let mut history = EditHistory::default();
        for state in 0..10 * MOST {
            history.note(None, || state);
        }
        let mut undone = 0;
        while history.undo(0).is_some() {
            undone += 1;
        }
        assert_eq!(undone, MOST);
    }
}
