//! The token: a secret of the project, made at first; or the content of a file, where a service has no
//! keychain and no passphrase.

use std::io::Write as _;
use std::path::Path;

use crate::project_permission::secret_places;
use crate::protocol::EngineError;
use bowerbird_io::files::private_files;
use bowerbird_io::secrets::{BoundSecret, Secret, Secrets};
use bowerbird_io::serve;
use bowerbird_logic::messages::Message;
use bowerbird_logic::policy::pools::secret_scope::SecretPlace;

/// Its name among the secrets.
const NAME: &str = "serve:token";
/// The place it is for: this program.
const PLACE: &str = "http://localhost/";
/// The least characters of a token in a file.
const MIN_CHARS: usize = 32;

/// The token of a project; made if there is none.
///
/// # Errors
/// From the secrets.
pub fn token(secrets: &Secrets) -> Result<Secret, EngineError> {
    let here = url::Url::parse(PLACE).ok();
    let here = here.as_ref().and_then(SecretPlace::exact);
    match secrets.get(NAME)? {
        Some(kept) => Ok(kept.for_place(here)?.clone()),
        None => new_token(secrets),
    }
}

/// Makes another token: the one before no longer counts.
///
/// # Errors
/// From the secrets.
pub fn new_token(secrets: &Secrets) -> Result<Secret, EngineError> {
    let token = made()?;
    let bound = BoundSecret::new(token.clone(), secret_places::of_address(PLACE));
    secrets.set(NAME, &bound)?;
    Ok(token)
}

/// The token in the file at `path`; the file is made if there is none, for this user alone.
///
/// # Errors
/// When it cannot be read or written, or is too short to be a token.
pub fn token_in(path: &Path) -> Result<Secret, EngineError> {
    let failed = |error: std::io::Error| {
        EngineError(
            Message::new("serve-token-file")
                .with("path", path.display().to_string())
                .with("reason", error.to_string()),
        )
    };
    match std::fs::read_to_string(path) {
        Ok(text) if text.trim().chars().count() >= MIN_CHARS => Ok(Secret::new(text.trim())),
        Ok(_) => Err(EngineError(
            Message::new("serve-token-short")
                .with("path", path.display().to_string())
                .with("least", u64::try_from(MIN_CHARS).unwrap_or(u64::MAX)),
        )),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let token = made()?;
            let mut file = private_files::create_new(path).map_err(failed)?;
            writeln!(file, "{}", token.reveal()).map_err(failed)?;
            Ok(token)
        }
        Err(error) => Err(failed(error)),
    }
}

fn made() -> Result<Secret, EngineError> {
    serve::new_token().map_err(|error| {
        EngineError(Message::new("serve-no-token").with("reason", error.to_string()))
    })
}
