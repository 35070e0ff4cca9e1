//! For which owners a worker works: those that it was told, or the first one that accepted it, which it
//! remembers. An owner decides which addresses a worker asks, so not everyone with the password of
//! the queue may be one.

use std::path::Path;

use bowerbird_io::files::private_files;
use bowerbird_io::work_queue::{PublicKey, QueueError};

/// The file with the first owner's key.
const FILE: &str = "owner";

/// Whom a worker trusts.
pub(super) struct Trust {
    named: Vec<String>,
    first: Option<PublicKey>,
}

impl Trust {
    /// Trusts the owners with these fingerprints, or else the one that is remembered in `folder`.
    pub(super) fn load(folder: &Path, named: &[String]) -> Self {
        let plain = |text: &String| text.trim().to_ascii_lowercase();
        let kept = std::fs::read_to_string(folder.join(FILE)).ok();
        Self {
            named: named.iter().map(plain).collect(),
            first: kept.and_then(|text| PublicKey::parse(text.trim())),
        }
    }

    /// Whether it works for an owner that accepted it. The first one is remembered.
    ///
    /// # Errors
    /// When it cannot be remembered.
    pub(super) fn admits(&mut self, owner: &PublicKey, folder: &Path) -> Result<bool, QueueError> {
        if !self.named.is_empty() {
            return Ok(self.named.contains(&owner.fingerprint()));
        }
        if let Some(first) = &self.first {
            return Ok(first == owner);
        }
        let path = folder.join(FILE);
        let kept = private_files::replace(&path, owner.to_string().as_bytes());
        kept.map_err(|error| QueueError::Identity {
            path: path.display().to_string(),
            reason: error.to_string(),
        })?;
        self.first = Some(*owner);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_io::work_queue::Identity;

    #[test]
    fn the_first_owner_is_remembered_and_others_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let key = |name: &str| {
            let path = folder.path().join(name);
            Identity::load_or_create(&path).expect("a key").public()
        };
        let (one, two) = (key("one"), key("two"));
        let mut trust = Trust::load(folder.path(), &[]);
        assert_eq!(trust.admits(&one, folder.path()), Ok(true));
        assert_eq!(trust.admits(&two, folder.path()), Ok(false));
        let mut again = Trust::load(folder.path(), &[]);
        assert_eq!(again.admits(&two, folder.path()), Ok(false));
        assert_eq!(again.admits(&one, folder.path()), Ok(true));
        let mut named = Trust::load(folder.path(), &[two.fingerprint()]);
        assert_eq!(named.admits(&two, folder.path()), Ok(true));
        assert_eq!(named.admits(&one, folder.path()), Ok(false));
    }
}
