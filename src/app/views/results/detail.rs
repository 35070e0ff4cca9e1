//! One record in full.

use eframe::egui::{Label, Response, RichText, ScrollArea, TextStyle, Ui, WidgetText};

use super::by_hand::editing::{edit_item, form_ui, hand_value, mark_ui, news_ui};
use super::pictures::{choice_ui, pictures_ui};
use super::reader::{self, Reader};
use super::screenshot::screenshot_ui;
use super::search::{Found, readable, rest_ui};
use super::versions::{RecordVersions, versions_ui};
use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::style::fonts;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::{ActionItem, more_ui};
use crate::widgets::records::short_stamp;
use crate::widgets::records::text::text_ui;
use bowerbird_engine::types::{
    DefaultColumn, EastAsian, HandValue, RunOptions, StoredRecord, printable,
};
use bowerbird_engine::{Command, RunCommand, TextCommand};

/// Width from which the text is beside the facts, in points.
const BESIDE: f32 = 760.0;

/// Draws the record; returns true when the panel is to be closed.
pub fn detail_ui(
    ui: &mut Ui,
    look: &UiContext,
    stored: &StoredRecord,
    versions: &mut RecordVersions,
    reader: &mut Reader,
    found: &mut Found,
    actions: &mut Vec<Action>,
) -> bool {
    let record = &stored.record;
    let mut close = false;
    ui.horizontal_wrapped(|ui| {
        // Close together, so that they fit into few lines.
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding.x = 6.0;
        if ui.button(look.t("app-results-open")).clicked() {
            actions.push(Action::OpenInWorkbench {
                url: record.url.clone(),
                site: Some(stored.site),
            });
        }
        if ui.button(look.t("app-results-copy-text")).clicked() {
            actions.push(Action::Copy(record.text.clone()));
        }
        reader::kept_ui(ui, look, stored, reader, actions);
        let deleted = stored.marks.deleted_at.is_some();
        if deleted && look.primary(ui, look.t("app-results-restore")).clicked() {
            actions.push(order(TextCommand::Restore(vec![stored.id])));
            close = true;
        }
        let edit = edit_item(look, stored);
        if edit.button_ui(ui) {
            reader.edit(stored);
        }
        more_ui(ui, look, &record.title, |ui| {
            let again = ActionItem::new(look, "app-record-again");
            let why = deleted.then_some("app-results-why-deleted");
            let again = again.tip(look, "app-record-again-tip").unless(look, why);
            if again.entry_ui(ui, look) {
                actions.push(fetch_again(stored));
            }
            choice_ui(ui, look, &mut reader.pictures);
            let evidence = ActionItem::new(look, "app-evidence-open");
            let evidence = evidence.tip(look, "app-evidence-open-tip");
            if evidence.unless(look, why).entry_ui(ui, look) {
                actions.push(Action::SaveEvidence(vec![stored.id]));
            }
            if !deleted {
                ui.separator();
                actions.extend(existence_ui(ui, look, stored));
            }
            let forget = ActionItem::removal(look, "app-command-forget");
            if forget
                .tip(look, "app-command-forget-tip")
                .entry_ui(ui, look)
            {
                actions.push(Action::Ui(UiCommand::Forget));
            }
        });
        close |= look.quiet(ui, look.t("app-close")).clicked();
    });
    if reader.edits(stored) {
        form_ui(ui, look, stored, reader, actions);
        return close;
    }
    if ui.available_width() < BESIDE {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            prepare(ui);
            if versions_ui(ui, look, stored, versions, actions) {
                return;
            }
            title_ui(ui, look, stored, found);
            facts_ui(ui, look, stored, (&mut *reader, &*found), actions);
            ui.separator();
            body_ui(ui, look, stored, found);
        });
        return close;
    }
    // In a wide and low panel the text is beside the rest, so that it is visible at once.
    ui.columns_const(|[left, right]| {
        let area = |salt| ScrollArea::vertical().id_salt(salt).auto_shrink(false);
        let compares = area("record-text").show(left, |ui| {
            prepare(ui);
            if versions_ui(ui, look, stored, versions, actions) {
                return true;
            }
            title_ui(ui, look, stored, found);
            body_ui(ui, look, stored, found);
            false
        });
        if !compares.inner {
            area("record-facts").show(right, |ui| {
                prepare(ui);
                facts_ui(ui, look, stored, (&mut *reader, &*found), actions);
            });
        }
    });
    close
}

/// Draws the entry of a menu that deletes a record, or restores a deleted one; returns the action.
pub(super) fn existence_ui(ui: &mut Ui, look: &UiContext, stored: &StoredRecord) -> Option<Action> {
    let id = stored.id;
    if stored.marks.deleted_at.is_some() {
        let restore = ActionItem::new(look, "app-results-restore");
        let chosen = restore.entry_ui(ui, look);
        return chosen.then(|| order(TextCommand::Restore(vec![id])));
    }
    let delete = ActionItem::removal(look, "app-results-delete");
    let chosen = delete
        .tip(look, "app-results-delete-tip")
        .entry_ui(ui, look);
    chosen.then(|| order(TextCommand::Delete(vec![id])))
}

fn order(order: TextCommand) -> Action {
    Action::Send(Command::Texts(order))
}

