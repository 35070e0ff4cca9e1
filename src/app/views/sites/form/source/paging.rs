//! The way to further pages: its kind as a choice, and the fields of that kind only.

use eframe::egui::Ui;

use crate::views::sites::form::controls::labelled_rows::{self, Row};
use crate::views::sites::form::controls::selector::NEXT;
use crate::views::sites::form::controls::{FormContext, alternatives};
use bowerbird_engine::types::{Alternative, AlternativeKind, NextRule};

/// The largest number of a page, or of an item.
const LARGEST: u32 = 1_000_000_000;
/// The keys of a link.
const LINK_KEYS: [&str; 8] = [
    "css",
    "xpath",
    "regex",
    "jsonpath",
    "take",
    "on",
    "group",
    "fallbacks",
];
/// The items a page when counting by items begins.
const USUAL_STEP: u32 = 50;

/// What has further pages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PagingOf {
    /// Pages and feeds.
    Pages,
    /// Answers of an interface.
    Interface,
}

/// The kinds of paging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paging {
    /// None is named.
    None,
    /// Detected by the program.
    Auto,
    /// By a link.
    Link,
    /// By the number of the page.
    Number,
    /// By the number of the first item.
    Offset,
    /// By a cursor in the answer.
    Cursor,
    /// By the key of the oldest item.
    Older,
}

impl Paging {
    fn of(next: Option<&NextRule>) -> Self {
        let Some(next) = next else {
            return Self::None;
        };
        if next.auto {
            Self::Auto
        } else if next.pages.is_some() {
            match next.step {
                Some(step) if step > 1 => Self::Offset,
                _ => Self::Number,
            }
        } else if next.cursor.is_some() || next.put.is_some() {
            Self::Cursor
        } else if next.older.is_some() {
            Self::Older
        } else {
            Self::Link
        }
    }

    fn options(of: PagingOf) -> &'static [Self] {
        match of {
            PagingOf::Pages => &[
                Self::None,
                Self::Auto,
                Self::Link,
                Self::Number,
                Self::Offset,
            ],
            PagingOf::Interface => &[
                Self::None,
                Self::Auto,
                Self::Link,
                Self::Number,
                Self::Offset,
                Self::Cursor,
                Self::Older,
            ],
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::None => "form-paging-none",
            Self::Auto => "form-paging-auto",
            Self::Link => "form-paging-link",
            Self::Number => "form-paging-number",
            Self::Offset => "form-paging-offset",
            Self::Cursor => "form-paging-cursor",
            Self::Older => "form-paging-older",
        }
    }

    /// A rule of this kind to begin with, with the limit of the one before.
    fn begun(self, of: PagingOf, max_pages: Option<u32>) -> Option<NextRule> {
        let pages = |text: &str| Some(text.to_owned());
        let next = match self {
            Self::None => return None,
            Self::Auto => NextRule::auto(),
            Self::Link => {
                let (kind, source) = match of {
                    PagingOf::Pages => (AlternativeKind::Css, "a[rel=next]"),
                    PagingOf::Interface => (AlternativeKind::JsonPath, "$.next"),
                };
                NextRule::found_by(Alternative::of_kind(kind, source), None)
            }
            Self::Number => NextRule {
                pages: pages("?page={n}"),
                ..NextRule::default()
            },
            Self::Offset => NextRule {
                pages: pages("?offset={n}"),
                from: Some(USUAL_STEP),
                step: Some(USUAL_STEP),
                ..NextRule::default()
            },
            Self::Cursor => NextRule {
                cursor: pages("$.next_cursor"),
                put: pages("cursor={cursor}"),
                ..NextRule::default()
            },
            Self::Older => NextRule {
                older: pages("max_id={id}"),
                ..NextRule::default()
            },
        };
        Some(NextRule { max_pages, ..next })
    }
}

/// The kind of `next` in a word, for the title of a section.
pub fn paging_word(cx: &FormContext<'_>, next: Option<&NextRule>) -> String {
    cx.t(Paging::of(next).word())
}

