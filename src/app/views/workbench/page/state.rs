//! The state of the page view for the open page. Does not depend on rules.

use std::sync::Arc;

use eframe::egui::{Modifiers, Pos2, Rect, TextureHandle, Vec2, vec2};

use super::find::Find;
use super::history::PageHistory;
use super::history::local_files::OnDisk;
use super::input::{ElementMark, MarkColour, MarkStyle, WorkbenchInput};
use super::picture::boxes::Boxes;
use super::picture::pointed_element::{Menu, Pointing};
use super::picture::tiles::Tiles;
use super::picture::zoom::Zoom;
use super::source::Source;
use super::tree::Tree;
use crate::action::Action;
use crate::state::app_state::Known;
use bowerbird_engine::types::{ElementIndex, Layout, Message, SiteId};
use bowerbird_engine::{Command, OpenedPage, PageCommand, PageEgress, PageLogin, PageTicket};

/// The loading state of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Phase {
    /// Nothing was requested.
    #[default]
    Blank,
    /// It is loading.
    Fetching,
    /// It is loaded.
    Open,
    /// It cannot be loaded.
    Failed(Message),
}

/// The state of its picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Picture {
    /// It is being laid out.
    #[default]
    Waiting,
    /// It is laid out; tiles are loaded when scrolled to.
    Drawn(Arc<Layout>),
    /// There is none.
    Missing(Message),
}

/// The views of one page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// Its picture.
    #[default]
    Picture,
    /// Its elements.
    Tree,
    /// Its source.
    Source,
    /// Headings, paragraphs, links.
    Outline,
}

/// Available widths: phone, tablet, desktop, wide desktop.
pub const WIDTHS: [u32; 4] = [390, 768, 1000, 1440];

/// The state of the view.
#[derive(Default)]
pub struct PageView {
    /// The address as typed.
    pub address: String,
    /// Whether to focus the address bar.
    pub focus_address: bool,
    /// Addresses suggested while typing.
    pub known: Vec<Known>,
    /// Width of the page in CSS pixels; 0 for the default.
    pub width: u32,
    /// The site whose session is used.
    pub site: Option<SiteId>,
    /// The page that is open or loading.
    pub ticket: PageTicket,
    /// Its loading state.
    pub phase: Phase,
    /// How it was requested.
    pub(super) egress: PageEgress,
    /// Whether it is shown in the browser, before any step.
    pub(in crate::views::workbench) in_browser: bool,
    /// Whether pages of this host are requested with an account.
    pub(super) login: PageLogin,
    /// The page.
    pub opened: Option<OpenedPage>,
    /// The state of its picture.
    pub picture: Picture,
    /// The selected view.
    pub shown: Shown,
    /// Painted strips of the picture.
    pub tiles: Tiles,
    /// The boxes of the elements.
    pub boxes: Boxes,
    /// The pointed element.
    pub pointing: Pointing,
    /// The last picked element: shown in all views.
    pub current: Option<ElementIndex>,
    /// The element of the context menu.
    pub menu: Option<Menu>,
    /// The ancestor hovered in the line under the page, in this frame.
    pub crumb: Option<ElementIndex>,
    /// The element highlighted by another panel.
    pub lit: Option<ElementIndex>,
    /// Device pixels per CSS pixel of the requested picture.
    pub scale: f32,
    /// A requested other scale, and since when, in seconds of the window.
    pub(super) sharper: Option<(f32, f64)>,
    /// The zoom of the picture.
    pub zoom: Zoom,
    /// Its scroll position.
    pub scroll: Scroll,
    /// Previous and next pages.
    pub history: PageHistory,
    /// Those of them that are on disk.
    pub on_disk: OnDisk,
    /// Its elements as a tree; empty until loaded.
    pub tree: Tree,
    /// Its source; empty until requested and loaded.
    pub source: Source,
    /// The search on it.
    pub find: Find,
    /// Whether tree and source are shown below the picture instead of replacing it.
    pub beside: bool,
    /// The tree's scroll position.
    pub(super) in_tree: InRows,
    /// The source's scroll position.
    pub(super) in_source: InRows,
    /// The engine requests sent for this page.
    pub(super) asked: Asked,
    /// The modifier keys held at the last button press.
    pub(super) held: Modifiers,
    /// The texture of dashed lines.
    pub(super) dashes: Option<TextureHandle>,
}

