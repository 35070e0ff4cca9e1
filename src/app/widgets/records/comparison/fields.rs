//! One field that differs: a text by its lines, a number by how much, a list as a set.

use eframe::egui::{Label, Ui};

use super::lines;
use crate::style::ui_context::UiContext;
use crate::widgets::records::column_word;
use bowerbird_engine::types::{
    ComparedField, ComparedLine, ComparedSet, FieldDifference, TextPart, TextSide,
    number_difference, printable,
};

/// Draws a field; `as_one` is whether both sides stand in one text.
pub(super) fn field_ui(ui: &mut Ui, look: &UiContext, field: &ComparedField, as_one: bool) {
    ui.add_space(4.0);
    ui.label(look.hint(column_word(look, &field.name)));
    match &field.difference {
        FieldDifference::Text(all) => lines::lines_ui(ui, look, all, as_one),
        FieldDifference::Words(parts) => {
            lines::lines_ui(ui, look, &[ComparedLine::Differs(parts.clone())], as_one);
        }
        FieldDifference::Number(by, share) => {
            ui.horizontal_wrapped(|ui| {
                let values = format!("{} → {}", printable(&field.before), printable(&field.after));
                ui.label(values);
                ui.label(look.hint(by_words(*by, *share)));
            });
        }
        FieldDifference::Set(set) => set_ui(ui, look, set, as_one),
    }
}

fn set_ui(ui: &mut Ui, look: &UiContext, set: &ComparedSet, as_one: bool) {
    let part = |text: &String, side: TextSide| {
        let text = text.clone();
        ComparedLine::Differs(vec![TextPart { text, side }])
    };
    let gone = set.gone.iter().map(|text| part(text, TextSide::Before));
    let came = set.came.iter().map(|text| part(text, TextSide::After));
    let all: Vec<ComparedLine> = gone.chain(came).collect();
    lines::lines_ui(ui, look, &all, as_one);
    if set.same > 0 {
        let count = set.same as u64;
        ui.add(Label::new(look.hint(look.t1("compare-set-same", "count", count))).wrap());
    }
}

/// The difference of two numbers with its percentage; `None` for values that are no numbers.
pub fn number_words(before: &str, after: &str) -> Option<String> {
    let (by, share) = number_difference(before, after)?;
    Some(by_words(by, share))
}

fn by_words(by: f64, share: Option<f64>) -> String {
    let sign = if by > 0.0 { "+" } else { "−" };
    let mut words = format!("{sign}{}", trimmed(by.abs()));
    if let Some(share) = share {
        words.push_str(&format!(" ({sign}{:.1}%)", share.abs() * 100.0));
    }
    words
}

/// A number with two decimals; with more only where it would be nothing.
fn trimmed(number: f64) -> String {
    let text = match number < 0.01 {
        true => format!("{number:.6}"),
        false => format!("{number:.2}"),
    };
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_differ_by_an_amount_and_a_share() {
        let by = |before: &str, after: &str| number_words(before, after);
        assert_eq!(by("100", "110").as_deref(), Some("+10 (+10.0%)"));
        assert_eq!(by("3.20 €", "3.10 €").as_deref(), Some("−0.1 (−3.1%)"));
        assert_eq!(by("0", "4").as_deref(), Some("+4"));
        assert_eq!(by("0.0021", "0.0025").as_deref(), Some("+0.0004 (+19.0%)"));
        assert_eq!(by("open", "closed"), None);
        assert_eq!(by("Room 3 is open", "Room 4 is open"), None);
    }
}
