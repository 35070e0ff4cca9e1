//! Pictures and recordings: their addresses, descriptions and sizes; which are ornaments or stand for a
//! character. Input: node features. Output: plain values, absolute addresses.

use super::super::features::{BodyTree, Item};
use crate::page::{Page, collapse, shown_picture};

/// A picture with fewer pixels in either direction is an ornament.
const MIN_PIXELS: u32 = 32;

/// A picture.
pub(super) struct Picture {
    /// Its absolute address.
    pub address: String,
    /// Its description.
    pub alt: String,
    /// Its smaller side, if declared.
    pub pixels: Option<u32>,
    /// Whether it represents a character in the text.
    pub is_sign: bool,
}

impl Picture {
    /// Whether it is too small to show anything.
    pub fn is_ornament(&self) -> bool {
        self.pixels.is_some_and(|pixels| pixels < MIN_PIXELS)
    }
}

/// The picture that element `at` shows, including lazily loaded ones.
pub(super) fn picture(page: &Page, tree: &BodyTree<'_>, at: usize) -> Option<Picture> {
    let end = tree.get(at)?.end;
    let inside = || (at..end).filter_map(|at| tree.get(at));
    let image = inside().find(|item| item.name() == "img");
    let shown = |item: &Item<'_>| {
        let address = shown_picture(item.element?)?;
        let url = page.join(address.trim())?;
        matches!(url.scheme(), "http" | "https").then(|| String::from(url))
    };
    let sources = inside().filter(|item| item.name() == "source");
    let address = image
        .and_then(shown)
        .or_else(|| sources.filter_map(shown).next());
    let attr = |name: &str| image.and_then(|item| item.attr(name)).unwrap_or_default();
    let side = |name: &str| {
        let digits: String = attr(name)
            .trim()
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        let percent = attr(name).contains('%');
        digits.parse::<u32>().ok().filter(|_| !percent)
    };
    let pixels = [side("width"), side("height")].into_iter().flatten().min();
    let alt = collapse(attr("alt"));
    let class = attr("class").to_ascii_lowercase();
    let named = ["emoji", "smiley", "emoticon"]
        .iter()
        .any(|n| class.contains(n));
    let small = pixels.is_some_and(|p| p <= MIN_PIXELS);
    let is_sign = !alt.is_empty()
        && alt.chars().count() <= 20
        && (named || small && alt.chars().count() <= 2);
    Some(Picture {
        address: address.or_else(|| is_sign.then(String::new))?,
        alt,
        pixels,
        is_sign,
    })
}

/// The address of the video or recording that element `at` plays.
pub(super) fn source(page: &Page, tree: &BodyTree<'_>, at: usize) -> Option<String> {
    let end = tree.get(at)?.end;
    (at..end)
        .filter_map(|at| tree.get(at))
        .filter(|item| matches!(item.name(), "video" | "audio" | "source"))
        .filter_map(|item| page.join(item.attr("src")?.trim()))
        .find(|url| matches!(url.scheme(), "http" | "https"))
        .map(String::from)
}
