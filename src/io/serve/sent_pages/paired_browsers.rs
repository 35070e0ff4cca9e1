//! The browsers that may send pages, and whether they are listened to: one private file in the
//! program's own folder, never in a project. Of each token there is only a hash. Several processes may
//! write.

use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use ring::{digest, hmac};
use serde::{Deserialize, Serialize};

use super::USUAL_PORT;
use crate::files::{local_file, private_files};
use crate::secrets::Secret;
use crate::serve::new_token;
use bowerbird_logic::messages::{Explain, Message};

/// The name of the file.
const FILE: &str = "paired.json";
/// The largest file in bytes.
const MAX_BYTES: u64 = 256 * 1024;
/// The most browsers; the one that was not used for longest makes room.
const MAX_BROWSERS: usize = 20;
/// The longest name of a browser, in characters.
const MAX_NAME: usize = 60;
/// Random bytes of an id, as hexadecimal digits.
const ID_DIGITS: usize = 16;
/// What a proof is made of beside the browser's number and the port.
const PROOF: &str = "bowerbird";

/// Why the paired browsers cannot be read or stored.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct PairedBrowsersError {
    path: PathBuf,
    reason: String,
}

impl Explain for PairedBrowsersError {
    fn explain(&self) -> Message {
        Message::new("sent-pages-file")
            .with("path", self.path.display().to_string())
            .with("reason", self.reason.as_str())
    }
}

/// What sends pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SenderKind {
    /// The extension.
    #[default]
    Extension,
    /// A bookmark that runs a script on the page.
    Bookmark,
}

/// A browser that may send pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedBrowser {
    /// Its id.
    pub id: String,
    /// Its name, as it said.
    pub name: String,
    /// What sends.
    pub kind: SenderKind,
    /// The origin of the extension; empty for a bookmark.
    #[serde(default)]
    pub origin: String,
    /// The hash of its token.
    key: String,
    /// When it was paired.
    pub paired_at: Timestamp,
    /// When it last sent a page.
    #[serde(default)]
    pub used_at: Option<Timestamp>,
}

impl PairedBrowser {
    /// The proof that this program knows the browser, for the number that the browser made, at `port`.
    pub(super) fn proof(&self, nonce: &str, port: u16) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, self.key.as_bytes());
        let text = format!("{PROOF} {nonce} {port}");
        hex(hmac::sign(&key, text.as_bytes()).as_ref())
    }
}

/// What the file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pairings {
    /// Whether pages are listened for while a window is open.
    pub on: bool,
    /// The first port that is tried.
    pub port: u16,
    /// The language of what a browser is answered, as a tag.
    pub language: String,
    /// The browsers, the newest last.
    pub browsers: Vec<PairedBrowser>,
}

impl Default for Pairings {
    fn default() -> Self {
        Self {
            on: false,
            port: USUAL_PORT,
            language: String::new(),
            browsers: Vec::new(),
        }
    }
}

/// The file of paired browsers.
#[derive(Clone, Debug)]
pub struct PairedBrowsers {
    folder: PathBuf,
}

