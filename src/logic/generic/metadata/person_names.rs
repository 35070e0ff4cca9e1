//! Names in texts: with a label before them, at the end of a report, alone. Input: a text. Output: a
//! name without label, title and date, or none. The words are data in `assets/generic/names.toml`
//! and, as in rule learning, `assets/learn/bylines.toml`.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

/// The reporter or writer named at the end of a Chinese report: "……(总台记者 张倩)", "文:眉间尺".
pub(super) fn signed_name(text: &str) -> Option<String> {
    static SIGNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"[（(][^（()）]{0,8}(?:记者|通讯员|作者|記者)[ :：/]*([\u{4E00}-\u{9FFF}]{2,4}(?:[ 、][\u{4E00}-\u{9FFF}]{2,4}){0,4})\s*[)）]|^[□■◎●\s]*(?:本报|本網|本网|本刊|特约|实习)?(?:记者|記者|通讯员|作者)[ :：/]+([\u{4E00}-\u{9FFF}·]{2,4}(?:[ 、][\u{4E00}-\u{9FFF}·]{2,4}){0,4})\s*$|^[（(]?\s*(?:文|作者|撰文|责任编辑|責任編輯|责编|責編)[:：]\s*([\u{4E00}-\u{9FFF}·]{2,8}(?:[ 、][\u{4E00}-\u{9FFF}·]{2,4}){0,3})\s*[)）]?$").ok()
    });
    let found = SIGNED.as_ref()?.captures(text)?;
    name_of(found.iter().skip(1).flatten().next()?.as_str())
}

/// A label before a name: prepositions such as "by", or a noun such as "author" with a colon.
static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let words = WORDS.as_ref()?;
    let any = |words: &[String]| {
        let words = words.iter().map(|word| regex::escape(word));
        words.collect::<Vec<_>>().join("|")
    };
    let (by, nouns) = (any(&words.by), any(&words.nouns));
    Regex::new(&format!(
        r"(?i)^(?:(?:article\s+by|story\s+by|text\s+by|words\s+by|authors?|{by})\s*[:：/／|]?\s+|(?:{nouns}|{by})\s*[:：/／|・]\s*)"
    ))
    .ok()
});

/// A name after a label in a line of text: "By Ann Lee", "2024-03-05 作者:王小明 来源:…". The label "By"
/// may be in a separate element right before the name.
pub(super) fn labelled_name(text: &str) -> Option<String> {
    static IN_LINE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?:作者|撰文|記者|记者|文)\s*[:：/／]\s*([^\s\d|/／:：,，。()（）\[\]]{2,20})|^(?:(?i:(?:article |story |text |written |posted |words )?by):?\s+|By)(\p{Lu}[\p{L}'’.-]+(?:\s+(?:(?:de|van|von|der|la|di|and|&)\s+)*\p{Lu}[\p{L}'’.-]*){1,5})").ok()
    });
    if text.chars().count() > 160 {
        return None;
    }
    if let Some(names) = chinese_names(text) {
        return name_of(&names);
    }
    if let Some(found) = IN_LINE.as_ref()?.captures(text) {
        return name_of(found.get(1).or_else(|| found.get(2))?.as_str());
    }
    static POSTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:posted|written|published|submitted)\s+by:?\s+(\S.{1,38}?)\s+(?:at|on)\s+[\p{L}\d].*\d").ok()
    });
    if let Some(found) = POSTED.as_ref()?.captures(text) {
        return name_of(found.get(1)?.as_str());
    }
    // "Autor: Ann Lee", as in other languages.
    let (label, name) = text.split_once([':', '：'])?;
    let label = label.trim().to_lowercase();
    let is_label = text.chars().count() <= 60 && WORDS.as_ref()?.is_label(&label);
    let name = is_label.then(|| name_of(name)).flatten();
    name.filter(|name| is_certain_name(name))
}

