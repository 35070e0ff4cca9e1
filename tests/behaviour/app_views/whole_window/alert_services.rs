//! Messaging services in Settings: added by their address, tested, removed.

use std::sync::{Arc, Mutex};

use bowerbird::engine::types::Store;
use egui_kittest::kittest::Queryable;

use super::locked_proxies::{press, started, type_into};
use super::top_bar_and_rail::wait_for;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::texts::t;

#[test]
fn a_service_is_added_by_its_address_tested_and_removed() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let server = Site::start(move |ask| {
        log.lock().unwrap().push(ask.path.clone());
        Reply::html("ok")
    });
    let folder = tempfile::tempdir().unwrap();
    drop(Bench::on(
        Store::create(&folder.path().join("press.bower")).unwrap(),
    ));
    let mut window = started(folder.path(), t!("app-view-settings"));
    type_into(
        &mut window,
        t!("alert-service-address"),
        "https://example.org/",
    );
    wait_for(&mut window, t!("alert-service-unknown"));
    let address = server.url("/room").replace("http://", "mmost://");
    type_into(&mut window, t!("alert-service-address"), &address);
    wait_for(&mut window, t!("app-notice-passphrase-choose"));
    type_into(
        &mut window,
        t!("app-notice-passphrase-choose"),
        "a passphrase of the tests",
    );
    let host = server.url("").trim_start_matches("http://").to_owned();
    let test = t!(
        "alert-service-test-name",
        service = "Mattermost",
        host = host.as_str()
    );
    press(&mut window, test);
    wait_for(&mut window, t!("alert-tested", channel = "Mattermost"));
    assert_eq!(*seen.lock().unwrap(), ["/hooks/room"]);
    let remove = t!(
        "alert-service-remove-name",
        service = "Mattermost",
        host = host.as_str()
    );
    press(&mut window, remove);
    wait_for(&mut window, t!("alert-services-none"));
    assert!(window.query_by_label(remove).is_none());
}
