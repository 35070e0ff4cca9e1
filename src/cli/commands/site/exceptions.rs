//! `site not-a-block`, `site is-a-block`, `site exceptions`: exceptions that a user makes to
//! verdicts.

use std::path::Path;

use crate::args::ExceptionSubcommand;
use crate::console::{Console, time_text};
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::types::{ExceptionId, Message, PageState, Ruling, SiteException};
use bowerbird_engine::{Command, EngineError, Event, SiteCommand, TaughtPage, project};

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: ExceptionSubcommand) -> Outcome {
    match command {
        ExceptionSubcommand::NotABlock { site, page } => {
            teach(console, path, &site, page, Ruling::NotABlock, None)
        }
        ExceptionSubcommand::IsABlock { site, page, state } => {
            let state = state.as_deref().map(block_state).transpose()?;
            teach(console, path, &site, page, Ruling::IsABlock, state)
        }
        ExceptionSubcommand::Exceptions { site, forget: None } => list(console, path, &site),
        ExceptionSubcommand::Exceptions {
            site,
            forget: Some(id),
        } => forget(console, path, &site, ExceptionId(id)),
    }
}

/// Parses the token of a blocking state.
fn block_state(token: &str) -> Result<PageState, Failure> {
    PageState::from_token(token)
        .filter(|state| state.is_block() || *state == PageState::LoginRequired)
        .ok_or_else(|| Failure::Usage(Message::new("cli-no-block-state").with("state", token)))
}

fn teach(
    console: &Console,
    path: &Path,
    site: &str,
    page: String,
    ruling: Ruling,
    state: Option<PageState>,
) -> Outcome {
    let session = Session::open(path)?;
    let site = find_site(&session.engine().query().sites()?, site)?.clone();
    let taught = TaughtPage {
        site: site.id,
        page,
        ruling,
        state,
    };
    session.perform(
        Command::Site(SiteCommand::TeachException(taught)),
        |event| matches!(event, Event::SitesChanged),
    )?;
    let newest = session.engine().query().exceptions(site.id)?;
    let Some(newest) = newest.first() else {
        return Ok(());
    };
    if console.json {
        console.print_json(newest);
        return Ok(());
    }
    let id = match ruling {
        Ruling::NotABlock => "cli-taught-not-a-block",
        Ruling::IsABlock => "cli-taught-is-a-block",
    };
    console.print_message(
        &Message::new(id)
            .with("site", site.name.as_str())
            .with("id", newest.id.0)
            .with("state", newest.draft.state.name())
            .with("signals", signals(newest)),
    );
    Ok(())
}

fn list(console: &Console, path: &Path, site: &str) -> Outcome {
    let store = project::read(path)?;
    let site = find_site(&store.sites()?, site)?.id;
    let exceptions = store.exceptions(site)?;
    if console.json {
        console.print_json(&exceptions);
        return Ok(());
    }
    let rows: Vec<Vec<String>> = exceptions.iter().map(|e| row(console, e)).collect();
    console.table(
        &[
            "cli-head-id",
            "cli-head-ruling",
            "cli-head-state",
            "cli-head-signals",
            "cli-head-used",
            "cli-head-page",
        ],
        &rows,
        "cli-no-exceptions",
    );
    Ok(())
}

fn row(console: &Console, exception: &SiteException) -> Vec<String> {
    let ruling = match exception.draft.ruling {
        Ruling::NotABlock => "cli-ruling-not-a-block",
        Ruling::IsABlock => "cli-ruling-is-a-block",
    };
    vec![
        exception.id.to_string(),
        console.catalogue.get(ruling),
        console.text(&exception.draft.state.name()),
        signals(exception),
        exception.used_at.map(time_text).unwrap_or_default(),
        exception.draft.url.clone(),
    ]
}

fn signals(exception: &SiteException) -> String {
    exception.draft.signals.join(" ")
}

fn forget(console: &Console, path: &Path, site: &str, id: ExceptionId) -> Outcome {
    let session = Session::open(path)?;
    let store = session.engine().query();
    let site = find_site(&store.sites()?, site)?.id;
    // An id that belongs to another site is a mistake.
    if !store.exceptions(site)?.iter().any(|known| known.id == id) {
        return Err(Failure::from(EngineError(
            Message::new("cli-no-such-exception").with("id", id.0),
        )));
    }
    session.perform(Command::Site(SiteCommand::ForgetException(id)), |event| {
        matches!(event, Event::SitesChanged)
    })?;
    console.print_message(&Message::new("cli-exception-forgotten").with("id", id.0));
    Ok(())
}
