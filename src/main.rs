//! Arguments → window, command, or child process; nothing else.

use std::process::ExitCode;

use bowerbird::{app, io};

fn main() -> ExitCode {
    match std::env::args_os().nth(1) {
        None => window(app::AppOptions::default()),
        Some(first) if first == "preview-worker" => io::preview::worker_main(),
        Some(_) => ExitCode::from(2),
    }
}

fn window(options: app::AppOptions) -> ExitCode {
    match app::run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bowerbird: {error}");
            ExitCode::FAILURE
        }
    }
}
