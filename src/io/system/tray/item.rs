//! The item itself: `org.kde.StatusNotifierItem`.

use zbus::interface;
use zbus::zvariant::{ObjectPath, OwnedObjectPath};

use super::TrayEvent;
use super::bus::{MENU_PATH, News, Shared, lock};
use super::picture::picture;

/// Width, height, and pixels (ARGB, most significant byte first).
type Picture = (i32, i32, Vec<u8>);

/// Sides of the pictures, in pixels: usual panel heights and their doubles.
const SIDES: [u16; 4] = [22, 32, 44, 64];

/// The item.
pub(super) struct Item {
    shown: Shared,
    news: News,
}

impl Item {
    pub(super) fn new(shown: Shared, news: News) -> Self {
        Self { shown, news }
    }
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "the interface says what there is"
)]
#[interface(name = "org.kde.StatusNotifierItem")]
impl Item {
    #[zbus(property)]
    fn category(&self) -> &'static str {
        "ApplicationStatus"
    }

    #[zbus(property)]
    fn id(&self) -> &'static str {
        "bowerbird"
    }

    #[zbus(property)]
    fn title(&self) -> String {
        lock(&self.shown).face.title.clone()
    }

    #[zbus(property)]
    fn status(&self) -> &'static str {
        "Active"
    }

    #[zbus(property)]
    fn window_id(&self) -> i32 {
        0
    }

    #[zbus(property)]
    fn icon_name(&self) -> &'static str {
        ""
    }

    #[zbus(property)]
    fn icon_pixmap(&self) -> Vec<Picture> {
        let each = SIDES.into_iter();
        each.map(|side| (side.into(), side.into(), picture(side)))
            .collect()
    }

    #[zbus(property)]
    fn overlay_icon_name(&self) -> &'static str {
        ""
    }

    #[zbus(property)]
    fn attention_icon_name(&self) -> &'static str {
        ""
    }

    /// Name and picture of an icon, a title, a text.
    #[zbus(property)]
    fn tool_tip(&self) -> (String, Vec<Picture>, String, String) {
        let shown = lock(&self.shown);
        let (title, text) = (shown.face.title.clone(), shown.face.text.clone());
        (String::new(), Vec::new(), title, text)
    }

    #[zbus(property)]
    fn item_is_menu(&self) -> bool {
        false
    }

    #[zbus(property)]
    fn menu(&self) -> OwnedObjectPath {
        ObjectPath::from_static_str_unchecked(MENU_PATH).into()
    }

    fn activate(&self, _x: i32, _y: i32) {
        (self.news)(TrayEvent::Pressed);
    }

    fn secondary_activate(&self, _x: i32, _y: i32) {
        (self.news)(TrayEvent::Pressed);
    }

    /// The desktop draws the menu.
    fn context_menu(&self, _x: i32, _y: i32) {}

    fn scroll(&self, _delta: i32, _orientation: String) {}
}
