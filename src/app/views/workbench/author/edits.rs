//! Every edit of the rule as one undo step: fields, names, text, the role of the page. Input:
//! the user's changes. Output: the changed rule, and a request to read the page with it. The
//! engine finds the selectors.

use super::fields::rule_parts::{self, Home, PartLocation, home_of};
use super::state::{Authoring, Remarks, Snapshot};
use crate::action::Action;
use bowerbird_engine::types::{Message, Offer, PageRole, RuleFile, WorkbenchPart};

impl Authoring {
    /// The current state restored by undo.
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            text: self.rule.as_ref().map(|rule| rule.text.clone()),
            site: self.site,
            role: self.role,
            picks: self.picks.clone(),
            shown: self.shown.clone(),
            steps: self.steps.clone(),
        }
    }

    /// Saves the current state before an edit; consecutive edits with the same `about` are one
    /// step.
    pub(super) fn note(&mut self, about: Option<&str>) {
        let before = self.snapshot();
        self.history.note(about, || before);
    }

    /// Changes the rule as one undo step, and reads the page with it.
    pub fn edit(
        &mut self,
        about: Option<&str>,
        actions: &mut Vec<Action>,
        change: impl FnOnce(&mut RuleFile) -> bool,
    ) {
        let before = self.snapshot();
        let rule = self.rule_or_new();
        if change(&mut rule.file) {
            rule.form_changed();
            self.history.note(about, || before);
            self.remarks = Remarks::default();
            self.read(actions);
        }
    }

    /// Handles typed rule text.
    pub fn text_typed(&mut self, text: String, actions: &mut Vec<Action>) {
        self.note(Some("text"));
        let rule = self.rule_or_new();
        rule.text = text;
        rule.text_changed();
        self.read(actions);
    }

    /// Removes a part; a field with its picks.
    pub fn remove(&mut self, spot: &PartLocation, actions: &mut Vec<Action>) {
        let spot = spot.clone();
        self.edit(None, actions, |file| {
            rule_parts::remove(file, &spot);
            true
        });
        self.picks
            .retain(|pick| !(pick.part == spot.part && spot.is_on(pick.role)));
        if spot.part == WorkbenchPart::Next {
            self.steps.no_next = true;
        }
        for place in [&mut self.armed, &mut self.shown] {
            if place.as_ref() == Some(&spot) && spot.name().is_some() {
                *place = None;
            }
        }
    }

    /// Moves a field up or down by this many places.
    pub fn move_by(&mut self, spot: &PartLocation, by: isize, actions: &mut Vec<Action>) {
        let fields = rule_parts::fields(self.file(), spot.home);
        let place = spot
            .name()
            .and_then(|name| fields.iter().position(|field| field.name == name));
        // The target index: one further down, because removing the field shifts the others up.
        let to = place.and_then(|place| place.checked_add_signed(by));
        if let (Some(from), Some(to)) = (place, to) {
            let before = if by > 0 { to + 1 } else { to };
            self.edit(None, actions, |file| {
                rule_parts::move_field(file, spot.home, from, before)
            });
        }
    }

    /// Renames a field everywhere.
    pub fn rename(&mut self, home: Home, old: &str, new: &str, actions: &mut Vec<Action>) {
        let new = new.trim().to_owned();
        if old == new {
            return;
        }
        let mut done = false;
        self.edit(None, actions, |file| {
            done = rule_parts::rename(file, home, old, &new);
            done
        });
        if !done {
            self.remarks.trouble =
                Some(Message::new("app-author-name-taken").with("name", new.as_str()));
            return;
        }
        let part = WorkbenchPart::Field(new.clone());
        for pick in &mut self.picks {
            if home_of(pick.role) == home && pick.part == WorkbenchPart::Field(old.to_owned()) {
                pick.part = part.clone();
            }
        }
        if let Some(ranked) = self.ranked.remove(&(home, old.to_owned())) {
            self.ranked.insert((home, new.clone()), ranked);
        }
        for place in [&mut self.armed, &mut self.shown] {
            if let Some(spot) = place
                && spot.home == home
                && spot.name() == Some(old)
            {
                spot.part = part.clone();
            }
        }
    }

    /// Sets the role of the page.
    pub fn choose_role(&mut self, role: PageRole, actions: &mut Vec<Action>) {
        // The fields of one site's list would all be missing in another's: it is proposed afresh.
        if self.foreign && role == PageRole::List {
            self.begin_anew(actions);
        } else if self.role == role {
            return;
        } else {
            self.note(None);
        }
        self.role_chosen = true;
        self.role = role;
        // Any page can contain records, but a list must link to pages.
        let fits = |offer: &Offer| role == PageRole::Records || offer.role == role;
        self.steps.offer = self.offers().iter().position(fits).unwrap_or_default();
        self.propose();
        self.armed = None;
        self.shown = None;
        self.question = None;
        self.read(actions);
    }

    /// Undoes the last edit.
    pub fn undo(&mut self, actions: &mut Vec<Action>) {
        let now = self.snapshot();
        if let Some(before) = self.history.undo(now) {
            self.restore(before, actions);
        }
    }

    /// Redoes the last undone edit.
    pub fn redo(&mut self, actions: &mut Vec<Action>) {
        let now = self.snapshot();
        if let Some(after) = self.history.redo(now) {
            self.restore(after, actions);
        }
    }

    /// Whether undo and redo are possible.
    pub fn can(&self) -> (bool, bool) {
        (self.history.can_undo(), self.history.can_redo())
    }

    pub(super) fn restore(&mut self, snapshot: Snapshot, actions: &mut Vec<Action>) {
        self.site = snapshot.site;
        match snapshot.text {
            Some(text) => {
                let rule = self.rule_or_new();
                rule.site = snapshot.site;
                rule.text = text;
                rule.text_changed();
            }
            None => self.rule = None,
        }
        self.role = snapshot.role;
        self.picks = snapshot.picks;
        self.shown = snapshot.shown;
        self.steps = snapshot.steps;
        self.armed = None;
        self.question = None;
        self.by_hand = None;
        self.renaming = None;
        self.remarks = Remarks::default();
        self.generations.author = None;
        self.read(actions);
    }
}
