//! Selectors under construction: steps of compounds that can be matched quickly and written as
//! equivalent CSS and XPath.

use std::fmt::Write as _;

use scraper::ElementRef;

use super::stable_names::{is_stable, is_stable_id, says_kind_of_post};
use crate::page::count_visits;

/// Attributes that identify an element's purpose, best first.
const SEMANTIC_ATTRIBUTES: [&str; 9] = [
    "itemprop",
    "property",
    "data-testid",
    "data-role",
    "data-field",
    "rel",
    "role",
    "name",
    "itemtype",
];

/// One element's description inside a selector.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Compound {
    /// Tag name; none means any.
    pub tag: Option<String>,
    /// The id.
    pub id: Option<String>,
    /// Classes it must have.
    pub classes: Vec<String>,
    /// An attribute with its value.
    pub attribute: Option<(String, String)>,
    /// An attribute with the beginning of its value.
    pub prefix: Option<(String, String)>,
    /// Its position from 1 among its parent's children with the same tag.
    pub nth: Option<usize>,
}

/// The relation of a step to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepRelation {
    /// Anywhere below.
    Descendant,
    /// Directly below.
    Child,
}

/// A whole selector; the relation of the first step is to the document.
pub type Steps = Vec<(StepRelation, Compound)>;

impl Compound {
    /// Only the tag.
    pub fn tag(element: ElementRef<'_>) -> Self {
        Self {
            tag: Some(element.value().name().to_owned()),
            ..Self::default()
        }
    }

    /// The tag with a class.
    pub fn class(element: ElementRef<'_>, class: &str) -> Self {
        Self {
            classes: vec![class.to_owned()],
            ..Self::tag(element)
        }
    }

    /// Whether it is more specific than the tag.
    pub fn is_specific(&self) -> bool {
        self.id.is_some()
            || !self.classes.is_empty()
            || self.attribute.is_some()
            || self.prefix.is_some()
    }

    /// Whether `element` matches it.
    pub fn fits(&self, element: ElementRef<'_>) -> bool {
        self.fits_by_itself(element) && self.nth.is_none_or(|nth| nth_of_type(element) == nth)
    }

    /// Whether `element` matches it regardless of its position among siblings. Counting positions
    /// again for each sibling would be quadratic.
    pub fn fits_by_itself(&self, element: ElementRef<'_>) -> bool {
        let value = element.value();
        self.tag.as_deref().is_none_or(|tag| tag == value.name())
            && self
                .id
                .as_deref()
                .is_none_or(|id| value.attr("id") == Some(id))
            && self
                .classes
                .iter()
                .all(|c| classes(element).any(|own| own == c))
            && self
                .attribute
                .as_ref()
                .is_none_or(|(name, wanted)| value.attr(name) == Some(wanted))
            && self.prefix.as_ref().is_none_or(|(name, start)| {
                value
                    .attr(name)
                    .is_some_and(|v| v.starts_with(start.as_str()))
            })
    }

    fn css(&self) -> String {
        let mut out = match (&self.tag, &self.id) {
            (Some(tag), _) => css_identifier(tag),
            (None, Some(_)) => String::new(),
            (None, None) => "*".to_owned(),
        };
        if let Some(id) = &self.id {
            let _ = write!(out, "#{}", css_identifier(id));
        }
        for class in &self.classes {
            let _ = write!(out, ".{}", css_identifier(class));
        }
        if let Some((name, value)) = &self.attribute {
            let _ = write!(out, "[{}={}]", css_identifier(name), css_string(value));
        }
        if let Some((name, start)) = &self.prefix {
            let _ = write!(out, "[{}^={}]", css_identifier(name), css_string(start));
        }
        if let Some(nth) = self.nth {
            let _ = write!(out, ":nth-of-type({nth})");
        }
        out
    }

    fn xpath(&self) -> String {
        let mut out = match &self.tag {
            Some(tag) if is_plain_name(tag) => tag.clone(),
            Some(tag) => format!("*[name()={}]", xpath_string(tag)),
            None => "*".to_owned(),
        };
        // A position counts what the previous steps left, so it comes first.
        if let Some(nth) = self.nth {
            let _ = write!(out, "[{nth}]");
        }
        if let Some(id) = &self.id {
            let _ = write!(out, "[@id={}]", xpath_string(id));
        }
        for class in &self.classes {
            let wanted = xpath_string(&format!(" {class} "));
            let _ = write!(
                out,
                "[contains(concat(' ', normalize-space(@class), ' '), {wanted})]"
            );
        }
        if let Some((name, value)) = &self.attribute {
            let _ = write!(out, "[@{name}={}]", xpath_string(value));
        }
        if let Some((name, start)) = &self.prefix {
            let _ = write!(out, "[starts-with(@{name}, {})]", xpath_string(start));
        }
        out
    }
}

/// The element tests of one XPath step.
pub fn xpath_tests(compound: &Compound) -> String {
    compound.xpath()
}

/// `steps` as a CSS selector.
pub fn to_css(steps: &Steps) -> String {
    let mut out = String::new();
    for (relation, compound) in steps {
        if !out.is_empty() {
            out.push_str(match relation {
                StepRelation::Descendant => " ",
                StepRelation::Child => " > ",
            });
        }
        out.push_str(&compound.css());
    }
    out
}

/// `steps` as an XPath.
pub fn to_xpath(steps: &Steps) -> String {
    let mut out = String::new();
    for (relation, compound) in steps {
        out.push_str(match relation {
            StepRelation::Descendant => "//",
            StepRelation::Child => "/",
        });
        out.push_str(&compound.xpath());
    }
    out
}

