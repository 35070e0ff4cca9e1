//! Web archives (MHTML, RFC 2557): a page with its style sheets and pictures in one file, as
//! browsers save it. Input: bytes. Output: the page's own bytes, its address, and its parts
//! by address. Nothing in it is executed; nested parts are not read.

use std::collections::BTreeMap;

use data_url::forgiving_base64;
use url::Url;

/// The maximum length of the archive's own header in bytes.
const HEAD_BYTES: usize = 16 * 1024;
/// The maximum number of parts.
const MAX_PARTS: usize = 1_000;

/// A parsed archive.
#[derive(Clone, Debug, PartialEq)]
pub struct Archive {
    /// The page, as received.
    pub html: Vec<u8>,
    /// Its content type, which may include the charset.
    pub content_type: String,
    /// Its address.
    pub url: Option<Url>,
    /// The other parts by address; those without one by `cid:` and their id.
    pub parts: Vec<(Url, Vec<u8>)>,
}

type Headers = BTreeMap<String, String>;

/// Parses an archive; `None` if `bytes` are not one.
pub fn archive(bytes: &[u8]) -> Option<Archive> {
    let (headers, body) = head(bytes)?;
    let kind = headers.get("content-type")?;
    if !kind.to_ascii_lowercase().starts_with("multipart/related") {
        return None;
    }
    let boundary = parameter(kind, "boundary")?;
    let mut page = None;
    let mut parts = Vec::new();
    for part in pieces(body, &boundary).into_iter().take(MAX_PARTS) {
        let Some((headers, body)) = head(part) else {
            continue;
        };
        let content = decoded(&headers, body);
        let kind = headers.get("content-type").cloned().unwrap_or_default();
        let lower = kind.to_ascii_lowercase();
        let is_page = lower.starts_with("text/html") || lower.starts_with("application/xhtml");
        let url = address(&headers);
        if page.is_none() && is_page {
            page = Some((content, kind, url));
        } else {
            let by_id = headers.get("content-id").and_then(|id| {
                let id = id.trim().trim_start_matches('<').trim_end_matches('>');
                Url::parse(&format!("cid:{id}")).ok()
            });
            parts.extend(url.or(by_id).map(|url| (url, content)));
        }
    }
    let (html, content_type, url) = page?;
    Some(Archive {
        html,
        content_type,
        url,
        parts,
    })
}

fn address(headers: &Headers) -> Option<Url> {
    let url = Url::parse(headers.get("content-location")?.trim()).ok()?;
    matches!(url.scheme(), "http" | "https" | "cid").then_some(url)
}

/// The header with lower-case names and unfolded lines, and the rest.
fn head(bytes: &[u8]) -> Option<(Headers, &[u8])> {
    let mut headers = Headers::new();
    let mut last: Option<String> = None;
    let mut at = 0;
    loop {
        let rest = bytes.get(at..)?;
        let end = rest.iter().position(|byte| *byte == b'\n');
        let line = rest.get(..end.unwrap_or(rest.len()))?;
        at = at.saturating_add(line.len() + 1);
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            break;
        }
        if end.is_none() || at > HEAD_BYTES {
            return None;
        }
        if line.starts_with([' ', '\t']) {
            let folded = last.as_ref().and_then(|name| headers.get_mut(name));
            if let Some(value) = folded {
                value.push(' ');
                value.push_str(line.trim());
            }
            continue;
        }
        let (name, value) = line.split_once(':')?;
        let name = name.trim().to_ascii_lowercase();
        headers.insert(name.clone(), value.trim().to_owned());
        last = Some(name);
    }
    (!headers.is_empty()).then(|| (headers, bytes.get(at..).unwrap_or_default()))
}

/// A header parameter without its quotes.
fn parameter(value: &str, wanted: &str) -> Option<String> {
    value.split(';').skip(1).find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        let value = value.trim().trim_matches('"');
        (name.trim().eq_ignore_ascii_case(wanted) && !value.is_empty()).then(|| value.to_owned())
    })
}

