//! What services answer. Several say at status 200 that they did not take a message.

use std::time::Duration;

use serde_json::Value;

use crate::model::ServiceKind;

/// The longest reason that is shown, in characters.
const LONGEST_REASON: usize = 200;

/// Where an answer in JSON says why, the more telling names first.
const REASONS: [&str; 6] = [
    "errorDescription",
    "description",
    "errmsg",
    "error",
    "message",
    "msg",
];

/// Why a service did not take a message although its status is good, in its own words; `None` if
/// it took it.
pub fn refusal(kind: ServiceKind, body: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(body).ok()?;
    let text = |name: &str| answer.get(name).and_then(Value::as_str).map(str::to_owned);
    let code = |name: &str| {
        answer
            .get(name)
            .and_then(Value::as_i64)
            .filter(|code| *code != 0)
    };
    let reason = match kind {
        ServiceKind::Telegram => {
            let refused = answer.get("ok").and_then(Value::as_bool) == Some(false);
            refused.then(|| text("description").unwrap_or_default())
        }
        ServiceKind::Wecom | ServiceKind::Dingtalk => {
            code("errcode").map(|code| format!("{code} {}", text("errmsg").unwrap_or_default()))
        }
        ServiceKind::Feishu => {
            code("code").map(|code| format!("{code} {}", text("msg").unwrap_or_default()))
        }
        _ => None,
    };
    reason.map(|reason| reason.trim().chars().take(LONGEST_REASON).collect())
}

/// What a service says beside a bad status: an error in JSON, or a line of text. No page of a server
/// that stands in between.
pub fn said_of(body: &str) -> Option<String> {
    let said = match serde_json::from_str::<Value>(body) {
        Ok(answer) => REASONS
            .iter()
            .filter_map(|name| answer.get(name)?.as_str())
            .find(|said| !said.trim().is_empty())
            .map(str::to_owned)?,
        Err(_) => body.to_owned(),
    };
    let said = said.trim();
    let is_line = !said.is_empty() && !said.contains(['<', '\n']);
    let short = said.chars().nth(LONGEST_REASON).is_none();
    (is_line && short).then(|| said.to_owned())
}

/// How long a service asks to wait in its answer: Matrix in milliseconds, Telegram and Discord in
/// seconds.
pub fn asked_wait(body: &str) -> Option<Duration> {
    let answer: Value = serde_json::from_str(body).ok()?;
    let within = answer.get("parameters").unwrap_or(&answer);
    let seconds = match answer.get("retry_after_ms").and_then(Value::as_f64) {
        Some(milliseconds) => milliseconds / 1_000.0,
        None => within.get("retry_after")?.as_f64()?,
    };
    Duration::try_from_secs_f64(seconds).ok()
}

/// The id of the room that was entered.
pub fn room_of(body: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(body).ok()?;
    Some(answer.get("room_id")?.as_str()?.to_owned())
}
