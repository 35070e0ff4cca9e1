//! The pointed element: the smallest box under the pointer or the keyboard cursor, widened to
//! ancestors and narrowed again. Pure.

use bowerbird_engine::types::ElementIndex;

/// The pointed element, and how it was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointing {
    /// The smallest box under the pointer.
    under: Option<ElementIndex>,
    /// The ancestors it was widened to, outermost last.
    wider: Vec<ElementIndex>,
}

impl Pointing {
    /// The outlined element.
    pub fn element(&self) -> Option<ElementIndex> {
        self.wider.last().copied().or(self.under)
    }

    /// The pointer is over `element`; returns whether that changed. Moving inside the same smallest
    /// box keeps the widening.
    pub fn at(&mut self, element: Option<ElementIndex>) -> bool {
        if self.under == element {
            return false;
        }
        self.under = element;
        self.wider.clear();
        true
    }

    /// Widens the outline to `holder`.
    pub fn widen(&mut self, holder: ElementIndex) {
        self.wider.push(holder);
    }

    /// Undoes the last widening; returns whether there was one.
    pub fn narrow(&mut self) -> bool {
        self.wider.pop().is_some()
    }
}

/// The element of the context menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Menu {
    /// The element after widening.
    pub(crate) element: ElementIndex,
    /// The element where the menu was opened.
    pub(crate) from: ElementIndex,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_lasts_while_the_pointer_stays_in_the_box() {
        let mut pointing = Pointing::default();
        assert!(pointing.at(Some(7)));
        pointing.widen(5);
        pointing.widen(2);
        assert_eq!(pointing.element(), Some(2));
        assert!(!pointing.at(Some(7)));
        assert!(pointing.narrow());
        assert_eq!(pointing.element(), Some(5));
        assert!(pointing.at(Some(8)));
        assert_eq!(pointing.element(), Some(8));
        assert!(!pointing.narrow());
        pointing.at(None);
        assert_eq!(pointing.element(), None);
    }
}
