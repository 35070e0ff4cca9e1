//! The lines that filter and sort the table: which filters are offered, with the mark of each.

use eframe::egui::{self, Ui};

use super::order;
use crate::state::app_state::AppState;
use crate::state::site_filter::SiteFilter;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::ui_context::{UiContext, capitalised};
use crate::views::sites::SitesState;
use crate::widgets::state_marks;
use bowerbird_engine::types::Message;

/// The chips with their counts, the search and the order.
pub(super) fn filter_ui(ui: &mut Ui, look: &UiContext, world: &AppState, state: &mut SitesState) {
    ui.horizontal_wrapped(|ui| {
        let search = egui::TextEdit::singleline(&mut state.filter.search)
            .align(egui::Align2::LEFT_CENTER)
            .hint_text(look.t("sites-search-hint"))
            .desired_width(190.0);
        let search = ui.add(search).accessible_name(look.t("sites-search"));
        look.edged(ui, search);
        let all = look.text(&Message::new("sites-chip-all").with("count", world.sites().len()));
        if ui.selectable_label(!state.filter.is_set(), all).clicked() {
            state.filter = order::Filter::default();
        }
        for (chip, count) in order::chips(world) {
            let (mark, colour, word) = chip_mark(look, chip);
            let is_on = state.filter.chip == Some(chip);
            let text = format!("{} {}", capitalised(&word), look.count(count as u64));
            // Room for the mark.
            let drawn = ui.selectable_label(is_on, format!("     {text}"));
            let centre = drawn.rect.left_center() + egui::vec2(15.0, 0.0);
            state_marks::paint(ui.painter(), mark, colour, centre, 4.0);
            if drawn.accessible_name(text).clicked() {
                state.filter.chip = (!is_on).then_some(chip);
            }
        }
        sort_ui(ui, look, state);
    });
}

pub(super) fn sort_ui(ui: &mut Ui, look: &UiContext, state: &mut SitesState) {
    let sort = &mut state.table.sort;
    let is_now = |key: &str, down: bool| match &sort {
        Some((now, now_down)) => now == key && *now_down == down,
        None => key == "name",
    };
    let now = order::SORTS
        .iter()
        .find(|(key, down, _)| is_now(key, *down));
    let now = now.map_or("sites-sort-column", |(.., id)| *id);
    let mut wanted = None;
    let combo = egui::ComboBox::from_id_salt("sites-sort")
        .selected_text(look.t(now))
        .show_list(ui, |ui| {
            for (key, down, id) in order::SORTS {
                if ui.entry(now == id, look.t(id)).clicked() {
                    wanted = Some((key.to_owned(), down));
                }
            }
        });
    combo.response.accessible_name(look.t("sites-sort"));
    if wanted.is_some() {
        *sort = wanted;
    }
}

fn chip_mark(
    look: &UiContext,
    chip: SiteFilter,
) -> (state_marks::MarkShape, egui::Color32, String) {
    let tokens = look.tokens;
    let own = |mark, colour, id| (mark, colour, look.t(id));
    match chip {
        SiteFilter::Attention => own(
            state_marks::MarkShape::Triangle,
            tokens.warn,
            "sites-chip-attention",
        ),
        SiteFilter::Running => own(
            state_marks::MarkShape::Triangle,
            tokens.accent,
            "app-state-running",
        ),
        SiteFilter::Paused => own(
            state_marks::MarkShape::Frame,
            tokens.dim,
            "app-tasks-paused",
        ),
        SiteFilter::New => state_marks::state_mark(look, None),
        SiteFilter::Begun => own(state_marks::MarkShape::Ring, tokens.dim, "app-state-begun"),
        SiteFilter::Blocked => own(
            state_marks::MarkShape::Cross,
            tokens.bad,
            "sites-chip-blocked",
        ),
        SiteFilter::Failed => own(
            state_marks::MarkShape::Diamond,
            tokens.warn,
            "sites-chip-failed",
        ),
        SiteFilter::State(state) => state_marks::state_mark(look, Some(state)),
    }
}
