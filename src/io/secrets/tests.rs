//! Where secrets are stored, and to whom they are returned.

use std::collections::HashMap;
use std::sync::Mutex;

use super::*;

/// A keychain in memory; it does not respond when `absent`.
#[derive(Default)]
struct Fake {
    absent: bool,
    kept: Mutex<HashMap<String, Secret>>,
}

impl Keychain for Fake {
    fn answers(&self) -> bool {
        !self.absent
    }
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
        Ok(self.kept.lock().unwrap().get(name).cloned())
    }
    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
        let mut kept = self.kept.lock().unwrap();
        kept.insert(name.to_owned(), secret.clone());
        Ok(())
    }
    fn remove(&self, name: &str) -> Result<(), SecretError> {
        self.kept.lock().unwrap().remove(name);
        Ok(())
    }
}

fn with(keychain: Fake, folder: &Path) -> Secrets {
    Secrets {
        place: Place::Keychain {
            keychain: Box::new(keychain),
            path: file_beside(&folder.join("news.bowerbird")),
        },
        project: ID.to_owned(),
        former: Mutex::new(None),
    }
}

const ID: &str = "0123456789abcdef0123456789abcdef";
const OTHER: &str = "fedcba9876543210fedcba9876543210";

fn scope(at: &str) -> SecretScope {
    SecretScope::of_sites([&url::Url::parse(at).unwrap()])
}

fn bound(text: &str) -> BoundSecret {
    BoundSecret::new(Secret::new(text), scope("https://example.org/"))
}

/// A project's knowledge: one secret and its place.
fn knows(name: &str, at: &str) -> Former {
    let known = (name.to_owned(), scope(at));
    Box::new(move || Ok(vec![known.clone()]))
}

fn nothing() -> Former {
    Box::new(|| Ok(Vec::new()))
}

#[test]
fn a_secret_never_shows_itself() {
    let secret = Secret::new("s3cret");
    let shown = format!("{secret} {secret:?} {:?}", Some(&secret));
    assert!(!shown.contains("s3cret"), "{shown}");
    assert_eq!(secret.reveal(), "s3cret");
}

#[test]
fn the_keychain_keeps_and_forgets() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = with(Fake::default(), folder.path());
    secrets.set("proxy:a", &bound("x")).unwrap();
    assert_eq!(secrets.get("proxy:a").unwrap(), Some(bound("x")));
    secrets.remove("proxy:a").unwrap();
    assert_eq!(secrets.get("proxy:a").unwrap(), None);
}

#[test]
fn without_keychain_and_passphrase_there_is_nothing_to_find_and_no_place_to_keep() {
    let folder = tempfile::tempdir().unwrap();
    let absent = Fake {
        absent: true,
        ..Fake::default()
    };
    let secrets = with(absent, folder.path());
    assert_eq!(secrets.get("proxy:a").unwrap(), None);
    secrets.remove("proxy:a").unwrap();
    let refused = secrets.set("proxy:a", &bound("x"));
    assert!(matches!(refused, Err(SecretError::NoPassphrase { .. })));
}

#[test]
fn a_file_without_its_passphrase_is_not_mistaken_for_no_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("news.bowerbird");
    let with_file = Secrets::open(&project, ID, Some(Secret::new("pass")), nothing());
    with_file.set("proxy:a", &bound("x")).unwrap();
    let secrets = with(Fake::default(), folder.path());
    let missing = secrets.get("proxy:a");
    assert!(matches!(missing, Err(SecretError::NoPassphrase { .. })));
    secrets.set("proxy:a", &bound("y")).unwrap();
    assert_eq!(secrets.get("proxy:a").unwrap(), Some(bound("y")));
}

#[test]
fn another_project_at_the_same_path_finds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("news.bowerbird");
    let open = |id: &str| {
        let former = knows("proxy:a", "https://evil.example/");
        Secrets::open(&project, id, Some(Secret::new("pass")), former)
    };
    open(ID).set("proxy:a", &bound("x")).unwrap();
    assert_eq!(open(OTHER).get("proxy:a").unwrap(), None);
    open(OTHER).set("proxy:a", &bound("y")).unwrap();
    open(OTHER).remove("proxy:b").unwrap();
    assert_eq!(open(ID).get("proxy:a").unwrap(), Some(bound("x")));
}

#[test]
fn entries_of_an_earlier_version_are_adopted_once_for_what_they_were_used_for() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("news.bowerbird");
    let file = SecretFile::new(file_beside(&project), Secret::new("pass"));
    file.change(|all| {
        all.insert("proxy:a".to_owned(), Secret::new("x"));
        all.insert("proxy:gone".to_owned(), Secret::new("z"));
    })
    .unwrap();
    let open = |id: &str, at: &str| {
        let former = knows("proxy:a", at);
        Secrets::open(&project, id, Some(Secret::new("pass")), former)
    };
    open(ID, "https://example.org/").adopt_former().unwrap();
    let later = open(ID, "https://evil.example/");
    assert_eq!(later.get("proxy:a").unwrap(), Some(bound("x")));
    let unknown = later.get("proxy:gone").unwrap().unwrap();
    assert!(unknown.scope().is_empty(), "it goes nowhere");
    let other = open(OTHER, "https://evil.example/");
    assert_eq!(other.get("proxy:a").unwrap(), None);
    assert_eq!(other.get("proxy:gone").unwrap(), None);
}

#[test]
fn a_keychain_gives_its_former_entries_to_one_project_only() {
    let folder = tempfile::tempdir().unwrap();
    let kept = |name: &str| (name.to_owned(), Secret::new("x"));
    let keychain = Fake {
        kept: Mutex::new(HashMap::from([kept("proxy:a"), kept("proxy:b")])),
        ..Fake::default()
    };
    let mut secrets = with(keychain, folder.path());
    secrets.former = Mutex::new(Some(knows("proxy:a", "https://example.org/")));
    assert_eq!(secrets.get("proxy:a").unwrap(), Some(bound("x")));
    secrets.project = OTHER.to_owned();
    secrets.former = Mutex::new(Some(knows("proxy:b", "https://evil.example/")));
    assert_eq!(secrets.get("proxy:a").unwrap(), None);
    assert_eq!(secrets.get("proxy:b").unwrap(), None);
}

#[test]
fn passphrases_come_from_a_file_without_its_line_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pass");
    let check = |bytes: &str, expected: Option<&str>| {
        std::fs::write(&path, bytes).unwrap();
        let found = passphrase_in(&path).ok();
        assert_eq!(found, expected.map(Secret::new));
    };
    check("open sesame\n", Some("open sesame"));
    check("芝麻开门\r\n", Some("芝麻开门"));
    check(" spaces \n\n", Some(" spaces \n"));
    check("\n", None);
    check("", None);
    let absent = passphrase_in(&folder.path().join("absent"));
    assert!(matches!(absent, Err(SecretError::File { .. })));
}
