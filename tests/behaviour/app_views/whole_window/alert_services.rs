//! Messaging services in Settings: added by their address, tested, removed.

use std::sync::{Arc, Mutex};

use egui_kittest::kittest::Queryable;

use super::locked_proxies::{PASSPHRASE, press, project, started, type_into};
use super::top_bar_and_rail::wait_for;
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
    project(folder.path(), "http://127.0.0.1:1", &[]);
    let mut window = started(folder.path(), t!("app-view-settings"));
    type_into(
        &mut window,
        t!("alert-service-address"),
        "https://example.org/",
    );
    wait_for(&mut window, t!("alert-service-unknown"));
    let address = server.url("/room").replace("http://", "mmost://");
    type_into(&mut window, t!("alert-service-address"), &address);
    type_into(&mut window, t!("app-notice-passphrase"), PASSPHRASE);
    let name = t!("alert-service-mattermost");
    let host = server.url("").trim_start_matches("http://").to_owned();
    let test = t!(
        "alert-service-test-name",
        service = name,
        host = host.as_str()
    );
    press(&mut window, test);
    wait_for(&mut window, t!("alert-tested", channel = name));
    assert_eq!(*seen.lock().unwrap(), ["/hooks/room"]);
    let remove = t!(
        "alert-service-remove-name",
        service = name,
        host = host.as_str()
    );
    press(&mut window, remove);
    wait_for(&mut window, t!("alert-services-none"));
    assert!(window.query_by_label(remove).is_none());
}
