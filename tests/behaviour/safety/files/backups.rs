//! Backups: a project with its archive is backed up and comes back after its file was damaged, whatever
//! happens on the way: a full disk, a stop at any instant, a damaged backup, a process that has the project.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;
use std::time::Duration;

use bowerbird::engine::project::backups::{BackupPlaces, back_up, backups_of};
use bowerbird::engine::{Command, Engine, EngineOptions, Event, ExportCommand, ExportEvent};
use bowerbird::io::store::Store;
use jiff::Timestamp;
use rusqlite::Connection;
use serde_json::Value;

use super::old_project_files::rows::{self, ARCHIVE};
use crate::command_line::{Bench, output_text};
use crate::engine::support::clock::SetClock;
use crate::texts::fixed_part;

/// A project with its archive.
fn project() -> Bench {
    let bench = Bench::new();
    fill(&news(&bench), &bench.path(ARCHIVE));
    bench
}

fn fill(project: &Path, archive: &Path) {
    drop(Store::create(project).expect("a project"));
    let connection = Connection::open(project).expect("opens");
    rows::fill_project(&connection);
    let sql = "SELECT value FROM setting WHERE name = 'project.id'";
    let id: String = connection
        .query_row(sql, [], |row| row.get(0))
        .expect("an id");
    drop(connection);
    drop(Store::create(archive).expect("an archive"));
    let connection = Connection::open(archive).expect("opens");
    rows::fill_archive(&connection, Some(&id));
    drop(connection);
    // What is in the logs goes into the files.
    drop(Store::open(project).expect("opens"));
}

fn news(bench: &Bench) -> PathBuf {
    bench.path("news.bower")
}

fn run(bench: &Bench, arguments: &[&str]) -> Output {
    let mut command = bench.command_on(&news(bench));
    command.args(arguments).output().expect("starts")
}

fn ok(bench: &Bench, arguments: &[&str]) -> String {
    let output = run(bench, arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        output_text(&output)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(bench: &Bench, arguments: &[&str]) -> Value {
    let mut all = vec!["--json"];
    all.extend(arguments);
    serde_json::from_str(&ok(bench, &all)).expect("JSON")
}

fn fails(bench: &Bench, arguments: &[&str]) -> String {
    let output = run(bench, arguments);
    assert_eq!(output.status.code(), Some(1), "{}", output_text(&output));
    output_text(&output)
}

/// Addresses and titles that an export has, with those of archives.
fn exported(bench: &Bench) -> Vec<String> {
    let out = bench.path("all.jsonl");
    ok(
        bench,
        &[
            "export",
            "--columns",
            "url,title,text",
            "--out",
            &out.to_string_lossy(),
        ],
    );
    let text = std::fs::read_to_string(&out).expect("written");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

/// Overwrites the page at the root of the texts of records, in an archive of its last table: what
/// opens without it.
fn damage(path: &Path) -> Vec<u8> {
    let (page, size): (u32, u32) = {
        let connection = Connection::open(path).expect("opens");
        let mode: String = connection
            .query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))
            .expect("one file");
        assert_eq!(mode, "delete");
        connection
            .query_row(
                "SELECT rootpage, (SELECT page_size FROM pragma_page_size)
                 FROM sqlite_master WHERE type = 'table' AND rootpage > 1
                 ORDER BY name = 'record_text' DESC, rootpage DESC LIMIT 1",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .expect("a table")
    };
    let mut bytes = std::fs::read(path).expect("read");
    let [page, size] = [page, size].map(|n| usize::try_from(n).expect("fits"));
    bytes[(page - 1) * size..page * size].fill(0xA5);
    std::fs::write(path, &bytes).expect("written");
    bytes
}

/// The files below a folder, and what is in them.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            // The log.
            if path.file_name().is_some_and(|name| name == ".local") {
                continue;
            }
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let bytes = std::fs::read(&path).expect("read");
                    found.insert(path, bytes);
                }
            }
        }
    }
    found
}

fn ending(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let all = files(folder).into_keys();
    all.filter(|path| path.to_string_lossy().ends_with(ending))
        .collect()
}

