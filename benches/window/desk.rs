//! The workbench's view over a real engine, drawn frame by frame without a window. Events are
//! taken in as the window takes them, commands go to the engine after each frame.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bowerbird::app::action::Action;
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::style::theme;
use bowerbird::app::style::ui_context::UiContext;
use bowerbird::app::views::workbench::{Picture, WorkbenchState, workbench_ui};
use bowerbird::engine::types::{Language, Store};
use bowerbird::engine::{Command, Engine, EngineOptions, Event, PageCommand};
use eframe::egui::{self, Pos2, RawInput, Rect, vec2};

/// The size of the window.
pub const SIZE: egui::Vec2 = vec2(1440.0, 900.0);
/// Sixty frames a second.
pub const FRAME: Duration = Duration::from_nanos(16_666_667);
/// Nothing that is waited for takes longer when all is well.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine on a temporary project.
pub fn engine() -> Engine {
    let options = EngineOptions {
        worker: env!("CARGO_BIN_EXE_bowerbird").into(),
        sites_at_once: 4,
        watch: false,
        ..EngineOptions::default()
    };
    Engine::start_with(Store::temporary().unwrap(), options, Box::new(|| {})).unwrap()
}

/// The view and the engine.
pub struct Desk {
    pub engine: Engine,
    pub state: WorkbenchState,
    pub look: UiContext,
    world: AppState,
    ctx: egui::Context,
    began: Instant,
    next: Instant,
    /// Pages that the crawls have read.
    pub pages: u64,
    progress: std::collections::BTreeMap<i64, u64>,
}

impl Desk {
    pub fn new() -> Self {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        Self {
            engine: engine(),
            state: WorkbenchState::default(),
            look: UiContext::new(Language::English, egui::Theme::Light),
            world: AppState::default(),
            ctx,
            began: Instant::now(),
            next: Instant::now(),
            pages: 0,
            progress: std::collections::BTreeMap::new(),
        }
    }

    /// Waits for the next sixtieth of a second, then draws a frame; how long that took.
    pub fn paced(&mut self, events: Vec<egui::Event>) -> Duration {
        self.next += FRAME;
        let now = Instant::now();
        if self.next > now {
            std::thread::sleep(self.next - now);
        } else {
            self.next = now;
        }
        self.frame(events)
    }

    /// Takes in what the engine says and draws a frame; how long that took.
    pub fn frame(&mut self, events: Vec<egui::Event>) -> Duration {
        let began = Instant::now();
        let mut actions = Vec::new();
        while let Some(event) = self.engine.try_event() {
            self.take(event, &mut actions);
        }
        let raw = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.began.elapsed().as_secs_f64()),
            events,
            ..RawInput::default()
        };
        let ctx = self.ctx.clone();
        let output = ctx.run_ui(raw, |ui| {
            workbench_ui(ui, &self.look, &self.world, &mut self.state, &mut actions);
        });
        std::hint::black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
        self.carry_out(actions);
        began.elapsed()
    }

    pub fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            if let Action::Send(command) = action {
                self.engine.send(command);
            }
        }
    }

    fn take(&mut self, event: Event, actions: &mut Vec<Action>) {
        let bench = &mut self.state;
        match event {
            Event::PageOpened { ticket, page } => bench.opened(ticket, page),
            Event::PageFailed { message, .. } => panic!("{message:?}"),
            Event::PageDrawn { ticket, layout } => bench.drawn(ticket, layout),
            Event::PageNotDrawn { ticket, message } => bench.not_drawn(ticket, message),
            Event::Tile {
                ticket,
                number,
                size,
                rgba,
            } => bench.tile(&self.ctx, ticket, number, (size, &rgba)),
            Event::PageTree { ticket, tree } => bench.view(ticket).tree_came(ticket, tree),
            Event::PageSource { ticket, source } => {
                bench.view(ticket).source_came(ticket, &source);
            }
            Event::RunProgress { run, progress, .. } => {
                self.progress.insert(run.0, progress.pages_ok);
                self.pages = self.progress.values().sum();
            }
            Event::RunEnded { end, message, .. } => panic!("a run ended: {end:?} {message:?}"),
            Event::CommandFailed { message } => panic!("{message:?}"),
            event => bench.take_event(event, actions),
        }
    }

    /// Draws frames until `done`.
    pub fn until(&mut self, what: &str, mut done: impl FnMut(&mut Self) -> bool) -> Duration {
        let began = Instant::now();
        while !done(self) {
            assert!(began.elapsed() < PATIENCE, "{what} never came");
            self.paced(Vec::new());
        }
        began.elapsed()
    }

    /// Opens a page and waits until its picture is there.
    pub fn open(&mut self, url: &str) {
        let mut actions = Vec::new();
        self.state.open(url, 1.0, &mut actions);
        self.carry_out(actions);
        self.until("the picture", |desk| {
            matches!(desk.state.page.picture, Picture::Drawn(_))
        });
        for _ in 0..30 {
            self.paced(Vec::new());
        }
    }

    /// Waits for the answer of the engine that `wanted` takes, without drawing.
    pub fn answer<T>(&mut self, mut wanted: impl FnMut(&Event) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let event = self.engine.wait_event_timeout(left).expect("an answer");
            let found = wanted(&event);
            let mut actions = Vec::new();
            self.take(event, &mut actions);
            self.carry_out(actions);
            if let Some(found) = found {
                return found;
            }
        }
    }

    /// Closes the page.
    pub fn close(&mut self) {
        let ticket = self.state.page.ticket;
        self.engine
            .send(Command::Page(PageCommand::Close { ticket }));
        self.state = WorkbenchState::default();
    }
}

/// The elements of the large page's layout, for a look at whether it is the large one.
pub fn boxes(state: &WorkbenchState) -> usize {
    match &state.page.picture {
        Picture::Drawn(layout) => Arc::clone(layout).boxes.len(),
        _ => 0,
    }
}