/// Draws the way to further pages that stands at `path`.
pub fn paging_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    path: &str,
    next: &mut Option<NextRule>,
    of: PagingOf,
) -> bool {
    let options: Vec<(Paging, String)> = Paging::options(of)
        .iter()
        .map(|kind| (*kind, cx.t(kind.word())))
        .collect();
    let before = Paging::of(next.as_ref());
    let mut kind = before;
    // The faults of the way stand beside its fields.
    let at = format!("{path}.kind");
    let choice = Row::new("app-form-next", &at, "");
    let written = cx.t(before.word());
    labelled_rows::choice(ui, cx, &choice, (&mut kind, &written), &options);
    cx.section_faults_ui(ui, path);
    let mut changed = kind != before;
    if changed {
        let most = next.as_ref().and_then(|next| next.max_pages);
        *next = kind.begun(of, most);
    }
    let Some(next) = next else {
        return changed;
    };
    let at = |key: &str| format!("{path}.{key}");
    match kind {
        Paging::None | Paging::Auto => {}
        Paging::Link => {
            // Each fault stands beside one field: those of the limit are not the link's.
            let link = at("link");
            let row = Row::new("form-next-link", &link, "");
            changed |= alternatives::needed(ui, cx, &row, &mut next.way, NEXT);
            for key in LINK_KEYS {
                cx.faults_ui(ui, &at(key));
            }
        }
        Paging::Number => changed |= number_ui(ui, cx, path, next),
        Paging::Offset => changed |= offset_ui(ui, cx, path, next),
        Paging::Cursor => {
            let cursor = at("cursor");
            let cursor = Row::new("form-next-cursor", &cursor, "$.next_cursor");
            changed |= kept(ui, cx, &cursor, &mut next.cursor);
            let put = at("put");
            let put = Row::new("form-next-put", &put, "cursor={cursor}");
            changed |= kept(ui, cx, &put, &mut next.put);
        }
        Paging::Older => {
            let older = at("older");
            let older = Row::new("form-next-older", &older, "max_id={id}");
            changed |= kept(ui, cx, &older, &mut next.older);
        }
    }
    let most = at("max_pages");
    let most = Row::short("app-form-max-pages", &most, "");
    changed | labelled_rows::most(ui, cx, &most, &mut next.max_pages)
}

/// A text that makes the kind what it is: emptied, it stays as an empty one.
fn kept(ui: &mut Ui, cx: &FormContext<'_>, row: &Row<'_>, value: &mut Option<String>) -> bool {
    let mut text = value.clone().unwrap_or_default();
    let changed = labelled_rows::text(ui, cx, row, &mut text);
    if changed {
        *value = Some(text);
    }
    changed
}

fn number_ui(ui: &mut Ui, cx: &FormContext<'_>, path: &str, next: &mut NextRule) -> bool {
    let at = |key: &str| format!("{path}.{key}");
    let pages = at("pages");
    let pages = Row::new("form-next-pages", &pages, "?page={n}");
    let mut changed = kept(ui, cx, &pages, &mut next.pages);
    let from = at("from");
    let from = Row::short("form-next-from", &from, "");
    let mut number = next.from.unwrap_or(2);
    if labelled_rows::number(ui, cx, &from, &mut number, 0..=LARGEST) {
        next.from = (number != 2).then_some(number);
        changed = true;
    }
    changed | last_ui(ui, cx, &at("to"), next)
}

fn offset_ui(ui: &mut Ui, cx: &FormContext<'_>, path: &str, next: &mut NextRule) -> bool {
    let at = |key: &str| format!("{path}.{key}");
    let pages = at("pages");
    let pages = Row::new("form-next-pages", &pages, "?offset={n}");
    let mut changed = kept(ui, cx, &pages, &mut next.pages);
    let step = at("step");
    let step = Row::short("form-next-step", &step, "");
    let before = next.step.unwrap_or(USUAL_STEP);
    let mut number = before;
    if labelled_rows::number(ui, cx, &step, &mut number, 2..=LARGEST) {
        // The second page usually begins after as many items as the first one has.
        if next.from == Some(before) {
            next.from = Some(number);
        }
        next.step = Some(number);
        changed = true;
    }
    let from = at("from");
    let from = Row::short("form-next-offset", &from, "");
    let mut number = next.from.unwrap_or(2);
    if labelled_rows::number(ui, cx, &from, &mut number, 0..=LARGEST) {
        next.from = Some(number);
        changed = true;
    }
    changed | last_ui(ui, cx, &at("to"), next)
}

fn last_ui(ui: &mut Ui, cx: &FormContext<'_>, path: &str, next: &mut NextRule) -> bool {
    let row = Row::short("form-next-to", path, "");
    let mut last = next.to.unwrap_or(0);
    let changed = labelled_rows::number(ui, cx, &row, &mut last, 0..=LARGEST);
    if changed {
        next.to = (last > 0).then_some(last);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_kind_begins_with_is_of_that_kind() {
        for of in [PagingOf::Pages, PagingOf::Interface] {
            for kind in Paging::options(of) {
                let begun = kind.begun(of, Some(7));
                assert_eq!(Paging::of(begun.as_ref()), *kind);
                let most = begun.map(|next| next.max_pages);
                assert!(most.is_none_or(|most| most == Some(7)), "{kind:?}");
            }
        }
    }
}
