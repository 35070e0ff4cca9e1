//! What goes in and out of the page view: marks to draw, and what a person did on the page. Plain
//! values, so that the view knows nothing of rules and fields. Never holds a picture or a tree.

use eframe::egui::{Color32, Modifiers, Rect, Theme};

use crate::style::theme::Tokens;
use crate::style::ui_context::UiContext;
use crate::widgets::marks;
use bowerbird_engine::types::ElementIndex;

/// Something done on the page, in whichever of its views.
#[derive(Clone, Debug, PartialEq)]
pub enum BenchInput {
    /// An element was pointed at and clicked, or chosen with Enter.
    Pick {
        /// Which.
        element: ElementIndex,
        /// What for.
        how: How,
        /// Its box on the screen, where it has one: a popover goes beside it.
        at: Option<Rect>,
    },
    /// Another element is under the pointer, or none.
    Hover {
        /// Which.
        element: Option<ElementIndex>,
    },
    /// Something of an element goes to the clipboard.
    Copy {
        /// Of which.
        element: ElementIndex,
        /// What.
        what: Copied,
    },
    /// Another page, or the same one again, is wanted.
    Navigate(Navigation),
}

/// What of an element is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// Its text.
    Text,
    /// A CSS selector of it.
    Css,
    /// An XPath of it.
    XPath,
}

/// What a pick is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum How {
    /// Plain click: this is what I want.
    #[default]
    Choose,
    /// With Shift: this one too.
    Add,
    /// With Alt: not this one.
    Exclude,
    /// An ancestor or a neighbour instead of the one picked last.
    Instead,
}

impl How {
    /// What the keys held down make of a pick.
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

/// Where to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Navigation {
    /// To an address.
    To(String),
    /// To the page before.
    Back,
    /// To the page after.
    Forward,
    /// The same page, fetched again.
    Again,
    /// Gives up what is on its way.
    Stop,
}

/// How an element is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkStyle {
    /// Chosen by the person: a solid line.
    Chosen,
    /// Matched like it: a dashed line.
    Alike,
    /// Excluded: a thin line and a cross.
    Excluded,
    /// Shown because something else speaks of it: a filled box.
    Lit,
    /// Found by a search: a lightly filled box.
    Found,
}

/// The colour of a mark. The page is white in every theme, so what is painted on it takes other
/// colours than what stands in a panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkColour {
    /// The window's accent.
    #[default]
    Accent,
    /// That of field number so much.
    Field(usize),
    /// That of what a search found.
    Found,
}

impl MarkColour {
    /// On the page.
    pub fn on_page(self) -> Color32 {
        self.of(Tokens::of(Theme::Light))
    }

    /// In a panel of the window.
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
    /// Which.
    pub element: ElementIndex,
    /// Its colour.
    pub colour: MarkColour,
    /// Its shape, beside the name; `None` for marks that belong to no field.
    pub shape: Option<marks::MarkShape>,
    /// Its line.
    pub style: MarkStyle,
    /// Its name tag; none when `None`.
    pub label: Option<String>,
}

impl ElementMark {
    /// A mark of field number `index`, with its colour and its shape.
    pub fn of_field(
        index: usize,
        element: ElementIndex,
        style: MarkStyle,
        label: Option<String>,
    ) -> Self {
        Self {
            element,
            colour: MarkColour::Field(index),
            shape: Some(marks::field_mark(index)),
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
