//! Whether a page carries no content without scripts: the empty frame of a program that fills it in
//! the browser. Input: a page. Output: yes or no. Counts only what a visitor would see, and stops
//! as soon as there is enough of it.

use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};

use crate::page::Page;

/// The signal of such a page.
pub const SCRIPT_SHELL: &str = "script-shell";

/// Characters without spaces above which a page shows something.
const SHOWN_CHARS: usize = 200;
/// Characters up to which a page says no more than that it waits for something.
const SILENT_CHARS: usize = 80;
/// Links above which a page leads somewhere, even if it says little.
const FEW_LINKS: usize = 5;
/// Elements above which a page is built on the server.
const MAX_ELEMENTS: usize = 400;

/// Whether `page` shows next to nothing, loads scripts, and has a place for them to fill or asks
/// for them.
pub fn is_script_shell(page: &Page) -> bool {
    let mut seen = Seen::default();
    let root = page.html().tree.root();
    let mut skipped = None;
    for edge in root.traverse() {
        match edge {
            Edge::Open(node) if skipped.is_none() => match node.value() {
                Node::Text(text) => {
                    seen.chars += shown(text);
                    seen.says |= names_scripts(text);
                }
                Node::Element(element) => {
                    seen.elements += 1;
                    let name = element.name();
                    if let Some(element) = ElementRef::wrap(node) {
                        seen.element(name, element);
                    }
                    if is_hidden(name) {
                        skipped = Some(node.id());
                    }
                }
                _ => {}
            },
            Edge::Close(node) if skipped == Some(node.id()) => skipped = None,
            _ => {}
        }
        if seen.shows_something() {
            return false;
        }
    }
    let fills = seen.mount && (seen.asks || seen.says || !seen.media);
    let asks = seen.asks || seen.says;
    seen.scripts && (fills || (asks && seen.chars <= SILENT_CHARS))
}

#[derive(Default)]
struct Seen {
    /// Characters that a visitor would read.
    chars: usize,
    elements: usize,
    links: usize,
    /// Whether a form asks for something.
    form: bool,
    /// Whether there are pictures, films or frames.
    media: bool,
    /// Whether it loads a program.
    scripts: bool,
    /// Whether it tells visitors without scripts that they are needed.
    asks: bool,
    /// Whether it does so in plain text: a `<noscript>` in the head does not hold text.
    says: bool,
    /// Whether there is an empty element to be filled.
    mount: bool,
}

impl Seen {
    fn shows_something(&self) -> bool {
        self.chars > SHOWN_CHARS
            || self.links > FEW_LINKS
            || self.elements > MAX_ELEMENTS
            || self.form
    }

    fn element(&mut self, name: &str, element: ElementRef<'_>) {
        let value = element.value();
        match name {
            "a" => self.links += 1,
            "input" => {
                let kind = value.attr("type").unwrap_or("text");
                self.form |= !matches!(kind.to_ascii_lowercase().as_str(), "hidden");
            }
            "img" | "picture" | "video" | "audio" | "iframe" | "frame" | "object" | "embed" => {
                self.media = true;
            }
            "script" => self.scripts |= value.attr("src").is_some() || is_module(element),
            "noscript" => self.asks |= element.text().any(names_scripts),
            "div" | "main" | "section" => {
                self.mount |= value.attr("id").is_some() && is_empty(element);
            }
            // An element of the program's own.
            _ if name.contains('-') => self.mount |= is_empty(element),
            _ => {}
        }
    }
}

/// What is not shown to a visitor with scripts.
fn is_hidden(name: &str) -> bool {
    matches!(
        name,
        "script" | "style" | "template" | "noscript" | "svg" | "title"
    )
}

fn is_module(script: ElementRef<'_>) -> bool {
    script.value().attr("type") == Some("module")
}

fn names_scripts(text: &str) -> bool {
    text.to_ascii_lowercase().contains("javascript")
}

fn is_empty(element: ElementRef<'_>) -> bool {
    element.child_elements().next().is_none() && element.text().all(|text| text.trim().is_empty())
}

fn shown(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn is_shell(source: &str) -> bool {
        is_script_shell(&Page::parse(source, &Url::parse("http://h/").unwrap()))
    }

    const SCRIPT: &str = "<script src=/app.js></script>";

    #[test]
    fn an_empty_frame_with_scripts_is_a_shell() {
        let asks = "<noscript>You need to enable JavaScript to run this app.</noscript>";
        for body in [
            format!("<title>App</title>{asks}<div id=root></div>{SCRIPT}"),
            format!("<title>App</title><div id=app> </div>{SCRIPT}"),
            format!("<app-root></app-root>{SCRIPT}"),
            format!("{asks}<div id=root><img src=wait.gif> Loading …</div>{SCRIPT}"),
            "<div id=root></div><script type=module>import '/x.js'</script>".to_owned(),
        ] {
            assert!(is_shell(&body), "{body}");
        }
    }

    #[test]
    fn a_page_that_shows_something_is_none() {
        let text = "A few sentences that a visitor reads. ".repeat(8);
        let links: String = (0..9).map(|n| format!("<a href=/{n}>{n}</a>")).collect();
        for body in [
            format!("<div id=root><p>{text}</p></div>{SCRIPT}"),
            format!("<noscript>Enable JavaScript</noscript><p>{text}</p>{SCRIPT}"),
            format!("<div id=ad></div>{links}{SCRIPT}"),
            format!("<div id=ad></div><img src=photo.jpg>{SCRIPT}"),
            format!("<div id=x></div><form><input name=q></form>{SCRIPT}"),
            "<title>Gone</title><div id=x></div><p>Nothing here.".to_owned(),
            format!("<p>Nothing here.{SCRIPT}"),
            String::new(),
        ] {
            assert!(!is_shell(&body), "{body}");
        }
    }
}
