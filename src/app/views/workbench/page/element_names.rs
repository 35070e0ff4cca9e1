//! Labels of elements.

use super::state::PageView;
use bowerbird_engine::types::ElementIndex;

/// Maximum characters of an element's accessible text.
const SPOKEN_CHARS: usize = 120;

/// Such as `div#main.post`.
pub(super) fn label_of(view: &PageView, element: ElementIndex) -> String {
    view.label(element).unwrap_or_else(|| format!("#{element}"))
}

/// The accessible text of `element`: its label and the beginning of its text.
pub(super) fn spoken(view: &PageView, element: ElementIndex) -> String {
    let label = label_of(view, element);
    let lines = view.opened.iter().flat_map(|page| &page.structure);
    let line = lines
        .filter(|line| line.element == element)
        .map(|line| line.text.as_str());
    let own = view.tree.line(element).map(|line| line.text.as_str());
    let text = line.chain(own).find(|text| !text.is_empty());
    text.map_or(label.clone(), |text| {
        let text: String = text.chars().take(SPOKEN_CHARS).collect();
        format!("{label} “{text}”")
    })
}
