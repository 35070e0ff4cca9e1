//! What services answer. Several say at status 200 that they did not take a message.

use serde_json::Value;

use crate::model::ServiceKind;

/// The longest reason that is shown, in characters.
const LONGEST_REASON: usize = 200;

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

/// The id of the room that was entered.
pub fn room_of(body: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(body).ok()?;
    Some(answer.get("room_id")?.as_str()?.to_owned())
}
