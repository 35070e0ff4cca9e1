//! Measures a window on a copy of the project.

use std::path::Path;
use std::time::{Duration, Instant};

use bowerbird::io::store::Store;
use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, TouchPhase, pos2, vec2};
use jiff::Timestamp;

use super::serve::Sites;
use super::times::{print_time, print_times};
use super::whole::{Whole, key, wait_for};

/// The views by their keys.
const VIEWS: [(&str, Key); 10] = [
    ("Monitor", Key::Num1),
    ("Sites", Key::Num2),
    ("Workbench", Key::Num3),
    ("Tasks", Key::Num4),
    ("Results", Key::Num5),
    ("Proxies", Key::Num6),
    ("Accounts", Key::Num7),
    ("Runs", Key::Num8),
    ("Settings", Key::Num9),
    ("Log", Key::Num0),
];
/// Rounds through all views.
const ROUNDS: usize = 3;
/// Frames of each view while sites are collected.
const FRAMES: usize = 300;
const IDLE: Duration = Duration::from_secs(5);

pub fn measure(file: &Path) {
    let folder = tempfile::tempdir_in(file.parent().unwrap()).unwrap();
    let project = folder.path().join("large.bower");
    std::fs::copy(file, &project).unwrap();
    // One that an older version made is brought up to date once, not in the first start.
    drop(Store::open(&project).unwrap());
    let mut starts = Vec::new();
    for _ in 0..5 {
        let began = Instant::now();
        let mut window = Whole::open(&project, folder.path(), false);
        starts.push(window.settle(began, Vec::new()).complete);
    }
    print_times("start to a complete first view", starts);
    quiet(&project, folder.path());
    crawling(&project, folder.path());
}

fn quiet(project: &Path, folder: &Path) {
    let mut window = Whole::open(project, folder, false);
    window.settle(Instant::now(), Vec::new());
    for (name, shortcut) in VIEWS {
        let (mut complete, mut longest) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let away = if shortcut == Key::Num9 {
                Key::Num3
            } else {
                Key::Num9
            };
            window.settle(Instant::now(), key(away));
            let settled = window.settle(Instant::now(), key(shortcut));
            complete.push(settled.complete);
            longest.push(settled.longest);
        }
        print_times(&format!("opening {name}"), complete);
        print_times(&format!("longest frame of opening {name}"), longest);
        print_times(
            &format!("frames of {name}, quiet, scrolling"),
            window.paced(FRAMES, scrolling),
        );
    }
    window.settle(Instant::now(), key(Key::Num1));
    let before = ticks();
    let frames = window.rest(IDLE);
    println!(
        "idle for {} s: {frames} frames, {} ticks of CPU; {} MB resident",
        IDLE.as_secs(),
        ticks() - before,
        resident_mb()
    );
}

fn crawling(project: &Path, folder: &Path) {
    wait_for(project);
    let store = Store::open(project).unwrap();
    for task in store.tasks().unwrap() {
        store
            .set_task_next(task.id, Some(Timestamp::now()))
            .unwrap();
    }
    drop(store);
    let _sites = Sites::start();
    let mut window = Whole::open(project, folder, true);
    let began = Instant::now();
    window.paced(600, |_| Vec::new());
    for (name, shortcut) in VIEWS {
        window.draw(key(shortcut));
        print_times(
            &format!("frames of {name}, crawling, still"),
            window.paced(FRAMES, |_| Vec::new()),
        );
        print_times(
            &format!("frames of {name}, crawling, scrolling"),
            window.paced(FRAMES, scrolling),
        );
    }
    print_time("watched for", began.elapsed());
    println!("at the end {} MB resident", resident_mb());
}

fn scrolling(frame: usize) -> Vec<Event> {
    let by = if frame % 200 < 100 { -90.0 } else { 90.0 };
    vec![
        Event::PointerMoved(pos2(700.0 + (frame % 50) as f32, 600.0)),
        Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, by),
            phase: TouchPhase::Move,
            source: eframe::egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        },
    ]
}

/// Hundredths of a second of processor's time that this process took (Linux; else 0).
fn ticks() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    // utime and stime follow the state and ten other numbers.
    let fields: Vec<&str> = after.split_whitespace().collect();
    let at = |place: usize| {
        fields
            .get(place)
            .and_then(|n| n.parse::<u64>().ok())
            .unwrap_or(0)
    };
    at(11) + at(12)
}

fn resident_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kb = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kb.unwrap_or(0) / 1_000
}
