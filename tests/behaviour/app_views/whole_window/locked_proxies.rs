//! Proxies whose passwords are locked, in the whole window: the passphrase is asked for where it is
//! needed, what waited for it goes on, and nothing is requested directly instead.

use std::path::Path;
use std::sync::{Arc, Mutex};

use bowerbird::app::state::settings::Settings;
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::types::{ProxyTraits, Secret, Store};
use bowerbird::engine::{ProxyCommand, ProxyDraft};
use eframe::egui::Key;
use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::top_bar_and_rail::{Window, wait_for};
use crate::engine::support::bench::Bench;
use crate::engine::support::proxy_servers::{forwarding, guarded};
use crate::engine::support::server::{Reply, Site};
use crate::engine::{article, list, list_rule};
use crate::texts::t;

pub(super) const PASSPHRASE: &str = "a passphrase of the tests";
/// `ann:s3cret` in base64.
const BASIC: &str = "YW5uOnMzY3JldA==";
const TITLE: &str = "The lock is mended";

/// A site that refuses direct requests; the list tells which of its requests came through a proxy.
fn picky() -> (Site, Arc<Mutex<Vec<bool>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let site = Site::start(move |ask| {
        log.lock().unwrap().push(ask.through_proxy());
        match ask.through_proxy() {
            true => Reply::html(format!(
                "<title>{TITLE}</title><h1>{TITLE}</h1><p>Text.</p>"
            )),
            false => Reply::status(403, "<title>Access denied</title><h1>Access denied</h1>"),
        }
    });
    (site, seen)
}

/// Adds a proxy with a password.
fn add_locked(bench: &Bench, name: &str, url: &str) {
    bench.order(ProxyCommand::Add(ProxyDraft {
        name: name.to_owned(),
        url: url.to_owned(),
        user: Some("ann".to_owned()),
        password: Some(Secret::new("s3cret")),
        traits: ProxyTraits::default(),
    }));
}

/// The project with a proxy that has a password, and others without one.
pub(super) fn project(folder: &Path, locked: &str, open: &[&str]) {
    let bench = Bench::on(Store::create(&folder.join("press.bower")).unwrap());
    add_locked(&bench, "", locked);
    for url in open {
        bench.add_proxy("", url);
    }
    let names = bench.engine.query().proxies().unwrap();
    let named = |proxy: &str| names.iter().any(|known| known.name == proxy);
    assert!(named(locked.trim_start_matches("http://")), "{names:?}");
}

/// The program started again on the project, with the page at `url` opened in the workbench, which
/// offers `way` around its refusal.
fn started_at(folder: &Path, url: &str, way: &str) -> Window {
    let mut window = started(folder, t!("app-view-workbench"));
    type_into(&mut window, t!("app-bench-address"), url);
    wait_for(&mut window, way);
    window
}

pub(super) fn press(window: &mut Window, name: &str) {
    wait_for(window, name);
    window.run_ok();
    // The head of a view has the name of the button that opens it.
    let button = window.get_by_role_and_label(Role::Button, name);
    button.click_accesskit();
    window.run_ok();
}

/// Types a text into the field of that name, and presses Enter.
pub(super) fn type_into(window: &mut Window, name: &str, text: &str) {
    wait_for(window, name);
    window.get_by_label(name).focus();
    window.run_ok();
    window.get_by_label(name).type_text(text);
    window.run_ok();
    window.key_press(Key::Enter);
    window.run_ok();
}

#[test]
fn a_blocked_page_comes_through_a_locked_proxy_once_the_passphrase_is_entered() {
    let (site, seen) = picky();
    let proxy = guarded("way out", BASIC);
    let folder = tempfile::tempdir().unwrap();
    project(folder.path(), &proxy.url, &[]);
    let through = t!("app-author-refused-through");
    let mut window = started_at(folder.path(), &site.url("/a1"), through);
    let before = seen.lock().unwrap().len();

    press(&mut window, through);
    wait_for(&mut window, t!("app-notice-passphrase"));
    assert!(
        window
            .query_by_label(t!("app-notice-other-proxy"))
            .is_none(),
        "there is no other one"
    );
    assert_eq!(proxy.asked(), 0);
    type_into(&mut window, t!("app-notice-passphrase"), "another one");
    wait_for(&mut window, t!("app-notice-passphrase"));
    type_into(&mut window, t!("app-notice-passphrase"), PASSPHRASE);
    wait_for(&mut window, TITLE);
    let after = seen.lock().unwrap().split_off(before);
    assert!(
        !after.is_empty() && after.iter().all(|through| *through),
        "{after:?}"
    );
}

