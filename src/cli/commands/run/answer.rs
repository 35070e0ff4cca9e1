//! `answer`: shows what a site asks of a person in a browser window, in the process that runs it or
//! else here; and what runs say of such questions.

use std::collections::HashSet;
use std::path::Path;

use super::control::send;
use super::{conclude, watch};
use crate::console::Console;
use crate::failure::Outcome;
use crate::session::{Session, find_site};
use bowerbird_engine::project::{self, ProjectOwner};
use bowerbird_engine::types::{
    Message, RemoteCommandKind, RunProgress, SiteId, SiteSupervisionCommand,
};
use bowerbird_engine::{Command, LoginWindow, SiteCommand};

/// Runs the command.
pub fn answer(console: &Console, path: &Path, name: &str) -> Outcome {
    let site = find_site(&project::read(path)?.sites()?, name)?.clone();
    let store = match project::own_or_not(path)? {
        ProjectOwner::Elsewhere => {
            send(path, RemoteCommandKind::Answer, Some(site.id))?;
            console.print_message(
                &Message::new("cli-control-answer").with("site", site.name.as_str()),
            );
            return Ok(());
        }
        ProjectOwner::Here(store) => store,
    };
    let session = Session::on(store)?;
    let order = SiteSupervisionCommand::Answer;
    let command = SiteCommand::Supervise {
        site: site.id,
        order,
    };
    session.engine().send(Command::Site(command));
    let questions = Questions {
        are_for_here: true,
        ..Questions::default()
    };
    conclude(console, &watch(console, &session, questions)?)
}

/// What was said of the questions of runs.
#[derive(Default)]
pub(super) struct Questions {
    /// The sites whose current question is told.
    told: HashSet<SiteId>,
    /// Whether they are to be answered by this command.
    are_for_here: bool,
    /// Whether a window was open.
    was_shown: bool,
}

impl Questions {
    /// Tells a person that a run waits, once for each question.
    pub(super) fn note(
        &mut self,
        console: &Console,
        (site, name): (SiteId, &str),
        progress: &RunProgress,
    ) {
        let Some(question) = &progress.question else {
            self.told.remove(&site);
            return;
        };
        let comes_here = self.are_for_here && !self.was_shown;
        if comes_here || question.is_shown || !self.told.insert(site) {
            return;
        }
        let left = progress.waiting.as_ref();
        let left = left.and_then(|waiting| waiting.args.iter().find(|(name, _)| name == "left"));
        let told = Message::new("cli-run-question").with("site", name);
        if let Some((_, left)) = left {
            console.note(&told.with("left", left.clone()));
        }
    }

    /// Tells what happens with a window; returns whether waiting for an answer makes sense.
    pub(super) fn window(&mut self, console: &Console, window: &LoginWindow) -> bool {
        if let Some(fault) = &window.fault {
            console.note(fault);
        } else if window.is_open {
            self.was_shown = true;
            let host = window.host.as_str();
            console.note(&Message::new("cli-answer-window").with("host", host));
        }
        !self.are_for_here || window.fault.is_none() || window.is_answered
    }
}
