//! The result of an evaluation. Input: matches, from the evaluator of a language. Output:
//! elements, or values, which are extracted lazily.

use super::value_beside_label::ElementPart;
use super::{Selected, Take, extract};
use crate::page::{ElementIndex, Page};

/// A match before its value is extracted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hit {
    /// An element from which a value is to be extracted.
    Element(ElementIndex),
    /// A computed value, with the element that owns it.
    Value(Option<ElementIndex>, String),
    /// Text beside a label.
    Part(ElementPart),
}

/// The result of an evaluation, before values are extracted.
pub(crate) struct Evaluation {
    pub(super) hits: Vec<Hit>,
    /// The number of steps taken; one step is about one node visited.
    pub steps: u64,
}

impl Evaluation {
    /// The matches; each value is extracted on demand.
    pub fn values<'a>(
        self,
        page: &'a Page,
        take: &'a Take,
    ) -> impl Iterator<Item = Selected> + use<'a> {
        selected(page, take, self.hits)
    }

    /// The elements that match, or that own what matches, in document order, each once.
    pub fn elements(self) -> Vec<ElementIndex> {
        let element = |hit| match hit {
            Hit::Element(index) => Some(index),
            Hit::Value(owner, _) => owner,
            Hit::Part(part) => Some(part.element),
        };
        let mut elements: Vec<_> = self.hits.into_iter().filter_map(element).collect();
        elements.dedup();
        elements
    }
}

/// The values of `hits`.
pub(super) fn selected<'a>(
    page: &'a Page,
    take: &'a Take,
    hits: Vec<Hit>,
) -> impl Iterator<Item = Selected> + use<'a> {
    let selected = move |hit| match hit {
        Hit::Element(index) => Some(Selected {
            element: Some(index),
            value: extract(page, index, take)?,
        }),
        Hit::Value(element, value) => Some(Selected { element, value }),
        Hit::Part(part) => part.extract(page, take),
    };
    hits.into_iter().filter_map(selected)
}