#[test]
fn a_lost_passphrase_leaves_the_other_proxies() {
    let (site, seen) = picky();
    let (locked, open) = (guarded("kept shut", BASIC), forwarding("open"));
    let folder = tempfile::tempdir().unwrap();
    project(folder.path(), &locked.url, &[&open.url]);
    let through = t!("app-author-refused-through");
    let mut window = started_at(folder.path(), &site.url("/a1"), through);
    let before = seen.lock().unwrap().len();

    press(&mut window, through);
    press(&mut window, t!("app-notice-other-proxy"));
    wait_for(&mut window, TITLE);
    assert_eq!(locked.asked(), 0);
    let after = seen.lock().unwrap().split_off(before);
    assert!(
        !after.is_empty() && after.iter().all(|through| *through),
        "{after:?}"
    );
}

#[test]
fn what_was_blocked_is_opened_again_through_the_proxy_that_is_added_for_it() {
    let (site, seen) = picky();
    let open = forwarding("open");
    let folder = tempfile::tempdir().unwrap();
    drop(Bench::on(
        Store::create(&folder.path().join("press.bower")).unwrap(),
    ));
    let add = t!("app-author-refused-proxy");
    let mut window = started_at(folder.path(), &site.url("/a1"), add);
    let before = seen.lock().unwrap().len();
    press(&mut window, add);
    // The address has the keyboard: digits are no shortcuts.
    window.run_ok();
    let authority = open.authority().to_owned();
    let focused = window
        .query_all_by_label(t!("app-proxies-url"))
        .find(|node| node.is_focused());
    focused
        .expect("the address has the keyboard")
        .type_text(&authority);
    window.run_ok();
    window.key_press(Key::Enter);
    window.run_ok();
    press(&mut window, t!("app-proxies-open-through-it"));
    wait_for(&mut window, TITLE);
    let after = seen.lock().unwrap().split_off(before);
    assert!(
        !after.is_empty() && after.iter().all(|through| *through),
        "{after:?}"
    );
}

/// A project whose site may only be requested through a locked proxy, and one that is requested
/// directly; both are on `site`.
fn project_with_sites(folder: &Path, site: &Site, locked: &str) {
    let bench = Bench::on(Store::create(&folder.join("press.bower")).unwrap());
    add_locked(&bench, "way out", locked);
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let named = rule.replace("\"Test\"", "\"Guarded\"");
    bench.add(&format!("{named}[network]\nproxy = 'way out'\n"));
    bench.add(&rule);
}

/// The program started again on the project, with the view named `view` shown.
pub(super) fn started(folder: &Path, view: &str) -> Window {
    let settings = Settings {
        language: Some("en".to_owned()),
        toured: true,
        ..Settings::default()
    };
    settings.save(folder).unwrap();
    let (home, options) = (
        folder.to_owned(),
        AppOptions {
            project: Some(folder.join("press.bower")),
            ..AppOptions::default()
        },
    );
    let mut window = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, home));
    wait_for(&mut window, t!("app-view-workbench"));
    press(&mut window, view);
    window
}

#[test]
fn a_passphrase_that_is_not_entered_stops_only_the_sites_that_need_it_and_they_are_named() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 2, None),
        path => article(path),
    });
    let exit = guarded("way out", BASIC);
    let folder = tempfile::tempdir().unwrap();
    project_with_sites(folder.path(), &site, &exit.url);
    let mut window = started(folder.path(), t!("app-view-sites"));
    // Only what is listed is run.
    wait_for(&mut window, "Guarded");
    press(&mut window, t!("app-sites-run-all"));
    wait_for(&mut window, t!("app-notice-passphrase"));
    press(&mut window, t!("app-notice-dismiss"));
    wait_for(
        &mut window,
        t!("app-notice-not-run", count = 1, sites = "Guarded"),
    );
    wait_for(&mut window, t!("app-state-locked"));
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while site.asked("/") == 0 {
        assert!(std::time::Instant::now() < until, "the other one runs");
        window.step();
        std::thread::yield_now();
    }
    assert_eq!(exit.asked(), 0);

    // The passphrase can still be entered from there.
    press(&mut window, t!("app-proxies-enter-passphrase"));
    type_into(&mut window, t!("app-notice-passphrase"), PASSPHRASE);
    while exit.asked() == 0 {
        assert!(std::time::Instant::now() < until, "it runs then");
        window.step();
        std::thread::yield_now();
    }
}