impl PairedBrowsers {
    /// The browsers that are paired in `folder`.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// What is stored; nothing is on where there is no file.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn load(&self) -> Result<Pairings, PairedBrowsersError> {
        let path = self.folder.join(FILE);
        match local_file::read(&path, MAX_BYTES) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| failed(&path, &error)),
            Err(local_file::LocalFileError::Io(error))
                if error.kind() == io::ErrorKind::NotFound =>
            {
                Ok(Pairings::default())
            }
            Err(error) => Err(failed(&path, &error)),
        }
    }

    /// Changes what is stored, under a lock between processes.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn change<T>(
        &self,
        change: impl FnOnce(&mut Pairings) -> T,
    ) -> Result<T, PairedBrowsersError> {
        let path = self.folder.join(FILE);
        let fault = |error: io::Error| failed(&path, &error);
        private_files::create_folders(&self.folder).map_err(fault)?;
        private_files::own_folder(&self.folder).map_err(fault)?;
        let lock = private_files::open_or_create(&self.folder.join("lock")).map_err(fault)?;
        lock.lock().map_err(fault)?;
        let mut pairings = self.load()?;
        let result = change(&mut pairings);
        let bytes = serde_json::to_vec_pretty(&pairings).map_err(|error| failed(&path, &error))?;
        private_files::replace(&path, &bytes).map_err(fault)?;
        Ok(result)
    }

    /// Pairs a browser; returns its id and its token, which is known to nobody else from then on. The
    /// same extension is paired anew in its place.
    ///
    /// # Errors
    /// When it cannot be stored, or there are no random numbers.
    pub fn pair(
        &self,
        kind: SenderKind,
        (name, origin): (&str, &str),
        now: Timestamp,
    ) -> Result<(String, Secret), PairedBrowsersError> {
        let made = || -> io::Result<(String, Secret)> {
            let id = new_token()?.reveal().chars().take(ID_DIGITS).collect();
            Ok((id, new_token()?))
        };
        let (id, token) = made().map_err(|error| failed(&self.folder.join(FILE), &error))?;
        let browser = PairedBrowser {
            id: id.clone(),
            name: name.trim().chars().take(MAX_NAME).collect(),
            kind,
            origin: origin.to_owned(),
            key: hash(token.reveal()),
            paired_at: now,
            used_at: None,
        };
        self.change(|pairings| {
            let browsers = &mut pairings.browsers;
            browsers.retain(|known| origin.is_empty() || known.origin != origin);
            if browsers.len() >= MAX_BROWSERS {
                let used = |known: &&PairedBrowser| known.used_at.unwrap_or(known.paired_at);
                let oldest = browsers.iter().min_by_key(used);
                let oldest = oldest.map(|known| known.id.clone()).unwrap_or_default();
                browsers.retain(|known| known.id != oldest);
            }
            browsers.push(browser);
        })?;
        Ok((id, token))
    }

    /// The browser of `origin` with this id; `None` for others.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn known(
        &self,
        id: &str,
        origin: &str,
    ) -> Result<Option<PairedBrowser>, PairedBrowsersError> {
        let mut browsers = self.load()?.browsers.into_iter();
        Ok(browsers.find(|known| known.id == id && known.origin == origin))
    }

    /// Whether an extension of this origin is paired.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn is_paired(&self, origin: &str) -> Result<bool, PairedBrowsersError> {
        let browsers = self.load()?.browsers;
        Ok(!origin.is_empty() && browsers.iter().any(|known| known.origin == origin))
    }

    /// The browser that a token of `origin` belongs to.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn of_token(
        &self,
        kind: SenderKind,
        (token, origin): (&str, &str),
    ) -> Result<Option<PairedBrowser>, PairedBrowsersError> {
        // Hashes of random tokens: the time of a comparison tells nothing that helps to guess one.
        let key = hash(token);
        let mut browsers = self.load()?.browsers.into_iter();
        Ok(browsers.find(|known| known.kind == kind && known.key == key && known.origin == origin))
    }

    /// Notes that a browser sent a page.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub(super) fn note_use(&self, id: &str, now: Timestamp) -> Result<(), PairedBrowsersError> {
        self.change(|pairings| {
            let mut browsers = pairings.browsers.iter_mut();
            if let Some(known) = browsers.find(|known| known.id == id) {
                known.used_at = Some(now);
            }
        })
    }

    /// Removes a browser; it can no longer send.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn remove(&self, id: &str) -> Result<(), PairedBrowsersError> {
        self.change(|pairings| pairings.browsers.retain(|known| known.id != id))
    }
}

fn hash(token: &str) -> String {
    hex(digest::digest(&digest::SHA256, token.as_bytes()).as_ref())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn failed(path: &Path, reason: &dyn std::fmt::Display) -> PairedBrowsersError {
    PairedBrowsersError {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("a time")
    }

    #[test]
    fn browsers_are_paired_known_by_their_token_and_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let browsers = PairedBrowsers::at(folder.path().join("browsers"));
        assert_eq!(browsers.load().expect("nothing yet"), Pairings::default());
        let origin = "moz-extension://a";
        let kind = SenderKind::Extension;
        let paired = browsers.pair(kind, ("Firefox", origin), at(1));
        let (id, token) = paired.expect("paired");
        let of = |token: &str, origin: &str| {
            let found = browsers.of_token(kind, (token, origin));
            found.expect("read").map(|known| known.id)
        };
        assert_eq!(of(token.reveal(), origin), Some(id.clone()));
        assert_eq!(of(token.reveal(), "moz-extension://b"), None);
        assert_eq!(of("", origin), None);
        let stored = folder.path().join("browsers").join(FILE);
        let text = std::fs::read_to_string(&stored).expect("written");
        assert!(!text.contains(token.reveal()), "only a hash is kept");
        // The same extension is paired anew.
        let again = browsers.pair(kind, ("Firefox", origin), at(2));
        let (again, new) = again.expect("paired");
        assert_eq!(of(token.reveal(), origin), None);
        browsers.note_use(&again, at(3)).expect("noted");
        let known = browsers.load().expect("read").browsers;
        assert_eq!((known.len(), known[0].used_at), (1, Some(at(3))));
        // A proof is for one port, and only of who knows the hash.
        let one = known[0].proof("n", 1);
        assert_ne!(one, known[0].proof("n", 2));
        assert_ne!(one, known[0].proof("m", 1));
        browsers.remove(&again).expect("removed");
        assert_eq!(of(new.reveal(), origin), None);
    }

    #[test]
    fn the_list_has_an_end_and_a_damaged_one_is_not_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let browsers = PairedBrowsers::at(folder.path().to_owned());
        for number in 0..=MAX_BROWSERS {
            let seconds = i64::try_from(number).expect("small");
            let paired = browsers.pair(SenderKind::Bookmark, ("b", ""), at(seconds));
            paired.expect("paired");
        }
        let known = browsers.load().expect("read").browsers;
        assert_eq!(known.len(), MAX_BROWSERS);
        assert_eq!(known[0].paired_at, at(1), "the oldest made room");
        std::fs::write(folder.path().join(FILE), "{").expect("damaged");
        assert!(browsers.change(|_| ()).is_err());
        let left = std::fs::read_to_string(folder.path().join(FILE));
        assert_eq!(left.expect("there"), "{");
    }
}
