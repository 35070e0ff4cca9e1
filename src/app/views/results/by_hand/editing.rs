//! Values of a record written by hand: the form, the marks beside such values, and what the page says
//! anew.

use eframe::egui::{self, Align2, Key, Modifiers, ScrollArea, Ui};

use crate::action::Action;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::views::results::ResultsState;
use crate::views::results::reader::Reader;
use crate::widgets::action_menu::ActionItem;
use crate::widgets::fields;
use bowerbird_engine::records::date_by_hand::stored_edits;
use bowerbird_engine::types::{
    DefaultColumn, HandValue, Message, Record, RecordId, StoredRecord, Value, ValueEdit,
};
use bowerbird_engine::{Command, TextCommand};

/// Longest value that is shown in a line about it, in characters.
const SHORT: usize = 120;
/// Longest value that is edited in one line, in characters.
const ONE_LINE: usize = 80;
/// Greatest height of the field for the text, in points.
const TEXT_HEIGHT: f32 = 320.0;

/// The values of a record while a person writes them.
#[derive(Debug)]
pub(in crate::views::results) struct Editing {
    record: RecordId,
    values: Vec<TypedValue>,
    /// Whether the first field is to get the keyboard.
    focus: bool,
    /// Why what was typed cannot be stored.
    refused: Option<Message>,
}

#[derive(Debug)]
struct TypedValue {
    field: String,
    before: Option<Value>,
    typed: String,
}

impl Editing {
    fn of(stored: &StoredRecord) -> Self {
        let record = &stored.record;
        let columns = [
            DefaultColumn::Title,
            DefaultColumn::Date,
            DefaultColumn::Author,
        ];
        let columns = columns.into_iter().map(|column| column.token().to_owned());
        let fields = record.fields.iter().map(|(name, _)| name.clone());
        let text = DefaultColumn::Text.token().to_owned();
        let values = columns
            .chain(fields)
            .chain([text])
            .filter(|name| Record::is_editable(name))
            .map(|name| {
                let before = record.value(&name);
                TypedValue {
                    field: name,
                    typed: before.as_ref().map(Value::to_type).unwrap_or_default(),
                    before,
                }
            })
            .collect();
        Self {
            record: stored.id,
            values,
            focus: true,
            refused: None,
        }
    }

    /// What the person changed.
    fn edits(&self) -> Vec<ValueEdit> {
        let changed = self.values.iter().filter(|value| {
            let before = value.before.as_ref().map(Value::to_type);
            before.unwrap_or_default() != value.typed
        });
        changed
            .map(|value| ValueEdit {
                record: self.record,
                field: value.field.clone(),
                value: Some(Value::typed(&value.typed, value.before.as_ref())),
            })
            .collect()
    }
}

impl Reader {
    /// Begins to write the values of a record, unless it cannot be changed.
    pub(in crate::views::results) fn edit(&mut self, stored: &StoredRecord) {
        if why_not(stored).is_none() {
            self.editing = Some(Editing::of(stored));
        }
    }

    /// Whether the values of this record are being written.
    pub(in crate::views::results) fn edits(&self, stored: &StoredRecord) -> bool {
        let editing = self.editing.as_ref();
        editing.is_some_and(|editing| editing.record == stored.id)
    }
}

/// Why a record cannot be edited.
fn why_not(stored: &StoredRecord) -> Option<&'static str> {
    let deleted = stored.marks.deleted_at.is_some();
    deleted.then_some("app-results-why-deleted")
}

/// The action that edits a record.
pub(in crate::views::results) fn edit_item(look: &UiContext, stored: &StoredRecord) -> ActionItem {
    let item = ActionItem::new(look, "app-record-edit");
    let item = item.tip(look, "app-record-edit-tip");
    ActionItem {
        keys: Key::F2.name().to_owned(),
        ..item.unless(look, why_not(stored))
    }
}

/// Draws the form with the values of the record.
pub(in crate::views::results) fn form_ui(
    ui: &mut Ui,
    look: &UiContext,
    stored: &StoredRecord,
    reader: &mut Reader,
    actions: &mut Vec<Action>,
) {
    let Some(editing) = &mut reader.editing else {
        return;
    };
    let save_key = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    let mut cancel = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let (mut save, mut back) = (save_key, None);
    ui.horizontal(|ui| {
        save |= look.primary(ui, look.t("app-record-save")).clicked();
        cancel |= look.quiet(ui, look.t("app-cancel")).clicked();
    });
    if let Some(refused) = &editing.refused {
        ui.label(look.coloured(look.text(refused), look.tokens.warn));
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.set_width(ui.available_width() - 6.0);
        ui.spacing_mut().interact_size.y = 16.0;
        ui.spacing_mut().item_spacing.y = 4.0;
        let focus = std::mem::take(&mut editing.focus);
        for (number, value) in editing.values.iter_mut().enumerate() {
            let name = name_of(look, &value.field);
            ui.horizontal_wrapped(|ui| {
                ui.label(look.hint(name.as_str()));
                if let Some(by_hand) = hand_value(stored, &value.field) {
                    mark_ui(ui, look, by_hand);
                    let page = look.quiet(ui, look.t("app-record-page-value"));
                    let page = page.on_hover_text(look.t("app-record-page-value-tip"));
                    if page.clicked() {
                        back = Some(value.field.clone());
                    }
                }
            });
            if matches!(value.before, Some(Value::Rows(_))) {
                ui.label(look.hint(look.t("app-record-rows")));
                continue;
            }
            if matches!(value.before, Some(Value::Many(_))) {
                ui.label(look.hint(look.t("app-record-list")));
            }
            let field = value_ui(ui, value, name);
            if number == 0 && focus {
                field.request_focus();
            }
            save |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            ui.add_space(4.0);
        }
    });
    if let Some(field) = back {
        actions.push(take_over(stored.id, &field));
        reader.editing = None;
    } else if save {
        // What was typed stays until it can be stored.
        match stored_edits(editing.edits()) {
            Ok(edits) => {
                if !edits.is_empty() {
                    actions.push(order(TextCommand::Edit(edits)));
                }
                reader.editing = None;
            }
            Err(error) => editing.refused = Some(error.0),
        }
    } else if cancel {
        reader.editing = None;
    }
}

