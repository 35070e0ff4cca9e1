//! Addresses of searches: a template with a hole for the keyword, in the encoding that the site
//! wants. Flows in: a template as a rule writes it and keywords. Flows out: addresses, and the
//! bodies of forms.

use encoding_rs::UTF_8;
use url::Url;

/// What a keyword is put for.
const HOLE: &str = "{query}";

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
        // What cannot be written (UTF-16, "replacement") is written as UTF-8 by everyone.
        Some(Self(found.output_encoding()))
    }

    /// `text` as a form would send it: its bytes in this charset, percent-encoded.
    pub fn written(self, text: &str) -> String {
        let (bytes, _, _) = self.0.encode(text);
        url::form_urlencoded::byte_serialize(&bytes).collect()
    }
}

/// Why a template is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateFault {
    /// It has no `{query}`.
    NoHole,
    /// It is no http(s) address.
    NoAddress,
}

/// A template: an address, and for searches by POST the body of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryTemplate {
    address: String,
    form: Option<String>,
    encoding: Encoding,
}

impl QueryTemplate {
    /// Reads a template; `{query}` stands in the address or in the form.
    ///
    /// # Errors
    /// When there is no hole, or no address.
    pub fn read(
        address: &str,
        form: Option<&str>,
        encoding: Encoding,
    ) -> Result<Self, TemplateFault> {
        let template = Self {
            address: address.trim().to_owned(),
            form: form.map(|form| form.trim().to_owned()),
            encoding,
        };
        let holes = [Some(&template.address), template.form.as_ref()];
        if !holes.into_iter().flatten().any(|text| text.contains(HOLE)) {
            return Err(TemplateFault::NoHole);
        }
        match template.address_of("x") {
            Some(_) => Ok(template),
            None => Err(TemplateFault::NoAddress),
        }
    }

    /// The address for a keyword. For a search by POST its fragment is the body of the form, which
    /// makes it a request of its own; fragments are never sent.
    pub fn address_of(&self, keyword: &str) -> Option<Url> {
        let written = self.encoding.written(keyword);
        let mut url = Url::parse(&self.address.replace(HOLE, &written)).ok()?;
        let plain = url.username().is_empty() && url.password().is_none();
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() || !plain {
            return None;
        }
        let form = self.form.as_ref();
        let body = form.map(|form| form.replace(HOLE, &written));
        url.set_fragment(body.as_deref());
        Some(url)
    }

    /// Whether it is sent as a form.
    pub fn is_form(&self) -> bool {
        self.form.is_some()
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
