//! Settings of the selected proxies: tier, country, monthly limit, tags.

use eframe::egui::{self, Align2, Button, TextEdit, Ui};

use super::{ProxiesState, order};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::fields;
use bowerbird_engine::ProxyCommand;
use bowerbird_engine::types::{Proxy, ProxyChange, ProxyId, ProxyTraits, parse_size};

/// Tiers in the list; others can be set by lists and the command line.
const TIERS: [u8; 4] = [1, 2, 3, 4];

/// Draws all.
pub(super) fn traits_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ProxiesState,
    chosen: &[ProxyId],
    actions: &mut Vec<Action>,
) {
    tier_ui(ui, look, world, chosen, actions);
    tag_ui(ui, look, state, chosen, actions);
    country_ui(ui, look, state, chosen, actions);
    limit_ui(ui, look, state, chosen, actions);
}

/// The value shared by all selected ones, if there is one.
fn common<T: PartialEq>(
    world: &AppState,
    chosen: &[ProxyId],
    of: impl Fn(&ProxyTraits) -> T,
) -> Option<T> {
    let mut all = world
        .proxies
        .iter()
        .filter(|proxy: &&Proxy| chosen.contains(&proxy.id))
        .map(|proxy| of(&proxy.traits));
    let first = all.next()?;
    all.all(|one| one == first).then_some(first)
}

fn change(chosen: &[ProxyId], change: ProxyChange) -> Action {
    let proxies = chosen.to_vec();
    order(ProxyCommand::Change { proxies, change })
}

fn field(ui: &mut Ui, look: &UiContext, id: &str, text: &mut String, width: f32) -> egui::Response {
    let name = look.t(id);
    let field = TextEdit::singleline(text)
        .align(Align2::LEFT_CENTER)
        .hint_text(name.clone())
        .desired_width(width);
    let field = ui.add(field).accessible_name(name);
    look.edged(ui, field)
}

/// A two-letter country code, or none.
fn country_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ProxiesState,
    chosen: &[ProxyId],
    actions: &mut Vec<Action>,
) {
    let country = field(ui, look, "app-proxies-country", &mut state.country, 76.0);
    let entered = fields::entered(ui, &country);
    country.on_hover_text(look.t("app-proxies-country-tip"));
    let set = ui.button(look.t("app-proxies-set-country"));
    if set.clicked() || entered {
        let country = state.country.trim().to_uppercase();
        let changed = ProxyChange {
            country: Some(country),
            ..ProxyChange::default()
        };
        actions.push(change(chosen, changed));
        state.country.clear();
    }
}

/// A monthly limit as a size, or none.
fn limit_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ProxiesState,
    chosen: &[ProxyId],
    actions: &mut Vec<Action>,
) {
    let limit = field(ui, look, "app-proxies-limit", &mut state.limit, 110.0);
    let entered = fields::entered(ui, &limit);
    limit.on_hover_text(look.t("app-proxies-limit-tip"));
    let typed = state.limit.trim();
    let size = match typed {
        "" => Some(None),
        typed => parse_size(typed).filter(|size| *size > 0).map(Some),
    };
    let set = Button::new(look.t("app-proxies-set-limit"));
    let set = ui.add_enabled(size.is_some(), set);
    let set = disabled_because(set, &look.t("app-proxies-bad-limit"));
    if (set.clicked() || entered)
        && let Some(month_limit) = size
    {
        let changed = ProxyChange {
            month_limit: Some(month_limit),
            ..ProxyChange::default()
        };
        actions.push(change(chosen, changed));
        state.limit.clear();
    }
}

fn tier_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    chosen: &[ProxyId],
    actions: &mut Vec<Action>,
) {
    let same = common(world, chosen, |traits| traits.tier);
    let word = |tier: u8| look.t1("app-proxies-tier-n", "tier", u32::from(tier));
    let shown = same.map_or_else(|| look.t("app-proxies-tier"), word);
    egui::ComboBox::from_id_salt("proxy-tier")
        .selected_text(shown)
        .width(70.0)
        .show_list(ui, |ui| {
            for tier in TIERS {
                if ui.entry(same == Some(tier), word(tier)).clicked() {
                    let changed = ProxyChange {
                        tier: Some(tier),
                        ..ProxyChange::default()
                    };
                    actions.push(change(chosen, changed));
                }
            }
        })
        .response
        .on_hover_text(look.t("app-proxies-tier-tip"))
        .accessible_name(look.t("app-proxies-tier"));
}

fn tag_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ProxiesState,
    chosen: &[ProxyId],
    actions: &mut Vec<Action>,
) {
    let tag_field = field(ui, look, "app-proxies-tag", &mut state.tag, 90.0);
    let entered = fields::entered(ui, &tag_field);
    let tag = state.tag.trim().to_owned();
    let usable = !tag.is_empty();
    let add = ui.add_enabled(usable, Button::new(look.t("app-proxies-add-tag")));
    let remove = ui.add_enabled(usable, Button::new(look.t("app-proxies-remove-tag")));
    let needed = look.t("app-results-why-no-tag");
    let (add, remove) = (
        disabled_because(add, &needed),
        disabled_because(remove, &needed),
    );
    let mut changed = ProxyChange::default();
    if usable && (add.clicked() || entered) {
        changed.add_tags.insert(tag);
    } else if usable && remove.clicked() {
        changed.remove_tags.insert(tag);
    }
    if !changed.is_empty() {
        actions.push(change(chosen, changed));
        state.tag.clear();
    }
}
