//! The sessions of a site as a table, a line and JSON.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::console::{Console, shorten, time_text};
use bowerbird_engine::EngineError;
use bowerbird_engine::types::{SiteId, SiteSession, StoreReader, percent, session_score};

/// Width of the user agent column.
const AGENT_WIDTH: usize = 48;

/// Prints the sessions of a site, most recently used first.
pub fn show_sessions(console: &Console, sessions: &[SiteSession]) {
    let now = Timestamp::now();
    let rows: Vec<Vec<String>> = sessions
        .iter()
        .map(|session| {
            let latency = session.track.latency_ms;
            vec![
                session.number.to_string(),
                console.text(&session.route_message()),
                session
                    .parts
                    .account
                    .clone()
                    .unwrap_or_else(|| "–".to_owned()),
                shorten(&session.parts.user_agent, AGENT_WIDTH),
                percent(session_score(session, now)).to_string(),
                match latency > 0.0 {
                    true => format!("{latency:.0}"),
                    false => "–".to_owned(),
                },
                session.answers.to_string(),
                session.refusals.to_string(),
                time_text(session.used_at()),
                status_text(console, session, now),
            ]
        })
        .collect();
    let heads = [
        "cli-head-session",
        "cli-head-way",
        "cli-head-logged-in",
        "cli-head-agent",
        "cli-head-score",
        "cli-head-latency",
        "cli-head-good",
        "cli-head-refusals",
        "cli-head-used",
        "cli-head-state",
    ];
    console.table(&heads, &rows, "sessions-none");
}

/// Prints the session that the site saw last, unless it is the only one, was not refused, and has
/// neither a proxy nor an account.
pub fn show_last(console: &Console, sessions: &[SiteSession]) {
    let Some(last) = sessions.first() else {
        return;
    };
    let plain = last.parts.proxy.is_none() && last.parts.account.is_none();
    if plain && sessions.len() == 1 && last.refused.is_none() {
        return;
    }
    let score = percent(session_score(last, Timestamp::now()));
    let told = last.describe("sessions-last").with("score", score);
    console.line(&format!("  ◇ {}", console.text(&told)));
}

/// Returns the sessions of a site for `--json`, most recently used first. Cookies are left out.
///
/// # Errors
/// From the store.
pub fn sessions_json(
    console: &Console,
    store: &StoreReader,
    site: SiteId,
) -> Result<Vec<Value>, EngineError> {
    let now = Timestamp::now();
    let all = store.site_sessions(site)?;
    Ok(all
        .iter()
        .map(|session| {
            let latency = session.track.latency_ms;
            json!({
                "number": session.number,
                "made_at": session.made_at,
                "proxy": session.parts.proxy,
                "account": session.parts.account,
                "user_agent": session.parts.user_agent,
                "score": percent(session_score(session, now)),
                "latency_ms": (latency > 0.0).then_some(latency),
                "answers": session.answers,
                "refusals": session.refusals,
                "refused": session.refused.map(|state| state.token()),
                "rest_until": session.rest_until.filter(|until| *until > now),
                "used_at": session.used_at(),
                "standing": status_text(console, session, now),
            })
        })
        .collect())
}

/// The number of a session, as shown in a table.
pub fn number(session: Option<u64>) -> String {
    session.map_or_else(|| "–".to_owned(), |number| number.to_string())
}

fn status_text(console: &Console, session: &SiteSession, now: Timestamp) -> String {
    let until = session.rest_until.map(time_text).unwrap_or_default();
    console.text(&session.status_message(now, &until))
}