#[test]
fn a_locked_proxy_is_said_to_be_so_and_its_test_asks_for_the_passphrase() {
    let site = Site::start(|_| list(0, 0, None));
    let exit = guarded("way out", BASIC);
    let folder = tempfile::tempdir().unwrap();
    project_with_sites(folder.path(), &site, &exit.url);
    let mut window = started(folder.path(), t!("app-view-proxies"));
    wait_for(&mut window, t!("app-proxies-locked", count = 1));
    press(&mut window, t!("app-proxies-test-all"));
    type_into(&mut window, t!("app-notice-passphrase"), "not the one");
    wait_for(&mut window, t!("app-notice-passphrase"));
    assert_eq!(exit.asked(), 0);
    press(&mut window, t!("app-notice-dismiss"));

    // Asked again it is no failure, and empty.
    press(&mut window, t!("app-proxies-test-all"));
    wait_for(&mut window, t!("app-notice-passphrase-enter"));
    type_into(&mut window, t!("app-notice-passphrase"), PASSPHRASE);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while exit.asked() == 0 {
        assert!(std::time::Instant::now() < until, "the test goes on");
        window.step();
        std::thread::yield_now();
    }
    let locked = t!("app-proxies-locked", count = 1);
    while window.query_by_label(locked).is_some() {
        assert!(std::time::Instant::now() < until, "no longer locked");
        window.step();
        std::thread::yield_now();
    }
}

#[test]
fn a_lost_passphrase_ends_in_a_new_beginning_that_names_what_is_lost() {
    let site = Site::start(|_| list(0, 0, None));
    let exit = guarded("way out", BASIC);
    let folder = tempfile::tempdir().unwrap();
    project_with_sites(folder.path(), &site, &exit.url);
    let mut window = started(folder.path(), t!("app-view-proxies"));
    press(&mut window, t!("app-proxies-enter-passphrase"));
    press(&mut window, t!("app-notice-passphrase-forgotten"));
    wait_for(&mut window, t!("secrets-start-over-title"));
    wait_for(&mut window, "• way out");
    let secrets = folder.path().join("press.bower-secrets");
    assert!(secrets.exists());
    press(&mut window, t!("secrets-start-over-now"));
    let locked = t!("app-proxies-locked", count = 1);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while secrets.exists() || window.query_by_label(locked).is_some() {
        assert!(std::time::Instant::now() < until, "begun anew");
        window.step();
        std::thread::yield_now();
    }
    assert!(folder.path().join("press.bower-secrets.old").exists());
}

#[test]
fn a_page_that_needs_the_passphrase_keeps_its_ways_when_the_question_is_closed() {
    let (site, _) = picky();
    let proxy = guarded("way out", BASIC);
    let folder = tempfile::tempdir().unwrap();
    project(folder.path(), &proxy.url, &[]);
    let through = t!("app-author-refused-through");
    let mut window = started_at(folder.path(), &site.url("/a1"), through);
    press(&mut window, through);
    wait_for(&mut window, t!("app-notice-passphrase"));
    window.run_ok();
    // Escape closes the question like its button.
    window.key_press(Key::Escape);
    window.run_ok();
    assert!(window.query_by_label(t!("app-notice-passphrase")).is_none());
    for way in ["app-author-refused-again", "app-author-refused-proxy"] {
        window.get_by_label(t!(way));
    }
    press(&mut window, t!("app-proxies-enter-passphrase"));
    type_into(&mut window, t!("app-notice-passphrase"), PASSPHRASE);
    wait_for(&mut window, TITLE);
}
