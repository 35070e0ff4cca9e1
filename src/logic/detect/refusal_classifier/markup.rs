//! Counts of what a page is built of, without a parse: scripts, forms, pictures, paragraphs. Input: the
//! source. Output: a few numbers.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::detect::visible_parts::head_of;

/// What is counted: text in the source, in any letter case, and the column it counts for.
const COUNTED: [(&str, usize); 22] = [
    ("<script", 0),
    ("<form", 1),
    ("<img", 2),
    ("<p>", 3),
    ("<p ", 3),
    ("<li", 3),
    ("<td", 3),
    ("<article", 4),
    ("<time", 4),
    ("<nav", 4),
    ("<aside", 4),
    ("<footer", 4),
    ("<meta", 5),
    ("ld+json", 6),
    ("og:", 6),
    ("rel=\"canonical", 6),
    ("noindex", 7),
    ("http-equiv=\"refresh", 8),
    ("document.cookie", 8),
    ("location.reload", 8),
    ("<input", 9),
    ("<link", 10),
];

static FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(COUNTED.map(|(text, _)| text))
        .ok()
});

/// The counts.
pub(super) struct MarkupCounts([u32; 11], usize);

impl MarkupCounts {
    /// The names of its numbers.
    pub const NAMES: [&str; 12] = [
        "scripts",
        "forms",
        "pictures",
        "paragraphs",
        "sections",
        "metas",
        "declared",
        "noindex",
        "reloads",
        "inputs",
        "sheets",
        "bytes",
    ];

    /// Counts in the scanned part of `body`.
    pub fn of(body: &str) -> Self {
        let body = head_of(body);
        let mut counts = [0; 11];
        let found = FINDER.iter().flat_map(|finder| finder.find_iter(body));
        for found in found {
            let column = COUNTED.get(found.pattern().as_usize());
            if let Some(count) = column.and_then(|(_, column)| counts.get_mut(*column)) {
                *count += 1;
            }
        }
        Self(counts, body.len())
    }

    /// Its numbers, on a logarithmic scale.
    #[allow(clippy::cast_precision_loss, reason = "counts are small")]
    pub fn numbers(&self) -> impl Iterator<Item = f32> {
        let counts = self.0.into_iter().map(|count| (count as f32).ln_1p());
        counts.chain([(self.1 as f32).ln_1p()])
    }
}
