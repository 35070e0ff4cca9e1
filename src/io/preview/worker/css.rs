//! Prepares style sheets for Blitz: decodes them, makes their imports harmless, and keeps their
//! media. Nothing else is changed.

use std::borrow::Cow;
use std::sync::LazyLock;

use encoding_rs::Encoding;
use regex::Regex;
use url::Url;

/// A `<style>` element's text with its `media` attribute applied.
pub(super) fn inline(text: &str, media: &str, base: &Url) -> String {
    let text = defused(text, base);
    match meaningful_media(media) {
        Some(media) => format!("@media {media} {{\n{text}\n}}"),
        None => text,
    }
}

/// The media query, or `None` when it matches every screen.
pub(super) fn meaningful_media(media: &str) -> Option<&str> {
    let media = media.trim();
    let plain = ["", "all", "screen"];
    let malformed = media.contains(['{', '}', ';']);
    (!malformed && !plain.iter().any(|p| media.eq_ignore_ascii_case(p))).then_some(media)
}

/// A fetched style sheet as UTF-8, decoded by its byte order mark, its `@charset`, or as UTF-8.
pub(super) fn decoded(bytes: &[u8], base: &Url) -> Vec<u8> {
    let encoding = Encoding::for_bom(bytes)
        .map(|(encoding, _)| encoding)
        .or_else(|| {
            std::str::from_utf8(bytes)
                .is_ok()
                .then_some(encoding_rs::UTF_8)
        })
        .or_else(|| declared(bytes))
        .unwrap_or(encoding_rs::UTF_8);
    let (text, _, _) = encoding.decode(bytes);
    defused(&text, base).into_bytes()
}

/// The text without imports of invalid addresses, on which Blitz panics.
pub(super) fn defused(text: &str, base: &Url) -> String {
    static IMPORT: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"(?i)@import\s*(?:url\(\s*)?["']?\s*(?P<address>[^"')\s;]*)"#).ok()
    });
    let Some(import) = &*IMPORT else {
        return text.to_owned();
    };
    let changed: Cow<'_, str> = import.replace_all(text, |found: &regex::Captures<'_>| {
        let whole = found.get(0).map_or("", |m| m.as_str());
        let joins = found
            .name("address")
            .is_some_and(|address| base.join(address.as_str()).is_ok());
        if joins {
            whole.to_owned()
        } else {
            whole
                .to_ascii_lowercase()
                .replacen("@import", "@ignored", 1)
        }
    });
    changed.into_owned()
}

fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let rest = bytes.strip_prefix(b"@charset \"")?;
    let end = rest.iter().take(40).position(|b| *b == b'"')?;
    Encoding::for_label(rest.get(..end)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Url {
        match Url::parse("http://127.0.0.1/a/") {
            Ok(url) => url,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn only_imports_that_do_not_join_are_taken_out() {
        let good = "@import url(\"b.css\") screen; @IMPORT 'c.css'; p { color: red }";
        assert_eq!(defused(good, &base()), good);
        let bad = "@import url( 'http://[oops' ); p { color: red }";
        assert!(!defused(bad, &base()).contains("@import"));
        assert!(defused(bad, &base()).contains("color: red"));
    }

    #[test]
    fn media_is_kept_where_it_says_something() {
        assert_eq!(inline("p{}", "screen", &base()), "p{}");
        assert_eq!(inline("p{}", "", &base()), "p{}");
        assert_eq!(inline("p{}", "print", &base()), "@media print {\np{}\n}");
        assert_eq!(inline("p{}", "a{}", &base()), "p{}");
    }

    #[test]
    fn bytes_become_utf_8() {
        let gbk = b"@charset \"GBK\";/*\xd6\xd0*/";
        assert_eq!(
            String::from_utf8(decoded(gbk, &base())),
            Ok("@charset \"GBK\";/*中*/".to_owned())
        );
        assert_eq!(decoded(b"\xef\xbb\xbfp{}", &base()), b"p{}");
        assert_eq!(
            decoded("p{/*é*/}".as_bytes(), &base()),
            "p{/*é*/}".as_bytes()
        );
    }
}
