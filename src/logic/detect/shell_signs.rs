//! By what a page that scripts fill is known: the words, ids and marks of
//! `assets/signals/shells.toml`. Input: a text, an id, a name. Output: whether it is one of them.

use std::sync::LazyLock;

use serde::Deserialize;

/// The signs of pages that scripts fill.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShellSigns {
    roots: Vec<String>,
    elements: Vec<String>,
    notice: Vec<NoticeWords>,
    waiting: Vec<WaitingWords>,
    software: Vec<SoftwareMarks>,
    builder: BuilderMarks,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NoticeWords {
    /// For those who keep the file.
    #[serde(rename = "language")]
    _language: String,
    words: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WaitingWords {
    words: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct BuilderMarks {
    brings: Vec<String>,
    puts: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SoftwareMarks {
    name: String,
    marks: Vec<String>,
}

/// The characters at both ends of a page among which the marks of software stand.
const MARKED: usize = 100_000;

impl ShellSigns {
    /// The shipped ones.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<ShellSigns> = LazyLock::new(|| {
            // Shipped data; a test loads it, so it is never missing.
            toml::from_str(include_str!("../../../assets/signals/shells.toml")).unwrap_or_default()
        });
        &SHIPPED
    }

    /// Whether an element with that id is usually filled by scripts.
    pub fn is_root(&self, id: &str) -> bool {
        self.roots.iter().any(|root| root.eq_ignore_ascii_case(id))
    }

    /// Whether an element of that name is filled by scripts.
    pub fn is_filled(&self, name: &str) -> bool {
        name.contains('-') || self.elements.iter().any(|known| known == name)
    }

    /// Whether `text` says that the page needs scripts.
    pub fn asks(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let mut words = self.notice.iter().flat_map(|notice| &notice.words);
        words.any(|word| text.contains(word.as_str()))
    }

    /// Whether a script that stands in the page brings content and puts it into the page. What only
    /// loads another script, as counters of visits do, does not.
    pub fn builds(&self, script: &str) -> bool {
        let script = script.to_ascii_lowercase();
        let has = |marks: &[String]| marks.iter().any(|mark| script.contains(mark.as_str()));
        has(&self.builder.brings) && has(&self.builder.puts)
    }

    /// Whether `text` says that the page is about to come.
    pub fn waits(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let mut words = self.waiting.iter().flat_map(|waiting| &waiting.words);
        words.any(|word| text.contains(word.as_str()))
    }

    /// The software that made the page of `source`, if it is known.
    pub fn software(&self, source: &str) -> Option<&str> {
        let start = source.get(..source.floor_char_boundary(MARKED))?;
        let end = source.get(source.ceil_char_boundary(source.len().saturating_sub(MARKED))..)?;
        let ends = [start, end].map(str::to_ascii_lowercase);
        let known = self.software.iter().find(|software| {
            let mut marks = software.marks.iter();
            marks.any(|mark| ends.iter().any(|text| text.contains(mark.as_str())))
        });
        known.map(|software| software.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_signs_are_read_and_in_lower_case() {
        let read: ShellSigns =
            toml::from_str(include_str!("../../../assets/signals/shells.toml")).expect("signs");
        let notices = read.notice.iter().flat_map(|notice| &notice.words);
        let waiting = read.waiting.iter().flat_map(|waiting| &waiting.words);
        let marks = read.software.iter().flat_map(|software| &software.marks);
        let built = read.builder.brings.iter().chain(&read.builder.puts);
        for word in notices.chain(waiting).chain(marks).chain(built) {
            assert_eq!(*word, word.to_lowercase());
        }
        assert!(read.asks("请启用JavaScript后继续") && read.asks("您的浏览器禁用了脚本"));
        assert!(read.builds("fetch('/a').then(r => list.innerHTML = r)"));
        assert!(!read.builds("var s = document.createElement('script'); b.appendChild(s)"));
        assert!(read.waits("Loading…") && !read.asks("An article about scripts"));
        assert_eq!(
            read.software("<script src=/_next/static/a.js>"),
            Some("Next.js")
        );
        assert_eq!(read.software("<p>plain"), None);
    }
}
