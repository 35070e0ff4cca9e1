//! Search addresses: a template with a placeholder for the keyword, in the site's encoding.
//! Input: a template as a rule writes it and keywords. Output: addresses, and form bodies. A search
//! sent as JSON has its keyword as a parameter of its address, from where `address_and_body` takes
//! it.

use encoding_rs::UTF_8;
use url::Url;

use crate::sources::{address_and_body, with_parameters};

/// The placeholder for the keyword.
const HOLE: &str = "{query}";
/// The parameter that holds the keyword of a search sent as JSON.
const PARAMETER: &str = "query";

/// A charset by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Default for Encoding {
    fn default() -> Self {
        Self(UTF_8)
    }
}

impl Encoding {
    /// The charset of a label such as `gbk`, as browsers know them.
    pub fn named(label: &str) -> Option<Self> {
        let found = encoding_rs::Encoding::for_label(label.trim().as_bytes())?;
        // Encodings that cannot be written (UTF-16, "replacement") fall back to UTF-8, as in
        // browsers.
        Some(Self(found.output_encoding()))
    }

    /// `text` as a form would send it: its bytes in this charset, percent-encoded.
    pub fn written(self, text: &str) -> String {
        let (bytes, _, _) = self.0.encode(text);
        url::form_urlencoded::byte_serialize(&bytes).collect()
    }
}

/// Why a template is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateFault {
    /// It has no `{query}`.
    NoHole,
    /// It is not an http(s) address.
    NoAddress,
}

/// What a search sends by POST.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryBody {
    /// A form, urlencoded.
    Form(String),
    /// JSON.
    Json(String),
}

/// A template: an address, and for searches by POST the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryTemplate {
    address: String,
    body: Option<QueryBody>,
    encoding: Encoding,
}

impl QueryTemplate {
    /// Parses a template; `{query}` must be in the address or in the body.
    ///
    /// # Errors
    /// When there is no placeholder, or no address.
    pub fn read(
        address: &str,
        body: Option<QueryBody>,
        encoding: Encoding,
    ) -> Result<Self, TemplateFault> {
        let body = body.map(|body| match body {
            QueryBody::Form(form) => QueryBody::Form(form.trim().to_owned()),
            json @ QueryBody::Json(_) => json,
        });
        let template = Self {
            address: address.trim().to_owned(),
            body,
            encoding,
        };
        let in_body = match &template.body {
            None => false,
            Some(QueryBody::Form(body) | QueryBody::Json(body)) => body.contains(HOLE),
        };
        if !in_body && !template.address.contains(HOLE) {
            return Err(TemplateFault::NoHole);
        }
        match template.address_of("x") {
            Some(_) => Ok(template),
            None => Err(TemplateFault::NoAddress),
        }
    }

    /// The address for a keyword. For a form search the fragment is the body, which makes the
    /// request unique; fragments are never sent. A search sent as JSON has the keyword as its first
    /// parameter, so that pagination can append its own.
    pub fn address_of(&self, keyword: &str) -> Option<Url> {
        let written = self.encoding.written(keyword);
        let mut url = Url::parse(&self.address.replace(HOLE, &written)).ok()?;
        let plain = url.username().is_empty() && url.password().is_none();
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() || !plain {
            return None;
        }
        let form = match &self.body {
            Some(QueryBody::Form(form)) => Some(form.replace(HOLE, &written)),
            _ => None,
        };
        url.set_fragment(form.as_deref());
        if let Some(QueryBody::Json(body)) = &self.body
            && body.contains(HOLE)
            && !url.query_pairs().any(|(name, _)| name == PARAMETER)
        {
            let own: String = url::form_urlencoded::byte_serialize(keyword.as_bytes()).collect();
            let query = match url.query().filter(|query| !query.is_empty()) {
                Some(query) => format!("{PARAMETER}={own}&{query}"),
                None => format!("{PARAMETER}={own}"),
            };
            url.set_query(Some(&query));
        }
        Some(url)
    }

    /// Whether it is sent as a form.
    pub fn is_form(&self) -> bool {
        matches!(self.body, Some(QueryBody::Form(_)))
    }

