//! A value beside a label, which may be only part of an element, and its extraction.

use super::{Selected, Take, extract};
use crate::page::{ElementIndex, Page};

/// A value that may be only part of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementPart {
    /// The lowest element that holds it.
    pub element: ElementIndex,
    /// Whether it is the whole text of the element.
    pub whole: bool,
    /// Its text.
    pub text: String,
    /// Elements with no other text, innermost first, then those inside it.
    pub carriers: Vec<ElementIndex>,
}

impl ElementPart {
    /// The value `take` extracts: the text; an attribute of the first of its elements that has it;
    /// HTML of the element, or the text where that is not the whole element.
    pub fn extract(self, page: &Page, take: &Take) -> Option<Selected> {
        let element = Some(self.element);
        let value = match take {
            Take::Text => self.text,
            Take::OwnText | Take::Html if self.whole => return self.of(page, self.element, take),
            Take::OwnText => self.text,
            Take::Html => escaped(&self.text),
            Take::Attribute(_) => {
                let mut carriers = self.carriers.iter();
                return carriers.find_map(|index| self.of(page, *index, take));
            }
        };
        Some(Selected { element, value })
    }

    fn of(&self, page: &Page, index: ElementIndex, take: &Take) -> Option<Selected> {
        extract(page, index, take).map(|value| Selected {
            element: Some(index),
            value,
        })
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
