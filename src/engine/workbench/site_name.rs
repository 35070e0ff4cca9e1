//! Proposes a site name from the title and the address of one of its pages. Input: both,
//! unmodified. Output: the name to propose, which a person can change. Nothing is looked up.

use url::Url;

/// Longest part of a title that can be a name, in characters.
const MAX_CHARS: usize = 40;
/// Signs that always divide a title.
const DIVIDERS: [char; 10] = ['|', '｜', '–', '—', '·', '•', '»', '«', '_', '›'];
/// Signs that divide a title between spaces or next to Han characters.
const SPACED: [char; 2] = ['-', '~'];

/// What front pages are called, in the letters of [`letters_of`]: no name of a site.
const FRONT_PAGES: [&str; 20] = [
    "home",
    "homepage",
    "frontpage",
    "index",
    "welcome",
    "start",
    "news",
    "latest",
    "latestnews",
    "blog",
    "articles",
    "forum",
    "forums",
    "boardindex",
    "首页",
    "主页",
    "新闻",
    "要闻",
    "论坛",
    "博客",
];

/// The site name for a page titled `title` at `url`.
pub fn site_name(title: &str, url: &str) -> String {
    let url = Url::parse(url).ok();
    let host = url
        .as_ref()
        .and_then(Url::host_str)
        .map(|host| host.strip_prefix("www.").unwrap_or(host).to_owned())
        .unwrap_or_default();
    let parts: Vec<String> = parts(title)
        .into_iter()
        .filter(|part| part.chars().count() <= MAX_CHARS)
        .collect();
    let own = label(&host);
    let named = parts.iter().find(|part| is_like(part, &own));
    let at_root = url.as_ref().is_none_or(|url| url.path().len() <= 1);
    let likely = match parts.as_slice() {
        [only] => Some(only),
        [first, ..] if at_root && !FRONT_PAGES.contains(&letters_of(first).as_str()) => Some(first),
        several => several.last(),
    };
    named
        .or(likely)
        .cloned()
        .or_else(|| (!host.is_empty()).then(|| host.clone()))
        .unwrap_or_else(|| {
            let letters = title.trim().chars().filter(|c| !c.is_control());
            letters.take(MAX_CHARS).collect()
        })
}

/// The parts of a title, without control characters.
fn parts(title: &str) -> Vec<String> {
    let letters: Vec<char> = title
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let mut parts = vec![String::new()];
    for (place, letter) in letters.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|place| letters.get(place));
        let after = letters.get(place + 1);
        let loose = |c: Option<&char>| c.is_none_or(|c| c.is_whitespace() || is_han(*c));
        let divides =
            DIVIDERS.contains(letter) || (SPACED.contains(letter) && loose(after) && loose(before));
        if divides {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(*letter);
        }
    }
    parts
        .into_iter()
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|part| !part.is_empty())
        .collect()
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// The host label that is most likely its name: the longest except the last.
fn label(host: &str) -> String {
    let labels: Vec<&str> = host.split('.').collect();
    let but_last = labels.split_last().map_or(&[][..], |(_, rest)| rest);
    let longest = but_last.iter().max_by_key(|label| label.len());
    letters_of(longest.copied().unwrap_or_default())
}

/// Whether a part of a title matches a host's label.
fn is_like(part: &str, label: &str) -> bool {
    let part = letters_of(part);
    let long = |text: &str| text.chars().count() >= 3 && text.chars().any(char::is_alphabetic);
    long(&part) && long(label) && (part.contains(label) || label.contains(&part))
}

fn letters_of(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(title: &str, url: &str, expected: &str) {
        assert_eq!(site_name(title, url), expected, "{title} at {url}");
    }

    #[test]
    fn the_name_is_the_part_of_the_title_that_is_not_the_page() {
        let inside = "http://127.0.0.1:8000/news/list.html";
        check(
            "Reading Room 阅览室",
            "http://127.0.0.1:1/",
            "Reading Room 阅览室",
        );
        check("Latest news | The Daily Post", inside, "The Daily Post");
        check(
            "The Daily Post – News that counts",
            "http://127.0.0.1/",
            "The Daily Post",
        );
        check(
            "News – The Daily Post",
            "http://127.0.0.1/",
            "The Daily Post",
        );
        check("首页 - 每日新闻网", "http://127.0.0.1/", "每日新闻网");
        check("要闻_每日新闻网", inside, "每日新闻网");
        check("首页-人民报", inside, "人民报");
        check(
            "A well-known thing: twenty-two",
            inside,
            "A well-known thing: twenty-two",
        );
        check("Blog", inside, "Blog");
    }

    #[test]
    fn the_address_helps() {
        let url = "https://www.daily-post.example.org/a/b";
        check("The Daily Post | Politics", url, "The Daily Post");
        check("", url, "daily-post.example.org");
        check(&"very long ".repeat(9), url, "daily-post.example.org");
        check("", "no address", "");
        check("Notes\u{0}", "file:///a.html", "Notes");
    }

    proptest::proptest! {
        #[test]
        fn any_title_gives_a_short_name(title in ".{0,80}", url in "[a-z:/.]{0,30}") {
            let name = site_name(&title, &url);
            proptest::prop_assert!(!name.chars().any(char::is_control));
            proptest::prop_assert!(name.chars().count() <= MAX_CHARS.max(url.len()));
        }
    }
}
