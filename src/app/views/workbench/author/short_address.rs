//! Short addresses for cells: without the part shared with the page. Pure; the tooltip contains the
//! whole value.

use bowerbird_engine::types::Url;

/// An address without scheme, and without the host if it is that of `base`.
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
