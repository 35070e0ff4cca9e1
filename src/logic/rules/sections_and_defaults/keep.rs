//! `[keep]`: what is stored of a page beside its records. Input: the section. Output: the values as
//! written. How long pages are stored is a setting of the project, not of a rule.

use serde::{Deserialize, Serialize};

use super::network::FetchMode;
use crate::messages::Message;
use crate::rules::check::reader::{Faults, Section};
use crate::rules::{PagePlace, Rule};

/// `[keep]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KeepRule {
    /// Whether a picture of the page is stored with each record. Pages of records are then shown in
    /// the browser.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub screenshot: bool,
}

impl KeepRule {
    /// Whether the section says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Rule {
    /// Whether a picture is stored of the pages at a place: of those that records are read from.
    pub fn keeps_screenshot_of(&self, place: PagePlace) -> bool {
        let has_records = match place {
            PagePlace::Article => true,
            PagePlace::Start | PagePlace::List => {
                !self.has_list() || (self.makes_records_of_lists() && !self.reads_documents())
            }
        };
        self.file.keep.screenshot && has_records
    }
}

pub(crate) fn read_keep(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
    fetch: FetchMode,
) -> KeepRule {
    let Some(section) = root.section(faults, "keep", &["screenshot"]) else {
        return KeepRule::default();
    };
    let screenshot = section.flag(faults, "screenshot").unwrap_or_default();
    if screenshot && fetch == FetchMode::Http {
        let start = section.key_start("screenshot");
        faults.add(start, Message::new("rules-keep-screenshot-http"));
    }
    KeepRule { screenshot }
}

#[cfg(test)]
mod tests {
    use crate::messages::english;
    use crate::rules::{PagePlace, parse, write};

    const LIST: &str = "[site]\nname = 'N'\nkind = 'list'\nstart = ['http://h/']\n\
                        [list]\nlink = { css = 'a', take = 'href' }\n";
    const PAGES: &str = "[site]\nname = 'N'\nkind = 'pages'\nstart = ['http://h/']\n";
    const KEEP: &str = "[keep]\nscreenshot = true\n";

    #[test]
    fn pictures_are_of_pages_with_records() {
        for (site, on_start) in [(LIST, false), (PAGES, true)] {
            let rule = parse(&format!("{site}{KEEP}")).unwrap();
            assert!(rule.keeps_screenshot_of(PagePlace::Article));
            assert_eq!(rule.keeps_screenshot_of(PagePlace::Start), on_start);
            let again = parse(&write(rule.file())).unwrap();
            assert!(again.file().keep.screenshot);
            let without = parse(site).unwrap();
            assert!(!without.keeps_screenshot_of(PagePlace::Article));
            assert!(!write(without.file()).contains("[keep]"));
        }
    }

    #[test]
    fn a_plain_request_has_no_picture() {
        let text = format!("{PAGES}[network]\nfetch = 'http'\n{KEEP}");
        let faults = parse(&text).unwrap_err();
        let said = english(&faults.0[0].message);
        assert!(said.contains("screenshot"), "{said}");
    }
}
