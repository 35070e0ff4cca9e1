//! Pages that a person sends from their own browser: taken while a window is open and the person has
//! turned that on, and kept only after a yes. Input: commands, pages from the server on loopback. Output:
//! the state that the window shows. Nothing is requested from the network.
//!
//! Below: pages that wait (`inbox`), the bookmark (`bookmark`), records of a page (`keeping`).

mod bookmark;
mod inbox;
mod keeping;

use std::sync::{Arc, PoisonError};
use std::time::Instant;

use jiff::Timestamp;

use self::inbox::Inbox;
use super::opening::{OpenedSnapshot, PageOrigin, ReceivedPage};
use crate::context::EngineContext;
use crate::protocol::{EngineError, SentPageCommand, SentPageId};
use bowerbird_io::preview::NoResources;
use bowerbird_io::serve::sent_pages::{
    PageReceiver, PairedBrowsers, PairedBrowsersError, PairingCode, ReceiverSetup, SenderKind,
};
use bowerbird_logic::messages::{Explain as _, Language, Message};

/// Takes pages of browsers for one window.
pub(super) struct SentPages {
    context: Arc<EngineContext>,
    /// `None` without a window.
    browsers: Option<PairedBrowsers>,
    inbox: Arc<Inbox>,
    server: Option<PageReceiver>,
}

impl SentPages {
    /// Those of an engine; nobody listens yet.
    pub(super) fn new(context: &Arc<EngineContext>) -> Self {
        let folder = context.options.paired_browsers.clone();
        let folder = folder.filter(|_| context.options.windowed);
        let browsers = folder.map(PairedBrowsers::at);
        Self {
            inbox: Arc::new(Inbox::new(context, browsers.clone())),
            context: Arc::clone(context),
            browsers,
            server: None,
        }
    }

    /// Listens if the person has turned it on in an earlier window.
    pub(super) fn begin(&mut self) {
        let Some(browsers) = &self.browsers else {
            return;
        };
        let known = match browsers.load() {
            Ok(known) => known,
            Err(error) => {
                tracing::warn!(%error, "paired browsers cannot be read");
                return;
            }
        };
        if known.on {
            let language = Language::from_locale(&known.language);
            if let Err(error) = self.listen(language) {
                self.inbox.tell(error);
            }
        }
        self.inbox.publish();
    }

    /// Executes a command.
    pub(super) fn handle_command(&mut self, command: SentPageCommand) -> Result<(), EngineError> {
        let done = self.executed(command);
        self.inbox.publish();
        done
    }

    fn executed(&mut self, command: SentPageCommand) -> Result<(), EngineError> {
        match command {
            SentPageCommand::Look => Ok(()),
            SentPageCommand::Listen { on, language } => self.turn(on, language),
            SentPageCommand::NewCode => {
                let code = PairingCode::new(Instant::now());
                let code = code.map_err(|error| failed("sent-pages-no-code", &error))?;
                self.set_code(Some(code));
                Ok(())
            }
            SentPageCommand::EndCode => {
                self.set_code(None);
                Ok(())
            }
            SentPageCommand::NewBookmark { name } => self.make_bookmark(&name),
            SentPageCommand::HideBookmark => {
                self.inbox.set_bookmark(None);
                Ok(())
            }
            SentPageCommand::Remove { browser } => self
                .browsers()?
                .remove(&browser)
                .map_err(|error| told(&error)),
            SentPageCommand::Discard(page) => {
                self.inbox.discard(page);
                Ok(())
            }
            SentPageCommand::Keep { page, site } => {
                keeping::begin(&self.context, &self.inbox, page, site)
            }
        }
    }

    /// The origin of a page that is opened in the workbench; it waits no longer.
    pub(super) fn origin(&self, id: SentPageId) -> Result<PageOrigin, EngineError> {
        let gone = || EngineError(Message::new("sent-pages-gone"));
        let (page, at) = self.inbox.open(id).ok_or_else(gone)?;
        self.inbox.publish();
        Ok(PageOrigin::Kept(Box::new(move |_| {
            Ok(OpenedSnapshot {
                came: ReceivedPage {
                    requested: page.url.clone(),
                    url: page.url.clone(),
                    bytes: page.html.len(),
                    html: page.html.clone(),
                    encoding: "UTF-8",
                    status: 200,
                    headers: Vec::new(),
                    elapsed: std::time::Duration::ZERO,
                    proxy: None,
                    shown_as: None,
                    ways: None,
                    plain: None,
                    fetched_at: at,
                    read_at: Some(at),
                    file: None,
                    robots: None,
                    foreign: None,
                    sent_from: Some(page.browser.clone()),
                },
                resources: Arc::new(NoResources),
            })
        })))
    }

    /// Ends the server: nothing is taken any more.
    pub(super) fn close(&mut self) {
        self.server = None;
    }

    fn browsers(&self) -> Result<&PairedBrowsers, EngineError> {
        let browsers = self.browsers.as_ref();
        browsers.ok_or_else(|| EngineError(Message::new("sent-pages-no-window")))
    }

    fn turn(&mut self, on: bool, language: Language) -> Result<(), EngineError> {
        let stored = self.browsers()?.change(|known| {
            known.on = on;
            language.tag().clone_into(&mut known.language);
        });
        stored.map_err(|error| told(&error))?;
        if on {
            return self.listen(language);
        }
        self.set_code(None);
        self.server = None;
        self.inbox.set_port(None);
        Ok(())
    }

    fn listen(&mut self, language: Language) -> Result<(), EngineError> {
        // The one before frees its port first.
        self.server = None;
        let browsers = self.browsers()?.clone();
        let port = browsers.load().map_err(|error| told(&error))?.port;
        let setup = ReceiverSetup {
            browsers,
            code: self.inbox.code(),
            receiver: Arc::clone(&self.inbox) as _,
            language,
        };
        let server = PageReceiver::start(port, setup);
        let server = server.map_err(|error| failed("sent-pages-cannot-listen", &error))?;
        self.inbox.set_port(Some(server.port()));
        self.server = Some(server);
        Ok(())
    }

    fn set_code(&self, code: Option<PairingCode>) {
        let shared = self.inbox.code();
        *shared.lock().unwrap_or_else(PoisonError::into_inner) = code;
    }

    fn make_bookmark(&self, name: &str) -> Result<(), EngineError> {
        let off = || EngineError(Message::new("sent-pages-off"));
        let port = self.server.as_ref().ok_or_else(off)?.port();
        let kind = SenderKind::Bookmark;
        let paired = self.browsers()?.pair(kind, (name, ""), Timestamp::now());
        let (_, key) = paired.map_err(|error| told(&error))?;
        self.inbox.set_bookmark(Some(bookmark::address(port, &key)));
        Ok(())
    }
}

fn told(error: &PairedBrowsersError) -> EngineError {
    EngineError(error.explain())
}

fn failed(id: &str, error: &std::io::Error) -> EngineError {
    EngineError(Message::new(id).with("reason", error.to_string()))
}
