//! The whole window without a screen: the shell over a real engine, drawn when it asks for it, as
//! the window's loop does.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bowerbird::app::state::settings::Settings;
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::project::is_owned;
use eframe::App;
use eframe::egui::{self, Event, Key, Modifiers, Pos2, RawInput, Rect, vec2};

/// The size of the window.
const SIZE: egui::Vec2 = vec2(1440.0, 900.0);
/// Sixty frames a second.
pub const FRAME: Duration = Duration::from_nanos(16_666_667);
/// Nothing more comes when nothing was asked for so long.
const CALM: Duration = Duration::from_millis(250);
/// Nothing that is waited for takes longer when all is well.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a frame took, and what it showed.
pub struct Drawn {
    pub took: Duration,
    picture: u64,
}

/// How a change of the window went.
pub struct Settled {
    /// The longest frame of it.
    pub longest: Duration,
    /// From its beginning to the last frame that showed something new.
    pub complete: Duration,
    pub frames: usize,
}

/// The window.
pub struct Whole {
    app: Bowerbird,
    frame: eframe::Frame,
    ctx: egui::Context,
    began: Instant,
    /// When it wants to be drawn next.
    wanted: Arc<Mutex<Option<Instant>>>,
}

impl Whole {
    /// Opens the window on `project` with settings of its own in `folder`.
    pub fn open(project: &Path, folder: &Path, scheduled: bool) -> Self {
        wait_for(project);
        let mut settings = Settings {
            language: Some("en".to_owned()),
            ..Settings::default()
        };
        if scheduled {
            settings.scheduled.insert(project.to_owned());
        }
        settings.save(folder).unwrap();
        let ctx = egui::Context::default();
        let wanted = Arc::new(Mutex::new(Some(Instant::now())));
        let told = Arc::clone(&wanted);
        ctx.set_request_repaint_callback(move |info| {
            let at = Instant::now().checked_add(info.delay);
            let mut wanted = told.lock().unwrap();
            *wanted = match (*wanted, at) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        });
        let options = AppOptions {
            project: Some(project.to_owned()),
            ..AppOptions::default()
        };
        let app = Bowerbird::in_folder(&ctx, options, folder.to_owned());
        // What fades in is complete when it is there.
        ctx.all_styles_mut(|style| style.animation_time = 0.0);
        Self {
            app,
            frame: eframe::Frame::_new_kittest(),
            ctx,
            began: Instant::now(),
            wanted,
        }
    }

    /// Draws one frame.
    pub fn draw(&mut self, events: Vec<Event>) -> Drawn {
        *self.wanted.lock().unwrap() = None;
        let began = Instant::now();
        let raw = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.began.elapsed().as_secs_f64()),
            focused: true,
            events,
            ..RawInput::default()
        };
        let (app, frame) = (&mut self.app, &mut self.frame);
        let ctx = self.ctx.clone();
        app.logic(&ctx, frame);
        let output = ctx.run_ui(raw, |ui| app.ui(ui, frame));
        let shapes = ctx.tessellate(output.shapes, output.pixels_per_point);
        let took = began.elapsed();
        let mut hasher = DefaultHasher::new();
        for shape in &shapes {
            if let egui::epaint::Primitive::Mesh(mesh) = &shape.primitive {
                for vertex in &mesh.vertices {
                    (vertex.pos.x.to_bits(), vertex.pos.y.to_bits(), vertex.color)
                        .hash(&mut hasher);
                    (vertex.uv.x.to_bits(), vertex.uv.y.to_bits()).hash(&mut hasher);
                }
            }
        }
        Drawn {
            took,
            picture: hasher.finish(),
        }
    }

    /// Draws what is asked for until the project is open and nothing more is, beginning with
    /// `events`.
    pub fn settle(&mut self, since: Instant, events: Vec<Event>) -> Settled {
        let first = self.draw(events);
        let mut settled = Settled {
            longest: first.took,
            complete: since.elapsed(),
            frames: 1,
        };
        let (mut picture, mut last) = (first.picture, Instant::now());
        while (last.elapsed() < CALM || !self.app.has_project()) && since.elapsed() < PATIENCE {
            let wanted = *self.wanted.lock().unwrap();
            if wanted.is_none_or(|at| at > Instant::now()) {
                std::thread::sleep(Duration::from_micros(500));
                continue;
            }
            let drawn = self.draw(Vec::new());
            settled.frames += 1;
            settled.longest = settled.longest.max(drawn.took);
            last = Instant::now();
            if drawn.picture != picture {
                picture = drawn.picture;
                settled.complete = since.elapsed();
            }
        }
        if since.elapsed() >= PATIENCE {
            println!("it never rests: {:?}", self.ctx.repaint_causes());
            assert!(self.app.has_project(), "the project is not open");
        }
        settled
    }

    /// Frames that are asked for within `time`, drawn as they are.
    pub fn rest(&mut self, time: Duration) -> usize {
        let began = Instant::now();
        let mut frames = 0;
        while began.elapsed() < time {
            let wanted = *self.wanted.lock().unwrap();
            if wanted.is_some_and(|at| at <= Instant::now()) {
                self.draw(Vec::new());
                frames += 1;
            } else {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        frames
    }

    /// Draws `count` frames at sixty a second; how long each took.
    pub fn paced(&mut self, count: usize, input: impl Fn(usize) -> Vec<Event>) -> Vec<Duration> {
        let mut next = Instant::now();
        let mut times = Vec::with_capacity(count);
        for number in 0..count {
            next += FRAME;
            match next.checked_duration_since(Instant::now()) {
                Some(left) => std::thread::sleep(left),
                None => next = Instant::now(),
            }
            times.push(self.draw(input(number)).took);
        }
        times
    }
}

/// Waits until the window before has let go of the project: when its engine has ended.
pub fn wait_for(project: &Path) {
    while is_owned(project) {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A key pressed and let go.
pub fn key(key: Key) -> Vec<Event> {
    let event = |pressed| Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    vec![event(true), event(false)]
}
