//! A display of our own and the program's window on it.

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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
                "1280x860x24",
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
        window.driver.resize(1240, 800);
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

    /// Replaces the text of the field of that name.
    pub fn fill(&mut self, name: &str, text: &str) {
        let start = Instant::now();
        let spot = loop {
            if let Some(spot) = self.driver.field(name) {
                break spot;
            }
            self.glance(start, name);
        };
        self.driver.fill(spot, text);
    }

    /// Keeps what the window shows.
    pub fn picture(&mut self, path: &Path) {
        std::fs::write(path, self.driver.picture()).expect("the picture is kept");
    }

    fn find(&mut self, name: &str, part: bool) -> [f32; 2] {
        let start = Instant::now();
        loop {
            if let Some(spot) = self.driver.spot(name, part) {
                return spot;
            }
            self.glance(start, name);
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
