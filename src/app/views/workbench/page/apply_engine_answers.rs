//! Applies the engine's answers to the page view. Answers about a page that is no longer open are
//! ignored. Missing data of the views is also requested here, once per page.

use std::sync::Arc;

use eframe::egui::{Pos2, Vec2, vec2};

use super::picture::boxes::Boxes;
use super::source::Source;
use super::state::{PageView, Phase, Picture, Shown, size_of};
use super::tree::Tree;
use crate::action::Action;
use bowerbird_engine::types::{ElementIndex, Layout, Message, PageSource, TreeLine};
use bowerbird_engine::{Command, OpenedPage, PageCommand, PageTicket};

/// The engine's address for a page without one.
const NOWHERE: &str = "http://localhost/";

impl PageView {
    /// Drops painted pictures when the window closes; the next window paints them again.
    pub fn forget_pictures(&mut self) {
        self.tiles.clear();
        self.dashes = None;
    }

    /// Handles a loaded page; returns whether it is the expected one.
    pub fn opened(&mut self, ticket: PageTicket, page: OpenedPage) -> bool {
        if ticket != self.ticket {
            return false;
        }
        // A page on disk without an address is identified by its file.
        let nowhere = page.url == NOWHERE;
        let file = self.on_disk.open.as_ref().filter(|_| nowhere);
        self.address = file.unwrap_or(&page.url).clone();
        self.opened = Some(page);
        self.phase = Phase::Open;
        true
    }

    /// Handles a page that cannot be loaded.
    pub fn failed(&mut self, ticket: PageTicket, message: Message) {
        if ticket == self.ticket {
            self.phase = Phase::Failed(message);
        }
    }

    /// Handles the page's layout.
    pub fn drawn(&mut self, ticket: PageTicket, layout: Arc<Layout>) {
        if ticket == self.ticket {
            let before = std::mem::replace(&mut self.boxes, Boxes::of(&layout));
            self.keep_place(&before);
            self.tiles.renew();
            self.picture = Picture::Drawn(layout);
        }
    }

    /// The page was drawn again, with its images or in another width: keeps the content at the top
    /// of the window there.
    fn keep_place(&mut self, before: &Boxes) {
        let Picture::Drawn(old) = &self.picture else {
            return;
        };
        let (middle, zoom) = (size_of(old).x / 2.0, self.scroll.zoom.max(0.01));
        if let Some((place, led_to)) = self.scroll.returned
            && (led_to - self.scroll.offset).length() < 1.0
        {
            // The page may have been too short before its images arrived.
            self.scroll.place = Some(place);
            return;
        }
        let top = self.scroll.offset.y / zoom;
        if top < 1.0 {
            return;
        }
        let kept = before
            .hit(Pos2::new(middle, top + 4.0))
            .and_then(|element| Some((before.get(element)?, self.boxes.get(element)?)));
        if let Some((old, new)) = kept {
            let moved = (new.top() - old.top()) * zoom;
            let wanted = self.scroll.offset + vec2(0.0, moved);
            self.scroll.wanted = Some(wanted.max(Vec2::ZERO));
        }
    }

    /// Handles a missing picture, or the death of its child process.
    pub fn not_drawn(&mut self, ticket: PageTicket, message: Message) {
        if ticket == self.ticket {
            self.tiles.clear();
            self.picture = Picture::Missing(message);
        }
    }

    /// Handles search results.
    pub fn text_found(&mut self, ticket: PageTicket, generation: u64, elements: Vec<ElementIndex>) {
        if ticket != self.ticket {
            return;
        }
        if let Some(first) = self.find.came(generation, elements) {
            self.bring(Some(first));
        }
    }

    /// Handles the page's elements.
    pub fn tree_came(&mut self, ticket: PageTicket, lines: Arc<Vec<TreeLine>>) {
        if ticket == self.ticket {
            self.tree = Tree::of(lines);
            self.in_tree.wanted = self.lit.or(self.current);
        }
    }

    /// Handles the page's source.
    pub fn source_came(&mut self, ticket: PageTicket, source: &PageSource) {
        if ticket == self.ticket {
            self.source = Source::of(source);
            self.in_source.wanted = self.lit.or(self.current);
        }
    }

    /// Requests missing data of the page's views.
    pub(super) fn ask(&mut self, actions: &mut Vec<Action>) {
        let ticket = self.ticket;
        // The tree names the pointed element, so every view needs it; the picture comes first.
        let drawn = self.picture != Picture::Waiting || self.shown != Shown::Picture;
        if drawn && !self.asked.tree {
            self.asked.tree = true;
            actions.push(Action::Send(Command::Page(PageCommand::Tree { ticket })));
        }
        if self.shown == Shown::Source && !self.asked.source {
            self.asked.source = true;
            actions.push(Action::Send(Command::Page(PageCommand::Source { ticket })));
        }
    }
}
