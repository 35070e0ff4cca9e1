//! Locates kept text on a page. Input: node features and texts, line by line, as any method
//! extracted them. Output: the text nodes of each. Compares only letters, so the line format of
//! a method does not matter.

use super::super::features::BodyTree;

/// The text nodes of one kept text.
pub(super) struct KeptText {
    /// By node, whether it was kept.
    pub texts: Vec<bool>,
    /// Characters of the text, without spaces.
    wanted: usize,
    /// Those of them that are located.
    found: usize,
}

impl KeptText {
    /// Whether nearly all of the text is on the page.
    pub fn is_most(&self) -> bool {
        self.found > 0 && self.found * 5 >= self.wanted * 4
    }
}

/// The maximum distance of a short line from the previous one, in bytes of text.
const NEAR: usize = 4_000;
/// A line of fewer bytes is short.
const SHORT: usize = 24;
/// The maximum number of lines tried as the first one.
const ANCHORS: usize = 12;
/// Characters at both ends of a line that locate it if its middle was changed.
const ENDS: usize = 12;

/// The nodes of each of `texts`, which follow each other on the page.
pub(super) fn find(tree: &BodyTree<'_>, texts: &[&str]) -> Vec<KeptText> {
    let page = Letters::of(tree);
    let lines: Vec<(usize, String)> = texts
        .iter()
        .enumerate()
        .flat_map(|(number, text)| text.lines().map(move |line| (number, compact(line))))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let mut found: Vec<KeptText> = texts
        .iter()
        .map(|_| KeptText {
            texts: vec![false; tree.items.len()],
            wanted: 0,
            found: 0,
        })
        .collect();
    for (number, line) in &lines {
        if let Some(found) = found.get_mut(*number) {
            found.wanted += line.len();
        }
    }
    let Some((anchor, place)) = anchor(&page.text, &lines) else {
        return found;
    };
    let mut note = |(number, line): &(usize, String), start: usize, end: usize| {
        if let Some(found) = found.get_mut(*number) {
            found.found += line.len();
            page.mark(start, end, line, &mut found.texts);
        }
    };
    let mut cursor = place;
    for line in lines.get(anchor..).unwrap_or_default() {
        if let Some((start, end)) = page.after(cursor, &line.1) {
            note(line, start, end);
            cursor = end;
        }
    }
    let mut cursor = place;
    for line in lines.get(..anchor).unwrap_or_default().iter().rev() {
        if let Some((start, end)) = page.before(cursor, &line.1) {
            note(line, start, end);
            cursor = start;
        }
    }
    found
}

/// The number and position of a long line that is unique on the page; else of the longest line on
/// it.
fn anchor(page: &str, lines: &[(usize, String)]) -> Option<(usize, usize)> {
    let mut longest: Vec<usize> = (0..lines.len()).collect();
    let length = |at: &usize| lines.get(*at).map_or(0, |(_, line)| line.len());
    longest.sort_by_key(|at| std::cmp::Reverse(length(at)));
    let mut first = None;
    for at in longest.into_iter().take(ANCHORS) {
        let Some((_, line)) = lines.get(at) else {
            continue;
        };
        let Some(place) = page.find(line.as_str()) else {
            continue;
        };
        let rest = page.get(place + line.len()..).unwrap_or_default();
        if !rest.contains(line.as_str()) {
            return Some((at, place));
        }
        first = first.or(Some((at, place)));
    }
    first
}

/// The letters of a page in order, with the node of each.
struct Letters {
    text: String,
    /// The start of each node's letters, and its number.
    nodes: Vec<(usize, usize)>,
}

impl Letters {
    fn of(tree: &BodyTree<'_>) -> Self {
        let mut letters = Self {
            text: String::new(),
            nodes: Vec::new(),
        };
        for (at, item) in tree.items.iter().enumerate() {
            if item.element.is_none() && item.chars > 0 {
                letters.nodes.push((letters.text.len(), at));
                letters
                    .text
                    .extend(item.text.chars().filter(|c| is_kept(*c)));
            }
        }
        letters
    }

    fn after(&self, cursor: usize, line: &str) -> Option<(usize, usize)> {
        let rest = self.text.get(cursor..)?;
        let place = rest
            .find(line)
            .filter(|place| line.len() > SHORT || *place < NEAR)
            .map(|place| (cursor + place, cursor + place + line.len()));
        place.or_else(|| {
            let (head, tail) = ends(line)?;
            let window = rest.get(..floor(rest, 3 * line.len() + NEAR))?;
            let start = window.find(head)?;
            let inside = window
                .get(start..)?
                .get(..floor(window.get(start..)?, 3 * line.len()))?;
            let end = inside.find(tail)? + tail.len();
            Some((cursor + start, cursor + start + end))
        })
    }

    fn before(&self, cursor: usize, line: &str) -> Option<(usize, usize)> {
        let rest = self.text.get(..cursor)?;
        rest.rfind(line)
            .filter(|place| line.len() > SHORT || cursor - place < NEAR)
            .map(|place| (place, place + line.len()))
    }

    /// Marks the nodes from `start` to `end` whose letters are in `line`.
    fn mark(&self, start: usize, end: usize, line: &str, marks: &mut [bool]) {
        let first = self.nodes.partition_point(|(from, _)| *from <= start);
        let mut number = first.saturating_sub(1);
        while let Some((from, node)) = self.nodes.get(number).copied().filter(|(f, _)| *f < end) {
            number += 1;
            let to = self.nodes.get(number).map_or(self.text.len(), |(f, _)| *f);
            let own = self.text.get(from.max(start)..to.min(end));
            if own.is_some_and(|own| !own.is_empty() && line.contains(own))
                && let Some(mark) = marks.get_mut(node)
            {
                *mark = true;
            }
        }
    }
}

fn compact(line: &str) -> String {
    line.chars().filter(|c| is_kept(*c)).collect()
}

fn is_kept(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '\u{200B}' | '\u{FEFF}')
}

fn ends(line: &str) -> Option<(&str, &str)> {
    let (head, _) = line.char_indices().nth(ENDS)?;
    let (tail, _) = line.char_indices().rev().nth(ENDS)?;
    (tail >= head).then(|| {
        (
            line.get(..head).unwrap_or(line),
            line.get(tail..).unwrap_or(line),
        )
    })
}

/// The last character boundary in `text` up to `at`.
fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}
