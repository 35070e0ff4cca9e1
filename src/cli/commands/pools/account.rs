//! `account`: the account pool. Passwords come from a prompt or standard input, never from
//! arguments, because other users of the machine can read those.

use std::path::Path;

use super::account_tables::show_accounts;
use crate::args::{AccountSubcommand, TermArguments};
use crate::commands::times_and_passwords::{from_stdin, parse_time, read_secret};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::local_file::{self, LocalFileError};
use bowerbird_engine::types::{Account, AccountTerms, Message, Secret, Site};
use bowerbird_engine::{
    AccountCommand, AccountDraft, Command, CookiesBrought, EngineError, Event, ImportedAccounts,
    hosts_of, project,
};

/// Largest cookie file that is read, in bytes.
const LONGEST: u64 = 8 * 1024 * 1024;

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: AccountSubcommand) -> Outcome {
    match command {
        AccountSubcommand::Add {
            site,
            user,
            secret_stdin,
            terms,
        } => {
            let session = Session::open(path)?;
            let sites = session.engine().query().sites()?;
            let site = find_site(&sites, &site)?;
            let terms = terms_of(&terms, AccountTerms::default())?;
            let password = read_secret(console, &user, secret_stdin)?;
            let done = Message::new("cli-account-added")
                .with("site", site.name.as_str())
                .with("user", user.as_str())
                .with("hosts", hosts_of(site));
            let draft = AccountDraft {
                site: site.id,
                user,
                password: Some(password),
                terms,
            };
            order(&session, AccountCommand::Add(draft))?;
            console.print_message(&done);
            Ok(())
        }
        AccountSubcommand::List { site } => {
            let mut accounts = project::read(path)?.accounts()?;
            accounts.retain(|a| site.as_ref().is_none_or(|site| a.site_name == *site));
            if console.json {
                console.print_json(&accounts);
            } else if accounts.is_empty() {
                console.line(&console.catalogue.get("cli-no-accounts"));
            } else {
                show_accounts(console, &accounts);
            }
            Ok(())
        }
        AccountSubcommand::Test { site, user } => test(console, path, &site, &user),
        AccountSubcommand::Set {
            site,
            user,
            password,
            secret_stdin,
            allow_host,
            terms,
        } => {
            let session = Session::open(path)?;
            let account = find(&session.engine().query().accounts()?, &site, &user)?;
            let terms = terms_of(&terms, account.terms)?;
            let password = match password || secret_stdin {
                true => Some(read_secret(console, &user, secret_stdin)?),
                false => None,
            };
            let gave = password.is_some();
            let account = account.id;
            let change = AccountCommand::Change {
                account,
                password,
                terms,
            };
            order(&session, change)?;
            if let Some(host) = allow_host {
                order(&session, AccountCommand::AllowHost { account, host })?;
            }
            print_account(console, "cli-account-changed", &site, &user);
            if gave {
                let sites = session.engine().query().sites()?;
                print_hosts(console, find_site(&sites, &site)?);
            }
            Ok(())
        }
        AccountSubcommand::Cookies {
            site,
            user,
            file,
            user_agent,
        } => cookies(console, path, (&site, &user), &file, user_agent),
        AccountSubcommand::Login { site, user, url } => {
            log_in_by_hand(console, path, (&site, &user), url)
        }
        AccountSubcommand::Import {
            site,
            file,
            dry_run,
        } => import(console, path, &site, &file, dry_run),
        AccountSubcommand::Enable { site, user } => turn(console, path, &site, &user, true),
        AccountSubcommand::Disable { site, user } => turn(console, path, &site, &user, false),
        AccountSubcommand::Remove { site, user } => {
            let session = Session::open(path)?;
            let account = find(&session.engine().query().accounts()?, &site, &user)?.id;
            let accounts = vec![account];
            order(&session, AccountCommand::Remove { accounts })?;
            print_account(console, "cli-account-removed", &site, &user);
            Ok(())
        }
    }
}

fn order(session: &Session, order: AccountCommand) -> Result<(), EngineError> {
    session.perform(Command::Accounts(order), |event| {
        matches!(event, Event::PoolsChanged)
    })
}

/// Reports which hosts the password just given may be sent to.
fn print_hosts(console: &Console, site: &Site) {
    console.print_message(&Message::new("cli-account-hosts").with("hosts", hosts_of(site)));
}

fn print_account(console: &Console, id: &str, site: &str, user: &str) {
    console.print_message(&Message::new(id).with("site", site).with("user", user));
}

/// The terms after the change.
fn terms_of(arguments: &TermArguments, before: AccountTerms) -> Result<AccountTerms, Failure> {
    let expires = match arguments.expires.as_deref() {
        None => before.expires,
        Some("never") => None,
        Some(text) => Some(parse_time(text)?),
    };
    let day_limit = match arguments.day_limit {
        None => before.day_limit,
        Some(limit) => Some(limit).filter(|limit| *limit > 0),
    };
    Ok(AccountTerms {
        day_limit,
        expires,
        ..before
    })
}

