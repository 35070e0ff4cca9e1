//! Arguments → window, command, or child process; nothing else.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use bowerbird::{app, cli, io};

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    match args.next() {
        None => match app::run(app::AppOptions::default()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("bowerbird: {error}");
                ExitCode::FAILURE
            }
        },
        Some(first) if first == "preview-worker" => io::preview::worker_main(),
        Some(_) => cli::main(std::env::args_os()),
    }
}
