//! The picture and the canonical address that a page declares. Input: declarations. Output: absolute
//! addresses.

use crate::generic::metadata::declared::Declared;
use crate::page::Page;

/// The picture that represents the page.
pub(super) fn image(page: &Page, declared: &Declared) -> String {
    let names = [
        "og:image:secure_url",
        "og:image",
        "og:image:url",
        "twitter:image",
        "twitter:image:src",
        "sailthru.image.full",
        "thumbnail",
    ];
    let by_link = declared
        .links
        .iter()
        .filter(|(rel, _)| rel == "image_src")
        .map(|(_, href)| href.as_str());
    names
        .iter()
        .flat_map(|name| declared.metas_of(name))
        .chain([declared.article.image.as_str()])
        .chain(by_link)
        .chain(declared.properties_of("image"))
        .find_map(|address| web_address(page, address))
        .unwrap_or_default()
}

/// The canonical address that the page declares.
pub(super) fn canonical(page: &Page, declared: &Declared) -> String {
    let by_link = declared
        .links
        .iter()
        .filter(|(rel, _)| rel == "canonical")
        .map(|(_, href)| href.as_str());
    by_link
        .chain(declared.metas_of("og:url"))
        .find_map(|address| web_address(page, address))
        .unwrap_or_default()
}

fn web_address(page: &Page, address: &str) -> Option<String> {
    if address.is_empty() {
        return None;
    }
    let url = page.join(address)?;
    matches!(url.scheme(), "http" | "https").then(|| url.into())
}
