//! What the page view remembers of the open page. Knows nothing of rules.

use std::sync::Arc;

use eframe::egui::{Modifiers, Pos2, Rect, TextureHandle, Vec2, vec2};

use super::find::Find;
use super::history::on_disk::OnDisk;
use super::history::{PageHistory, Visit};
use super::input::{BenchInput, ElementMark, MarkColour, MarkStyle, Navigation};
use super::picture::boxes::Boxes;
use super::picture::pointing::{Menu, Pointing};
use super::picture::tiles::Tiles;
use super::picture::zoom::Zoom;
use super::source::Source;
use super::tree::Tree;
use crate::action::Action;
use crate::state::app_state::Known;
use bowerbird_engine::types::{ElementIndex, Layout, Message, SiteId};
use bowerbird_engine::{Command, OpenedPage, PageCommand, PageTicket};

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
    /// Its elements.
    Tree,
    /// Its source.
    Source,
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
    /// Addresses suggested while one is typed.
    pub known: Vec<Known>,
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
    /// What the menu of the right button is about.
    pub menu: Option<Menu>,
    /// The ancestor pointed at in the line under the page, in this frame.
    pub crumb: Option<ElementIndex>,
    /// The element shown because something else speaks of it.
    pub lit: Option<ElementIndex>,
    /// Device pixels per CSS pixel that the picture was asked for with.
    pub scale: f32,
    /// Another one that is wanted, and since when, in seconds of the window.
    pub(super) sharper: Option<(f32, f64)>,
    /// How large the picture is shown.
    pub zoom: Zoom,
    /// Where its window is.
    pub scroll: Scroll,
    /// Pages before and after.
    pub history: PageHistory,
    /// Those of them that lie on disk.
    pub on_disk: OnDisk,
    /// Its elements as a tree; empty until it came.
    pub tree: Tree,
    /// Its source; empty until it was asked for and came.
    pub source: Source,
    /// What is looked for on it.
    pub find: Find,
    /// Whether tree and source stand below the picture instead of in its place.
    pub beside: bool,
    /// Where the tree's window is.
    pub(super) in_tree: InRows,
    /// Where the source's window is.
    pub(super) in_source: InRows,
    /// What was asked of the engine for this page.
    pub(super) asked: Asked,
    /// The keys that were held when the button of the pointer went down last.
    pub(super) held: Modifiers,
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
    /// Whether it is asked for a second time.
    pub again: bool,
    /// A place of the page, in CSS pixels, to have at the top left.
    pub place: Option<Pos2>,
    /// The last such place, and the offset that it led to on the picture of then.
    pub returned: Option<(Pos2, Vec2)>,
    /// An element to bring into sight.
    pub element: Option<ElementIndex>,
}

/// Where the window over rows is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct InRows {
    /// Its offset in points, as of the last frame.
    pub offset: f32,
    /// An element to bring into sight.
    pub wanted: Option<ElementIndex>,
    /// Whether it is asked for a second time.
    pub again: bool,
}

impl InRows {
    /// Notes where the window came to that was to go to `to` for `element`; rows that were not
    /// there in the last frame are gone to once more. Whether another frame is needed.
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

/// What was asked of the engine for the open page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub tree: bool,
    pub source: bool,
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
    pub fn navigate(&mut self, go: &Navigation, scale: f32, actions: &mut Vec<Action>) -> bool {
        match go {
            Navigation::To(url) => self.open(url, scale, actions),
            Navigation::Again => {
                let same = |page: &OpenedPage| page.url == self.address;
                let file = self.on_disk.open.clone();
                let file = file.filter(|_| self.opened.as_ref().is_none_or(same));
                let url = file.unwrap_or_else(|| self.address.clone());
                self.open(&url, scale, actions);
            }
            Navigation::Stop => {
                self.cancel(actions);
                return false;
            }
            Navigation::Back | Navigation::Forward => {
                let left = self.visit();
                let to = if *go == Navigation::Back {
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
        let url = match (&self.opened, &self.phase) {
            (Some(page), _) => self.on_disk.open.as_ref().unwrap_or(&page.url).clone(),
            // Whoever goes back while a page loads can come forward to it again.
            (None, Phase::Fetching | Phase::Failed(_)) => self.address.clone(),
            (None, Phase::Blank | Phase::Open) => return None,
        };
        let seen = self.scroll.offset / self.scroll.zoom.max(0.01);
        Some(Visit {
            url,
            seen: [seen.x, seen.y],
        })
    }

    fn fetch(&mut self, url: &str, scale: f32, actions: &mut Vec<Action>) {
        let place = self.scroll.place;
        if let Some((path, address, base)) = self.on_disk.find(url) {
            self.expect(url, scale, actions, |ticket, width| {
                Command::Page(PageCommand::OpenFile {
                    ticket,
                    path,
                    base,
                    width,
                    scale,
                })
            });
            self.on_disk.open = Some(address);
            self.scroll.place = place;
            return;
        }
        if self.fetch_kept(url, scale, actions) {
            self.scroll.place = place;
            return;
        }
        let site = self.site;
        self.expect(url, scale, actions, |ticket, width| {
            Command::Page(PageCommand::Open {
                ticket,
                url: url.to_owned(),
                site,
                width,
                scale,
            })
        });
        self.scroll.place = place;
    }

    /// Forgets the page and waits for the one that `order` brings; `address` is shown meanwhile.
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

    /// Gives the page up.
    pub fn cancel(&mut self, actions: &mut Vec<Action>) {
        self.forget(actions);
        self.ticket.0 += 1;
    }

    /// Width of the page in CSS pixels.
    pub fn width_px(&self) -> u32 {
        if self.width == 0 { 1000 } else { self.width }
    }

    /// Draws the open page again at another width or scale, without fetching it again.
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
        self.in_tree.wanted = element;
        self.in_source.wanted = element;
    }

    /// The box of `element` on the screen as of the last frame, where its picture is shown.
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

    /// Shows another view of the page, with the current element in sight.
    pub fn show(&mut self, shown: Shown) {
        self.shown = shown;
        self.bring(self.lit.or(self.current));
    }

    /// What holds `element`.
    pub fn holder(&self, element: ElementIndex) -> Option<ElementIndex> {
        if self.tree.is_empty() {
            return self.boxes.holder(element);
        }
        self.tree.parent(element)
    }

    /// Where the link leads that `element` is or stands in.
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

    /// `element` with what holds it, outermost first.
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

    /// What a search found, to be marked.
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

    /// Takes in what the view itself must know of an input.
    pub(super) fn note(&mut self, input: &BenchInput) {
        if let BenchInput::Pick { element, .. } = input {
            self.current = Some(*element);
            self.lit = None;
            // Pick in one view, shown in all: two of them may stand beside each other.
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
