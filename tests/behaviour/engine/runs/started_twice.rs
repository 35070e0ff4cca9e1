//! The program started again with a project that is open: its window comes to the front.

use std::time::{Duration, Instant};

use bowerbird::engine::types::Store;
use bowerbird::engine::{Engine, EngineOptions, Event, show_elsewhere};

fn open(path: &std::path::Path, windowed: bool) -> Engine {
    let options = EngineOptions {
        worker: "/no/such/worker".into(),
        windowed,
        ..EngineOptions::default()
    };
    Engine::open_with(path, options, Box::new(|| {})).unwrap()
}

fn called(engine: &Engine) -> bool {
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        match engine.try_event() {
            Some(Event::ShowWanted) => return true,
            Some(_) => {}
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    false
}

#[test]
fn a_second_start_calls_the_window_that_has_the_project() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.bower");
    assert!(!show_elsewhere(&path), "there is no project yet");
    drop(Store::open_or_create(&path).unwrap());
    assert!(!show_elsewhere(&path), "nobody has it open");
    let engine = open(&path, true);
    assert!(show_elsewhere(&path));
    assert!(called(&engine));
}

#[test]
fn a_scheduler_without_a_window_is_not_called() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.bower");
    let engine = open(&path, false);
    assert!(!show_elsewhere(&path));
    assert!(
        std::iter::from_fn(|| engine.try_event()).all(|event| !matches!(event, Event::ShowWanted))
    );
}
