//! The server of an open window: it runs while the window does, and only after a person has turned it on.

use std::net::{Ipv4Addr, SocketAddr};

use super::{ServeOptions, Server, new_token, token};
use crate::context::EngineContext;
use crate::protocol::{EngineError, Event, ServeCommand, ServeState};
use bowerbird_logic::messages::Language;

/// The server, if it is on.
#[derive(Default)]
pub(crate) struct Serving {
    server: Option<Server>,
    options: ServeOptions,
}

impl Serving {
    /// Executes a command; it reads secrets and may block.
    pub(crate) fn handle_command(
        &mut self,
        context: &EngineContext,
        command: ServeCommand,
    ) -> Result<(), EngineError> {
        let done = match command {
            ServeCommand::Start { port, language } => self.start(context, port, language),
            ServeCommand::Stop => {
                self.server = None;
                Ok(())
            }
            ServeCommand::NewToken => self.renew(context),
        };
        let running = self.server.as_ref();
        let told =
            running.map(|server| token(&context.secrets()).map(|token| (server.url(), token)));
        let state = match told.transpose() {
            Ok(Some((address, token))) => ServeState {
                address: Some(address),
                token,
            },
            _ => ServeState::default(),
        };
        context.publish(Event::Serving(state));
        done
    }

    fn start(
        &mut self,
        context: &EngineContext,
        port: u16,
        language: Language,
    ) -> Result<(), EngineError> {
        // The one before frees its port first.
        self.server = None;
        self.options = ServeOptions {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            names: Vec::new(),
            language,
        };
        let token = token(&context.secrets())?;
        self.server = Some(Server::start(&context.store, &token, &self.options)?);
        Ok(())
    }

    fn renew(&mut self, context: &EngineContext) -> Result<(), EngineError> {
        let token = new_token(&context.secrets())?;
        if self.server.take().is_some() {
            self.server = Some(Server::start(&context.store, &token, &self.options)?);
        }
        Ok(())
    }
}
