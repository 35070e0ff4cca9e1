//! The state of the workbench: the open page and the rule being created. It connects the two: input
//! on the page becomes requests for the rule, and the rule's results become marks on the page.
//! Answers about a page that is no longer open are ignored.

use std::path::Path;
use std::sync::Arc;

use eframe::egui::Context;

use super::author::data::{OpenRequest, PageTarget};
use super::author::{self, Authoring};
use super::maintenance::RuleMaintenance;
use super::page::{Copied, ElementMark, How, Navigation, PageView, WorkbenchInput};
use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::style::ui_context::UiContext;
use crate::views::pasted_addresses::addresses;
use bowerbird_engine::types::{ElementIndex, FetchMode, Layout, Message, Picked, SampleId, SiteId};
use bowerbird_engine::{Command, Event, OpenedPage, PageCommand, PageTicket};

/// The state of the view.
#[derive(Default)]
pub struct WorkbenchState {
    /// The page and its views.
    pub page: PageView,
    /// The rule being created.
    pub author: Authoring,
    /// Samples, tests and repair of that rule.
    pub maintenance: RuleMaintenance,
    /// Several addresses typed instead of one, until it is said what to do with them.
    pub pasted: Vec<String>,
    /// What to copy once its element is described.
    pub copying: Option<(ElementIndex, Copied)>,
    /// Commands from keys, menu and palette that the view executes when it is drawn next: undo,
    /// redo, find, add a sample. The shell clears it after each frame.
    pub inbox: Vec<UiCommand>,
}

impl WorkbenchState {
    /// Opens `url` and drops the previous page.
    pub fn open(&mut self, url: &str, scale: f32, actions: &mut Vec<Action>) {
        self.navigate(&Navigation::To(url.to_owned()), scale, actions);
    }

    /// Navigates to another page, or reloads this one.
    pub fn navigate(&mut self, go: &Navigation, scale: f32, actions: &mut Vec<Action>) {
        if let Navigation::To(typed) = go
            && let Some(path) = self.page.on_disk.unknown(typed)
        {
            actions.push(Action::OpenFiles {
                paths: vec![path],
                format: None,
            });
            return;
        }
        // The same page is shown as before, another one as runs of the rule read it.
        let is_same = matches!(
            go,
            Navigation::Again | Navigation::As(_) | Navigation::Through(..) | Navigation::Stop
        );
        if !is_same {
            self.page.in_browser = self.author.file().network.fetch == FetchMode::Browser;
        }
        self.page.site = self.author.site;
        self.author.light_next.clear();
        self.page.navigate(go, scale, actions);
        if self.page.opened.is_none() {
            self.author.forget_page();
        }
    }

    /// Opens a page from disk; `base` is its address, if the file does not contain it.
    pub fn open_file(
        &mut self,
        path: &Path,
        base: Option<String>,
        scale: f32,
        actions: &mut Vec<Action>,
    ) {
        if let Some(address) = self.page.on_disk.note(path, base) {
            self.open(&address, scale, actions);
        }
    }

    /// The site was removed: its rule becomes an unsaved one.
    pub fn site_removed(&mut self, site: SiteId) {
        if self.page.site == Some(site) {
            self.page.site = None;
        }
        self.author.site_removed(site);
    }

    /// Cancels loading the page.
    pub fn cancel(&mut self, actions: &mut Vec<Action>) {
        self.navigate(&Navigation::Stop, 1.0, actions);
    }

    /// Works on the rule of `site` from now on, or on none; the current rule stays if it belongs to
    /// the same site.
    pub fn load_rule(&mut self, site: Option<SiteId>, text: Option<String>) {
        if self.author.site != site || self.author.rule.is_none() {
            self.author.load_rule(site, text);
        }
    }

    /// Handles the loaded page.
    pub fn opened(&mut self, ticket: PageTicket, page: OpenedPage) {
        if ticket == self.page.ticket {
            self.author.opened(ticket, &page);
        }
        if let Some(old) = self.old_page(ticket) {
            old.opened(ticket, page);
            return;
        }
        self.page.opened(ticket, page);
    }

    /// Handles a page that cannot be loaded.
    pub fn failed(&mut self, ticket: PageTicket, message: Message) {
        self.view(ticket).failed(ticket, message);
    }

    /// Handles the page's layout.
    pub fn drawn(&mut self, ticket: PageTicket, layout: Arc<Layout>) {
        self.view(ticket).drawn(ticket, layout);
    }

    /// Handles a missing picture, or the death of its child process.
    pub fn not_drawn(&mut self, ticket: PageTicket, message: Message) {
        self.view(ticket).not_drawn(ticket, message);
    }

    /// Handles a painted strip of a page's picture.
    pub fn tile(
        &mut self,
        ctx: &Context,
        ticket: PageTicket,
        number: u32,
        (size, rgba): ([u32; 2], &[u8]),
    ) {
        let page = self.view(ticket);
        if page.ticket == ticket {
            page.tiles.came(ctx, number, size, rgba);
        }
    }

    /// Drops painted pictures when the window closes.
    pub fn forget_pictures(&mut self) {
        self.page.forget_pictures();
        if let Some(repair) = &mut self.maintenance.repair {
            repair.old.forget_pictures();
        }
    }

    /// The view of that page: the one from before the redesign, or the open one.
    pub fn view(&mut self, ticket: PageTicket) -> &mut PageView {
        match &mut self.maintenance.repair {
            Some(repair) if repair.old.ticket == ticket => &mut repair.old,
            _ => &mut self.page,
        }
    }

    fn old_page(&mut self, ticket: PageTicket) -> Option<&mut PageView> {
        let repair = self.maintenance.repair.as_mut()?;
        (repair.old.ticket == ticket).then_some(&mut repair.old)
    }

