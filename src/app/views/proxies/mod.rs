//! Proxies: an overview of the pool, forms that add to it, tests, and actions on several at once.

mod add_proxies;
mod detail;
mod proxy_list_bar;
mod proxy_properties;
mod status_marks;
mod table;

use std::path::PathBuf;

use eframe::egui::{self, Ui};
use jiff::Timestamp;

use crate::action::{Action, Blocked};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::pools::pool_table::{PoolTable, toggle};
use bowerbird_engine::types::{Proxy, ProxyId, ProxyScheme, ProxyStatus, SiteId};
use bowerbird_engine::{Command, ImportedProxies, ProxyCommand, ProxySource, TestAgainst};

/// The state of the view.
#[derive(Clone, Debug, Default)]
pub struct ProxiesState {
    /// The table: filter, ticks, selection.
    pub pool: PoolTable<ProxyId, ProxyStatus>,
    /// Name of the new one.
    pub name: String,
    /// Address of the new one.
    pub url: String,
    /// What that address says.
    typed: add_proxies::TypedProxies,
    /// User of the new one.
    pub user: String,
    /// Password of the new one.
    pub password: String,
    /// Whether the new one was submitted; the form keeps it until it exists.
    pub adding: bool,
    /// Whether the address of the new one is to get the keyboard.
    pub focus: bool,
    /// What did not work for want of a proxy.
    pub blocked: Option<Blocked>,
    /// Whether the form for lists is open.
    pub importing: bool,
    /// The typed or pasted list.
    pub list: String,
    /// Whether that list was sent to be imported.
    pub list_sent: bool,
    /// Scheme of lines without one.
    pub scheme: ProxyScheme,
    /// The result of the last list import.
    pub imported: Option<ImportedProxies>,
    /// The target of tests.
    pub against: Against,
    /// The address, if it is the target.
    pub test_url: String,
    /// A tag to add or remove.
    pub tag: String,
    /// The country for the selected ones, as typed.
    pub country: String,
    /// The monthly limit for the selected ones, as typed.
    pub limit: String,
    /// The new password being typed.
    new_password: NewPassword,
}

/// A new password being typed, and its proxy: it is never used for another one.
#[derive(Clone, Debug, Default)]
struct NewPassword {
    proxy: Option<ProxyId>,
    typed: String,
}

/// The target of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// The project's own sites.
    #[default]
    OwnSites,
    /// One of them.
    Site(SiteId),
    /// An address.
    Address,
}

impl ProxiesState {
    /// A list was imported: the pasted text, including passwords, is cleared; only the lines without
    /// a proxy stay to be corrected.
    pub fn imported(&mut self, mut report: ImportedProxies) {
        if std::mem::take(&mut self.list_sent) {
            let lines: Vec<&str> = self.list.lines().collect();
            let mut left = Vec::new();
            for (line, _) in &mut report.faults {
                if let Some(text) = line.checked_sub(1).and_then(|place| lines.get(place)) {
                    left.push(*text);
                    *line = left.len();
                }
            }
            self.list = left.join("\n");
        }
        self.adding &= !report.added.is_empty();
        self.importing = true;
        self.imported = Some(report);
    }

    /// The proxies changed from `old` to `new`: the form is emptied when its proxy exists. Returns
    /// the added ones that can be used.
    pub fn came(&mut self, old: &[Proxy], new: &[Proxy]) -> Vec<ProxyId> {
        self.pool
            .ticked
            .retain(|id| new.iter().any(|proxy| proxy.id == *id));
        let known = |proxy: &Proxy| old.iter().any(|old| old.id == proxy.id);
        if self.adding && new.iter().any(|proxy| !known(proxy)) {
            self.adding = false;
            for text in [
                &mut self.name,
                &mut self.url,
                &mut self.user,
                &mut self.password,
            ] {
                text.clear();
            }
        }
        let added = new.iter().filter(|proxy| proxy.enabled && !known(proxy));
        added.map(|proxy| proxy.id).collect()
    }

    /// The target of tests; `None` while the address is missing.
    fn target(&self, world: &AppState) -> Option<TestAgainst> {
        match self.against {
            Against::OwnSites if world.sites().is_empty() => None,
            Against::OwnSites => Some(TestAgainst::OwnSites),
            Against::Site(site) => world.site(site).map(|site| TestAgainst::Site(site.id)),
            Against::Address => {
                let typed = self.test_url.trim();
                (!typed.is_empty()).then(|| TestAgainst::Address(typed.to_owned()))
            }
        }
    }

    /// The site whose figures are shown.
    fn site(&self) -> Option<SiteId> {
        match self.against {
            Against::Site(site) => Some(site),
            Against::OwnSites | Against::Address => None,
        }
    }
}

/// Imports a list from disk into the pool.
pub fn import_file(path: PathBuf, scheme: ProxyScheme) -> Action {
    add_proxies::import(ProxySource::File(path), scheme)
}

/// Draws the view.
pub fn proxies_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ProxiesState,
    actions: &mut Vec<Action>,
) {
    let now = Timestamp::now();
    ui.horizontal_wrapped(|ui| {
        look.view_title(ui, "app-view-proxies");
        status_marks::summary_ui(ui, look, world, now);
    });
    ui.label(look.hint(look.t("app-proxies-hint")));
    status_marks::locked_ui(ui, look, world, actions);
    add_proxies::add_ui(ui, look, state, actions);
    ui.add_space(4.0);
    if world.proxies.is_empty() {
        look.empty_state(ui, "app-proxies-empty", "app-proxies-empty-hint");
        return;
    }
    proxy_list_bar::bar_ui(ui, look, world, state, actions);
    let shown = table::shown(look, world, state, now);
    state
        .pool
        .show(shown.iter().map(|proxy| proxy.id).collect());
    let selected = state.pool.selected();
    let chosen = shown.iter().find(|proxy| Some(proxy.id) == selected);
    if let Some(proxy) = chosen {
        egui::Panel::bottom("proxy-detail")
            .resizable(true)
            .default_size(132.0)
            .size_range(96.0..=ui.available_height() * 0.5)
            .show(ui, |ui| {
                detail::head_ui(ui, look, world, proxy, now);
                detail::password_ui(ui, look, proxy, (&mut state.new_password, &mut *actions));
                detail::sites_ui(ui, look, proxy, now);
            });
    }
    let proxies = state.pool.keys(ui);
    if !proxies.is_empty() {
        actions.push(order(ProxyCommand::Remove { proxies }));
    }
    let target = state.target(world);
    let mut ticked = std::mem::take(&mut state.pool.ticked);
    let mut rows = table::ProxyRows {
        look,
        world,
        shown: &shown,
        site: state.site(),
        target,
        ticked: &mut ticked,
        now,
        actions,
    };
    let name = look.t("app-proxies-table");
    let (names, columns) = (("proxies", name.as_str()), table::columns(look));
    let output = state.pool.table_ui(ui, look, names, &columns, &mut rows);
    state.pool.ticked = ticked;
    if let Some(proxy) = output.opened.and_then(|row| shown.get(row)) {
        toggle(&mut state.pool.ticked, proxy.id);
    }
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
}

fn order(order: ProxyCommand) -> Action {
    Action::Send(Command::Proxies(order))
}
