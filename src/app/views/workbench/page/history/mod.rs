//! Pages visited before and after the open one, with their scroll positions. Pure.
//!
//! Below: stored pages, pages on disk and pages from a browser among them.

pub(super) mod local_files;
mod page_navigation;
pub(super) mod sent_pages;
pub(super) mod stored_pages;

/// Maximum visits kept; the oldest are dropped.
const MOST: usize = 200;

/// A visited page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visit {
    /// Its address.
    pub url: String,
    /// Left and top of the visible part, in CSS pixels.
    pub seen: [f32; 2],
}

/// The history of visited pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageHistory {
    before: Vec<Visit>,
    after: Vec<Visit>,
}

impl PageHistory {
    /// Whether there is a previous page.
    pub fn has_before(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether there is a next page.
    pub fn has_after(&self) -> bool {
        !self.after.is_empty()
    }

    /// Records that the page `left` is left for a new one.
    pub fn leave(&mut self, left: Visit) {
        self.after.clear();
        self.before.push(left);
        if self.before.len() > MOST {
            self.before.remove(0);
        }
    }

    /// Back from `left`.
    pub fn back(&mut self, left: Option<Visit>) -> Option<Visit> {
        let to = self.before.pop()?;
        self.after.extend(left);
        Some(to)
    }

    /// Forward from `left`.
    pub fn forward(&mut self, left: Option<Visit>) -> Option<Visit> {
        let to = self.after.pop()?;
        self.before.extend(left);
        Some(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(url: &str, y: f32) -> Visit {
        Visit {
            url: url.to_owned(),
            seen: [0.0, y],
        }
    }

    #[test]
    fn back_and_forward_keep_the_places() {
        let mut history = PageHistory::default();
        history.leave(visit("a", 10.0));
        history.leave(visit("b", 20.0));
        assert_eq!(history.back(Some(visit("c", 30.0))), Some(visit("b", 20.0)));
        assert_eq!(history.back(Some(visit("b", 20.0))), Some(visit("a", 10.0)));
        assert_eq!(history.back(Some(visit("a", 10.0))), None);
        assert_eq!(
            history.forward(Some(visit("a", 11.0))),
            Some(visit("b", 20.0))
        );
        assert!(history.has_after() && history.has_before());
        history.leave(visit("b", 20.0));
        assert!(!history.has_after(), "a new way forgets the old one");
    }

    #[test]
    fn the_way_does_not_grow_for_ever() {
        let mut history = PageHistory::default();
        for number in 0..1_000 {
            history.leave(visit(&number.to_string(), 0.0));
        }
        assert_eq!(history.before.len(), MOST);
        assert_eq!(history.back(None), Some(visit("999", 0.0)));
    }
}
