//! "What is this?": the question at the clicked element. The most likely answer comes first and is
//! chosen with Enter; every answer immediately creates a field.

use eframe::egui::{
    self, Align2, Area, Button, Id, Label, Order, RichText, TextEdit, Ui, pos2, vec2,
};

use super::fields::rule_parts;
use super::fields::suggested_name::{in_link, suggested};
use super::state::{Authoring, ElementQuestion};
use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::widgets::fields::entered;
use crate::widgets::records::column_word;
use bowerbird_engine::types::{ElementIndex, PageRole, Value, WorkbenchPart};

/// Maximum length of the quoted element text, in characters.
const MAX_QUOTE_CHARS: usize = 90;
/// Maximum length of a displayed attribute, in characters.
const MAX_VALUE_CHARS: usize = 60;

/// The possible roles of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Part(WorkbenchPart),
    /// A field with a typed name.
    Other,
}

/// The context of the question: the kind of page, and what is already known.
#[derive(Clone)]
struct AskedOn {
    role: PageRole,
    /// The column in which the page's values have this text already, without a rule.
    recognised: Option<String>,
    /// Whether there is a title already.
    titled: bool,
    /// Whether the element links to the next page, as far as the engine detects.
    leads_on: bool,
}

/// Draws the question, if there is one.
pub fn question_ui(ui: &Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    let Some(mut question) = state.question.take() else {
        return;
    };
    let about = AskedOn {
        role: state.role,
        recognised: recognised(state, &question),
        titled: rule_parts::field(state.file(), state.home(), "title").is_some(),
        leads_on: leads_on(state, &question),
    };
    let screen = ui.ctx().content_rect();
    let at = question.at.map_or(screen.center(), |rect| {
        let rect = rect.intersect(screen);
        pos2(rect.left(), rect.bottom() + 6.0)
    });
    let found = found_here(state, &question);
    let (mut answer, mut excluded) = (None, None);
    let shown = Area::new(Id::unique(("question", question.element)))
        .order(Order::Foreground)
        .fixed_pos(at)
        .constrain(true)
        .show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style())
                .inner_margin(10)
                .show(ui, |ui| {
                    ui.set_width(324.0);
                    excluded = found_ui(ui, look, &found);
                    answer = body_ui(ui, look, &about, &mut question);
                });
        });
    let mut closed = false;
    // A click outside the page cancels the question.
    if question.seen && shown.response.clicked_elsewhere() {
        let on_page = question.at.is_some();
        closed = !on_page;
    }
    question.seen = true;
    if !closed {
        state.question = Some(question);
    }
    if let Some((part, element)) = excluded {
        state.exclude(part, element, actions);
    } else if let Some(part) = answer {
        state.answered(part, actions);
    }
}

/// The short column (author or date) in which the generic extraction, or an offer, has the text of
/// the element.
fn recognised(state: &Authoring, question: &ElementQuestion) -> Option<String> {
    let text = question.picked.as_ref()?.text.trim();
    let is_short = |column: &str| matches!(column, "author" | "date");
    if text.is_empty() {
        return None;
    }
    for offer in state.offers() {
        for (place, column) in offer.columns.iter().enumerate() {
            let mut rows = offer.first_rows.iter();
            let has = |row: &Vec<String>| row.get(place).is_some_and(|cell| cell.trim() == text);
            if is_short(column) && rows.any(has) {
                return Some(column.clone());
            }
        }
    }
    let reading = state.reading.as_ref()?;
    let mut rows = reading.rows.iter().flat_map(|row| {
        let cells = reading.columns.iter().zip(&row.cells);
        cells.filter(|(column, _)| is_short(column))
    });
    let found = rows.find(|(_, cell)| match &cell.value {
        Some(Value::One(value)) => value.trim() == text,
        _ => cell.elements.contains(&question.element),
    });
    found.map(|(column, _)| column.clone())
}

/// The rule's current results at the element.
fn found_here(state: &Authoring, question: &ElementQuestion) -> Vec<(WorkbenchPart, ElementIndex)> {
    let path = question.picked.iter().flat_map(|picked| &picked.path);
    let path: Vec<ElementIndex> = path.map(|(element, _)| *element).collect();
    let found = state.found_at(&path).into_iter();
    // Everything in a record is inside its container: only a pick of the whole container means the
    // record.
    found
        .filter(|(part, element)| *part != WorkbenchPart::Item || *element == question.element)
        .collect()
}

