//! `proxy`: the proxy pool.

use std::path::Path;

use super::status::show_proxies;
use crate::cli::args::ProxyCommand;
use crate::cli::console::Console;
use crate::cli::session::Session;
use crate::cli::{Failure, Outcome};
use crate::engine::types::{Message, Proxy};
use crate::engine::{Command, EngineError, Event, project};

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: ProxyCommand) -> Outcome {
    match command {
        ProxyCommand::Add {
            name,
            url,
            user,
            secret_stdin,
        } => {
            let password = match &user {
                Some(user) => Some(super::account::read_secret(console, user, secret_stdin)?),
                None => None,
            };
            let session = Session::open_or_create(path)?;
            let done = Message::new("cli-proxy-added").with("name", name.as_str());
            session.perform(
                Command::AddProxy {
                    name,
                    url,
                    user,
                    password,
                },
                |event| matches!(event, Event::PoolsChanged),
            )?;
            console.say(&done);
            Ok(())
        }
        ProxyCommand::List => {
            let proxies = project::read(path)?.proxies()?;
            if console.json {
                console.print_json(&proxies);
            } else if proxies.is_empty() {
                console.line(&console.catalogue.get("cli-no-proxies"));
            } else {
                show_proxies(console, &proxies);
            }
            Ok(())
        }
        ProxyCommand::Test { name, url } => test(console, path, name.as_deref(), &url),
        ProxyCommand::Remove { name } => {
            let session = Session::open(path)?;
            let proxy = find(&session.engine().query().proxies()?, &name)?.id;
            session.perform(Command::RemoveProxy { proxy }, |event| {
                matches!(event, Event::PoolsChanged)
            })?;
            console.say(&Message::new("cli-proxy-removed").with("name", name));
            Ok(())
        }
    }
}

fn test(console: &Console, path: &Path, name: Option<&str>, url: &str) -> Outcome {
    let session = Session::open(path)?;
    let proxies = session.engine().query().proxies()?;
    let chosen: Vec<&Proxy> = match name {
        Some(name) => vec![find(&proxies, name)?],
        None => proxies.iter().collect(),
    };
    let mut all_good = true;
    for proxy in chosen {
        session.perform(
            Command::TestProxy {
                proxy: proxy.id,
                url: url.to_owned(),
            },
            |event| match event {
                Event::ProxyTested { ok, message, .. } => {
                    all_good &= *ok;
                    console.say(
                        &Message::new(if *ok { "cli-test-good" } else { "cli-test-bad" })
                            .with("name", proxy.name.as_str())
                            .with("text", message.clone()),
                    );
                    true
                }
                _ => false,
            },
        )?;
    }
    if all_good { Ok(()) } else { Err(Failure::Told) }
}

fn find<'a>(proxies: &'a [Proxy], name: &str) -> Result<&'a Proxy, EngineError> {
    proxies
        .iter()
        .find(|proxy| proxy.name == name)
        .ok_or_else(|| EngineError(Message::new("cli-no-such-proxy").with("name", name)))
}
