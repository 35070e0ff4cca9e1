//! What a page calls the elements of a rule's page steps. Input: a rule, a page. Output: labels.

use bowerbird_logic::authoring::learn::control_label;
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::Rule;
use bowerbird_logic::select::{Selector, SelectorKind};

/// The labels of the elements that are on the page and have one, by their selectors.
pub(super) fn step_controls(rule: &Rule, page: &Page) -> Vec<(String, String)> {
    let elements = rule
        .file()
        .steps
        .iter()
        .filter_map(|step| step.css.as_ref());
    let mut found: Vec<(String, String)> = Vec::new();
    for css in elements {
        if found.iter().any(|(known, _)| known == css) {
            continue;
        }
        let selector = Selector::compile(SelectorKind::Css, css).ok();
        let first = selector.and_then(|selector| selector.matching(page, None).first().copied());
        if let Some(label) = first.and_then(|first| control_label(page, first)) {
            found.push((css.clone(), label));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::rules::parse;
    use url::Url;

    #[test]
    fn steps_have_the_names_that_the_page_shows() {
        let rule = parse(
            "[site]\nname = \"Depot\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n\
             [[step]]\ndo = \"choose\"\ncss = \"#c\"\ntext = \"Lamp\"\n\
             [[step]]\ndo = \"click\"\ncss = \".more\"\n",
        )
        .unwrap();
        let page = Page::parse(
            "<label>Category <select id=c><option>Lamp</select></label>",
            &Url::parse("http://a.example/").unwrap(),
        );
        let labels = step_controls(&rule, &page);
        assert_eq!(labels, [("#c".to_owned(), "Category".to_owned())]);
    }
}
