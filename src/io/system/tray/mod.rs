//! The status item of the desktop (StatusNotifierItem of freedesktop.org, with a menu by
//! `com.canonical.dbusmenu`), over the session bus. Input: its content. Output: the user's
//! choices, and whether the desktop still shows it. The first calls wait for the bus, so they are
//! made from a thread that may block; everything after is asynchronous.

#[cfg(target_os = "linux")]
mod bus;
#[cfg(target_os = "linux")]
mod item;
#[cfg(target_os = "linux")]
mod menu;
mod picture;

pub use picture::picture as painted_icon;

use super::desktop::DesktopError;
#[cfg(target_os = "linux")]
use bowerbird_logic::text::printable;

/// The content of the item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrayFace {
    /// Its name.
    pub title: String,
    /// The tooltip text below its name.
    pub text: String,
    /// Its menu, from the top.
    pub menu: Vec<TrayLine>,
}

#[cfg(target_os = "linux")]
impl TrayFace {
    /// The same in printable characters: names in it may come from an untrusted file.
    fn printable(self) -> Self {
        let shown = |text: String| printable(&text).into_owned();
        let line = |line| match line {
            TrayLine::Entry {
                key,
                label,
                enabled,
            } => TrayLine::Entry {
                key,
                label: shown(label),
                enabled,
            },
            TrayLine::Separator => TrayLine::Separator,
        };
        Self {
            title: shown(self.title),
            text: shown(self.text),
            menu: self.menu.into_iter().map(line).collect(),
        }
    }
}

/// A line of the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrayLine {
    /// A line that can be chosen.
    Entry {
        /// The key reported when it is chosen.
        key: u16,
        /// Its text.
        label: String,
        /// Whether it can be chosen.
        enabled: bool,
    },
    /// A separator line.
    Separator,
}

/// An event from the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrayEvent {
    /// The item itself was clicked.
    Pressed,
    /// A line of the menu was chosen.
    Chosen(u16),
    /// It is no longer shown.
    Gone,
    /// It is shown again.
    Back,
}

/// An item that is shown; it is removed on drop.
pub struct Tray {
    #[cfg(target_os = "linux")]
    bus: bus::Bus,
}

impl Tray {
    /// Whether this desktop can show such items.
    #[must_use]
    pub fn is_possible() -> bool {
        #[cfg(target_os = "linux")]
        return bus::is_watched();
        #[cfg(not(target_os = "linux"))]
        false
    }

    /// Shows an item. `news` is called from threads of the bus and must not block.
    ///
    /// # Errors
    /// When there is no session bus, or nothing on it that shows such items.
    #[cfg(target_os = "linux")]
    pub fn show(
        face: TrayFace,
        news: impl Fn(TrayEvent) + Send + Sync + 'static,
    ) -> Result<Self, DesktopError> {
        Ok(Self {
            bus: bus::Bus::start(face.printable(), std::sync::Arc::new(news))?,
        })
    }

    /// Shows an item: not available on this system, which has no bus.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(target_os = "linux"))]
    pub fn show(
        _face: TrayFace,
        _news: impl Fn(TrayEvent) + Send + Sync + 'static,
    ) -> Result<Self, DesktopError> {
        Err(DesktopError {
            reason: bowerbird_logic::messages::Message::new("desktop-no-bus"),
        })
    }

    /// Changes the content; returns whether it differs.
    pub fn renew(&self, face: TrayFace) -> bool {
        #[cfg(target_os = "linux")]
        return self.bus.renew(face.printable());
        #[cfg(not(target_os = "linux"))]
        {
            drop(face);
            false
        }
    }
}
