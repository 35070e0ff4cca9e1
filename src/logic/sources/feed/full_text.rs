//! Whether an entry of a feed has its whole text or a teaser.

/// Characters from which a text counts as the whole article rather than a teaser.
const FULL: usize = 600;
/// How teasers end.
const CUT: [&str; 5] = ["…", "...", "[…]", "[...]", "……"];

/// Whether a text is an article rather than its teaser.
pub(super) fn is_full(text: &str) -> bool {
    let text = text.trim_end();
    text.chars().nth(FULL).is_some() && !CUT.iter().any(|end| text.ends_with(end))
}
