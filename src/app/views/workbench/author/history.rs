//! Undo and redo: snapshots of all the user's decisions for a rule. Input: the state before each
//! edit. Output: the state to restore. Pure; the state defines the content of a snapshot.

/// Maximum edits that can be undone.
const MOST: usize = 200;

/// Both stacks.
#[derive(Clone, Debug)]
pub struct EditHistory<S> {
    past: Vec<S>,
    future: Vec<S>,
    /// The topic of the last edit, if consecutive ones count as one (typing).
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
    /// Saves the state before an edit. Consecutive edits with the same `about` count as one.
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

    /// The state before the last edit; `now` can be restored by redo.
    pub fn undo(&mut self, now: S) -> Option<S> {
        let before = self.past.pop()?;
        self.future.push(now);
        self.run = None;
        Some(before)
    }

    /// The state after the last undone edit.
    pub fn redo(&mut self, now: S) -> Option<S> {
        let after = self.future.pop()?;
        self.past.push(now);
        self.run = None;
        Some(after)
    }

    /// Removes the last edit completely: there is no redo.
    pub fn withdraw(&mut self) -> Option<S> {
        self.run = None;
        self.past.pop()
    }

    /// Changes every saved state, for facts that also apply retroactively.
    pub fn each(&mut self, change: impl Fn(&mut S)) {
        self.past
            .iter_mut()
            .chain(&mut self.future)
            .for_each(change);
    }

    /// Whether undo is possible.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether redo is possible.
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