/// A run over the record's page alone.
fn fetch_again(stored: &StoredRecord) -> Action {
    Action::Send(Command::Run(RunCommand::Start {
        sites: vec![stored.site],
        options: RunOptions {
            only_pages: vec![stored.record.url.clone()],
            ..RunOptions::default()
        },
    }))
}

fn prepare(ui: &mut Ui) {
    ui.set_width(ui.available_width() - 6.0);
    ui.spacing_mut().interact_size.y = 16.0;
    ui.spacing_mut().item_spacing.y = 4.0;
}

/// Draws the rest of `ui` in the shapes of the record's language.
fn speak(ui: &mut Ui, stored: &StoredRecord) {
    let (record, tag) = (&stored.record, stored.marks.language.as_str());
    let of_text = || EastAsian::of_text(&record.text).or_else(|| EastAsian::of_text(&record.title));
    // The stored tag does not tell simplified from traditional Chinese.
    let language = match EastAsian::of_tag(tag) {
        Some(EastAsian::Simplified) | None => of_text().or_else(|| EastAsian::of_tag(tag)),
        known => known,
    };
    fonts::speak(ui, language);
}

fn title_ui(ui: &mut Ui, look: &UiContext, stored: &StoredRecord, found: &Found) {
    let record = &stored.record;
    let title = if record.title.is_empty() {
        look.t("app-table-empty")
    } else {
        printable(&record.title).into_owned()
    };
    ui.scope(|ui| {
        speak(ui, stored);
        match found.marked(ui, look, ("title", &title), None) {
            Some(mut marked) => {
                let font = TextStyle::Heading.resolve(ui.style());
                for section in &mut marked.sections {
                    section.format.font_id = font.clone();
                }
                ui.add(Label::new(marked).wrap())
            }
            None => ui.add(Label::new(look.title(title).strong()).wrap()),
        };
    });
    if let Some(by_hand) = hand_value(stored, "title") {
        mark_ui(ui, look, by_hand);
    }
    crate::style::links::link_ui(
        ui,
        RichText::new(&record.url).monospace().size(12.0),
        &record.url,
    );
}

/// What is known beside the title and the text.
fn facts_ui(
    ui: &mut Ui,
    look: &UiContext,
    stored: &StoredRecord,
    (reader, found): (&mut Reader, &Found),
    actions: &mut Vec<Action>,
) {
    news_ui(ui, look, stored, actions);
    let record = &stored.record;
    for column in [DefaultColumn::Date, DefaultColumn::Author] {
        let value = record.column(column);
        if !value.is_empty() {
            let name = look.t(&format!("app-column-{}", column.token()));
            // The full time stamp, with its zone, on hover.
            let mark = hand_value(stored, column.token());
            let shown = match column {
                DefaultColumn::Author => found.marked(ui, look, ("author", value), None),
                _ => None,
            };
            let stamp = short_stamp(value);
            let shown = shown.map_or_else(|| WidgetText::from(&*stamp), WidgetText::from);
            pair_ui(ui, look, (&name, shown), mark).on_hover_text(value);
        }
    }
    let site = look.t("app-column-site");
    pair_ui(ui, look, (&site, stored.site_name.as_str().into()), None);
    let fetched = look.t("app-column-fetched-at");
    let at = look.exact_time(stored.fetched_at);
    pair_ui(ui, look, (&fetched, at.into()), None);
    // Unchanged since: the content is as old as it was fetched first.
    if let Some(seen) = reader.known.seen.filter(|seen| *seen > stored.fetched_at) {
        let name = look.t("app-record-seen");
        pair_ui(ui, look, (&name, look.exact_time(seen).into()), None)
            .on_hover_text(look.t("app-record-seen-tip"));
    }
    for (name, value) in &record.fields {
        let mark = hand_value(stored, name);
        let value = value.joined();
        let shown = found.marked(ui, look, (name, &value), None);
        let shown = shown.map_or_else(|| WidgetText::from(value.as_str()), WidgetText::from);
        pair_ui(ui, look, (name, shown), mark);
    }
    reader::head_ui(ui, look, stored, reader, actions);
    reader::marks_ui(ui, look, stored, reader, actions);
    reader::provenance_ui(ui, look, stored, reader);
    let page = (stored.id, reader.known.screenshot);
    screenshot_ui(ui, look, page, &mut reader.screenshot, actions);
    pictures_ui(ui, look, &reader.pictures);
}

fn body_ui(ui: &mut Ui, look: &UiContext, stored: &StoredRecord, found: &mut Found) {
    if let Some(by_hand) = hand_value(stored, "text") {
        mark_ui(ui, look, by_hand);
    }
    ui.scope(|ui| {
        speak(ui, stored);
        if !found.text_ui(ui, look, stored) {
            text_ui(ui, look, readable(&stored.record.text));
            rest_ui(ui, look, &stored.record.text);
        }
    });
}

/// Draws a name and its value, with the mark of a value by hand.
fn pair_ui(
    ui: &mut Ui,
    look: &UiContext,
    (name, value): (&str, WidgetText),
    by_hand: Option<&HandValue>,
) -> Response {
    ui.horizontal_wrapped(|ui| {
        ui.label(look.hint(name));
        let shown = ui.label(value);
        if let Some(by_hand) = by_hand {
            mark_ui(ui, look, by_hand);
        }
        shown
    })
    .inner
}
