//! Conditions over records in the window: made of picks, kept, removed, and brought back.

use std::sync::{Arc, Mutex};

use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::project;
use bowerbird::engine::types::ClauseTest;
use bowerbird::io::store::Store;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::locked_proxies::{press, started, type_into};
use super::top_bar_and_rail::wait_for;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::texts::{fixed_part, t};

#[test]
fn a_condition_is_made_counted_kept_and_removed() {
    let site = Site::start(|_| {
        Reply::html(
            "<title>Notices</title><table><tr><td>Tender for a bridge</td></tr>\
             <tr><td>Road closed</td></tr></table>",
        )
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("press.bower");
    {
        let bench = Bench::on(Store::create(&path).unwrap());
        let id = bench.add(&format!(
            "[site]\nname = 'Notices'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
             [record]\nitem = {{ css = 'tr' }}\n\
             [[field]]\nname = 'title'\nselect = [{{ css = 'td' }}]\n[content]\ngeneric = false\n",
            site.url("/")
        ));
        bench.run(id);
    }
    let mut window = started(folder.path(), t!("app-view-settings"));
    press(&mut window, t!("condition-new"));
    wait_for(&mut window, t!("condition-no-words"));
    window.run_steps(20);
    let places = |window: &Harness<'_, Bowerbird>| {
        [
            t!("condition-editor-value"),
            t!("condition-editor-wording"),
            t!("condition-editor-save"),
        ]
        .map(|name| window.get_by_label(name).rect().min)
    };
    let before = places(&window);
    type_into(&mut window, t!("condition-editor-value"), "tender");
    wait_for(&mut window, t!("condition-editor-would", count = 1));
    assert_eq!(places(&window), before, "nothing moves under the pointer");
    let present = t!("condition-editor-present");
    window.get_by_label(present).click_accesskit();
    window.run_ok();
    press(&mut window, t!("condition-editor-save"));
    let remove = t!("condition-remove-name", number = 1);
    wait_for(&mut window, remove);
    let stored = project::read(&path).unwrap();
    let kept = || stored.record_conditions(jiff::Timestamp::now()).unwrap();
    assert_eq!(kept()[0].condition.clauses[0].value, "tender");
    assert!(kept()[0].condition.counts_present);
    press(&mut window, remove);
    wait_for(&mut window, t!("condition-removed", number = 1));
    wait_for(&mut window, t!("condition-none"));
    assert!(kept().is_empty());
    press(&mut window, t!("app-command-undo"));
    wait_for(&mut window, remove);
    assert_eq!(kept()[0].condition.id, 1);
    assert!(window.query_by_label(t!("condition-none")).is_none());
}

#[test]
fn the_test_of_a_condition_sends_its_own_words() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let server = Site::start(move |ask| {
        log.lock().unwrap().push(ask.body.clone());
        Reply::html("ok")
    });
    let folder = tempfile::tempdir().unwrap();
    drop(Store::create(&folder.path().join("press.bower")).unwrap());
    let mut window = started(folder.path(), t!("app-view-settings"));
    type_into(&mut window, t!("alert-webhook"), &server.url("/hook"));
    press(&mut window, t!("alert-save"));
    press(&mut window, t!("condition-new"));
    let test = t!("condition-editor-test-message");
    wait_for(&mut window, test);
    // Without a value there is nothing to send.
    assert!(window.get_by_label(test).accesskit_node().is_disabled());
    type_into(&mut window, t!("condition-editor-value"), "tender");
    // The example is about the test: nothing is lost where a word is looked for.
    let lost = fixed_part("condition-said-vanished");
    assert!(window.query_by_label_contains(lost).is_none());
    let wording = t!("condition-editor-wording");
    type_into(&mut window, wording, "{title}: seen by the test");
    press(&mut window, test);
    wait_for(&mut window, fixed_part("alert-tested"));
    let bodies = seen.lock().unwrap().clone();
    assert_eq!(bodies.len(), 1, "{bodies:?}");
    let sent: serde_json::Value = serde_json::from_str(&bodies[0]).unwrap();
    assert_eq!(sent["test"], true, "{sent}");
    let told = sent["raised"][0]["text"]
        .as_str()
        .or(sent["cleared"][0]["text"].as_str());
    let own = format!("{}: seen by the test", t!("condition-editor-example"));
    assert!(told.is_some_and(|told| told.contains(&own)), "{sent}");
    assert!(!bodies[0].contains(t!("alert-test-body")));
}

#[test]
fn a_wording_is_typed_through_its_faults_and_waits_while_a_channel_is_set_up() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::create(&folder.path().join("press.bower")).unwrap());
    let mut window = started(folder.path(), t!("app-view-settings"));
    press(&mut window, t!("condition-new"));
    let (wording, value) = (t!("condition-editor-wording"), t!("condition-editor-value"));
    wait_for(&mut window, value);
    type_into(&mut window, value, "tender");
    wait_for(&mut window, t!("condition-editor-would", count = 0));
    window.get_by_label(wording).focus();
    window.run_ok();
    // Each sign as it is typed: an open brace is a fault until it is closed.
    for sign in "now {title}!".chars() {
        let field = window.get_by_label(wording);
        assert!(field.accesskit_node().is_focused(), "before {sign}");
        field.type_text(&sign.to_string());
        window.run_ok();
    }
    let typed = |window: &Harness<'_, Bowerbird>| {
        let field = window.get_by_label(wording);
        field.accesskit_node().value()
    };
    assert_eq!(typed(&window).as_deref(), Some("now {title}!"));
    // The counting is not of the wording: it stays.
    window.get_by_label(t!("condition-editor-would", count = 0));

    press(&mut window, t!("condition-editor-set-up"));
    wait_for(&mut window, t!("alert-webhook"));
    assert!(window.query_by_label(wording).is_none());
    press(&mut window, t!("condition-editor-back"));
    wait_for(&mut window, wording);
    assert_eq!(typed(&window).as_deref(), Some("now {title}!"));
}

