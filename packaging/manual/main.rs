//! Writes the manual pages and the shell completions of the program, from the definition that its
//! `--help` is printed from. It is no part of the program; `packaging/build` calls it.
//!
//! usage: bowerbird-manual DIR

use std::fs::{File, create_dir_all};
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

use bowerbird_cli::Arguments;
use clap::CommandFactory;
use clap_complete::Shell;

/// Name of the program, of its pages and completions.
const NAME: &str = "bowerbird";

fn main() -> Result<()> {
    let folder = std::env::args_os()
        .nth(1)
        .map(PathBuf::from)
        .ok_or_else(|| Error::other("usage: bowerbird-manual DIR"))?;
    manual_pages(&folder.join("man"))?;
    completions(&folder.join("completions"))
}

/// Writes one page for the program and one for each command and subcommand.
fn manual_pages(folder: &Path) -> Result<()> {
    create_dir_all(folder)?;
    clap_mangen::generate_to(Arguments::command(), folder)
}

/// Writes the completions, each under the name by which its shell finds it.
fn completions(folder: &Path) -> Result<()> {
    for (shell, file) in [
        (Shell::Bash, "bash/bowerbird"),
        (Shell::Zsh, "zsh/_bowerbird"),
        (Shell::Fish, "fish/bowerbird.fish"),
    ] {
        let file = folder.join(file);
        if let Some(parent) = file.parent() {
            create_dir_all(parent)?;
        }
        let mut program = Arguments::command();
        clap_complete::generate(shell, &mut program, NAME, &mut File::create(file)?);
    }
    Ok(())
}
