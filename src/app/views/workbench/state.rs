//! What the workbench knows of the open page, and how the engine's answers change it. Answers
//! about a page that is no longer open are left aside.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use eframe::egui::TextureHandle;

use super::draft::Draft;
use super::uses::Use;
use crate::app::action::Action;
use crate::app::command::UiCommand;
use crate::app::views::sites::Editor;
use crate::app::widgets::table::TableState;
use crate::engine::types::{ElementIndex, Layout, Message, Picked, Record, SiteId, Value, starter};
use crate::engine::{Command, OpenedPage, PageTicket, SelectionResult};

/// How far the page is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Phase {
    /// Nothing was asked for.
    #[default]
    Blank,
    /// It is on its way.
    Fetching,
    /// It is here.
    Open,
    /// It cannot be had.
    Failed(Message),
}

/// How far its picture is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Picture {
    /// It is being laid out.
    #[default]
    Waiting,
    /// It is laid out; tiles come when they are scrolled to.
    Drawn(Arc<Layout>),
    /// There is none.
    Missing(Message),
}

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
    /// The address as typed.
    pub address: String,
    /// Width of the page in CSS pixels.
    pub width: u32,
    /// The site whose session is used and whose rule is edited.
    pub site: Option<SiteId>,
    /// The page that is open or on its way.
    pub ticket: PageTicket,
    /// How far it is.
    pub phase: Phase,
    /// The page.
    pub page: Option<OpenedPage>,
    /// How far its picture is.
    pub picture: Picture,
    /// Whether the structure is shown though there is a picture.
    pub show_structure: bool,
    /// Painted tiles.
    pub tiles: BTreeMap<u32, TextureHandle>,
    /// Tiles asked for.
    pub asked: BTreeSet<u32>,
    /// Place of each element's box in the layout.
    pub boxes: BTreeMap<ElementIndex, usize>,
    /// The element under the pointer, or under the keyboard's cursor.
    pub hovered: Option<ElementIndex>,
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
    /// Whether the cursor goes into the address bar.
    pub focus_address: bool,
    /// Addresses opened before this one.
    pub history: Vec<String>,
    /// Name of the rule being saved as a new site.
    pub saving: Option<String>,
    /// Commands from keys, menu and palette that the view carries out when it is drawn next:
    /// undo, redo, back, forward, find, add a sample. The shell empties it after each frame.
    pub inbox: Vec<UiCommand>,
}

/// Widths on offer: phone, tablet, desk, wide desk.
pub const WIDTHS: [u32; 4] = [390, 768, 1000, 1440];

impl WorkbenchState {
    /// Opens `url` and forgets the page before.
    pub fn open(&mut self, url: &str, scale: f32, actions: &mut Vec<Action>) {
        let url = url.trim();
        if url.is_empty() {
            return;
        }
        let before = self.page.take().map(|page| page.url);
        if before.as_deref() != Some(url) {
            // A selector typed for one page says nothing about another.
            self.draft = Draft::default();
            self.naming = None;
        }
        if let Some(before) = before.filter(|before| before != url) {
            self.history.push(before);
        }
        self.forget(actions);
        url.clone_into(&mut self.address);
        self.ticket.0 += 1;
        self.phase = Phase::Fetching;
        actions.push(Action::Send(Command::OpenPage {
            ticket: self.ticket,
            url: url.to_owned(),
            site: self.site,
            width: self.width_px(),
            scale,
        }));
    }

    /// Gives the page up.
    pub fn cancel(&mut self, actions: &mut Vec<Action>) {
        self.forget(actions);
        self.ticket.0 += 1;
    }

    /// Width of the page in CSS pixels.
    pub fn width_px(&self) -> u32 {
        if self.width == 0 { 1000 } else { self.width }
    }

    fn forget(&mut self, actions: &mut Vec<Action>) {
        if self.phase != Phase::Blank {
            actions.push(Action::Send(Command::ClosePage {
                ticket: self.ticket,
            }));
        }
        self.phase = Phase::Blank;
        self.page = None;
        self.picture = Picture::Waiting;
        self.tiles.clear();
        self.asked.clear();
        self.boxes.clear();
        self.hovered = None;
        self.picked = None;
        self.selection = None;
        self.tried = None;
    }

    /// The page came.
    pub fn opened(&mut self, ticket: PageTicket, page: OpenedPage) {
        if ticket == self.ticket {
            page.url.clone_into(&mut self.address);
            self.page = Some(page);
            self.phase = Phase::Open;
        }
    }

    /// The page cannot be had.
    pub fn failed(&mut self, ticket: PageTicket, message: Message) {
        if ticket == self.ticket {
            self.phase = Phase::Failed(message);
        }
    }

    /// The page was laid out.
    pub fn drawn(&mut self, ticket: PageTicket, layout: Arc<Layout>) {
        if ticket == self.ticket {
            self.boxes = layout
                .boxes
                .iter()
                .enumerate()
                .map(|(place, b)| (b.element, place))
                .collect();
            self.picture = Picture::Drawn(layout);
        }
    }

    /// There is no picture, or its child process died.
    pub fn not_drawn(&mut self, ticket: PageTicket, message: Message) {
        if ticket == self.ticket {
            self.tiles.clear();
            self.asked.clear();
            self.picture = Picture::Missing(message);
        }
    }

    /// Asks what the selector finds.
    pub fn select(&mut self, actions: &mut Vec<Action>) {
        if self.page.is_none() || self.draft.source.trim().is_empty() {
            self.selection = None;
            return;
        }
        actions.push(Action::Send(Command::Select {
            ticket: self.ticket,
            selector: self.draft.selector(),
        }));
    }

    /// What a selector found; an answer to an older text is left aside.
    pub fn selected(&mut self, ticket: PageTicket, result: SelectionResult) {
        if ticket == self.ticket && result.source == self.draft.selector().source {
            self.selection = Some(result);
        }
    }

    /// An element was described: it becomes the picked one, and its selector is tried.
    pub fn picked(&mut self, ticket: PageTicket, picked: Picked, actions: &mut Vec<Action>) {
        if ticket != self.ticket {
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
            ticket: self.ticket,
            element,
        }));
    }

    /// Tries the rule on the page.
    pub fn try_rule(&mut self, actions: &mut Vec<Action>) {
        if let (Some(rule), true) = (&self.rule, self.page.is_some()) {
            actions.push(Action::Send(Command::TryRule {
                ticket: self.ticket,
                rule_toml: rule.text.clone(),
            }));
        }
    }

    /// What the rule makes of the page.
    pub fn tried(&mut self, ticket: PageTicket, mut tried: Tried) {
        if ticket == self.ticket {
            tried.show_records = tried.items.is_empty() && !tried.records.is_empty();
            self.tried = Some(tried);
        }
    }

    /// The rule being built; begun from the page when there is none.
    pub fn rule_or_new(&mut self) -> &mut Editor {
        let (page, site) = (&self.page, self.site);
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
