//! A secret bound to the places it was given for. The one gate between a secret and a request: its
//! text is only returned for a stated destination.

use std::fmt;

use serde::Deserialize;
use url::Url;

use super::Secret;
use bowerbird_logic::messages::{Explain, Message, english};
use bowerbird_logic::policy::pools::secret_scope::{SecretPlace, SecretScope};

/// A secret and the places it was given for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundSecret {
    secret: Secret,
    scope: SecretScope,
}

/// A secret was not given for the place that requests it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfScope {
    /// The places it was given for, as text.
    pub given: String,
    /// The place that requests it.
    pub wanted: String,
}

impl OutOfScope {
    fn new(scope: &SecretScope, wanted: Option<SecretPlace>) -> Self {
        Self {
            given: scope.shown(),
            wanted: wanted.map_or_else(|| "–".to_owned(), |place| place.to_string()),
        }
    }
}

impl Explain for OutOfScope {
    fn explain(&self) -> Message {
        Message::new("secrets-other-place")
            .with("given", self.given.as_str())
            .with("wanted", self.wanted.as_str())
    }
}

impl fmt::Display for OutOfScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for OutOfScope {}

/// The content of an entry in the keychain or the file.
#[derive(Deserialize)]
struct Entry {
    secret: String,
    #[serde(rename = "for")]
    scope: SecretScope,
}

impl BoundSecret {
    /// A secret that the user gave for these places.
    pub fn new(secret: Secret, scope: SecretScope) -> Self {
        Self { secret, scope }
    }

    /// The places it was given for.
    pub fn scope(&self) -> &SecretScope {
        &self.scope
    }

    /// Allows one more place named by the user.
    #[must_use]
    pub fn allowing(mut self, place: SecretPlace) -> Self {
        self.scope.allow(place);
        self
    }

    /// The secret, for a request to `url`.
    ///
    /// # Errors
    /// [`OutOfScope`] where it was given for other places.
    pub fn for_url(&self, url: &Url) -> Result<&Secret, OutOfScope> {
        match self.scope.allows(url) {
            true => Ok(&self.secret),
            false => Err(OutOfScope::new(&self.scope, SecretPlace::of_site(url))),
        }
    }

    /// The secret, for a connection to `place`.
    ///
    /// # Errors
    /// [`OutOfScope`] where it was given for other places.
    pub fn for_place(&self, place: Option<SecretPlace>) -> Result<&Secret, OutOfScope> {
        match &place {
            Some(there) if self.scope.allows_place(there) => Ok(&self.secret),
            _ => Err(OutOfScope::new(&self.scope, place)),
        }
    }

    /// The stored form, in the keychain or the encrypted file.
    pub(super) fn written(&self) -> Secret {
        // `Secret` masks itself when serialised; here it must be written out.
        let entry = serde_json::json!({ "secret": self.secret.reveal(), "for": self.scope });
        Secret::new(entry.to_string())
    }

    /// Parses the output of [`Self::written`]; `None` for anything else.
    pub(super) fn read(written: &Secret) -> Option<Self> {
        let entry: Entry = serde_json::from_str(written.reveal()).ok()?;
        Some(Self::new(Secret::new(entry.secret), entry.scope))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_secret_comes_back_as_it_was_and_shows_nothing() {
        let here = Url::parse("https://www.example.org/").unwrap();
        let secret = BoundSecret::new(Secret::new("pw\"ä{}"), SecretScope::of_sites([&here]));
        assert_eq!(BoundSecret::read(&secret.written()), Some(secret.clone()));
        assert!(!format!("{secret:?}").contains("pw"));
        assert_eq!(BoundSecret::read(&Secret::new("pw")), None);
        assert_eq!(secret.for_url(&here).unwrap().reveal(), "pw\"ä{}");
        let there = Url::parse("http://evil.example:81/?x").unwrap();
        let fault = secret.for_url(&there).unwrap_err();
        assert_eq!(fault.given, "https://example.org");
        assert_eq!(fault.wanted, "http://evil.example");
        let named = secret.allowing(SecretPlace::named(&fault.wanted).unwrap());
        assert!(named.for_url(&there).is_ok());
    }
}
