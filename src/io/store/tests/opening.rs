//! Opening: locks, damage, versions, full disks, sudden death.

use std::path::PathBuf;

use super::*;

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("news.bowerbird");
    (folder, path)
}

fn error<T>(result: Result<T>) -> StoreError {
    match result {
        Ok(_) => panic!("this must fail"),
        Err(error) => error,
    }
}

#[test]
fn one_owner_at_a_time_and_readers_beside_it() {
    let (_folder, path) = folder();
    let owner = Store::create(&path).expect("a new project");
    let site = owner.add_site(&draft("News")).expect("a site");
    assert!(matches!(
        error(Store::open(&path)),
        StoreError::Locked { .. }
    ));
    assert!(matches!(
        error(Store::open_or_create(&path)),
        StoreError::Locked { .. }
    ));

    let reader = Store::open_read_only(&path).expect("a reader");
    assert_eq!(reader.sites().expect("sites").len(), 1);
    fill(&owner, site, vec![record("a")]);
    assert_eq!(titles(&reader, &RecordFilter::default()), ["a"]);
    assert!(reader.is_read_only());
    assert!(matches!(
        error(reader.add_site(&draft("Other"))),
        StoreError::ReadOnly { .. }
    ));

    drop(owner);
    let again = Store::open(&path).expect("the lock is free");
    assert_eq!(titles(&again, &RecordFilter::default()), ["a"]);
}

#[test]
fn the_lock_lives_as_long_as_the_last_clone() {
    let (_folder, path) = folder();
    let owner = Store::create(&path).expect("a new project");
    let clone = owner.clone();
    drop(owner);
    assert!(matches!(
        error(Store::open(&path)),
        StoreError::Locked { .. }
    ));
    drop(clone);
    assert!(Store::open(&path).is_ok());
}

#[test]
fn what_is_missing_and_what_exists_is_told() {
    let (folder, path) = folder();
    assert!(matches!(
        error(Store::open(&path)),
        StoreError::Missing { .. }
    ));
    assert!(matches!(
        error(Store::open_read_only(&path)),
        StoreError::Missing { .. }
    ));
    assert!(!path.exists(), "looking must not make the file");
    drop(Store::open_or_create(&path).expect("made"));
    assert!(matches!(
        error(Store::create(&path)),
        StoreError::Exists { .. }
    ));
    assert!(matches!(
        error(Store::open(folder.path())),
        StoreError::Damaged { .. }
    ));
    let deep = folder.path().join("a/b/c.bowerbird");
    assert!(Store::create(&deep).is_ok());
}

#[test]
fn files_that_are_no_project_are_refused_and_left_alone() {
    let (_folder, path) = folder();
    let text =
        b"A letter to my aunt, long enough to be taken for a database by its size. ".repeat(99);
    std::fs::write(&path, &text).expect("written");
    assert!(matches!(
        error(Store::open(&path)),
        StoreError::Damaged { .. }
    ));
    assert!(matches!(
        error(Store::open_read_only(&path)),
        StoreError::Damaged { .. }
    ));
    assert_eq!(std::fs::read(&path).expect("read"), text);
}

#[test]
fn a_file_that_was_cut_short_is_found_out() {
    let (_folder, path) = folder();
    let store = Store::create(&path).expect("a new project");
    let site = store.add_site(&draft("News")).expect("a site");
    let records = (0..200).map(|n| Record {
        text: "text ".repeat(400),
        ..record(&n.to_string())
    });
    fill(&store, site, records.collect());
    drop(store);
    let whole = std::fs::read(&path).expect("read");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("written");
    assert!(matches!(
        error(Store::open(&path)),
        StoreError::Damaged { .. }
    ));
}

#[test]
fn damage_inside_is_told_when_it_is_met() {
    let (_folder, path) = folder();
    let store = Store::create(&path).expect("a new project");
    let site = store.add_site(&draft("News")).expect("a site");
    let records = (0..400).map(|n| Record {
        text: "text ".repeat(400),
        ..record(&n.to_string())
    });
    fill(&store, site, records.collect());
    assert!(store.check().is_ok());
    drop(store);
    let mut bytes = std::fs::read(&path).expect("read");
    // The last pages contain texts and indexes; with the first ones the file can still be opened.
    let half = bytes.len() / 2;
    bytes[half..].fill(0xA5);
    std::fs::write(&path, bytes).expect("written");
    let store = Store::open(&path).expect("its first pages are whole");
    assert!(matches!(error(store.check()), StoreError::Damaged { .. }));
    let all = store.each_record(&RecordFilter::default(), &mut |_| true);
    assert!(matches!(error(all), StoreError::Damaged { .. }));
}

