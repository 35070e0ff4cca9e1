//! Errors in JSON answers where a page or items were requested: an error has a code, a word or a
//! typical shape. The words are data (`json-errors.toml`). Input: the body. Output: a verdict for
//! an error, and nothing for data.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::with;
use crate::detect::Signals;
use crate::detect::evidence::{evidence, matched};
use crate::detect::signals::SignalTarget;
use crate::model::{EvidencePlace, PageState, Strength, Verdict};

/// Errors are short: a longer body is data, whatever the names of its fields.
const MAX_BYTES: usize = 16 * 1024;
/// The maximum number of fields in an error.
const MAX_FIELDS: usize = 24;
/// The maximum depth that is read.
const DEEPEST: usize = 4;

/// Fields with a result code or word.
const CODES: [&str; 14] = [
    "code",
    "status",
    "state",
    "errcode",
    "errno",
    "errorcode",
    "statuscode",
    "resultcode",
    "retcode",
    "ret",
    "rc",
    "result",
    "type",
    "subcode",
];
/// Those of them in which only 0 means success.
const ZERO_IS_GOOD: [&str; 6] = ["errcode", "errno", "errorcode", "retcode", "ret", "rc"];
/// Fields that state success or failure.
const FLAGS: [&str; 5] = ["success", "succeed", "succeeded", "ok", "issuccess"];
/// Fields that are present only on an error.
const FAULTS: [&str; 5] = ["error", "errors", "err", "exception", "fault"];
/// Fields with a message.
const WORDS: [&str; 8] = [
    "message", "msg", "detail", "details", "reason", "errmsg", "title", "tip",
];
/// Result words that do not mean success.
const BAD_WORDS: [&str; 12] = [
    "fail",
    "failed",
    "failure",
    "error",
    "err",
    "exception",
    "denied",
    "forbidden",
    "unauthorized",
    "blocked",
    "rejected",
    "invalid",
];

/// Whether `body` is JSON: an object or a list.
pub fn is_json(body: &str) -> bool {
    let body = body.trim_start_matches('\u{feff}').trim();
    body.starts_with(['{', '[']) && serde_json::from_str::<serde::de::IgnoredAny>(body).is_ok()
}

/// The verdict for an error in JSON; `None` if the body is not an error.
pub fn json_error(signals: &Signals, body: &str) -> Option<Verdict> {
    let body = body.trim_start_matches('\u{feff}').trim();
    if body.len() > MAX_BYTES || !body.starts_with('{') {
        return None;
    }
    let Value::Object(fields) = serde_json::from_str(body).ok()? else {
        return None;
    };
    if fields.len() > MAX_FIELDS || !is_error(&fields) {
        return None;
    }
    let mut lines = String::new();
    flatten("", &Value::Object(fields), &mut lines, 0);
    let shape = |strength| evidence("json-error", strength, EvidencePlace::Body, body);
    let mut found = signals.find(SignalTarget::Data, &lines);
    found.sort_by_key(|signal| signal.strength != Strength::Strong);
    Some(match found.first() {
        Some(signal) => with(
            signal.state,
            vec![
                matched(signal, EvidencePlace::Body, &lines),
                shape(Strength::Weak),
            ],
        ),
        None => Verdict::because(PageState::Incomplete, shape(Strength::Strong)),
    })
}

/// The normalised name of a field: `error_code`, `errorCode` and `Error-Code` are equal.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.collect::<String>().to_ascii_lowercase()
}

fn is_error(fields: &Map<String, Value>) -> bool {
    let named = |list: &[&str]| -> Vec<(String, &Value)> {
        let all = fields.iter().map(|(name, value)| (plain(name), value));
        all.filter(|(name, _)| list.contains(&name.as_str()))
            .collect()
    };
    let flagged = named(&FLAGS)
        .iter()
        .any(|(_, value)| matches!(value, Value::Bool(false)));
    let faulty = named(&FAULTS).iter().any(|(_, value)| is_there(value));
    let coded = named(&CODES).iter().any(|(name, value)| {
        let strict = ZERO_IS_GOOD.contains(&name.as_str());
        is_bad(value, strict)
    });
    // Only messages: there is no data that they could belong to.
    let told = named(&WORDS);
    let only_words = !told.is_empty()
        && named(&CODES).is_empty()
        && named(&FLAGS).is_empty()
        && fields.len() <= told.len() + 2
        && fields.values().all(|value| !holds_data(value));
    flagged || faulty || coded || (only_words && told.iter().any(|(name, _)| name != "title"))
}

