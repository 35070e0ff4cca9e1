//! A control of a page as a person sees it: its label, whether an element is one at all, and the
//! options of a list to choose from. Input: elements. Output: words.

use scraper::ElementRef;

use crate::page::{ElementIndex, Page, collapse};

/// Longest label, in characters.
const MAX_LABEL_CHARS: usize = 60;
/// The maximum number of options of a list to choose from.
const MAX_OPTIONS: usize = 10_000;
/// Nodes of an element whose text is looked at for a label.
const MAX_NODES: usize = 400;
/// How far above a clicked element the control is that it stands in.
const MAX_AROUND: usize = 6;
/// Elements that do something when they are clicked.
const CONTROLS: [&str; 10] = [
    "a", "button", "input", "select", "option", "optgroup", "textarea", "label", "summary", "area",
];
/// Roles of such elements.
const ROLES: [&str; 14] = [
    "button",
    "link",
    "tab",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "checkbox",
    "radio",
    "switch",
    "combobox",
    "textbox",
    "searchbox",
    "treeitem",
];
/// Attributes that say so.
const HANDLERS: [&str; 16] = [
    "onclick",
    "onmousedown",
    "onmouseup",
    "onpointerdown",
    "ontouchstart",
    "aria-haspopup",
    "aria-expanded",
    "aria-controls",
    "data-toggle",
    "data-bs-toggle",
    "data-action",
    "data-href",
    "jsaction",
    "ng-click",
    "@click",
    "hx-get",
];
/// Parts of class names that say so.
const CLASS_WORDS: [&str; 4] = ["btn", "button", "clickable", "toggle"];
/// Elements whose text is no label of the control beside them.
const OTHER_TEXTS: [&str; 6] = [
    "select", "textarea", "button", "script", "style", "noscript",
];

/// The label of element `index`: what the page calls it, or what it says itself. `None` if that is
/// nothing.
pub fn control_label(page: &Page, index: ElementIndex) -> Option<String> {
    let element = page.element(index)?;
    let attribute = |name: &str| element.attr(name).and_then(short);
    let tag = element.value().name();
    let is_pressed = tag == "input"
        && matches!(
            element.attr("type").map(str::to_ascii_lowercase).as_deref(),
            Some("submit" | "button" | "reset")
        );
    let own = || match tag {
        "input" if is_pressed => attribute("value"),
        "input" | "select" | "textarea" => None,
        _ => words_of(element, true),
    };
    attribute("aria-label")
        .or_else(|| named_by(page, element))
        .or_else(own)
        .or_else(|| attribute("placeholder"))
        .or_else(|| attribute("title"))
        .or_else(|| attribute("alt"))
}

/// Whether a click on the element can do something: it is a link, a button or a field, says that it
/// acts as one, or stands in one. What scripts listen for elsewhere is not seen.
pub(super) fn is_control(element: ElementRef<'_>) -> bool {
    let around = element.ancestors().filter_map(ElementRef::wrap);
    std::iter::once(element)
        .chain(around.take(MAX_AROUND))
        .take_while(|one| !matches!(one.value().name(), "body" | "html"))
        .any(acts)
}

fn acts(element: ElementRef<'_>) -> bool {
    let value = element.value();
    let says = |name: &str, wanted: &dyn Fn(&str) -> bool| {
        let said = element.attr(name).map(str::to_ascii_lowercase);
        said.is_some_and(|said| wanted(&said))
    };
    CONTROLS.contains(&value.name())
        || value
            .attrs()
            .any(|(name, _)| HANDLERS.contains(&name) || name.ends_with("on:click"))
        || says("role", &|role| ROLES.contains(&role.trim()))
        || says("contenteditable", &|said| said != "false")
        || says("tabindex", &|said| {
            said.trim().parse::<i32>().is_ok_and(|at| at >= 0)
        })
        || says("style", &|style| {
            style.replace(' ', "").contains("cursor:pointer")
        })
        || says("class", &|classes| {
            let mut classes = classes.split_whitespace();
            classes.any(|class| CLASS_WORDS.iter().any(|word| class.contains(word)))
        })
}