/// The parts between boundary lines.
fn pieces<'b>(body: &'b [u8], boundary: &str) -> Vec<&'b [u8]> {
    let marker = format!("--{boundary}");
    let mut pieces = Vec::new();
    let mut start: Option<usize> = None;
    let mut at = 0;
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let text = line.trim_ascii_end();
        if let Some(rest) = text.strip_prefix(marker.as_bytes())
            && (rest.is_empty() || rest == b"--")
        {
            let piece = start.and_then(|start| body.get(start..at));
            // The line end before a boundary belongs to the boundary.
            pieces.extend(piece.map(without_line_end));
            start = rest.is_empty().then_some(at + line.len());
        }
        at += line.len();
    }
    // A truncated archive still yields what arrived.
    pieces.extend(start.and_then(|start| body.get(start..)));
    pieces
}

fn without_line_end(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

fn decoded(headers: &Headers, body: &[u8]) -> Vec<u8> {
    let coding = headers.get("content-transfer-encoding");
    match coding.map(|coding| coding.to_ascii_lowercase()).as_deref() {
        Some("base64") => forgiving_base64::decode_to_vec(body).unwrap_or_default(),
        Some("quoted-printable") => quoted_printable(body),
        _ => body.to_vec(),
    }
}

/// RFC 2045, 6.7; invalid codes are left unchanged.
fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'=' {
            bytes.push(*first);
            continue;
        }
        let soft = [b"\r\n".as_slice(), b"\n"];
        if let Some(after) = soft.iter().find_map(|end| rest.strip_prefix(*end)) {
            rest = after;
            continue;
        }
        let code = rest
            .get(..2)
            .and_then(|pair| std::str::from_utf8(pair).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = rest.get(2..).unwrap_or_default();
            }
            None => bytes.push(b'='),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SAVED: &str = "From: <Saved by a browser>\r\n\
        Snapshot-Content-Location: https://a.example/news\r\n\
        MIME-Version: 1.0\r\n\
        Content-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"--edge--1\"\r\n\
        \r\n\r\n\
        ----edge--1\r\n\
        Content-Type: text/html\r\n\
        Content-Transfer-Encoding: quoted-printable\r\n\
        Content-Location: https://a.example/news\r\n\r\n\
        <link href=3D\"cid:css-1@mhtml\"><p>Caf=C3=\r\n=A9 =zz\r\n\
        ----edge--1\r\n\
        Content-Type: text/css\r\nContent-ID: <css-1@mhtml>\r\n\r\np { }\r\n\
        ----edge--1\r\n\
        Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\
        Content-Location: https://a.example/x.png\r\n\r\nAAEC\r\nAw==\r\n\
        ----edge--1--\r\n";

    #[test]
    fn an_archive_is_taken_apart() {
        let found = archive(SAVED.as_bytes()).expect("an archive");
        let text = String::from_utf8(found.html).expect("text");
        assert_eq!(text, "<link href=\"cid:css-1@mhtml\"><p>Caf\u{e9} =zz");
        let url = found.url.map(String::from);
        assert_eq!(url.as_deref(), Some("https://a.example/news"));
        let parts: Vec<(&str, &[u8])> = found
            .parts
            .iter()
            .map(|(url, bytes)| (url.as_str(), bytes.as_slice()))
            .collect();
        assert_eq!(
            parts,
            [
                ("cid:css-1@mhtml", b"p { }".as_slice()),
                ("https://a.example/x.png", &[0, 1, 2, 3]),
            ]
        );
    }

    #[test]
    fn a_page_a_letter_and_half_an_archive() {
        assert_eq!(archive(b"<!doctype html><p>a: b\n\nc"), None);
        assert_eq!(archive(b"Content-Type: text/plain\n\nhello"), None);
        assert_eq!(archive(b""), None);
        let half = SAVED.find("text/css").expect("a part");
        let found = archive(&SAVED.as_bytes()[..half]).expect("what came");
        assert!(found.parts.is_empty() && !found.html.is_empty());
    }

    proptest! {
        #[test]
        fn no_bytes_trouble_it(cut in 0..SAVED.len(), noise in any::<Vec<u8>>()) {
            let mut bytes = SAVED.as_bytes()[..cut].to_vec();
            bytes.extend(noise);
            let _ = archive(&bytes);
        }
    }
}