/// Adjacent Chinese names after a label: "作者:宋怡 杨志华 来源:…".
fn chinese_names(text: &str) -> Option<String> {
    static NAMES: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?:作者|撰文|記者|记者)\s*[:：]\s*([\u{4E00}-\u{9FFF}·]{2,4}(?:[ 、][\u{4E00}-\u{9FFF}·]{2,4}){1,5})([^\u{4E00}-\u{9FFF}]|$)").ok()
    });
    let found = NAMES.as_ref()?.captures(text)?;
    let names = found.get(1)?.as_str();
    // Text before a colon is the next label.
    let is_label = found
        .get(2)
        .is_some_and(|after| matches!(after.as_str(), ":" | "："));
    let names = match names.rsplit_once([' ', '、']) {
        Some((before, _)) if is_label => before,
        _ => names,
    };
    Some(names.to_owned())
}

/// Short labels that hardly any name begins with.
const NO_FIRST_NAMES: [&str; 4] = ["by", "von", "par", "por"];

/// `text` without the label before a name. Another short word such as "di" and "oleh" may be the
/// beginning of the name itself: it is a label where two more words follow.
fn without_label(text: &str) -> &str {
    let found = LABEL.as_ref().and_then(|label| label.find(text));
    let Some((label, rest)) = found.and_then(|found| text.split_at_checked(found.end())) else {
        return text;
    };
    let word = label.trim();
    let is_sure = word.ends_with([':', '：', '/', '／', '|', '・'])
        || word.contains(' ')
        || NO_FIRST_NAMES.contains(&word.to_lowercase().as_str())
        || word.to_lowercase().starts_with("author");
    match is_sure || rest.split_whitespace().nth(1).is_some() {
        true => rest,
        false => text,
    }
}

/// Where a name in a line ends and something else starts.
static AFTER_NAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\s+(?:[|•·]|(?:on|in|at|updated|published|posted|reviewed|last|staff writer|senior|contributing)\b).*$").ok()
});

/// `text` as a name without label and ornaments; `None` if it is an address, a sentence or a date.
pub(super) fn name_of(text: &str) -> Option<String> {
    let words = WORDS.as_ref()?;
    let bare = without_label(text.trim());
    let bare = AFTER_NAME.as_ref()?.replace(bare, "");
    let bare = bare
        .split(['|', '•', '·', '\u{2003}'])
        .next()
        .unwrap_or_default()
        .trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, ',' | ':' | '：' | '-' | '–' | '(' | ')' | '/')
        });
    let bare = words.without_office(bare);
    // A title of office may follow a name.
    let bare = match bare.split_once(", ") {
        Some((name, _)) if bare.chars().count() > 60 && name.contains(' ') => name,
        _ => bare,
    };
    let chars = bare.chars().count();
    let count = bare.split_whitespace().count();
    let is_name = (2..=90).contains(&chars)
        && (count <= 8 || bare.contains(", ") && count <= 14)
        && !bare.contains("://")
        && !bare.contains(['@', '!', '?', '—', '。', '{', '<'])
        && !bare.contains("www.")
        && bare.matches('.').count() <= count + 1
        && !(bare.ends_with('.') && count > 4)
        && !bare.chars().any(|c| c.is_ascii_digit())
        && bare.chars().any(char::is_alphabetic)
        && !words.is_no_name(bare);
    is_name.then(|| bare.to_owned())
}

/// A name that stands without a label. If the text continues as a sentence, the name at its beginning.
pub(super) fn unlabelled(text: &str) -> Option<String> {
    let name = name_of(text)?;
    if is_name_like(&name) {
        return Some(name);
    }
    if let Some((before, _)) = name.split_once(" - ").or_else(|| name.split_once(" – ")) {
        return name_of(before).filter(|name| is_name_like(name));
    }
    let capital = |word: &&str| word.starts_with(char::is_uppercase);
    let words: Vec<&str> = name.split_whitespace().take_while(capital).collect();
    (words.len() >= 2).then(|| words.join(" "))
}

/// Whether a text is written as names are: of three words and more, each begins with a capital letter
/// but for short ones such as "van" and "of the". Scripts without capitals always are.
fn is_name_like(name: &str) -> bool {
    let mut words = name.split_whitespace();
    let count = words.clone().count();
    count < 3
        || words.all(|word| {
            let begin = word.trim_start_matches(|c: char| !c.is_alphabetic());
            !begin.starts_with(char::is_lowercase) || word.chars().count() <= 3
        })
}

