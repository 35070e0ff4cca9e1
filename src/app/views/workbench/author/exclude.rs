//! "Not this one": the rule's results at an element, and excluding them. Input: an element with
//! its ancestors. Output: an excluding pick, from which the engine learns.

use super::fields::rule_parts::PartLocation;
use super::state::{Authoring, Remarks};
use crate::action::Action;
use crate::views::workbench::page::How;
use bowerbird_engine::types::{
    ElementIndex, Message, PageRole, WorkbenchPart, WorkbenchPick, WorkbenchTarget,
};

impl Authoring {
    /// The rule's results at an element or around it, innermost first. `path` is the element with
    /// its ancestors, outermost first.
    pub fn found_at(&self, path: &[ElementIndex]) -> Vec<(WorkbenchPart, ElementIndex)> {
        let Some(reading) = &self.reading else {
            return Vec::new();
        };
        let can = |part: &WorkbenchPart| {
            matches!(
                part,
                WorkbenchPart::Field(_)
                    | WorkbenchPart::Content
                    | WorkbenchPart::Link
                    | WorkbenchPart::Item
            )
        };
        let mut found = Vec::new();
        for element in path.iter().rev() {
            let here = reading.marks.iter().filter(|marks| can(&marks.part));
            for marks in here.filter(|marks| marks.elements.contains(element)) {
                if !found.iter().any(|(part, _)| *part == marks.part) {
                    found.push((marks.part.clone(), *element));
                }
            }
        }
        // The container comes last, even if it is the same element.
        found.sort_by_key(|(part, _)| *part == WorkbenchPart::Item);
        found
    }

    /// Excludes the element at the end of `path`: from the armed or displayed part if it was found
    /// there, else from the innermost result.
    pub fn exclude_at(&mut self, path: &[ElementIndex], actions: &mut Vec<Action>) {
        let Some(element) = path.last() else {
            return;
        };
        let found = self.found_at(path);
        let shown = self.armed.as_ref().or(self.shown.as_ref());
        let shown = shown.filter(|spot| spot.is_on(self.role)).cloned();
        let meant = found
            .iter()
            .find(|(part, _)| shown.as_ref().is_some_and(|spot| spot.part == *part))
            .or(found.first())
            .cloned();
        match meant {
            // Inside a value, the clicked element does not belong to it; among a list's items, the
            // surrounding item is excluded.
            Some((part @ (WorkbenchPart::Field(_) | WorkbenchPart::Content), _))
                if self.role != PageRole::List =>
            {
                self.exclude(part, *element, actions);
            }
            Some((part, element)) => self.exclude(part, element, actions),
            None if self.exclude_from_offer(path, actions) => {}
            None if shown.is_some() => self.clicked(*element, How::Exclude, None, actions),
            None => {
                self.remarks = Remarks {
                    trouble: Some(Message::new("app-author-nothing-to-exclude")),
                    notes: Vec::new(),
                };
            }
        }
    }

    /// Accepts the displayed proposal without its record at the end of `path`, which is excluded once
    /// the rule is there. Returns false if nothing is proposed there.
    fn exclude_from_offer(&mut self, path: &[ElementIndex], actions: &mut Vec<Action>) -> bool {
        if self.rule.is_some() {
            return false;
        }
        let offer = self.steps.offer;
        let elements = self.offers().get(offer).map(|offer| &offer.elements);
        let mut around = path.iter().rev();
        let record = around.find(|at| elements.is_some_and(|all| all.contains(at)));
        let Some(record) = record.copied() else {
            return false;
        };
        self.question = None;
        self.accept_offer(offer, actions);
        self.exclude_next = Some(record);
        true
    }

    /// Excludes what waited for the proposal to be accepted.
    pub(super) fn exclude_waiting(&mut self, actions: &mut Vec<Action>) {
        if let Some(record) = self.exclude_next.take() {
            self.exclude(WorkbenchPart::Item, record, actions);
        }
    }

    /// Excludes `element` from that part.
    pub fn exclude(
        &mut self,
        part: WorkbenchPart,
        element: ElementIndex,
        actions: &mut Vec<Action>,
    ) {
        let Some(page) = &self.page else {
            return;
        };
        let ticket = page.ticket;
        self.question = None;
        self.lit.clear();
        let spot = PartLocation {
            home: self.home(),
            part,
        };
        let take = self.take_of(&spot.part);
        let pick = WorkbenchPick {
            ticket,
            role: self.role,
            part: spot.part,
            target: WorkbenchTarget::Element(element),
            take,
            negative: true,
        };
        self.pick(pick, true, actions);
    }
}
