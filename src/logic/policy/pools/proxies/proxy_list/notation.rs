//! Parses one proxy in one word: `host:port` with scheme, user and password in any of the usual
//! places.

use std::net::Ipv6Addr;

use super::{ProxyEntry, Scheme, Wrong};

/// Reads `word` into `entry`.
pub(super) fn fill(entry: &mut ProxyEntry, word: &str) -> Result<(), Wrong> {
    let scheme = word.split_once("://").filter(|(scheme, _)| {
        // A password may contain these three signs too.
        scheme
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    });
    let (rest, is_address) = match scheme {
        Some((scheme, rest)) => {
            entry.scheme = Scheme::parse(scheme).ok_or("pools-list-scheme")?;
            (rest, true)
        }
        None => (word, false),
    };
    let rest = match is_address {
        // A path is meaningless for a proxy; many programs write the closing slash.
        true => rest.strip_suffix('/').unwrap_or(rest),
        false => rest,
    };
    if let Some((before, after)) = rest.rsplit_once('@') {
        if let Ok((host, port)) = host_port(after) {
            (entry.host, entry.port) = (host, port);
            let (user, password) = before.split_once(':').unwrap_or((before, ""));
            let plain = |text: &str| match is_address {
                true => unescaped(text),
                false => text.to_owned(),
            };
            return credentials(entry, &plain(user), &plain(password));
        }
        // `host:port@user:password`: the password may contain an `@`, host and port do not.
        if let Some((before, after)) = rest.split_once('@')
            && let Ok((host, port)) = host_port(before)
        {
            (entry.host, entry.port) = (host, port);
            let (user, password) = after.split_once(':').unwrap_or((after, ""));
            return credentials(entry, user, password);
        }
    }
    colons(entry, rest)
}

/// Whether `word` has a port already.
pub(super) fn has_port(word: &str) -> bool {
    let rest = word.split_once("://").map_or(word, |(_, rest)| rest);
    host_port(rest).is_ok() || split_host(rest).is_some_and(|(_, rest)| rest.contains(':'))
}

/// `host:port`, `host:port:user:password`, `user:password:host:port`.
fn colons(entry: &mut ProxyEntry, rest: &str) -> Result<(), Wrong> {
    let bare = |text: &str| text.parse::<Ipv6Addr>().is_ok();
    if bare(rest)
        || rest
            .rsplit_once(':')
            .is_some_and(|(before, _)| bare(before))
    {
        return Err("pools-list-brackets");
    }
    let (host, after) = split_host(rest).ok_or("pools-list-host")?;
    let mut parts = after.splitn(3, ':');
    let port = parts.next().unwrap_or_default();
    let (user, password) = (parts.next(), parts.next());
    if let Ok(port) = port_of(port)
        && is_host(host)
    {
        (entry.host, entry.port) = (plain_host(host), port);
        return match user {
            Some(user) => credentials(entry, user, password.unwrap_or_default()),
            None => Ok(()),
        };
    }
    // The reverse order: the last two are host and port.
    if let Some((before, port)) = rest.rsplit_once(':')
        && let Some((before, host)) = before.rsplit_once(':')
        && let (Ok(port), true) = (port_of(port), is_host(host))
        && let Some((user, password)) = before.split_once(':')
    {
        (entry.host, entry.port) = (plain_host(host), port);
        return credentials(entry, user, password);
    }
    Err(why(host, after))
}

/// What is wrong with a word that is not a valid proxy.
fn why(host: &str, after: &str) -> Wrong {
    let port = after.split(':').next().unwrap_or_default();
    if after.is_empty() && is_host(host) {
        "pools-list-no-port"
    } else if is_host(host) && !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) {
        "pools-list-port"
    } else {
        "pools-list-host"
    }
}

fn credentials(entry: &mut ProxyEntry, user: &str, password: &str) -> Result<(), Wrong> {
    if user.is_empty() {
        // `:password@host` and `@host:port` have no user.
        return match password.is_empty() {
            true => Ok(()),
            false => Err("pools-list-user"),
        };
    }
    entry.user = Some(user.to_owned());
    entry.password = (!password.is_empty()).then(|| password.to_owned());
    Ok(())
}

/// Exactly a host and a port.
pub(super) fn host_port(text: &str) -> Result<(String, u16), Wrong> {
    let (host, port) = split_host(text).ok_or("pools-list-host")?;
    if !is_host(host) {
        return Err("pools-list-host");
    }
    if port.is_empty() {
        return Err("pools-list-no-port");
    }
    Ok((plain_host(host), port_of(port)?))
}

/// The host, and what follows the colon after it.
fn split_host(text: &str) -> Option<(&str, &str)> {
    if text.starts_with('[') {
        let end = text.find(']')?;
        let (host, rest) = text.split_at_checked(end + 1)?;
        return match rest.strip_prefix(':') {
            Some(after) => Some((host, after)),
            None => rest.is_empty().then_some((host, "")),
        };
    }
    Some(text.split_once(':').unwrap_or((text, "")))
}

/// Port of a text: 1 to 65535.
pub(super) fn port_of(text: &str) -> Result<u16, Wrong> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let port = digits.then(|| text.parse::<u16>().ok()).flatten();
    port.filter(|port| *port > 0).ok_or("pools-list-port")
}

/// Whether a text can be a host: a name of letters, digits, dots, hyphens and underscores (also
/// beyond ASCII), an IPv4 address, or an IPv6 address in brackets.
pub(super) fn is_host(text: &str) -> bool {
    if let Some(inner) = text.strip_prefix('[') {
        return inner
            .strip_suffix(']')
            .is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok());
    }
    let name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    !text.is_empty() && text.len() <= 253 && !text.starts_with(['.', '-']) && text.chars().all(name)
}

/// A host without the brackets of an IPv6 address.
pub(super) fn plain_host(text: &str) -> String {
    text.trim_start_matches('[')
        .trim_end_matches(']')
        .to_owned()
}

/// Decodes `%xx` as bytes; text that would not be UTF-8 stays unchanged.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = match (first, after) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        if let Some((high, low)) = escaped {
            bytes.push(high * 16 + low);
            rest = after.get(2..).unwrap_or_default();
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}
