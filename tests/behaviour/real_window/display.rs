//! A display of our own and the program's window on it.

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use eframe::egui::Key;

use super::driver::Driver;
use super::input::Hands;
use crate::texts::{fixed_part, t};

/// Longest wait for anything; generous, because machines that test may be busy. Never reached
/// when all is well.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// Pause between two looks.
const GLANCE: Duration = Duration::from_millis(30);
/// Size of the window.
const SIZE: [u32; 2] = [1240, 1040];
/// Steps of the pointer that looks for something on the page's picture.
const STEP: f32 = 9.0;

/// Part of the name of the page's picture.
fn picture() -> &'static str {
    fixed_part("app-bench-picture")
}

/// A tab above it.
fn tab() -> &'static str {
    t!("app-page-outline")
}

/// A panel below it.
fn below() -> &'static str {
    t!("app-pages-title")
}

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

    /// Its name, such as `:7`.
    pub fn name(&self) -> &str {
        &self.name
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
    hands: Hands,
    /// Where it can be driven.
    address: String,
}

impl Window {
    /// Starts the program with its settings in `folder` and connects to it. The program is the one
    /// these tests were built with, unless `BOWERBIRD_BINARY` names another.
    pub fn start(display: &Display, folder: &Path) -> Self {
        Self::start_on(display, folder, None)
    }

    /// The same with the message bus of that address.
    pub fn start_on(display: &Display, folder: &Path, bus: Option<&str>) -> Self {
        // A port that was free a moment ago.
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a free port")
            .port();
        let address = format!("127.0.0.1:{port}");
        let binary = std::env::var_os("BOWERBIRD_BINARY")
            .unwrap_or_else(|| env!("CARGO_BIN_EXE_bowerbird").into());
        let program = Command::new(binary)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("WINIT_X11_SCALE_FACTOR", "1")
            .env("LC_ALL", "C")
            .env("BOWERBIRD_CONFIG_DIR", folder)
            .env("EGUI_INSPECTION", &address)
            .envs(bus.map(|address| ("DBUS_SESSION_BUS_ADDRESS", address)))
            .spawn()
            .expect("the program starts");
        let mut window = Self {
            program,
            driver: Driver::default(),
            hands: Hands::on(&display.name),
            address,
        };
        window.connect();
        assert!(window.hands.take_window(), "the display shows the window");
        window
    }

    fn connect(&mut self) {
        let address = self.address.clone();
        let stream = self.until("the window listens", || TcpStream::connect(&address).ok());
        self.driver = Driver::over(stream);
        self.driver.resize(SIZE[0], SIZE[1]);
        self.find("Bowerbird", true);
    }

    /// Whether the window goes from the display, while the program lives.
    pub fn closed(&mut self) -> bool {
        let start = Instant::now();
        while self.hands.has_window() && start.elapsed() < PATIENCE {
            std::thread::sleep(GLANCE);
        }
        !self.hands.has_window() && self.lives()
    }

    /// Whether there is a window on the display; then it has the keyboard.
    pub fn has_window(&mut self) -> bool {
        self.hands.has_window() && self.hands.take_window()
    }

    /// Presses a letter with Ctrl held.
    pub fn press_ctrl(&mut self, letter: char) {
        self.hands.with_ctrl(letter);
    }

    /// Whether the program ends by itself, without an error.
    pub fn ends_well(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Ok(Some(status)) = self.program.try_wait() {
                return status.success();
            }
            std::thread::sleep(GLANCE);
        }
        false
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

    /// Whether something has `part` in its name just now.
    pub fn shows(&mut self, part: &str) -> bool {
        self.driver.count(part) > 0
    }

    /// Waits until the picture of a page of that title is there.
    pub fn wait_for_picture_of(&mut self, title: &str) {
        let start = Instant::now();
        while !self.driver.name(picture()).contains(title) {
            self.glance(start, &format!("a picture of {title:?}"));
        }
    }

