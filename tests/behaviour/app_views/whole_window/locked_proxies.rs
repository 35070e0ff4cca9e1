//! Proxies whose passwords are locked, in the whole window: the passphrase is asked for where it is
//! needed, what waited for it goes on, and nothing is requested directly instead.

use std::path::Path;
use std::sync::{Arc, Mutex};

use bowerbird::app::state::settings::Settings;
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::types::{ProxyTraits, Secret, Store};
use bowerbird::engine::{ProxyDraft, ProxyOrder};
use eframe::egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::top_bar_and_rail::{Window, wait_for};
use crate::engine::support::bench::Bench;
use crate::engine::support::proxy_servers::{forwarding, guarded};
use crate::engine::support::server::{Reply, Site};
use crate::texts::t;

const PASSPHRASE: &str = "a passphrase of the tests";
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

/// The project with a proxy that has a password, and others without one.
fn project(folder: &Path, locked: &str, open: &[&str]) {
    let bench = Bench::on(Store::create(&folder.join("press.bower")).unwrap());
    bench.order(ProxyOrder::Add(ProxyDraft {
        name: String::new(),
        url: locked.to_owned(),
        user: Some("ann".to_owned()),
        password: Some(Secret::new("s3cret")),
        traits: ProxyTraits::default(),
    }));
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
    press(&mut window, t!("app-view-workbench"));
    type_into(&mut window, t!("app-bench-address"), url);
    wait_for(&mut window, way);
    window
}

fn press(window: &mut Window, name: &str) {
    wait_for(window, name);
    window.run_ok();
    window.get_by_label(name).click_accesskit();
    window.run_ok();
}

/// Types a text into the field of that name, and presses Enter.
fn type_into(window: &mut Window, name: &str, text: &str) {
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
