//! `serve`: answers other programs, over HTTP or the Model Context Protocol, until it is ended.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};

use serde_json::json;

use crate::args::ServeArguments;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::records::exports::secrets_of;
use bowerbird_engine::records::serve::{
    ServeOptions, Server, USUAL_PORT, new_token, speak_mcp, token, token_in,
};
use bowerbird_engine::types::{Message, Secret, ServiceManager, StoreReader};
use bowerbird_engine::{EngineError, project};

/// Runs the command. It only reads, also while another process owns the project.
pub fn run(console: &Console, path: &Path, arguments: &ServeArguments) -> Outcome {
    let store = project::read(path)?;
    if arguments.mcp {
        // Standard output belongs to the protocol from here on.
        return Ok(speak_mcp(&store, console.language())?);
    }
    let address = address(&arguments.listen)?;
    let given = token_of(&store, arguments)?;
    if arguments.show_token || arguments.new_token {
        match console.json {
            true => console.print_json(&json!({ "token": given.reveal() })),
            false => console.line(given.reveal()),
        }
        return Ok(());
    }
    let options = ServeOptions {
        address,
        names: arguments.host.clone(),
        language: console.language(),
    };
    let (stop, stopped) = sync_channel(1);
    let listening = ctrlc::set_handler(move || {
        // A second one finds the first still waiting.
        let _ = stop.try_send(());
    });
    if let Err(error) = listening {
        tracing::warn!(%error, "Ctrl-C will not stop cleanly");
    }
    let server = Server::start(&store, &given, &options)?;
    match console.json {
        true => console.print_json(&json!({ "address": server.url() })),
        false => console.print_message(&Message::new("serve-on").with("address", server.url())),
    }
    if !address.ip().is_loopback() {
        console.note(&Message::new("serve-open").with("address", server.url()));
    }
    let mut manager = ServiceManager::of_environment();
    manager.ready();
    loop {
        manager.alive();
        let sleep = manager.sleep(std::time::Duration::from_secs(3_600));
        match stopped.recv_timeout(sleep) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    manager.stopping();
    drop(server);
    console.note(&Message::new("serve-off"));
    Ok(())
}

/// An address with a port, an address, or a port of this machine.
fn address(text: &str) -> Result<SocketAddr, Failure> {
    let whole = text.parse::<SocketAddr>().ok();
    let ip = text.trim_start_matches('[').trim_end_matches(']');
    let ip = ip.parse::<IpAddr>().ok();
    let port = text.parse::<u16>().ok();
    whole
        .or_else(|| ip.map(|ip| SocketAddr::from((ip, USUAL_PORT))))
        .or_else(|| port.map(|port| SocketAddr::from(([127, 0, 0, 1], port))))
        .ok_or_else(|| Failure::Usage(Message::new("serve-bad-address").with("text", text)))
}

fn token_of(store: &StoreReader, arguments: &ServeArguments) -> Result<Secret, EngineError> {
    if let Some(file) = &arguments.token_file {
        return token_in(file);
    }
    let secrets = secrets_of(store)?;
    match arguments.new_token {
        true => new_token(&secrets),
        false => token(&secrets),
    }
}
