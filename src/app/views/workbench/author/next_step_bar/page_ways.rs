//! The ways to what a page shows that its scripts make, the cheapest first, each with its measured
//! cost a page; one click takes one. The browser's own way is the step below.

use eframe::egui::{RichText, Ui};

use super::next_step::Step;
use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::sources::add_ready;
use crate::views::workbench::author::state::Authoring;
use bowerbird_engine::WayCost;
use bowerbird_engine::types::site_name;

/// Maximum number of titles that are shown of what an interface brings.
const FEW_TITLES: usize = 3;

/// Draws the ways; nothing for an ordinary page.
pub(super) fn ways_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    found_ui(ui, look, state, actions);
    if let Some(ways) = state.page.as_ref().and_then(|page| page.ways.as_ref())
        && let (true, Some(cost)) = (ways.asked, ways.browser)
    {
        asked_ui(ui, look, state, cost);
    }
}

/// The ways that were found by themselves, and what failed.
fn found_ui(ui: &mut Ui, look: &UiContext, state: &Authoring, actions: &mut Vec<Action>) {
    let Some(page) = &state.page else {
        return;
    };
    let Some(ways) = &page.ways else {
        return;
    };
    let is_open = state.rule.is_none() && state.site.is_none();
    let leads = interface_leads(state);
    for (choice, cost) in ways.interfaces.iter().filter(|_| is_open) {
        ui.horizontal_wrapped(|ui| {
            ui.set_min_height(28.0);
            let label = RichText::new(look.text(&choice.label));
            ui.label(label.color(look.tokens.text).strong());
            ui.label(look.hint(cost_text(look, *cost)));
            let titles: Vec<&str> = choice.titles.iter().map(String::as_str).collect();
            let first = titles.iter().take(FEW_TITLES).copied();
            ui.label(look.hint(first.collect::<Vec<_>>().join(" · ")))
                .on_hover_text(titles.join("\n"));
            let take = look.t("app-author-use-interface");
            let take = match leads {
                true => look.primary(ui, take),
                false => ui.button(take),
            };
            if take
                .on_hover_text(look.t("app-author-use-interface-tip"))
                .clicked()
            {
                let name = site_name(&page.title, &page.url);
                add_ready(choice, (name, None), actions);
            }
        });
    }
    if let Some(cost) = ways.browser.filter(|_| !ways.asked) {
        let text = look.t1("app-author-by-browser", "cost", cost_text(look, cost));
        ui.label(look.hint(text))
            .on_hover_text(look.t("app-author-by-browser-tip"));
    }
    if let Some(failed) = &ways.failed_step {
        let text = look.coloured(look.text(failed), look.tokens.warn);
        ui.add(eframe::egui::Label::new(text).wrap());
    }
    if let Some(why) = &ways.absent {
        ui.horizontal_wrapped(|ui| {
            ui.label(look.coloured(look.text(why), look.tokens.warn));
            if look
                .quiet(ui, look.t("app-author-browser-settings"))
                .clicked()
            {
                actions.push(Action::FindSetting(look.t("browser-settings")));
            }
        });
    }
}

/// The browser, where a person asked for it: its cost, how runs do, and the way back.
fn asked_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring, cost: WayCost) {
    ui.horizontal_wrapped(|ui| {
        let (id, tip) = match state.runs_in_browser() {
            true => (
                "app-author-runs-by-browser",
                "app-author-runs-by-browser-tip",
            ),
            false => ("app-author-by-browser", "app-author-asked-browser-tip"),
        };
        let text = look.t1(id, "cost", cost_text(look, cost));
        ui.label(look.hint(text)).on_hover_text(look.t(tip));
        let back = look.quiet(ui, look.t("app-author-open-plain"));
        if back
            .on_hover_text(look.t("app-author-open-plain-tip"))
            .clicked()
        {
            state.plain_wanted = true;
        }
    });
}

/// Whether an interface is the main way: it brings no less than the records that are offered on the
/// page. There is one main button in the bar.
pub(super) fn interface_leads(state: &Authoring) -> bool {
    let ways = state.page.as_ref().and_then(|page| page.ways.as_ref());
    let is_open = state.rule.is_none() && state.site.is_none();
    let offered = match state.next_step() {
        Step::Offer { offer, .. } => state.offers().get(offer).map_or(0, |offer| offer.count),
        _ => 0,
    };
    let mut interfaces = ways.iter().flat_map(|ways| &ways.interfaces);
    is_open && interfaces.any(|(choice, _)| choice.brings_all_of(offered))
}

/// A cost in words: time and bytes a page.
fn cost_text(look: &UiContext, cost: WayCost) -> String {
    let ms = u64::try_from(cost.took.as_millis())
        .unwrap_or(u64::MAX)
        .max(1);
    let time = match ms {
        0..1000 => look.t1("app-author-cost-ms", "ms", ms),
        _ => {
            let seconds = format!("{:.1}", cost.took.as_secs_f32());
            look.t1("app-author-cost-seconds", "seconds", seconds)
        }
    };
    let all = bowerbird_engine::types::Message::new("app-author-cost")
        .with("time", time)
        .with("size", look.bytes(cost.bytes));
    look.text(&all)
}
