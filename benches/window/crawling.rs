//! Frames while four sites are collected at full speed in the same process.

use std::time::{Duration, Instant};

use bowerbird::engine::types::{RuleOrigin, RunOptions};
use bowerbird::engine::{Command, RunCommand, SiteCommand};
use eframe::egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, pos2, vec2};

use super::desk::{Desk, boxes};
use super::serve::Sites;
use super::times::print_times;

/// Frames of each manner.
const FRAMES: u32 = 600;

/// Measures.
pub fn measure() {
    let sites = Sites::start(None);
    let mut desk = Desk::new();
    desk.open(&format!("{}/cards", sites.addresses[0]));
    println!("the page has {} boxes", boxes(&desk.state));
    manners(&mut desk, "quiet");
    for (number, address) in sites.addresses.iter().enumerate() {
        desk.engine.send(Command::Site(SiteCommand::Add {
            rule_toml: rule(number, address),
            origin: RuleOrigin::Added,
        }));
    }
    desk.engine.send(Command::Run(RunCommand::Start {
        sites: Vec::new(),
        options: RunOptions::default(),
    }));
    desk.until("the first hundred pages", |desk| desk.pages > 100);
    let (before, began) = (desk.pages, Instant::now());
    manners(&mut desk, "crawling");
    let read = desk.pages - before;
    println!(
        "pages crawled while it was watched          {read}, {:.0} a second",
        read as f64 / began.elapsed().as_secs_f64()
    );
    desk.engine.send(Command::Run(RunCommand::StopAll));
}

fn manners(desk: &mut Desk, when: &str) {
    let still = |_: u32| Vec::new();
    let pointing = |frame: u32| vec![moving(frame)];
    let scrolling = |frame: u32| {
        vec![
            moving(frame),
            wheel(if frame % 200 < 100 { -90.0 } else { 90.0 }),
        ]
    };
    let mut time = |name: &str, input: &dyn Fn(u32) -> Vec<Event>| {
        let times: Vec<Duration> = (0..FRAMES).map(|frame| desk.paced(input(frame))).collect();
        print_times(&format!("frames, {when}, {name}"), times);
    };
    time("still", &still);
    time("pointing", &pointing);
    time("scrolling", &scrolling);
}

fn wheel(by: f32) -> Event {
    Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, by),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    }
}

fn moving(frame: u32) -> Event {
    let along = (frame * 7 % 600) as f32;
    Event::PointerMoved(pos2(200.0 + along, 250.0 + along * 0.4))
}

fn rule(number: usize, address: &str) -> String {
    format!(
        r#"
[site]
name = "Site {number}"
kind = "list"
start = ["{address}/"]
[politeness]
delay = "0s"
concurrency = 4
[list]
item = {{ css = "article.entry" }}
link = {{ css = "h2 a", take = "href" }}
next = {{ css = "a.next", take = "href" }}
[[field]]
name = "title"
select = [{{ css = "h1" }}]
required = true
[[field]]
name = "date"
select = [{{ css = "time", take = "datetime" }}]
type = "date"
"#
    )
}
