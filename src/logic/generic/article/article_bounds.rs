//! The start and end of an article: title, place and byline above it, notices and further reading
//! below it. Input: lines. Output: fewer of them. The wording is data in
//! `assets/generic/noise.toml`.

use super::noise;
use crate::generic::features::lines::TextLine;
use crate::generic::features::ratio;
use crate::generic::words::letters;

/// A longer line is a paragraph, whatever it contains.
const MAX_CHARS: usize = 120;

/// The maximum number of lines checked above the first sentence.
const MAX_HEAD: usize = 12;

/// Valid characters above a mark from which it ends the article.
const ENOUGH_ABOVE: usize = 40;

/// `lines` without those above and below the article titled `title` (may be empty).
pub(super) fn trimmed(lines: Vec<TextLine>, title: &str) -> Vec<TextLine> {
    let mut lines = without_head(lines, title);
    if let Some(end) = end(&lines) {
        lines.truncate(end);
    }
    while lines.len() > 1 && lines.last().is_some_and(is_margin) {
        lines.pop();
    }
    lines
}

fn without_head(lines: Vec<TextLine>, title: &str) -> Vec<TextLine> {
    let first = lines
        .iter()
        .take(MAX_HEAD)
        .position(is_sentence)
        .unwrap_or(MAX_HEAD.min(lines.len()));
    let title = letters(title);
    lines
        .into_iter()
        .enumerate()
        .filter(|(at, line)| *at > first || !is_above(line, &title))
        .map(|(_, line)| line)
        .collect()
}

fn is_above(line: &TextLine, title: &str) -> bool {
    if line.chars > MAX_CHARS {
        return false;
    }
    let own = letters(&line.text);
    let is_title = own.chars().count() >= 4
        && !title.is_empty()
        && (own == title
            || title.contains(&own)
            || (own.contains(title) && own.len() < title.len() * 2));
    is_title || noise::is_head(line.text.trim())
}

/// The line at which the rest of the page starts.
fn end(lines: &[TextLine]) -> Option<usize> {
    let total: usize = lines.iter().map(|line| line.valid).sum();
    let mut above = 0;
    for (at, line) in lines.iter().enumerate() {
        let short = line.chars <= MAX_CHARS;
        if short && above >= ENOUGH_ABOVE && above * MIN_PART >= total {
            let text = line.text.trim();
            let rest = lines.get(at + 1..).unwrap_or_default();
            if noise::is_tail(text) && !is_ended(text)
                || noise::is_links_head(text) && is_other(rest, above)
            {
                return Some(at);
            }
        }
        above += line.valid;
    }
    None
}

/// A text is at least one part in so many of everything.
const MIN_PART: usize = 4;

/// Whether the rest after a text of `above` valid characters is links or short.
fn is_other(rest: &[TextLine], above: usize) -> bool {
    let sum = |of: fn(&TextLine) -> usize| rest.iter().map(of).sum::<usize>();
    let (valid, chars, links) = (sum(|l| l.valid), sum(|l| l.chars), sum(|l| l.link_chars));
    valid * LITTLE <= above || ratio(links, chars) > MOSTLY_LINKS
}

/// The rest is short if the text above is this many times as long.
const LITTLE: usize = 4;

/// Share of characters in links above which a part is a list of links.
const MOSTLY_LINKS: f64 = 0.4;

fn is_margin(line: &TextLine) -> bool {
    line.chars <= 2 * MAX_CHARS && noise::is_last(line.text.trim())
}

/// Whether a line is a sentence: long enough, with a sentence end.
fn is_sentence(line: &TextLine) -> bool {
    let text = line.text.trim();
    let ended = is_ended(text) || text.ends_with(['…', ':', '：', '；']);
    line.valid >= 20 && ended && !noise::is_head(text)
}

/// Whether a text has a sentence end, quoted or not; an ellipsis does not count.
fn is_ended(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '”', '」', '』', ')', '）', ' ']);
    text.ends_with(['.', '。', '!', '！', '?', '？']) && !text.ends_with("...")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, link: bool) -> TextLine {
        let chars = text.chars().filter(|c| !c.is_whitespace()).count();
        TextLine {
            text: text.to_owned(),
            chars,
            link_chars: if link { chars } else { 0 },
            valid: if link || chars < 12 { 0 } else { chars },
            ..TextLine::default()
        }
    }

    fn kept(lines: &[(&str, bool)], title: &str) -> Vec<String> {
        let lines = lines.iter().map(|(t, l)| line(t, *l)).collect();
        let kept = trimmed(lines, title).into_iter();
        kept.map(|line| line.text).collect()
    }

    const FIRST: &str =
        "The vat is kept warm for a week, and nobody may open it before the blue has come.";
    const SECOND: &str =
        "Then the wool is laid in, and it is turned with a long stick until it is wet through.";

    #[test]
    fn what_stands_above_the_first_sentence_is_cut() {
        let found = kept(
            &[
                ("Home > Crafts > Dyes", true),
                ("Woad and madder", false),
                ("By Ann Dyer, 12 March 2024", false),
                ("2024年3月12日 10:20 来源:染坊报", false),
                (FIRST, false),
                ("Woad and madder", false),
                (SECOND, false),
            ],
            "Woad and madder",
        );
        assert_eq!(found, [FIRST, "Woad and madder", SECOND]);
    }

    #[test]
    fn comments_and_small_print_end_the_text() {
        let found = kept(
            &[
                (FIRST, false),
                ("声明这件事并不容易。", false),
                (SECOND, false),
            ],
            "",
        );
        assert_eq!(found.len(), 3, "a sentence may begin like small print");
        for mark in [
            "Leave a comment",
            "网友评论",
            "声明:",
            "Tell us what you think",
        ] {
            let found = kept(
                &[
                    (FIRST, false),
                    (SECOND, false),
                    (mark, false),
                    (FIRST, false),
                ],
                "",
            );
            assert_eq!(found, [FIRST, SECOND], "{mark}");
        }
    }

    #[test]
    fn other_articles_end_the_text_only_where_links_follow() {
        let teaser = ("Madder is the red of the poor", true);
        let found = kept(
            &[
                (FIRST, false),
                (SECOND, false),
                ("Related stories", false),
                teaser,
            ],
            "",
        );
        assert_eq!(found, [FIRST, SECOND]);
        let found = kept(
            &[
                (FIRST, false),
                ("Related stories", false),
                (SECOND, false),
                (SECOND, false),
            ],
            "",
        );
        assert_eq!(found.len(), 4, "what is told below is told");
    }

    #[test]
    fn notices_at_the_end_are_cut_and_sentences_are_not() {
        let found = kept(
            &[
                (FIRST, false),
                ("[责任编辑:robot] 标签:染料", false),
                ("Follow us on the usual sites.", false),
            ],
            "",
        );
        assert_eq!(found, [FIRST]);
        assert_eq!(
            kept(&[("Follow us.", false)], ""),
            ["Follow us."],
            "never all of it"
        );
    }
}
