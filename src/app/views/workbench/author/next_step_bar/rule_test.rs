//! The second to last step: tests whether the rule works on other pages, and shows the result in a
//! sentence.

use eframe::egui::Ui;

use super::summary_ui;
use crate::action::Action;
use crate::shortcuts::View;
use crate::state::layout::PanelAction;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::state::Authoring;
use crate::widgets::records::column_word;
use crate::widgets::state_marks::{self, MarkShape};
use bowerbird_engine::types::{Message, PageReading, PageRole};

/// What the rule finds on the open page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum OnPage {
    /// Not known yet.
    Unread,
    /// No record.
    Nothing,
    /// Records, all of them without these required fields.
    Lacks(Vec<String>),
    /// Records with every required field.
    All,
}

impl OnPage {
    fn of(state: &Authoring) -> Self {
        let file = state.file();
        let fields = match (&file.list, state.role) {
            (Some(list), PageRole::List) => &list.fields,
            _ => &file.fields,
        };
        let required = fields.iter().filter(|field| field.required);
        let required: Vec<&str> = required.map(|field| field.name.as_str()).collect();
        Self::in_reading(state.reading.as_deref(), &required)
    }

    fn in_reading(reading: Option<&PageReading>, required: &[&str]) -> Self {
        let Some(reading) = reading else {
            return Self::Unread;
        };
        let columns = reading.columns.iter().enumerate();
        let has_value = |place: usize| {
            let mut cells = reading.rows.iter().filter_map(|row| row.cells.get(place));
            cells.any(|cell| cell.value.is_some())
        };
        if !columns.clone().any(|(place, _)| has_value(place)) {
            // A list of links alone is a result as well.
            let links = reading.rows.iter().any(|row| row.link.is_some());
            if !links {
                return Self::Nothing;
            }
        }
        let mut lacks = Vec::new();
        for name in required {
            let place = columns.clone().find(|(_, column)| column == name);
            if !place.is_some_and(|(place, _)| has_value(place)) {
                lacks.push((*name).to_owned());
            }
        }
        match lacks.is_empty() {
            true => Self::All,
            false => Self::Lacks(lacks),
        }
    }
}

/// Says what the rule does not find on the open page; returns whether there is anything to say.
pub(super) fn lacks_ui(ui: &mut Ui, look: &UiContext, state: &Authoring) -> bool {
    let said = match OnPage::of(state) {
        OnPage::Unread | OnPage::All => return false,
        OnPage::Nothing => look.t("app-author-test-nothing"),
        OnPage::Lacks(fields) => {
            let names: Vec<String> = fields.iter().map(|name| column_word(look, name)).collect();
            look.t1("app-author-test-lacks", "fields", names)
        }
    };
    state_marks::mark_ui(ui, MarkShape::Triangle, look.tokens.warn);
    summary_ui(ui, look, said);
    true
}

/// Offers the test.
pub(super) fn test_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    if !lacks_ui(ui, look, state) {
        let id = match state.reading {
            None => "app-author-test-unread",
            Some(_) => "app-author-test",
        };
        summary_ui(ui, look, look.t(id));
    }
    let test = look.primary(ui, look.t("app-pages-test"));
    if test.on_hover_text(look.t("app-pages-test-tip")).clicked() {
        begin(state, actions);
    }
    if ui.button(look.t("app-author-no-test")).clicked() {
        state.note(None);
        state.steps.untested = true;
    }
}

/// The progress.
pub(super) fn testing_ui(ui: &mut Ui, look: &UiContext, state: &Authoring) {
    let (done, all) = (state.trial.done, state.trial.all);
    let words = Message::new("app-author-testing")
        .with("done", done)
        .with("all", all);
    summary_ui(ui, look, look.text(&words));
    #[expect(clippy::cast_precision_loss, reason = "a handful of pages")]
    look.progress(ui, done as f32 / all.max(1) as f32, 160.0);
}

/// The result, with links to problems and a repeat button.
pub(super) fn tested_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    if state.trial.running() {
        testing_ui(ui, look, state);
        return;
    }
    if state.trial.outdated {
        // What another rule found says nothing about this one.
        ui.label(look.hint(look.t("app-pages-outdated")));
        if ui.button(look.t("app-author-test-again")).clicked() {
            begin(state, actions);
        }
        return;
    }
    let Some(sentence) = state.trial.sentence(look) else {
        // Rejected, or not possible before a list was opened.
        if state.trial.waiting > 0 && ui.button(look.t("app-pages-test")).clicked() {
            begin(state, actions);
        }
        return;
    };
    let (mark, colour) = if state.trial.is_fine() {
        (MarkShape::Disc, look.tokens.ok)
    } else {
        (MarkShape::Triangle, look.tokens.warn)
    };
    state_marks::mark_ui(ui, mark, colour);
    summary_ui(ui, look, sentence);
    if let Some(url) = state.trial.first_bad.clone() {
        let open = look.quiet(ui, look.t("app-author-open-bad"));
        if open.on_hover_text(&url).clicked() {
            actions.push(Action::OpenInWorkbench {
                url,
                site: state.site,
            });
        }
    }
    text_box_ui(ui, look, state, actions);
}

/// Offers the box that holds the whole text of the tested pages.
fn text_box_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, actions: &mut Vec<Action>) {
    let Some(content) = state.trial.text_box.clone() else {
        return;
    };
    let place = content.select.first().and_then(|way| way.css.clone());
    let take = ui.button(look.t("app-author-text-box"));
    let tip = look.t1(
        "app-author-text-box-tip",
        "place",
        place.unwrap_or_default(),
    );
    if take.on_hover_text(tip).clicked() {
        state.edit(None, actions, |file| {
            file.content = content;
            true
        });
    }
}

fn begin(state: &mut Authoring, actions: &mut Vec<Action>) {
    state.test_now = true;
    actions.push(Action::Panel {
        view: View::Workbench,
        key: "pages".to_owned(),
        what: PanelAction::Show,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::{ReadCell, ReadRow, Value};

    /// A record with these values of title and date.
    fn reading(rows: &[(&str, &str)]) -> PageReading {
        let cell = |text: &str| ReadCell {
            value: (!text.is_empty()).then(|| Value::One(text.to_owned())),
            ..ReadCell::default()
        };
        let rows = rows.iter().map(|(title, date)| ReadRow {
            cells: vec![cell(title), cell(date)],
            ..ReadRow::default()
        });
        PageReading {
            columns: vec!["title".to_owned(), "date".to_owned()],
            count: rows.len(),
            rows: rows.collect(),
            ..PageReading::default()
        }
    }

    #[test]
    fn a_rule_is_complete_only_where_it_finds_what_it_requires() {
        let of = |rows: &[(&str, &str)]| OnPage::in_reading(Some(&reading(rows)), &["title"]);
        assert_eq!(of(&[]), OnPage::Nothing);
        assert_eq!(of(&[("", "")]), OnPage::Nothing);
        let lacks = OnPage::Lacks(vec!["title".to_owned()]);
        assert_eq!(of(&[("", "2026-01-01"), ("", "2026-01-02")]), lacks);
        assert_eq!(of(&[("", "2026-01-01"), ("One", "")]), OnPage::All);
        assert_eq!(OnPage::in_reading(None, &["title"]), OnPage::Unread);
    }
}
