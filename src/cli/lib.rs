//! Floor 4: the command line, one file per command. Input: arguments. Output: commands to the
//! engine, results on standard output, errors on standard error, an exit code (`exit_codes`). No logic
//! of its own.

mod args;
mod commands;
mod console;
mod exit_codes;
mod failure;
mod session;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

pub use args::Arguments;
use args::CommandLine;
use console::Console;
use failure::Outcome;

use bowerbird_engine::types::without_credentials;
use bowerbird_engine::{allow_private, fetch_by, project};

/// What the arguments ask for.
pub enum Request {
    /// Open the window, on the given project and in the given language, if any.
    Window {
        /// The project.
        project: Option<PathBuf>,
        /// Tag of the language.
        language: Option<String>,
    },
    /// The command line has finished.
    Done(ExitCode),
}

/// Returns the project if it is the only argument, as file managers pass it.
fn opened(arguments: &[OsString]) -> Option<PathBuf> {
    let [_, only] = arguments else {
        return None;
    };
    let path = PathBuf::from(only);
    let is_project = path.extension().is_some_and(|ending| ending == "bower");
    (is_project && !only.to_string_lossy().starts_with('-')).then_some(path)
}

/// Parses the arguments and runs the command, if there is one.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Request {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(project) = opened(&arguments) {
        return Request::Window {
            project: Some(project),
            language: None,
        };
    }
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version print to standard output and are not failures.
            let code = if error.use_stderr() {
                exit_codes::USAGE
            } else {
                exit_codes::DONE
            };
            print(&error);
            return Request::Done(ExitCode::from(code));
        }
    };
    if arguments.allow_private {
        allow_private();
    }
    if let Some(mode) = arguments.fetch {
        fetch_by(mode);
    }
    let Some(command) = arguments.command else {
        return Request::Window {
            project: arguments.project,
            language: arguments.lang,
        };
    };
    let console = Console::new(
        arguments.lang.as_deref(),
        arguments.json,
        arguments.progress,
    );
    let project = arguments.project.unwrap_or_else(project::default_path);
    let code = match dispatch(&console, &project, command) {
        Ok(()) => exit_codes::DONE,
        Err(failure) => {
            let code = failure.exit_code();
            failure.report(&console);
            code
        }
    };
    Request::Done(ExitCode::from(code))
}

/// Prints help, the version, or what is wrong with the arguments. Omits a password typed among
/// them, because scripts keep what is printed.
fn print(error: &clap::Error) {
    let plain = error.to_string();
    match without_credentials(&plain) {
        Cow::Borrowed(_) => {
            let _ = error.print();
        }
        Cow::Owned(clean) => {
            let _ = write!(std::io::stderr(), "{clean}");
        }
    }
}

fn dispatch(console: &Console, project: &Path, command: CommandLine) -> Outcome {
    match command {
        CommandLine::Demo { out } => commands::run::demo::run(console, &out),
        CommandLine::Project(command) => commands::project::run(console, &command),
        CommandLine::Site(command) => commands::site::run(console, project, command),
        CommandLine::Run(arguments) => commands::run::run(console, project, &arguments),
        CommandLine::Crawl(arguments) => commands::run::crawl::run(console, arguments),
        CommandLine::Schedule(arguments) => commands::schedule::run(console, project, &arguments),
        CommandLine::Status => commands::status::run(console, project),
        CommandLine::Supervise(command) => {
            commands::site::supervise::run(console, project, &command)
        }
        CommandLine::Runs(arguments) => commands::run::runs::run(console, project, &arguments),
        CommandLine::Pause(arguments) => {
            commands::run::control::pause(console, project, &arguments)
        }
        CommandLine::Answer { site } => commands::run::answer(console, project, &site),
        CommandLine::Resume(arguments) => {
            commands::run::control::resume(console, project, &arguments)
        }
        CommandLine::Stop(arguments) => commands::run::control::stop(console, project, &arguments),
        CommandLine::Cancel(arguments) => {
            commands::run::control::cancel(console, project, &arguments)
        }
        CommandLine::Extract(arguments) => commands::page::extract::run(console, &arguments),
        CommandLine::Rule(command) => commands::rule::run(console, project, command),
        CommandLine::Select(arguments) => commands::page::select::run(console, arguments),
        CommandLine::Detect(arguments) => commands::page::detect::run(console, arguments),
        CommandLine::Signal(command) => commands::site::signal::run(console, project, command),
        CommandLine::Preview(arguments) => commands::page::preview::run(console, &arguments),
        CommandLine::Proxy(command) => commands::pools::proxy::run(console, project, command),
        CommandLine::Account(command) => commands::pools::account::run(console, project, command),
        CommandLine::Alert(command) => commands::project::alert::run(console, project, command),
        CommandLine::Filter(command) => commands::project::filters::run(console, project, command),
        CommandLine::Worker(arguments) => commands::workers::worker::run(console, &arguments),
        CommandLine::Workers(command) => commands::workers::run(console, project, &command),
        CommandLine::Secrets(command) => {
            commands::project::secrets::run(console, project, &command)
        }
        CommandLine::Log(arguments) => commands::project::log::run(console, project, &arguments),
        CommandLine::Diagnose(arguments) => {
            commands::project::diagnose::run(console, project, &arguments)
        }
        CommandLine::Record(command) => commands::records::record::run(console, project, &command),
        CommandLine::Search(arguments) => {
            commands::records::search::run(console, project, &arguments)
        }
        CommandLine::Summarise(arguments) => {
            commands::records::texts::summarise(console, project, &arguments)
        }
        CommandLine::Reposts(command) => {
            commands::records::texts::reposts(console, project, &command)
        }
        CommandLine::Changes(arguments) => {
            commands::records::changes::run(console, project, &arguments)
        }
        CommandLine::Versions { url } => commands::records::versions::run(console, project, &url),
        CommandLine::Forget(arguments) => {
            commands::storage::forget::run(console, project, &arguments)
        }
        CommandLine::Storage(command) => commands::storage::run(console, project, &command),
        CommandLine::Export(arguments) => {
            commands::records::export::run(console, project, &arguments)
        }
        CommandLine::Evidence(command) => {
            commands::records::evidence::run(console, project, &command)
        }
        CommandLine::Serve(arguments) => {
            commands::records::serve::run(console, project, &arguments)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened_by(arguments: &[&str]) -> Option<PathBuf> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        opened(&arguments)
    }

    #[test]
    fn a_project_that_is_named_alone_opens() {
        let project = opened_by(&["bowerbird", "news/daily.bower"]);
        assert_eq!(project, Some(PathBuf::from("news/daily.bower")));
        for others in [
            ["bowerbird", "run"].as_slice(),
            &["bowerbird"],
            &["bowerbird", "export", "daily.bower"],
            &["bowerbird", "--project=daily.bower"],
        ] {
            assert_eq!(opened_by(others), None, "{others:?}");
        }
    }
}
