//! Whether a page carries no content without scripts: the empty frame of a program that fills it in
//! the browser. Input: a page. Output: yes or no, with evidence. Counts only what a visitor would
//! see, and stops as soon as there is enough of it.

use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};

use super::shell_signs::ShellSigns;
use crate::model::{Evidence, EvidencePlace, PageState, Strength, Verdict};
use crate::page::Page;

/// The signal of such a page.
pub const SCRIPT_SHELL: &str = "script-shell";
/// The element that its scripts are to fill.
pub(super) const SHELL_ROOT: &str = "shell-root";
/// What it says to visitors without scripts.
pub(super) const SHELL_NOTICE: &str = "shell-notice";
/// The software that made it.
pub const SHELL_SOFTWARE: &str = "shell-software";

/// Characters without spaces above which a page shows something.
const SHOWN_CHARS: usize = 200;
/// Characters up to which a page says no more than that it waits for something.
const SILENT_CHARS: usize = 80;
/// Links above which a page leads somewhere, even if it says little.
const FEW_LINKS: usize = 5;
/// Elements above which a page is built on the server.
const MAX_ELEMENTS: usize = 400;
/// Characters up to which the text of an element only says that something is to come.
const WAITING_CHARS: usize = 40;
/// Elements up to which what stands in such an element is no content: a turning wheel.
const WAITING_ELEMENTS: usize = 12;

/// Whether `page` shows next to nothing, loads scripts, and has a place for them to fill or asks
/// for them.
pub fn is_script_shell(page: &Page) -> bool {
    seen_shell(page).is_some()
}

/// `verdict`, or the one on a page that only scripts fill. What the site refuses stays refused.
#[must_use]
pub fn or_needs_browser(verdict: Verdict, status: u16, page: &Page) -> Verdict {
    if verdict.state.is_refusal() || status >= 400 {
        return verdict;
    }
    needs_browser(page).unwrap_or(verdict)
}

/// The verdict on a page that only scripts fill; `None` if it is another one.
#[must_use]
pub fn needs_browser(page: &Page) -> Option<Verdict> {
    let seen = seen_shell(page)?;
    let place = EvidencePlace::Structure;
    let title = page.title();
    let mut verdict = Verdict::by_signal(PageState::NeedsBrowser, SCRIPT_SHELL, place, &title);
    let software = ShellSigns::shipped().software(page.source());
    let found = [
        (SHELL_ROOT, seen.root, Strength::Strong),
        (SHELL_NOTICE, seen.notice, Strength::Strong),
        (SHELL_SOFTWARE, software.map(str::to_owned), Strength::Weak),
    ];
    verdict
        .evidence
        .extend(found.into_iter().filter_map(|(signal, matched, strength)| {
            let matched = matched?.chars().take(Evidence::MAX_QUOTE_CHARS).collect();
            Some(Evidence {
                signal: signal.to_owned(),
                strength,
                place,
                matched,
            })
        }));
    Some(verdict)
}

