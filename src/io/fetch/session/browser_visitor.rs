//! A session as a visitor in the browser: its cookies, put in before a page and taken out after it,
//! and the headers that only a session knows. Cookies of an account go only where its scope allows.

use cookie_store::{Cookie, CookieDomain, CookieExpiration};
use reqwest::header::{ACCEPT_LANGUAGE, COOKIE, USER_AGENT};
use serde::{Deserialize, Serialize};
use url::Url;

use super::Session;
use bowerbird_logic::policy::pools::cookies::ImportedCookie;

/// A cookie as the browser takes it and gives it.
#[derive(Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BrowserCookie {
    name: String,
    value: String,
    /// With a dot in front where hosts below it get the cookie too.
    domain: String,
    path: String,
    #[serde(default)]
    secure: bool,
    #[serde(default)]
    http_only: bool,
    /// Seconds since 1970; none or less than zero for the time of a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    same_site: Option<String>,
}

impl Session {
    /// Whether both are shown the same by the same way: one profile of the browser serves both.
    pub(crate) fn is_same_visitor(&self, other: &Self) -> bool {
        let way = |session: &Self| {
            let proxy = session
                .proxy()
                .map(|p| (p.url.clone(), p.credentials.clone()));
            (
                proxy,
                session.local_address,
                session.connection,
                session.reach(),
            )
        };
        std::sync::Arc::ptr_eq(&self.jar, &other.jar)
            && self.user_agent == other.user_agent
            && self.headers == other.headers
            && way(self) == way(other)
    }

    /// Its cookies for a page at `url` in the browser.
    pub(crate) fn cookies_for_browser(&self, url: &Url) -> Vec<BrowserCookie> {
        let account = self.kept_account().clone();
        let jar = self.jar();
        let mut cookies = Vec::new();
        for cookie in jar.unexpired() {
            let (domain, host) = match &cookie.domain {
                CookieDomain::HostOnly(host) => (host.clone(), host),
                CookieDomain::Suffix(host) => (format!(".{host}"), host),
                CookieDomain::NotPresent | CookieDomain::Empty => continue,
            };
            let of_account = account.as_ref().is_some_and(|scope| scope.is_of_host(host));
            // The browser does not tell ports apart, so the page's own address decides.
            if of_account && !account.as_ref().is_some_and(|scope| scope.allows(url)) {
                continue;
            }
            let expires = match &cookie.expires {
                CookieExpiration::AtUtc(end) => Some(end.unix_timestamp() as f64),
                CookieExpiration::SessionEnd => None,
            };
            cookies.push(BrowserCookie {
                name: cookie.name().to_owned(),
                value: cookie.value().to_owned(),
                domain,
                path: String::from(cookie.path.as_ref() as &str),
                secure: cookie.secure() == Some(true) || (of_account && url.scheme() == "https"),
                http_only: cookie.http_only() == Some(true),
                expires,
                same_site: cookie.same_site().map(|same| same.to_string()),
            });
        }
        cookies
    }