/// The scroll position of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scroll {
    /// Its offset in points, as of the last frame.
    pub offset: Vec2,
    /// Its rectangle on the screen, as of the last frame.
    pub window: Option<Rect>,
    /// Points per CSS pixel, as of the last frame.
    pub zoom: f32,
    /// A requested offset.
    pub wanted: Option<Vec2>,
    /// Whether it is requested a second time.
    pub again: bool,
    /// A point of the page, in CSS pixels, to scroll to the top left.
    pub place: Option<Pos2>,
    /// The last such point, and the resulting offset on the picture at that time.
    pub returned: Option<(Pos2, Vec2)>,
    /// An element to scroll into view.
    pub element: Option<ElementIndex>,
}

/// The scroll position of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct InRows {
    /// Its offset in points, as of the last frame.
    pub offset: f32,
    /// An element to scroll into view.
    pub wanted: Option<ElementIndex>,
    /// Whether it is requested a second time.
    pub again: bool,
}

impl InRows {
    /// Records the offset reached after scrolling to `to` for `element`; rows missing in the last
    /// frame are scrolled to once more. Returns whether another frame is needed.
    pub fn came_to(&mut self, offset: f32, to: Option<(ElementIndex, f32)>) -> bool {
        self.offset = offset;
        let missed = to.filter(|(_, to)| (to - offset).abs() > 0.5 && !self.again);
        self.again = missed.is_some();
        if let Some((element, _)) = missed {
            self.wanted = Some(element);
        }
        missed.is_some()
    }
}

/// The engine requests sent for the open page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub tree: bool,
    pub source: bool,
}

impl PageView {
    /// Drops the page and waits for the one requested by `order`; `address` is shown meanwhile.
    pub fn expect(
        &mut self,
        address: &str,
        scale: f32,
        actions: &mut Vec<Action>,
        order: impl FnOnce(PageTicket, u32) -> Command,
    ) {
        self.forget(actions);
        address.clone_into(&mut self.address);
        self.ticket.0 += 1;
        self.scale = scale;
        self.phase = Phase::Fetching;
        actions.push(Action::Send(order(self.ticket, self.width_px())));
    }

    /// Cancels loading the page.
    pub fn cancel(&mut self, actions: &mut Vec<Action>) {
        self.forget(actions);
        self.ticket.0 += 1;
    }

    /// Width of the page in CSS pixels.
    pub fn width_px(&self) -> u32 {
        if self.width == 0 { 1000 } else { self.width }
    }

    /// Draws the open page again at another width or scale, without refetching it.
    pub fn redraw(&mut self, scale: f32, actions: &mut Vec<Action>) {
        if self.opened.is_none() {
            return;
        }
        self.scale = scale;
        actions.push(Action::Send(Command::Page(PageCommand::Draw {
            ticket: self.ticket,
            width: self.width_px(),
            scale,
        })));
    }

    fn forget(&mut self, actions: &mut Vec<Action>) {
        if self.phase != Phase::Blank {
            actions.push(Action::Send(Command::Page(PageCommand::Close {
                ticket: self.ticket,
            })));
        }
        self.phase = Phase::Blank;
        self.on_disk.open = None;
        self.opened = None;
        self.picture = Picture::Waiting;
        self.tiles.clear();
        self.boxes = Boxes::default();
        self.pointing = Pointing::default();
        self.current = None;
        self.menu = None;
        self.lit = None;
        self.scroll = Scroll::default();
        self.tree = Tree::default();
        self.source = Source::default();
        self.in_tree = InRows::default();
        self.in_source = InRows::default();
        self.asked = Asked::default();
        self.find.page_changed();
    }

