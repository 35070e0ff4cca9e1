//! Input and output of the page view: marks to draw, and the user's actions on the page. Plain
//! values, so that the view does not depend on rules and fields. Never contains a picture or a
//! tree.

use eframe::egui::{Color32, Modifiers, Rect, Theme};

use crate::style::theme::Tokens;
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks;
use bowerbird_engine::types::ElementIndex;
use bowerbird_engine::{PageEgress, PageLogin};

/// A user action on the page, in any of its views.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkbenchInput {
    /// An element was clicked, or chosen with Enter.
    Pick {
        /// The element.
        element: ElementIndex,
        /// The purpose.
        how: How,
        /// Its box on the screen, if it has one: a popover is placed beside it.
        at: Option<Rect>,
    },
    /// Another element is under the pointer, or none.
    Hover {
        /// The element.
        element: Option<ElementIndex>,
    },
    /// Copy data of an element to the clipboard.
    Copy {
        /// The element.
        element: ElementIndex,
        /// The data.
        what: Copied,
    },
    /// Navigate to another page, or reload.
    Navigate(Navigation),
}

/// The data of an element to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// Its text.
    Text,
    /// A CSS selector for it.
    Css,
    /// An XPath for it.
    XPath,
}

/// The purpose of a pick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum How {
    /// Plain click: this is what I want.
    #[default]
    Choose,
    /// With Shift: this one too.
    Add,
    /// With Alt: not this one.
    Exclude,
    /// An ancestor or a neighbour instead of the last pick.
    Instead,
}

impl How {
    /// The purpose by the modifier keys.
    pub fn of(modifiers: Modifiers) -> Self {
        if modifiers.alt {
            Self::Exclude
        } else if modifiers.shift {
            Self::Add
        } else {
            Self::Choose
        }
    }
}

/// A navigation target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Navigation {
    /// To an address.
    To(String),
    /// The previous page.
    Back,
    /// The next page.
    Forward,
    /// Reload the same page.
    Again,
    /// To an address, through proxies of the pool.
    Through(String, PageEgress),
    /// Reload the same page, with an account of its site or without.
    As(PageLogin),
    /// Cancel loading.
    Stop,
}

/// The style of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkStyle {
    /// Picked by the user: a solid line.
    Chosen,
    /// Similar elements: a dashed line.
    Alike,
    /// Excluded: a thin line and a cross.
    Excluded,
    /// Highlighted by another panel: a filled box.
    Lit,
    /// Found by a search: a lightly filled box.
    Found,
}

/// The colour of a mark. The page is white in every theme, so marks on it have other colours than
/// in a panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkColour {
    /// The window's accent.
    #[default]
    Accent,
    /// The colour of this field number.
    Field(usize),
    /// The colour of search results.
    Found,
}

impl MarkColour {
    /// The colour on the page.
    pub fn on_page(self) -> Color32 {
        self.of(Tokens::of(Theme::Light))
    }

    /// The colour in a panel of the window.
    pub fn in_panel(self, look: &UiContext) -> Color32 {
        self.of(look.tokens)
    }

    fn of(self, tokens: &Tokens) -> Color32 {
        match self {
            Self::Accent => tokens.accent,
            Self::Field(index) => tokens.field(index),
            Self::Found => tokens.warn,
        }
    }
}

/// A marked element.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementMark {
    /// The element.
    pub element: ElementIndex,
    /// Its colour.
    pub colour: MarkColour,
    /// Its shape, beside the name; `None` for marks without a field.
    pub shape: Option<state_marks::MarkShape>,
    /// Its line style.
    pub style: MarkStyle,
    /// Its name tag, if any.
    pub label: Option<String>,
}

impl ElementMark {
    /// A mark for field number `index`, with its colour and its shape.
    pub fn of_field(
        index: usize,
        element: ElementIndex,
        style: MarkStyle,
        label: Option<String>,
    ) -> Self {
        Self {
            element,
            colour: MarkColour::Field(index),
            shape: Some(state_marks::field_mark(index)),
            style,
            label,
        }
    }

    /// A mark in the accent colour.
    pub fn plain(element: ElementIndex, style: MarkStyle) -> Self {
        Self {
            element,
            colour: MarkColour::Accent,
            shape: None,
            style,
            label: None,
        }
    }
}
