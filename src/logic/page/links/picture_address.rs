//! The picture that an element shows: its address, including lazily loaded ones. Input: an
//! element. Output: an address as written.

use std::sync::LazyLock;

use scraper::ElementRef;
use scraper::node::Element;

/// Attributes with the address of a picture, in order of priority.
static ATTRIBUTES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    lines(include_str!(
        "../../../../assets/words/picture-attributes.txt"
    ))
});

/// The maximum number of descendants searched for a picture.
const MAX_INSIDE: usize = 2_000;

/// The address of the picture that `element` shows, else that of the first picture in it.
pub(crate) fn picture(element: ElementRef<'_>) -> Option<String> {
    shown_picture(element.value()).or_else(|| {
        element
            .descendants()
            .skip(1)
            .take(MAX_INSIDE)
            .filter_map(ElementRef::wrap)
            .filter(|inner| matches!(inner.value().name(), "img" | "source" | "image"))
            .find_map(|inner| shown_picture(inner.value()))
    })
}

/// The address of the picture that an element itself shows, as written.
pub(crate) fn shown_picture(element: &Element) -> Option<String> {
    let usable = |value: &&str| !value.is_empty() && !value.starts_with("data:");
    let by_attribute = ATTRIBUTES.iter().find_map(|name| {
        let value = element.attr(name)?.trim();
        let value = if name.ends_with("srcset") {
            largest(value)?
        } else {
            value
        };
        Some(value).filter(usable)
    });
    let name = element.name();
    let own = match name {
        "a" | "link" | "image" => element.attr("href").or_else(|| element.attr("xlink:href")),
        "meta" => element.attr("content"),
        _ => None,
    };
    let own = own.map(str::trim).filter(usable);
    if name == "a" {
        return own
            .filter(|href| is_picture_address(href))
            .map(str::to_owned);
    }
    by_attribute
        .or(own)
        .or_else(|| background(element.attr("style")?).filter(usable))
        .map(str::to_owned)
}

/// A link to a page is not a picture, even if it contains one.
fn is_picture_address(href: &str) -> bool {
    let path = href
        .split(['?', '#'])
        .next()
        .unwrap_or("")
        .to_ascii_lowercase();
    [
        ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".bmp",
    ]
    .iter()
    .any(|ending| path.ends_with(ending))
}

/// The largest picture of a `srcset` by width or density; the first on a tie.
fn largest(srcset: &str) -> Option<&str> {
    let mut best: Option<(&str, f64)> = None;
    for candidate in candidates(srcset) {
        let mut words = candidate.split_whitespace();
        let Some(address) = words.next() else {
            continue;
        };
        let size = words
            .next()
            .and_then(|size| size.trim_end_matches(['w', 'x', 'h']).parse().ok());
        let size = size.unwrap_or(1.0);
        if best.is_none_or(|(_, largest)| size > largest) {
            best = Some((address, size));
        }
    }
    best.map(|(address, _)| address)
}

/// The candidates of a `srcset`. A comma ends one only before white space or at the end, since
/// addresses may contain commas.
fn candidates(srcset: &str) -> impl Iterator<Item = &str> {
    srcset
        .split(", ")
        .flat_map(|part| part.split(",\n"))
        .map(|part| part.trim().trim_end_matches(','))
}

/// The address of a background picture.
fn background(style: &str) -> Option<&str> {
    let (_, after) = style.split_once("url(")?;
    let (address, _) = after.split_once(')')?;
    Some(address.trim().trim_matches(['"', '\'']))
}

/// The lines of a word file without blank lines and comments.
pub(super) fn lines(file: &'static str) -> Vec<&'static str> {
    file.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

#[cfg(test)]
mod tests {
    use scraper::{Html, Selector};

    use super::*;

    fn check(html: &str, css: &str, expected: Option<&str>) {
        let page = Html::parse_document(html);
        let selector = Selector::parse(css).unwrap();
        let element = page.select(&selector).next().unwrap();
        assert_eq!(picture(element).as_deref(), expected, "{html}");
    }

    #[test]
    fn the_attributes_load() {
        assert!(ATTRIBUTES.contains(&"src") && ATTRIBUTES.contains(&"data-src"));
    }

    #[test]
    fn a_picture_is_found_however_it_is_loaded() {
        check("<img src=a.png>", "img", Some("a.png"));
        check("<img src=blank.gif data-src=b.png>", "img", Some("b.png"));
        check(
            "<img src='data:image/gif;base64,x' srcset='s.png 1x, l.png 2x'>",
            "img",
            Some("l.png"),
        );
        check(
            "<img src=s.png srcset='s,1.png 300w, l,1.png 900w'>",
            "img",
            Some("l,1.png"),
        );
        check(
            "<a href=big.jpg><img src=small.jpg></a>",
            "a",
            Some("big.jpg"),
        );
        check(
            "<a href=page.html><img src=small.jpg></a>",
            "a",
            Some("small.jpg"),
        );
        check(
            "<figure><picture><source srcset='x.webp'><img src=x.png></picture></figure>",
            "figure",
            Some("x.webp"),
        );
        check(
            "<div style=\"background: url('c.png') no-repeat\"></div>",
            "div",
            Some("c.png"),
        );
        check(
            "<meta property=og:image content=/m.png>",
            "meta",
            Some("/m.png"),
        );
        check("<p>text</p>", "p", None);
    }
}
