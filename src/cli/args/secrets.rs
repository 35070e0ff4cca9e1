//! `secrets …`

use std::path::PathBuf;

use clap::Subcommand;

/// `secrets …`
#[derive(Debug, Subcommand)]
pub enum SecretsSubcommand {
    /// Give the encrypted file of passwords and cookies another passphrase
    #[command(
        after_help = "The present passphrase comes from the file that BOWERBIRD_PASSPHRASE_FILE \
                      names, else it is asked for. The file is written anew under the new one, \
                      with a new salt, and takes the place of the old one at once. Where the \
                      system's keychain holds the secrets there is nothing to change."
    )]
    Passphrase {
        /// Take the new passphrase from the first line of this file
        #[arg(long, value_name = "FILE")]
        new_file: Option<PathBuf>,
    },
}
