//! *Use the page*: what is done on the page is recorded as steps of the rule. Input: clicked elements
//! as the engine describes them. Output: steps, and a request to show the page after them.

use std::collections::BTreeMap;

use super::super::state::Authoring;
use crate::action::Action;
use bowerbird_engine::types::{ElementIndex, PageRole, PageStep, Picked, StepKind, StepPages};
use bowerbird_engine::{Command, PageCommand, PageTicket};

/// Kinds of `input` that are clicked, not typed into.
const CLICKED_INPUTS: [&str; 8] = [
    "submit", "button", "reset", "image", "checkbox", "radio", "file", "color",
];

/// The state of *Use the page*, and of the list of steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsePage {
    /// Whether clicks on the page are recorded.
    pub on: bool,
    /// The number of the step whose form is open.
    pub shown: Option<usize>,
    /// The clicked element that is not described yet.
    waits: Option<ElementIndex>,
    /// The options of the lists that were clicked, by selector.
    options: BTreeMap<String, Vec<String>>,
    /// After how many steps the page is to be shown.
    wanted: Option<usize>,
    /// Whether the text of the open form gets the keyboard.
    pub(super) focus: bool,
}

impl UsePage {
    /// The options of the list that `css` finds, if it was clicked.
    pub(super) fn options(&self, css: &str) -> &[String] {
        self.options.get(css).map_or(&[], Vec::as_slice)
    }

    /// Asks for the page as it is after so many steps.
    pub(super) fn show_after(&mut self, count: usize) {
        self.wanted = Some(count);
    }

    /// After how many steps the page is to be shown now.
    pub fn take_wanted(&mut self) -> Option<usize> {
        self.wanted.take()
    }

    /// The page is no longer open.
    pub(in crate::views::workbench::author) fn page_left(&mut self) {
        self.waits = None;
    }
}

impl Authoring {
    /// The steps of the rule.
    pub fn page_steps(&self) -> &[PageStep] {
        &self.file().steps
    }

    /// An element was clicked while the page is used.
    pub fn used(&mut self, element: ElementIndex, actions: &mut Vec<Action>) {
        let Some(page) = &self.page else {
            return;
        };
        self.use_page.waits = Some(element);
        actions.push(Action::Send(Command::Page(PageCommand::Pick {
            ticket: page.ticket,
            element,
        })));
    }

    /// Records a click on the described element, if it is the one that was clicked.
    pub fn record(&mut self, ticket: PageTicket, picked: &Picked, actions: &mut Vec<Action>) {
        let is_here = self.page.as_ref().is_some_and(|page| page.ticket == ticket);
        if !is_here || self.use_page.waits != Some(picked.element) {
            return;
        }
        self.use_page.waits = None;
        // A list to choose from shows one of its options.
        if let Some(list) = list_around(picked) {
            self.used(list, actions);
            return;
        }
        if !picked.options.is_empty() {
            let options = picked.options.clone();
            self.use_page.options.insert(picked.css.clone(), options);
        }
        let mut step = step_of(picked);
        // The next pages of what was searched or chosen have it in their address.
        if step.kind != StepKind::Click && self.role == PageRole::List {
            step.on = StepPages::Starts;
        }
        let is_done = step.kind == StepKind::Click;
        self.add_step(step, actions);
        if is_done {
            self.use_page.show_after(self.page_steps().len());
        }
    }

    /// Adds a step to the end, with its form open.
    pub(super) fn add_step(&mut self, step: PageStep, actions: &mut Vec<Action>) {
        let place = self.page_steps().len();
        self.use_page.focus = step.kind.needs_text();
        self.edit(None, actions, |file| {
            file.steps.push(step);
            true
        });
        self.use_page.shown = Some(place);
    }
}

/// The list to choose from that the element is an option of.
fn list_around(picked: &Picked) -> Option<ElementIndex> {
    if !matches!(picked.tag.as_str(), "option" | "optgroup") {
        return None;
    }
    let is_list = |label: &str| label.split(['#', '.']).next() == Some("select");
    let mut path = picked.path.iter().rev();
    path.find(|(_, label)| is_list(label))
        .map(|(list, _)| *list)
}

/// What a click on the element means as a step.
fn step_of(picked: &Picked) -> PageStep {
    let attribute = |name: &str| {
        let found = picked.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.to_lowercase())
    };
    let kind = match picked.tag.as_str() {
        "select" => StepKind::Choose,
        "textarea" => StepKind::Type,
        "input" => match attribute("type") {
            Some(kind) if CLICKED_INPUTS.contains(&kind.as_str()) => StepKind::Click,
            _ => StepKind::Type,
        },
        _ if attribute("contenteditable").is_some_and(|value| value != "false") => StepKind::Type,
        _ => StepKind::Click,
    };
    let text = match kind {
        StepKind::Choose => Some(picked.options.get(1).or(picked.options.first()).cloned()),
        StepKind::Type => Some(None),
        _ => None,
    };
    PageStep {
        kind,
        css: Some(picked.css.clone()),
        text: text.map(Option::unwrap_or_default),
        ..PageStep::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(tag: &str, attributes: &[(&str, &str)]) -> Picked {
        Picked {
            element: 3,
            tag: tag.to_owned(),
            text: String::new(),
            attributes: attributes
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            path: Vec::new(),
            css: "#it".to_owned(),
            xpath: String::new(),
            css_alike: None,
            next: None,
            options: Vec::new(),
        }
    }

    #[test]
    fn fields_are_typed_into_lists_chosen_from_and_all_else_clicked() {
        for (tag, attributes, kind) in [
            ("input", &[("type", "search")][..], StepKind::Type),
            ("input", &[][..], StepKind::Type),
            ("input", &[("type", "Submit")][..], StepKind::Click),
            ("textarea", &[][..], StepKind::Type),
            ("div", &[("contenteditable", "")][..], StepKind::Type),
            ("select", &[][..], StepKind::Choose),
            ("button", &[][..], StepKind::Click),
            ("span", &[][..], StepKind::Click),
        ] {
            let step = step_of(&picked(tag, attributes));
            assert_eq!(step.kind, kind, "{tag} {attributes:?}");
            assert_eq!(step.css.as_deref(), Some("#it"));
            assert_eq!(step.text.is_some(), kind.needs_text());
        }
    }
}