    /// Replaces what a window at `url` got of the cookies of `host`, and of the hosts above and below
    /// it, by the cookies that are `left` in it: one that the site deleted there is gone. Returns how
    /// many the jar accepted.
    pub fn replace_cookies(&self, url: &Url, host: &str, left: &[ImportedCookie]) -> usize {
        let below = |low: &str, high: &str| {
            low.strip_suffix(high)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        for given in self.cookies_for_browser(url) {
            let domain = given.domain.trim_start_matches('.');
            if below(host, domain) || below(domain, host) {
                self.jar().remove(&given.name, &given.path, domain);
            }
        }
        self.bring_cookies(left)
    }

    /// Stores the cookies that the browser has after a page.
    pub(crate) fn take_cookies_of_browser(&self, cookies: &[BrowserCookie]) {
        let mut jar = self.jar();
        for cookie in cookies {
            let host = cookie.domain.trim_start_matches('.');
            let scheme = if cookie.secure { "https" } else { "http" };
            let Ok(url) = Url::parse(&format!("{scheme}://{host}{}", cookie.path)) else {
                continue;
            };
            let known = jar.unexpired().any(|known| {
                known.name() == cookie.name
                    && known.value() == cookie.value
                    && domain_text(known) == Some(host)
            });
            if known || cookie.value.contains(['\r', '\n', ';']) {
                continue;
            }
            jar.take(&cookie.line(), &url);
        }
    }

    /// The language that its requests ask for, if a rule sets one.
    pub(crate) fn language(&self) -> Option<String> {
        let value = self.headers.get(ACCEPT_LANGUAGE)?;
        Some(value.to_str().ok()?.to_owned())
    }

    /// What the browser adds to a request: the secret header of its origin, and for a `document`
    /// the headers of the rule.
    pub(crate) fn headers_for_browser(&self, url: &Url, document: bool) -> Vec<(String, String)> {
        let mut all = Vec::new();
        if document {
            for (name, value) in self.headers.iter() {
                let own = [COOKIE, USER_AGENT, ACCEPT_LANGUAGE].contains(name);
                if let (false, Ok(value)) = (own, value.to_str()) {
                    all.push((name.to_string(), value.to_owned()));
                }
            }
        }
        if let Some((name, value)) = self.credentials_for(url)
            && let Ok(value) = value.to_str()
        {
            all.push((name.to_string(), value.to_owned()));
        }
        all
    }

    /// The origin that gets the secret header, as a pattern of addresses.
    pub(crate) fn pattern_of_credentials(&self) -> Option<String> {
        let kept = self.kept_credentials();
        Some(format!("{}/*", kept.as_ref()?.origin.ascii_serialization()))
    }
}

fn domain_text<'c>(cookie: &'c Cookie<'_>) -> Option<&'c str> {
    match &cookie.domain {
        CookieDomain::HostOnly(domain) | CookieDomain::Suffix(domain) => Some(domain),
        CookieDomain::NotPresent | CookieDomain::Empty => None,
    }
}

impl BrowserCookie {
    /// It as the value of a `Set-Cookie` header.
    fn line(&self) -> String {
        let mut line = format!("{}={}; Path={}", self.name, self.value, self.path);
        if let Some(domain) = self.domain.strip_prefix('.') {
            line.push_str(&format!("; Domain={domain}"));
        }
        if self.secure {
            line.push_str("; Secure");
        }
        if self.http_only {
            line.push_str("; HttpOnly");
        }
        if let Some(same_site) = &self.same_site {
            line.push_str(&format!("; SameSite={same_site}"));
        }
        let now = jiff::Timestamp::now().as_second();
        if let Some(end) = self.expires.filter(|end| *end > 0.0) {
            line.push_str(&format!("; Max-Age={}", (end as i64).saturating_sub(now)));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::policy::pools::cookies::read_cookies;

    #[test]
    fn cookies_go_into_the_browser_and_come_back() {
        let page = Url::parse("https://www.a.example/x").unwrap();
        let session = Session::new(None, None, None);
        for line in [
            "s=1; HttpOnly; Secure",
            "d=2; Domain=a.example; Max-Age=900; Path=/x",
        ] {
            assert!(session.jar().take(line, &page));
        }
        let cookies = session.cookies_for_browser(&page);
        let json = serde_json::to_value(&cookies).unwrap();
        assert_eq!(json[0]["domain"], "www.a.example");
        assert_eq!(json[0]["httpOnly"], true);
        assert!(json[0].get("expires").is_none());
        assert_eq!(
            (json[1]["domain"].as_str(), json[1]["path"].as_str()),
            (Some(".a.example"), Some("/x"))
        );
        let other = Session::new(None, None, None);
        other.take_cookies_of_browser(&cookies);
        assert_eq!(
            other.cookie_line(&page).unwrap(),
            session.cookie_line(&page).unwrap()
        );
        let below = Url::parse("http://b.a.example/x").unwrap();
        assert_eq!(other.cookie_line(&below).unwrap(), "d=2");
    }

    #[test]
    fn cookies_that_a_site_deletes_in_a_window_are_gone_and_others_stay() {
        let page = Url::parse("https://www.a.example/").unwrap();
        let other = Url::parse("https://b.example/").unwrap();
        let session = Session::new(None, None, None);
        for (line, url) in [
            ("wall=1; Path=/", &page),
            ("all=2; Domain=a.example; Path=/", &page),
            ("other=3; Path=/", &other),
        ] {
            assert!(session.jar().take(line, url));
        }
        let left = r#"[{"name":"pass","value":"4","domain":"www.a.example","path":"/"}]"#;
        let left = read_cookies(left, "www.a.example").cookies;
        assert_eq!(session.replace_cookies(&page, "www.a.example", &left), 1);
        assert_eq!(session.cookie_line(&page).unwrap(), "pass=4");
        assert_eq!(session.cookie_line(&other).unwrap(), "other=3");
    }

    #[test]
    fn sessions_with_other_cookies_or_another_reach_are_other_visitors() {
        let one = Session::new(None, None, None);
        assert!(one.is_same_visitor(&one.clone()));
        assert!(!one.is_same_visitor(&one.without_cookies()));
        assert!(!one.is_same_visitor(&one.reaching(one.reach().and_inside())));
        assert!(!one.is_same_visitor(&one.with_user_agent("other")));
    }
}
