//! Finding and replacing in the values of many records: the form, and what it would change.

use eframe::egui::{Frame, Key, Modifiers, Ui};

use crate::action::Action;
use crate::background::DataQuery;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::views::results::ResultsState;
use crate::views::results::more_filters::to_summarise;
use crate::widgets::fields;
use crate::widgets::table::ColumnSpec;
use bowerbird_engine::records::replace::ReplacementPreview;
use bowerbird_engine::types::{Message, RecordFilter, Value};
use bowerbird_engine::{Command, FindReplace, TextCommand};

/// Characters that are shown before what is replaced.
const BEFORE: usize = 16;
/// Characters of a value, and of a title, that are shown.
const SHOWN: usize = 56;
const TITLE: usize = 24;
/// Columns that are none of a record's own values.
const NO_VALUES: [&str; 5] = ["pick", "marks", "site", "url", "fetched_at"];

/// The form, and what it would change.
#[derive(Debug, Default)]
pub struct Replacing {
    what: FindReplace,
    /// The records and the order that the answer is for.
    asked: Option<(RecordFilter, FindReplace)>,
    found: Option<Result<ReplacementPreview, Message>>,
}

impl Replacing {
    /// Takes the answer.
    pub fn came(&mut self, what: &FindReplace, found: Result<ReplacementPreview, Message>) {
        if self.asked.as_ref().is_some_and(|(_, asked)| asked == what) {
            self.found = Some(found);
        }
    }
}

/// Draws the form while it is open.
pub(in crate::views::results) fn replacing_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ResultsState,
    columns: &[ColumnSpec],
    actions: &mut Vec<Action>,
) {
    let filter = RecordFilter {
        skip_archives: true,
        ..to_summarise(state)
    };
    let ticked = state.chosen.len();
    let Some(replacing) = &mut state.replacing else {
        return;
    };
    let mut close = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let frame: Frame = panel(look);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let mut asks = false;
        ui.horizontal_wrapped(|ui| {
            let what = &mut replacing.what;
            let find = fields::text_field(ui, look, "app-replace-find", &mut what.find, "", 200.0);
            let with = fields::text_field(ui, look, "app-replace-with", &mut what.with, "", 200.0);
            let mut options = vec![(None, look.t("app-replace-all-fields"))];
            let own = columns
                .iter()
                .filter(|c| !NO_VALUES.contains(&c.key.as_str()));
            options.extend(own.map(|c| (Some(c.key.clone()), c.title.clone())));
            fields::choice(
                ui,
                look,
                "app-replace-field",
                &mut what.field,
                &options,
                150.0,
            );
            ui.tick(&mut what.is_pattern, look.t("app-replace-pattern"))
                .on_hover_text(look.t("app-replace-pattern-tip"));
            asks = fields::entered(ui, &find) || fields::entered(ui, &with);
        });
        let now = Some((filter, replacing.what.clone()));
        let is_current = replacing.asked == now && replacing.found.is_some();
        let count = match &replacing.found {
            Some(Ok(found)) if is_current => found.count,
            _ => 0,
        };
        ui.horizontal_wrapped(|ui| {
            let typed = !replacing.what.find.is_empty();
            let preview = look.t("app-replace-preview");
            asks |= look.primary_if(ui, typed && !is_current, preview).clicked();
            let replace = look.t1("app-replace-do", "count", count);
            let replace = look.primary_if(ui, count > 0, replace);
            if replace.clicked()
                && count > 0
                && let Some((filter, what)) = replacing.asked.take()
            {
                let filter = Box::new(filter);
                let order = TextCommand::Replace { filter, what };
                actions.push(Action::Send(Command::Texts(order)));
                replacing.found = None;
                close = true;
            }
            close |= look.quiet(ui, look.t("app-close")).clicked();
            ui.label(look.hint(match ticked {
                0 => look.t("app-replace-shown"),
                ticked => look.t1("app-replace-ticked", "count", ticked as u64),
            }));
        });
        if asks && !replacing.what.find.is_empty() && !is_current {
            replacing.asked = now;
            replacing.found = None;
            if let Some((filter, what)) = replacing.asked.clone() {
                let ask = DataQuery::Replacements(Box::new(filter), what);
                actions.push(Action::Query(ask));
            }
        }
        if is_current {
            found_ui(ui, look, replacing);
        }
    });
    if close {
        state.replacing = None;
    }
}

/// Draws what would change.
fn found_ui(ui: &mut Ui, look: &UiContext, replacing: &Replacing) {
    let preview = match &replacing.found {
        Some(Ok(found)) => found,
        Some(Err(message)) => {
            ui.label(look.coloured(look.text(message), look.tokens.warn));
            return;
        }
        None => return,
    };
    ui.label(look.t1("replace-would", "count", preview.count));
    if preview.no_dates > 0 {
        let told = look.t1("replace-no-dates", "count", preview.no_dates);
        ui.label(look.coloured(told, look.tokens.warn));
    }
    for found in preview.first.iter().take(6) {
        let (before, after) = differing(&found.before, &found.after);
        ui.horizontal_wrapped(|ui| {
            let mut title: String = found.title.chars().take(TITLE).collect();
            if title.len() < found.title.len() {
                title.push('…');
            }
            ui.label(look.hint(format!("{title} · {}", found.field)));
            ui.label(look.coloured(before, look.tokens.bad));
            ui.label("→");
            ui.label(look.coloured(after, look.tokens.ok));
        });
    }
}

/// Where two values differ, with a little before and behind it.
fn differing(before: &Value, after: &Value) -> (String, String) {
    let line = |value: &Value| {
        let joined = value.joined();
        joined.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (before, after) = (line(before), line(after));
    let same = before.chars().zip(after.chars());
    let same = same.take_while(|(one, other)| one == other).count();
    let from = same.saturating_sub(BEFORE);
    let part = |text: &str| {
        let shown: String = text.chars().skip(from).take(SHOWN).collect();
        let begin = if from > 0 { "…" } else { "" };
        let end = match text.chars().count() > from + SHOWN {
            true => "…",
            false => "",
        };
        format!("{begin}{shown}{end}")
    };
    (part(&before), part(&after))
}
