//! What the program writes is for the person who runs it, whatever the umask is.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use rusqlite::Connection;

use crate::command_line::output_text;
use crate::servers::Pages;

/// The first schema that was released.
const FIRST: &str = include_str!("../../../../src/io/store/schema/migrations/001-first.sql");
/// Marks a project file.
const APPLICATION_ID: i64 = 0x4242_5244;

struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
        let home = Self { folder };
        home.write("passphrase", "open sesame");
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program under a umask that lets everybody read.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command
            .args(["-c", "umask 022; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_bowerbird"))
            .arg("--project")
            .arg(self.path("made/here/news.bower"))
            .args(arguments)
            .env("LC_ALL", "C.UTF-8")
            .env("HOME", self.folder.path())
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env("BOWERBIRD_PASSPHRASE_FILE", self.path("passphrase"))
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("it starts")
    }

    fn ok(&self, arguments: &[&str]) {
        let output = self.run(arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            output_text(&output)
        );
    }

    fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name).display().to_string()
    }

    /// All files and folders below `folder`, with their modes.
    fn modes(&self, folder: &str) -> Vec<(String, u32)> {
        let mut found = Vec::new();
        let mut folders = vec![self.path(folder)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let name = path.strip_prefix(self.folder.path()).unwrap();
                found.push((name.display().to_string(), mode(&path)));
                if entry.file_type().unwrap().is_dir() {
                    folders.push(path);
                }
            }
        }
        found.sort();
        found
    }

    /// A project with records, an archive and a secret.
    fn collected() -> Self {
        let home = Self::new();
        let pages = Pages::new()
            .page("/", "<article><a href='/a.html'>A</a></article><article><a href='/b.html'>B</a></article>")
            .page("/a.html", "<title>A</title><h1>Of A</h1><p>What is said of A.</p>")
            .page("/b.html", "<title>B</title><h1>Of B</h1><p>What is said of B.</p>")
            .start();
        let rule = format!(
            "[site]\nname = \"News\"\nkind = \"list\"\nstart = [\"{}\"]\n\
             [politeness]\ndelay = \"0s\"\n\
             [list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"a\" }}\n\
             [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n\
             [content]\nselect = [ {{ css = \"p\" }} ]\n",
            pages.url("/")
        );
        let rule = home.write("news.toml", &rule);
        home.ok(&["site", "add", &rule]);
        home.ok(&["run"]);
        home.ok(&["storage", "archive", "--before", "2099-01-01"]);
        home
    }
}

fn mode(path: &Path) -> u32 {
    std::fs::symlink_metadata(path).unwrap().mode() & 0o777
}

fn is_open(found: &(String, u32)) -> bool {
    found.1 & 0o077 != 0
}

#[test]
fn nothing_that_is_kept_can_be_read_by_others_but_exports_can() {
    let home = Home::collected();
    let wide: Vec<_> = ["made", "state", "data"]
        .iter()
        .flat_map(|folder| home.modes(folder))
        .collect();
    let names: Vec<&str> = wide.iter().map(|(name, _)| name.as_str()).collect();
    for expected in ["news.bower", "news.bower-lock", "-archive-"] {
        assert!(
            names.iter().any(|name| name.contains(expected)),
            "{names:?}"
        );
    }
    assert!(
        names.iter().any(|name| name.starts_with("state")),
        "{names:?}"
    );
    let open: Vec<_> = wide.into_iter().filter(is_open).collect();
    assert!(open.is_empty(), "{open:?}");
    let out = home.path("out.csv");
    home.ok(&["export", "--out", &out.display().to_string()]);
    assert_eq!(mode(&out), 0o644, "an export is the person's file");
    let pages = home.path("pages.warc");
    home.ok(&["storage", "warc", "--out", &pages.display().to_string()]);
    assert_eq!(mode(&pages), 0o600, "pages may be those of members");
}

