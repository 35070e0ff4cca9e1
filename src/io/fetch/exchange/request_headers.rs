//! The headers of a request: what the program sends by itself, what a rule adds, cookies,
//! conditions, the referrer. The user agent belongs to the client.

use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue, IF_MODIFIED_SINCE,
    IF_NONE_MATCH, REFERER,
};

use super::Run;
use crate::fetch::answer::without_credentials;

/// What every request accepts, unless a rule says otherwise.
const ACCEPT_PAGE: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

impl Run<'_> {
    /// The headers of the next request.
    pub(super) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static(ACCEPT_PAGE));
        for (name, value) in self.session.headers() {
            headers.insert(name.clone(), value.clone());
        }
        if let Some(cookies) = self.session.cookie_line(&self.at) {
            headers.insert(COOKIE, cookies);
        }
        if let Some((name, value)) = self.session.credentials_for(&self.at) {
            headers.insert(name, value);
        }
        if self.raw {
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        if self.form.is_some() {
            let kind = match self.ask.json {
                true => "application/json",
                false => "application/x-www-form-urlencoded",
            };
            // A rule may set another content type for its JSON.
            if !self.ask.json || !headers.contains_key(CONTENT_TYPE) {
                headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
            }
        }
        self.add_condition(&mut headers);
        // The referrer is not sent to other hosts.
        let referer = self.ask.referer;
        let referer = referer.filter(|_| !headers.contains_key(REFERER));
        if let Some(referer) = referer.filter(|r| r.host_str() == self.at.host_str()) {
            let mut page = without_credentials(referer);
            page.set_fragment(None);
            if let Ok(value) = HeaderValue::from_str(page.as_str()) {
                headers.insert(REFERER, value);
            }
        }
        headers
    }

    /// Makes the request conditional, if the previous answer came from this address.
    fn add_condition(&self, headers: &mut HeaderMap) {
        let condition = self.ask.options.condition;
        let Some(condition) = condition.filter(|c| c.is_about(&self.at)) else {
            return;
        };
        let both = [
            (IF_NONE_MATCH, &condition.etag),
            (IF_MODIFIED_SINCE, &condition.last_modified),
        ];
        for (name, value) in both {
            let value = value.as_deref().map(HeaderValue::from_str);
            if let Some(Ok(value)) = value {
                headers.insert(name, value);
            }
        }
    }
}
