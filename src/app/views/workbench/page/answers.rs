//! How the engine's answers change what the page view knows. Answers about a page that is no
//! longer open are left aside. What the views lack is asked for here too, once a page.

use std::sync::Arc;

use eframe::egui::{Pos2, Vec2, vec2};

use super::picture::boxes::Boxes;
use super::source::Source;
use super::state::{PageView, Phase, Picture, Shown, size_of};
use super::tree::Tree;
use crate::action::Action;
use bowerbird_engine::types::{ElementIndex, Layout, Message, PageSource, TreeLine};
use bowerbird_engine::{Command, OpenedPage, PageCommand, PageTicket};

/// The address that the engine gives to a page that comes from nowhere.
const NOWHERE: &str = "http://localhost/";

impl PageView {
    /// The window closes: what was painted in it is painted anew in the next one.
    pub fn forget_pictures(&mut self) {
        self.tiles.clear();
        self.dashes = None;
    }

    /// The page came; whether it is the one that is waited for.
    pub fn opened(&mut self, ticket: PageTicket, page: OpenedPage) -> bool {
        if ticket != self.ticket {
            return false;
        }
        // A page on disk that comes from nowhere is known by its file.
        let nowhere = page.url == NOWHERE;
        let file = self.on_disk.open.as_ref().filter(|_| nowhere);
        self.address = file.unwrap_or(&page.url).clone();
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
            let before = std::mem::replace(&mut self.boxes, Boxes::of(&layout));
            self.keep_place(&before);
            self.tiles.renew();
            self.picture = Picture::Drawn(layout);
        }
    }

    /// The page was drawn again, with its images or in another width: what was at the top of the
    /// window stays there.
    fn keep_place(&mut self, before: &Boxes) {
        let Picture::Drawn(old) = &self.picture else {
            return;
        };
        let (middle, zoom) = (size_of(old).x / 2.0, self.scroll.zoom.max(0.01));
        if let Some((place, led_to)) = self.scroll.returned
            && (led_to - self.scroll.offset).length() < 1.0
        {
            // The page may have been too short for it before its images came.
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

    /// There is no picture, or its child process died.
    pub fn not_drawn(&mut self, ticket: PageTicket, message: Message) {
        if ticket == self.ticket {
            self.tiles.clear();
            self.picture = Picture::Missing(message);
        }
    }

    /// What a search found.
    pub fn text_found(&mut self, ticket: PageTicket, generation: u64, elements: Vec<ElementIndex>) {
        if ticket != self.ticket {
            return;
        }
        if let Some(first) = self.find.came(generation, elements) {
            self.bring(Some(first));
        }
    }

    /// The page's elements came.
    pub fn tree_came(&mut self, ticket: PageTicket, lines: Arc<Vec<TreeLine>>) {
        if ticket == self.ticket {
            self.tree = Tree::of(lines);
            self.in_tree.wanted = self.lit.or(self.current);
        }
    }

    /// The page's source came.
    pub fn source_came(&mut self, ticket: PageTicket, source: &PageSource) {
        if ticket == self.ticket {
            self.source = Source::of(source);
            self.in_source.wanted = self.lit.or(self.current);
        }
    }

    /// Asks for what the page's views need and do not have.
    pub(super) fn ask(&mut self, actions: &mut Vec<Action>) {
        let ticket = self.ticket;
        // The tree names what is pointed at, so it is wanted in every view; the picture goes first.
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
