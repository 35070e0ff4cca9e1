//! The name of a page's site. Input: declarations and the title. Output: a plain string.

use super::letters;
use super::title_parts::SITE_SEPARATORS;
use super::title_without_site::Sites;
use crate::generic::metadata::declared::Declared;
use crate::page::Page;

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
    let ends = SITE_SEPARATORS
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
