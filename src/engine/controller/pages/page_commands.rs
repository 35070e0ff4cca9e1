//! Commands about open pages: opening, drawing, and searching them.

use super::drawing::{Drawing, Size};
use super::open_pages::Pages;
use super::opening::{Fetching, PageOrigin};
use super::page_thread::PageJob;
use super::stored_pages::{on_disk, stored};
use crate::controller::authoring::page_job_queue::QueuedPageJob;
use crate::controller::resolve_user_input::typed_url;
use crate::protocol::{EngineError, PageCommand, PageEgress, PageLogin};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::rules::{PageStep, Sending};

impl Pages {
    /// Executes a command about a page.
    pub(in crate::controller) fn page_command(
        &mut self,
        command: PageCommand,
    ) -> Result<(), EngineError> {
        match command {
            PageCommand::Open {
                ticket,
                url,
                site,
                egress,
                login,
                width,
                scale,
            } => {
                let wanted = self.fetched_origin(&url, site, (egress, login), None);
                self.open(ticket, wanted, (width, scale));
            }
            PageCommand::OpenAfterSteps {
                ticket,
                url,
                site,
                egress,
                login,
                steps,
                width,
                scale,
            } => {
                let wanted = self.fetched_origin(&url, site, (egress, login), Some(steps));
                self.open(ticket, wanted, (width, scale));
            }
            PageCommand::OpenStored {
                ticket,
                site,
                url,
                evidence,
                width,
                scale,
            } => {
                let wanted = PageOrigin::Kept(Box::new(move |context| {
                    stored(context, site, &url, evidence)
                }));
                self.open(ticket, Ok(wanted), (width, scale));
            }
            PageCommand::OpenFile {
                ticket,
                path,
                base,
                width,
                scale,
            } => {
                let wanted = PageOrigin::Kept(Box::new(move |_| on_disk(&path, base.as_deref())));
                self.open(ticket, Ok(wanted), (width, scale));
            }
            PageCommand::OpenSample {
                ticket,
                site,
                id,
                width,
                scale,
            } => {
                let wanted = PageOrigin::Kept(self.samples.opener(site, id));
                self.open(ticket, Ok(wanted), (width, scale));
            }
            PageCommand::OpenSent {
                ticket,
                page,
                width,
                scale,
            } => {
                let wanted = self.sent.origin(page);
                self.open(ticket, wanted, (width, scale));
            }
            PageCommand::Sent(command) => return self.sent.handle_command(command),
            PageCommand::PaintTile { ticket, number } => {
                self.mark_viewed(ticket);
                // A page with this many waiting tiles repaints them when it is viewed.
                if let Some(page) = self.open.get(&ticket) {
                    let _ = page.drawings.try_send(Drawing::Tile(number));
                }
            }
            PageCommand::Draw {
                ticket,
                width,
                scale,
            } => {
                if let Some(page) = self.open.get(&ticket) {
                    let _ = page.drawings.try_send(Drawing::Size(Size { width, scale }));
                }
            }
            PageCommand::Pick { ticket, element } => self.job(ticket, PageJob::Pick(element)),
            PageCommand::Select { ticket, selector } => self.job(ticket, PageJob::Select(selector)),
            PageCommand::FindText {
                ticket,
                generation,
                text,
            } => self.job(ticket, PageJob::FindText(generation, text)),
            PageCommand::Tree { ticket } => self.bench_job(ticket, QueuedPageJob::Tree),
            PageCommand::Source { ticket } => self.bench_job(ticket, QueuedPageJob::Source),
            PageCommand::Close { ticket } => {
                self.open.remove(&ticket);
                self.awake.retain(|awake| *awake != ticket);
            }
        }
        Ok(())
    }

    /// A page that is to be fetched. `in_browser` with what is done on it there.
    fn fetched_origin(
        &self,
        typed: &str,
        site: Option<SiteId>,
        (egress, login): (PageEgress, PageLogin),
        in_browser: Option<Vec<PageStep>>,
    ) -> Result<PageOrigin, EngineError> {
        let url = typed_url(typed)?;
        let visit = self.visit(site, &url, login)?;
        let (session, proxy) = match &visit {
            Some(visit) => visit.session(),
            None => self.session(site)?,
        };
        let fetching = Fetching {
            session,
            proxy,
            candidates: self.candidates(site, egress, &url)?,
            sending: match &in_browser {
                None => self.sending(site, &url),
                Some(_) => Sending::Get,
            },
            url,
            site,
            in_browser: in_browser.is_some(),
            steps: in_browser.unwrap_or_default().into(),
        };
        Ok(PageOrigin::Fetched(Box::new(fetching), visit.map(Box::new)))
    }
}
