//! What the page view remembers of the open page, and how the engine's answers change it. Answers
//! about a page that is no longer open are left aside. Knows nothing of rules.

use std::sync::Arc;

use eframe::egui::{Pos2, Rect, TextureHandle, Vec2, vec2};

use super::boxes::Boxes;
use super::canvas::zoom_to;
use super::history::{History, Visit};
use super::input::{BenchInput, Go, Mark};
use super::pointing::Pointing;
use super::tiles::Tiles;
use super::zoom::Zoom;
use crate::app::action::Action;
use crate::app::command::UiCommand;
use crate::engine::types::{ElementIndex, Layout, Message, SiteId};
use crate::engine::{Command, OpenedPage, PageTicket};

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

/// The views of one page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// Its picture.
    #[default]
    Picture,
    /// Headings, paragraphs, links.
    Outline,
}

/// Widths on offer: phone, tablet, desk, wide desk.
pub const WIDTHS: [u32; 4] = [390, 768, 1000, 1440];

/// What the view remembers.
#[derive(Default)]
pub struct PageView {
    /// The address as typed.
    pub address: String,
    /// Whether the cursor goes into the address bar.
    pub focus_address: bool,
    /// Width of the page in CSS pixels; 0 is the usual one.
    pub width: u32,
    /// The site whose session is used.
    pub site: Option<SiteId>,
    /// The page that is open or on its way.
    pub ticket: PageTicket,
    /// How far it is.
    pub phase: Phase,
    /// The page.
    pub opened: Option<OpenedPage>,
    /// How far its picture is.
    pub picture: Picture,
    /// Which view of it is shown.
    pub shown: Shown,
    /// Painted strips of the picture.
    pub tiles: Tiles,
    /// Where the elements are.
    pub boxes: Boxes,
    /// What is pointed at.
    pub pointing: Pointing,
    /// The element picked last: all views show it.
    pub current: Option<ElementIndex>,
    /// The ancestor pointed at in the line under the page, in this frame.
    pub crumb: Option<ElementIndex>,
    /// The element shown because something else speaks of it.
    pub lit: Option<ElementIndex>,
    /// How large the picture is shown.
    pub zoom: Zoom,
    /// Where its window is.
    pub scroll: Scroll,
    /// Pages before and after.
    pub history: History,
    /// The texture of dashed lines.
    pub(super) dashes: Option<TextureHandle>,
}

/// Where the window over the picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scroll {
    /// Its offset in points, as of the last frame.
    pub offset: Vec2,
    /// Its place on the screen, as of the last frame.
    pub window: Option<Rect>,
    /// Points per CSS pixel, as of the last frame.
    pub zoom: f32,
    /// An offset to go to.
    pub wanted: Option<Vec2>,
    /// A place of the page, in CSS pixels, to have at the top left.
    pub place: Option<Pos2>,
    /// An element to bring into sight.
    pub element: Option<ElementIndex>,
}

impl PageView {
    /// Opens `url` and forgets the page before, which can be gone back to.
    pub fn open(&mut self, url: &str, scale: f32, actions: &mut Vec<Action>) {
        let url = url.trim();
        if url.is_empty() {
            return;
        }
        match self.visit() {
            Some(left) if left.url != url => self.history.leave(left),
            Some(left) => self.scroll.place = Some(left.seen.into()),
            None => {}
        }
        self.fetch(url, scale, actions);
    }

    /// Goes where `go` says; returns whether another page is on its way.
    pub fn go(&mut self, go: &Go, scale: f32, actions: &mut Vec<Action>) -> bool {
        match go {
            Go::To(url) => self.open(url, scale, actions),
            Go::Again => {
                let url = self.address.clone();
                self.open(&url, scale, actions);
            }
            Go::Stop => {
                self.cancel(actions);
                return false;
            }
            Go::Back | Go::Forward => {
                let left = self.visit();
                let to = if *go == Go::Back {
                    self.history.back(left)
                } else {
                    self.history.forward(left)
                };
                let Some(to) = to else {
                    return false;
                };
                self.fetch(&to.url, scale, actions);
                self.scroll.place = Some(to.seen.into());
            }
        }
        true
    }

    fn visit(&self) -> Option<Visit> {
        let page = self.opened.as_ref()?;
        let seen = self.scroll.offset / self.scroll.zoom.max(0.01);
        Some(Visit {
            url: page.url.clone(),
            seen: [seen.x, seen.y],
        })
    }

