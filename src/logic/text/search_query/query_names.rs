//! The names that a query may have before a colon: those of this language, in English and Chinese, and
//! the fields of the rules.

use super::node::QueryField;

/// Maximum characters of a name.
const MAX_NAME: usize = 60;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Words(QueryField),
    Site,
    Tag,
    Language,
    After,
    Before,
    Date,
    Fetched,
}

/// The names of this language: in English, which always count, and in Chinese, which count unless a
/// rule has a field of that name.
pub const QUERY_NAMES: [(&str, &str); 11] = [
    ("title", "标题"),
    ("text", "正文"),
    ("author", "作者"),
    ("url", "网址"),
    ("date", "日期"),
    ("site", "站点"),
    ("tag", "标签"),
    ("lang", "语言"),
    ("fetched", "抓取时间"),
    ("after", "晚于"),
    ("before", "早于"),
];

/// What a name of this language stands for; `own`: the fields of the rules.
pub(super) fn named(name: &str, own: &[String]) -> Option<Named> {
    let lower = name.to_lowercase();
    let is_own = own.iter().any(|known| known.to_lowercase() == lower);
    let entry = QUERY_NAMES
        .iter()
        .find(|(english, chinese)| *english == lower || (*chinese == lower && !is_own))?;
    Some(match entry.0 {
        "title" => Named::Words(QueryField::Title),
        "text" => Named::Words(QueryField::Text),
        "author" => Named::Words(QueryField::Author),
        "url" => Named::Words(QueryField::Url),
        "date" => Named::Date,
        "site" => Named::Site,
        "tag" => Named::Tag,
        "lang" => Named::Language,
        "fetched" => Named::Fetched,
        "after" => Named::After,
        _ => Named::Before,
    })
}

/// Whether a text before a colon is the name of a field rather than a part of a text: `12:30`,
/// `http://…` and `C:\…` are texts.
pub(super) fn is_name(name: &str, own: &[String]) -> bool {
    if own.iter().any(|known| known == name) || named(name, own).is_some() {
        return true;
    }
    let begins = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    begins
        && name.chars().count() <= MAX_NAME
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
}

/// The own field that a name means, whatever its case.
pub(super) fn own_field(name: &str, own: &[String]) -> Option<String> {
    let lower = name.to_lowercase();
    let same = own.iter().find(|known| *known == name);
    same.or_else(|| own.iter().find(|known| known.to_lowercase() == lower))
        .cloned()
}

/// The name that is most like a mistyped one.
pub(super) fn nearest<'a>(name: &str, own: &'a [String]) -> Option<&'a str> {
    let typed = name.to_lowercase();
    let names = own.iter().map(String::as_str);
    let names = names.chain(QUERY_NAMES.iter().map(|(english, _)| *english));
    let most = (typed.chars().count() / 3).max(1);
    names
        .map(|known| {
            let lower = known.to_lowercase();
            // Two letters in each other's place are one mistake.
            let mistakes = match is_swapped(&typed, &lower) {
                true => 1,
                false => distance(&typed, &lower),
            };
            (mistakes, known)
        })
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Whether two names differ in two neighbouring letters that stand in each other's place.
fn is_swapped(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len() != other.len() {
        return false;
    }
    let pairs = one.iter().zip(&other).enumerate();
    let differing: Vec<usize> = pairs
        .filter(|(_, (a, b))| a != b)
        .map(|(at, _)| at)
        .collect();
    let [first, second] = differing.as_slice() else {
        return false;
    };
    first + 1 == *second
        && one.get(*first) == other.get(*second)
        && one.get(*second) == other.get(*first)
}

/// How many characters differ (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, c) in one.chars().enumerate() {
        let mut before = line;
        let mut left = line + 1;
        let mut next = vec![left];
        for (at, d) in other.iter().enumerate() {
            let above = row.get(at + 1).copied().unwrap_or(usize::MAX);
            let cost = (before + usize::from(c != *d))
                .min(above.saturating_add(1))
                .min(left + 1);
            before = above;
            left = cost;
            next.push(cost);
        }
        row = next;
    }
    row.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_texts_with_a_colon() {
        let own = [
            "公司".to_owned(),
            "unit price".to_owned(),
            "日期".to_owned(),
        ];
        for (name, expected) in [
            ("title", true),
            ("Title", true),
            ("公司", true),
            ("unit price", true),
            ("anything", true),
            ("two words", false),
            ("12", false),
            ("example.com", false),
            ("C++", false),
            ("", false),
        ] {
            assert_eq!(is_name(name, &own), expected, "{name}");
        }
        assert_eq!(named("标题", &own), Some(Named::Words(QueryField::Title)));
        assert_eq!(named("日期", &own), None, "a rule's own field comes first");
        assert_eq!(nearest("compny", &["company".to_owned()]), Some("company"));
        assert_eq!(nearest("autor", &[]), Some("author"));
        assert_eq!(nearest("pirce", &["price".to_owned()]), Some("price"));
        assert_eq!(nearest("pirec", &["price".to_owned()]), None);
        assert_eq!(nearest("zzz", &[]), None);
    }
}
