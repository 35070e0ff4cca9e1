//! Removes secrets from addresses in any text: typed input and sites' answers reappear in errors,
//! events, logs and stored reasons. Input: any text. Output: the same text, with user and
//! password before a host cut out (RFC 3986 §3.2.1) and the values of secret query parameters
//! masked. For what is handed to others, [`without_contents`] also cuts out addresses, paths and
//! quotations.

use std::borrow::Cow;

/// What stands for a secret in examples of addresses.
const PLACEHOLDER: &str = "ACCESS-TOKEN";

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
    if let Some((user, host)) = authority.rsplit_once('@') {
        if user == PLACEHOLDER {
            return None;
        }
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

/// What stands for an address, a path or a quotation that was cut out.
const CUT: &str = "…";

/// Words between backticks that come from the language, not from a page.
const CODE_WORDS: [&str; 4] = ["None", "Some", "Ok", "Err"];

/// `text` without the addresses, hosts, people, paths and quotations in it, for what is handed to
/// others: an event of the program stays, what it happened to does not.
pub fn without_contents(text: &str) -> String {
    let text = without_quotations(text);
    let mut clean = String::with_capacity(text.len());
    for piece in text.split_inclusive(is_border) {
        let body = piece.trim_end_matches(is_border);
        let core = body.trim_end_matches(['.', ':', '!', '?', ',', ';', ')', ']', '}', '：', '、']);
        clean.push_str(&without_places(core));
        clean.push_str(piece.strip_prefix(core).unwrap_or_default());
    }
    clean
}

/// A piece without spaces, such as `url=https://a.example/x`, with its addresses and paths cut out.
fn without_places(piece: &str) -> String {
    let mut clean = String::new();
    let mut rest = piece;
    if let Some((before, _)) = piece.split_once("://") {
        let is_scheme = |c: char| c.is_alphanumeric() || "+-.".contains(c);
        // Whatever follows belongs to the address: values of its query too.
        clean = without_places(before.trim_end_matches(is_scheme));
        clean.push_str(CUT);
        rest = "";
    }
    for part in rest.split_inclusive(|c: char| "=,;()[]{}、：".contains(c)) {
        let word = part.trim_end_matches(|c: char| "=,;()[]{}、：".contains(c));
        if is_place(word.trim_start_matches(['.', '!', '?'])) {
            clean.push_str(CUT);
            if word.contains(['/', '\\', '?']) {
                break;
            }
        } else {
            clean.push_str(word);
        }
        clean.push_str(part.strip_prefix(word).unwrap_or_default());
    }
    clean
}

/// Cuts out what stands between quotation marks, and between backticks unless it is code.
fn without_quotations(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['"', '“', '«', '「', '『', '`']) {
        let (before, quoted) = rest.split_at(start);
        clean.push_str(before);
        let mut letters = quoted.chars();
        let open = letters.next().unwrap_or_default();
        let close = match open {
            '“' => '”',
            '«' => '»',
            '「' => '」',
            '『' => '』',
            same => same,
        };
        let inside = letters.as_str();
        // Without an end, all of the rest may be a quotation.
        let end = closing(inside, close).unwrap_or(inside.len());
        let (inside, after) = inside.split_at(end);
        let is_code = open == '`' && (inside.contains("::") || CODE_WORDS.contains(&inside));
        clean.push(open);
        clean.push_str(if is_code { inside } else { CUT });
        clean.push(close);
        rest = after.strip_prefix(close).unwrap_or(after);
    }
    clean.push_str(rest);
    clean
}

/// Where the quotation ends; an escaped mark does not end it.
fn closing(inside: &str, close: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in inside.char_indices() {
        if c == close && !is_escaped {
            return Some(at);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

/// Whether a word is an address, a host, an IP address, a mail address or a path.
fn is_place(word: &str) -> bool {
    let is_path = word.len() > 1 && (word.starts_with(['/', '~']) || word.contains('\\'));
    let is_host = || {
        let host = word.split(['/', ':', '?', '#']).next().unwrap_or_default();
        let labels: Vec<&str> = host.split('.').collect();
        let are_labels = labels.len() > 1
            && labels.iter().all(|label| {
                let mut letters = label.chars();
                !label.is_empty() && letters.all(|c| c.is_alphanumeric() || "-_".contains(c))
            });
        let is_number = |label: &&str| label.chars().all(|c| c.is_ascii_digit());
        let is_named = labels.last().is_some_and(|last| !is_number(last));
        // `2.5` and `0.2.0` are numbers, four of them are an IP address.
        are_labels && (is_named || labels.len() == 4) && !is_quantity(host)
    };
    // `::` between words is code, between hexadecimal digits an IP address.
    let is_ip6 = || {
        let colons = word.matches(':').count();
        // Two of them are a time.
        (word.contains("::") || colons > 3)
            && word.chars().all(|c| c.is_ascii_hexdigit() || c == ':')
    };
    let is_local = word == "localhost" || word.starts_with("localhost:");
    word.contains("://") || word.contains('@') || is_path || is_local || is_host() || is_ip6()
}

/// Whether a word is a number with a unit, such as `2.5ms`.
fn is_quantity(word: &str) -> bool {
    let number = word.trim_end_matches(|c: char| c.is_alphabetic() || c == '%');
    word.len() - number.len() <= 3 && number.parse::<f64>().is_ok()
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
            "matrixs://ACCESS-TOKEN@h/!room:h",
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

    #[test]
    fn what_is_handed_to_others_has_no_place_and_no_quotation() {
        for (text, clean) in [
            (
                "cannot reach https://a.example/x?y=1: refused (os error 111)",
                "cannot reach …: refused (os error 111)",
            ),
            ("host=news.example:8080 tries=3", "host=… tries=3"),
            ("at a.example/search?q=word&x=1, then", "at …, then"),
            ("url=http://a.example/?q=word;x=(y)", "url=…)"),
            ("“The title” of 中文.example，10.0.0.1", "“…” of …，…"),
            ("no such file: /home/ann/a.bower", "no such file: …"),
            ("C:\\Users\\ann\\a.bower is locked", "… is locked"),
            ("took 2.5ms in version 0.2.0", "took 2.5ms in version 0.2.0"),
            ("mail to ann@example.org.", "mail to …."),
            ("[2001:db8::1]:80 and ::1", "[…]:80 and …"),
            (r#"text="a \"b\" c" n=1"#, r#"text="…" n=1"#),
            (
                "called `Option::unwrap()` on a `None` value in `a word`",
                "called `Option::unwrap()` on a `None` value in `…`",
            ),
            ("an open “quotation", "an open “…”"),
            (
                "index out of bounds: the len is 3",
                "index out of bounds: the len is 3",
            ),
            ("localhost:9 at 12:30:05", "… at 12:30:05"),
        ] {
            assert_eq!(without_contents(text), clean);
        }
    }
}
