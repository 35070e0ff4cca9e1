//! The data beside a record's text: its summary, doubts, reposts, tags and note, and the origin of
//! each value.

use eframe::egui::{self, Align2, Button, CollapsingHeader, Label, RichText, Ui};

use super::by_hand::editing::Editing;
use super::pictures::Pictures;
use super::screenshot::Screenshot;
use crate::action::Action;
use crate::background::{DataQuery, Read};
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{FROM_GENERIC, FROM_LIST, RecordId, StoredRecord, kept_address};
use bowerbird_engine::{Command, TextCommand};

/// The data of the current record.
#[derive(Debug, Default)]
pub struct Reader {
    of: Option<RecordId>,
    pub(super) known: Read,
    /// The record whose note and tag are being typed.
    typed_of: Option<RecordId>,
    note: String,
    tag: String,
    /// Its pictures, if wanted.
    pub pictures: Pictures,
    /// The picture of its page.
    pub screenshot: Screenshot,
    /// Its values while a person writes them.
    pub(super) editing: Option<Editing>,
}

impl Reader {
    /// Queries data about `stored` if it is another record; a displayed record counts as read.
    pub fn follow(&mut self, stored: &StoredRecord, actions: &mut Vec<Action>) {
        self.pictures.follow(stored.id, actions);
        if self.of == Some(stored.id) {
            return;
        }
        self.of = Some(stored.id);
        actions.push(Action::Query(DataQuery::Reader(stored.id)));
        if self.typed_of != Some(stored.id) {
            self.typed_of = Some(stored.id);
            self.known = Read::default();
            self.note.clone_from(&stored.marks.note);
            self.tag.clear();
            let is_news = !stored.marks.read || stored.marks.changed;
            let marks = &stored.marks;
            if is_news && marks.archive.is_none() && marks.deleted_at.is_none() {
                actions.push(order(TextCommand::Read {
                    records: vec![stored.id],
                    read: true,
                }));
            }
        }
    }

    /// Forces a new query next time.
    pub fn forget(&mut self) {
        self.of = None;
    }

    /// Handles the answer.
    pub fn show(&mut self, record: RecordId, read: Read) {
        if self.of == Some(record) {
            self.known = read;
        }
    }
}

/// Draws summary, doubts and the repeated record, before its text.
pub fn head_ui(
    ui: &mut Ui,
    look: &UiContext,
    stored: &StoredRecord,
    reader: &Reader,
    actions: &mut Vec<Action>,
) {
    for doubt in &stored.marks.doubts {
        let text = look.t(&format!("app-doubt-{}", doubt.name()));
        ui.label(look.coloured(text, look.tokens.warn));
    }
    if let Some((title, url)) = &reader.known.repeats {
        ui.horizontal_wrapped(|ui| {
            let percent = u64::from(stored.marks.likeness_percent.unwrap_or(100));
            ui.label(look.hint(look.t1("app-repost-of", "percent", percent)));
            crate::style::links::link_ui(ui, title, url);
            if ui.button(look.t("app-results-apart")).clicked() {
                actions.push(order(TextCommand::KeepApart(vec![stored.id])));
            }
        });
    }
    if let Some(summary) = &reader.known.summary {
        ui.label(look.hint(look.t("app-record-summary")));
        ui.label(RichText::new(&summary.text).italics());
        if !summary.keywords.is_empty() {
            ui.label(look.hint(summary.keywords.join(" · ")));
        }
    }
}

