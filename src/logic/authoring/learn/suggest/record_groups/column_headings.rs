//! Rows of words over the columns of a forum: "Topics, Posts, Last post". Such rows are often no
//! heads of a table. Input: the tree. Output: their words, and the rows below them.

use std::ops::Range;

use super::super::part_names::is_column;
use super::super::tree::{At, Tree};
use crate::page::collapse;

/// The maximum number of such rows on a page.
const MAX_HEADS: usize = 20;
/// The numbers of cells in such a row.
const CELLS: Range<usize> = 2..9;
/// The maximum length of a cell's text, in characters.
const MAX_CELL: usize = 60;
/// The maximum number of elements in such a row.
const MAX_INSIDE: usize = 40;
/// The maximum number of levels between such a row and the rows below it.
const MAX_LEVELS: usize = 4;
/// The maximum number of siblings read after such a row.
const MAX_AFTER: usize = 200;

/// A row of words over columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The text of each cell.
    cells: Vec<String>,
    /// The elements below it.
    below: Range<At>,
}

/// The rows of words on the page, in page order.
pub fn heads(tree: &Tree<'_>) -> Vec<Head> {
    let mut found: Vec<(At, Vec<String>)> = Vec::new();
    let mut at = 0;
    while at < tree.elements.len() && found.len() < MAX_HEADS {
        let cells = cells_of_head(tree, at);
        if let Some(cells) = cells {
            found.push((at, cells));
            at = tree.end(at);
        } else {
            at += 1;
        }
    }
    let starts: Vec<At> = found.iter().map(|(at, _)| *at).collect();
    found
        .into_iter()
        .filter_map(|(at, cells)| {
            let below = below(tree, at, &starts)?;
            Some(Head { cells, below })
        })
        .collect()
}

impl Head {
    /// Whether `at` is below it.
    pub fn is_over(&self, at: At) -> bool {
        self.below.contains(&at)
    }

    /// The word over the column of `at` inside the row `item`. Cells are counted from the end: a row
    /// may begin with icons.
    pub fn word(&self, tree: &Tree<'_>, item: At, at: At) -> Option<&str> {
        let cells = children(tree, whole(tree, item));
        let cell = cells
            .iter()
            .position(|cell| (*cell..tree.end(*cell)).contains(&at))?;
        let from_end = cells.len() - cell;
        let head = self.cells.len().checked_sub(from_end)?;
        let word = self.cells.get(head)?;
        is_column(word).then_some(word)
    }

    /// The row below it, if there is exactly one: it has a link, and a number below a word.
    pub fn only_row(&self, tree: &Tree<'_>) -> Option<At> {
        let rows = siblings(tree, self.below.clone());
        let [row] = rows.as_slice() else {
            return None;
        };
        let row = whole(tree, *row);
        let inside = || row..tree.end(row);
        let links = inside().any(|at| tree.name(at) == "a" && tree.chars(at) > 0);
        let counts = children(tree, row).into_iter().any(|cell| {
            let text = text(tree, cell);
            let is_number = text.starts_with(|c: char| c.is_ascii_digit());
            is_number && text.chars().count() < 12 && self.word(tree, row, cell).is_some()
        });
        (links && counts).then_some(row)
    }
}

/// The texts of a row's cells, if at least two are words over columns and none is longer.
fn cells_of_head(tree: &Tree<'_>, at: At) -> Option<Vec<String>> {
    let name = tree.name(at);
    let is_row = matches!(name, "div" | "ul" | "dl" | "li" | "tr" | "header" | "thead");
    let many = MAX_CELL * CELLS.end;
    if !is_row || tree.chars(at) > many || tree.end(at) - at > MAX_INSIDE {
        return None;
    }
    let cells = children(tree, at);
    if !CELLS.contains(&cells.len()) {
        return None;
    }
    let texts: Vec<String> = cells.into_iter().map(|cell| text(tree, cell)).collect();
    let known = texts.iter().filter(|text| is_column(text)).count();
    let short = texts.iter().all(|text| text.chars().count() <= MAX_CELL);
    (known >= 2 && short).then_some(texts)
}

/// What follows a head: the next siblings with text of it or of a box around it, up to the next head.
fn below(tree: &Tree<'_>, head: At, heads: &[At]) -> Option<Range<At>> {
    let around = std::iter::once(head).chain(tree.ancestors(head));
    let mut around = around
        .take(MAX_LEVELS)
        .take_while(|up| !matches!(tree.name(*up), "body" | "html" | "main"));
    around.find_map(|up| {
        let parent = tree.parent(up)?;
        let start = tree.end(up);
        let next = heads.iter().copied().find(|other| *other >= start);
        let end = tree.end(parent).min(next.unwrap_or(usize::MAX));
        let has_text = !siblings(tree, start..end).is_empty();
        has_text.then_some(start..end)
    })
}

/// The elements with text beside each other in a range.
fn siblings(tree: &Tree<'_>, range: Range<At>) -> Vec<At> {
    let next = |at: &At| Some(tree.end(*at)).filter(|next| *next < range.end);
    let first = Some(range.start).filter(|first| *first < range.end);
    std::iter::successors(first, next)
        .take(MAX_AFTER)
        .filter(|at| tree.chars(*at) > 0)
        .collect()
}

fn children(tree: &Tree<'_>, at: At) -> Vec<At> {
    let end = tree.end(at);
    let next = |child: &At| Some(tree.end(*child)).filter(|next| *next < end);
    let first = Some(at + 1).filter(|first| *first < end);
    std::iter::successors(first, next).collect()
}

/// The innermost element with all text of `at`.
fn whole(tree: &Tree<'_>, at: At) -> At {
    let inner = |at: &At| {
        let all = tree.chars(*at);
        let mut inside = children(tree, *at).into_iter();
        inside.find(|child| all > 0 && tree.chars(*child) == all)
    };
    std::iter::successors(Some(at), inner).last().unwrap_or(at)
}

fn text(tree: &Tree<'_>, at: At) -> String {
    let parts = tree.elements.get(at).into_iter().flat_map(|e| e.text());
    collapse(&parts.take(20).collect::<String>())
}
