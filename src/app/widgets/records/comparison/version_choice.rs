//! The choice of two versions: a list for each, and steps to the pair before and after.

use crate::style::drop_down::{DropDown as _, Entries as _};
use eframe::egui::{ComboBox, Ui};

use super::{ComparedVersion, Comparison, version_word};
use crate::style::ui_context::UiContext;

/// Draws the choice.
pub(super) fn pair_ui(
    ui: &mut Ui,
    look: &UiContext,
    all: &[ComparedVersion<'_>],
    state: &mut Comparison,
) {
    let Some((before, after)) = state.versions(all) else {
        return;
    };
    let (mut old, mut new) = (before.number, after.number);
    ui.horizontal_wrapped(|ui| {
        for (id, chosen, salt) in [
            ("compare-before", &mut old, "compared-before"),
            ("compare-after", &mut new, "compared-after"),
        ] {
            let shown = all.iter().find(|one| one.number == *chosen);
            let text = shown.map(|one| version_word(look, one)).unwrap_or_default();
            ui.label(look.hint(look.t(id)));
            let combo = ComboBox::from_id_salt(salt)
                .width(190.0)
                .selected_text(text)
                .show_list(ui, |ui| {
                    for one in all {
                        ui.entry_value(chosen, one.number, version_word(look, one));
                    }
                });
            combo.response.accessible_name(look.t(id));
        }
        // From one change of the record to the next.
        for (id, older) in [("compare-older", true), ("compare-newer", false)] {
            let next = neighbours(all, &before, &after, older);
            let button = eframe::egui::Button::new(look.t(id));
            if ui.add_enabled(next.is_some(), button).clicked()
                && let Some(next) = next
            {
                (old, new) = next;
            }
        }
    });
    let is_moved = (old, new) != (before.number, after.number);
    if is_moved && old != new {
        state.pair = (old, new);
    }
}

/// The two versions that follow each other just before the earlier one, or from the later one on.
fn neighbours(
    all: &[ComparedVersion<'_>],
    before: &ComparedVersion<'_>,
    after: &ComparedVersion<'_>,
    older: bool,
) -> Option<(Option<u32>, Option<u32>)> {
    let told: Vec<_> = all.iter().filter(|one| !one.is_withheld).collect();
    let place = |of: &ComparedVersion<'_>| told.iter().position(|one| one.number == of.number);
    // Newest first: the one behind is the one before.
    let (old, new) = match older {
        true => (place(before)? + 1, place(before)?),
        false => (place(after)?, place(after)?.checked_sub(1)?),
    };
    Some((told.get(old)?.number, told.get(new)?.number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::Record;
    use jiff::Timestamp;

    #[test]
    fn steps_go_from_one_change_to_the_next_and_pass_over_what_was_withheld() {
        let record = Record::default();
        let version = |number: Option<u32>, second: i64, is_withheld: bool| ComparedVersion {
            number,
            fetched_at: Timestamp::from_second(second).unwrap(),
            replaced_at: None,
            is_withheld,
            record: &record,
        };
        let all = [
            version(None, 30, false),
            version(Some(3), 40, true),
            version(Some(2), 20, false),
            version(Some(1), 10, false),
        ];
        let [newest, _, second, first] = &all;
        assert_eq!(
            neighbours(&all, second, newest, true),
            Some((Some(1), Some(2)))
        );
        assert_eq!(neighbours(&all, second, newest, false), None);
        assert_eq!(
            neighbours(&all, first, second, false),
            Some((Some(2), None))
        );
        assert_eq!(neighbours(&all, first, second, true), None);
    }
}
