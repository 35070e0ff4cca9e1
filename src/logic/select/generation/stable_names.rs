//! Which class and id names a selector can rely on. Names that show a state or come from a build
//! tool change by the next visit.

use std::sync::LazyLock;

const UNSTABLE_NAMES: &str = include_str!("../../../../assets/learn/unstable-names.txt");

/// Longest name that a selector uses, in characters.
const MAX_CHARS: usize = 40;

static UNSTABLE: LazyLock<UnstableNames> = LazyLock::new(|| UnstableNames::new(UNSTABLE_NAMES));

/// Whether a class or attribute value is likely to mean the same on the next visit.
pub fn is_stable(name: &str) -> bool {
    !name.trim().is_empty()
        && name.chars().count() <= MAX_CHARS
        && longest_digit_run(name) < 3
        && !UNSTABLE.contains(name)
        && !name.split(|c: char| !c.is_alphanumeric()).any(is_made_up)
}

/// Whether an id is likely to mean the same on the next visit and on the page's siblings: as
/// [`is_stable`], and without any digit, since numbered ids name one record.
pub fn is_stable_id(name: &str) -> bool {
    is_stable(name) && !name.contains(|c: char| c.is_numeric() || c.is_whitespace())
}

/// Whether a class says what kind of post an element is, if another one beside it does so too.
pub fn says_kind_of_post(name: &str) -> bool {
    UNSTABLE.of_posts.iter().any(|p| name.starts_with(p))
}

struct UnstableNames {
    names: Vec<&'static str>,
    prefixes: Vec<&'static str>,
    of_posts: Vec<&'static str>,
}

impl UnstableNames {
    fn new(list: &'static str) -> Self {
        let lines = || {
            list.lines()
                .map(str::trim)
                .filter(|l| !l.is_empty() && !l.starts_with('#'))
        };
        let (of_posts, always): (Vec<&str>, Vec<&str>) = lines().partition(|l| l.starts_with('~'));
        let prefixes = always.iter().filter_map(|l| l.strip_suffix('*'));
        let of_posts = of_posts.iter().map(|l| l.trim_matches(['~', ' ', '*']));
        Self {
            names: always
                .iter()
                .copied()
                .filter(|l| !l.ends_with('*'))
                .collect(),
            prefixes: prefixes.collect(),
            of_posts: of_posts.filter(|l| !l.is_empty()).collect(),
        }
    }

    fn contains(&self, name: &str) -> bool {
        self.names.iter().any(|n| n.eq_ignore_ascii_case(name))
            || self.prefixes.iter().any(|p| name.starts_with(p))
    }
}

fn longest_digit_run(name: &str) -> usize {
    name.split(|c: char| !c.is_numeric())
        .map(|run| run.chars().count())
        .max()
        .unwrap_or(0)
}

/// Whether a part of a name looks like a hash: mixed letters and digits, capitals in odd places, or
/// unpronounceable.
fn is_made_up(part: &str) -> bool {
    let chars: Vec<char> = part.chars().collect();
    if chars.len() < 5 || !part.is_ascii() {
        return false;
    }
    let digits = chars.iter().filter(|c| c.is_ascii_digit()).count();
    let capitals = chars
        .iter()
        .skip(1)
        .filter(|c| c.is_ascii_uppercase())
        .count();
    let all_capitals = capitals + 1 == chars.len();
    let vowels = chars
        .iter()
        .filter(|c| "aeiouyAEIOUY".contains(**c))
        .count();
    let digit_inside = chars
        .windows(2)
        .any(|w| matches!(w, [a, b] if a.is_ascii_digit() && b.is_ascii_alphabetic()));
    (digits >= 2 && digits < chars.len())
        || digit_inside
        || (!all_capitals && capitals >= 2 && chars.len() < 3 * (capitals + 1))
        || (vowels == 0 && digits == 0 && chars.len() >= 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_loads() {
        assert!(UNSTABLE.names.contains(&"active") && UNSTABLE.prefixes.contains(&"css-"));
        assert!(UNSTABLE.prefixes.iter().all(|p| !p.is_empty()));
        assert!(UNSTABLE.of_posts.contains(&"format-"));
        assert!(!UNSTABLE.names.iter().any(|n| n.contains('~')));
    }

    #[test]
    fn names_with_a_meaning_are_stable() {
        for name in [
            "title",
            "entry-title",
            "post_body",
            "articleBody",
            "col-2",
            "h1",
            "标题",
            "NewsItemTitle",
            "og:title",
            "breadcrumb",
            "ABSTRACT",
            "section--main",
        ] {
            assert!(is_stable(name), "{name}");
        }
    }

    #[test]
    fn states_and_hashes_are_not() {
        for name in [
            "",
            "active",
            "Current",
            "is-open",
            "css-1q2w3e",
            "sc-bdVaJa",
            "post-12345",
            "_3xYz9q",
            "jsx-99",
            "bdVaJaQx",
            "xkcdqwrt",
            "mt-4",
            "a1b2c3",
            "StyledTitle-k3d9f2x",
        ] {
            assert!(!is_stable(name), "{name}");
        }
        assert!(is_stable_id("content") && !is_stable_id("post2") && !is_stable_id("a b"));
    }
}
