//! When an export may be written, what is replaced without a question, and the job that writes it.

use super::super::ResultsState;
use super::form::ExportForm;
use super::scope::filter;
use crate::action::Action;
use bowerbird_engine::types::{ExportJob, Format, Overwrite, Secret, take_password};
use bowerbird_engine::{Command, ExportCommand};

/// Whether the form is valid for an export.
pub(in crate::views::results) fn is_usable(state: &ResultsState) -> bool {
    !state.export_path.trim().is_empty()
        && !state.export_runs
        && !has_no_column(state)
        && state.export.days_are_readable()
}

/// Whether all columns are left out.
pub(in crate::views::results) fn has_no_column(state: &ResultsState) -> bool {
    let columns = &state.export.columns;
    !columns.is_empty() && !columns.iter().any(|column| column.on)
}

/// Records that an export has started.
pub(in crate::views::results) fn began(state: &mut ResultsState) {
    state.export_runs = true;
    state.exported = None;
    state.export.progress = Default::default();
    state.export.notes.clear();
    state.export.question = None;
}

/// Starts the export; an existing file of another origin leads to a question.
pub(in crate::views::results) fn write(state: &mut ResultsState, actions: &mut Vec<Action>) {
    let (address, password) = take_password(&state.export_path);
    if let Some(password) = password {
        // The address is remembered and shown, the password is neither.
        password.reveal().clone_into(&mut state.export.secret);
        state.export_path = address;
        state.export.moved_password = true;
    }
    state.export_path = state.export.with_ending(&state.export_path);
    start(state, overwrite(state), actions);
}

/// Starts the export.
pub(super) fn start(state: &mut ResultsState, overwrite: Overwrite, actions: &mut Vec<Action>) {
    let mut job = job(state);
    job.options.overwrite = overwrite;
    state.export.sent = (job.target.clone(), job.options.filter.clone());
    began(state);
    actions.push(Action::Send(Command::Exports(ExportCommand::Write {
        job,
        secret: secret(&state.export),
    })));
}

/// A file that this form wrote with the same choice of records is replaced without a question.
pub(super) fn overwrite(state: &ResultsState) -> Overwrite {
    let job = job(state);
    match state.export.written.get(&job.target) {
        Some(filter) if *filter == job.options.filter => Overwrite::SameKind,
        _ => Overwrite::Nothing,
    }
}

/// The export of the chosen records with the form's options.
pub(super) fn job(state: &ResultsState) -> ExportJob {
    state.export.job(filter(state), &state.export_path)
}

/// The typed key of a webhook, or password of a database.
pub(in crate::views::results) fn secret(form: &ExportForm) -> Option<Secret> {
    let typed = form.secret.trim();
    let has_secret = matches!(form.format, Format::Webhook | Format::Database);
    (has_secret && !typed.is_empty()).then(|| Secret::new(typed))
}