    /// Waits until so many things have `part` in their name.
    pub fn wait_for_count(&mut self, part: &str, count: usize) {
        let start = Instant::now();
        while self.driver.count(part) != count {
            self.glance(start, &format!("{count} of {part:?}"));
        }
    }

    /// Waits until nothing of that name is left.
    pub fn wait_gone(&mut self, name: &str) {
        let start = Instant::now();
        while self.driver.place(name, false).is_some() {
            self.glance(start, &format!("end of {name:?}"));
        }
    }

    /// Waits until nothing has `part` in its name any more.
    pub fn wait_part_gone(&mut self, part: &str) {
        self.wait_for_count(part, 0);
    }

    /// Clicks on what has that name, once it is there and can be used.
    pub fn click(&mut self, name: &str) {
        let spot = self.find(name, false);
        self.in_sight(name, spot);
        self.hands.click(spot);
    }

    /// Clicks on the first of these buttons that is there (their names contain it), or on none when
    /// `end` is there already; whether there was one. What only says such words is no button.
    pub fn click_first(&mut self, parts: &[&str], end: &str) -> bool {
        let start = Instant::now();
        // Two looks in a row: what is proposed may change while a page is still being read.
        let mut before = None;
        loop {
            if self.driver.field(end).is_some() {
                return false;
            }
            let mut each = parts.iter().copied();
            let now = each.find_map(|part| Some((part, self.driver.button(part)?)));
            if let (Some((part, spot)), true) = (now, now == before) {
                self.in_sight(part, spot);
                self.hands.click(spot);
                self.settle(part, spot);
                return true;
            }
            before = now;
            self.glance(start, &format!("one of {parts:?}"));
        }
    }

    /// Waits until what was clicked there is gone from there.
    fn settle(&mut self, part: &str, spot: [f32; 2]) {
        let start = Instant::now();
        while self.driver.button(part) == Some(spot) {
            self.glance(start, &format!("effect of {part:?}"));
        }
    }

    /// Points at the element of the page's picture that begins with `words` (in a box of that tag,
    /// such as `h2` or `time`) by moving the pointer over the picture until it is outlined; turns
    /// the wheel where it is further down, as far as the page goes. Clicks on it.
    pub fn point_at(&mut self, tag: &str, words: &str) {
        let spot = self.find_on_page(tag, words);
        self.hands.click(spot);
    }

    /// The same with Shift held until that shows: what is clicked on is one more of the same.
    pub fn add(&mut self, tag: &str, words: &str, shows: &str) {
        let spot = self.find_on_page(tag, words);
        self.hands.hold_shift(true);
        self.hands.click(spot);
        self.wait_for_part(shows);
        self.hands.hold_shift(false);
    }

    /// Points at an element and widens the outline with P until it is one of the tag `to`; returns
    /// where the pointer is.
    pub fn widen(&mut self, tag: &str, words: &str, to: &str) -> [f32; 2] {
        let spot = self.find_on_page(tag, words);
        while !self.outlined(to, "") {
            let before = self.driver.value(picture());
            self.hands.key(Key::P);
            let start = Instant::now();
            while self.driver.value(picture()) == before {
                self.glance(start, &format!("what holds {before:?}"));
            }
        }
        spot
    }

    /// The same, and clicks on it.
    pub fn point_around(&mut self, tag: &str, words: &str, to: &str) {
        let spot = self.widen(tag, words, to);
        self.hands.click(spot);
    }

    fn find_on_page(&mut self, tag: &str, words: &str) -> [f32; 2] {
        self.wait_for_part(picture());
        loop {
            if let Some(spot) = self.scan_page(tag, words) {
                return spot;
            }
            self.turn_on(&format!("more of the page, with {tag} “{words}” on it"));
        }
    }

    /// Turns the wheel back until the picture's top is seen.
    pub fn scroll_to_top(&mut self) {
        let inside = self.place_inside(picture());
        let start = Instant::now();
        loop {
            let above = self
                .driver
                .place(tab(), false)
                .map_or(0.0, |place| place[3]);
            let top = |driver: &mut Driver| driver.place(picture(), true).map(|at| [at[0], at[1]]);
            if self.steady(picture(), top)[1] >= above - STEP {
                return;
            }
            self.hands.wheel([inside[0], above + 60.0], -40);
            self.glance(start, "the top of the page");
        }
    }