/// Whether a text is hardly anything but the name of a person: two to four words that are written as
/// names are, or a few characters of a script without spaces.
pub(super) fn is_certain_name(name: &str) -> bool {
    let count = name.split_whitespace().count();
    let is_one_word =
        count == 1 && name.chars().all(|c| !c.is_ascii()) && name.chars().count() <= 8;
    is_one_word || (2..=4).contains(&count) && is_name_like(name)
}

/// The name before a date, as in "Ann Lee 4 August 2010".
pub(super) fn dated_name(text: &str) -> Option<String> {
    static DATED: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^(\D{3,60}?)[\s,|·–—-]+(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{L}*\.?,?\s+)?\d{1,4}\b").ok()
    });
    let before = DATED.as_ref()?.captures(text.trim())?.get(1)?;
    name_of(before.as_str()).filter(|name| name.contains(' ') && is_certain_name(name))
}

/// The words used to recognise names.
#[derive(Debug)]
pub(super) struct NameVocabulary {
    labels: HashSet<String>,
    /// Labels without a colon, longest first.
    by: Vec<String>,
    /// Labels with a colon, longest first.
    nouns: Vec<String>,
    /// Titles that follow a name.
    offices: Vec<String>,
    pub roles: HashSet<String>,
    pub accounts: HashSet<String>,
    no_name: HashSet<String>,
    /// Labels before the source of a text.
    sources: HashSet<String>,
    /// Words that end the name of a Chinese site.
    pub site_endings: Vec<String>,
}

impl NameVocabulary {
    pub fn is_label(&self, lower: &str) -> bool {
        self.labels.contains(lower)
    }

    /// A name without the title that follows it.
    fn without_office<'t>(&self, name: &'t str) -> &'t str {
        let named = self.offices.iter().find_map(|office| {
            let name = name.strip_suffix(office.as_str())?;
            let bare = name.trim_end();
            // Without a space the word may be part of the name.
            (bare.len() < name.len() && bare.chars().count() >= 2).then_some(bare)
        });
        named.unwrap_or(name)
    }

    /// Whether a text is a label or a role, or contains a word that is not part of a name.
    fn is_no_name(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        let label = lower.split_once([':', '：']).map(|(label, _)| label.trim());
        label.is_some_and(|label| self.sources.contains(label))
            || self.roles.contains(&lower)
            || self.labels.contains(&lower)
            || lower
                .split(|c: char| !c.is_alphabetic())
                .any(|word| self.no_name.contains(word))
    }
}

/// Shipped data; a test loads it, so it is never missing.
pub(super) static WORDS: LazyLock<Option<NameVocabulary>> = LazyLock::new(|| {
    read(
        include_str!("../../../../assets/generic/names.toml"),
        include_str!("../../../../assets/learn/bylines.toml"),
    )
    .ok()
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Own {
    labels: Vec<String>,
    editors: Vec<String>,
    offices: Vec<String>,
    roles: HashSet<String>,
    accounts: HashSet<String>,
    no_name: HashSet<String>,
    sources: HashSet<String>,
    site_endings: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Bylines {
    by: Vec<String>,
    no_name: HashSet<String>,
}

pub(super) fn read(own: &str, bylines: &str) -> Result<NameVocabulary, String> {
    let own: Own = toml::from_str(own).map_err(|e| e.to_string())?;
    let bylines: Bylines = toml::from_str(bylines).map_err(|e| e.to_string())?;
    let longest_first = |mut words: Vec<String>| {
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words
    };
    Ok(NameVocabulary {
        labels: own.labels.iter().chain(&bylines.by).cloned().collect(),
        by: longest_first(bylines.by),
        nouns: longest_first([own.labels, own.editors].concat()),
        offices: longest_first(own.offices),
        roles: own.roles,
        accounts: own.accounts,
        no_name: &own.no_name | &bylines.no_name,
        sources: own.sources,
        site_endings: own.site_endings,
    })
}
