//! Further declarations of a page: its site, description, picture, canonical address, tags.
//! Input: declarations. Output: plain strings and absolute addresses.

use super::letters;
use super::sites::Sites;
use crate::generic::metadata::declared::Declared;
use crate::page::Page;

/// The maximum number of tags.
const MAX_TAGS: usize = 30;
/// Maximum length of a tag, in characters.
const MAX_TAG: usize = 60;
/// Maximum length of a site name, in characters.
const MAX_SITE: usize = 60;

/// The name of the site: declared, else the last part of `<title>` if it names the host, else the
/// host.
pub(super) fn site(page: &Page, declared: &Declared, sites: &Sites, title: &str) -> String {
    let title = letters(title);
    // Some pages fill the site name with their own title.
    let fits = |name: &&String| {
        !name.is_empty()
            && name.chars().count() <= MAX_SITE
            && (title.chars().count() < 8 || !letters(name).contains(&title))
    };
    if let Some(name) = sites.names.iter().find(fits) {
        return name.clone();
    }
    let whole = page.title();
    let parts = [" - ", " | ", " – ", " — ", "_", "|", " :: ", " · "];
    let ends = parts
        .iter()
        .flat_map(|s| [whole.rsplit(s).next(), whole.split(s).next()])
        .flatten()
        .map(str::trim);
    ends.filter(|part| sites.is_site(part))
        .map(str::to_owned)
        .next()
        .or_else(|| {
            declared
                .meta_of(&["twitter:app:name:iphone", "al:ios:app_name"])
                .map(str::to_owned)
        })
        .or_else(|| {
            let host = page.url().host_str()?;
            // A page from a file has no site.
            (host != "localhost" && host.parse::<std::net::IpAddr>().is_err())
                .then(|| host.trim_start_matches("www.").to_owned())
        })
        .unwrap_or_default()
}

/// The declared description of the page.
pub(super) fn description(declared: &Declared) -> String {
    let names = [
        "og:description",
        "description",
        "twitter:description",
        "dc.description",
        "dcterms.abstract",
        "citation_abstract",
    ];
    let by_meta = declared.meta_of(&names).unwrap_or_default();
    let by_json = declared.article.description.as_str();
    let by_property = declared.properties_of("description").next();
    [Some(by_meta), Some(by_json), by_property]
        .into_iter()
        .flatten()
        .find(|text| !text.is_empty())
        .unwrap_or_default()
        .to_owned()
}

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

/// Splits tags at commas; in Chinese also at spaces, if there are no commas.
fn parts_of(text: &str) -> Vec<&str> {
    let commas = [',', '，', '、', ';', '；', '|'];
    let spaced = !text.is_ascii() && !text.contains(commas) && text.matches(' ').count() >= 2;
    if spaced {
        text.split_whitespace().collect()
    } else {
        text.split(commas).collect()
    }
}

/// Tags and keywords: those of the article before those of the page.
pub(super) fn tags(declared: &Declared) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    let listed = declared
        .metas_of("article:tag")
        .chain(declared.metas_of("og:article:tag"))
        .chain(declared.metas_of("citation_keywords"));
    let keywords = declared
        .metas_of("news_keywords")
        .chain(declared.metas_of("keywords"))
        .chain(declared.metas_of("parsely-tags"))
        .chain(declared.metas_of("sailthru.tags"));
    let shown = declared.tag_links.iter().map(String::as_str);
    let given = declared.article.tags.iter().map(String::as_str);
    for text in given.chain(listed).chain(shown).chain(keywords) {
        for tag in parts_of(text) {
            let tag = tag.trim().trim_start_matches('#').trim();
            let key = letters(tag);
            if key.is_empty() || tag.chars().count() > MAX_TAG || known.contains(&key) {
                continue;
            }
            if tags.len() >= MAX_TAGS {
                return tags;
            }
            tags.push(tag.to_owned());
            known.push(key);
        }
    }
    tags
}
