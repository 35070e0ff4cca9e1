//! What the workbench knows of the open page, and how the engine's answers change it. Answers
//! about a page that is no longer open are left aside.

use std::sync::Arc;

use super::draft::Draft;
use super::page::{BenchInput, Go, Mark, MarkStyle, PageView};
use super::uses::Use;
use crate::app::action::Action;
use crate::app::command::UiCommand;
use crate::app::views::sites::Editor;
use crate::app::widgets::table::TableState;
use crate::engine::types::{ElementIndex, Layout, Message, Picked, Record, Value, starter};
use crate::engine::{Command, OpenedPage, PageTicket, SelectionResult};

/// Tabs of the side panel in a narrow window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideTab {
    /// The picked element.
    #[default]
    Element,
    /// The rule.
    Rule,
}

/// What the rule makes of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tried {
    /// Read as a list.
    pub items: Vec<(String, Vec<(String, Value)>)>,
    /// Next list page.
    pub next: Option<String>,
    /// Read as content.
    pub records: Vec<Record>,
    /// Faults of the rule.
    pub errors: Vec<(usize, usize, Message)>,
    /// Whether the records are shown, not the items.
    pub show_records: bool,
    /// The table.
    pub table: TableState,
}

/// What the view remembers.
#[derive(Default)]
pub struct WorkbenchState {
    /// The page and its views.
    pub page: PageView,
    /// The picked element.
    pub picked: Option<Picked>,
    /// The selector as typed.
    pub draft: Draft,
    /// What it found.
    pub selection: Option<SelectionResult>,
    /// The rule being built.
    pub rule: Option<Editor>,
    /// The use that asks for a name.
    pub naming: Option<Use>,
    /// What the rule makes of the page.
    pub tried: Option<Tried>,
    /// Tab of the side panel.
    pub side: SideTab,
    /// Name of the rule being saved as a new site.
    pub saving: Option<String>,
    /// Commands from keys, menu and palette that the view carries out when it is drawn next:
    /// undo, redo, find, add a sample. The shell empties it after each frame.
    pub inbox: Vec<UiCommand>,
}

impl WorkbenchState {
    /// Opens `url` and forgets the page before.
    pub fn open(&mut self, url: &str, scale: f32, actions: &mut Vec<Action>) {
        self.go(&Go::To(url.to_owned()), scale, actions);
    }

    /// Goes to another page, or fetches this one again.
    pub fn go(&mut self, go: &Go, scale: f32, actions: &mut Vec<Action>) {
        let before = self.page.opened.as_ref().map(|page| page.url.clone());
        if self.page.go(go, scale, actions) && before.as_deref() != Some(&self.page.address) {
            // A selector typed for one page says nothing about another.
            self.draft = Draft::default();
            self.naming = None;
        }
        self.forget();
    }

    /// Gives the page up.
    pub fn cancel(&mut self, actions: &mut Vec<Action>) {
        self.go(&Go::Stop, 1.0, actions);
    }

    fn forget(&mut self) {
        self.picked = None;
        self.selection = None;
        self.tried = None;
    }

    /// The page came.
    pub fn opened(&mut self, ticket: PageTicket, page: OpenedPage) {
        self.page.opened(ticket, page);
    }

    /// The page cannot be had.
    pub fn failed(&mut self, ticket: PageTicket, message: Message) {
        self.page.failed(ticket, message);
    }

    /// The page was laid out.
    pub fn drawn(&mut self, ticket: PageTicket, layout: Arc<Layout>) {
        self.page.drawn(ticket, layout);
    }

    /// There is no picture, or its child process died.
    pub fn not_drawn(&mut self, ticket: PageTicket, message: Message) {
        self.page.not_drawn(ticket, message);
    }

    /// Obeys what was done on the page: a pick asks for the element's description.
    pub fn take_input(&mut self, input: BenchInput, scale: f32, actions: &mut Vec<Action>) {
        match input {
            BenchInput::Pick { element, .. } => self.pick(element, actions),
            BenchInput::Hover { .. } => {}
            BenchInput::Go(go) => self.go(&go, scale, actions),
        }
    }

    /// What is marked on the page: what the selector finds, and the picked element.
    pub fn marks(&self) -> Vec<Mark> {
        let mark = |element, style| match self.draft.field {
            Some(field) => Mark::of_field(field, element, style, None),
            None => Mark::plain(element, style),
        };
        let found = self.selection.iter().flat_map(|found| &found.matches);
        let mut marks: Vec<Mark> = found
            .filter_map(|found| Some(mark(found.element?, MarkStyle::Alike)))
            .collect();
        marks.extend(
            self.picked
                .as_ref()
                .map(|picked| mark(picked.element, MarkStyle::Chosen)),
        );
        marks
    }

    /// Asks what the selector finds.
    pub fn select(&mut self, actions: &mut Vec<Action>) {
        if self.page.opened.is_none() || self.draft.source.trim().is_empty() {
            self.selection = None;
            return;
        }
        actions.push(Action::Send(Command::Select {
            ticket: self.page.ticket,
            selector: self.draft.selector(),
        }));
    }

    /// What a selector found; an answer to an older text is left aside.
    pub fn selected(&mut self, ticket: PageTicket, result: SelectionResult) {
        if ticket == self.page.ticket && result.source == self.draft.selector().source {
            self.selection = Some(result);
        }
    }

    /// An element was described: it becomes the picked one, and its selector is tried.
    pub fn picked(&mut self, ticket: PageTicket, picked: Picked, actions: &mut Vec<Action>) {
        if ticket != self.page.ticket {
            return;
        }
        self.draft = Draft::picked(&picked);
        self.picked = Some(picked);
        self.side = SideTab::Element;
        self.select(actions);
    }

    /// Asks for the description of `element`.
    pub fn pick(&self, element: ElementIndex, actions: &mut Vec<Action>) {
        actions.push(Action::Send(Command::Pick {
            ticket: self.page.ticket,
            element,
        }));
    }

    /// Tries the rule on the page.
    pub fn try_rule(&mut self, actions: &mut Vec<Action>) {
        if let (Some(rule), true) = (&self.rule, self.page.opened.is_some()) {
            actions.push(Action::Send(Command::TryRule {
                ticket: self.page.ticket,
                rule_toml: rule.text.clone(),
            }));
        }
    }

    /// What the rule makes of the page.
    pub fn tried(&mut self, ticket: PageTicket, mut tried: Tried) {
        if ticket == self.page.ticket {
            tried.show_records = tried.items.is_empty() && !tried.records.is_empty();
            self.tried = Some(tried);
        }
    }

    /// The rule being built; begun from the page when there is none.
    pub fn rule_or_new(&mut self) -> &mut Editor {
        let (page, site) = (&self.page.opened, self.page.site);
        self.rule.get_or_insert_with(|| {
            let url = page
                .as_ref()
                .map(|page| page.url.clone())
                .unwrap_or_default();
            let name = page
                .as_ref()
                .map(|page| page.title.trim().to_owned())
                .filter(|title| !title.is_empty())
                .unwrap_or_else(|| url.clone());
            Editor::new(site, starter(&name, &url))
        })
    }
}