/// Whether the value of a fault field reports a fault.
fn is_there(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is) => *is,
        Value::Number(number) => number.as_f64().is_some_and(|number| number != 0.0),
        Value::String(text) => !matches!(text.trim(), "" | "0" | "ok" | "OK" | "none" | "None"),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

/// Whether a code does not mean success. 1 means success as often as not.
fn is_bad(value: &Value, strict: bool) -> bool {
    let number = match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => match text.trim().parse::<i64>() {
            Ok(number) => Some(number),
            Err(_) => {
                let word = text.trim().to_ascii_lowercase();
                return BAD_WORDS.contains(&word.as_str());
            }
        },
        _ => None,
    };
    number.is_some_and(|number| match number {
        0 | 200..=299 => false,
        1 => strict,
        300..=399 => strict,
        _ => number < 0 || strict || number >= 400,
    })
}

fn holds_data(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => false,
    }
}

/// Writes a line for each scalar: its field's normalised name and its value.
// Writing into a String cannot fail.
fn flatten(name: &str, value: &Value, lines: &mut String, depth: usize) {
    match value {
        Value::Object(fields) if depth < DEEPEST => {
            for (name, value) in fields {
                flatten(&plain(name), value, lines, depth + 1);
            }
        }
        Value::Array(items) if depth < DEEPEST => {
            for value in items {
                flatten(name, value, lines, depth + 1);
            }
        }
        Value::String(text) => {
            let _ = writeln!(lines, "{name}: {}", text.replace('\n', " "));
        }
        Value::Number(number) => {
            let _ = writeln!(lines, "{name}: {number}");
        }
        Value::Bool(is) => {
            let _ = writeln!(lines, "{name}: {is}");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_in_json_say_what_they_are() {
        let signals = Signals::shipped().expect("shipped signals");
        for (body, state) in [
            (
                r#"{"code":-412,"message":"请求被拦截，请稍后再试"}"#,
                PageState::Blocked,
            ),
            (r#"{"error":"rate limited"}"#, PageState::RateLimited),
            (
                r#"{"status":"fail","message":"Please log in first"}"#,
                PageState::LoginRequired,
            ),
            (r#"{"code":-1}"#, PageState::Incomplete),
            (r#"{"success":false,"msg":"系统繁忙"}"#, PageState::Outage),
            (
                r#"{"errcode":40001,"errmsg":"请先登录"}"#,
                PageState::LoginRequired,
            ),
            (
                r#"{"errors":[{"status":429,"title":"Too Many Requests"}]}"#,
                PageState::RateLimited,
            ),
            (r#"{"detail":"Not found."}"#, PageState::Empty),
            (
                r#"{"ret":["FAIL_SYS_USER_VALIDATE::哎哟喂,被挤爆啦"],"success":false}"#,
                PageState::Challenge,
            ),
            (
                r#"{"type":"about:blank","title":"Forbidden","status":403}"#,
                PageState::Blocked,
            ),
            (r#"{"ok":false,"code":"500"}"#, PageState::Outage),
            (r#"{"message":"需要验证码"}"#, PageState::Challenge),
            ("\u{feff}{\"result\":\"error\"}", PageState::Incomplete),
        ] {
            let verdict = json_error(&signals, body).expect(body);
            assert_eq!(verdict.state, state, "{body}: {verdict:?}");
        }
    }

    #[test]
    fn data_is_no_error() {
        let signals = Signals::shipped().expect("shipped signals");
        for body in [
            r#"{"code":0,"message":"success","data":{"items":[]}}"#,
            r#"{"status":"ok","items":[{"error":"a title about errors"}]}"#,
            r#"{"code":200,"msg":"操作成功","data":null}"#,
            r#"{"title":"How to log in","text":"Too many requests are …"}"#,
            r#"{"error":null,"errors":[],"results":[]}"#,
            r#"{"success":true}"#,
            r#"[{"error":"x"}]"#,
            "{}",
            "{not json",
        ] {
            assert_eq!(json_error(&signals, body), None, "{body}");
        }
    }
}
