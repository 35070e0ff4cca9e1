//! The next page from a header: `Link: <…>; rel="next"` (RFC 8288). Input: header lines.
//! Output: an address as written.

/// The target whose relation is `next`, of all `Link` headers of an answer.
pub fn next_link(headers: &[(String, String)]) -> Option<String> {
    let links = headers
        .iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case("link"));
    links.flat_map(|(_, value)| parts(value)).find_map(|part| {
        let (target, parameters) = part.trim().strip_prefix('<')?.split_once('>')?;
        let is_next = parameters.split(';').any(|parameter| {
            let Some((name, value)) = parameter.split_once('=') else {
                return false;
            };
            let value = value.trim().trim_matches('"').to_ascii_lowercase();
            name.trim().eq_ignore_ascii_case("rel") && value.split_whitespace().any(|r| r == "next")
        });
        is_next.then(|| target.trim().to_owned())
    })
}

/// The links of one line: split at commas outside brackets and quotes.
fn parts(value: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut inside, mut quoted) = (0, false, false);
    for (at, c) in value.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '<' if !quoted => inside = true,
            '>' if !quoted => inside = false,
            ',' if !quoted && !inside => {
                parts.push(value.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(value.get(start..).unwrap_or_default());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_is_read_from_links() {
        let check = |value: &str, expected: Option<&str>| {
            let headers = [("link".to_owned(), value.to_owned())];
            assert_eq!(next_link(&headers).as_deref(), expected, "{value}");
        };
        check(
            "</p?page=2>; rel=\"next\", </p?page=9>; rel=\"last\"",
            Some("/p?page=2"),
        );
        check(
            "<http://a.example/?a=1,2>; title=\"x, y\"; rel=next",
            Some("http://a.example/?a=1,2"),
        );
        check("</a>; rel=\"prev next\"", Some("/a"));
        check("</a>; rel=prefetch", None);
        check("broken", None);
    }
}
