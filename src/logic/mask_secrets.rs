//! Removes secrets from addresses in any text: typed input and sites' answers reappear in errors,
//! events, logs and stored reasons. Input: any text. Output: the same text, with user and
//! password before a host cut out (RFC 3986 §3.2.1) and the values of secret query parameters
//! masked.

use std::borrow::Cow;

/// Query parameters whose values are secrets, lower case.
const SECRET_PARAMETERS: [&str; 16] = [
    "password",
    "passwd",
    "passphrase",
    "pass",
    "pwd",
    "pw",
    "secret",
    "client_secret",
    "token",
    "access_token",
    "refresh_token",
    "id_token",
    "auth_token",
    "api_key",
    "apikey",
    "sessionid",
];

/// The replacement for a secret.
const MASK: &str = "•••";

/// `text` without users, passwords or tokens in its addresses.
pub fn without_credentials(text: &str) -> Cow<'_, str> {
    // Fast path for nearly all texts.
    if !text.contains(['@', '=']) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut changed = false;
    for piece in text.split_inclusive(is_border) {
        match cleaned(piece) {
            Some(new) => {
                changed = true;
                clean.push_str(&new);
            }
            None => clean.push_str(piece),
        }
    }
    if changed {
        Cow::Owned(clean)
    } else {
        Cow::Borrowed(text)
    }
}

/// A character that cannot occur in an address, even a carelessly typed one.
fn is_border(c: char) -> bool {
    c.is_whitespace() || "\"'<>“”‘’«»「」『』（），。；".contains(c)
}

/// A piece without spaces, cleaned; `None` if unchanged.
fn cleaned(piece: &str) -> Option<String> {
    let without_user = without_user(piece);
    let masked = masked(without_user.as_deref().unwrap_or(piece));
    masked.or(without_user)
}

fn without_user(piece: &str) -> Option<String> {
    let (before, rest) = match piece.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None => return without_scheme(piece),
    };
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end)?;
    if let Some((_, host)) = authority.rsplit_once('@') {
        return Some(format!("{before}{host}{path}"));
    }
    // A password with a slash ends the authority too early; a port has only digits.
    let port = authority.rsplit_once(':').map(|(_, port)| port)?;
    if port.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let (_, host) = path.split_once('@')?;
    Some(format!("{before}{host}"))
}

/// `user:password@host:port`, after an invalid scheme or none.
fn without_scheme(piece: &str) -> Option<String> {
    let (before, host) = piece.rsplit_once('@')?;
    let (user, password) = before.rsplit_once(':')?;
    let is_host = host.contains([':', '/']);
    if password.is_empty() || !is_host || user.eq_ignore_ascii_case("mailto") {
        return None;
    }
    let kept = user
        .rfind('/')
        .map_or("", |at| user.get(..=at).unwrap_or_default());
    Some(format!("{kept}{host}"))
}

fn masked(piece: &str) -> Option<String> {
    let start = piece.find(['?', '#', '&'])?;
    let (before, query) = piece.split_at_checked(start)?;
    let mut clean = before.to_owned();
    let mut changed = false;
    for part in query.split_inclusive(['?', '#', '&', ';']) {
        match secret_value(part) {
            Some(name) => {
                changed = true;
                clean.push_str(name);
                clean.push_str(MASK);
                clean.extend(
                    part.chars()
                        .next_back()
                        .filter(|c| "?#&;".contains(*c) || is_border(*c)),
                );
            }
            None => clean.push_str(part),
        }
    }
    changed.then_some(clean)
}

/// `name=` of a parameter whose secret value is not masked yet.
fn secret_value(part: &str) -> Option<&str> {
    let at = part.find('=')?;
    let (name, value) = (part.get(..at)?, part.get(at + 1..)?);
    let secret = SECRET_PARAMETERS.contains(&name.to_ascii_lowercase().as_str());
    let there = value.trim_end_matches(['?', '#', '&', ';']);
    (secret && !there.is_empty() && there != MASK).then(|| part.get(..=at))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_and_passwords_leave_every_text() {
        for (text, clean) in [
            ("http://ann:pw@h/", "http://h/"),
            (
                "“http://ann:pw@h:1/a@b” is wrong",
                "“http://h:1/a@b” is wrong",
            ),
            (
                "see http://ann@h/x, socks5://b:p@[::1]:2",
                "see http://h/x, socks5://[::1]:2",
            ),
            ("http://ann:p/w@h/x", "http://h/x"),
            ("http://ann:p@w@h/x", "http://h/x"),
            ("http:/ann:pw@h:9/", "http:/h:9/"),
            ("http//ann:pw@h:9/", "http//h:9/"),
            ("ann:pw@h:9", "h:9"),
            (
                "http://h/l?user=ann&password=pw&x=1",
                "http://h/l?user=ann&password=•••&x=1",
            ),
            ("http://h/#access_token=abc", "http://h/#access_token=•••"),
            ("“http://h/?TOKEN=abc”.", "“http://h/?TOKEN=•••”."),
        ] {
            assert_eq!(without_credentials(text), clean);
            assert_eq!(without_credentials(clean), clean, "once is enough");
        }
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        for text in [
            "http://h:80/@ann",
            "http://h:80/a:b@c",
            "https://h/@ann:server.example",
            "mail ann@example.org or mailto:ann@example.org",
            "ratio 1:2 @ noon",
            "http://h/?next=/a&page=2&tokens=3",
            "password=",
            "a = b",
            "中文：ann@example.org",
        ] {
            assert!(
                matches!(without_credentials(text), Cow::Borrowed(_)),
                "{text}"
            );
            assert_eq!(without_credentials(text), text);
        }
    }
}
