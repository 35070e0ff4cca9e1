//! Strips secrets from the addresses and request headers of a source: passwords before the host,
//! tokens in the query, cookies.

use url::Url;

/// Words in the names of secret parameters and headers.
const SECRET_WORDS: [&str; 12] = [
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "pass",
    "secret",
    "token",
    "apikey",
    "api_key",
    "api-key",
    "credential",
    "auth",
];

/// Headers that an import may set.
const HEADERS: [&str; 3] = ["referer", "accept", "accept-language"];

/// An address suitable for a rule, and whether a secret was stripped from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clean {
    /// The address, with ranges such as `[1-9]` unchanged.
    pub url: String,
    /// A password or token was removed.
    pub had_secret: bool,
}

/// `text` as an http(s) address without secrets; `None` if it is not one.
pub(super) fn clean(text: &str) -> Option<Clean> {
    let text = text.trim();
    let url = Url::parse(&without_ranges(text)).ok()?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return None;
    }
    if text.contains(|c: char| c.is_control() || c.is_whitespace()) {
        let plain = Clean {
            url: url.into(),
            had_secret: false,
        };
        return Some(without_secrets(&plain.url).unwrap_or(plain));
    }
    Some(without_secrets(text).unwrap_or_else(|| Clean {
        url: text.to_owned(),
        had_secret: false,
    }))
}

/// An address joined to `base`.
pub(super) fn clean_joined(base: Option<&str>, text: &str) -> Option<Clean> {
    clean(text).or_else(|| {
        let base = Url::parse(base?).ok()?;
        clean(base.join(text.trim()).ok()?.as_str())
    })
}

/// The address without its secrets; `None` if it has none.
fn without_secrets(text: &str) -> Option<Clean> {
    let mut kept = text.to_owned();
    let mut found = false;
    if let Some((scheme, rest)) = kept.split_once("://") {
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let host = rest.get(..end).unwrap_or(rest);
        if let Some((_, after)) = host.rsplit_once('@') {
            let tail = rest.get(end..).unwrap_or("");
            kept = format!("{scheme}://{after}{tail}");
            found = true;
        }
    }
    let (before, fragment) = match kept.split_once('#') {
        Some((before, fragment)) => (before.to_owned(), Some(fragment.to_owned())),
        None => (kept.clone(), None),
    };
    if let Some((path, query)) = before.split_once('?') {
        let all: Vec<&str> = query.split('&').collect();
        let open: Vec<&str> = all
            .iter()
            .copied()
            .filter(|pair| !is_secret_name(pair.split('=').next().unwrap_or("")))
            .collect();
        if open.len() < all.len() {
            found = true;
            kept = if open.is_empty() {
                path.to_owned()
            } else {
                format!("{path}?{}", open.join("&"))
            };
            // Some sites put a token in the fragment.
        } else if let Some(fragment) = fragment.filter(|f| !secret_fragment(f)) {
            kept = format!("{before}#{fragment}");
        } else {
            kept = before;
        }
    } else if fragment.as_deref().is_some_and(secret_fragment) {
        found = true;
        kept = before;
    }
    (found || kept != text).then_some(Clean {
        url: kept,
        had_secret: found,
    })
}

fn secret_fragment(fragment: &str) -> bool {
    fragment
        .split('&')
        .any(|pair| pair.contains('=') && is_secret_name(pair.split('=').next().unwrap_or("")))
}

/// Whether a parameter, key or header of that name carries a secret.
pub(super) fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    SECRET_WORDS
        .iter()
        .any(|word| words.contains(word) || (word.len() > 4 && name.contains(word)))
        || name.contains("cookie")
        || name.contains("authorization")
        || name == "sessionid"
        || name == "access_key"
}

/// The handling of a source's request header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// `network.user_agent`
    UserAgent(String),
    /// `network.headers`, by its usual spelling.
    Plain(&'static str, String),
    /// It identifies the user.
    Secret,
    /// One that a rule may not set, or not a single line of plain characters.
    Unfit,
}

/// Classifies a request header.
pub(super) fn header(name: &str, value: &str) -> Header {
    let name = name.trim().to_ascii_lowercase();
    let value = value.trim();
    if is_secret_name(&name) {
        return Header::Secret;
    }
    let plain = !value.is_empty() && value.chars().all(|c| matches!(c, ' '..='~'));
    if !plain {
        return Header::Unfit;
    }
    match name.as_str() {
        "user-agent" => Header::UserAgent(value.to_owned()),
        "referer" => match clean(value) {
            Some(address) => Header::Plain("Referer", address.url),
            None => Header::Unfit,
        },
        "accept" => Header::Plain("Accept", value.to_owned()),
        "accept-language" => Header::Plain("Accept-Language", value.to_owned()),
        name => {
            debug_assert!(!HEADERS.contains(&name));
            Header::Unfit
        }
    }
}

/// The address with the first value of every range, so that it parses.
fn without_ranges(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        plain.push_str(before);
        let range = after.split_once(']').filter(|(range, _)| {
            range.contains('-')
                && range
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | ':'))
        });
        if let Some((range, tail)) = range {
            plain.push_str(range.split('-').next().unwrap_or(""));
            rest = tail;
        } else {
            plain.push('[');
            rest = after;
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_leave_addresses() {
        for (text, url, secret) in [
            (
                "https://a.example/x?p=1#top",
                "https://a.example/x?p=1#top",
                false,
            ),
            ("https://ann:pw@a.example/x", "https://a.example/x", true),
            (
                "https://a.example/?password=pw&p=1",
                "https://a.example/?p=1",
                true,
            ),
            (
                "https://a.example/?access_token=pw",
                "https://a.example/",
                true,
            ),
            ("https://a.example/#token=pw", "https://a.example/", true),
            (
                "https://a.example/p[1-9]?q=[01-10]",
                "https://a.example/p[1-9]?q=[01-10]",
                false,
            ),
            (
                "http://a.example/?author=ann&passage=3",
                "http://a.example/?author=ann&passage=3",
                false,
            ),
        ] {
            let found = clean(text).unwrap();
            assert_eq!(
                (found.url.as_str(), found.had_secret),
                (url, secret),
                "{text}"
            );
        }
        for text in [
            "",
            "x",
            "ftp://a.example/",
            "javascript:alert(1)",
            "https://",
        ] {
            assert_eq!(clean(text), None, "{text}");
        }
    }

    #[test]
    fn headers_that_tell_who_asks_are_kept_out() {
        assert_eq!(header("Cookie", "a=1"), Header::Secret);
        assert_eq!(header("X-Auth-Token", "a"), Header::Secret);
        assert_eq!(header("Authorization", "Basic x"), Header::Secret);
        assert_eq!(
            header("user-agent", "X/1"),
            Header::UserAgent("X/1".to_owned())
        );
        assert_eq!(header("Host", "x"), Header::Unfit);
        assert_eq!(header("Accept", "a\r\nCookie: x"), Header::Unfit);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_looked_at(text: String) {
            let _ = clean(&text);
        }
    }
}
