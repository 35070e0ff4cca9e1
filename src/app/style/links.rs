//! Links to pages, wherever the window shows an address of a record. Input: a text and an
//! address from a project. Output: a link if it is a web page, else only the text: a single
//! click must never open files or start programs.

use eframe::egui::{Ui, WidgetText};

/// Shows `text` as a link to `url` if that is http or https, else as text.
pub fn link_ui(ui: &mut Ui, text: impl Into<WidgetText>, url: &str) {
    match is_web(url) {
        true => {
            ui.hyperlink_to(text, url);
        }
        false => {
            ui.label(text);
        }
    }
}

/// Whether `url` is a web address.
pub fn is_web(url: &str) -> bool {
    let begins = |scheme: &str| {
        let start = url.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    begins("http://") || begins("https://")
}

#[cfg(test)]
mod tests {
    use super::is_web;

    #[test]
    fn only_pages_of_the_web_are_links() {
        assert!(is_web("http://a.example/") && is_web("HTTPS://a.example/"));
        for url in [
            "file:///etc/passwd",
            "javascript:x",
            " http://a",
            "http:",
            "",
            "网",
        ] {
            assert!(!is_web(url), "{url}");
        }
    }
}
