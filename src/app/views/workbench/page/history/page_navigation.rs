//! Going from page to page: to an address, back and forward, again, through proxies, with an account
//! or without. Sends what the engine is to open.

use super::Visit;
use crate::action::Action;
use crate::state::app_state::same_host;
use crate::views::workbench::page::input::Navigation;
use crate::views::workbench::page::state::{PageView, Phase};
use bowerbird_engine::types::{PageState, PageStep};
use bowerbird_engine::{Command, OpenedPage, PageCommand, PageEgress, PageLogin};

impl PageView {
    /// Opens `url` and leaves the previous page, which stays in the history.
    pub fn open(&mut self, url: &str, scale: f32, actions: &mut Vec<Action>) {
        let url = url.trim();
        if url.is_empty() {
            return;
        }
        if !same_host(url, &self.address) {
            self.login = PageLogin::Usual;
        }
        self.leave_for(url);
        self.fetch(url, PageEgress::Usual, scale, actions);
    }

    /// Reloads the page; one that was turned away is requested through the pool.
    fn reload(&mut self, scale: f32, actions: &mut Vec<Action>) {
        let same = |page: &OpenedPage| page.url == self.address;
        let egress = match &self.opened {
            Some(page) if same(page) && page.verdict.state.depends_on_egress() => PageEgress::Pool,
            // A page that failed is requested as before, never directly instead.
            None if matches!(self.phase, Phase::Failed(_)) => self.egress,
            _ => PageEgress::Usual,
        };
        let file = self.on_disk.open.clone();
        let file = file.filter(|_| self.opened.as_ref().is_none_or(same));
        let url = file.unwrap_or_else(|| self.address.trim().to_owned());
        if url.is_empty() {
            return;
        }
        self.leave_for(&url);
        self.fetch(&url, egress, scale, actions);
    }

    /// Shows the page in the browser, as it is after these steps, at the same place. Without steps it
    /// stays there when it is reloaded.
    pub fn open_after_steps(
        &mut self,
        steps: Vec<PageStep>,
        scale: f32,
        actions: &mut Vec<Action>,
    ) {
        // What steps led to has an address of its own; they begin where it was requested.
        let requested = self.opened.as_ref().map(|page| page.requested.clone());
        let url = requested.unwrap_or_else(|| self.address.trim().to_owned());
        if url.is_empty() {
            return;
        }
        self.in_browser |= steps.is_empty();
        self.leave_for(&url);
        let place = self.scroll.place;
        let (site, login, egress) = (self.site, self.login, self.egress);
        self.expect(&url.clone(), scale, actions, |ticket, width| {
            Command::Page(PageCommand::OpenAfterSteps {
                ticket,
                url,
                site,
                egress,
                login,
                steps,
                width,
                scale,
            })
        });
        self.scroll.place = place;
    }

    /// Shows the page as a plain request brings it.
    pub fn open_by_request(&mut self, scale: f32, actions: &mut Vec<Action>) {
        self.in_browser = false;
        self.reload(scale, actions);
    }

    /// Requests the page that failed once more, in the same way.
    pub fn ask_again(&mut self, actions: &mut Vec<Action>) {
        if matches!(self.phase, Phase::Failed(_)) {
            self.reload(self.scale, actions);
        }
    }

    /// Navigates to `go`; returns whether another page is loading.
    pub fn navigate(&mut self, go: &Navigation, scale: f32, actions: &mut Vec<Action>) -> bool {
        match go {
            Navigation::To(url) => self.open(url, scale, actions),
            Navigation::Again => self.reload(scale, actions),
            Navigation::As(login) => {
                self.login = *login;
                // The login page that the site sent the visitor to is not the page.
                if let Some(page) = &self.opened
                    && page.verdict.state == PageState::LoginRequired
                {
                    self.address.clone_from(&page.requested);
                }
                self.reload(scale, actions);
            }
            Navigation::Through(url, egress) => {
                self.leave_for(url);
                self.fetch(url, *egress, scale, actions);
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
                self.fetch(&to.url, PageEgress::Usual, scale, actions);
                self.scroll.place = Some(to.seen.into());
            }
        }
        true
    }

    /// Keeps the shown page in the history; the same page keeps its place.
    fn leave_for(&mut self, url: &str) {
        match self.visit() {
            Some(left) if left.url != url => self.history.leave(left),
            Some(left) => self.scroll.place = Some(left.seen.into()),
            None => {}
        }
    }

    fn visit(&self) -> Option<Visit> {
        let url = match (&self.opened, &self.phase) {
            (Some(page), _) => self.on_disk.open.as_ref().unwrap_or(&page.url).clone(),
            // After going back while a page loads, it can be reached by going forward.
            (None, Phase::Fetching | Phase::Failed(_)) => self.address.clone(),
            (None, Phase::Blank | Phase::Open) => return None,
        };
        let seen = self.scroll.offset / self.scroll.zoom.max(0.01);
        Some(Visit {
            url,
            seen: [seen.x, seen.y],
        })
    }

    fn fetch(&mut self, url: &str, egress: PageEgress, scale: f32, actions: &mut Vec<Action>) {
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
        if self.fetch_kept(url, scale, actions) || self.fetch_sent(url, scale, actions) {
            self.scroll.place = place;
            return;
        }
        let (site, login) = (self.site, self.login);
        self.egress = egress;
        let (url, in_browser) = (url.to_owned(), self.in_browser);
        self.expect(&url.clone(), scale, actions, |ticket, width| {
            Command::Page(match in_browser {
                true => PageCommand::OpenAfterSteps {
                    ticket,
                    url,
                    site,
                    egress,
                    login,
                    steps: Vec::new(),
                    width,
                    scale,
                },
                false => PageCommand::Open {
                    ticket,
                    url,
                    site,
                    egress,
                    login,
                    width,
                    scale,
                },
            })
        });
        self.scroll.place = place;
    }
}