/// Draws the form of a record that is added, while it is open.
pub(in crate::views::results) fn adding_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    let (Some([url, title]), Some(site)) = (&mut state.adding, state.site) else {
        return;
    };
    let mut close = false;
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            let address = fields::text_field(ui, look, "app-column-url", url, "https://", 320.0);
            let name = fields::text_field(ui, look, "app-column-title", title, "", 260.0);
            let entered = fields::entered(ui, &address) || fields::entered(ui, &name);
            let usable = !url.trim().is_empty() && !title.trim().is_empty();
            let add = look
                .primary_if(ui, usable, look.t("app-record-add-do"))
                .clicked();
            if usable && (add || entered) {
                let title = Value::One(title.trim().to_owned());
                let values = vec![(DefaultColumn::Title.token().to_owned(), title)];
                let url = url.trim().to_owned();
                actions.push(order(TextCommand::Add { site, url, values }));
                close = true;
            }
            close |= look.quiet(ui, look.t("app-close")).clicked();
        });
    });
    if close {
        state.adding = None;
    }
}

fn value_ui(ui: &mut Ui, value: &mut TypedValue, name: String) -> egui::Response {
    let is_text = value.field == DefaultColumn::Text.token();
    let is_list = matches!(value.before, Some(Value::Many(_)));
    let long = value.typed.contains('\n') || value.typed.chars().count() > ONE_LINE;
    if !is_text && !is_list && !long {
        let field = egui::TextEdit::singleline(&mut value.typed)
            .align(Align2::LEFT_CENTER)
            .desired_width(f32::INFINITY);
        return ui.add(field).accessible_name(name);
    }
    let rows = if is_text { 10 } else { 2 };
    fields::long_field(ui, &value.field, TEXT_HEIGHT, |ui| {
        let field = egui::TextEdit::multiline(&mut value.typed)
            .desired_rows(rows)
            .desired_width(f32::INFINITY);
        ui.add(field).accessible_name(name)
    })
}

/// The value of a column or field that a person wrote, if they did.
pub(in crate::views::results) fn hand_value<'a>(
    stored: &'a StoredRecord,
    field: &str,
) -> Option<&'a HandValue> {
    let mut by_hand = stored.marks.by_hand.iter();
    by_hand.find(|value| value.field == field)
}

/// Draws the mark of a value that a person wrote.
pub(in crate::views::results) fn mark_ui(ui: &mut Ui, look: &UiContext, value: &HandValue) {
    ui.label(look.hint(look.t("app-mark-hand")))
        .on_hover_text(hand_tip(look, value));
}

/// Draws what the page says anew of values that a person wrote.
pub(in crate::views::results) fn news_ui(
    ui: &mut Ui,
    look: &UiContext,
    stored: &StoredRecord,
    actions: &mut Vec<Action>,
) {
    for value in stored.marks.by_hand.iter().filter(|value| value.is_news()) {
        let name = name_of(look, &value.field);
        let told = match page_of(value) {
            Some(page) => Message::new("app-record-news")
                .with("field", name)
                .with("page", page),
            None => Message::new("app-record-news-none").with("field", name),
        };
        ui.label(look.coloured(look.text(&told), look.tokens.warn));
        if stored.marks.deleted_at.is_some() {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            if ui.button(look.t("app-record-take-over")).clicked() {
                actions.push(take_over(stored.id, &value.field));
            }
            if ui.button(look.t("app-record-keep-mine")).clicked() {
                let (record, field) = (stored.id, value.field.clone());
                actions.push(order(TextCommand::KeepValue { record, field }));
            }
        });
    }
}

/// What the mark of a value by hand says on hover.
pub(in crate::views::results) fn hand_tip(look: &UiContext, value: &HandValue) -> String {
    let (name, time) = (
        name_of(look, &value.field),
        look.exact_time(value.edited_at),
    );
    let told = match page_of(value) {
        Some(page) => Message::new("app-mark-hand-tip").with("page", page),
        None => Message::new("app-mark-hand-tip-none"),
    };
    look.text(&told.with("field", name).with("time", time))
}

/// What the page says, in short; `None` if nothing.
fn page_of(value: &HandValue) -> Option<String> {
    let page = value.page.as_ref()?.joined();
    let line = page.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return None;
    }
    let mut short: String = line.chars().take(SHORT).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    Some(short)
}

/// What a column or field is called.
pub(super) fn name_of(look: &UiContext, field: &str) -> String {
    match DefaultColumn::from_token(field) {
        Some(column) => look.t(&format!("app-column-{}", column.token())),
        None => field.to_owned(),
    }
}

fn take_over(record: RecordId, field: &str) -> Action {
    order(TextCommand::Edit(vec![ValueEdit {
        record,
        field: field.to_owned(),
        value: None,
    }]))
}

fn order(order: TextCommand) -> Action {
    Action::Send(Command::Texts(order))
}