/// Draws tags and the note, which are saved when the field loses focus.
pub fn marks_ui(
    ui: &mut Ui,
    look: &UiContext,
    stored: &StoredRecord,
    reader: &mut Reader,
    actions: &mut Vec<Action>,
) {
    let deleted = stored.marks.deleted_at;
    let deleted = deleted.map(|at| look.t1("app-record-deleted", "time", look.exact_time(at)));
    if let Some(file) = &stored.marks.archive {
        ui.add(Label::new(look.hint(look.t1("archive-record", "file", file.as_str()))).wrap());
    }
    if let Some(why) = deleted {
        ui.label(look.hint(why));
        for text in [stored.marks.tags.join(" · "), stored.marks.note.clone()] {
            if !text.is_empty() {
                ui.label(text);
            }
        }
        return;
    }
    let tagged = |tag: String, on: bool| {
        order(TextCommand::Tag {
            records: vec![stored.id],
            tag,
            on,
        })
    };
    ui.horizontal_wrapped(|ui| {
        for tag in &stored.marks.tags {
            let tip = look.t1("app-tag-remove", "tag", tag.as_str());
            let button = ui.button(format!("{tag} ×")).accessible_name(tip.clone());
            if button.on_hover_text(tip).clicked() {
                actions.push(tagged(tag.clone(), false));
            }
        }
        let name = look.t("app-tag-new");
        let field = egui::TextEdit::singleline(&mut reader.tag)
            .align(Align2::LEFT_CENTER)
            .hint_text(name.clone())
            .desired_width(110.0);
        let field = ui.add(field);
        let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
        field.accessible_name(name);
        if entered && !reader.tag.trim().is_empty() {
            actions.push(tagged(std::mem::take(&mut reader.tag), true));
        }
    });
    let name = look.t("app-record-note");
    let field = egui::TextEdit::multiline(&mut reader.note)
        .hint_text(name.clone())
        .desired_rows(1)
        .desired_width(f32::INFINITY);
    let field = ui.add(field);
    if field.lost_focus() && reader.note.trim_end() != stored.marks.note {
        actions.push(order(TextCommand::Note {
            record: stored.id,
            note: reader.note.clone(),
        }));
    }
    field.accessible_name(name);
}

/// Draws the button that opens the record's stored page, without a request.
pub fn kept_ui(
    ui: &mut Ui,
    look: &UiContext,
    stored: &StoredRecord,
    reader: &Reader,
    actions: &mut Vec<Action>,
) {
    let kept = reader.known.kept;
    let button = Button::new(look.t("texts-kept-page"));
    let button = ui.add_enabled(kept.is_some(), button);
    let button = button.on_disabled_hover_text(look.t("texts-kept-none"));
    let tip = kept.map(|at| look.t1("texts-kept-tip", "time", look.exact_time(at)));
    if button.on_hover_text(tip.unwrap_or_default()).clicked() {
        actions.push(Action::OpenKept {
            site: stored.site,
            url: kept_address(stored),
        });
    }
}

/// Draws the origin of the record: its run, the rule's version, and for each value the alternative
/// that found it.
pub fn provenance_ui(ui: &mut Ui, look: &UiContext, stored: &StoredRecord, reader: &Reader) {
    CollapsingHeader::new(look.t("app-provenance"))
        .id_salt("provenance")
        .show(ui, |ui| {
            let run = reader.known.run.unwrap_or(stored.run);
            ui.label(look.t1("app-provenance-run", "run", run.0));
            if run != stored.run {
                ui.label(look.t1("app-provenance-first-run", "run", stored.run.0));
            }
            if let Some(version) = reader.known.rule_version {
                ui.label(look.t1("app-provenance-rule", "version", u64::from(version)));
            }
            ui.label(match &reader.known.proxy {
                Some(proxy) => look.t1("texts-provenance-proxy", "proxy", proxy.as_str()),
                None => look.t("texts-provenance-direct"),
            });
            for (field, source) in &stored.record.provenance {
                let by_hand = stored.marks.by_hand.iter();
                let from = match *source {
                    _ if by_hand.into_iter().any(|value| value.field == *field) => {
                        look.t("app-mark-hand")
                    }
                    source if source >= FROM_LIST => look.t1(
                        "app-provenance-list",
                        "number",
                        u64::from(source - FROM_LIST) + 1,
                    ),
                    source if source >= FROM_GENERIC => look.t("app-provenance-generic"),
                    source => look.t1("app-provenance-way", "number", u64::from(source) + 1),
                };
                ui.label(look.pair(field.as_str(), from));
            }
        });
}

fn order(order: TextCommand) -> Action {
    Action::Send(Command::Texts(order))
}
