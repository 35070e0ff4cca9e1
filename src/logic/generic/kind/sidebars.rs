//! Boxes beside the content of a page. Input: node features. Output: whether elements are in one.

use crate::generic::features::BodyTree;
use crate::generic::words::post_words::POST_WORDS;

/// Whether the median member is in a sidebar or at the end of the page.
pub(super) fn is_aside(tree: &BodyTree<'_>, members: &[usize]) -> bool {
    let Some(words) = POST_WORDS.as_ref() else {
        return false;
    };
    let middle = members.get(members.len() / 2);
    let mut at = middle.copied().unwrap_or(0);
    while at > 0 {
        let Some(item) = tree.get(at) else { break };
        if item.valid * 2 > tree.valid(0) {
            break;
        }
        if matches!(item.name(), "aside" | "footer" | "nav") {
            return true;
        }
        for names in ["class", "id"] {
            let names = item.attr(names).unwrap_or_default();
            if words.is_sidebar(&names.to_ascii_lowercase()) {
                return true;
            }
        }
        at = item.parent;
    }
    false
}
