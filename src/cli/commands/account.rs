//! `account`: the account pool. Passwords come from a prompt or standard input, never from
//! arguments, which other users of the machine can read.

use std::io::{IsTerminal, Read};
use std::path::Path;

use super::status::show_accounts;
use crate::cli::args::AccountCommand;
use crate::cli::console::Console;
use crate::cli::session::{Session, find_site};
use crate::cli::{Failure, Outcome};
use crate::engine::types::{Account, Message, Secret};
use crate::engine::{Command, EngineError, Event, project};

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: AccountCommand) -> Outcome {
    match command {
        AccountCommand::Add {
            site,
            user,
            secret_stdin,
        } => {
            let session = Session::open(path)?;
            let sites = session.engine().query().sites()?;
            let site = find_site(&sites, &site)?;
            let password = read_secret(console, &user, secret_stdin)?;
            let done = Message::new("cli-account-added")
                .with("site", site.name.as_str())
                .with("user", user.as_str());
            session.perform(
                Command::AddAccount {
                    site: site.id,
                    user,
                    password,
                },
                |event| matches!(event, Event::PoolsChanged),
            )?;
            console.say(&done);
            Ok(())
        }
        AccountCommand::List => {
            let accounts = project::read(path)?.accounts()?;
            if console.json {
                console.print_json(&accounts);
            } else if accounts.is_empty() {
                console.line(&console.catalogue.get("cli-no-accounts"));
            } else {
                show_accounts(console, &accounts);
            }
            Ok(())
        }
        AccountCommand::Test { site, user } => test(console, path, &site, &user),
        AccountCommand::Remove { site, user } => {
            let session = Session::open(path)?;
            let account = find(&session.engine().query().accounts()?, &site, &user)?.id;
            session.perform(Command::RemoveAccount { account }, |event| {
                matches!(event, Event::PoolsChanged)
            })?;
            console.say(
                &Message::new("cli-account-removed")
                    .with("site", site)
                    .with("user", user),
            );
            Ok(())
        }
    }
}

fn test(console: &Console, path: &Path, site: &str, user: &str) -> Outcome {
    let session = Session::open(path)?;
    let account = find(&session.engine().query().accounts()?, site, user)?.id;
    let mut good = false;
    session.perform(Command::TestAccount { account }, |event| match event {
        Event::AccountTested { ok, message, .. } => {
            good = *ok;
            console.say(
                &Message::new(if *ok { "cli-test-good" } else { "cli-test-bad" })
                    .with("name", user)
                    .with("text", message.clone()),
            );
            true
        }
        _ => false,
    })?;
    if good { Ok(()) } else { Err(Failure::Told) }
}

fn find(accounts: &[Account], site: &str, user: &str) -> Result<Account, EngineError> {
    accounts
        .iter()
        .find(|account| account.site_name == site && account.user == user)
        .cloned()
        .ok_or_else(|| {
            EngineError(
                Message::new("cli-no-such-account")
                    .with("site", site)
                    .with("user", user),
            )
        })
}

/// Reads the password of `user`: from standard input when asked for, else from a prompt.
///
/// # Errors
/// When there is neither, or it is empty.
pub fn read_secret(console: &Console, user: &str, from_stdin: bool) -> Result<Secret, Failure> {
    let text = if from_stdin {
        let mut text = String::new();
        std::io::stdin()
            .take(64 * 1024)
            .read_to_string(&mut text)
            .map_err(|_| Failure::Usage(Message::new("cli-no-secret")))?;
        text.trim_end_matches(['\r', '\n']).to_owned()
    } else if std::io::stdin().is_terminal() {
        let prompt = console.text(&Message::new("cli-ask-password").with("user", user));
        rpassword::prompt_password(prompt)
            .map_err(|_| Failure::Usage(Message::new("cli-no-secret")))?
    } else {
        String::new()
    };
    if text.is_empty() {
        return Err(Failure::Usage(Message::new("cli-no-secret")));
    }
    Ok(Secret::new(text))
}
