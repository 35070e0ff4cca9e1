//! The cookies of a session, within the limits that browsers have (RFC 6265 §6.1): the cookies of
//! one site use a bounded amount of memory, request size and stored account data. No cookie is
//! accepted for a public suffix such as `co.uk`, because it would be sent to other owners' sites.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use bowerbird_logic::page::is_public_suffix;
use cookie_store::{Cookie, CookieDomain};
use url::Url;

/// Maximum bytes of a cookie's name and value. Its path has the same limit.
const MAX_BYTES: usize = 4096;
/// Maximum bytes of a `Set-Cookie` line: its attributes have the same limit as name and value.
const MAX_SET_BYTES: usize = 2 * MAX_BYTES;
/// Maximum cookies per domain.
const MAX_A_DOMAIN: usize = 50;
/// Maximum cookies per session.
const MOST: usize = 300;
/// Maximum bytes of a `Cookie` line. Fifty full cookies are more than any server accepts: common
/// ones reject a request (status 431) whose headers exceed 16 KB in total.
const MAX_SENT_BYTES: usize = 12 * 1024;

/// Cookies, the least recently set first.
#[derive(Clone, Default)]
pub(super) struct CookieJar {
    cookies: Vec<Cookie<'static>>,
    /// Masks their secret values; built on demand.
    mask: Option<Arc<Mask>>,
}

impl CookieJar {
    /// The stored cookies, as far as the limits allow.
    pub(super) fn of_kept(kept: Vec<Cookie<'static>>) -> Self {
        let mut jar = Self::default();
        for mut cookie in kept.into_iter().filter(|cookie| !cookie.is_expired()) {
            // A host that is itself a public suffix may have set it before suffixes were checked.
            if let CookieDomain::Suffix(domain) = &cookie.domain
                && is_public_suffix(domain)
            {
                cookie.domain = CookieDomain::HostOnly(domain.clone());
            }
            jar.put(cookie);
        }
        jar
    }

    /// Stores the cookie of a `Set-Cookie` line from `url`, replacing an earlier one. False when it
    /// is invalid there, too large, expired, or for a public suffix.
    pub(super) fn take(&mut self, line: &str, url: &Url) -> bool {
        if line.len() > MAX_SET_BYTES {
            return false;
        }
        let Ok(mut cookie) = Cookie::parse(line, url) else {
            return false;
        };
        if let CookieDomain::Suffix(domain) = &cookie.domain
            && is_public_suffix(domain)
        {
            if url.host_str() != Some(domain) {
                return false;
            }
            cookie.domain = CookieDomain::HostOnly(domain.clone());
        }
        keeps_its_prefix(&cookie, url) && self.put(cookie.into_owned())
    }

    /// Adds a cookie as the newest one, and drops what exceeds the limits.
    fn put(&mut self, cookie: Cookie<'static>) -> bool {
        let size = cookie.name().len() + cookie.value().len();
        let path: &str = cookie.path.as_ref();
        if size > MAX_BYTES || path.len() > MAX_BYTES {
            return false;
        }
        let Some(domain) = domain_of(&cookie).map(str::to_owned) else {
            return false;
        };
        let before = self.cookies.iter().position(|known| {
            known.name() == cookie.name()
                && known.path == cookie.path
                && domain_of(known) == Some(&domain)
        });
        let before = before.map(|at| self.cookies.remove(at));
        let same = before.as_ref().is_some_and(|before| {
            before.value() == cookie.value() && before.http_only() == cookie.http_only()
        });
        if !same {
            self.mask = None;
        }
        if cookie.is_expired() {
            return before.is_some();
        }
        self.cookies.push(cookie);
        let of_domain = |cookie: &Cookie| domain_of(cookie) == Some(&domain);
        if self.cookies.iter().filter(|c| of_domain(c)).count() > MAX_A_DOMAIN {
            self.drop_one(of_domain);
        }
        if self.cookies.len() > MOST {
            self.drop_one(|_| true);
        }
        true
    }

    /// Drops one of `those`: an expired one, else the oldest.
    fn drop_one(&mut self, those: impl Fn(&Cookie) -> bool) {
        let find = |run_out: bool| {
            let mut cookies = self.cookies.iter();
            cookies.position(|cookie| those(cookie) && (!run_out || cookie.is_expired()))
        };
        if let Some(at) = find(true).or_else(|| find(false)) {
            self.cookies.remove(at);
            self.mask = None;
        }
    }

    /// Removes the cookie of this name, path and domain.
    pub(super) fn remove(&mut self, name: &str, path: &str, domain: &str) {
        let before = self.cookies.len();
        self.cookies.retain(|known| {
            known.name() != name
                || known.path.as_ref() as &str != path
                || domain_of(known) != Some(domain)
        });
        if self.cookies.len() != before {
            self.mask = None;
        }
    }