/// The element's current roles, each with a button to exclude it.
fn found_ui(
    ui: &mut Ui,
    look: &UiContext,
    found: &[(WorkbenchPart, ElementIndex)],
) -> Option<(WorkbenchPart, ElementIndex)> {
    let mut excluded = None;
    for (part, element) in found {
        let name = match part {
            WorkbenchPart::Field(name) => column_word(look, name),
            WorkbenchPart::Link => look.t("app-author-part-link"),
            WorkbenchPart::Content => look.t("app-author-part-content"),
            _ => look.t("app-author-part-item"),
        };
        ui.horizontal(|ui| {
            ui.label(look.hint(look.t1("app-author-found-as", "name", name.as_str())));
            let not = ui
                .button(look.t("app-author-not-this"))
                .accessible_name(look.t1("app-author-not-this-one", "name", name));
            if not
                .on_hover_text(look.t("app-author-not-this-tip"))
                .clicked()
            {
                excluded = Some((part.clone(), *element));
            }
        });
    }
    if !found.is_empty() {
        ui.separator();
    }
    excluded
}

/// Whether the element is in a link to the next page.
fn leads_on(state: &Authoring, question: &ElementQuestion) -> bool {
    let next = state.understood.iter().flat_map(|seen| &seen.next);
    let mut links = next.filter_map(|next| next.element);
    let path = question.picked.iter().flat_map(|picked| &picked.path);
    let around: Vec<_> = path.map(|(element, _)| *element).collect();
    links.any(|link| link == question.element || around.contains(&link))
}

fn body_ui(
    ui: &mut Ui,
    look: &UiContext,
    about: &AskedOn,
    question: &mut ElementQuestion,
) -> Option<WorkbenchPart> {
    ui.spacing_mut().item_spacing = vec2(4.0, 6.0);
    ui.horizontal(|ui| {
        ui.label(look.title(look.t("app-author-what")));
        ui.label(look.hint(look.t("app-author-what-keys")));
    });
    let quoted = quotation(question);
    if !quoted.is_empty() {
        let text = RichText::new(format!("“{quoted}”")).color(look.tokens.dim);
        ui.add(Label::new(text).wrap());
    }
    let mut chosen = None;
    let first = !question.seen;
    ui.horizontal_wrapped(|ui| {
        for (place, (answer, word)) in answers(look, about, question).into_iter().enumerate() {
            let button = if place == 0 {
                let button = look.primary(ui, word);
                if first {
                    button.request_focus();
                }
                button
            } else {
                ui.add(Button::new(word))
            };
            if button.clicked() {
                chosen = Some(answer);
            }
        }
    });
    let named = name_ui(ui, look, question);
    more_ui(ui, look, question);
    match chosen {
        Some(Answer::Part(part)) => Some(part),
        Some(Answer::Other) => {
            question.name.get_or_insert_default();
            None
        }
        None => named,
    }
}

fn quotation(question: &ElementQuestion) -> String {
    if let Some(text) = &question.text {
        return text.chars().take(MAX_QUOTE_CHARS).collect();
    }
    let Some(picked) = &question.picked else {
        return String::new();
    };
    let text = match &question.take {
        Some(take) => picked
            .attributes
            .iter()
            .find(|(name, _)| name == take)
            .map_or("", |(_, value)| value.as_str()),
        None => picked.text.as_str(),
    };
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() > MAX_QUOTE_CHARS {
        words = words.chars().take(MAX_QUOTE_CHARS).collect();
        words.push('…');
    }
    words
}

/// The answers, most likely first.
fn answers(look: &UiContext, about: &AskedOn, question: &ElementQuestion) -> Vec<(Answer, String)> {
    let field = |name: &str| {
        let part = match name {
            // The text of a page has its own section in the rule.
            "text" => WorkbenchPart::Content,
            name => WorkbenchPart::Field(name.to_owned()),
        };
        (Answer::Part(part), look.t(&format!("app-author-is-{name}")))
    };
    let names = match about.role {
        PageRole::List => ["title", "date", "author", "summary"],
        PageRole::Article | PageRole::Records => ["title", "date", "author", "text"],
    };
    let mut answers = names.map(field).to_vec();
    if about.role == PageRole::List {
        answers.push((
            Answer::Part(WorkbenchPart::Link),
            look.t("app-author-is-link"),
        ));
    }
    answers.push(field("image"));
    answers.push((Answer::Other, look.t("app-author-is-other")));
    answers.push((
        Answer::Part(WorkbenchPart::Next),
        look.t("app-author-is-next"),
    ));
    if about.role != PageRole::Article {
        answers.push((
            Answer::Part(WorkbenchPart::Item),
            look.t("app-author-is-item"),
        ));
    }
    let likely = likeliest(about, question);
    if let Some(place) = answers.iter().position(|(answer, _)| *answer == likely) {
        let first = answers.remove(place);
        answers.insert(0, first);
    }
    answers
}

