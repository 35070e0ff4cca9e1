//! *Use the page*: what is done on the page is recorded as steps of the rule. Input: clicked elements
//! as the engine describes them. Output: steps, and a request to show the page after them.

use std::collections::BTreeMap;

use super::super::state::Authoring;
use crate::action::Action;
use bowerbird_engine::types::{ElementIndex, Message, PageStep, Picked, StepKind, StepPages};
use bowerbird_engine::{Command, PageCommand, PageTicket};

/// Kinds of `input` that are clicked, not typed into.
const CLICKED_INPUTS: [&str; 8] = [
    "submit", "button", "reset", "image", "checkbox", "radio", "file", "color",
];

/// The state of *Use the page*, and of the list of steps.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// The page that comes, and after how many steps it is.
    comes: Option<(PageTicket, usize)>,
    /// What was asked for without steps, and the address to which that led.
    without_steps: Option<(String, String)>,
    /// After how many steps the page had another address than without them.
    moved: Option<usize>,
    /// The step whose list of values is shown, although it may be empty.
    pub(super) several: Option<usize>,
    /// Whether a person chose on which pages a step is done.
    pub(super) pages_by_hand: bool,
    /// Whether the text of the open form gets the keyboard.
    pub(super) focus: bool,
    /// Whether the open form is to be scrolled into view.
    pub(super) reveal: bool,
    /// What the page calls the elements of steps, by selector.
    labels: BTreeMap<String, String>,
    /// The step that would be recorded for an element which seems to do nothing, and its label.
    doubt: Option<(PageStep, String)>,
}

impl UsePage {
    /// The options of the list that `css` finds, if it was clicked.
    pub(super) fn options(&self, css: &str) -> &[String] {
        self.options.get(css).map_or(&[], Vec::as_slice)
    }

    /// What the page calls the element that `css` finds, if that is known.
    pub(super) fn label(&self, css: &str) -> Option<&str> {
        self.labels.get(css).map(String::as_str)
    }

    /// The page calls the elements of steps so.
    pub(in crate::views::workbench::author) fn name_elements(
        &mut self,
        labels: &[(String, String)],
    ) {
        self.labels.extend(labels.iter().cloned());
    }

    /// The label of the clicked element that seems to do nothing.
    pub(super) fn doubted(&self) -> Option<&str> {
        self.doubt.as_ref().map(|(_, label)| label.as_str())
    }

    /// Asks for the page as it is after so many steps.
    pub(super) fn show_after(&mut self, count: usize) {
        self.wanted = Some(count);
    }

    /// After how many steps the page is to be shown now.
    pub fn take_wanted(&mut self) -> Option<usize> {
        self.wanted.take()
    }

    /// The page that comes with this ticket is the one after so many steps.
    pub fn comes_after(&mut self, ticket: PageTicket, count: usize) {
        self.comes = Some((ticket, count));
    }

    /// A page was opened.
    pub(in crate::views::workbench::author) fn page_came(
        &mut self,
        ticket: PageTicket,
        requested: &str,
        url: &str,
    ) {
        let after = self.comes.take_if(|(known, _)| *known == ticket);
        let Some((_, count)) = after else {
            self.without_steps = Some((requested.to_owned(), url.to_owned()));
            return;
        };
        let bare = |url: &str| url.trim_end_matches('#').to_owned();
        let known = self.without_steps.as_ref();
        let is_other =
            known.is_some_and(|(asked, led)| asked == requested && bare(led) != bare(url));
        self.moved = is_other.then_some(count);
    }

    /// The page is no longer open.
    pub(in crate::views::workbench::author) fn page_left(&mut self) {
        self.waits = None;
        self.doubt = None;
    }
}

impl Authoring {
    /// The steps of the rule.
    pub fn page_steps(&self) -> &[PageStep] {
        &self.file().steps
    }

    /// Whether nothing was decided yet but what is done on the page before it is read: what that
    /// brings tells what the page is.
    pub(in crate::views::workbench::author) fn has_only_steps(&self) -> bool {
        let file = self.file();
        self.site.is_none()
            && self.rule.is_some()
            && !self.steps.generic
            && !file.steps.is_empty()
            && file.list.is_none()
            && file.record.is_none()
            && file.fields.is_empty()
            && file.content.select.is_empty()
    }

