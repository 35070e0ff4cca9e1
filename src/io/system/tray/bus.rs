//! The item on the bus: finds its host, registers, and registers again when the host was restarted.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use zbus::blocking::Connection;
use zbus::blocking::connection::Builder;
use zbus::blocking::fdo::{DBusProxy, PropertiesProxy};
use zbus::names::{InterfaceName, WellKnownName};
use zbus::zvariant::Value;

use super::item::Item;
use super::menu::Menu;
use super::{TrayEvent, TrayFace};
use crate::system::desktop::{DesktopError, no_bus, not_shown};

/// The service that collects the items of all programs.
const WATCHER: &str = "org.kde.StatusNotifierWatcher";
const WATCHER_PATH: &str = "/StatusNotifierWatcher";
pub(super) const ITEM: &str = "org.kde.StatusNotifierItem";
const ITEM_PATH: &str = "/StatusNotifierItem";
pub(super) const MENU: &str = "com.canonical.dbusmenu";
pub(super) const MENU_PATH: &str = "/MenuBar";
/// A bus that does not answer must not block anybody.
const PATIENCE: Duration = Duration::from_secs(3);

/// Time to send the last answers.
const ANSWERS: Duration = Duration::from_millis(100);

/// The callback for the user's choices.
pub(super) type News = Arc<dyn Fn(TrayEvent) + Send + Sync>;

/// The content of the item, and how often its menu has changed.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) face: TrayFace,
    pub(super) revision: u32,
}

/// The same, shared by the item, its menu and the code that changes them.
pub(super) type Shared = Arc<Mutex<Shown>>;

/// Locks the content; a thread that panicked while holding the lock left it consistent.
pub(super) fn lock(shared: &Shared) -> MutexGuard<'_, Shown> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An item on the bus.
pub(super) struct Bus {
    connection: Connection,
    shown: Shared,
}

/// Whether a watcher collects items, and a host shows them.
pub(super) fn is_watched() -> bool {
    session().is_ok_and(|connection| has_host(&connection))
}

fn session() -> zbus::Result<Connection> {
    Builder::session()?.method_timeout(PATIENCE).build()
}

/// A watcher without a host shows nothing.
fn has_host(connection: &Connection) -> bool {
    let shows = || -> zbus::Result<bool> {
        let properties = PropertiesProxy::builder(connection)
            .destination(WATCHER)?
            .path(WATCHER_PATH)?
            .build()?;
        let watcher = InterfaceName::try_from(WATCHER)?;
        let value = properties.get(watcher, "IsStatusNotifierHostRegistered")?;
        Ok(bool::try_from(value).unwrap_or(false))
    };
    shows().unwrap_or(false)
}

impl Bus {
    /// Registers the item on the bus and has it shown.
    pub(super) fn start(face: TrayFace, news: News) -> Result<Self, DesktopError> {
        let shown: Shared = Arc::new(Mutex::new(Shown { face, revision: 1 }));
        let item = Item::new(Arc::clone(&shown), Arc::clone(&news));
        let menu = Menu::new(Arc::clone(&shown), Arc::clone(&news));
        let connection = Builder::session()
            .and_then(|builder| builder.serve_at(ITEM_PATH, item))
            .and_then(|builder| builder.serve_at(MENU_PATH, menu))
            .and_then(|builder| builder.method_timeout(PATIENCE).build())
            .map_err(|error| no_bus(&error))?;
        let name = item_name(&connection);
        register(&connection, &name).map_err(|error| not_shown(&error))?;
        watch(connection.clone(), name, news);
        Ok(Self { connection, shown })
    }

    /// Changes the content; returns whether it differs.
    pub(super) fn renew(&self, face: TrayFace) -> bool {
        let (before, after, revision) = {
            let mut shown = lock(&self.shown);
            if shown.face == face {
                return false;
            }
            let before = std::mem::replace(&mut shown.face, face.clone());
            if before.menu != face.menu {
                shown.revision = shown.revision.wrapping_add(1);
            }
            (before, face, shown.revision)
        };
        if before.title != after.title {
            self.emit(ITEM_PATH, ITEM, "NewTitle", &());
        }
        if (&before.title, &before.text) != (&after.title, &after.text) {
            self.emit(ITEM_PATH, ITEM, "NewToolTip", &());
        }
        if before.menu != after.menu {
            self.emit(MENU_PATH, MENU, "LayoutUpdated", &(revision, 0_i32));
        }
        true
    }

    fn emit<B>(&self, path: &str, interface: &str, signal: &str, body: &B)
    where
        B: serde::Serialize + zbus::zvariant::DynamicType,
    {
        let told = self
            .connection
            .emit_signal(None::<&str>, path, interface, signal, body);
        if let Err(error) = told {
            tracing::debug!(%error, signal, "the status item says nothing");
        }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        // The caller of the menu line that ends this still waits for an answer, which is on its
        // way.
        std::thread::sleep(ANSWERS);
        // Its watcher thread holds the connection too; closing it ends both, and the item
        // disappears.
        let _ = self.connection.clone().close();
    }
}

/// The bus name of the item; the connection's own where no other is available.
fn item_name(connection: &Connection) -> String {
    let wanted = format!("{ITEM}-{}-1", std::process::id());
    let own = || connection.unique_name().map(ToString::to_string);
    match WellKnownName::try_from(wanted.as_str()).map(|name| connection.request_name(name)) {
        Ok(Ok(())) => wanted,
        _ => own().unwrap_or_default(),
    }
}

fn register(connection: &Connection, name: &str) -> zbus::Result<()> {
    connection
        .call_method(
            Some(WATCHER),
            WATCHER_PATH,
            Some(WATCHER),
            "RegisterStatusNotifierItem",
            &name,
        )
        .map(drop)
}

/// Registers the item again when its watcher was restarted, and reports when there is none.
fn watch(connection: Connection, name: String, news: News) {
    let follow = move || -> zbus::Result<()> {
        let bus = DBusProxy::new(&connection)?;
        let changes = bus.receive_name_owner_changed_with_args(&[(0, WATCHER)])?;
        for change in changes {
            let is_there = change.args().is_ok_and(|args| args.new_owner().is_some());
            match is_there && register(&connection, &name).is_ok() {
                true => news(TrayEvent::Back),
                false => news(TrayEvent::Gone),
            }
        }
        Ok(())
    };
    let spawned = std::thread::Builder::new()
        .name("status-item".to_owned())
        .spawn(move || {
            if let Err(error) = follow() {
                tracing::debug!(%error, "the status item is followed no more");
            }
        });
    if let Err(error) = spawned {
        tracing::warn!(%error, "the status item is not followed");
    }
}

/// A text as a D-Bus value.
pub(super) fn text(text: &str) -> Value<'static> {
    Value::from(text.to_owned())
}