#[test]
fn what_is_wrong_with_the_ways_of_telling_is_said_beside_their_fields() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::create(&folder.path().join("press.bower")).unwrap());
    let mut window = started(folder.path(), t!("app-view-settings"));
    type_into(&mut window, t!("alert-webhook"), "ftp://example.org/");
    type_into(&mut window, t!("condition-digest-hours"), "soon");
    press(&mut window, t!("alert-save"));
    let faults = [
        (t!("alert-webhook"), t!("alert-bad-webhook")),
        (
            t!("condition-digest-hours"),
            t!("condition-bad-hours", text = "soon"),
        ),
    ];
    for (name, value) in faults {
        wait_for(&mut window, t!("pair", name = name, value = value));
    }
}

#[test]
fn the_filter_of_changes_is_there_after_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::create(&folder.path().join("press.bower")).unwrap());
    let unread = t!("changes-unread-only");
    let mut window = started(folder.path(), t!("app-view-changes"));
    wait_for(&mut window, unread);
    window.get_by_label(unread).click();
    window.run_ok();
    wait_for(&mut window, t!("changes-none"));
    drop(window);
    let settings = bowerbird::app::state::settings::Settings::load(folder.path());
    let filter = settings.changes_filter(&folder.path().join("press.bower"));
    assert!(filter.unread, "{settings:?}");
    let (home, options) = (
        folder.path().to_owned(),
        AppOptions {
            project: Some(folder.path().join("press.bower")),
            ..AppOptions::default()
        },
    );
    let mut window = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, home));
    wait_for(&mut window, t!("app-view-workbench"));
    window.key_press(eframe::egui::Key::Num6);
    window.run_ok();
    wait_for(&mut window, t!("changes-none"));
    press(&mut window, t!("changes-show-all"));
    wait_for(&mut window, t!("changes-empty"));
}

#[test]
fn an_alert_about_a_site_that_nothing_runs_says_so() {
    let site = Site::start(|_| {
        Reply::html(
            "<title>Market</title><h1>Market</h1><table><tr><th>Goods<th>Euro</tr>\
             <tr><td>Wheat flour, 1 kg<td>3.20</tr><tr><td>Rye flour, 1 kg<td>2.80</tr>\
             <tr><td>Oats, 500 g<td>1.90</tr><tr><td>Honey, one jar<td>7.50</tr></table>",
        )
    });
    let folder = tempfile::tempdir().unwrap();
    drop(Store::create(&folder.path().join("press.bower")).unwrap());
    let mut window = started(folder.path(), t!("app-view-workbench"));
    type_into(&mut window, t!("app-bench-address"), &site.url("/"));
    wait_for(&mut window, t!("app-author-use-records"));
    for button in [
        t!("app-author-use-records"),
        t!("app-author-save"),
        t!("condition-from-change"),
    ] {
        press(&mut window, button);
    }
    wait_for(&mut window, t!("condition-editor-manual", site = "Market"));
}

/// Seconds of the keystroke-level model: to decide and to click, and to press a key.
const CLICK: f64 = 1.35 + 1.1;
const KEY: f64 = 0.2;

#[test]
fn from_a_table_to_a_message_about_its_price_is_a_matter_of_seconds() {
    let site = Site::start(|_| {
        Reply::html(
            "<title>Market</title><h1>Market</h1><table><tr><th>Goods<th>Euro</tr>\
             <tr><td>Wheat flour, 1 kg<td>3.20</tr><tr><td>Rye flour, 1 kg<td>2.80</tr>\
             <tr><td>Oats, 500 g<td>1.90</tr><tr><td>Honey, one jar<td>7.50</tr></table>",
        )
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("press.bower");
    drop(Store::create(&path).unwrap());
    let mut window = started(folder.path(), t!("app-view-workbench"));
    type_into(&mut window, t!("app-bench-address"), &site.url("/"));
    wait_for(&mut window, t!("app-author-use-records"));
    let mut seconds = 0.0;
    for button in [
        t!("app-author-use-records"),
        t!("app-watch-changes"),
        t!("app-author-save"),
        t!("condition-from-change"),
    ] {
        press(&mut window, button);
        seconds += CLICK;
    }
    wait_for(&mut window, t!("condition-editor-value"));
    // The field of amounts, the test and the keyboard are there: only the value is typed.
    window
        .get_by_label(t!("condition-editor-value"))
        .type_text("3");
    window.run_ok();
    seconds += KEY;
    let in_vain = t!("condition-editor-manual", site = "Market");
    assert!(window.query_by_label(in_vain).is_none(), "it is watched");
    for button in [t!("condition-editor-desktop"), t!("condition-editor-save")] {
        press(&mut window, button);
        seconds += CLICK;
    }
    let stored = project::read(&path).unwrap();
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    let kept = loop {
        let kept = stored.record_conditions(jiff::Timestamp::now()).unwrap();
        if !kept.is_empty() || std::time::Instant::now() > until {
            break kept;
        }
        window.step();
    };
    let clause = &kept[0].condition.clauses[0];
    assert_eq!(clause.test, ClauseTest::Below);
    assert_eq!(clause.value, "3");
    assert!(clause.field.to_lowercase().contains("euro"), "{clause:?}");
    assert!(stored.alert_plan().unwrap().desktop);
    assert!(seconds < 20.0, "{seconds}");
}
