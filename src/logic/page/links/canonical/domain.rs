//! Which hosts belong to one site, by the public suffix list, as browsers decide for cookies.
//! `news.example.co.uk` and `www.example.co.uk` are one site, `a.github.io` and `b.github.io` are
//! two.

use url::{Host, Url};

/// The registrable part of a host, such as `example.co.uk`; an IP address, a public suffix and a
/// name without dots are returned unchanged.
pub fn registrable(url: &Url) -> Option<&str> {
    match url.host()? {
        Host::Domain(host) => Some(psl::domain_str(host).unwrap_or(host)),
        _ => url.host_str(),
    }
}

/// Whether anybody may register names below this one, such as `co.uk`.
pub fn is_public_suffix(domain: &str) -> bool {
    let domain = domain.trim_end_matches('.');
    psl::suffix_str(domain) == Some(domain)
}

/// Whether two addresses belong to one site, whatever their hosts.
pub fn same_site(one: &Url, other: &Url) -> bool {
    one.host_str() == other.host_str()
        || registrable(one).is_some_and(|domain| Some(domain) == registrable(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_told_by_the_public_suffix_list() {
        let same = |one: &str, other: &str| {
            let url = |host: &str| Url::parse(&format!("http://{host}/")).unwrap();
            same_site(&url(one), &url(other))
        };
        assert!(same("news.example.co.uk", "www.example.co.uk"));
        assert!(same("example.com", "a.b.example.com"));
        assert!(same("example.com:81", "www.example.com"));
        assert!(same("新闻.example.cn", "www.example.cn"));
        assert!(!same("one.co.uk", "two.co.uk"));
        assert!(!same("a.github.io", "b.github.io"));
        assert!(!same("127.0.0.1", "10.0.0.1"));
        assert!(!same("1.2.3.4", "2.2.3.4"));
        assert!(same("[::1]", "[::1]"));
        assert!(!same("localhost", "intranet"));
        assert!(!same("badexample.com", "example.com"));
    }
}
