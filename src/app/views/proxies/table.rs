//! The table: which proxies are shown, their order, and the content of each cell.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use eframe::egui::{Button, Ui};
use jiff::Timestamp;

use super::status_marks::detailed_status_mark;
use super::{ProxiesState, order};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::pools::pool_table::tick_ui;
use crate::widgets::state_marks;
use crate::widgets::table::{Cell, ColumnSpec, Rows};
use bowerbird_engine::types::{
    Message, Proxy, ProxyHealth, ProxyId, SiteId, percent, score, score_at, success,
};
use bowerbird_engine::{ProxyCommand, TestAgainst};

/// The number of uses below which they are counted, not told as a share.
const FEW_USES: u64 = 10;

/// The columns.
pub(super) fn columns(look: &UiContext) -> Vec<ColumnSpec> {
    let column = |key: &str, id: &str, width: f32| ColumnSpec::new(key, look.t(id), width);
    vec![
        column("tick", "app-proxies-ticked", 28.0),
        column("on", "app-sites-on", 36.0),
        column("name", "app-form-name", 130.0).sortable(),
        column("health", "app-proxies-health", 120.0).sortable(),
        column("score", "app-proxies-score", 86.0).sortable(),
        column("latency", "app-proxies-latency", 72.0)
            .numeric()
            .sortable(),
        column("success", "app-proxies-success", 66.0)
            .numeric()
            .sortable(),
        column("do", "app-tasks-do", 120.0),
        column("fault", "app-proxies-fault", 280.0),
        column("tier", "app-proxies-tier", 44.0)
            .numeric()
            .sortable(),
        column("tags", "app-proxies-tags", 100.0).sortable(),
        column("sites", "app-proxies-sites", 130.0).sortable(),
        column("traffic", "app-proxies-traffic", 110.0)
            .numeric()
            .sortable(),
        column("url", "app-proxies-url", 200.0).sortable(),
    ]
}

/// The proxies that match the filter, in the order chosen by the user.
pub(super) fn shown<'a>(
    look: &UiContext,
    world: &'a AppState,
    state: &ProxiesState,
    now: Timestamp,
) -> Vec<&'a Proxy> {
    let site = state.site();
    let compare = |key: &str, a: &Proxy, b: &Proxy| compared((look, world), key, site, now, a, b);
    let status = |proxy: &Proxy| world.proxy_status(proxy, now);
    state
        .pool
        .filtered(&world.proxies, status, searched, compare)
}

/// The text searched by the filter.
fn searched(proxy: &Proxy) -> String {
    let mut text = format!(
        "{} {} {}",
        proxy.name,
        proxy.url,
        proxy.user.as_deref().unwrap_or_default()
    );
    for part in [tags(proxy).join(" "), sites(proxy).join(" ")] {
        text.push(' ');
        text.push_str(&part);
    }
    text
}

fn compared(
    (look, world): (&UiContext, &AppState),
    key: &str,
    site: Option<SiteId>,
    now: Timestamp,
    a: &Proxy,
    b: &Proxy,
) -> Ordering {
    let text = |text: fn(&Proxy) -> String| text(a).to_lowercase().cmp(&text(b).to_lowercase());
    match key {
        "name" => text(|proxy| proxy.name.clone()),
        "url" => text(|proxy| proxy.url.clone()),
        "tags" => text(|proxy| tags(proxy).join(" ")),
        "sites" => text(|proxy| sites(proxy).join(" ")),
        "tier" => a.traits.tier.cmp(&b.traits.tier),
        "traffic" => a.month_bytes.cmp(&b.month_bytes),
        "score" => value(a, site, now).total_cmp(&value(b, site, now)),
        "latency" => latency(a, site).total_cmp(&latency(b, site)),
        "success" => success(&a.track, now).total_cmp(&success(&b.track, now)),
        "health" => {
            let words = |proxy| detailed_status_mark(look, world, proxy, now).2;
            let status = |proxy| world.proxy_status(proxy, now);
            status(a)
                .cmp(&status(b))
                .then_with(|| words(a).cmp(&words(b)))
        }
        _ => Ordering::Equal,
    }
}

/// Country and tags.
fn tags(proxy: &Proxy) -> Vec<&str> {
    let traits = &proxy.traits;
    let country = Some(traits.country.as_str()).filter(|country| !country.is_empty());
    let tags = traits.tags.iter().map(String::as_str);
    country.into_iter().chain(tags).collect()
}

/// The sites that it was used for; those that rejected it are marked with a cross.
fn sites(proxy: &Proxy) -> Vec<String> {
    proxy
        .sites
        .iter()
        .map(|at| match at.refused {
            Some(_) => format!("✕ {}", at.site_name),
            None => at.site_name.clone(),
        })
        .collect()
}

/// The overall score, or the one at the selected site.
fn value(proxy: &Proxy, site: Option<SiteId>, now: Timestamp) -> f64 {
    match site {
        Some(site) => score_at(proxy, proxy.at(site), now),
        None => score(proxy, now),
    }
}

/// Milliseconds, 0 when unknown.
fn latency(proxy: &Proxy, site: Option<SiteId>) -> f64 {
    let here = site.and_then(|site| proxy.at(site));
    here.map(|at| at.track.latency_ms)
        .filter(|ms| *ms > 0.0)
        .unwrap_or(proxy.track.latency_ms)
}

