//! Proxies: the pool, a form that adds one, tests.

use eframe::egui::{Button, Ui};

use super::panel;
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::widgets::table::{Cell, ColumnSpec, Rows, TableState, table_ui};
use crate::app::widgets::{fields, marks};
use crate::app::world::World;
use crate::engine::types::{Proxy, ProxyHealth, ProxyTraits, Secret};
use crate::engine::{Command, ImportedProxies, ProxyDraft, ProxyOrder, TestAgainst};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct ProxiesState {
    /// The table.
    pub table: TableState,
    /// Name of the new one.
    pub name: String,
    /// Address of the new one.
    pub url: String,
    /// User of the new one.
    pub user: String,
    /// Password of the new one.
    pub password: String,
    /// Address that tests fetch; the first site's start when empty.
    pub test_url: String,
    /// Whether the new one was sent off; the form keeps it until it is there.
    pub adding: bool,
    /// What became of the last list.
    pub imported: Option<ImportedProxies>,
}

impl ProxiesState {
    /// A list was read into the pool.
    pub fn imported(&mut self, report: ImportedProxies) {
        self.imported = Some(report);
    }

    /// The proxies changed from `old` to `new`: the same one stays selected, and the form is
    /// emptied when its proxy is there.
    pub fn came(&mut self, old: &[Proxy], new: &[Proxy]) {
        self.table.follow(old, new, |proxy| proxy.id);
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
    }
}

/// Draws the view.
pub fn proxies_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut ProxiesState,
    actions: &mut Vec<Action>,
) {
    look.view_title(ui, "app-view-proxies");
    ui.label(look.hint(look.t("app-proxies-hint")));
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        form_ui(ui, look, world, state, actions);
    });
    ui.add_space(4.0);
    if world.proxies.is_empty() {
        look.empty_state(ui, "app-proxies-empty", "app-proxies-empty-hint");
        return;
    }
    state.table.remember(ui.ctx(), "proxies");
    let target = test_target(world, state);
    let mut rows = ProxyRows {
        look,
        world,
        target,
        actions,
    };
    let name = look.t("app-proxies-table");
    let output = table_ui(ui, look, &name, &columns(look), &mut state.table, &mut rows);
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
}

fn form_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut ProxiesState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        fields::text_field(ui, look, "app-form-name", &mut state.name, "", 110.0);
        fields::code_field(
            ui,
            look,
            "app-proxies-url",
            &mut state.url,
            "http://host:3128",
            220.0,
        );
        fields::text_field(ui, look, "app-proxies-user", &mut state.user, "", 110.0);
        fields::password_field(ui, look, "app-proxies-password", &mut state.password, 110.0);
        fields::beside(ui, |ui| {
            let usable = !state.name.trim().is_empty() && !state.url.trim().is_empty();
            if look
                .primary_if(ui, usable, look.t("app-proxies-add"))
                .clicked()
            {
                state.adding = true;
                actions.push(Action::Send(adding(state)));
            }
        });
    });
    let first = world
        .sites()
        .first()
        .map(|site| site.start.clone())
        .unwrap_or_default();
    fields::code_field(
        ui,
        look,
        "app-proxies-test-url",
        &mut state.test_url,
        &first,
        360.0,
    );
}

/// The command that adds the new proxy.
fn adding(state: &ProxiesState) -> Command {
    let user = state.user.trim();
    Command::Proxies(ProxyOrder::Add(ProxyDraft {
        name: state.name.trim().to_owned(),
        url: state.url.trim().to_owned(),
        user: (!user.is_empty()).then(|| user.to_owned()),
        password: (!state.password.is_empty()).then(|| Secret::new(state.password.clone())),
        traits: ProxyTraits::default(),
    }))
}

fn test_target(world: &World, state: &ProxiesState) -> Option<String> {
    let typed = state.test_url.trim();
    if typed.is_empty() {
        world.sites().first().map(|site| site.start.clone())
    } else {
        Some(typed.to_owned())
    }
}

fn columns(look: &Look) -> Vec<ColumnSpec> {
    vec![
        ColumnSpec::new("on", look.t("app-sites-on"), 36.0),
        ColumnSpec::new("name", look.t("app-form-name"), 130.0),
        ColumnSpec::new("health", look.t("app-proxies-health"), 110.0),
        ColumnSpec::new("do", look.t("app-tasks-do"), 130.0),
        ColumnSpec::new("uses", look.t("app-proxies-uses"), 100.0).numeric(),
        ColumnSpec::new("url", look.t("app-proxies-url"), 220.0),
        ColumnSpec::new("fault", look.t("app-proxies-fault"), 360.0),
    ]
}

struct ProxyRows<'a> {
    look: &'a Look,
    world: &'a World,
    target: Option<String>,
    actions: &'a mut Vec<Action>,
}

impl Rows for ProxyRows<'_> {
    fn len(&self) -> usize {
        self.world.proxies.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(proxy) = self.world.proxies.get(row) else {
            return Cell::Empty;
        };
        match key {
            "name" => Cell::of(&proxy.name),
            "url" => Cell::Code(match &proxy.user {
                Some(user) => format!("{} ({user})", proxy.url),
                None => proxy.url.clone(),
            }),
            "uses" => Cell::of(format!(
                "{} / {}",
                self.look.count(proxy.uses_ok),
                self.look.count(proxy.uses_failed)
            )),
            "fault" => {
                let test = self
                    .world
                    .proxy_tests
                    .get(&proxy.id)
                    .map(|test| &test.message);
                test.or(proxy.fault.as_ref())
                    .map_or(Cell::Empty, |message| Cell::of(self.look.say(message)))
            }
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let (look, Some(proxy)) = (self.look, self.world.proxies.get(row)) else {
            return false;
        };
        match key {
            "on" => {
                let mut on = proxy.enabled;
                let name = look.t1("app-proxies-enable", "proxy", proxy.name.as_str());
                if ui.checkbox(&mut on, "").accessible_name(name).changed() {
                    self.actions
                        .push(Action::Send(Command::Proxies(ProxyOrder::Enable {
                            proxies: vec![proxy.id],
                            enabled: on,
                        })));
                }
            }
            "health" => {
                let (mark, colour, id) = match proxy.health {
                    ProxyHealth::Untested => {
                        (marks::Mark::Ring, look.tokens.dim, "app-proxies-untested")
                    }
                    ProxyHealth::Good => (marks::Mark::Disc, look.tokens.ok, "app-proxies-good"),
                    ProxyHealth::Faulty => {
                        (marks::Mark::Cross, look.tokens.bad, "app-proxies-faulty")
                    }
                };
                marks::word_ui(ui, mark, colour, &look.t(id));
            }
            "do" => {
                let test = look.coloured(look.t("app-proxies-test"), look.tokens.accent);
                let test = Button::new(test).frame_when_inactive(false);
                if ui.add_enabled(self.target.is_some(), test).clicked()
                    && let Some(url) = self.target.clone()
                {
                    self.actions
                        .push(Action::Send(Command::Proxies(ProxyOrder::Test {
                            proxies: vec![proxy.id],
                            against: TestAgainst::Address(url),
                        })));
                }
                if look.quiet(ui, look.t("app-remove")).clicked() {
                    self.actions
                        .push(Action::Send(Command::Proxies(ProxyOrder::Remove {
                            proxies: vec![proxy.id],
                        })));
                }
            }
            _ => return false,
        }
        true
    }
}
