//! A desktop that collects status items: a message bus of our own with a watcher on it, and what a
//! panel would ask of an item.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use zbus::blocking::Connection;
use zbus::blocking::connection::Builder;
use zbus::zvariant::{OwnedValue, Value};

use super::display::PATIENCE;

/// A tool tip of a status item: icon name, pictures (width, height, ARGB), title, text.
type ToolTip = (String, Vec<(i32, i32, Vec<u8>)>, String, String);

const WATCHER: &str = "org.kde.StatusNotifierWatcher";
const ITEM: &str = "org.kde.StatusNotifierItem";
const MENU: &str = "com.canonical.dbusmenu";

type Line = (i32, HashMap<String, OwnedValue>, Vec<OwnedValue>);

/// The bus; gone when dropped.
pub struct Bus {
    daemon: Child,
    pub address: String,
}

impl Bus {
    pub fn start() -> Self {
        let started = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address=1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut daemon = match started {
            Ok(daemon) => daemon,
            Err(error) => panic!(
                "dbus-daemon cannot be started ({error}). This test needs a message bus of its own: \
                 install the package dbus-daemon, or run tests/run, which does."
            ),
        };
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().expect("a pipe"))
            .read_line(&mut address)
            .expect("the bus says its address");
        Self {
            daemon,
            address: address.trim().to_owned(),
        }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

/// Who collects the items.
pub struct Watcher {
    connection: Connection,
    registered: Receiver<String>,
}

struct Collector(Sender<String>);

#[zbus::interface(name = "org.kde.StatusNotifierWatcher")]
impl Collector {
    fn register_status_notifier_item(&self, service: String) {
        let _ = self.0.send(service);
    }

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }
}

impl Watcher {
    pub fn start(bus: &Bus) -> Self {
        let (sender, registered) = channel();
        let connection = Builder::address(bus.address.as_str())
            .and_then(|builder| builder.serve_at("/StatusNotifierWatcher", Collector(sender)))
            .and_then(|builder| builder.name(WATCHER))
            .and_then(Builder::build)
            .expect("a watcher on the bus");
        Self {
            connection,
            registered,
        }
    }

    /// The next item that is registered.
    pub fn item(&self) -> Item<'_> {
        self.item_within(PATIENCE).expect("an item is registered")
    }

    /// The same, when one is registered in time.
    pub fn item_within(&self, patience: Duration) -> Option<Item<'_>> {
        Some(Item {
            connection: &self.connection,
            name: self.registered.recv_timeout(patience).ok()?,
        })
    }
}

/// An item, as a panel sees it.
pub struct Item<'a> {
    connection: &'a Connection,
    name: String,
}

impl Item<'_> {
    fn call<B>(&self, path: &str, interface: &str, method: &str, body: &B) -> zbus::Message
    where
        B: serde::Serialize + zbus::zvariant::DynamicType,
    {
        let name = Some(self.name.as_str());
        self.connection
            .call_method(name, path, Some(interface), method, body)
            .expect(method)
    }

    /// All that it says about itself.
    pub fn properties(&self) -> HashMap<String, OwnedValue> {
        let all = "org.freedesktop.DBus.Properties";
        let reply = self.call("/StatusNotifierItem", all, "GetAll", &ITEM);
        reply.body().deserialize().expect("properties")
    }

    /// What is said when the pointer rests on it.
    pub fn text(&self) -> String {
        let tip = self.properties().remove("ToolTip").expect("a tool tip");
        let tip: ToolTip = tip.try_into().expect("a tool tip");
        tip.3
    }

    /// Numbers and texts of the lines of its menu that can be chosen.
    pub fn lines(&self) -> Vec<(i32, String)> {
        let ask: (i32, i32, Vec<String>) = (0, -1, Vec::new());
        let reply = self.call("/MenuBar", MENU, "GetLayout", &ask);
        let (_, (_, _, lines)): (u32, Line) = reply.body().deserialize().expect("a layout");
        let lines = lines.into_iter().filter_map(|line| {
            let (id, properties, _) = Line::try_from(line).expect("a line");
            let on = |name| {
                properties
                    .get(name)
                    .is_some_and(|value: &OwnedValue| **value == Value::from(true))
            };
            let label = properties.get("label")?.try_clone().ok()?;
            on("enabled").then(|| (id, String::try_from(label).expect("a text")))
        });
        lines.collect()
    }

    /// Chooses the line of that text, once it is there and can be chosen.
    pub fn choose(&self, label: &str) {
        let begin = Instant::now();
        let id = loop {
            let lines = self.lines();
            if let Some((id, _)) = lines.iter().find(|(_, text)| text == label) {
                break *id;
            }
            assert!(begin.elapsed() < PATIENCE, "no {label:?} in {lines:?}");
            std::thread::sleep(Duration::from_millis(20));
        };
        let clicked: (i32, &str, Value<'_>, u32) = (id, "clicked", Value::from(0_i32), 0);
        self.call("/MenuBar", MENU, "Event", &clicked);
    }
}
