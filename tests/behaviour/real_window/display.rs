//! A display of our own and the program's window on it.

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use eframe::egui::Key;

use super::driver::Driver;

/// Longest wait for anything; generous, because machines that test may be busy. Never reached
/// when all is well.
pub const PATIENCE: Duration = Duration::from_secs(90);
/// Pause between two looks.
const GLANCE: Duration = Duration::from_millis(40);

/// An Xvfb on a free display; gone when dropped.
pub struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Starts Xvfb and lets it choose a free display.
    pub fn start() -> Self {
        let started = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1280x1100x24",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut server = match started {
            Ok(server) => server,
            Err(error) => panic!(
                "Xvfb cannot be started ({error}). This test drives the real window and needs it: \
                 install the package xvfb, or run tests/run, which does."
            ),
        };
        let mut number = String::new();
        BufReader::new(server.stdout.take().expect("a pipe"))
            .read_line(&mut number)
            .expect("Xvfb says its display");
        assert!(
            !number.trim().is_empty(),
            "Xvfb ended before it had a display"
        );
        Self {
            server,
            name: format!(":{}", number.trim()),
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The program's window; closed when dropped.
pub struct Window {
    program: Child,
    driver: Driver,
}

impl Window {
    /// Starts the program with its settings in `folder` and connects to it.
    pub fn start(display: &Display, folder: &Path) -> Self {
        // A port that was free a moment ago.
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a free port")
            .port();
        let address = format!("127.0.0.1:{port}");
        let program = Command::new(env!("CARGO_BIN_EXE_bowerbird"))
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("WINIT_X11_SCALE_FACTOR", "1")
            .env("LC_ALL", "C")
            .env("BOWERBIRD_CONFIG_DIR", folder)
            .env("EGUI_INSPECTION", &address)
            .spawn()
            .expect("the program starts");
        let mut window = Self {
            program,
            driver: Driver::default(),
        };
        let stream = window.until("the window listens", || TcpStream::connect(&address).ok());
        window.driver = Driver::over(stream);
        window.driver.resize(1240, 1040);
        window
    }

    /// Whether it still runs.
    pub fn lives(&mut self) -> bool {
        matches!(self.program.try_wait(), Ok(None))
    }

    /// Waits for something of that name.
    pub fn wait_for(&mut self, name: &str) {
        self.find(name, false);
    }

    /// Waits for something whose name or text contains `part`.
    pub fn wait_for_part(&mut self, part: &str) {
        self.find(part, true);
    }

    /// Clicks on what has that name, once it is there.
    pub fn click(&mut self, name: &str) {
        let spot = self.find(name, false);
        self.driver.click(spot);
    }

    /// Clicks at `offset` from the top left of what has `part` in its name, once it is there.
    pub fn click_inside(&mut self, part: &str, offset: [f32; 2]) {
        self.find(part, true);
        let [x, y] = self.driver.corner(part).expect("it is still there");
        self.driver.click([x + offset[0], y + offset[1]]);
    }

    /// A place inside something, to come back to when it may have gone.
    pub fn place_inside(&mut self, name: &str) -> [f32; 2] {
        self.find(name, false);
        let [x, y] = self.driver.corner(name).expect("it is still there");
        [x + 60.0, y + 60.0]
    }

    /// Turns the wheel at a place, whatever is there now.
    pub fn scroll_at(&mut self, place: [f32; 2], down: f32) {
        self.driver.scroll(place, down);
    }

    /// Kills the processes that the program started.
    pub fn kill_children(&self) {
        let mut killed = 0;
        for entry in std::fs::read_dir("/proc").expect("a /proc").flatten() {
            let name = entry.file_name();
            let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            // The name in brackets may hold anything; state and parent follow it.
            let parent = stat
                .rsplit_once(')')
                .and_then(|(_, rest)| rest.split_whitespace().nth(1)?.parse::<u32>().ok());
            if parent == Some(self.program.id()) {
                let status = Command::new("kill").arg("-9").arg(name).status();
                assert!(status.expect("kill runs").success());
                killed += 1;
            }
        }
        assert!(killed > 0, "the program has a child that draws");
    }

    /// Replaces the text of the field of that name.
    pub fn fill(&mut self, name: &str, text: &str) {
        let spot = self.steady(name, |driver| driver.field(name));
        self.driver.fill(spot, text);
    }

    /// Presses a key.
    pub fn press(&mut self, key: Key) {
        self.driver.key(key);
    }

    /// Keeps what the window shows.
    pub fn picture(&mut self, path: &Path) {
        std::fs::write(path, self.driver.picture()).expect("the picture is kept");
    }

    fn find(&mut self, name: &str, part: bool) -> [f32; 2] {
        self.steady(name, |driver| driver.spot(name, part))
    }

    /// Where something is, once two looks in a row find it in the same place: what still moves,
    /// because the window changes its size or a panel opens, would be missed by a click.
    fn steady(&mut self, what: &str, look: impl Fn(&mut Driver) -> Option<[f32; 2]>) -> [f32; 2] {
        let start = Instant::now();
        let mut before = None;
        loop {
            let now = look(&mut self.driver);
            if let (Some(spot), true) = (now, now == before) {
                return spot;
            }
            before = now;
            self.glance(start, what);
        }
    }

    fn glance(&mut self, start: Instant, what: &str) {
        assert!(self.lives(), "the window closed while waiting for {what:?}");
        if start.elapsed() > PATIENCE {
            panic!(
                "no {what:?} in the window; it shows:\n{}",
                self.driver.shown()
            );
        }
        std::thread::sleep(GLANCE);
    }

    fn until<T>(&mut self, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(self.lives(), "the program ended before {what}");
            assert!(start.elapsed() < PATIENCE, "{what}: not in time");
            std::thread::sleep(GLANCE);
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
