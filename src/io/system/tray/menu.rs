//! The menu of the item: `com.canonical.dbusmenu`, version 3. The desktop requests its lines and
//! draws them; line *n* from the top has the number *n* + 1, the root has 0.

use std::collections::HashMap;

use zbus::interface;
use zbus::zvariant::{OwnedValue, Structure, Value};

use super::bus::{News, Shared, lock, text};
use super::{TrayEvent, TrayLine};

/// The properties of a line, by the protocol's names.
type Properties = HashMap<String, OwnedValue>;

/// Number, properties, lines below.
type Layout = (i32, Properties, Vec<OwnedValue>);

/// The menu.
pub(super) struct Menu {
    shown: Shared,
    news: News,
}

impl Menu {
    pub(super) fn new(shown: Shared, news: News) -> Self {
        Self { shown, news }
    }

    /// The lines with their numbers.
    fn lines(&self) -> Vec<(i32, TrayLine)> {
        let lines = lock(&self.shown).face.menu.clone().into_iter();
        (1..).zip(lines).collect()
    }

    fn line(&self, id: i32) -> Option<TrayLine> {
        let mut lines = self.lines().into_iter();
        lines
            .find(|(number, _)| *number == id)
            .map(|(_, line)| line)
    }

    /// Reports that a line was chosen, if it can be; returns whether the line exists.
    fn chosen(&self, id: i32, what: &str) -> bool {
        let line = self.line(id);
        if let (
            "clicked",
            Some(TrayLine::Entry {
                key, enabled: true, ..
            }),
        ) = (what, &line)
        {
            (self.news)(TrayEvent::Chosen(*key));
        }
        id == 0 || line.is_some()
    }
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "the interface says what there is"
)]
#[interface(name = "com.canonical.dbusmenu")]
impl Menu {
    #[zbus(property)]
    fn version(&self) -> u32 {
        3
    }

    #[zbus(property)]
    fn text_direction(&self) -> &'static str {
        "ltr"
    }

    #[zbus(property)]
    fn status(&self) -> &'static str {
        "normal"
    }

    #[zbus(property)]
    fn icon_theme_path(&self) -> Vec<String> {
        Vec::new()
    }

    fn get_layout(
        &self,
        parent_id: i32,
        recursion_depth: i32,
        property_names: Vec<String>,
    ) -> (u32, Layout) {
        let revision = lock(&self.shown).revision;
        let mut children = Vec::new();
        if parent_id == 0 && recursion_depth != 0 {
            for (id, line) in self.lines() {
                let values = properties(&line).into_iter();
                let values: HashMap<String, Value<'static>> = values
                    .filter(|(name, _)| is_requested(name, &property_names))
                    .collect();
                let child = Structure::from((id, values, Vec::<Value<'static>>::new()));
                children.extend(OwnedValue::try_from(Value::from(child)));
            }
        }
        let own = match self.line(parent_id) {
            Some(line) => owned(properties(&line), &property_names),
            None => owned(whole(), &property_names),
        };
        (revision, (parent_id, own, children))
    }

    fn get_group_properties(
        &self,
        ids: Vec<i32>,
        property_names: Vec<String>,
    ) -> Vec<(i32, Properties)> {
        let lines = self.lines().into_iter();
        let each = lines.map(|(id, line)| (id, properties(&line)));
        std::iter::once((0, whole()))
            .chain(each)
            .filter(|(id, _)| ids.is_empty() || ids.contains(id))
            .map(|(id, values)| (id, owned(values, &property_names)))
            .collect()
    }

    fn get_property(&self, id: i32, name: String) -> zbus::fdo::Result<OwnedValue> {
        let all = self.line(id).map_or_else(whole, |line| properties(&line));
        let value = all.into_iter().find(|(known, _)| *known == name);
        let value = value.and_then(|(_, value)| OwnedValue::try_from(value).ok());
        value.ok_or_else(|| zbus::fdo::Error::InvalidArgs(name))
    }

    fn event(&self, id: i32, event_id: String, _data: OwnedValue, _timestamp: u32) {
        self.chosen(id, &event_id);
    }

    /// Returns the unknown numbers.
    fn event_group(&self, events: Vec<(i32, String, OwnedValue, u32)>) -> Vec<i32> {
        let each = events.into_iter();
        each.filter_map(|(id, what, ..)| (!self.chosen(id, &what)).then_some(id))
            .collect()
    }

    /// Whether the menu must be requested again: changes are always announced.
    fn about_to_show(&self, _id: i32) -> bool {
        false
    }

    fn about_to_show_group(&self, _ids: Vec<i32>) -> (Vec<i32>, Vec<i32>) {
        (Vec::new(), Vec::new())
    }
}

/// The root of the menu.
fn whole() -> Vec<(String, Value<'static>)> {
    vec![("children-display".to_owned(), text("submenu"))]
}

fn properties(line: &TrayLine) -> Vec<(String, Value<'static>)> {
    match line {
        TrayLine::Separator => vec![("type".to_owned(), text("separator"))],
        TrayLine::Entry { label, enabled, .. } => vec![
            // An underscore marks the access key; two of them are a literal one.
            ("label".to_owned(), text(&label.replace('_', "__"))),
            ("enabled".to_owned(), Value::from(*enabled)),
            ("visible".to_owned(), Value::from(true)),
        ],
    }
}

/// An empty list of names requests all.
fn is_requested(name: &str, names: &[String]) -> bool {
    names.is_empty() || names.iter().any(|wanted| wanted == name)
}

fn owned(values: Vec<(String, Value<'static>)>, names: &[String]) -> Properties {
    let values = values.into_iter();
    values
        .filter(|(name, _)| is_requested(name, names))
        .filter_map(|(name, value)| Some((name, OwnedValue::try_from(value).ok()?)))
        .collect()
}
