//! `secrets …`

use std::path::PathBuf;

use clap::Subcommand;

/// `secrets …`
#[derive(Debug, Subcommand)]
pub enum SecretsSubcommand {
    /// Change the passphrase of the encrypted file of passwords and cookies
    #[command(
        after_help = "The current passphrase is read from the file that BOWERBIRD_PASSPHRASE_FILE \
                      names, else prompted for. The file is re-encrypted with the new one and a \
                      new salt, and replaces the old one at once. If the system keychain holds \
                      the secrets, there is nothing to change."
    )]
    Passphrase {
        /// Take the new passphrase from the first line of this file
        #[arg(long, value_name = "FILE")]
        new_file: Option<PathBuf>,
    },
}