/// The texts of the options of a list: without those that choose nothing, such as “Choose …”.
pub(super) fn options(list: ElementRef<'_>) -> Vec<String> {
    let texts = offered(list).filter(|option| chooses(*option)).map(text_of);
    let texts = texts.filter(|text| says_something(text));
    texts.take(MAX_OPTIONS).collect()
}

/// The first option of a list that is not the chosen one.
pub(super) fn first_choice(list: ElementRef<'_>) -> Option<String> {
    let is_chosen = |option: &ElementRef<'_>| option.attr("selected").is_some();
    let chosen = offered(list).find(is_chosen);
    let chosen = chosen.or_else(|| offered(list).next()).map(text_of);
    let mut others = options(list).into_iter();
    others.find(|text| chosen.as_ref() != Some(text))
}

fn offered(list: ElementRef<'_>) -> impl Iterator<Item = ElementRef<'_>> {
    let is_list = list.value().name() == "select";
    let inside = list.descendants().filter_map(ElementRef::wrap);
    inside.filter(move |one| is_list && one.value().name() == "option")
}

/// Whether an option can be chosen and means something to the page.
fn chooses(option: ElementRef<'_>) -> bool {
    let is_out = |one: &ElementRef<'_>| {
        let style = one.attr("style").unwrap_or_default().replace(' ', "");
        one.attr("disabled").is_some()
            || one.attr("hidden").is_some()
            || style.contains("display:none")
    };
    let group = option.parent().and_then(ElementRef::wrap);
    let group = group.filter(|group| group.value().name() == "optgroup");
    let is_in = group.is_none_or(|group| !is_out(&group));
    let value = option.attr("value");
    !is_out(&option) && is_in && value.is_none_or(|value| !value.trim().is_empty())
}

/// Whether a text is more than a line of dashes or dots.
fn says_something(text: &str) -> bool {
    text.chars()
        .any(|c| !matches!(c, '-' | '–' | '—' | '―' | '.' | '…' | '_' | '=' | ' '))
}

fn text_of(option: ElementRef<'_>) -> String {
    collapse(&option.text().collect::<String>())
}

/// The words that the page puts beside a control as its name.
fn named_by(page: &Page, element: ElementRef<'_>) -> Option<String> {
    let with_id = |id: &str| page.elements().find(|one| one.attr("id") == Some(id));
    if let Some(ids) = element.attr("aria-labelledby") {
        let named = ids.split_whitespace().take(4).filter_map(with_id);
        let words: Vec<String> = named.filter_map(|one| words_of(one, false)).collect();
        if !words.is_empty() {
            return short(&words.join(" "));
        }
    }
    if !matches!(element.value().name(), "input" | "select" | "textarea") {
        return None;
    }
    let is_label = |one: &ElementRef<'_>| one.value().name() == "label";
    let id = element.attr("id").filter(|id| !id.is_empty());
    let mut labels = page.elements().filter(is_label);
    let beside = id.and_then(|id| labels.find(|one| one.attr("for") == Some(id)));
    let mut around = element.ancestors().filter_map(ElementRef::wrap);
    let label = beside.or_else(|| around.find(is_label));
    label.and_then(|label| words_of(label, false))
}

/// What an element says; of a label not what the control in it says, unless `whole`.
fn words_of(element: ElementRef<'_>, whole: bool) -> Option<String> {
    let is_other = |one: ElementRef<'_>| OTHER_TEXTS.contains(&one.value().name());
    let mut words = String::new();
    for node in element.descendants().take(MAX_NODES) {
        let Some(text) = node.value().as_text() else {
            continue;
        };
        let mut around = node.ancestors().take_while(|one| one.id() != element.id());
        if whole || !around.any(|one| ElementRef::wrap(one).is_some_and(is_other)) {
            words.push_str(text);
            words.push(' ');
        }
    }
    short(&words)
}