fn turn(console: &Console, path: &Path, site: &str, user: &str, enabled: bool) -> Outcome {
    let session = Session::open(path)?;
    let account = find(&session.engine().query().accounts()?, site, user)?.id;
    let accounts = vec![account];
    order(&session, AccountCommand::Enable { accounts, enabled })?;
    let id = match enabled {
        true => "cli-account-enabled",
        false => "cli-account-disabled",
    };
    print_account(console, id, site, user);
    Ok(())
}

fn cookies(
    console: &Console,
    path: &Path,
    (site, user): (&str, &str),
    file: &Path,
    user_agent: Option<String>,
) -> Outcome {
    let text = match file.to_str() {
        Some("-") => from_stdin(LONGEST)?,
        _ => from_file(file, "cli-cookies-file")?,
    };
    let session = Session::open(path)?;
    let sites = session.engine().query().sites()?;
    let site = find_site(&sites, site)?.id;
    let bring = AccountCommand::BringCookies {
        site,
        user: user.to_owned(),
        text: Secret::new(text),
        user_agent,
    };
    let mut taken = 0;
    session.perform(Command::Accounts(bring), |event| match event {
        Event::CookiesBrought(brought) => {
            taken = brought.taken;
            print_brought(console, brought);
            true
        }
        _ => false,
    })?;
    if taken > 0 {
        Ok(())
    } else {
        Err(Failure::Told)
    }
}

fn print_brought(console: &Console, brought: &CookiesBrought) {
    for fault in &brought.faults {
        console.print_message(
            &Message::new("account-cookie-fault")
                .with("place", fault.place)
                .with("text", fault.message.clone()),
        );
    }
    console.print_message(&brought.message());
}

/// Opens a browser window, and waits until the user has closed it.
fn log_in_by_hand(
    console: &Console,
    path: &Path,
    (site, user): (&str, &str),
    url: Option<String>,
) -> Outcome {
    let session = Session::open(path)?;
    let sites = session.engine().query().sites()?;
    let site = find_site(&sites, site)?.id;
    let open = AccountCommand::OpenLoginWindow {
        site,
        user: user.to_owned(),
        url,
    };
    let mut taken = 0;
    let engine = session.engine();
    engine.send(Command::Accounts(open));
    let done = |event: &Event| match event {
        Event::LoginWindow(window) if window.is_open => {
            let told = Message::new("cli-account-window").with("host", window.host.as_str());
            console.print_message(&told);
            false
        }
        Event::CookiesBrought(brought) => {
            taken = brought.taken;
            print_brought(console, brought);
            false
        }
        Event::LoginWindow(_) => true,
        _ => false,
    };
    let close = || engine.send(Command::Accounts(AccountCommand::CloseLoginWindow));
    session.wait(done, close)?;
    if taken > 0 {
        Ok(())
    } else {
        Err(Failure::Told)
    }
}

fn import(console: &Console, path: &Path, site: &str, file: &Path, dry_run: bool) -> Outcome {
    let text = match file.to_str() {
        Some("-") => from_stdin(LONGEST)?,
        _ => from_file(file, "cli-accounts-file")?,
    };
    let session = Session::open(path)?;
    let sites = session.engine().query().sites()?;
    let site = find_site(&sites, site)?;
    let order = AccountCommand::Import {
        site: site.id,
        text: Secret::new(text),
        dry_run,
    };
    let mut report = ImportedAccounts::default();
    session.perform(Command::Accounts(order), |event| match event {
        Event::AccountsImported(imported) => {
            report.clone_from(imported);
            true
        }
        _ => false,
    })?;
    if console.json {
        let fault = |(line, why): &(usize, Message)| serde_json::json!({ "line": line, "reason": console.text(why) });
        let faults: Vec<_> = report.faults.iter().map(fault).collect();
        console.print_json(&serde_json::json!({
            "added": report.added,
            "known": report.known,
            "faults": faults,
            "dry_run": report.dry_run,
        }));
    } else {
        for (line, why) in &report.faults {
            let told = Message::new("pools-list-line").with("line", *line);
            console.print_message(&told.with("reason", why.clone()));
        }
        console.print_message(&report.message());
        print_hosts(console, site);
    }
    let nothing = report.added.is_empty() && report.known.is_empty();
    if nothing || !report.faults.is_empty() {
        return Err(Failure::Told);
    }
    Ok(())
}

fn test(console: &Console, path: &Path, site: &str, user: &str) -> Outcome {
    let session = Session::open(path)?;
    let account = find(&session.engine().query().accounts()?, site, user)?.id;
    let mut good = false;
    let test = Command::Accounts(AccountCommand::Test { account });
    session.perform(test, |event| match event {
        Event::AccountTested { ok, message, .. } => {
            good = *ok;
            console.print_message(
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

fn from_file(file: &Path, fault: &str) -> Result<String, EngineError> {
    let about = |id: &str| Message::new(id).with("path", file.display().to_string());
    let bytes = local_file::read(file, LONGEST).map_err(|error| match error {
        LocalFileError::NotRegular => about("pools-list-no-file"),
        LocalFileError::TooLarge => about("pools-list-large"),
        error => about(fault).with("reason", error.to_string()),
    });
    let text = String::from_utf8(bytes.map_err(EngineError)?);
    text.map_err(|error| EngineError(about(fault).with("reason", error.to_string())))
}