    /// An element was clicked while the page is used.
    pub fn used(&mut self, element: ElementIndex, actions: &mut Vec<Action>) {
        let Some(page) = &self.page else {
            return;
        };
        self.use_page.waits = Some(element);
        self.use_page.doubt = None;
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
        // It would stand in the rule for everybody who gets that.
        if is_password(picked) {
            self.remarks.trouble = Some(Message::new("app-step-password"));
            return;
        }
        if !picked.options.is_empty() {
            let options = picked.options.clone();
            self.use_page.options.insert(picked.css.clone(), options);
        }
        if let Some(label) = &picked.label {
            let label = (picked.css.clone(), label.clone());
            self.use_page.name_elements(&[label]);
        }
        let step = step_of(picked);
        if step.kind == StepKind::Click && !picked.is_control {
            let label = picked.label.as_ref().unwrap_or(&picked.tag);
            self.use_page.doubt = Some((step, label.clone()));
            return;
        }
        self.add_done(step, actions);
    }

    /// Records the click that was in doubt, if `yes`.
    pub(super) fn settle_doubt(&mut self, yes: bool, actions: &mut Vec<Action>) {
        if let Some((step, _)) = self.use_page.doubt.take().filter(|_| yes) {
            self.add_done(step, actions);
        }
    }

    /// Adds a step, and shows the page after it where nothing is to be typed first.
    fn add_done(&mut self, step: PageStep, actions: &mut Vec<Action>) {
        let is_done = match step.kind {
            StepKind::Choose => step.text.as_ref().is_some_and(|text| !text.is_empty()),
            kind => kind == StepKind::Click,
        };
        self.add_step(step, actions);
        if is_done {
            self.use_page.show_after(self.page_steps().len());
        }
    }

    /// The next pages of what was searched or chosen have it in their address, if the steps led to
    /// another one: nothing is typed or sent on them again.
    pub(in crate::views::workbench::author) fn settle_step_pages(
        &mut self,
        actions: &mut Vec<Action>,
    ) {
        let Some(count) = self.use_page.moved.take() else {
            return;
        };
        let done = self.page_steps().get(..count).unwrap_or_default();
        let first = done.iter().position(|step| step.kind.needs_text());
        let Some(first) = first.filter(|_| !self.use_page.pages_by_hand) else {
            return;
        };
        let is_sent = |step: &PageStep| {
            step.on == StepPages::Lists && (step.kind.needs_text() || sends(step))
        };
        if !done.iter().skip(first).any(is_sent) {
            return;
        }
        self.edit(None, actions, |file| {
            let done = file.steps.iter_mut().take(count).skip(first);
            done.filter(|step| is_sent(step))
                .for_each(|step| step.on = StepPages::Starts);
            true
        });
    }

    /// Adds a step to the end, with its form open. What sends a text is done where that is typed.
    pub(super) fn add_step(&mut self, mut step: PageStep, actions: &mut Vec<Action>) {
        let place = self.page_steps().len();
        let mut typed = self.page_steps().iter().rev();
        let typed = typed.find(|step| step.kind.needs_text());
        if sends(&step) && typed.is_some_and(|typed| typed.on == StepPages::Starts) {
            step.on = StepPages::Starts;
        }
        self.use_page.focus = step.kind.needs_text();
        self.edit(None, actions, |file| {
            file.steps.push(step);
            true
        });
        self.use_page.shown = Some(place);
        self.use_page.reveal = true;
    }
}

/// Whether a step can send what was typed or chosen.
fn sends(step: &PageStep) -> bool {
    matches!(step.kind, StepKind::Click | StepKind::Press)
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

fn is_password(picked: &Picked) -> bool {
    let mut attributes = picked.attributes.iter();
    let is_of = attributes
        .any(|(name, value)| name == "type" && value.trim().eq_ignore_ascii_case("password"));
    picked.tag == "input" && is_of
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
        StepKind::Choose => {
            let other = picked.first_choice.as_ref().or(picked.options.get(1));
            Some(other.or(picked.options.first()).cloned())
        }
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
            first_choice: None,
            label: None,
            is_control: true,
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