#[test]
fn the_copy_before_a_new_version_is_private_and_follows_no_link() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("made/here")).unwrap();
    let project = home.path("made/here/news.bower");
    let old = Connection::open(&project).unwrap();
    old.execute_batch(FIRST).unwrap();
    old.pragma_update(None, "application_id", APPLICATION_ID)
        .unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    drop(old);
    std::fs::set_permissions(&project, PermissionsExt::from_mode(0o644)).unwrap();
    let elsewhere = home.path("elsewhere");
    symlink(&elsewhere, home.path("made/here/news.bower.version-1.part")).unwrap();

    let rule = home.write(
        "a.toml",
        "[site]\nname = \"A\"\nkind = \"list\"\nstart = [\"http://127.0.0.1:9/\"]\n\
         [list]\nitem = { css = \"li\" }\nlink = { css = \"a\" }\n",
    );
    home.ok(&["site", "add", &rule]);
    assert_eq!(mode(&home.path("made/here/news.bower.version-1")), 0o600);
    assert_eq!(mode(&project), 0o600);
    assert!(!elsewhere.exists());
}

#[test]
fn what_earlier_versions_left_open_is_closed_when_its_owner_writes() {
    let home = Home::collected();
    let here = home.modes("made/here");
    for (name, _) in &here {
        std::fs::set_permissions(home.path(name), PermissionsExt::from_mode(0o644)).unwrap();
    }
    let beside = home.write("made/here/news.bower.csv", "a,b\n");
    std::fs::set_permissions(&beside, PermissionsExt::from_mode(0o644)).unwrap();
    home.ok(&["site", "disable", "News"]);
    let open: Vec<_> = home
        .modes("made/here")
        .into_iter()
        .filter(is_open)
        .collect();
    assert_eq!(open, [("made/here/news.bower.csv".to_owned(), 0o644)]);
}

#[test]
fn a_link_in_the_place_of_the_lock_is_not_followed() {
    let home = Home::collected();
    let lock = home.path("made/here/news.bower-lock");
    std::fs::remove_file(&lock).unwrap();
    let elsewhere = home.path("elsewhere");
    symlink(&elsewhere, &lock).unwrap();
    let refused = home.run(&["site", "disable", "News"]);
    assert_eq!(refused.status.code(), Some(1), "{}", output_text(&refused));
    assert!(
        output_text(&refused).contains("news.bower-lock"),
        "{}",
        output_text(&refused)
    );
    assert!(!elsewhere.exists());
}

#[test]
fn a_link_that_leads_nowhere_is_no_place_for_a_project() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("made/here")).unwrap();
    let elsewhere = home.path("elsewhere.bower");
    symlink(&elsewhere, home.path("made/here/news.bower")).unwrap();
    let rule = home.write(
        "news.toml",
        "[site]\nname = \"News\"\nkind = \"pages\"\nstart = [\"http://127.0.0.1:1/\"]\n",
    );
    let refused = home.run(&["site", "add", &rule]);
    assert!(!refused.status.success(), "{}", output_text(&refused));
    assert!(!elsewhere.exists());
}

/// Needs the rights to act as another user, and a tool for it.
#[cfg(target_os = "linux")]
#[test]
fn who_holds_the_lock_is_named_and_no_other_user_can_hold_it_again() {
    let root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    let tools = ["setpriv", "flock"].iter().all(|tool| {
        let found = Command::new(tool).arg("--version").output();
        found.is_ok_and(|output| output.status.success())
    });
    if !root || !tools {
        return;
    }
    let home = Home::collected();
    for folder in ["made", "made/here"] {
        std::fs::set_permissions(home.path(folder), PermissionsExt::from_mode(0o755)).unwrap();
    }
    let lock = home.path("made/here/news.bower-lock");
    std::fs::set_permissions(&lock, PermissionsExt::from_mode(0o644)).unwrap();
    let hold = || {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
        // Without a fork, whoever is killed is the one that holds the lock.
        command.args(["flock", "-n", "-F"]).arg(&lock);
        command
    };
    let mut holder = hold()
        .args(["sh", "-c", "echo held; exec sleep 600"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut word = [0; 4];
    std::io::Read::read_exact(holder.stdout.as_mut().unwrap(), &mut word).unwrap();
    let refused = home.run(&["site", "disable", "News"]);
    let _ = holder.kill();
    let _ = holder.wait();
    assert_eq!(refused.status.code(), Some(1), "{}", output_text(&refused));
    let words = output_text(&refused);
    assert!(
        words.contains("nobody") || words.contains("65534"),
        "{words}"
    );
    assert!(words.contains("news.bower-lock"), "{words}");
    // It has been closed to others meanwhile.
    let again = hold().arg("true").output().unwrap();
    assert!(!again.status.success(), "{}", output_text(&again));
    home.ok(&["site", "disable", "News"]);
}
