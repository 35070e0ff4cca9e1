//! Result links that go through the search engine itself. Input: a link and its page. Output:
//! its target, if the link contains it. Only the form counts: a link to the page's own site that
//! contains another full address, plain, encoded or in base 64.

use std::borrow::Cow;

use url::Url;

/// Parameters that usually carry a target, tried first; any other is used when it holds nothing
/// else.
const USUAL: [&str; 10] = [
    "url", "u", "q", "target", "to", "dest", "uddg", "link", "r", "goto",
];
/// The longest path part that is decoded.
const LONGEST: usize = 4_096;
/// The maximum number of characters before a target in base 64.
const PREFIX: usize = 2;

/// The target of `link` on the page `here`; the link itself if it is direct or contains no target.
pub fn behind<'u>(link: &'u Url, here: &Url) -> Cow<'u, Url> {
    let own_site = match (link.host_str(), here.host_str()) {
        (Some(link), Some(here)) => site_of(link) == site_of(here),
        _ => false,
    };
    if !own_site {
        return Cow::Borrowed(link);
    }
    let found = in_query(link).or_else(|| in_path(link));
    let leads_on = |target: &Url| target.host_str() != here.host_str();
    match found.filter(leads_on) {
        Some(target) => Cow::Owned(target),
        None => Cow::Borrowed(link),
    }
}

fn in_query(link: &Url) -> Option<Url> {
    let pairs: Vec<(Cow<'_, str>, Cow<'_, str>)> = link.query_pairs().collect();
    let named = |name: &str| {
        let mut all = pairs.iter();
        all.find(|(n, _)| n == name)
            .and_then(|(_, value)| target(value))
    };
    USUAL
        .iter()
        .find_map(|name| named(name))
        .or_else(|| pairs.iter().find_map(|(_, value)| target(value)))
}

/// Some engines put the target into a part of the path, as `/RU=https%3a%2f%2f…/`.
fn in_path(link: &Url) -> Option<Url> {
    let parts = link.path().split('/');
    parts.filter(|part| part.len() <= LONGEST).find_map(|part| {
        let (_, value) = part.split_once('=')?;
        let decoded = percent_decoded(value);
        target(&decoded)
    })
}

fn percent_decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text)
        .decode_utf8_lossy()
        .into_owned()
}

/// The address in a value, plain or in base 64.
fn target(value: &str) -> Option<Url> {
    let value = value.trim();
    if let Some(url) = address(value) {
        return Some(url);
    }
    if value.len() < 16 || value.len() > LONGEST {
        return None;
    }
    (0..=PREFIX).find_map(|skip| {
        let bytes = base64(value.get(skip..)?)?;
        address(std::str::from_utf8(&bytes).ok()?)
    })
}

fn address(text: &str) -> Option<Url> {
    let text = text.strip_prefix("//").map_or(Cow::Borrowed(text), |rest| {
        Cow::Owned(format!("http://{rest}"))
    });
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return None;
    }
    let url = Url::parse(&text).ok()?;
    url.host_str()
        .is_some_and(|host| host.contains('.'))
        .then_some(url)
}

/// Base 64 in either alphabet, with or without padding (RFC 4648).
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let (mut bits, mut held) = (0_u32, 0_u32);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0x00ff_ffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push(u8::try_from((bits >> held) & 0xff).ok()?);
        }
    }
    Some(out)
}

/// The last two parts of a host: enough to recognise a site's own redirector.
fn site_of(host: &str) -> String {
    let parts: Vec<&str> = host.rsplit('.').take(2).collect();
    let is_number = parts
        .first()
        .is_some_and(|last| last.chars().all(|c| c.is_ascii_digit()));
    if is_number || host.contains(':') {
        return host.to_owned();
    }
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_freed_of_redirectors() {
        let here = Url::parse("https://www.find.example/?q=x").unwrap();
        let check = |link: &str, expected: &str| {
            let link = Url::parse(link).unwrap();
            assert_eq!(behind(&link, &here).as_str(), expected);
        };
        check(
            "https://find.example/url?sa=t&q=https%3A%2F%2Fa.example%2Fnews%3Fid%3D1&v=2",
            "https://a.example/news?id=1",
        );
        check(
            "https://r.find.example/_y/RU=https%3a%2f%2fa.example%2fx/RK=2/RS=abc",
            "https://a.example/x",
        );
        check(
            "https://www.find.example/ck/a?!&&p=0&u=a1aHR0cHM6Ly9hLmV4YW1wbGUvcGFnZQ&ntb=1",
            "https://a.example/page",
        );
        check(
            "https://www.find.example/l/?uddg=%2F%2Fa.example%2Fy",
            "http://a.example/y",
        );
        // Not its own redirector, or no target in the link.
        check(
            "https://a.example/go?u=https://b.example/",
            "https://a.example/go?u=https://b.example/",
        );
        check(
            "https://www.find.example/link?url=Kx83hs9",
            "https://www.find.example/link?url=Kx83hs9",
        );
    }
}
