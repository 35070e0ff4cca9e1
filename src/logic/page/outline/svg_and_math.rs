//! Pictures (`svg`) and formulas (`math`) inside a page, where other rules apply to tags. Input:
//! the pieces after the start tag. Output: their text; nothing as soon as HTML starts again
//! inside, or would break out (WHATWG HTML, 13.2.6.5).

use super::names::{ElementRole, Key, key, kind};
use super::references;
use super::tags::{Pieces, SourceToken};

/// Ordinary elements that end a picture, in addition to most special ones.
const BREAKING_OUT: [Key; 20] = [
    key(b"b"),
    key(b"big"),
    key(b"code"),
    key(b"em"),
    key(b"font"),
    key(b"foreignobject"),
    key(b"annotation-xml"),
    key(b"i"),
    key(b"ruby"),
    key(b"s"),
    key(b"small"),
    key(b"span"),
    key(b"strong"),
    key(b"strike"),
    key(b"sub"),
    key(b"sup"),
    key(b"tt"),
    key(b"u"),
    key(b"var"),
    key(b"malignmark"),
];
/// Elements in which HTML starts again: only text is supported there.
const TEXT_ONLY: [Key; 7] = [
    key(b"title"),
    key(b"desc"),
    key(b"mi"),
    key(b"mo"),
    key(b"mn"),
    key(b"ms"),
    key(b"mtext"),
];

/// Skips the element named `root`, up to its end.
pub(super) fn pass(
    pieces: &mut Pieces<'_>,
    root: Key,
    mut text: Option<&mut String>,
) -> Option<()> {
    let mut open = vec![root];
    while let Some(innermost) = open.last() {
        match pieces.next() {
            Some(SourceToken::Text(raw)) => {
                if let Some(text) = &mut text {
                    text.push_str(&references::text(raw));
                }
            }
            Some(SourceToken::Start(tag)) => {
                if TEXT_ONLY.contains(innermost) || !is_plain(tag.key) {
                    return None;
                }
                if !tag.self_closing {
                    open.push(tag.key);
                }
            }
            Some(SourceToken::End(name)) if name == *innermost => {
                open.pop();
            }
            Some(SourceToken::End(_) | SourceToken::Cdata) => return None,
            None => return Some(()),
        }
    }
    Some(())
}

/// Whether the element is only a part of the picture.
fn is_plain(name: Key) -> bool {
    match kind(name) {
        ElementRole::Ordinary => !BREAKING_OUT.contains(&name),
        ElementRole::Foreign | ElementRole::Title => true,
        ElementRole::Raw => name == key(b"style"),
        ElementRole::Void => name == key(b"image"),
        _ => false,
    }
}
