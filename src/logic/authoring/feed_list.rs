//! Lists of feeds as other readers import them: OPML 2.0. Input: feeds with their tags. Output: the text
//! of a file, with a folder for each tag.

use std::collections::BTreeMap;

/// A feed on the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFeed {
    /// What it is called.
    pub name: String,
    /// Its address.
    pub url: String,
    /// The folders that it stands in; in none, it stands beside them.
    pub tags: Vec<String>,
}

/// The list as OPML, called `title`.
pub fn opml(title: &str, feeds: &[ListedFeed]) -> String {
    let mut folders: BTreeMap<&str, Vec<&ListedFeed>> = BTreeMap::new();
    for feed in feeds {
        for tag in &feed.tags {
            folders.entry(tag).or_default().push(feed);
        }
    }
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n    \
         <title>{}</title>\n  </head>\n  <body>\n",
        escaped(title)
    );
    for (tag, feeds) in folders {
        let tag = escaped(tag);
        out.push_str(&format!("    <outline text=\"{tag}\" title=\"{tag}\">\n"));
        for feed in feeds {
            out.push_str(&format!("      {}\n", outline(feed)));
        }
        out.push_str("    </outline>\n");
    }
    for feed in feeds.iter().filter(|feed| feed.tags.is_empty()) {
        out.push_str(&format!("    {}\n", outline(feed)));
    }
    out.push_str("  </body>\n</opml>\n");
    out
}

fn outline(feed: &ListedFeed) -> String {
    let (name, url) = (escaped(&feed.name), escaped(&feed.url));
    format!("<outline type=\"rss\" text=\"{name}\" title=\"{name}\" xmlUrl=\"{url}\"/>")
}

/// A text as the value of an attribute. Signs that XML cannot have are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(name: &str, url: &str, tags: &[&str]) -> ListedFeed {
        ListedFeed {
            name: name.to_owned(),
            url: url.to_owned(),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        }
    }

    #[test]
    fn a_feed_stands_in_the_folder_of_each_of_its_tags() {
        let feeds = [
            feed(
                "Ferry & \"port\" <news>",
                "https://a.example/f?x=1&y=2",
                &["sea", "port"],
            ),
            feed("茶\u{7}庄", "https://b.example/feed", &[]),
        ];
        let text = opml("Mine & yours", &feeds);
        for piece in [
            "<title>Mine &amp; yours</title>",
            "<outline text=\"port\" title=\"port\">",
            "xmlUrl=\"https://a.example/f?x=1&amp;y=2\"",
            "text=\"茶庄\"",
        ] {
            assert!(text.contains(piece), "{piece}: {text}");
        }
        assert_eq!(
            text.matches("https://a.example/").count(),
            2,
            "in both folders"
        );
    }
}