/// What there is to see on a page that only scripts fill.
fn seen_shell(page: &Page) -> Option<Seen> {
    let signs = ShellSigns::shipped();
    let mut seen = Seen::default();
    let root = page.html().tree.root();
    let mut skipped = None;
    for edge in root.traverse() {
        match edge {
            Edge::Open(node) if skipped.is_none() => match node.value() {
                Node::Text(text) => {
                    seen.chars += shown(text);
                    if !seen.says && signs.asks(text) {
                        seen.says = true;
                        seen.note(text);
                    }
                }
                Node::Element(element) => {
                    seen.elements += 1;
                    let name = element.name();
                    if let Some(element) = ElementRef::wrap(node) {
                        seen.element(signs, name, element);
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
            return None;
        }
    }
    let fills = seen.mount && (seen.asks || seen.says || !seen.media);
    let asks = seen.asks || seen.says;
    let is_shell = seen.scripts && (fills || (asks && seen.chars <= SILENT_CHARS));
    is_shell.then_some(seen)
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
    /// The element to be filled, by its id or name.
    root: Option<String>,
    /// What it says about scripts.
    notice: Option<String>,
}

impl Seen {
    fn shows_something(&self) -> bool {
        self.chars > SHOWN_CHARS
            || self.links > FEW_LINKS
            || self.elements > MAX_ELEMENTS
            || self.form
    }

    fn element(&mut self, signs: &ShellSigns, name: &str, element: ElementRef<'_>) {
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
            "script" => self.scripts = self.scripts || runs_program(signs, element),
            "noscript" => {
                let said = element.text().map(shown).sum::<usize>();
                // Some programs send all of their text for visitors without scripts.
                if said > SHOWN_CHARS {
                    self.chars += said;
                }
                if let Some(text) = element.text().find(|text| signs.asks(text)) {
                    self.asks = true;
                    self.note(text);
                }
            }
            "div" | "main" | "section" => {
                let Some(id) = value.attr("id") else {
                    return;
                };
                if is_empty(element) || signs.is_root(id) && only_waits(signs, element) {
                    self.fills(signs.is_root(id), format!("<{name} id=\"{id}\">"));
                }
            }
            // An element of the program's own.
            _ if signs.is_filled(name) && is_empty(element) => {
                self.fills(true, format!("<{name}>"));
            }
            _ => {}
        }
    }

    /// Notes an element that scripts are to fill; a usual one is the better evidence.
    fn fills(&mut self, is_usual: bool, name: String) {
        self.mount = true;
        if self.root.is_none() || is_usual {
            self.root = Some(name);
        }
    }

    fn note(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        self.notice.get_or_insert_with(|| words.join(" "));
    }
}

/// What is not shown to a visitor with scripts.
fn is_hidden(name: &str) -> bool {
    matches!(
        name,
        "script" | "style" | "template" | "noscript" | "svg" | "title"
    )
}

/// Whether a script loads a program, or is one that fills the page.
fn runs_program(signs: &ShellSigns, script: ElementRef<'_>) -> bool {
    let value = script.value();
    value.attr("src").is_some()
        || value.attr("type") == Some("module")
        || script.text().any(|text| signs.builds(text))
}

fn is_empty(element: ElementRef<'_>) -> bool {
    element.child_elements().next().is_none() && element.text().all(|text| text.trim().is_empty())
}

/// Whether what stands in an element only says that something is to come.
fn only_waits(signs: &ShellSigns, element: ElementRef<'_>) -> bool {
    let inner = element.descendants().skip(1).take(4 * WAITING_ELEMENTS);
    let (mut elements, mut text) = (0, String::new());
    for node in inner {
        match node.value() {
            Node::Text(found) => text.push_str(found.trim()),
            Node::Element(found) if matches!(found.name(), "a" | "script" | "style" | "form") => {
                return false;
            }
            Node::Element(_) => elements += 1,
            _ => {}
        }
    }
    let few = elements <= WAITING_ELEMENTS && text.chars().count() <= WAITING_CHARS;
    few && (text.is_empty() || signs.waits(&text))
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
            format!("<div id=app>Loading...</div>{SCRIPT}"),
            format!("<div id=__next><div class=wheel><i></i></div><p>加载中…</p></div>{SCRIPT}"),
            format!("<redoc spec-url=/api.json></redoc>{SCRIPT}"),
            format!("<noscript>您的浏览器禁用了脚本。</noscript><p>应用</p>{SCRIPT}"),
            "<h1>Shop</h1><p>Loading products…</p><div id=list></div><script>fetch('/p.json')\
             .then(r => r.json()).then(all => { list.innerHTML = all.map(card).join('') })</script>"
                .to_owned(),
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
            format!("<div id=app></div><noscript><p>No JavaScript: {text}</p></noscript>{SCRIPT}"),
            format!("<div id=ad></div><img src=photo.jpg>{SCRIPT}"),
            format!("<div id=x></div><form><input name=q></form>{SCRIPT}"),
            "<title>Gone</title><div id=x></div><p>Nothing here.".to_owned(),
            format!("<p>Nothing here.{SCRIPT}"),
            "<p>Closed.</p><div id=x></div><script>var s = document.createElement('script'); \
             s.async = 1; document.body.appendChild(s)</script>"
                .to_owned(),
            format!("<div id=app><p>Closed today.</p></div>{SCRIPT}"),
            format!("<div id=app><a href=/a>Loading docks of the world</a></div>{SCRIPT}"),
            String::new(),
        ] {
            assert!(!is_shell(&body), "{body}");
        }
    }

    #[test]
    fn a_shell_is_named_with_what_it_is_known_by() {
        let body = format!(
            "<title>Shop</title><noscript>You need to enable\n JavaScript.</noscript><div id=ad></div>\
             <div id=__next></div><script src=/_next/static/a.js></script>{SCRIPT}"
        );
        let page = Page::parse(&body, &Url::parse("http://h/").unwrap());
        let verdict = or_needs_browser(Verdict::ok(), 200, &page);
        assert_eq!(verdict.state, PageState::NeedsBrowser);
        let said = verdict.evidence.iter();
        let said: Vec<_> = said
            .map(|found| (found.signal.as_str(), found.matched.as_str()))
            .collect();
        assert_eq!(
            said,
            [
                (SCRIPT_SHELL, "Shop"),
                (SHELL_ROOT, "<div id=\"__next\">"),
                (SHELL_NOTICE, "You need to enable JavaScript."),
                (SHELL_SOFTWARE, "Next.js"),
            ]
        );
        let refused = Verdict::by_signal(PageState::Challenge, "x", EvidencePlace::Body, "x");
        assert_eq!(or_needs_browser(refused.clone(), 200, &page), refused);
        assert_eq!(or_needs_browser(Verdict::ok(), 404, &page), Verdict::ok());
    }
}