    /// Scrolls to `element` in every view and highlights it; `None` removes the highlight.
    pub fn light(&mut self, element: Option<ElementIndex>) {
        self.lit = element;
        if element.is_some() {
            self.bring(element);
        }
    }

    /// Scrolls to `element` in every view.
    pub fn bring(&mut self, element: Option<ElementIndex>) {
        self.scroll.element = element;
        self.in_tree.wanted = element;
        self.in_source.wanted = element;
    }

    /// The box of `element` on the screen as of the last frame, if the picture is shown.
    pub fn on_screen(&self, element: ElementIndex) -> Option<Rect> {
        let window = self.scroll.window?;
        let of_page = self.boxes.get(element)?;
        let Picture::Drawn(layout) = &self.picture else {
            return None;
        };
        let margin = super::picture::zoom::margin(size_of(layout), self.scroll.zoom, window.size());
        let min = window.min - self.scroll.offset + margin;
        Some(Rect::from_min_size(
            min + of_page.min.to_vec2() * self.scroll.zoom,
            of_page.size() * self.scroll.zoom,
        ))
    }

    /// Shows another view of the page, scrolled to the current element.
    pub fn show(&mut self, shown: Shown) {
        self.shown = shown;
        self.bring(self.lit.or(self.current));
    }

    /// The parent of `element`.
    pub fn holder(&self, element: ElementIndex) -> Option<ElementIndex> {
        if self.tree.is_empty() {
            return self.boxes.holder(element);
        }
        self.tree.parent(element)
    }

    /// The target of the link that `element` is or is inside.
    pub fn link(&self, element: ElementIndex) -> Option<&str> {
        let mut around = Some(element);
        while let Some(element) = around {
            if let Some(link) = self.tree.line(element)?.link.as_deref() {
                return Some(link);
            }
            around = self.tree.parent(element);
        }
        None
    }

    /// `element` with its ancestors, outermost first.
    pub fn path(&self, element: ElementIndex) -> Vec<ElementIndex> {
        let mut path = vec![element];
        while let Some(holder) = path.last().and_then(|inner| self.holder(*inner)) {
            path.push(holder);
        }
        path.reverse();
        path
    }

    /// Such as `div#main.post`, or only its tag name.
    pub fn label(&self, element: ElementIndex) -> Option<String> {
        self.tree
            .label(element)
            .or_else(|| self.tag(element).map(str::to_owned))
    }

    fn tag(&self, element: ElementIndex) -> Option<&str> {
        let Picture::Drawn(layout) = &self.picture else {
            return None;
        };
        let of_page = layout.boxes.get(self.boxes.place(element)?)?;
        Some(&of_page.tag)
    }

    /// The marks of search results.
    pub(super) fn found_marks(&self) -> Vec<ElementMark> {
        let (found, shown) = self.find.places();
        let mark = |element: &ElementIndex| ElementMark {
            colour: MarkColour::Found,
            ..ElementMark::plain(
                *element,
                if shown == Some(*element) {
                    MarkStyle::Lit
                } else {
                    MarkStyle::Found
                },
            )
        };
        found.iter().map(mark).collect()
    }

    /// Updates the view's own state for an input.
    pub(super) fn note(&mut self, input: &WorkbenchInput) {
        if let WorkbenchInput::Pick { element, .. } = input {
            self.current = Some(*element);
            self.lit = None;
            // A pick in one view is shown in all: two of them may be visible.
            self.in_tree.wanted = Some(*element);
            self.in_source.wanted = Some(*element);
            let window = self.scroll.window;
            let seen = self.on_screen(*element).zip(window);
            if !seen.is_some_and(|(place, window)| window.intersects(place)) {
                self.scroll.element = Some(*element);
            }
        }
    }
}

/// Size of the picture in CSS pixels.
pub(super) fn size_of(layout: &Layout) -> Vec2 {
    #[expect(clippy::cast_precision_loss, reason = "pages stay far below 2^24 px")]
    let px = |value: u32| value as f32;
    vec2(px(layout.width), px(layout.height))
}
