//! Style sheets of stored pages: which version is found, what is shared, what is removed.

use std::sync::Arc;

use super::*;
use crate::store::{KeptResource, MAX_KEPT_BYTES};

fn css(text: &str) -> KeptResource {
    of("https://a.example/site.css", text.as_bytes())
}

fn of(url: &str, bytes: &[u8]) -> KeptResource {
    KeptResource {
        url: url.to_owned(),
        bytes: Arc::new(bytes.to_vec()),
    }
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).expect("a time")
}

#[track_caller]
fn check(store: &Store, site: SiteId, second: i64, expected: Option<&str>) {
    let url = "https://a.example/site.css";
    let found = store.resource(site, url, at(second)).expect("read");
    assert_eq!(found.as_deref(), expected.map(str::as_bytes), "at {second}");
}

fn count(store: &Store) -> i64 {
    store
        .read(|connection| {
            Ok(connection.query_row("SELECT count(*) FROM resource", [], |row| row.get(0))?)
        })
        .expect("counted")
}

#[test]
fn a_page_gets_the_style_sheet_of_its_time() {
    let store = Store::temporary().expect("a project");
    let site = store.add_site(&draft("A")).expect("a site");
    check(&store, site, 5, None);
    let keep = |text, second| store.keep_resources(site, &[css(text)], at(second));
    keep("old", 10).expect("kept");
    keep("old", 20).expect("seen again");
    keep("new", 30).expect("kept");
    for (second, expected) in [
        (5, "old"),
        (15, "old"),
        (25, "old"),
        (30, "new"),
        (99, "new"),
    ] {
        check(&store, site, second, Some(expected));
    }
    keep("old", 40).expect("taken back");
    check(&store, site, 41, Some("old"));
}

#[test]
fn sites_share_bytes_and_what_none_uses_goes() {
    let store = Store::temporary().expect("a project");
    let one = store.add_site(&draft("A")).expect("a site");
    let two = store.add_site(&draft("B")).expect("a site");
    for site in [one, two] {
        store
            .keep_resources(site, &[css("same")], at(1))
            .expect("kept");
    }
    assert_eq!(count(&store), 1);
    store.remove_site(one).expect("removed");
    check(&store, two, 1, Some("same"));
    store.remove_site(two).expect("removed");
    assert_eq!(count(&store), 0);
}

#[test]
fn a_site_keeps_no_more_than_its_share() {
    let store = Store::temporary().expect("a project");
    let site = store.add_site(&draft("A")).expect("a site");
    let large = of("https://a.example/large", &vec![0; MAX_KEPT_BYTES + 1]);
    store
        .keep_resources(site, &[large], at(1))
        .expect("left out");
    assert_eq!(count(&store), 0);
    // Incompressible bytes from a simple generator.
    let mut state = 1_u64;
    let mut noise = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 56) as u8
    };
    for number in 0..20 {
        let bytes: Vec<u8> = (0..MAX_KEPT_BYTES).map(|_| noise()).collect();
        let resource = of(&format!("https://a.example/{number}"), &bytes);
        store
            .keep_resources(site, &[resource], at(number))
            .expect("kept");
    }
    assert!((10..=16).contains(&count(&store)), "{}", count(&store));
    let kept = |number: i64| {
        let url = format!("https://a.example/{number}");
        store
            .resource(site, &url, at(number))
            .expect("read")
            .is_some()
    };
    assert!(kept(19) && !kept(0), "the oldest went");
}

#[test]
fn a_project_of_the_version_before_gets_room_for_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.bower");
    let old = Connection::open(&path).expect("a file");
    for step in [
        include_str!("../schema/migrations/001-first.sql"),
        include_str!("../schema/migrations/002-rule-versions.sql"),
        include_str!("../schema/migrations/003-samples.sql"),
    ] {
        old.execute_batch(step).expect("version 3");
    }
    old.execute_batch(
        "PRAGMA application_id = 1111642692; PRAGMA user_version = 3;
         INSERT INTO site (name, kind, start, rule_toml) VALUES ('A', 'list', '', 'one');
         INSERT INTO sample (site, url, role, title, taken_at, expects, body)
         VALUES (1, 'https://a.example/', 'list', 't', 0, '{}', x'28b52ffd00582900006869');",
    )
    .expect("a site with a sample");
    drop(old);

    let store = Store::open(&path).expect("brought forward");
    assert!(folder.path().join("old.bower.version-3").exists());
    let site = store.site_by_name("A").expect("read").expect("the site").id;
    assert_eq!(store.samples(site).expect("samples").len(), 1);
    store
        .keep_resources(site, &[css("p {}")], at(7))
        .expect("kept");
    check(&store, site, 7, Some("p {}"));
}