    fn fetch(&mut self, url: &str, scale: f32, actions: &mut Vec<Action>) {
        let place = self.scroll.place;
        self.forget(actions);
        self.scroll.place = place;
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
        self.opened = None;
        self.picture = Picture::Waiting;
        self.tiles.clear();
        self.boxes = Boxes::default();
        self.pointing = Pointing::default();
        self.current = None;
        self.lit = None;
        self.scroll = Scroll::default();
    }

    /// The page came; whether it is the one that is waited for.
    pub fn opened(&mut self, ticket: PageTicket, page: OpenedPage) -> bool {
        if ticket != self.ticket {
            return false;
        }
        page.url.clone_into(&mut self.address);
        self.opened = Some(page);
        self.phase = Phase::Open;
        true
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
            self.boxes = Boxes::of(&layout);
            self.tiles.clear();
            self.picture = Picture::Drawn(layout);
        }
    }

    /// There is no picture, or its child process died.
    pub fn not_drawn(&mut self, ticket: PageTicket, message: Message) {
        if ticket == self.ticket {
            self.tiles.clear();
            self.picture = Picture::Missing(message);
        }
    }

    /// Brings `element` into sight in every view and lights it up; `None` puts the light out.
    pub fn light(&mut self, element: Option<ElementIndex>) {
        self.lit = element;
        if element.is_some() {
            self.bring(element);
        }
    }

    /// Brings `element` into sight in every view.
    pub fn bring(&mut self, element: Option<ElementIndex>) {
        self.scroll.element = element;
    }

    /// The box of `element` on the screen as of the last frame, where its picture is shown.
    pub fn on_screen(&self, element: ElementIndex) -> Option<Rect> {
        let window = self.scroll.window?;
        let of_page = self.boxes.get(element)?;
        let Picture::Drawn(layout) = &self.picture else {
            return None;
        };
        let margin = super::zoom::margin(size_of(layout), self.scroll.zoom, window.size());
        let min = window.min - self.scroll.offset + margin;
        Some(Rect::from_min_size(
            min + of_page.min.to_vec2() * self.scroll.zoom,
            of_page.size() * self.scroll.zoom,
        ))
    }

    /// Shows another view of the page, with the current element in sight.
    pub fn show(&mut self, shown: Shown) {
        self.shown = shown;
        self.bring(self.lit.or(self.current));
    }

    /// Zooms around the middle of the window.
    pub fn zoom_command(&mut self, command: UiCommand) {
        let (Picture::Drawn(layout), Some(window)) = (&self.picture, self.scroll.window) else {
            return;
        };
        let page = size_of(layout);
        let now = self.zoom.factor(window.width(), page.x);
        let zoom = match command {
            UiCommand::ZoomIn => Zoom::larger(now),
            UiCommand::ZoomOut => Zoom::smaller(now),
            _ => Zoom::At(1.0),
        };
        zoom_to(self, zoom, page, window, None);
    }

    /// What holds `element`.
    pub fn holder(&self, element: ElementIndex) -> Option<ElementIndex> {
        self.boxes.holder(element)
    }

    /// `element` with what holds it, outermost first.
    pub fn path(&self, element: ElementIndex) -> Vec<ElementIndex> {
        let mut path = vec![element];
        while let Some(holder) = path.last().and_then(|inner| self.holder(*inner)) {
            path.push(holder);
        }
        path.reverse();
        path
    }

    /// Its tag name.
    pub fn tag(&self, element: ElementIndex) -> Option<&str> {
        let Picture::Drawn(layout) = &self.picture else {
            return None;
        };
        let of_page = layout.boxes.get(self.boxes.place(element)?)?;
        Some(&of_page.tag)
    }

    /// What a search found, to be marked.
    pub(super) fn found_marks(&self) -> Vec<Mark> {
        Vec::new()
    }

    /// Takes in what the view itself must know of an input.
    pub(super) fn note(&mut self, input: &BenchInput) {
        if let BenchInput::Pick { element, .. } = input {
            self.current = Some(*element);
            self.lit = None;
        }
    }
}

/// Size of the picture in CSS pixels.
pub(super) fn size_of(layout: &Layout) -> Vec2 {
    #[expect(clippy::cast_precision_loss, reason = "pages stay far below 2^24 px")]
    let px = |value: u32| value as f32;
    vec2(px(layout.width), px(layout.height))
}