    /// Turns the wheel over the picture and waits until that moved it.
    fn turn_on(&mut self, what: &str) {
        let [x, _] = self.place_inside(picture());
        let above = self
            .driver
            .place(tab(), false)
            .map_or(0.0, |place| place[3]);
        let top = |driver: &mut Driver| driver.place(picture(), true).map(|place| [place[1], x]);
        let before = self.steady(picture(), top);
        self.hands.wheel([x, above + 60.0], 8);
        let start = Instant::now();
        while self.steady(picture(), top) == before {
            self.glance(start, what);
        }
    }

    /// Where the pointer outlines the element wanted, among what is seen of the page.
    fn scan_page(&mut self, tag: &str, words: &str) -> Option<[f32; 2]> {
        let [left, top, right, bottom] = self.driver.place(picture(), true)?;
        let [.., above] = self.driver.place(tab(), false)?;
        let below = self
            .driver
            .button(below())
            .map_or(SIZE[1] as f32, |at| at[1]);
        let (top, bottom) = (top.max(above) + STEP, bottom.min(below));
        let column = |share: f32| left + (right - left) * share;
        for x in [0.12, 0.18, 0.25, 0.06, 0.65].map(column) {
            let mut y = top;
            while y < bottom {
                if self.outlines([x, y], tag, words) {
                    return Some([x, y]);
                }
                y += STEP;
            }
        }
        None
    }

    /// Whether the element is outlined when the pointer is there.
    fn outlines(&mut self, spot: [f32; 2], tag: &str, words: &str) -> bool {
        self.hands.point(spot);
        // The first look may be at a frame that began before the pointer came.
        (0..2).any(|_| self.outlined(tag, words)) && self.outlined(tag, words)
    }

    fn outlined(&mut self, tag: &str, words: &str) -> bool {
        let said = self.driver.value(picture()).unwrap_or_default();
        let rest = said.strip_prefix(tag);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric) && rest.contains(words))
    }

    /// A place inside something, to come back to when it may have gone.
    pub fn place_inside(&mut self, name: &str) -> [f32; 2] {
        self.find(name, true);
        let [x, y, ..] = self.driver.place(name, true).expect("it is still there");
        [x + 60.0, y + 60.0]
    }

    /// Turns the wheel at a place by so many notches down, whatever is there now.
    pub fn scroll_at(&mut self, place: [f32; 2], notches: i32) {
        self.hands.wheel(place, notches);
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

    /// Replaces the text of the field of that name: click, Ctrl A, type.
    pub fn fill(&mut self, name: &str, text: &str) {
        let spot = self.steady(name, |driver| driver.field(name));
        self.in_sight(name, spot);
        self.hands.click(spot);
        let start = Instant::now();
        while !self.driver.takes_keys(name) {
            self.glance(start, &format!("the cursor in {name:?}"));
        }
        self.hands.with_ctrl('a');
        self.hands.write(text);
        while self.driver.written(name).as_deref() != Some(text) {
            self.glance(start, &format!("{text:?} in {name:?}"));
        }
    }

    /// Types where the keyboard is.
    pub fn write(&mut self, text: &str) {
        self.hands.write(text);
    }

    /// Presses a key.
    pub fn press(&mut self, key: Key) {
        self.hands.key(key);
    }

    /// A person clicks only on what is in the window.
    fn in_sight(&self, name: &str, [x, y]: [f32; 2]) {
        let inside = x >= 0.0 && y >= 0.0 && x < SIZE[0] as f32 && y < SIZE[1] as f32;
        assert!(inside, "{name:?} is out of sight, at {x}, {y}");
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
            if let Some(path) = std::env::var_os("BOWERBIRD_TEST_PICTURE") {
                self.picture(Path::new(&path));
            }
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