/// Changes the project, so that its next backup is another one.
fn change(bench: &Bench, title: &str) {
    let connection = Connection::open(news(bench)).expect("opens");
    connection
        .execute("UPDATE record SET title = ?1 WHERE id = 3", [title])
        .expect("changed");
}

fn id_of(path: &Path) -> String {
    let store = Store::open_read_only(path).expect("opens");
    store.project_id().expect("an id")
}

#[test]
fn a_damaged_project_comes_back_with_its_archive_and_what_was_there_is_kept() {
    let bench = project();
    let (before, id) = (exported(&bench), id_of(&news(&bench)));
    assert_eq!(before.len(), rows::RECORDS.len() + rows::ARCHIVED.len());
    let taken = json(&bench, &["storage", "backup"]);
    assert_eq!(taken["backup"]["records"], 5);
    assert_eq!(taken["backup"]["archives"], 1);
    let damaged = damage(&news(&bench));
    std::fs::remove_file(bench.path(ARCHIVE)).expect("removed");
    // A damaged project is not backed up over the good ones, and they are still listed.
    let refused = fails(&bench, &["storage", "backup"]);
    assert!(
        refused.contains(fixed_part("backup-damaged-project")),
        "{refused}"
    );
    assert!(
        refused.contains("Earlier backups are unchanged"),
        "{refused}"
    );
    let listed = ok(&bench, &["storage", "backups"]);
    let name = taken["backup"]["name"].as_str().expect("a name");
    assert!(
        listed.contains(name) && listed.contains("checked"),
        "{listed}"
    );

    let restored = json(&bench, &["storage", "restore", "latest"]);
    assert_eq!(exported(&bench), before);
    assert_eq!(
        id_of(&news(&bench)),
        id,
        "what was allowed and its secrets go on"
    );
    let kept = restored["kept"].as_str().expect("kept aside");
    assert_eq!(std::fs::read(kept).expect("kept"), damaged);
    assert!(kept.contains("news.bower.before-restore-"), "{kept}");
    assert_eq!(json(&bench, &["storage", "check"])["clean"], true);
    assert!(ending(&bench.path(""), ".part").is_empty());
}

#[test]
fn an_archive_that_has_not_changed_stays_where_it_is() {
    let bench = project();
    ok(&bench, &["storage", "backup"]);
    let archive = bench.path(ARCHIVE);
    let before = std::fs::read(&archive).expect("read");
    damage(&news(&bench));
    ok(&bench, &["storage", "restore", "latest"]);
    assert_eq!(std::fs::read(&archive).expect("read"), before);
    let aside = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.contains("-archive-") && name.contains(".before-restore-")
    };
    assert!(!files(&bench.path("")).keys().any(aside));
    // A damaged one does not.
    damage(&archive);
    ok(&bench, &["storage", "restore", "latest"]);
    assert!(files(&bench.path("")).keys().any(aside));
    assert_eq!(
        exported(&bench).len(),
        rows::RECORDS.len() + rows::ARCHIVED.len()
    );
}

#[test]
fn a_project_that_is_gone_or_not_even_a_database_comes_back() {
    for lost in [true, false] {
        let bench = project();
        let before = exported(&bench);
        ok(&bench, &["storage", "backup"]);
        match lost {
            true => std::fs::remove_file(news(&bench)).expect("removed"),
            // With a log of which nothing may get into what is restored.
            false => {
                std::fs::write(news(&bench), "no database at all").expect("written");
                std::fs::write(bench.path("news.bower-wal"), "stale").expect("written");
            }
        }
        let said = ok(&bench, &["storage", "restore", "latest"]);
        assert_eq!(said.contains("was saved as"), !lost, "{said}");
        assert_eq!(exported(&bench), before);
        let stale = ending(&bench.path(""), "-wal");
        let stale: Vec<&PathBuf> = stale
            .iter()
            .filter(|log| std::fs::read(log).expect("read") == b"stale")
            .collect();
        assert_eq!(stale.len(), usize::from(!lost), "{stale:?}");
        let aside = |log: &&PathBuf| log.to_string_lossy().contains(".before-restore-");
        assert!(stale.iter().all(aside), "{stale:?}");
    }
}

