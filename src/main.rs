//! Arguments → window, command, or child process; nothing else.

use std::process::ExitCode;

use bowerbird::{app, cli, io};

/// Memory of a large page goes back to the system, whichever thread read it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // The child that draws pages gets no arguments of a person's.
    if std::env::args_os()
        .nth(1)
        .is_some_and(|first| first == "preview-worker")
    {
        return io::preview::worker_main();
    }
    io::log::start();
    io::log::panics::watch(env!("BOWERBIRD_COMMIT"));
    match cli::run(std::env::args_os()) {
        cli::Request::Done(code) => code,
        cli::Request::Window { project, language } => {
            window(&app::AppOptions { project, language })
        }
    }
}

fn window(options: &app::AppOptions) -> ExitCode {
    app::dialogs::about::built_from(env!("BOWERBIRD_COMMIT"));
    match app::run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the window cannot open");
            ExitCode::FAILURE
        }
    }
}
