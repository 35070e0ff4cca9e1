//! The name of a site, and titles without it. Input: declarations and titles. Output: parts
//! of titles. Undeclared names are recognised by position and length, Chinese ones also by their
//! endings. Separators of titles are in `title_parts`.

use super::letters;
use super::title_parts::{is_site_by_ending, part_of, parts};
use crate::generic::metadata::declared::Declared;
use crate::generic::words::is_wide;
use crate::page::{Page, registrable};

/// The names of a site.
pub(super) struct Sites {
    /// As written, most significant first.
    pub names: Vec<String>,
    /// Letters of the names and of the host.
    pub keys: Vec<String>,
}

impl Sites {
    /// The names that `page` gives to its site.
    pub fn of(page: &Page, declared: &Declared) -> Self {
        let mut names: Vec<String> = declared
            .metas_of("og:site_name")
            .chain(declared.metas_of("application-name"))
            .map(str::to_owned)
            .collect();
        for name in &declared.article.sites {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names.extend(declared.properties_of("publisher").map(str::to_owned));
        let mut keys: Vec<String> = names.iter().map(|name| letters(name)).collect();
        if let Some(host) = page.url().host_str() {
            keys.push(letters(host.trim_start_matches("www.")));
        }
        if let Some(domain) = registrable(page.url()) {
            keys.push(letters(domain));
            keys.push(letters(domain.split('.').next().unwrap_or_default()));
        }
        keys.retain(|key| key.chars().count() >= 2);
        Self { names, keys }
    }

    /// Whether a text is the site's name.
    pub fn is_site(&self, text: &str) -> bool {
        let own = letters(text);
        !own.is_empty() && self.keys.contains(&own)
    }

    /// Whether a part of a title is a name of the site, or contains it among other words.
    fn is_part(&self, text: &str) -> bool {
        let own = letters(text);
        let long = |text: &str| text.chars().count() >= 4 || !text.is_ascii() && text.len() >= 6;
        !own.is_empty()
            && self.keys.iter().any(|key| {
                *key == own
                    || long(&own) && key.contains(own.as_str())
                    || long(key) && own.contains(key.as_str()) && own.len() < key.len() * 3
            })
    }

    /// `title` without the site's name at its ends; if that name is unknown, without the short
    /// part.
    pub fn without(&self, title: &str) -> String {
        let known = self.without_known(title);
        let cut = known.len() < title.trim().len();
        // In Chinese titles, section names precede the site's name.
        if cut && !known.chars().any(is_wide) {
            return known.to_owned();
        }
        let parts = parts(known);
        self.without_prefix(without_short(known, &parts)).to_owned()
    }

    /// `title` without the site's name at its ends.
    pub fn without_known<'t>(&self, title: &'t str) -> &'t str {
        let title = title.trim();
        let mut parts = parts(title);
        while parts.len() > 1 {
            let is_last = |part: &(usize, usize)| {
                let part = part_of(title, *part).trim();
                self.is_part(part) || is_site_by_ending(part)
            };
            if parts.last().is_some_and(is_last) {
                parts.pop();
            } else if parts
                .first()
                .is_some_and(|p| self.is_part(part_of(title, *p)))
            {
                parts.remove(0);
            } else {
                break;
            }
        }
        let start = parts.first().map_or(0, |part| part.0);
        let end = parts.last().map_or(title.len(), |part| part.1);
        title.get(start..end).unwrap_or(title).trim()
    }

    /// `title` without the host before it: "example.com Wool and its dyes".
    fn without_prefix<'t>(&self, title: &'t str) -> &'t str {
        title
            .split_once(' ')
            .filter(|(first, rest)| first.contains('.') && !rest.is_empty() && self.is_site(first))
            .map_or(title, |(_, rest)| rest.trim())
    }
}

/// Removes an unknown site name: the longest part is kept if it is most of the title.
fn without_short<'t>(title: &'t str, parts: &[(usize, usize)]) -> &'t str {
    let mut texts: Vec<&str> = parts
        .iter()
        .map(|part| part_of(title, *part).trim())
        .collect();
    let count = |text: &&str| text.chars().count();
    texts.sort_by_key(|text| std::cmp::Reverse(count(text)));
    let longest = texts.first().copied().unwrap_or_default();
    let second = texts.get(1).map_or(0, count);
    // A title of many short parts does not contain a site's name.
    let much = count(&longest) * 10 >= title.chars().count() * 4;
    if much || count(&longest) * 2 >= second * 3 && count(&longest) >= MIN_LONGEST {
        longest
    } else {
        title
    }
}

/// The minimum length of a part that is significantly longer than the others.
const MIN_LONGEST: usize = 8;