    /// Adds a cookie that another machine received for this session.
    pub(super) fn put_received(&mut self, mut cookie: Cookie<'static>) {
        if let CookieDomain::Suffix(domain) = &cookie.domain
            && is_public_suffix(domain)
        {
            cookie.domain = CookieDomain::HostOnly(domain.clone());
        }
        self.put(cookie);
    }

    /// The unexpired cookies, oldest first.
    pub(super) fn unexpired(&self) -> impl DoubleEndedIterator<Item = &Cookie<'static>> {
        self.cookies.iter().filter(|cookie| !cookie.is_expired())
    }

    /// The cookies sent to `url`, oldest first.
    pub(super) fn matches<'a>(
        &'a self,
        url: &'a Url,
    ) -> impl DoubleEndedIterator<Item = &'a Cookie<'static>> {
        self.unexpired().filter(move |cookie| cookie.matches(url))
    }

    /// The `Cookie` line for `url`; empty without cookies for it. Longer paths go first, then older
    /// cookies (RFC 6265 §5.4). If the line would be too long, the oldest are left out.
    pub(super) fn line(&self, url: &Url) -> String {
        let mut left = MAX_SENT_BYTES;
        let mut cookies: Vec<&Cookie> = self
            .matches(url)
            .rev()
            .take_while(|cookie| {
                let size = cookie.name().len() + cookie.value().len() + "=; ".len();
                let rest = left.checked_sub(size);
                left = rest.unwrap_or_default();
                rest.is_some()
            })
            .collect();
        cookies.reverse();
        cookies.sort_by_key(|cookie| std::cmp::Reverse(cookie.path.as_ref().len()));
        let pairs: Vec<String> = cookies
            .iter()
            .map(|cookie| format!("{}={}", cookie.name(), cookie.value()))
            .collect();
        pairs.join("; ")
    }

    /// Masks the values of the cookies for which `secret` is true, if they have at least `shortest`
    /// bytes.
    pub(super) fn mask(&mut self, secret: impl Fn(&Cookie) -> bool, shortest: usize) -> Arc<Mask> {
        if let Some(mask) = &self.mask {
            return Arc::clone(mask);
        }
        let values = self.unexpired().filter(|cookie| secret(cookie));
        let values = values.map(|cookie| cookie.value().as_bytes().to_vec());
        let mask = Arc::new(Mask::new(
            values.filter(|value| value.len() >= shortest).collect(),
        ));
        self.mask = Some(Arc::clone(&mask));
        mask
    }
}

/// Searches for many values in one pass, so that the cost for a body does not depend on the number
/// of cookies.
pub(super) struct Mask {
    values: Vec<Vec<u8>>,
    /// Built on first use, and not while the jar is locked.
    search: OnceLock<Option<AhoCorasick>>,
}

impl Mask {
    /// A mask for `values`.
    fn new(values: Vec<Vec<u8>>) -> Self {
        Self {
            values,
            search: OnceLock::new(),
        }
    }

    /// The masked values.
    pub(super) fn values(&self) -> Vec<Vec<u8>> {
        self.values.clone()
    }

    /// `bytes` with all values overwritten by `*`. Of values starting at the same position the
    /// longest matches.
    pub(super) fn cover<'b>(&self, bytes: Cow<'b, [u8]>) -> Cow<'b, [u8]> {
        if self.values.is_empty() {
            return bytes;
        }
        let search = self.search.get_or_init(|| {
            AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                // The tables of the faster kind are 256 times as large as all values.
                .kind(Some(AhoCorasickKind::ContiguousNFA))
                .build(&self.values)
                .ok()
        });
        match search {
            Some(search) => {
                let found = search.find_iter(bytes.as_ref()).map(|found| found.range());
                let found: Vec<_> = found.collect();
                covered(bytes, found)
            }
            None => self.values.iter().fold(bytes, |bytes, value| {
                let found = memchr::memmem::find_iter(&bytes, value);
                let found: Vec<_> = found.map(|at| at..at + value.len()).collect();
                covered(bytes, found)
            }),
        }
    }
}

