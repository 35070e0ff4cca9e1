//! Compact notations in rule files: durations and sizes. The steps that change the values of fields
//! are in `rules::transforms`.
//!
//! Below: numbers and words that mean yes or no.

pub(super) mod numbers;
pub(super) mod yes_no;

use std::time::Duration;

/// Parses `"2s"`, `"500ms"`, `"1.5m"`, `"1h"`, `"7d"`; `None` for anything else, such as a bare
/// number.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let unit_start = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(unit_start);
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number: f64 = number.parse().ok()?;
    let seconds = match unit.trim() {
        "ms" => number / 1000.0,
        "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        "d" => number * 86_400.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds).ok()
}

/// Parses a time as people write it: `"5 minutes"`, `"2 hours"`, `"5 分钟"`, besides the notation of
/// [`parse_duration`].
pub fn typed_duration(text: &str) -> Option<Duration> {
    let text = text.trim().to_lowercase();
    let unit_start = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(unit_start);
    let unit = match unit.trim() {
        "second" | "seconds" | "sec" | "secs" | "秒" | "秒钟" => "s",
        "minute" | "minutes" | "mins" | "分" | "分钟" => "m",
        "hour" | "hours" | "hr" | "hrs" | "小时" | "时" => "h",
        "day" | "days" | "天" | "日" => "d",
        other => other,
    };
    parse_duration(&format!("{number}{unit}"))
}

/// Parses a size such as `"200MB"`, `"1.5 GB"` or `"64 KiB"`; `None` if it is not one.
pub fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let unit_start = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(unit_start);
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number: f64 = number.parse().ok()?;
    let size = match unit.trim().to_ascii_lowercase().as_str() {
        "b" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        "kib" => 1_024.0,
        "mib" => 1_048_576.0,
        "gib" => 1_073_741_824.0,
        _ => return None,
    };
    let bytes = number * size;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "positive, and held below what fits"
    )]
    let bytes = (bytes.is_finite() && bytes < 1e18).then_some(bytes as u64);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_time_may_be_in_words() {
        let seconds = |text: &str| typed_duration(text).map(|time| time.as_secs());
        for (text, expected) in [
            ("5 minutes", Some(300)),
            ("2 Hours", Some(7_200)),
            ("1 day", Some(86_400)),
            ("5 分钟", Some(300)),
            ("3小时", Some(10_800)),
            ("10m", Some(600)),
            ("5", None),
            ("five minutes", None),
            ("5 weeks", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }

    #[test]
    fn durations_have_a_unit() {
        let check = |text: &str, ms: Option<u64>| {
            assert_eq!(
                parse_duration(text),
                ms.map(Duration::from_millis),
                "{text}"
            );
        };
        check("2s", Some(2_000));
        check("500ms", Some(500));
        check("1m", Some(60_000));
        check("1.5 s", Some(1_500));
        check("1h", Some(3_600_000));
        check("7d", Some(604_800_000));
        check("0s", Some(0));
        for bad in [
            "2",
            "",
            "s",
            "-2s",
            "2x",
            "1.2.3s",
            "99999999999999999999999h",
            ".s",
            "二s",
        ] {
            check(bad, None);
        }
    }
}