#[test]
fn a_backup_is_restored_elsewhere_beside_the_project_that_goes_on() {
    let bench = project();
    ok(&bench, &["storage", "backup"]);
    let before = std::fs::read(news(&bench)).expect("read");
    let other = bench.path("other/then.bower");
    let other_name = other.to_string_lossy().into_owned();
    ok(
        &bench,
        &["storage", "restore", "latest", "--as", &other_name],
    );
    assert_eq!(std::fs::read(news(&bench)).expect("read"), before);
    assert_eq!(id_of(&other), id_of(&news(&bench)));
    assert!(bench.path("other").join(ARCHIVE).is_file());
    let found = bench
        .command_on(&other)
        .args(["search", "pier"])
        .output()
        .expect("starts");
    assert!(
        output_text(&found).contains("Old pier closed"),
        "{}",
        output_text(&found)
    );
}

#[test]
fn beside_its_owner_a_project_is_backed_up_but_not_replaced() {
    let bench = project();
    let owner = Store::open(&news(&bench)).expect("owned");
    ok(&bench, &["storage", "backup"]);
    let before = files(&bench.path("data"));
    let refused = fails(&bench, &["storage", "restore", "latest"]);
    assert!(
        refused.contains("in use") || refused.contains("another"),
        "{refused}"
    );
    assert!(ending(&bench.path(""), ".part").is_empty());
    assert_eq!(files(&bench.path("data")), before);
    assert_eq!(owner.check().map_err(|e| e.to_string()), Ok(()));
}

#[test]
fn a_damaged_backup_is_refused_and_another_is_named() {
    let bench = project();
    ok(&bench, &["storage", "backup"]);
    change(&bench, "Later");
    let first = json(&bench, &["storage", "backups"])["backups"][0]["name"].clone();
    let packed: Vec<PathBuf> = ending(&bench.path("data"), ".zst");
    ok(&bench, &["storage", "backup"]);
    let new = ending(&bench.path("data"), ".zst");
    let new: Vec<&PathBuf> = new.iter().filter(|path| !packed.contains(path)).collect();
    // The archive has not changed, and lies there once.
    assert_eq!((packed.len(), new.len()), (2, 1));
    let mut bytes = std::fs::read(new[0]).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    std::fs::write(new[0], bytes).expect("written");
    let before = files(&bench.path(""));
    let refused = fails(&bench, &["storage", "restore", "latest"]);
    let first = first.as_str().expect("a name");
    assert!(refused.contains(fixed_part("backup-damaged")), "{refused}");
    assert!(refused.contains(first), "{refused}");
    assert_eq!(files(&bench.path("")), before, "nothing was touched");
    ok(&bench, &["storage", "restore", first]);
    assert!(!exported(&bench).join("\n").contains("Later"));
    // Without one of its files it is told before anything is tried.
    std::fs::remove_file(new[0]).expect("removed");
    let listed = ok(&bench, &["storage", "backups"]);
    assert!(listed.contains("incomplete"), "{listed}");
    ok(&bench, &["storage", "restore", "latest"]);
}

#[test]
fn a_backup_that_comes_from_elsewhere_writes_nothing_of_its_own_choosing() {
    let bench = project();
    let taken = json(&bench, &["storage", "backup"]);
    let list = PathBuf::from(taken["backup"]["file"].as_str().expect("a file"));
    let text = std::fs::read_to_string(&list).expect("read");
    for (from, to) in [
        ("news.bower-archive-2020", "../news.bower-archive-2020"),
        ("news.bower-archive-2020", "authorized_keys"),
        ("\"name\": \"news.bower\"", "\"name\": \"/etc/news.bower\""),
        ("\"size\": ", "\"size\": 1"),
    ] {
        let hostile = list.with_file_name("hostile.json");
        std::fs::write(&hostile, text.replace(from, to)).expect("written");
        let before = files(&bench.path(""));
        let target = bench.path("made.bower");
        let target = target.to_string_lossy();
        let name = hostile.to_string_lossy();
        fails(&bench, &["storage", "restore", &name, "--as", &target]);
        let mut after = files(&bench.path(""));
        after.retain(|path, _| !path.to_string_lossy().ends_with("made.bower-lock"));
        assert_eq!(after, before, "{to}");
    }
}

