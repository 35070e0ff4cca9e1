//! Values as a cell shows them: dates to the minute, addresses without what they share with the
//! page. Pure; the whole value stands in the tooltip.

use crate::engine::types::Url;

/// A date as a record keeps it (`2026-08-31T09:12:00+02:00`), to the minute and without its zone:
/// the day and the time that stand on the page. `None` for anything else.
pub fn short_date(text: &str) -> Option<String> {
    let (day, time) = text.split_once('T').unwrap_or((text, ""));
    let fits = |text: &str, form: &str| {
        text.chars().count() == form.chars().count()
            && text.chars().zip(form.chars()).all(|(c, f)| match f {
                '0' => c.is_ascii_digit(),
                other => c == other,
            })
    };
    if !fits(day, "0000-00-00") {
        return None;
    }
    if time.is_empty() {
        return (text == day).then(|| day.to_owned());
    }
    let minute: String = time.chars().take(5).collect();
    if !fits(&minute, "00:00") {
        return None;
    }
    let rest: String = time.chars().skip(5).collect();
    // Midnight is how a day without a time is kept.
    let is_day = minute == "00:00" && (rest.is_empty() || rest.starts_with(":00"));
    Some(if is_day {
        day.to_owned()
    } else {
        format!("{day} {minute}")
    })
}

/// An address without scheme, and without the host that it shares with `base`.
pub fn short_address(text: &str, base: &str) -> String {
    let Ok(url) = Url::parse(text) else {
        return text.to_owned();
    };
    if !matches!(url.scheme(), "http" | "https") {
        return text.to_owned();
    }
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let same = Url::parse(base).is_ok_and(|base| {
        base.host_str() == url.host_str()
            && base.port_or_known_default() == url.port_or_known_default()
    });
    let path = rest.find(['/', '?', '#']).and_then(|at| rest.get(at..));
    match path {
        Some(path) if same => path.to_owned(),
        _ => rest.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_short_and_other_texts_stay() {
        for (text, expected) in [
            ("2026-08-31T09:12:00+02:00", Some("2026-08-31 09:12")),
            ("2026-08-31T09:12:33Z", Some("2026-08-31 09:12")),
            ("2026-08-31T00:00:00Z", Some("2026-08-31")),
            ("2026-08-31T00:00:07Z", Some("2026-08-31 00:00")),
            ("2026-08-31", Some("2026-08-31")),
            ("yesterday", None),
            ("2026年8月31日", None),
            ("2026-08-31T9 o'clock", None),
            ("", None),
        ] {
            assert_eq!(short_date(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn addresses_lose_what_the_page_shares() {
        let base = "http://127.0.0.1:18600/list?page=2";
        for (text, expected) in [
            ("http://127.0.0.1:18600/a/1?x=2", "/a/1?x=2"),
            ("http://127.0.0.1:1/a", "127.0.0.1:1/a"),
            ("https://other.example/a#b", "other.example/a#b"),
            ("http://127.0.0.1:18600", "127.0.0.1:18600"),
            ("mailto:a@b", "mailto:a@b"),
            ("not an address", "not an address"),
        ] {
            assert_eq!(short_address(text, base), expected);
        }
    }
}