/// The rows.
pub(super) struct ProxyRows<'a> {
    pub(super) look: &'a UiContext,
    pub(super) world: &'a AppState,
    pub(super) shown: &'a [&'a Proxy],
    pub(super) site: Option<SiteId>,
    pub(super) target: Option<TestAgainst>,
    pub(super) ticked: &'a mut BTreeSet<ProxyId>,
    pub(super) now: Timestamp,
    pub(super) actions: &'a mut Vec<Action>,
}

impl ProxyRows<'_> {
    fn traffic(&self, proxy: &Proxy) -> String {
        let used = self.look.bytes(proxy.month_bytes);
        match proxy.traits.month_limit {
            Some(limit) => format!("{used} / {}", self.look.bytes(limit)),
            None => used,
        }
    }

    /// The last test result, else the last fault; for a recovered proxy, with the time of the
    /// fault.
    fn fault_text(&self, proxy: &Proxy) -> String {
        let look = self.look;
        if let Some(test) = self.world.proxy_tests.get(&proxy.id) {
            return look.text(&test.message);
        }
        let Some(fault) = &proxy.fault else {
            return String::new();
        };
        match proxy.fault_at {
            Some(at) if proxy.health == ProxyHealth::Good => {
                format!("({}) {}", look.time(at), look.text(fault))
            }
            _ => look.text(fault),
        }
    }

    fn buttons_ui(&mut self, ui: &mut Ui, proxy: &Proxy) {
        let look = self.look;
        let test = look.coloured(look.t("app-proxies-test"), look.tokens.accent);
        let test = Button::new(test).frame_when_inactive(false);
        let why = match (&self.target, self.world.proxy_progress) {
            (_, Some(_)) => Some("app-proxies-test-runs"),
            (None, None) => Some("app-proxies-no-target"),
            (Some(_), None) => None,
        };
        let test = ui.add_enabled(why.is_none(), test);
        let test = match why {
            Some(why) => disabled_because(test, &look.t(why)),
            None => test,
        };
        if test.clicked()
            && let Some(against) = self.target.clone()
        {
            let proxies = vec![proxy.id];
            self.actions
                .push(order(ProxyCommand::Test { proxies, against }));
        }
        if look.quiet(ui, look.t("app-remove")).clicked() {
            let proxies = vec![proxy.id];
            self.actions.push(order(ProxyCommand::Remove { proxies }));
        }
    }
}

impl Rows for ProxyRows<'_> {
    fn len(&self) -> usize {
        self.shown.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(proxy) = self.shown.get(row) else {
            return Cell::Empty;
        };
        let used = proxy.uses_ok + proxy.uses_failed > 0;
        match key {
            "name" => Cell::of(&proxy.name),
            "health" => Cell::of(detailed_status_mark(self.look, self.world, proxy, self.now).2),
            "score" if proxy.uses_ok > 0 => {
                Cell::of(percent(value(proxy, self.site, self.now)).to_string())
            }
            "latency" => match latency(proxy, self.site) {
                ms if ms > 0.0 => Cell::of(format!("{ms:.0} ms")),
                _ => Cell::Empty,
            },
            // A share of few uses would be a guess.
            "success" if used && proxy.uses_ok + proxy.uses_failed < FEW_USES => {
                let counts = Message::new("app-proxies-few-uses")
                    .with("good", proxy.uses_ok)
                    .with("all", proxy.uses_ok + proxy.uses_failed);
                Cell::of(self.look.text(&counts))
            }
            "success" if used => {
                // What happened, not what is expected of the next use.
                let all = proxy.uses_ok + proxy.uses_failed;
                Cell::of(format!("{}%", proxy.uses_ok * 100 / all.max(1)))
            }
            "tier" => Cell::of(proxy.traits.tier.to_string()),
            "tags" => Cell::of(self.look.list(&tags(proxy))),
            "sites" => Cell::of(self.look.list(&sites(proxy))),
            "traffic" if proxy.month_bytes > 0 || proxy.traits.month_limit.is_some() => {
                Cell::of(self.traffic(proxy))
            }
            "url" => Cell::Code(match &proxy.user {
                Some(user) => format!("{} ({user})", proxy.url),
                None => proxy.url.clone(),
            }),
            "fault" => Cell::of(self.fault_text(proxy)),
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let (look, Some(proxy)) = (self.look, self.shown.get(row).copied()) else {
            return false;
        };
        match key {
            "tick" => {
                let name = look.t1("app-proxies-tick", "proxy", proxy.name.as_str());
                tick_ui(ui, self.ticked, proxy.id, name);
            }
            "on" => {
                let mut on = proxy.enabled;
                let name = look.t1("app-proxies-enable", "proxy", proxy.name.as_str());
                if ui.tick(&mut on, "").accessible_name(name).changed() {
                    self.actions.push(order(ProxyCommand::Enable {
                        proxies: vec![proxy.id],
                        enabled: on,
                    }));
                }
            }
            "health" => {
                let (mark, colour, word) = detailed_status_mark(look, self.world, proxy, self.now);
                state_marks::word_ui(ui, mark, colour, &word);
            }
            "score" if proxy.uses_ok > 0 => {
                let score = value(proxy, self.site, self.now);
                ui.label(percent(score).to_string());
                look.progress(ui, share(score), 48.0);
            }
            "do" => self.buttons_ui(ui, proxy),
            _ => return false,
        }
        true
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a share for painting")]
fn share(score: f64) -> f32 {
    (score / 100.0) as f32
}