#[test]
fn what_is_set_about_backups_stands_outside_of_the_project() {
    let bench = project();
    let before = std::fs::read(news(&bench)).expect("read");
    let folder = bench.path("disk/copies");
    let chosen = folder.to_string_lossy().into_owned();
    let set = [
        "storage", "backups", "--daily", "off", "--folder", &chosen, "--days", "3", "--weeks", "0",
    ];
    let facts = json(&bench, &set);
    assert_eq!(facts["daily"], false);
    assert_eq!((&facts["days"], &facts["weeks"]), (&3.into(), &0.into()));
    assert_eq!(std::fs::read(news(&bench)).expect("read"), before);
    ok(&bench, &["storage", "backup"]);
    assert_eq!(ending(&folder, ".json").len(), 1);
    // A folder that is away, as a drive that is not plugged in, is not made somewhere else.
    std::fs::rename(&folder, bench.path("disk/unplugged")).expect("moved");
    let told = fails(&bench, &["storage", "backup"]);
    assert!(
        told.contains(fixed_part("backup-folder-away")) && !folder.exists(),
        "{told}"
    );
    let relative = fails(&bench, &["storage", "backups", "--days", "0"]);
    assert!(
        relative.contains(fixed_part("backup-bad-retention")),
        "{relative}"
    );
    // A file with the same id that came from elsewhere changes nothing about it.
    let facts = json(&bench, &["storage", "backups", "--own-folder"]);
    assert_eq!(facts["daily"], false);
}

