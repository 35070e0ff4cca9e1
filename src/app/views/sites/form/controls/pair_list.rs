//! Lists of pairs, such as headers and their values: two fields for each and two empty ones for the
//! next. A pair that is left empty is removed.

use std::collections::BTreeMap;

use eframe::egui::{Id, Ui};

use super::FormContext;
use super::labelled_rows::{self, Row};
use super::text_list::{entered, remove_ui};
use bowerbird_engine::types::Message;

/// Width of the button beside the fields and of the space between them, in points.
const BESIDE: f32 = 58.0;

/// A pair as it is typed.
pub type Pair = (String, String);

/// The two fields of a pair.
pub struct Fields<'a> {
    /// Message ids of their names.
    pub names: [&'a str; 2],
    /// Their examples.
    pub hints: [&'a str; 2],
}

/// A row with a list of pairs. `is_secret` tells of which first texts the second is not shown.
pub fn pairs(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    fields: &Fields<'_>,
    values: &mut Vec<Pair>,
    is_secret: fn(&str) -> bool,
) -> bool {
    labelled_rows::block(ui, cx, row, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let mut changed = false;
        let mut removed = None;
        for place in 0..=values.len() {
            let is_new = place == values.len();
            let mut pair = values.get(place).cloned().unwrap_or_default();
            let hidden = is_secret(&pair.0);
            let mut edited = false;
            ui.horizontal(|ui| {
                let width = ((row.field_width(ui) - BESIDE) / 2.0).max(40.0);
                let mut focused = false;
                for (side, text) in [&mut pair.0, &mut pair.1].into_iter().enumerate() {
                    let [name, hint] =
                        [fields.names, fields.hints].map(|pair| pair.get(side).copied());
                    let hint = hint.filter(|_| is_new).unwrap_or_default();
                    let field = labelled_rows::line(text, hint)
                        .password(hidden && side == 1)
                        .id(field_id(row, place, side))
                        .desired_width(width);
                    let name = Message::new("form-entry")
                        .with("list", cx.t(name.unwrap_or_default()))
                        .with("number", place + 1);
                    let field = ui
                        .add(field)
                        .accessible_name(cx.look.text(&name))
                        .on_hover_text(row.tip(cx));
                    let field = cx.look.edged(ui, field);
                    edited |= field.changed();
                    focused |= field.has_focus();
                    if entered(ui, &field) {
                        let next = field_id(row, place + side, 1 - side);
                        ui.memory_mut(|memory| memory.request_focus(next));
                        focused = true;
                    }
                }
                let is_empty = pair.0.trim().is_empty() && pair.1.trim().is_empty();
                if !is_new && (remove_ui(ui, cx, &pair.0) || (is_empty && !focused)) {
                    removed = Some(place);
                }
            });
            if edited {
                match values.get_mut(place) {
                    Some(value) => *value = pair,
                    None => values.push(pair),
                }
                changed = true;
            }
        }
        if let Some(place) = removed {
            values.remove(place);
            changed = true;
        }
        changed
    })
}

/// The id of a field: by its place, so that the empty one keeps the focus when it gets a text.
fn field_id(row: &Row<'_>, place: usize, side: usize) -> Id {
    Id::unique((row.path, "pair", place, side))
}

/// A row with a table of names and values. What is typed stays in its order, also while a name is
/// missing or secret: such pairs are not in `table`. Returns whether it changed, and the pairs with
/// a secret.
pub fn table(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    fields: &Fields<'_>,
    table: &mut BTreeMap<String, String>,
    is_secret: fn(&str) -> bool,
) -> (bool, Vec<Pair>) {
    let id = typed_id(cx, row.path);
    let typed: Option<Vec<Pair>> = ui.data(|data| data.get_temp(id));
    let same = |typed: &Vec<Pair>| written(typed, is_secret) == *table;
    let mut values = typed
        .filter(same)
        .unwrap_or_else(|| table.clone().into_iter().collect());
    let changed = pairs(ui, cx, row, fields, &mut values, is_secret);
    let secrets = values.iter().filter(|(name, _)| is_secret(name));
    let secrets = secrets.cloned().collect();
    if !changed {
        return (false, secrets);
    }
    let now = written(&values, is_secret);
    ui.data_mut(|data| data.insert_temp(id, values));
    let differs = now != *table;
    *table = now;
    (differs, secrets)
}

/// Removes the pair of `name` from what is typed in the table at `path`.
pub fn forget(ui: &Ui, cx: &FormContext<'_>, path: &str, name: &str) {
    let id = typed_id(cx, path);
    ui.data_mut(|data| {
        let mut values: Vec<Pair> = data.get_temp(id).unwrap_or_default();
        values.retain(|(known, _)| known != name);
        data.insert_temp(id, values);
    });
}

/// Where the pairs are kept while they are typed: in memory only, and for one editor.
fn typed_id(cx: &FormContext<'_>, path: &str) -> Id {
    Id::unique(("form-pairs", cx.editor, path))
}

/// What of the typed pairs belongs in the rule.
fn written(typed: &[Pair], is_secret: fn(&str) -> bool) -> BTreeMap<String, String> {
    let named = typed
        .iter()
        .filter(|(name, _)| !name.trim().is_empty() && !is_secret(name));
    named
        .map(|(name, value)| (name.trim().to_owned(), value.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::is_secret_header;

    #[test]
    fn a_secret_and_what_has_no_name_stay_out_of_the_rule() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let typed = [
            pair("Referer", "https://a.example/"),
            pair("X-Api-Key", "s3cret"),
            pair("Authorization", "Bearer s3cret"),
            pair("", "nothing"),
        ];
        let table = written(&typed, is_secret_header);
        assert_eq!(table.into_iter().collect::<Vec<_>>(), [typed[0].clone()]);
    }
}
