//! The address that a page declares as its own (`<link rel=canonical>`, RFC 6596), and when it is
//! accepted. Many sites declare their front page, a section or page 1 on every page: a claim is
//! accepted only on the same site, if it is unique and neither the front page nor a parent folder.

use url::Url;

use super::domain::same_site;
use crate::page::Page;

/// Trailing path segments that only select a presentation of the page.
const MANNERS: [&str; 6] = [
    "amp",
    "print",
    "amp.html",
    "print.html",
    "index.html",
    "mobile",
];

/// The address that `page` declares as its own; `None` without a claim or with an implausible one.
pub fn claim(page: &Page) -> Option<Url> {
    let mut found: Option<Url> = None;
    for element in page.elements() {
        let value = element.value();
        if value.name() != "link" {
            continue;
        }
        let is_claim = value.attr("rel").is_some_and(|rel| {
            let mut words = rel.split_ascii_whitespace();
            words.any(|word| word.eq_ignore_ascii_case("canonical"))
        });
        let Some(url) = value
            .attr("href")
            .filter(|href| is_claim && !href.trim().is_empty())
            .and_then(|href| page.join(href))
        else {
            continue;
        };
        if found.as_ref().is_some_and(|known| *known != url) {
            // Two addresses are no claim.
            return None;
        }
        found = Some(url);
    }
    found.filter(|url| is_believable(url, page.url()))
}

fn is_believable(claimed: &Url, here: &Url) -> bool {
    same_site(claimed, here) && !is_above(claimed, here)
}

/// Whether `claimed` is the front page or a parent folder of `here`.
fn is_above(claimed: &Url, here: &Url) -> bool {
    if claimed.query().is_some() {
        return false;
    }
    let folder = claimed.path().strip_suffix('/').unwrap_or(claimed.path());
    let Some(rest) = here.path().strip_prefix(folder) else {
        // In another folder or language, a short path alone means a front page.
        return folder.is_empty();
    };
    if folder.is_empty() {
        return !matches!(rest, "" | "/") || here.query().is_some();
    }
    let Some(rest) = rest.strip_prefix('/') else {
        return false;
    };
    let below = rest.trim_end_matches('/').to_ascii_lowercase();
    !below.is_empty() && !MANNERS.contains(&below.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(here: &str, head: &str, expected: Option<&str>) {
        let page = Page::parse(head, &Url::parse(here).unwrap());
        let found = claim(&page).map(String::from);
        assert_eq!(found.as_deref(), expected, "{here} {head}");
    }

    #[test]
    fn claims_are_believed_only_where_they_can_be_true() {
        let here = "https://www.example.org/news/a1.html?from=list";
        let of = |href: &str| format!("<link rel='shortlink canonical' href='{href}'>");
        let good = "https://www.example.org/news/a1.html";
        check(here, &of("/news/a1.html"), Some(good));
        check(
            here,
            &of("https://m.example.org/x"),
            Some("https://m.example.org/x"),
        );
        check(here, &of("https://other.example/news/a1.html"), None);
        check(here, &of("/"), None);
        check(here, &of("/news/"), None);
        check(here, &of("/news"), None);
        check(here, &of(""), None);
        check(here, &of("javascript:x"), None);
        check(here, &format!("{}{}", of("/a"), of("/b")), None);
        check(
            here,
            &format!("{}{}", of("/a"), of("/a")),
            Some("https://www.example.org/a"),
        );
        check(here, "<link rel=alternate href=/x>", None);
        check("https://e.org/a/amp/", &of("/a/"), Some("https://e.org/a/"));
        check("https://e.org/a/print", &of("/a"), Some("https://e.org/a"));
        check(
            "https://e.org/",
            &of("https://e.org/"),
            Some("https://e.org/"),
        );
        check("https://e.org/?id=7", &of("/"), None);
        check(
            "https://e.org/?id=7&x=1",
            &of("/?id=7"),
            Some("https://e.org/?id=7"),
        );
        check(
            "https://e.org/newspaper",
            &of("/news"),
            Some("https://e.org/news"),
        );
    }
}
