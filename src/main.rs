//! Arguments → window, command, or child process; nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os()
        .nth(1)
        .is_some_and(|a| a == "preview-worker")
    {
        return bowerbird::io::preview::worker_main();
    }
    ExitCode::SUCCESS
}