fn likeliest(about: &AskedOn, question: &ElementQuestion) -> Answer {
    let field = |name: &str| Answer::Part(WorkbenchPart::Field(name.to_owned()));
    let Some(picked) = &question.picked else {
        return field("title");
    };
    if picked.tag == "img" {
        return field("image");
    }
    if about.leads_on {
        return Answer::Part(WorkbenchPart::Next);
    }
    let listed = about.role == PageRole::List;
    match suggested(Some(picked)).0.as_str() {
        "text" if about.recognised.is_some() => {
            field(about.recognised.as_deref().unwrap_or_default())
        }
        "text" if listed && !about.titled && in_link(picked) => field("title"),
        "text" if listed => field("summary"),
        "text" => Answer::Part(WorkbenchPart::Content),
        name => field(name),
    }
}

/// The input for the name of another field.
fn name_ui(ui: &mut Ui, look: &UiContext, question: &mut ElementQuestion) -> Option<WorkbenchPart> {
    let name = question.name.as_mut()?;
    let mut done = false;
    ui.horizontal(|ui| {
        let begun = name.is_empty();
        let field = ui
            .add(
                TextEdit::singleline(name)
                    .align(Align2::LEFT_CENTER)
                    .hint_text(look.t("app-author-name-hint"))
                    .desired_width(180.0),
            )
            .accessible_name(look.t("app-author-field-name"));
        let field = look.edged(ui, field);
        if begun && !field.has_focus() && !field.lost_focus() {
            field.request_focus();
        }
        let usable = !name.trim().is_empty();
        done = entered(ui, &field);
        done |= look
            .primary_if(ui, usable, look.t("app-author-add-field"))
            .clicked();
        done &= usable;
    });
    done.then(|| WorkbenchPart::Field(name.trim().to_owned()))
}

/// Options for a part of the text, or an attribute, instead of the whole text.
fn more_ui(ui: &mut Ui, look: &UiContext, question: &mut ElementQuestion) {
    let Some(picked) = question.picked.clone() else {
        return;
    };
    let id = if question.more {
        "app-author-less"
    } else {
        "app-author-more"
    };
    if look.quiet(ui, look.t(id)).clicked() {
        question.more = !question.more;
    }
    if !question.more {
        return;
    }
    ui.label(look.hint(look.t("app-author-part-of-text")));
    let mut text: &str = &picked.text;
    let output = egui::ScrollArea::vertical()
        .id_salt("text-of-it")
        .max_height(96.0)
        .show(ui, |ui| {
            TextEdit::multiline(&mut text)
                .desired_rows(2)
                .desired_width(f32::INFINITY)
                .show(ui)
        })
        .inner;
    output
        .response
        .response
        .accessible_name(look.t("app-author-its-text"));
    if let Some(range) = output.cursor_range.filter(|range| !range.is_empty()) {
        let part = range.slice_str(&picked.text).trim();
        if !part.is_empty() {
            question.text = Some(part.to_owned());
            question.take = None;
        }
    }
    if !picked.attributes.is_empty() {
        ui.label(look.hint(look.t("app-author-attributes")));
    }
    egui::ScrollArea::vertical()
        .id_salt("attributes-of-it")
        .max_height(132.0)
        .show(ui, |ui| {
            for (name, value) in &picked.attributes {
                let short: String = value.chars().take(MAX_VALUE_CHARS).collect();
                let chosen = question.take.as_deref() == Some(name);
                let text = RichText::new(format!("{name}  {short}"))
                    .monospace()
                    .size(12.0);
                let button = Button::selectable(chosen, text).truncate();
                if ui.add(button).on_hover_text(value).clicked() {
                    question.take = (!chosen).then(|| name.clone());
                    question.text = None;
                }
            }
        });
}
