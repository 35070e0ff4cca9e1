//! What a screen reader is to the window: a client of AT-SPI on a message bus of our own, that reads
//! names and roles and asks for actions.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use zbus::blocking::connection::Builder;
use zbus::blocking::{Connection, Proxy, proxy};
use zbus::proxy::CacheProperties;
use zbus::zvariant::OwnedObjectPath;

use super::display::PATIENCE;
use super::status_bus::Bus;

/// Where programs that start the service of screen readers keep it.
const LAUNCHERS: [&str; 3] = [
    "/usr/libexec/at-spi-bus-launcher",
    "/usr/lib/at-spi2-core/at-spi-bus-launcher",
    "/usr/lib/at-spi-bus-launcher",
];
const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
/// The state FOCUSED, as a bit of the first word.
const FOCUSED: u32 = 1 << 12;

/// What something is, by the numbers of AT-SPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Button,
    CheckBox,
    ComboBox,
    Entry,
    Label,
    Link,
    List,
    RadioButton,
    Table,
    Toggle,
    Other(u32),
}

impl Role {
    fn of(number: u32) -> Self {
        match number {
            7 => Self::CheckBox,
            11 => Self::ComboBox,
            29 => Self::Label,
            31 => Self::List,
            43 => Self::Button,
            44 => Self::RadioButton,
            55 => Self::Table,
            62 => Self::Toggle,
            79 => Self::Entry,
            88 => Self::Link,
            other => Self::Other(other),
        }
    }
}

/// Something in a window: the name of its program on the bus, and its path.
type Place = (String, OwnedObjectPath);

/// The service; gone when dropped.
pub struct Assistive {
    launcher: Child,
    /// Where it keeps its socket.
    _folder: tempfile::TempDir,
    reader: Connection,
}

/// Something in the window.
#[derive(Clone, Debug)]
pub struct Thing {
    place: Place,
    pub name: String,
    pub role: Role,
}

impl Assistive {
    /// Starts the service on `bus` and says that somebody reads the screen.
    pub fn start(bus: &Bus) -> Self {
        let program = LAUNCHERS
            .iter()
            .find(|path| std::path::Path::new(path).exists());
        let Some(program) = program else {
            panic!(
                "at-spi-bus-launcher is not there. This test reads the window as a screen reader \
                 does: install the package at-spi2-core, or run tests/run, which does."
            );
        };
        let folder = tempfile::tempdir().expect("a folder");
        let launcher = Command::new(program)
            .arg("--launch-immediately")
            .env("DBUS_SESSION_BUS_ADDRESS", &bus.address)
            .env_remove("DISPLAY")
            // The settings of who tests are not touched.
            .env("GSETTINGS_BACKEND", "memory")
            .env("HOME", folder.path())
            .env("XDG_RUNTIME_DIR", folder.path())
            .env("XDG_CACHE_HOME", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the service starts");
        let session = connect(&bus.address);
        let address: String = until("the bus of screen readers", || {
            let service =
                Proxy::new(&session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus").ok()?;
            service.call("GetAddress", &()).ok()
        });
        let status = Proxy::new(&session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status")
            .expect("its status");
        status.set_property("IsEnabled", true).expect("it is on");
        Self {
            launcher,
            _folder: folder,
            reader: connect(&address),
        }
    }

    fn proxy<'a>(&'a self, place: &'a Place, interface: &'static str) -> Option<Proxy<'a>> {
        // What changes in the window is asked for anew.
        proxy::Builder::new(&self.reader)
            .destination(place.0.as_str())
            .and_then(|proxy| proxy.path(place.1.as_str()))
            .and_then(|proxy| proxy.interface(interface))
            .and_then(|proxy| proxy.cache_properties(CacheProperties::No).build())
            .ok()
    }

    fn children(&self, place: &Place) -> Vec<Place> {
        let proxy = self.proxy(place, ACCESSIBLE);
        let called = proxy.and_then(|proxy| proxy.call("GetChildren", &()).ok());
        called.unwrap_or_default()
    }

    fn thing(&self, place: Place) -> Option<Thing> {
        let of = place.clone();
        let proxy = self.proxy(&of, ACCESSIBLE)?;
        let name = proxy.get_property("Name").ok()?;
        let role = Role::of(proxy.call("GetRole", &()).ok()?);
        Some(Thing { place, name, role })
    }

    /// Everything in the windows of all programs, from the outside in.
    pub fn things(&self) -> Vec<Thing> {
        let root = OwnedObjectPath::try_from("/org/a11y/atspi/accessible/root").expect("a path");
        let mut waiting = vec![("org.a11y.atspi.Registry".to_owned(), root)];
        let mut found = Vec::new();
        while let Some(place) = waiting.pop() {
            waiting.extend(self.children(&place).into_iter().rev());
            found.extend(self.thing(place));
        }
        found
    }

    /// Waits for a thing of that role whose name begins with `name`.
    pub fn find(&self, role: Role, name: &str) -> Thing {
        let mut seen = Vec::new();
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            seen = self.things();
            let found = seen
                .iter()
                .find(|thing| thing.role == role && thing.name.starts_with(name));
            if let Some(found) = found {
                return found.clone();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let seen: Vec<String> = seen
            .iter()
            .map(|thing| format!("{:?} “{}”", thing.role, thing.name))
            .collect();
        panic!("no {role:?} “{name}”; there is:\n{}", seen.join("\n"));
    }

    /// Does what a click would do.
    pub fn act(&self, role: Role, name: &str) {
        // The thing may be another one by the time it is asked.
        until(&format!("the action of {role:?} “{name}”"), || {
            let thing = self.find(role, name);
            let action = self.proxy(&thing.place, "org.a11y.atspi.Action")?;
            let done: bool = action.call("DoAction", &(0_i32,)).ok()?;
            done.then_some(())
        });
    }

    /// Moves the keyboard there, and waits until it is there.
    pub fn focus(&self, role: Role, name: &str) {
        until(&format!("the keyboard in {role:?} “{name}”"), || {
            let thing = self.find(role, name);
            if self.has_focus(&thing) {
                return Some(());
            }
            let component = self.proxy(&thing.place, "org.a11y.atspi.Component")?;
            let _: bool = component.call("GrabFocus", &()).ok()?;
            None
        });
    }

    fn has_focus(&self, thing: &Thing) -> bool {
        let proxy = self.proxy(&thing.place, ACCESSIBLE);
        let states: Option<Vec<u32>> = proxy.and_then(|proxy| proxy.call("GetState", &()).ok());
        states.is_some_and(|words| words.first().is_some_and(|first| first & FOCUSED != 0))
    }
}

impl Drop for Assistive {
    fn drop(&mut self) {
        let _ = self.launcher.kill();
        let _ = self.launcher.wait();
    }
}

fn connect(address: &str) -> Connection {
    until("a connection to the bus", || {
        Builder::address(address).ok()?.build().ok()
    })
}

fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what}: not in time");
        std::thread::sleep(Duration::from_millis(50));
    }
}