#[cfg(unix)]
#[test]
fn backups_are_private_whatever_the_umask_is() {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = project();
    let own = bench.command_on(&news(&bench));
    for arguments in [["storage", "backup", ""], ["storage", "restore", "latest"]] {
        let mut command = std::process::Command::new("sh");
        command
            .args(["-c", "umask 0; exec \"$0\" \"$@\""])
            .arg(own.get_program())
            .args(own.get_args())
            .args(arguments.iter().filter(|argument| !argument.is_empty()));
        for (name, value) in own.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let output = command.output().expect("starts");
        assert!(output.status.success(), "{}", output_text(&output));
    }
    let mode = |path: &Path| path.metadata().expect("there").permissions().mode() & 0o777;
    let root = bench.path("data/bowerbird/backups");
    assert_eq!(mode(&root), 0o700);
    let all = files(&root);
    assert!(all.len() >= 4, "{:?}", all.keys());
    for path in all.keys() {
        assert_eq!(mode(path), 0o600, "{}", path.display());
        assert_eq!(mode(path.parent().expect("a folder")), 0o700);
    }
    assert_eq!(mode(&news(&bench)), 0o600);
    assert_eq!(mode(&bench.path(ARCHIVE)), 0o600);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_earlier_backups_and_nothing_half_written() {
    let bench = project();
    ok(&bench, &["storage", "backup"]);
    change(&bench, "Later");
    let root = bench.path("data/bowerbird/backups");
    let before = files(&root);
    let limited = |kib: u32, arguments: &[&str]| -> Output {
        let own = bench.command_on(&news(&bench));
        let mut command = std::process::Command::new("sh");
        command
            .arg("-c")
            .arg(format!("trap '' XFSZ; ulimit -f {}; exec \"$@\"", kib * 2))
            .arg("sh")
            .arg(own.get_program())
            .args(own.get_args())
            .args(arguments);
        for (name, value) in own.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.output().expect("starts")
    };
    let tells_full_disk = |said: &str| {
        let mut ids = ["store-disk-full", "backup-disk-full"].into_iter();
        ids.any(|id| said.contains(fixed_part(id)))
    };
    // The copy does not fit; then the copy does, and what is packed does not.
    let size = news(&bench).metadata().expect("there").len() / 1_024;
    for kib in [4, u32::try_from(size / 2).expect("small")] {
        let output = limited(kib, &["storage", "backup"]);
        let said = output_text(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(tells_full_disk(&said), "{said}");
        assert_eq!(files(&root), before, "{kib} KiB");
    }
    // Restoring where there is no room leaves what is there.
    let project = std::fs::read(news(&bench)).expect("read");
    let output = limited(16, &["storage", "restore", "latest"]);
    let said = output_text(&output);
    assert!(tells_full_disk(&said), "{said}");
    assert_eq!(std::fs::read(news(&bench)).expect("read"), project);
    assert!(ending(&bench.path(""), ".part").is_empty());
    ok(&bench, &["storage", "restore", "latest"]);
}

#[test]
fn stopped_at_any_instant_it_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("news.bower");
    fill(&path, &folder.path().join(ARCHIVE));
    let store = Store::open(&path).expect("opens");
    let root = folder.path().join("backups");
    let places = BackupPlaces::at(root.clone());
    let mut stops = 0;
    loop {
        let mut calls = 0;
        let progress = &mut |_, _| {
            calls += 1;
            calls <= stops
        };
        let now = Timestamp::now();
        let taken = back_up(&store, &places, None, now, progress).expect("no fault");
        assert!(ending(&root, ".part").is_empty(), "at {stops}");
        match taken {
            Some(_) => break,
            None => assert!(ending(&root, ".json").is_empty(), "at {stops}"),
        }
        stops += 1;
    }
    assert!(stops > 5, "{stops}");
    assert_eq!(backups_of(&path, &places).len(), 1);
}

/// An engine that backs up by itself, as a window's does.
fn daily(path: &Path, root: &Path, clock: &Arc<SetClock>) -> Engine {
    let options = EngineOptions {
        worker: "/no/such/worker".into(),
        windowed: true,
        backups: Some(root.to_owned()),
        clock: Arc::<SetClock>::clone(clock),
        ..EngineOptions::default()
    };
    let store = Store::open_or_create(path).expect("opens");
    Engine::start_with(store, options, Box::new(|| {})).expect("starts")
}

fn wait_for_backup(engine: &Engine) {
    loop {
        let event = engine.wait_event_timeout(Duration::from_secs(60));
        let event = event.expect("a backup within a minute");
        if let Some(message) = event.failure() {
            panic!("{message:?}");
        }
        if let Event::Exports(ExportEvent::BackedUp(Some(_))) = event {
            return;
        }
    }
}

#[test]
fn a_project_that_is_open_is_backed_up_each_day_and_old_ones_go() {
    const DAY: Duration = Duration::from_secs(24 * 3_600);
    let folder = tempfile::tempdir().expect("a folder");
    let (path, root) = (
        folder.path().join("news.bower"),
        folder.path().join("backups"),
    );
    let places = BackupPlaces::at(root.clone());
    // A Monday.
    let clock = SetClock::at("2026-03-02T09:00:00Z");
    let engine = daily(&path, &root, &clock);
    clock.pass(Duration::from_secs(61));
    wait_for_backup(&engine);
    for _ in 0..15 {
        clock.pass(DAY);
        wait_for_backup(&engine);
    }
    drop(engine);
    let days = || -> Vec<String> {
        let all = backups_of(&path, &places).into_iter();
        all.map(|backup| backup.taken_at.strftime("%m-%d").to_string())
            .collect()
    };
    // Until the 17th, a Tuesday: seven days, then the last day of each week before.
    let expected = [
        "03-17", "03-16", "03-15", "03-14", "03-13", "03-12", "03-11", "03-10", "03-08",
    ];
    assert_eq!(days(), expected);

    // The clock is set back: a backup is taken soon, and those of later days stay.
    clock.set("2026-03-09T12:00:00Z");
    let engine = daily(&path, &root, &clock);
    clock.pass(Duration::from_secs(61));
    wait_for_backup(&engine);
    drop(engine);
    let mut expected = expected.map(str::to_owned).to_vec();
    expected.insert(8, "03-09".to_owned());
    assert_eq!(days(), expected);

    // Opened again on the same day, none is due; the day after, one is.
    let engine = daily(&path, &root, &clock);
    clock.pass(DAY - Duration::from_secs(120));
    engine.send(Command::Exports(ExportCommand::BackUp));
    wait_for_backup(&engine);
    assert_eq!(
        days().iter().filter(|day| *day == "03-10").count(),
        2,
        "{:?}",
        days()
    );
}
