//! Times frames of Results over a million records of a real project, without a window: update and
//! tessellation at 1440 × 900, with the window's own loader beside it, while a person scrolls, jumps
//! and sorts. Prints the median, the 99th percentile and the worst frame in milliseconds, how soon
//! the first rows of each order are there, and the memory that it took. Prints JSON.
//! `cargo bench --bench rows -- 1000000`

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout
)]

mod shared;

use std::time::{Duration, Instant};

use bowerbird::app::action::Action;
use bowerbird::app::background::{Loader, QueryResult};
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::style::theme;
use bowerbird::app::style::ui_context::UiContext;
use bowerbird::app::views::results::{ResultsState, results_ui};
use bowerbird::engine::types::{Language, Store, StoreReader};
use eframe::egui::{
    self, Event, MouseWheelSource, MouseWheelUnit, RawInput, Rect, TouchPhase, pos2, vec2,
};
use shared::{ms, percentile};

/// Frames of each manner.
const FRAMES: u32 = 600;
/// One frame at 60 a second.
const FRAME: Duration = Duration::from_micros(16_667);
const PATIENCE: Duration = Duration::from_secs(60);

struct Desk {
    ctx: egui::Context,
    look: UiContext,
    world: AppState,
    state: ResultsState,
    loader: Loader,
    frame: u32,
}

impl Desk {
    fn new(reader: StoreReader) -> Self {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        Self {
            ctx,
            look: UiContext::new(Language::English, egui::Theme::Light),
            world: AppState::default(),
            state: ResultsState::default(),
            loader: Loader::start(reader, || ()).unwrap(),
            frame: 0,
        }
    }

    /// One frame with `events`; how long it took.
    fn draw(&mut self, events: Vec<Event>) -> Duration {
        let raw = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1440.0, 900.0))),
            time: Some(f64::from(self.frame) / 60.0),
            events,
            ..RawInput::default()
        };
        self.frame += 1;
        let began = Instant::now();
        while let Some(told) = self.loader.try_result() {
            match told {
                QueryResult::Count {
                    generation,
                    counted,
                } => self.state.pages.counted(generation, counted),
                QueryResult::Records {
                    generation,
                    page,
                    records,
                } => self.state.pages.came(generation, page, records),
                _ => {}
            }
        }
        let mut actions = Vec::new();
        let output = self.ctx.run_ui(raw, |ui| {
            results_ui(ui, &self.look, &self.world, &mut self.state, &mut actions);
        });
        for action in actions {
            if let Action::Query(ask) = action {
                self.loader.ask(ask);
            }
        }
        let shapes = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let spent = began.elapsed();
        std::hint::black_box(shapes);
        spent
    }

    /// Draws until the first row in sight is there; how long that took.
    fn until_there(&mut self, row: usize) -> f64 {
        let began = Instant::now();
        while self.state.pages.record(row).is_none() {
            assert!(began.elapsed() < PATIENCE, "the rows never came");
            self.draw(Vec::new());
            std::thread::sleep(Duration::from_millis(2));
        }
        ms(began.elapsed())
    }

    fn ask(&mut self) {
        let mut actions = Vec::new();
        self.state.ask(&mut actions);
        for action in actions {
            if let Action::Query(ask) = action {
                self.loader.ask(ask);
            }
        }
    }

    /// Frames, 60 a second, with what a person does in each.
    fn manner(&mut self, act: impl Fn(&mut ResultsState, u32) -> Vec<Event>) -> serde_json::Value {
        let mut times = Vec::new();
        for frame in 0..FRAMES {
            let events = act(&mut self.state, frame);
            let spent = self.draw(events);
            // The first frames make fonts.
            if frame >= 20 {
                times.push(spent);
            }
            std::thread::sleep(FRAME.saturating_sub(spent));
        }
        times.sort_unstable();
        let at = |percent: usize| ms(percentile(&times, percent));
        serde_json::json!({ "median_ms": at(50), "p99_ms": at(99), "worst_ms": at(100) })
    }
}

fn wheel(by: f32) -> Vec<Event> {
    vec![
        Event::PointerMoved(pos2(400.0, 500.0)),
        Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, by),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: egui::Modifiers::NONE,
        },
    ]
}

fn main() {
    let records: u32 = std::env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(1_000_000);
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("bench.bower");
    shared::fill(&project, records);
    let rows = usize::try_from(records).unwrap();
    let mut desk = Desk::new(Store::open_read_only(&project).unwrap().into_reader());
    let before = shared::memory_kib();
    desk.ask();
    let list_order = desk.until_there(0);
    let scrolling = desk.manner(|_, _| wheel(-240.0));
    let flinging = desk.manner(|_, _| wheel(-6_000.0));
    let jumping = desk.manner(|state, frame| {
        if frame % 6 == 0 {
            let row = usize::try_from(frame).unwrap() * 7_919_993 % rows;
            state.table.select(row);
        }
        Vec::new()
    });
    desk.state.table.select(0);
    desk.state.table.sort = Some(("title".to_owned(), true));
    desk.ask();
    let by_title = desk.until_there(0);
    let sorted = desk.manner(|_, _| wheel(-240.0));
    println!(
        "{}",
        serde_json::json!({
            "records": records,
            "first_rows_ms": { "list_order": list_order, "by_title": by_title },
            "scrolling": scrolling,
            "flinging": flinging,
            "jumping_ten_times_a_second": jumping,
            "scrolling_sorted": sorted,
            "memory_mib": (shared::memory_kib().saturating_sub(before)) / 1024,
        })
    );
}
