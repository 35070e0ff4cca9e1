//! Whether an answer is a shell that scripts are to fill.

use jiff::Timestamp;
use url::Url;

use bowerbird_io::fetch::Fetched;
use bowerbird_logic::authoring::learn::embedded_entries;
use bowerbird_logic::detect::{Answer, RuleOutcome, Signals, is_script_shell, judge};
use bowerbird_logic::generic::carried_article;
use bowerbird_logic::model::PageState;
use bowerbird_logic::page::{Page, decode};

/// Bytes of text outside of tags and scripts above which a page has content of its own.
const MAX_TEXT: usize = 4000;
/// Bytes of the largest page that is looked at.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Whether it is worth a closer look: a good answer in HTML with scripts and little text.
pub(super) fn may_be_shell(fetched: &Fetched) -> bool {
    let body = &fetched.body;
    (200..300).contains(&fetched.status)
        && !fetched.left
        && body.len() <= MAX_BYTES
        && fetched
            .header("content-type")
            .is_none_or(|kind| kind.to_ascii_lowercase().contains("html"))
        && has_little_text(body)
}

/// Whether there are scripts, and little text outside of tags, scripts and styles.
fn has_little_text(body: &[u8]) -> bool {
    let (mut at, mut text, mut scripts) = (0, 0, false);
    while let Some(rest) = body.get(at..) {
        let open = memchr::memchr(b'<', rest).unwrap_or(rest.len());
        let shown = rest.get(..open).unwrap_or_default();
        text += shown
            .iter()
            .filter(|byte| !byte.is_ascii_whitespace())
            .count();
        if text > MAX_TEXT {
            return false;
        }
        let tag = rest.get(open..).unwrap_or_default();
        if tag.is_empty() {
            break;
        }
        let is = |name: &[u8]| {
            let start = tag.get(1..=name.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        let end = match (is(b"script"), is(b"style")) {
            (true, _) => {
                scripts = true;
                after(tag, b"</script")
            }
            (_, true) => after(tag, b"</style"),
            _ => memchr::memchr(b'>', tag).map_or(tag.len(), |end| end + 1),
        };
        at += open + end.max(1);
    }
    scripts
}

/// Where `tag` goes on after its end, which is found in lower case only: a miss makes the rest
/// invisible, as it does in browsers.
fn after(tag: &[u8], end: &[u8]) -> usize {
    memchr::memmem::find(tag, end).map_or(tag.len(), |at| at + end.len())
}

/// Whether it is a shell, and no page that refuses or asks something. Where `data_is_content`, none
/// that carries an article or entries for its scripts.
pub(super) fn is_shell(
    signals: &Signals,
    fetched: &Fetched,
    through_proxy: bool,
    data_is_content: bool,
) -> bool {
    let Some(url) = fetched.url().cloned() else {
        return false;
    };
    let decoded = decode(&fetched.body, fetched.header("content-type"));
    let page = Page::parse(&decoded.text, &url);
    if !is_script_shell(&page) {
        return false;
    }
    if data_is_content && (carried_article(&page).is_some() || embedded_entries(&page).is_some()) {
        return false;
    }
    let requested = fetched
        .url_chain
        .first()
        .map_or_else(String::new, Url::to_string);
    let verdict = judge(
        signals,
        &Answer {
            fault: None,
            requested_url: &requested,
            final_url: url.as_str(),
            status: fetched.status,
            headers: &fetched.headers,
            through_proxy,
            body: &decoded.text,
            page: Some(&page),
            rule: RuleOutcome::Unknown,
            since_last_request: None,
            took: None,
            now_s: Timestamp::now().as_second(),
        },
    );
    !verdict.state.is_refusal() && !matches!(verdict.state, PageState::Challenge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_counts_and_scripts_do_not() {
        let long = "word ".repeat(2000);
        assert!(!has_little_text(
            format!("<script src=a></script><p>{long}").as_bytes()
        ));
        assert!(has_little_text(
            format!("<div id=app></div><script>const x = \"{long}\"</script>").as_bytes()
        ));
        assert!(!has_little_text(b"<p>No scripts</p>"));
        assert!(has_little_text(b"<script"));
        assert!(!has_little_text(b""));
    }
}
