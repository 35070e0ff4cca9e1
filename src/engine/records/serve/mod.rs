//! What a project answers to other programs: records, changes, sites and their states, and feeds of saved
//! searches, over HTTP or the Model Context Protocol. Input: a project to read, requests. Output: JSON
//! and feeds. Never changes the project, and never says a secret, a rule or a setting.

mod feeds;
mod forms;
mod interface;
mod parameters;
mod token;
mod tools;
mod window;

use std::net::SocketAddr;
use std::sync::Arc;

use crate::protocol::EngineError;
use bowerbird_io::secrets::Secret;
use bowerbird_io::serve::{Access, HttpServer, mcp};
use bowerbird_io::store::StoreReader;
use bowerbird_logic::messages::{Language, Message};

pub use token::{new_token, token, token_in};
pub(crate) use window::Serving;

/// The port unless another is said.
pub const USUAL_PORT: u16 = 8787;

/// What is answered, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServeOptions {
    /// Address and port; any free port when that is 0.
    pub address: SocketAddr,
    /// Names by which this machine is asked, beside its addresses and `localhost`.
    pub names: Vec<String>,
    /// The language of reasons and feeds.
    pub language: Language,
}

impl Default for ServeOptions {
    fn default() -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], USUAL_PORT)),
            names: Vec::new(),
            language: Language::English,
        }
    }
}

/// A running server; it ends when this is dropped.
pub struct Server(HttpServer);

impl Server {
    /// Answers requests that carry `token` from the project behind `store`.
    ///
    /// # Errors
    /// When the address is taken or not of this machine.
    pub fn start(
        store: &StoreReader,
        token: &Secret,
        options: &ServeOptions,
    ) -> Result<Self, EngineError> {
        let failed = |error: std::io::Error| {
            let message = Message::new("serve-cannot-listen");
            let message = message.with("address", options.address.to_string());
            EngineError(message.with("reason", error.to_string()))
        };
        let access = Access::new(token, options.names.clone()).map_err(failed)?;
        let (store, language) = (store.clone(), options.language);
        let handler = Arc::new(move |asked: &_| interface::answer(&store, language, asked));
        let server = HttpServer::start(options.address, access, handler).map_err(failed)?;
        tracing::info!(address = %server.address(), "other programs are answered");
        Ok(Self(server))
    }

    /// The address that it listens at, as a person enters it.
    pub fn url(&self) -> String {
        format!("http://{}/", self.0.address())
    }
}

/// Speaks the Model Context Protocol on standard input and output until the other side ends it.
///
/// # Errors
/// When the other side does not speak it.
pub fn speak_mcp(store: &StoreReader, language: Language) -> Result<(), EngineError> {
    let store = store.clone();
    let handler = Arc::new(move |name: &str, arguments: &_| {
        tools::execute(&store, language, name, arguments)
    });
    mcp::serve(tools::offers(), tools::INSTRUCTIONS, handler).map_err(|error| {
        EngineError(Message::new("serve-mcp-failed").with("reason", error.to_string()))
    })
}