    /// Opens the page of a sample, without a request.
    pub fn open_sample(&mut self, id: SampleId, scale: f32, actions: &mut Vec<Action>) {
        let mut samples = self.maintenance.samples.iter();
        let Some((info, _)) = samples.find(|(info, _)| info.id == id) else {
            return;
        };
        let (url, site) = (info.url.clone(), self.author.site);
        self.page.site = site;
        self.page.expect(&url, scale, actions, |ticket, width| {
            Command::Page(PageCommand::OpenSample {
                ticket,
                site,
                id,
                width,
                scale,
            })
        });
        self.author.forget_page();
    }

    /// Opens another page that the rule was run on, and highlights the clicked elements.
    pub fn open_other(&mut self, wanted: OpenRequest, scale: f32, actions: &mut Vec<Action>) {
        match wanted.open {
            PageTarget::Sample(id) => self.open_sample(id, scale, actions),
            PageTarget::Page(url) => self.navigate(&Navigation::To(url), scale, actions),
        }
        self.author.light_next = wanted.elements;
        self.author.led_to = Some(self.page.address.clone());
    }

    /// Handles the engine's events about the rule on this page; ignores others.
    pub fn take_event(&mut self, event: Event, actions: &mut Vec<Action>) {
        let author = &mut self.author;
        match event {
            Event::PageUnderstood { ticket, understood } => {
                author.understood(ticket, understood, actions);
            }
            Event::Authored {
                ticket,
                generation,
                result,
            } => author.authored(ticket, generation, result, actions),
            Event::PageRead {
                ticket,
                generation,
                reading,
            } => match &mut self.maintenance.repair {
                Some(repair) if repair.old.ticket == ticket => {
                    repair.was_read(generation, reading);
                }
                _ => author.was_read(ticket, generation, reading),
            },
            Event::RankedAlternatives {
                ticket,
                generation,
                part,
                ranked,
            } => author.judged(ticket, generation, part, ranked),
            Event::Picked { ticket, picked } => {
                copy(&mut self.copying, &picked, actions);
                author.record(ticket, &picked, actions);
                author.picked(ticket, picked);
            }
            Event::Selection { ticket, result } => author.selected(ticket, result),
            other => self.maintenance.take_event(other, actions),
        }
    }

    /// Handles input on the page.
    pub fn take_input(&mut self, input: WorkbenchInput, scale: f32, actions: &mut Vec<Action>) {
        match input {
            WorkbenchInput::Pick { element, .. } if self.author.use_page.on => {
                self.author.used(element, actions);
            }
            WorkbenchInput::Pick {
                element,
                how: How::Exclude,
                ..
            } => {
                let path = self.page.path(element);
                self.author.exclude_at(&path, actions);
            }
            WorkbenchInput::Pick { element, how, at } => {
                self.author.clicked(element, how, at, actions);
            }
            WorkbenchInput::Hover { .. } => {}
            WorkbenchInput::Copy { element, what } => {
                // The text to copy is known once the element is described.
                self.copying = Some((element, what));
                actions.push(Action::Send(Command::Page(PageCommand::Pick {
                    ticket: self.page.ticket,
                    element,
                })));
            }
            WorkbenchInput::Navigate(go) => {
                self.pasted = match &go {
                    Navigation::To(typed) => addresses(typed),
                    _ => Vec::new(),
                };
                if self.pasted.is_empty() {
                    self.navigate(&go, scale, actions);
                }
            }
        }
    }

    /// Shows the page in the browser, as it is after some of the rule's steps, or as a plain request
    /// brings it, if that was asked for.
    pub fn show_after_steps(&mut self, scale: f32, actions: &mut Vec<Action>) {
        if std::mem::take(&mut self.author.plain_wanted) {
            self.page.site = self.author.site;
            self.page.open_by_request(scale, actions);
            self.author.forget_page();
            return;
        }
        let Some(count) = self.author.use_page.take_wanted() else {
            return;
        };
        let steps = self.author.page_steps().iter().take(count);
        let steps: Vec<_> = steps.cloned().collect();
        self.page.site = self.author.site;
        let count = steps.len();
        self.page.open_after_steps(steps, scale, actions);
        if count > 0 {
            self.author.use_page.comes_after(self.page.ticket, count);
        }
        self.author.forget_page();
    }

    /// Executes the rule's commands of this frame.
    pub fn take_commands(&mut self, actions: &mut Vec<Action>) {
        for command in &self.inbox {
            match command {
                UiCommand::Undo => self.author.undo(actions),
                UiCommand::Redo => self.author.redo(actions),
                UiCommand::AddSample => self.maintenance.samples.add(&self.author, actions),
                _ => {}
            }
        }
    }

    /// The marks on the page.
    pub fn marks(&self, look: &UiContext) -> Vec<ElementMark> {
        author::marks(&self.author, look)
    }

    /// Scrolls to elements highlighted by another panel.
    pub fn follow(&mut self) {
        let scroll = &self.page.scroll;
        let is_at_top =
            scroll.offset.y < 1.0 && scroll.place.is_none() && scroll.returned.is_none();
        if let Some(element) = self.author.propose_at.take()
            && is_at_top
        {
            self.page.bring(Some(element));
        }
        if let Some(element) = self.author.scroll_to.take() {
            self.page.bring(Some(element));
        }
    }
}

/// Copies the requested part of the described element.
fn copy(wish: &mut Option<(ElementIndex, Copied)>, picked: &Picked, actions: &mut Vec<Action>) {
    let Some((_, what)) = wish.take_if(|(element, _)| *element == picked.element) else {
        return;
    };
    let text = match what {
        Copied::Text => &picked.text,
        Copied::Css => &picked.css,
        Copied::XPath => &picked.xpath,
    };
    actions.push(Action::Copy(text.clone()));
}