#[test]
fn a_newer_file_is_refused() {
    let (_folder, path) = folder();
    drop(Store::create(&path).expect("a new project"));
    let other = Connection::open(&path).expect("opened");
    other
        .pragma_update(None, "user_version", 99)
        .expect("marked");
    drop(other);
    assert!(matches!(
        error(Store::open(&path)),
        StoreError::TooNew { version: 99, .. }
    ));
    assert!(matches!(
        error(Store::open_read_only(&path)),
        StoreError::TooNew { version: 99, .. }
    ));
}

#[test]
fn a_project_killed_while_being_made_is_made_anew() {
    let (_folder, path) = folder();
    std::fs::write(&path, b"").expect("written");
    assert!(matches!(
        error(Store::open_read_only(&path)),
        StoreError::TooOld { .. }
    ));
    let store = Store::open(&path).expect("an empty file is a project to be");
    store.add_site(&draft("News")).expect("a site");
}

/// The files after the owner was killed: the log not written back, the lock released.
#[test]
fn what_was_committed_survives_sudden_death() {
    let (folder, path) = folder();
    let store = Store::create(&path).expect("a new project");
    let site = store.add_site(&draft("News")).expect("a site");
    let (run, _) = store.start_run(site, at(0)).expect("a run");
    store
        .add_requests(site, run, &[content("a", (0, 0)), content("b", (0, 1))])
        .expect("added");
    let leased = store.lease_requests(site, at(0), 9).expect("leased");
    store
        .commit(
            site,
            run,
            vec![outcome(&leased[0], vec![record("a")], Vec::new())],
        )
        .expect("committed");

    let copy = folder.path().join("copy.bowerbird");
    std::fs::copy(&path, &copy).expect("copied");
    let wal = |p: &std::path::Path| file::owner_lock::beside(p, "-wal");
    std::fs::copy(wal(&path), wal(&copy)).expect("copied");

    let after = Store::open(&copy).expect("opened");
    assert_eq!(titles(&after, &RecordFilter::default()), ["a"]);
    let (_, resumed) = after.start_run(site, at(9)).expect("a run");
    assert!(resumed);
    let again = after.lease_requests(site, at(9), 9).expect("leased");
    assert_eq!(again.len(), 1);
    assert_eq!(again[0].request.url, "http://127.0.0.1/b");
}

#[test]
fn a_full_disk_loses_the_batch_and_nothing_else() {
    let (store, site) = project();
    fill(&store, site, vec![record("before")]);
    store.limit_growth(Some(3)).expect("limited");
    let (run, _) = store.start_run(site, at(1)).expect("a run");
    store
        .add_requests(site, run, &[content("big", (0, 0))])
        .expect("added");
    let leased = store.lease_requests(site, at(1), 1).expect("leased");
    let big = Record {
        text: "很长的正文。".repeat(20_000),
        ..record("big")
    };
    let batch = vec![outcome(&leased[0], vec![big], Vec::new())];

    assert!(matches!(
        error(store.commit(site, run, batch.clone())),
        StoreError::DiskFull { .. }
    ));
    assert_eq!(titles(&store, &RecordFilter::default()), ["before"]);
    assert_eq!(store.queue_length(site).expect("length").0, 1);

    store.limit_growth(None).expect("lifted");
    assert_eq!(
        brought(store.commit(site, run, batch).expect("committed")),
        [(1, 0)]
    );
    assert_eq!(titles(&store, &RecordFilter::default()), ["before", "big"]);
    assert_eq!(store.queue_length(site).expect("length").0, 0);
    assert!(store.check().is_ok());
}

#[test]
fn a_temporary_project_goes_with_its_last_clone() {
    let store = Store::temporary().expect("a project");
    let folder = store.path().parent().expect("a folder").to_owned();
    let clone = store.clone();
    drop(store);
    assert!(folder.exists());
    drop(clone);
    assert!(!folder.exists());
}

#[test]
fn rules_of_an_older_project_become_first_versions_and_a_copy_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.bower");
    let old = Connection::open(&path).expect("a file");
    old.execute_batch(include_str!("../schema/migrations/001-first.sql"))
        .expect("version 1");
    old.execute_batch(
        "PRAGMA application_id = 1111642692; PRAGMA user_version = 1;
         INSERT INTO site (name, kind, start, rule_toml) VALUES ('A', 'list', '', 'one');",
    )
    .expect("a site");
    drop(old);

    let store = Store::open(&path).expect("brought forward");
    let site = store.site_by_name("A").expect("read").expect("the site");
    let versions = store.rule_versions(site.id).expect("versions");
    assert_eq!(versions.len(), 1);
    assert_eq!(versions[0].rule_toml, "one");
    assert_eq!(
        versions[0].origin,
        bowerbird_logic::model::RuleOrigin::Added
    );
    assert!(folder.path().join("old.bower.version-1").exists());
}
