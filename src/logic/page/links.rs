//! Joining and normalising addresses.

use url::Url;

/// Joins `href` to `base`; `None` for what is not http(s) or does not parse.
pub fn join(_base: &Url, _href: &str) -> Option<Url> {
    todo!()
}

/// `url` without its fragment: the form in which the frontier knows it.
pub fn without_fragment(_url: &Url) -> Url {
    todo!()
}
