//! The text runs of a page with their fingerprints. Input: node features. Output: numbered
//! runs of text in one box without a box in between. A fingerprint is the same for the same run on
//! every page of a site and in every version of the program.

use super::super::features::BodyTree;
use crate::page::{is_block, is_cell};

/// The runs of one page.
pub(super) struct Runs {
    pub all: Vec<TextRun>,
    /// The run of each text, by item of the tree.
    pub of: Vec<Option<u32>>,
}

/// A run of text.
pub(super) struct TextRun {
    /// Its fingerprint.
    pub print: u64,
    /// The fingerprint of its text alone, see [`of_text`].
    pub text: u64,
    /// Valid characters.
    pub valid: usize,
}

impl Runs {
    /// Reads `tree`.
    pub fn of(tree: &BodyTree<'_>) -> Self {
        let mut runs = Self {
            all: Vec::new(),
            of: vec![None; tree.items.len()],
        };
        let mut boxes: Vec<usize> = Vec::with_capacity(tree.items.len());
        let mut open: Option<Open> = None;
        for (at, item) in tree.items.iter().enumerate() {
            let above = boxes.get(item.parent).copied().unwrap_or(0);
            let own = if at == 0 || is_box(item.name()) {
                at
            } else {
                above
            };
            boxes.push(own);
            if item.element.is_some() {
                if own == at {
                    runs.close(open.take());
                }
                continue;
            }
            if item.chars == 0 {
                continue;
            }
            if open.as_ref().is_some_and(|open| open.in_box != own) {
                runs.close(open.take());
            }
            let number = u32::try_from(runs.all.len()).ok();
            if let Some(slot) = runs.of.get_mut(at) {
                *slot = number;
            }
            let name = || tree.get(own).map_or("", |item| item.name());
            let run = open.get_or_insert_with(|| Open::new(own, name()));
            run.add(item.text);
            run.chars += item.chars;
            run.link_chars += item.link_chars;
            run.valid += item.valid;
        }
        runs.close(open);
        runs
    }

    fn close(&mut self, open: Option<Open>) {
        let Some(open) = open else { return };
        // A headline that is a link elsewhere is not template.
        let linked = open.link_chars * 2 > open.chars;
        self.all.push(TextRun {
            print: step(open.hash, u64::from(linked)),
            text: open.text,
            valid: open.valid,
        });
    }
}

struct Open {
    in_box: usize,
    hash: u64,
    text: u64,
    chars: usize,
    link_chars: usize,
    valid: usize,
}

impl Open {
    fn new(in_box: usize, name: &str) -> Self {
        Self {
            in_box,
            hash: hash(name.bytes().map(u64::from)),
            text: SEED,
            chars: 0,
            link_chars: 0,
            valid: 0,
        }
    }

    fn add(&mut self, text: &str) {
        for c in letters(text) {
            self.hash = step(self.hash, c);
            self.text = step(self.text, c);
        }
    }
}

/// The fingerprint of a text by itself.
pub(super) fn of_text(text: &str) -> u64 {
    hash(letters(text))
}

/// Characters without spaces, as in the paper. All digits are equal: view counts and dates change
/// from page to page.
fn letters(text: &str) -> impl Iterator<Item = u64> {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '\u{200B}' | '\u{FEFF}'))
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .map(|c| u64::from(u32::from(c)))
}

/// A separate box, whose text does not continue in its neighbour's.
fn is_box(name: &str) -> bool {
    is_block(name) || is_cell(name)
}

const SEED: u64 = 0xCBF2_9CE4_8422_2325;

/// FNV-1a on 64 bits, one step per value: stable on all machines and in all versions, because it is
/// stored.
pub(super) fn hash(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(SEED, step)
}

fn step(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(0x0000_0100_0000_01B3)
}