/// Compounds that can identify `element`, most reliable first; the bare tag is last.
pub fn candidates(element: ElementRef<'_>) -> Vec<Compound> {
    let mut out = Vec::new();
    if let Some(id) = element.attr("id").filter(|id| is_stable_id(id)) {
        out.push(Compound {
            id: Some(id.to_owned()),
            ..Compound::default()
        });
    }
    for name in SEMANTIC_ATTRIBUTES {
        if let Some(value) = element.attr(name).filter(|v| is_stable(v)) {
            out.push(Compound {
                attribute: Some((name.to_owned(), value.to_owned())),
                ..Compound::tag(element)
            });
        }
    }
    let stable: Vec<&str> = stable_classes(element).into_iter().take(4).collect();
    out.extend(stable.iter().map(|class| Compound::class(element, class)));
    if let [first, second, ..] = stable.as_slice() {
        out.push(Compound {
            classes: vec![(*first).to_owned(), (*second).to_owned()],
            ..Compound::tag(element)
        });
    }
    out.push(Compound::tag(element));
    out
}

/// The compound for an id that a number ends, such as that of a post: the letters before it.
pub fn numbered_id(element: ElementRef<'_>) -> Option<Compound> {
    let id = element.attr("id")?;
    let letters: String = id.chars().take_while(|c| !c.is_ascii_digit()).collect();
    let is_numbered = letters.len() >= 3 && letters.len() < id.len() && is_stable(&letters);
    is_numbered.then(|| Compound {
        prefix: Some(("id".to_owned(), letters)),
        ..Compound::tag(element)
    })
}

/// The classes of `element` that a selector can rely on, those without digits first. Of a post that
/// says of what kind it is (`category-news format-standard`), those words are none: the posts beside
/// it have others.
pub fn stable_classes(element: ElementRef<'_>) -> Vec<&str> {
    let mut stable: Vec<&str> = classes(element).filter(|class| is_stable(class)).collect();
    if classes(element)
        .filter(|class| says_kind_of_post(class))
        .nth(1)
        .is_some()
    {
        stable.retain(|class| !says_kind_of_post(class));
    }
    stable.sort_by_key(|class| class.contains(|c: char| c.is_ascii_digit()));
    stable
}

/// The classes of `element` in source order.
pub fn classes(element: ElementRef<'_>) -> impl Iterator<Item = &str> {
    element
        .attr("class")
        .unwrap_or_default()
        .split_ascii_whitespace()
}

/// The position of `element` from 1 among its parent's children with the same tag.
pub fn nth_of_type(element: ElementRef<'_>) -> usize {
    let name = &element.value().name;
    1 + element
        .prev_siblings()
        .inspect(|_| count_visits(1))
        .filter_map(ElementRef::wrap)
        .filter(|sibling| sibling.value().name == *name)
        .count()
}

/// Whether a name can appear in an XPath unescaped.
fn is_plain_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// CSS Object Model, "serialize an identifier".
fn css_identifier(name: &str) -> String {
    let mut out = String::new();
    let lone_dash = name == "-";
    let after_dash = usize::from(name.starts_with('-'));
    for (at, c) in name.chars().enumerate() {
        let leading_digit = c.is_ascii_digit() && at <= after_dash;
        if leading_digit || c.is_ascii_control() {
            let _ = write!(out, "\\{:x} ", u32::from(c));
        } else if lone_dash || !(c.is_ascii_alphanumeric() || "-_".contains(c) || !c.is_ascii()) {
            out.push('\\');
            out.push(c);
        } else {
            out.push(c);
        }
    }
    out
}

/// CSS Object Model, "serialize a string".
pub fn css_string(value: &str) -> String {
    let mut out = String::from("\"");
    for c in value.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_ascii_control() => {
                let _ = write!(out, "\\{:x} ", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A string in XPath 1.0, which has no escapes.
pub fn xpath_string(value: &str) -> String {
    if !value.contains('\'') {
        return format!("'{value}'");
    }
    if !value.contains('"') {
        return format!("\"{value}\"");
    }
    let parts: Vec<String> = value.split('\'').map(|part| format!("'{part}'")).collect();
    format!("concat({})", parts.join(", \"'\", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_written_in_both_languages() {
        let steps = vec![
            (
                StepRelation::Descendant,
                Compound {
                    id: Some("main".into()),
                    ..Compound::default()
                },
            ),
            (
                StepRelation::Descendant,
                Compound {
                    tag: Some("li".into()),
                    classes: vec!["item".into()],
                    ..Compound::default()
                },
            ),
            (
                StepRelation::Child,
                Compound {
                    tag: Some("a".into()),
                    attribute: Some(("rel".into(), "it's".into())),
                    nth: Some(2),
                    ..Compound::default()
                },
            ),
        ];
        assert_eq!(
            to_css(&steps),
            "#main li.item > a[rel=\"it's\"]:nth-of-type(2)"
        );
        assert_eq!(
            to_xpath(&steps),
            "//*[@id='main']//li[contains(concat(' ', normalize-space(@class), ' '), ' item ')]\
             /a[2][@rel=\"it's\"]"
        );
    }

    #[test]
    fn odd_names_are_escaped() {
        assert_eq!(css_identifier("o:p"), "o\\:p");
        assert_eq!(css_identifier("-1a"), "-\\31 a");
        assert_eq!(css_identifier("-"), "\\-");
        assert_eq!(css_identifier("标题_1"), "标题_1");
        assert_eq!(css_string("a\"\\\n"), "\"a\\\"\\\\\\a \"");
        assert_eq!(xpath_string("a'b\"c"), "concat('a', \"'\", 'b\"c')");
    }
}
