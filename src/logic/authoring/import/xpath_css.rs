//! The CSS of a simple XPath, for what a browser is told to act on: steps by name, attributes and
//! places. Input: an XPath. Output: CSS that finds exactly the same elements, or nothing.

/// The CSS of a path of names, attributes and places; `None` for anything else, such as conditions on
/// texts, and for what no CSS says in the same way, such as a choice between two conditions.
pub(super) fn css_of_xpath(path: &str) -> Option<String> {
    let path = first_of(path.trim());
    if let Some(rest) = path.strip_prefix("id(") {
        let (id, rest) = rest.split_once(')')?;
        // Several words are several elements.
        let id = quoted(id).filter(|id| !id.contains(char::is_whitespace))?;
        let rest = match rest.trim() {
            "" => String::new(),
            rest => css_of_steps(rest)?,
        };
        return Some(format!("[id=\"{id}\"]{rest}"));
    }
    // From the root of a page leads only one way.
    let first = path.strip_prefix('/').filter(|rest| !rest.starts_with('/'));
    if first.is_some_and(|rest| rest.split(['/', '[']).next() != Some("html")) {
        return None;
    }
    let css = css_of_steps(path)?;
    let css = css.trim_start_matches([' ', '>']);
    (!css.is_empty()).then(|| css.to_owned())
}

/// The path in `(path)[1]`: the first element is what a browser acts on.
fn first_of(path: &str) -> &str {
    let inner = path
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(")[1]"));
    inner.map_or(path, str::trim)
}

fn css_of_steps(path: &str) -> Option<String> {
    let mut css = String::new();
    let mut rest = path;
    while !rest.is_empty() {
        let (combinator, after) = match rest.strip_prefix("//") {
            Some(after) => (" ", after),
            None => (" > ", rest.strip_prefix('/')?),
        };
        let end = step_end(after);
        let (step, next) = after.split_at_checked(end)?;
        css.push_str(combinator);
        css.push_str(&css_of_step(step)?);
        rest = next;
    }
    Some(css)
}

/// Where the next step begins: a slash outside of brackets and quotes.
fn step_end(text: &str) -> usize {
    let (mut depth, mut quote) = (0_u32, None);
    for (place, sign) in text.char_indices() {
        match (quote, sign) {
            (Some(open), sign) if open == sign => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(sign),
            (None, '[') => depth += 1,
            (None, ']') => depth = depth.saturating_sub(1),
            (None, '/') if depth == 0 => return place,
            (None, _) => {}
        }
    }
    text.len()
}

fn css_of_step(step: &str) -> Option<String> {
    let (name, mut rest) = match step.find('[') {
        Some(place) => step.split_at_checked(place)?,
        None => (step, ""),
    };
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
    if name != "*" && (name.is_empty() || !name.chars().all(is_name)) {
        return None;
    }
    let mut css = name.to_owned();
    let mut is_first = true;
    while let Some(inner) = rest.strip_prefix('[') {
        let end = inner.find(']')?;
        let (condition, after) = inner.split_at_checked(end)?;
        let condition = condition.trim();
        // A place after another condition counts only what meets that one, which no CSS does.
        let place = place_among(name, condition).filter(|_| is_first);
        let part = match place {
            Some(place) => place,
            None => css_of_conditions(condition)?,
        };
        css.push_str(&part);
        rest = after.strip_prefix(']')?;
        is_first = false;
    }
    rest.is_empty().then_some(css)
}

/// A place among the elements of a name.
fn place_among(name: &str, condition: &str) -> Option<String> {
    // Among elements of any name, the place is that of a child.
    let kind = match name {
        "*" => "child",
        _ => "of-type",
    };
    match condition {
        "last()" => Some(format!(":last-{kind}")),
        "" => None,
        _ if condition.chars().all(|sign| sign.is_ascii_digit()) => {
            Some(format!(":nth-{kind}({condition})"))
        }
        _ => None,
    }
}

/// Conditions that must all hold.
fn css_of_conditions(condition: &str) -> Option<String> {
    let parts = condition.split(" and ").map(str::trim);
    parts.map(css_of_condition).collect()
}

fn css_of_condition(condition: &str) -> Option<String> {
    for (function, sign) in [("contains(", "*="), ("starts-with(", "^=")] {
        if let Some(inner) = condition.strip_prefix(function) {
            let (attribute, value) = inner.strip_suffix(')')?.split_once(',')?;
            let (attribute, value) = (attribute_of(attribute)?, quoted(value)?);
            // Every text contains the empty one; in CSS, none does.
            if value.is_empty() {
                return None;
            }
            return Some(format!("[{attribute}{sign}\"{value}\"]"));
        }
    }
    match condition.split_once('=') {
        Some((attribute, value)) => {
            let (attribute, value) = (attribute_of(attribute)?, quoted(value)?);
            Some(format!("[{attribute}=\"{value}\"]"))
        }
        None => Some(format!("[{}]", attribute_of(condition)?)),
    }
}

fn attribute_of(text: &str) -> Option<&str> {
    let name = text.trim().strip_prefix('@')?;
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// The text in quotes, where it is one text that needs no escape in CSS.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim();
    let (quote, inner) = ['"', '\'']
        .iter()
        .find_map(|quote| Some((*quote, text.strip_prefix(*quote)?.strip_suffix(*quote)?)))?;
    (!inner.contains([quote, '"', '\\', '\n'])).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Selector, SelectorKind};

    #[test]
    fn simple_paths_become_selectors() {
        for (path, css) in [
            (
                "/html/body/div[2]/button",
                "html > body > div:nth-of-type(2) > button",
            ),
            ("//*[@id='more']", "*[id=\"more\"]"),
            ("//a[@class=\"next\"]/span", "a[class=\"next\"] > span"),
            (
                "//button[contains(@class, 'load-more')]",
                "button[class*=\"load-more\"]",
            ),
            (
                "(//button[@type='submit' and @name])[1]",
                "button[type=\"submit\"][name]",
            ),
            ("id(\"kw\")", "[id=\"kw\"]"),
            ("id('list')/li[last()]", "[id=\"list\"] > li:last-of-type"),
            (
                "//div//input[starts-with(@name,'a/b')]",
                "div input[name^=\"a/b\"]",
            ),
            ("//li[2][@class='x']", "li:nth-of-type(2)[class=\"x\"]"),
        ] {
            assert_eq!(css_of_xpath(path).as_deref(), Some(css), "{path}");
            Selector::compile(SelectorKind::Css, css).unwrap_or_else(|e| panic!("{css}: {e}"));
        }
        for path in [
            "",
            "button",
            "//button[text()='More']",
            "//a[contains(., 'Next')]",
            "//li[position() < 3]",
            "//a/..",
            "//a[@title=\"a\\b\"]",
            "//p[@a='x",
            "//b[@a='x' or @b='y']",
            "//b[contains(@a, 'x') or contains(@a, 'y')]",
            "//b[@a='x' or contains(@a, 'y')]",
            "//b[contains(@a, '')]",
            "//li[@class='x'][2]",
            "//li[@class='x'][last()]",
            "//li[@class='x' and 2]",
            "//li[]",
            "/div/p",
            "id('a b')",
        ] {
            assert_eq!(css_of_xpath(path), None, "{path}");
        }
    }
}