/// `bytes` with these ranges overwritten.
pub(super) fn covered(bytes: Cow<'_, [u8]>, places: Vec<std::ops::Range<usize>>) -> Cow<'_, [u8]> {
    let mut bytes = bytes;
    for place in places {
        if let Some(place) = bytes.to_mut().get_mut(place) {
            place.fill(b'*');
        }
    }
    bytes
}

/// Whether a cookie satisfies the conditions of its name prefix (RFC 6265bis, section 4.1.3), so
/// that no other host and no eavesdropper can set a cookie of that name.
fn keeps_its_prefix(cookie: &Cookie, url: &Url) -> bool {
    let begins = |prefix: &str| {
        let start = cookie.name().get(..prefix.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    let secure = || cookie.secure() == Some(true) && url.scheme() == "https";
    let of_host = || matches!(cookie.domain, CookieDomain::HostOnly(_));
    match (begins("__Secure-"), begins("__Host-")) {
        (true, _) => secure(),
        (_, true) => secure() && of_host() && cookie.path.as_ref() as &str == "/",
        _ => true,
    }
}

/// The domain or host that a cookie is for.
pub(super) fn domain_of<'a>(cookie: &'a Cookie) -> Option<&'a str> {
    match &cookie.domain {
        CookieDomain::HostOnly(domain) | CookieDomain::Suffix(domain) => Some(domain),
        CookieDomain::NotPresent | CookieDomain::Empty => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn public_suffixes_are_known_in_all_their_forms() {
        for suffix in [
            "com",
            "co.uk",
            "co.uk.",
            "github.io",
            "xn--55qx5d.cn",
            "corp",
        ] {
            assert!(is_public_suffix(suffix), "{suffix}");
        }
        for name in ["a.co.uk", "example.com", "127.0.0.1", "a.xn--55qx5d.cn"] {
            assert!(!is_public_suffix(name), "{name}");
        }
    }

    #[test]
    fn a_host_that_is_a_public_suffix_keeps_its_cookies_to_itself() {
        let mut jar = CookieJar::default();
        for host in ["localhost", "[::1]", "127.0.0.1", "github.io"] {
            let home = url(&format!("http://{host}/"));
            assert!(jar.take(&format!("own=1; Domain={host}"), &home), "{host}");
            assert_eq!(jar.line(&home), "own=1", "{host}");
        }
        assert_eq!(jar.line(&url("http://a.github.io/")), "");
        assert!(!jar.take("all=1; Domain=github.io", &url("http://a.github.io/")));
    }

    #[test]
    fn names_that_promise_something_are_held_to_it() {
        let mut jar = CookieJar::default();
        let (safe, plain) = (url("https://a.example/"), url("http://a.example/"));
        assert!(!jar.take("__Secure-a=1; Secure", &plain));
        assert!(!jar.take("__secure-a=1", &safe));
        assert!(jar.take("__Secure-a=1; Secure", &safe));
        assert!(!jar.take("__Host-a=1; Secure; Path=/; Domain=a.example", &safe));
        assert!(!jar.take("__Host-a=1; Secure; Path=/x", &safe));
        assert!(jar.take("__Host-a=1; Secure; Path=/", &safe));
    }

    #[test]
    fn what_has_run_out_goes_before_what_is_old() {
        let mut jar = CookieJar::default();
        let home = url("http://a.example/");
        for number in 0..MAX_A_DOMAIN {
            assert!(jar.take(&format!("c{number}=1; Max-Age=1000"), &home));
        }
        jar.cookies[7].expire();
        assert!(jar.take("new=1", &home));
        let names: Vec<&str> = jar.cookies.iter().map(|cookie| cookie.name()).collect();
        assert_eq!(names.len(), MAX_A_DOMAIN);
        assert!(names.contains(&"c0") && !names.contains(&"c7"));
        // A renewed cookie counts as new.
        assert!(jar.take("c0=2", &home));
        assert!(jar.take("newer=1", &home));
        assert!(jar.line(&home).contains("c0=2"));
        assert!(!jar.line(&home).contains("c1="));
    }

    #[test]
    fn a_session_has_three_hundred_cookies_at_most() {
        let mut jar = CookieJar::default();
        for host in 0..10 {
            let home = url(&format!("http://h{host}.example/"));
            for number in 0..MAX_A_DOMAIN {
                jar.take(&format!("c{number}=1"), &home);
            }
        }
        assert_eq!(jar.cookies.len(), MOST);
        assert_eq!(jar.line(&url("http://h3.example/")), "");
        assert!(!jar.line(&url("http://h4.example/")).is_empty());
    }

    #[test]
    fn values_are_covered_wherever_they_stand() {
        let mask = Mask::new(vec![
            b"abcdefgh".to_vec(),
            b"abcdefghij".to_vec(),
            b"12345678".to_vec(),
        ]);
        let covered = mask.cover(Cow::Borrowed(b"xabcdefghijy12345678abcdefghz".as_slice()));
        assert_eq!(covered.as_ref(), b"x**********y****************z");
        let nothing = mask.cover(Cow::Borrowed(b"abc".as_slice()));
        assert!(matches!(nothing, Cow::Borrowed(_)));
    }
}
