//! Proxies as text and tables.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::console::{Console, shorten};
use bowerbird_engine::ProxyTest;
use bowerbird_engine::types::{
    Message, Proxy, ProxyStatus, Site, percent, proxy_status, score, score_at, size_text, success,
};

/// Width of the fault column.
const FAULT_WIDTH: usize = 60;

/// A proxy's standing, as the catalogues and `--json` name it.
pub fn word(standing: ProxyStatus) -> &'static str {
    match standing {
        ProxyStatus::Good => "good",
        ProxyStatus::Shaky => "shaky",
        ProxyStatus::Untested => "untested",
        ProxyStatus::Faulty => "faulty",
        ProxyStatus::Resting => "resting",
        ProxyStatus::SpentUp => "spent-up",
        ProxyStatus::Locked => "locked",
        ProxyStatus::Off => "off",
    }
}

/// A proxy as JSON, with derived values. Contains no password.
pub fn json_of(proxy: &Proxy, site: Option<&Site>) -> Value {
    let now = Timestamp::now();
    let mut value = serde_json::to_value(proxy).unwrap_or_default();
    if let Some(map) = value.as_object_mut() {
        map.insert("standing".into(), json!(word(proxy_status(proxy, now))));
        map.insert("score".into(), json!(percent(score(proxy, now))));
        if let Some(site) = site {
            let here = score_at(proxy, proxy.at(site.id), now);
            map.insert("score_at_site".into(), json!(percent(here)));
        }
    }
    value
}

/// Prints proxies as a table; given a site, with their standing there.
pub fn show(console: &Console, proxies: &[Proxy], site: Option<&Site>) {
    let now = Timestamp::now();
    let rows: Vec<Vec<String>> = proxies
        .iter()
        .map(|proxy| row(console, proxy, site, now))
        .collect();
    let headings = [
        "cli-head-proxy",
        "cli-head-state",
        "cli-head-score",
        "cli-head-latency",
        "cli-head-success",
        "cli-head-tier",
        "cli-head-tags",
        "cli-head-traffic",
        "cli-head-address",
        "cli-head-reason",
    ];
    console.table(&headings, &rows, "cli-no-proxies");
}

fn row(console: &Console, proxy: &Proxy, site: Option<&Site>, now: Timestamp) -> Vec<String> {
    let here = site.and_then(|site| proxy.at(site.id));
    let state = match here.and_then(|here| here.refused) {
        Some(state) => console.text(&Message::new("pools-refused").with("state", state.name())),
        None => console.catalogue.get(&format!(
            "pools-standing-{}",
            word(proxy_status(proxy, now))
        )),
    };
    let track = here.map_or(&proxy.track, |here| &here.track);
    let used = proxy.uses_ok + proxy.uses_failed > 0;
    let value = match site {
        Some(_) => score_at(proxy, here, now),
        None => score(proxy, now),
    };
    let only = |shown: bool, text: String| if shown { text } else { "–".to_owned() };
    let mut tags: Vec<&str> = proxy.traits.tags.iter().map(String::as_str).collect();
    if !proxy.traits.country.is_empty() {
        tags.insert(0, &proxy.traits.country);
    }
    vec![
        proxy.name.clone(),
        state,
        only(used, percent(value).to_string()),
        only(
            track.latency_ms > 0.0,
            format!("{:.0} ms", track.latency_ms),
        ),
        only(used, format!("{}%", percent(100.0 * success(track, now)))),
        proxy.traits.tier.to_string(),
        tags.join(" "),
        traffic(proxy),
        match &proxy.user {
            Some(user) => format!("{} ({user})", proxy.url),
            None => proxy.url.clone(),
        },
        proxy
            .fault
            .as_ref()
            .map(|fault| shorten(&console.text(fault), FAULT_WIDTH))
            .unwrap_or_default(),
    ]
}

fn traffic(proxy: &Proxy) -> String {
    match proxy.traits.month_limit {
        Some(limit) => format!("{} / {}", size_text(proxy.month_bytes), size_text(limit)),
        None => size_text(proxy.month_bytes),
    }
}

/// Prints test results as a table.
pub fn show_tests(console: &Console, tests: &[ProxyTest]) {
    let rows: Vec<Vec<String>> = tests
        .iter()
        .map(|test| {
            let mark = match (test.works, test.is_useful()) {
                (false, _) => "✗",
                (true, false) => "!",
                (true, true) => "✓",
            };
            vec![
                format!("{mark} {}", test.name),
                test.state.token().to_owned(),
                test.took_ms
                    .map_or_else(|| "–".to_owned(), |ms| format!("{ms} ms")),
                test.exit_address
                    .map_or_else(|| "–".to_owned(), |address| address.to_string()),
                console.text(&test.message),
            ]
        })
        .collect();
    let headings = [
        "cli-head-proxy",
        "cli-head-state",
        "cli-head-latency",
        "cli-head-exit",
        "cli-head-reason",
    ];
    console.table(&headings, &rows, "cli-no-proxies");
}

/// Summarises the pool in one line: the number of proxies per standing.
pub fn summary(console: &Console, proxies: &[Proxy]) -> String {
    let now = Timestamp::now();
    let mut counts: std::collections::BTreeMap<ProxyStatus, u32> = Default::default();
    for proxy in proxies {
        *counts.entry(proxy_status(proxy, now)).or_default() += 1;
    }
    let parts: Vec<String> = counts
        .into_iter()
        .map(|(status, count)| {
            let word = console
                .catalogue
                .get(&format!("pools-standing-{}", word(status)));
            format!("{count} {word}")
        })
        .collect();
    console.text(
        &Message::new("cli-pool-line")
            .with("count", proxies.len())
            .with("parts", parts.join(", ")),
    )
}
