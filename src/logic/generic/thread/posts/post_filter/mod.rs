//! Removes false posts of a thread: the head of the page taken as the opening post, a repeated
//! start of that post, an unsigned box. Also removes the lines above the texts of posts: author and
//! date. Input: posts in page order. Output: the same without these. Based on what most posts
//! of a thread have.

use std::collections::HashSet;

use crate::generic::thread::posts::Post;
use crate::generic::words::kind_words::KindVocabulary;
use crate::generic::words::letters;
use crate::generic::words::post_words::PostWords;

/// Length below which a text under a title is a description of a board or a thread, and an unsigned
/// text is not a post.
const LITTLE: usize = 60;
/// Maximum length of a date line, in characters.
const WHEN: usize = 80;
/// Words per n-gram when two posts are compared.
const GROUP: usize = 4;
/// The number of signed posts from which an unsigned one is not a post.
const SIGNED: usize = 3;
/// The maximum number of lines above a text.
const HEADS: usize = 9;
/// Maximum length of a line in a user box, in characters.
const LABEL: usize = 30;

/// Removes false posts; the first one is separate from the others if it `opens` the thread of that
/// title.
pub(super) fn weed(posts: &mut Vec<Post>, opens: bool, title: &str, words: &KindVocabulary) {
    if let [first, second, ..] = posts.as_mut_slice()
        && opens
        && (is_head_of_page(&first.whole, title, words) || repeats(&first.whole, &second.whole))
    {
        if second.author.is_empty() {
            second.author = std::mem::take(&mut first.author);
        }
        posts.remove(0);
    }
    let is_signed = |post: &Post| !post.author.is_empty() || !post.date.is_empty();
    let signed = posts.iter().filter(|post| is_signed(post)).count();
    if signed >= SIGNED && signed * 4 >= posts.len() * 3 {
        let mut at = 0;
        posts.retain(|post| {
            at += 1;
            is_signed(post) || opens && at == 1 || post.whole.chars().count() >= LITTLE
        });
    }
}

/// Whether a text is only the title, a date, and little more.
fn is_head_of_page(text: &str, title: &str, words: &KindVocabulary) -> bool {
    let title = letters(title);
    let is_title = |line: &str| {
        let own = letters(line);
        let longer = own.len() > title.len() + LABEL;
        !own.is_empty()
            && !title.is_empty()
            && (title.contains(&own) || !longer && own.contains(&title))
    };
    let is_day = |line: &str| line.chars().count() <= WHEN && words.is_date(line);
    let titled = text.lines().next().is_some_and(is_title);
    let rest = text.lines().filter(|line| !is_title(line) && !is_day(line));
    let left: usize = rest.map(|line| line.chars().count()).sum();
    left == 0 || titled && left < LITTLE
}

/// Whether most of a text is repeated in the next.
fn repeats(text: &str, next: &str) -> bool {
    let groups = |text: &str| -> Vec<String> {
        let words: Vec<String> = text.split_whitespace().map(letters).collect();
        words.windows(GROUP).map(|group| group.join(" ")).collect()
    };
    let known: HashSet<String> = groups(next).into_iter().collect();
    let own = groups(text);
    let again = own.iter().filter(|group| known.contains(*group)).count();
    own.len() >= GROUP && again * 2 >= own.len()
}

/// Takes the authors from the lines above the texts if most texts start with "somebody says:", and
/// removes these lines.
pub(super) fn named_by_heads(posts: &mut [Post], own: &PostWords) {
    let head = |text: &str| -> Option<(String, usize)> {
        let (at, line) = text
            .lines()
            .enumerate()
            .find(|(_, line)| !is_number(line))?;
        let named = own.quoted(line.strip_suffix(':').map(str::trim_end)?)?;
        (at <= 1).then(|| (named.to_owned(), at + 1))
    };
    let headed = posts.iter().filter(|post| head(&post.whole).is_some());
    if headed.clone().count() < SIGNED || headed.count() * 5 < posts.len() * 3 {
        return;
    }
    for post in posts {
        for text in [&mut post.whole, &mut post.text] {
            let Some((name, lines)) = head(text) else {
                continue;
            };
            if post.author.is_empty() || post.author == name {
                *text = after(text, lines);
                post.author = name;
            }
        }
    }
}

/// Whether a line is only a number.
fn is_number(line: &str) -> bool {
    let line = line.trim().trim_start_matches('#');
    !line.is_empty() && line.len() <= 6 && line.bytes().all(|b| b.is_ascii_digit())
}

/// A text without its first lines.
fn after(text: &str, lines: usize) -> String {
    let rest: Vec<&str> = text.lines().skip(lines).collect();
    rest.join("\n").trim().to_owned()
}

/// A text without leading lines that repeat its author, date and the post it replies to; empty if
/// these are all and more than a name.
pub(super) fn without_head(text: &str, author: &str, words: &KindVocabulary) -> String {
    let named = |line: &str| author.chars().count() > 2 && line.contains(author);
    let numbered = |line: &str| {
        let digits = line.trim_start().strip_prefix('#');
        digits.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let mut heads = 0;
    let mut all_said = false;
    let mut short = true;
    for (at, line) in text.lines().map(str::trim).enumerate().take(HEADS) {
        let chars = line.chars().count();
        let signed = named(line) && chars <= 90 && (words.is_date(line) || numbered(line));
        let dated = heads == at && all_said && chars <= LABEL + 10 && words.is_date(line);
        let subject = chars <= 100 && is_subject(line);
        all_said |= signed;
        // A line above a head is also one, or belongs to a user box.
        let above = heads == at || short;
        if above && (at < 3 && (signed || line == author) || subject) || dated {
            heads = at + 1;
        }
        short &= chars <= LABEL;
    }
    let rest = after(text, heads);
    // A name alone is a complete text; that somebody wrote on some day is not.
    if rest.is_empty() && !all_said {
        text.trim().to_owned()
    } else {
        rest
    }
}

/// Whether a line is the subject of a reply.
fn is_subject(line: &str) -> bool {
    ["Re: ", "Re : ", "RE: ", "Re：", "回复：", "回復：", "AW: "]
        .iter()
        .any(|sign| line.starts_with(sign))
}

#[cfg(test)]
mod tests;
