//! Recently opened projects and pages, newest first. Input: opened items. Output: the start
//! view, the menu, the palette and the address suggestions. An address is stored without user and
//! password.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use bowerbird_engine::types::Url;

/// Maximum number of projects.
const PROJECTS: usize = 10;
/// Maximum number of pages.
const PAGES: usize = 40;
/// Maximum characters of a stored title.
const TITLE: usize = 120;

/// Recently opened items.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recent {
    /// Project files.
    pub projects: Vec<PathBuf>,
    /// Pages of the workbench.
    pub pages: Vec<RecentPage>,
}

/// A page that was open in the workbench.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecentPage {
    /// Its address.
    pub url: String,
    /// Its title; may be empty.
    pub title: String,
    /// Whether it holds nothing to collect: a file, or a page without text.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_empty: bool,
}

impl Recent {
    /// Adds the opened project `path`.
    pub fn project_opened(&mut self, path: &Path) {
        self.projects.retain(|known| known != path);
        self.projects.insert(0, path.to_owned());
        self.projects.truncate(PROJECTS);
    }

    /// Removes the missing project `path`.
    pub fn forget_project(&mut self, path: &Path) {
        self.projects.retain(|known| known != path);
    }

    /// Adds the opened page `url`, which holds something to collect or not. Anything but a web address
    /// is ignored.
    pub fn page_opened(&mut self, url: &str, title: &str, is_empty: bool) {
        let Ok(mut url) = Url::parse(url) else {
            return;
        };
        if !matches!(url.scheme(), "http" | "https") {
            return;
        }
        if url.set_username("").is_err() || url.set_password(None).is_err() {
            return;
        }
        let page = RecentPage {
            url: url.to_string(),
            title: title.trim().chars().take(TITLE).collect(),
            is_empty,
        };
        self.pages.retain(|known| known.url != page.url);
        self.pages.insert(0, page);
        self.pages.truncate(PAGES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_stands_first_and_once() {
        let mut recent = Recent::default();
        for name in ["a", "b", "a"] {
            recent.project_opened(Path::new(name));
        }
        assert_eq!(recent.projects, [Path::new("a"), Path::new("b")]);
        recent.forget_project(Path::new("a"));
        assert_eq!(recent.projects, [Path::new("b")]);
        for number in 0..100 {
            recent.page_opened(&format!("https://example.org/{number}"), "", false);
        }
        assert_eq!(recent.pages.len(), PAGES);
        recent.page_opened("https://example.org/80", "Eighty", false);
        assert_eq!(recent.pages[0].title, "Eighty");
        assert_eq!(recent.pages.len(), PAGES);
    }

    #[test]
    fn no_password_and_no_other_scheme_is_kept() {
        let mut recent = Recent::default();
        recent.page_opened("https://ann:secret@example.org/a", "A", false);
        recent.page_opened("file:///saved/a.html", "B", false);
        recent.page_opened("no address", "C", false);
        assert_eq!(recent.pages.len(), 1);
        assert_eq!(recent.pages[0].url, "https://example.org/a");
    }
}
