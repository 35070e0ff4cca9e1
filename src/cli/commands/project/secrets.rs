//! `secrets`: the passphrase of the encrypted file.

use std::io::IsTerminal;
use std::path::Path;

use crate::args::SecretsSubcommand;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::project;
use bowerbird_engine::types::{Message, Secret};

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: &SecretsSubcommand) -> Outcome {
    match command {
        SecretsSubcommand::Passphrase { new_file } => {
            project::must_exist(path)?;
            let old = match project::known_passphrase()? {
                Some(known) => known,
                None => asked(console, "cli-ask-passphrase")?,
            };
            let new = match new_file {
                Some(file) => project::passphrase_in(file)?,
                None => twice(console)?,
            };
            project::change_passphrase(path, &old, &new)?;
            console.print_message(&Message::new("secrets-passphrase-changed"));
            Ok(())
        }
    }
}

/// Asks for a new passphrase twice, so that a typing error does not lock the user out.
fn twice(console: &Console) -> Result<Secret, Failure> {
    let first = asked(console, "cli-ask-new-passphrase")?;
    let second = asked(console, "cli-ask-passphrase-again")?;
    match first == second {
        true => Ok(first),
        false => Err(Failure::Usage(Message::new("cli-passphrases-differ"))),
    }
}

fn asked(console: &Console, id: &str) -> Result<Secret, Failure> {
    let missing = || Failure::Usage(Message::new("cli-no-passphrase"));
    if !std::io::stdin().is_terminal() {
        return Err(missing());
    }
    let typed = rpassword::prompt_password(console.catalogue.get(id)).map_err(|_| missing())?;
    match typed.is_empty() {
        true => Err(missing()),
        false => Ok(Secret::new(typed)),
    }
}