/// A text as a label, without its end where that is long.
fn short(text: &str) -> Option<String> {
    let flat = collapse(text);
    let flat = flat.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '*'));
    let mut short: String = flat.chars().take(MAX_LABEL_CHARS).collect();
    if short.len() < flat.len() {
        short.push('…');
    }
    (!short.is_empty()).then_some(short)
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::select::{Selector, SelectorKind};

    fn page(source: &str) -> Page {
        Page::parse(source, &Url::parse("http://example.org/").unwrap())
    }

    fn first(page: &Page, css: &str) -> ElementIndex {
        let selector = Selector::compile(SelectorKind::Css, css).unwrap();
        selector.matching(page, None)[0]
    }

    #[test]
    fn a_control_is_called_what_the_page_calls_it() {
        let page = page(
            "<form><label>Search: <input id=q placeholder='Words'></label>\
             <label>Category <select id=c><option>Lamp<option>Chair</select></label>\
             <label for=m>Most *</label><input id=m>\
             <input id=p placeholder='Place'><textarea id=t title='Remark'></textarea>\
             <button id=b>Show <b>all</b></button><input id=s type=submit value=Send>\
             <button id=x aria-label=Close>×</button><b id=n>Sort by</b>\
             <select id=o aria-labelledby=n><option>Price</select><input id=none></form>",
        );
        for (css, expected) in [
            ("#q", Some("Search")),
            ("#c", Some("Category")),
            ("#m", Some("Most")),
            ("#p", Some("Place")),
            ("#t", Some("Remark")),
            ("#b", Some("Show all")),
            ("#s", Some("Send")),
            ("#x", Some("Close")),
            ("#o", Some("Sort by")),
            ("#none", None),
        ] {
            let label = control_label(&page, first(&page, css));
            assert_eq!(label.as_deref(), expected, "{css}");
        }
    }

    #[test]
    fn options_that_choose_nothing_are_left_out() {
        for (source, options_of, choice) in [
            (
                "<option value=''>Choose a category<option>Lamp<option>Chair",
                &["Lamp", "Chair"][..],
                Some("Lamp"),
            ),
            (
                "<option disabled selected>Pick one<option>Lamp",
                &["Lamp"],
                Some("Lamp"),
            ),
            (
                "<option hidden>Pick one<option>Lamp<option value=0>----",
                &["Lamp"],
                Some("Lamp"),
            ),
            (
                "<option>Newest<option>Price<optgroup disabled><option>Old</optgroup>",
                &["Newest", "Price"],
                Some("Price"),
            ),
            (
                "<option>One<option selected>Two",
                &["One", "Two"],
                Some("One"),
            ),
            ("<option value=''>Choose", &[], None),
        ] {
            let page = page(&format!("<select>{source}</select>"));
            let list = page.element(first(&page, "select")).unwrap();
            assert_eq!(options(list), options_of, "{source}");
            assert_eq!(first_choice(list).as_deref(), choice, "{source}");
        }
    }

    #[test]
    fn text_is_no_control_unless_it_says_so() {
        let page = page(
            "<body onclick=x()><h1>Depot</h1><p>Text <b class=plain>here</b></p>\
             <button><span class=in>Go</span></button><div role=button class=r>More</div>\
             <div class='c btn-more'>More</div><div tabindex=0 class=t>x</div>\
             <div tabindex=-1 class=m>x</div><i style='cursor: pointer' class=s>x</i>\
             <em v-on:click=x class=v>x</em><a class=l>x</a>",
        );
        for (css, expected) in [
            ("h1", false),
            (".plain", false),
            (".in", true),
            (".r", true),
            (".c", true),
            (".t", true),
            (".m", false),
            (".s", true),
            (".v", true),
            (".l", true),
        ] {
            let element = page.element(first(&page, css)).unwrap();
            assert_eq!(is_control(element), expected, "{css}");
        }
    }
}
