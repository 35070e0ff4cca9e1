//! Actions on existing proxies: filter, tests, and actions on several.

use eframe::egui::{self, Align2, Button, TextEdit, Ui};
use jiff::Timestamp;

use super::proxy_properties;
use super::status_marks::{STATUSES, status_mark};
use super::{Against, ProxiesState, order};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::{ActionItem, disabled_because, more_ui};
use bowerbird_engine::ProxyCommand;
use bowerbird_engine::types::{Message, Proxy, ProxyId};

/// Draws it.
pub(super) fn bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ProxiesState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let names = ("app-proxies-filter", "app-proxies-health");
        let word = |standing| status_mark(look, standing).2;
        state.pool.filter_ui(ui, look, names, &STATUSES, word);
        ui.separator();
        tests_ui(ui, look, world, state, actions);
    });
    let chosen = state.pool.chosen();
    if !chosen.is_empty() {
        ui.horizontal_wrapped(|ui| deeds_ui(ui, look, world, state, &chosen, actions));
    }
    ui.add_space(2.0);
}

fn tests_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ProxiesState,
    actions: &mut Vec<Action>,
) {
    let word = |against: Against| match against {
        Against::OwnSites => look.t("app-proxies-own-sites"),
        Against::Site(site) => world
            .site(site)
            .map(|site| site.name.clone())
            .unwrap_or_default(),
        Against::Address => look.t("app-proxies-an-address"),
    };
    ui.label(look.hint(look.t("app-proxies-test-against")));
    egui::ComboBox::from_id_salt("proxy-against")
        .selected_text(word(state.against))
        .width(150.0)
        .truncate()
        .show_list(ui, |ui| {
            let sites = world.sites().iter().map(|site| Against::Site(site.id));
            let all = [Against::OwnSites, Against::Address];
            for against in all.into_iter().chain(sites) {
                ui.entry_value(&mut state.against, against, word(against));
            }
        })
        .response
        .accessible_name(look.t("app-proxies-test-against"));
    if state.against == Against::Address {
        let field = TextEdit::singleline(&mut state.test_url)
            .align(Align2::LEFT_CENTER)
            .hint_text("https://…")
            .desired_width(180.0);
        let field = ui
            .add(field)
            .accessible_name(look.t("app-proxies-test-url"));
        look.edged(ui, field);
    }
    if let Some((done, of)) = world.proxy_progress {
        let told = Message::new("app-proxies-testing").with("done", done);
        ui.label(look.text(&told.with("of", of)));
        if ui.button(look.t("app-proxies-stop-tests")).clicked() {
            actions.push(order(ProxyCommand::StopTests));
        }
        return;
    }
    let target = state.target(world);
    let all = Button::new(look.t("app-proxies-test-all"));
    let all = ui.add_enabled(target.is_some(), all);
    let all = match target {
        Some(_) => all,
        None => disabled_because(all, &look.t("app-proxies-no-target")),
    };
    if all.clicked()
        && let Some(against) = target
    {
        actions.push(order(ProxyCommand::Test {
            proxies: Vec::new(),
            against,
        }));
    }
}

/// Whether it rests, for all sites or for one.
fn is_left_alone(proxy: &Proxy, now: Timestamp) -> bool {
    let ahead = |until: Option<Timestamp>| until.is_some_and(|until| until > now);
    let mut sites = proxy.sites.iter();
    ahead(proxy.rest_until) || sites.any(|at| ahead(at.rest_until))
}

fn deeds_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ProxiesState,
    chosen: &[ProxyId],
    actions: &mut Vec<Action>,
) {
    let proxies = || chosen.to_vec();
    ui.label(look.t1("app-proxies-chosen", "count", chosen.len()));
    let target = state.target(world);
    let why = target.is_none().then_some("app-proxies-no-target");
    let test = ActionItem::new(look, "app-proxies-test-chosen").unless(look, why);
    if test.button_ui(ui)
        && let Some(against) = target
    {
        let proxies = proxies();
        actions.push(order(ProxyCommand::Test { proxies, against }));
    }
    for (id, enabled) in [("app-proxies-on", true), ("app-proxies-off", false)] {
        if ui.button(look.t(id)).clicked() {
            let proxies = proxies();
            actions.push(order(ProxyCommand::Enable { proxies, enabled }));
        }
    }
    let now = Timestamp::now();
    let mut known = world
        .proxies
        .iter()
        .filter(|known| chosen.contains(&known.id));
    let rests = known.any(|known| is_left_alone(known, now));
    more_ui(ui, look, &look.t("app-view-proxies"), |ui| {
        let wake = ActionItem::new(look, "app-proxies-wake")
            .tip(look, "app-proxies-wake-tip")
            .unless(look, (!rests).then_some("app-proxies-wake-none"));
        if wake.entry_ui(ui, look) {
            let proxies = proxies();
            actions.push(order(ProxyCommand::Wake { proxies }));
        }
        ui.separator();
        let remove = ActionItem::removal(look, "app-proxies-remove-chosen");
        if remove.entry_ui(ui, look) {
            let proxies = proxies();
            actions.push(order(ProxyCommand::Remove { proxies }));
        }
    });
    ui.separator();
    proxy_properties::traits_ui(ui, look, world, state, chosen, actions);
    state.pool.untick_ui(ui, look, "app-proxies-untick");
}