    /// The address and body for `url`, an address of this search or a further page of it, with
    /// `keyword`; `None` if it is not sent as JSON.
    pub fn json_for(&self, url: &Url, keyword: &str) -> Option<(Url, String)> {
        let Some(QueryBody::Json(body)) = &self.body else {
            return None;
        };
        // An address from the answer itself does not contain the keyword.
        let url = match body.contains(HOLE) {
            true => with_parameters(url, "query={query}", PARAMETER, keyword),
            false => url.clone(),
        };
        Some(address_and_body(&url, body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_written_as_the_site_wants_them() {
        let check =
            |address: &str, form: Option<&str>, encoding: &str, word: &str, expected: &str| {
                let encoding = Encoding::named(encoding).unwrap();
                let form = form.map(|form| QueryBody::Form(form.to_owned()));
                let template = QueryTemplate::read(address, form, encoding).unwrap();
                assert_eq!(template.address_of(word).unwrap().as_str(), expected);
            };
        let get = "http://s.example/?q={query}&n=10";
        check(
            get,
            None,
            "utf-8",
            "big data",
            "http://s.example/?q=big+data&n=10",
        );
        check(
            get,
            None,
            "utf-8",
            "中文",
            "http://s.example/?q=%E4%B8%AD%E6%96%87&n=10",
        );
        check(
            get,
            None,
            "gbk",
            "中文",
            "http://s.example/?q=%D6%D0%CE%C4&n=10",
        );
        check(
            get,
            None,
            "gb2312",
            "a&b=c",
            "http://s.example/?q=a%26b%3Dc&n=10",
        );
        check(
            "http://s.example/find",
            Some("kw={query}&go=1"),
            "big5",
            "中",
            "http://s.example/find#kw=%A4%A4&go=1",
        );
        check(
            "http://s.example/tag/{query}/",
            None,
            "utf-8",
            "x/y",
            "http://s.example/tag/x%2Fy/",
        );
    }

    #[test]
    fn a_search_by_json_keeps_its_keyword_in_the_address() {
        let check = |address: &str, body: &str, asked: &str, sent: (&str, &str)| {
            let json = Some(QueryBody::Json(body.to_owned()));
            let template = QueryTemplate::read(address, json, Encoding::default()).unwrap();
            let url = template.address_of("a \"b\" 中").unwrap();
            assert_eq!(url.as_str(), asked);
            let (to, body) = template.json_for(&url, "a \"b\" 中").unwrap();
            assert_eq!((to.as_str(), body.as_str()), sent);
            assert!(!template.is_form());
        };
        check(
            "http://s.example/q?page=1&key=7",
            r#"{"q": "{query}", "page": {page}}"#,
            "http://s.example/q?query=a+%22b%22+%E4%B8%AD&page=1&key=7",
            (
                "http://s.example/q?key=7",
                r#"{"q": "a \"b\" 中", "page": 1}"#,
            ),
        );
        check(
            "http://s.example/q/{query}",
            r#"{"page": {page}}"#,
            "http://s.example/q/a+%22b%22+%E4%B8%AD",
            (
                "http://s.example/q/a+%22b%22+%E4%B8%AD",
                r#"{"page": null}"#,
            ),
        );
        // A further page whose address, taken from the answer, lacks the keyword.
        let json = Some(QueryBody::Json(r#"{"q": "{query}"}"#.to_owned()));
        let template = QueryTemplate::read("http://s.example/q", json, Encoding::default());
        let next = Url::parse("http://s.example/q?after=9").unwrap();
        let (to, body) = template.unwrap().json_for(&next, "x").unwrap();
        assert_eq!(to.as_str(), "http://s.example/q?after=9");
        assert_eq!(body, r#"{"q": "x"}"#);
    }

    #[test]
    fn what_is_no_template_is_told() {
        let read = |address: &str| QueryTemplate::read(address, None, Encoding::default());
        assert_eq!(read("http://s.example/"), Err(TemplateFault::NoHole));
        assert_eq!(read("/search?q={query}"), Err(TemplateFault::NoAddress));
        assert_eq!(
            read("ftp://s.example/{query}"),
            Err(TemplateFault::NoAddress)
        );
        assert_eq!(Encoding::named("no such thing"), None);
    }
}
