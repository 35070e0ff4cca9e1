//! Arguments → window, command, or child process; nothing else.

use std::process::ExitCode;

use bowerbird::{app, cli, io};

/// Memory of a large page goes back to the system, whichever thread read it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // The child that draws pages and the guard of the browser get no arguments of a person's.
    match std::env::args_os().nth(1) {
        Some(first) if first == "preview-worker" => return io::preview::worker_main(),
        Some(first) if first == "browser-guard" => return io::browser::guard_main(),
        _ => {}
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
