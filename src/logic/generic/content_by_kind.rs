//! How the content of a page is found, by its kind: the posts of a thread, nothing of a list, else
//! the article. Input: node features, the kind. Output: the text, the posts.

use super::article::default_method::{count, extract, judged};
use super::article::line_classifier::ArticleModel;
use super::article::line_features::Blocks;
use super::features::BodyTree;
use super::kind::{DetectedKind, PageType};
use super::thread;
use super::thread::posts::Post;
use super::thread::thread_lines::Likely;

/// From this confidence on a page is certainly a list, and joined teasers are useless.
const SURELY_LIST: f64 = 0.95;

/// From this confidence on the posts are the content.
const LIKELY_THREAD: f64 = 0.6;

/// The content of a page of the kind `seen`, with its posts if it is a thread; `declared` and
/// `title` as in [`extract`], `said` scores the lines of threads.
pub(crate) fn content(
    tree: &BodyTree<'_>,
    (declared, title): (&str, &str),
    seen: &DetectedKind,
    said: Option<&ArticleModel>,
) -> (String, Vec<Post>) {
    let sure = seen.kind.confidence;
    match seen.kind.kind {
        PageType::List if sure >= SURELY_LIST => (text_of_list(tree, declared, title), Vec::new()),
        PageType::Thread if sure >= LIKELY_THREAD => thread::content(tree, seen, title, || {
            let blocks = Blocks::of(tree, declared, title);
            let said = said.map_or_else(Likely::default, |model| Likely::of(&blocks, model));
            (judged(blocks, declared).0, said)
        }),
        _ => (extract(tree, declared, title), Vec::new()),
    }
}

/// A short report among long lists looks like a list; a clear separation of its lines shows that it
/// is not.
fn text_of_list(tree: &BodyTree<'_>, declared: &str, title: &str) -> String {
    let (text, expected) = judged(Blocks::of(tree, declared, title), declared);
    if expected >= CLEARLY_TEXT && count(&text) >= REPORT_CHARS {
        text
    } else {
        String::new()
    }
}

/// Non-lists reach this expected F1, lists hardly ever (0.95 and 0.97 against 0.84 at most on
/// labelled pages of unseen hosts).
const CLEARLY_TEXT: f32 = 0.9;

/// The minimum length of a report in characters.
const REPORT_CHARS: usize = 120;
