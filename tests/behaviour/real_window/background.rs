//! The window is closed while a run goes: on a desktop that shows status items the run goes on behind
//! one, and the window comes back; on another one it is minimised.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use bowerbird::app::state::settings::Settings;
use bowerbird::engine::types::{RecordFilter, Store, TaskDraft, Timing};
use bowerbird::logic::model::{SiteDraft, SourceKind};
use eframe::egui::Key;
use jiff::Timestamp;

use super::display::{Display, PATIENCE, Window};
use super::status_bus::{Bus, Watcher};
use crate::engine::support::server::{Ask, Reply, Site};
use crate::texts::t;

const PAGES: usize = 60;

fn page(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/" => {
            let links = (0..PAGES).map(|n| format!("<li><a href='/a{n}'>Page {n}</a></li>"));
            Reply::html(format!(
                "<title>List</title><ul>{}</ul>",
                links.collect::<String>()
            ))
        }
        path => Reply::html(format!(
            "<title>{path}</title><h1>Page {path}</h1><p>A paragraph that says a little more."
        )),
    }
}

/// A project whose only site takes a while, and whose scheduler begins with it.
fn prepare(folder: &Path, site: &Site) {
    let project = folder.join("p.bower");
    let store = Store::open_or_create(&project).expect("a project");
    let start = site.url("/");
    let rule = format!(
        "[site]\nname = \"Slow\"\nkind = \"list\"\nstart = [\"{start}\"]\n\
         [politeness]\ndelay = \"0.3s\"\nconcurrency = 1\n\
         [list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\", take = \"href\" }}\n\
         [[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n"
    );
    let draft = SiteDraft {
        name: "Slow".to_owned(),
        kind: SourceKind::List,
        start,
        rule_toml: rule,
    };
    let id = store.add_site(&draft).expect("a site");
    let now = Timestamp::now();
    let task = TaskDraft::of_site(id, Timing::Once { at: now });
    store.add_task(&task, Some(now)).expect("a task");
    drop(store);
    // Another installation than this process' own is told that the project may act.
    let allowed = Command::new(env!("CARGO_BIN_EXE_bowerbird"))
        .args(["project", "allow"])
        .arg(&project)
        .env("BOWERBIRD_CONFIG_DIR", folder)
        .output()
        .expect("it starts");
    assert!(allowed.status.success(), "{allowed:?}");
    let mut settings = Settings {
        language: Some("en".to_owned()),
        last_project: Some(project.clone()),
        ..Settings::default()
    };
    settings.scheduled.insert(project);
    settings.save(folder).expect("settings");
}

fn asked(site: &Site) -> usize {
    (0..PAGES).map(|n| site.asked(&format!("/a{n}"))).sum()
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn close(window: &mut Window) {
    window.press_ctrl('q');
}

#[test]
fn a_run_goes_on_behind_a_status_item_and_the_window_comes_back() {
    let (site, folder) = (Site::start(page), tempfile::tempdir().expect("a folder"));
    prepare(folder.path(), &site);
    let (bus, display) = (Bus::start(), Display::start());
    let watcher = Watcher::start(&bus);
    let mut window = Window::start_on(&display, folder.path(), Some(&bus.address));
    until("it runs", || asked(&site) > 1);

    close(&mut window);
    window.wait_for(t!("app-leaving-title", count = 1));
    window.click(t!("app-leaving-cancel"));
    window.wait_gone(t!("app-leaving-title", count = 1));
    close(&mut window);
    window.click(t!("app-leaving-background"));
    let item = watcher.item();
    let said = item.properties();
    assert_eq!(
        String::try_from(said["Id"].try_clone().unwrap()).unwrap(),
        "bowerbird"
    );
    assert!(window.closed(), "there is no window");
    let labels: Vec<String> = item.lines().into_iter().map(|(_, label)| label).collect();
    let expected = [
        t!("tray-show"),
        t!("tray-pause"),
        t!("app-leaving-stop"),
        t!("app-command-quit"),
    ];
    assert_eq!(labels, expected);
    let before = asked(&site);
    until("it goes on without a window", || asked(&site) > before + 1);
    let figures: BTreeSet<&str> = (0..=PAGES + 1)
        .flat_map(|pages| (0..=pages).map(move |records| (pages, records)))
        .map(|(pages, records)| t!("tray-runs", count = 1, pages = pages, records = records))
        .collect();
    until("its figures are told", || {
        figures.contains(item.text().as_str())
    });

    item.choose(t!("tray-pause"));
    until("it is paused", || item.text() == t!("tray-held"));
    let paused = asked(&site);
    std::thread::sleep(Duration::from_millis(700));
    assert!(asked(&site) <= paused + 1, "only what was under way");
    item.choose(t!("tray-resume"));
    until("it goes on", || asked(&site) > paused + 1);

    item.choose(t!("tray-show"));
    // The port by which the window is driven was that of the first one: hands alone from here on.
    until("the window is back", || window.has_window());
    let begin = Instant::now();
    let item = loop {
        window.press_ctrl('q');
        window.press(Key::Enter);
        match watcher.item_within(Duration::from_millis(500)) {
            Some(item) => break item,
            None => assert!(begin.elapsed() < PATIENCE, "it asks again"),
        }
    };
    item.choose(t!("app-leaving-stop"));
    assert!(window.ends_well(), "the program ends by itself");
    // A page that was under way when all was paused was asked for once more.
    let read = (0..PAGES).filter(|n| site.asked(&format!("/a{n}")) > 0);
    let read = read.count();
    assert!(read < PAGES, "it was stopped on the way: {read}");
    let store = Store::open_or_create(&folder.path().join("p.bower")).expect("nobody holds it");
    let records = usize::try_from(
        store
            .count_records(&RecordFilter::default())
            .expect("a count"),
    )
    .unwrap();
    assert_eq!(records, read, "what was read is stored");
}

#[test]
fn where_no_status_item_is_shown_the_question_says_so() {
    let (site, folder) = (Site::start(page), tempfile::tempdir().expect("a folder"));
    prepare(folder.path(), &site);
    let (bus, display) = (Bus::start(), Display::start());
    let mut window = Window::start_on(&display, folder.path(), Some(&bus.address));
    until("it runs", || asked(&site) > 0);
    close(&mut window);
    window.wait_for_part(t!("app-leaving-hint-minimised"));
    window.click(t!("app-leaving-minimised"));
    window.wait_gone(t!("app-leaving-minimised"));
    let before = asked(&site);
    until("it goes on", || asked(&site) > before);
    assert!(window.lives());
}
