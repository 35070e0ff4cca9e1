//! The content of a paper page under labels and headings. Input: rows. Output: the values
//! under each label in page order, and the references; excludes other papers (cited by, similar
//! articles).

use super::paper_lines::PaperLine;
use super::paper_values;
use super::words::{self, PaperLabel};

/// The maximum number of rows of one section; reference lists are longer.
const MAX_ROWS: usize = 60;

/// The maximum number of rows of a reference list.
const MAX_REFERENCES: usize = 3_000;

/// Maximum length of an abstract: a longer text is that of the paper.
const MAX_CHARS: usize = 6_000;

/// A longer row does not state where a paper was published.
pub(super) const MAX_PLACE: usize = 400;

/// Raw values under labels.
#[derive(Debug, Default)]
pub(super) struct Sections {
    pub titles: Vec<String>,
    pub authors: Vec<Vec<String>>,
    pub abstracts: Vec<String>,
    pub keywords: Vec<Vec<String>>,
    pub dois: Vec<String>,
    pub volume: Option<String>,
    pub issue: Option<String>,
    /// Citation texts, or where it was published.
    pub wheres: Vec<String>,
    pub published: Vec<String>,
    pub online: Vec<String>,
    /// Whether there are dates before publication.
    pub received: bool,
    pub references: Vec<String>,
    /// Rows about this paper, outside abstract, references and lists of other papers.
    pub about: Vec<usize>,
}

/// Parses the rows of a page.
pub(super) fn sections(rows: &[PaperLine]) -> Sections {
    let mut found = Sections::default();
    let mut others = false;
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        found.published.extend(published_inside(row));
        let Some((label, rest)) = row.labelled() else {
            // A heading without a label returns to the page's own content.
            others &= !row.heading;
            if !others {
                found.about.push(at);
            }
            at += 1;
            continue;
        };
        if matches!(label, PaperLabel::End | PaperLabel::Others) {
            // A heading of other papers rather than a link to them; "Pages: 1-9" is about this one.
            others = label == PaperLabel::Others && (!row.is_linked() || row.heading);
            if !others {
                found.about.push(at);
            }
            at += 1;
            continue;
        }
        if label != PaperLabel::Part {
            others = false;
        }
        at = found.take(label, rest, rows, at);
    }
    found
}

impl Sections {
    /// Takes the value under a label in row `at`; returns the next row.
    fn take(&mut self, label: PaperLabel, rest: &str, rows: &[PaperLine], at: usize) -> usize {
        let next = at + 1;
        let value = || one(rest, rows, next);
        match label {
            PaperLabel::Title => {
                let title = value().filter(|v| v.chars().count() >= 4);
                self.titles.extend(title.map(str::to_owned));
            }
            PaperLabel::Authors => {
                let (names, end) = authors(rest, rows, at);
                if !names.is_empty() {
                    self.authors.push(names);
                }
                return end;
            }
            PaperLabel::Abstract => {
                let (text, end) = summary(rest, rows, next);
                let (text, words) = before_keywords(&text);
                if !words.is_empty() {
                    self.keywords.push(words);
                }
                if !text.is_empty() {
                    self.abstracts.push(text.to_owned());
                }
                return end;
            }
            PaperLabel::Keywords => {
                let (words, end) = keywords(rest, rows, at);
                if !words.is_empty() {
                    self.keywords.push(words);
                }
                return end;
            }
            PaperLabel::Doi => self.dois.extend(value().and_then(paper_values::doi)),
            PaperLabel::Volume => {
                let text = value().unwrap_or_default();
                // "Volume 7, Issue 2" and "12(3)" contain both.
                let (_, issue) = paper_values::volume_issue(text);
                if let Some(number) = number(text) {
                    self.volume.get_or_insert(number);
                    if let Some(issue) = issue {
                        self.issue.get_or_insert(issue);
                    }
                } else {
                    self.wheres.push(text.to_owned());
                }
            }
            PaperLabel::Issue => {
                let text = value().unwrap_or_default();
                match number(text) {
                    Some(number) if paper_values::volume_issue(text).0.is_none() => {
                        self.issue.get_or_insert(number);
                    }
                    _ => self.wheres.push(text.to_owned()),
                }
            }
            PaperLabel::Where => {
                self.wheres.extend(value().map(str::to_owned));
                self.about.push(at);
            }
            PaperLabel::Published => self.published.extend(value().and_then(paper_values::date)),
            PaperLabel::Online => self.online.extend(value().and_then(paper_values::date)),
            PaperLabel::Other => self.received |= value().and_then(paper_values::date).is_some(),
            PaperLabel::References => return self.references(rest, rows, next),
            PaperLabel::End | PaperLabel::Others | PaperLabel::Part => {}
        }
        next
    }

    /// Volume, issue and date from rows that state the publication: citation texts first, then the
    /// first row about it with both volume and issue, then one of them.
    pub fn place(&self, rows: &[PaperLine]) -> (Option<String>, Option<String>, Option<String>) {
        let about = self.about.iter().filter_map(|at| rows.get(*at));
        let about = about
            .map(|row| row.text.as_str())
            .filter(|text| text.chars().count() <= MAX_PLACE);
        let all: Vec<_> = self
            .wheres
            .iter()
            .map(String::as_str)
            .chain(about)
            .map(|text| (paper_values::volume_issue(text), text))
            .collect();
        let both = all
            .iter()
            .find(|((volume, issue), _)| volume.is_some() && issue.is_some());
        let one = || {
            all.iter()
                .find(|((volume, issue), _)| volume.is_some() || issue.is_some())
        };
        match both.or_else(one).cloned() {
            Some(((volume, issue), text)) => (volume, issue, paper_values::date(text)),
            None => (None, None, None),
        }
    }

    /// Whether labels alone identify a paper page: an abstract, and two of the other parts of
    /// papers.
    pub fn are_of_paper(&self, rows: &[PaperLine]) -> bool {
        let mut about = self.about.iter().filter_map(|at| rows.get(*at));
        let long = |text: &String| text.chars().count() >= super::MIN_ABSTRACT;
        let others = [
            !self.keywords.is_empty(),
            !self.dois.is_empty() || about.any(|row| paper_values::doi(&row.text).is_some()),
            self.references.len() > 1,
            self.volume.is_some() || self.issue.is_some(),
            self.received || !self.published.is_empty(),
            !self.authors.is_empty(),
        ];
        self.abstracts.iter().any(long) && others.iter().filter(|known| **known).count() >= 2
    }

    fn references(&mut self, rest: &str, rows: &[PaperLine], from: usize) -> usize {
        let (found, end) = references(rest, rows, from);
        if found.len() > self.references.len() {
            self.references = found;
        }
        end
    }
}

/// The date of publication in a row of several: "Received: 2 May 2021 / Published: 4 June 2021".
fn published_inside(row: &PaperLine) -> Option<String> {
    if row.chars > MAX_PLACE {
        return None;
    }
    let colons = row
        .text
        .match_indices([':', '：'])
        .map(|(at, _)| at)
        .skip(1);
    let mut places = colons.filter_map(|at| row.text.split_at_checked(at));
    places.find_map(|(before, after)| {
        let word = before
            .rsplit([' ', '/', '|', ';', '；', ',', '，', ')'])
            .next()?;
        let label = words::label(word).filter(|label| *label == PaperLabel::Published);
        let date: String = after.chars().take(MAX_DATE).collect();
        label.and_then(|_| paper_values::date(&date))
    })
}

/// A date with its label fits in this many characters.
const MAX_DATE: usize = 30;

/// Separates an abstract from the key words that follow in the same paragraph.
fn before_keywords(text: &str) -> (&str, Vec<String>) {
    for (at, _) in text.match_indices([':', '：']) {
        let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
        let start = before.rfind(['.', '。', '\n']);
        let Some((own, label)) = start.and_then(|start| before.split_at_checked(start)) else {
            continue;
        };
        let label = label.trim_start_matches(['.', '。', '\n', ' ']);
        if words::label(label) == Some(PaperLabel::Keywords) {
            let end = own.len()
                + before
                    .get(own.len()..)
                    .and_then(|rest| rest.chars().next())
                    .map_or(0, char::len_utf8);
            let list = after.trim_start_matches([':', '：']).lines().next();
            return (
                text.get(..end).unwrap_or(own).trim(),
                paper_values::keywords(list.unwrap_or_default()),
            );
        }
    }
    (text, Vec::new())
}

/// The text after a label in its row, else the next row, if it is not a label.
fn one<'r>(rest: &'r str, rows: &'r [PaperLine], next: usize) -> Option<&'r str> {
    if !rest.is_empty() {
        return Some(rest);
    }
    let row = rows.get(next).filter(|row| row.labelled().is_none())?;
    Some(row.text.as_str())
}

/// A number at the start of a text: "14", "14 (2021)", "IV".
fn number(text: &str) -> Option<String> {
    let word = text
        .split([' ', ',', '(', '（', ';', '，', '卷', '期'])
        .next()?;
    let word = word.trim_start_matches('第');
    let digits = word.chars().next().is_some_and(|c| c.is_ascii_digit())
        && word
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | '/'));
    let roman = !word.is_empty()
        && word
            .chars()
            .all(|c| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C'));
    (word.len() <= 9 && (digits || roman)).then(|| word.to_owned())
}

/// The names under a label; list rows may contain one each.
fn authors(rest: &str, rows: &[PaperLine], at: usize) -> (Vec<String>, usize) {
    let mut found = Vec::new();
    let own = rows.get(at);
    if !rest.is_empty() {
        // Text before the label has no raised marks.
        let bare = own.and_then(|row| row.bare.get(row.text.len() - rest.len()..));
        let links = || names_of_links(own?);
        found = bare
            .and_then(paper_values::names)
            .or_else(|| paper_values::names(rest))
            .or_else(links)
            .unwrap_or_default();
    }
    let mut at = at + 1;
    while let Some(row) = rows.get(at).filter(|row| row.labelled().is_none()) {
        if !rest.is_empty() && !is_same_entry(own, row) {
            break;
        }
        let Some(names) = names_in(row) else { break };
        found.extend(names);
        at += 1;
    }
    (found, at)
}

/// Whether a row is in the same table entry as the label: a cell with line breaks.
fn is_same_entry(label: Option<&PaperLine>, row: &PaperLine) -> bool {
    label.is_some_and(|label| label.entry != 0 && label.entry == row.entry)
}

/// The names in a row, or in its links, or at its start.
pub(super) fn names_in(row: &PaperLine) -> Option<Vec<String>> {
    let first = row
        .text
        .get(..row.first)
        .filter(|first| first.len() < row.text.len());
    paper_values::names(&row.bare)
        .or_else(|| names_of_links(row))
        .or_else(|| paper_values::names(first?))
}

/// The texts of a row's links if each is a name.
fn names_of_links(row: &PaperLine) -> Option<Vec<String>> {
    let texts = row
        .links
        .iter()
        .filter(|text| text.chars().any(char::is_alphabetic));
    let names: Option<Vec<Vec<String>>> = texts.map(|text| paper_values::names(text)).collect();
    names
        .map(|names| names.concat())
        .filter(|names| !names.is_empty())
}

/// An abstract: the text after the label, with its parts.
fn summary(rest: &str, rows: &[PaperLine], from: usize) -> (String, usize) {
    let mut lines: Vec<&str> = Vec::new();
    if !rest.is_empty() {
        lines.push(rest);
    }
    let mut chars = rest.chars().count();
    let mut at = from;
    // A label with its text in one row is a paragraph; more follows only if it breaks off in the
    // middle of a sentence, or if a part of an abstract starts.
    let whole = |lines: &[&str]| {
        let last = lines.last().map_or("", |line| line.trim_end());
        !rest.is_empty()
            && last.chars().count() >= 40
            && last.ends_with([
                '.', '。', '!', '?', '！', '？', '”', '"', ')', '）', '．', ';', '；',
            ])
    };
    while let Some(row) = rows
        .get(at)
        .filter(|_| at - from < MAX_ROWS && chars < MAX_CHARS)
    {
        let part = match row.labelled() {
            Some((PaperLabel::Part, _)) => true,
            Some(_) => break,
            None => false,
        };
        if !part && (row.heading || whole(&lines)) {
            break;
        }
        if row.is_linked() {
            // Among tabs ("Abstract | References") there is no abstract.
            if lines.is_empty() {
                break;
            }
        } else {
            lines.push(&row.text);
            chars += row.text.chars().count();
        }
        at += 1;
    }
    // Trailing link texts: "Show more".
    while lines.len() > 1
        && lines
            .last()
            .is_some_and(|line| line.chars().count() < 25 && !line.ends_with(['.', '。', '?', '!']))
    {
        lines.pop();
    }
    (lines.join("\n"), at)
}

/// Key words: in the row of the label, or one per row.
fn keywords(rest: &str, rows: &[PaperLine], label: usize) -> (Vec<String>, usize) {
    let own = rows.get(label);
    let ends = |text: &str| !text.trim_end().ends_with(SEPARATORS);
    let mut texts: Vec<&str> = Vec::new();
    let mut at = label + 1;
    if !rest.is_empty() {
        texts.push(rest);
    }
    while let Some(row) = rows
        .get(at)
        .filter(|row| row.labelled().is_none() && !row.heading)
    {
        let cell = is_same_entry(own, row);
        // A list in the row of the label ends there, unless a comma continues it.
        if at - label > MAX_ROWS
            || !rest.is_empty() && !cell && texts.last().is_some_and(|text| ends(text))
        {
            break;
        }
        let separated = row.text.contains(SEPARATORS);
        let sentence = row.text.ends_with(['.', '。']) && row.text.split_whitespace().count() > 12;
        let most = if separated { 600 } else { 60 };
        let second = separated
            && !texts.is_empty()
            && row.entry == 0
            && texts.last().is_some_and(|text| ends(text));
        if row.text.chars().count() > most || sentence || second {
            break;
        }
        texts.push(&row.text);
        at += 1;
        if separated && texts.len() == 1 && row.entry == 0 && ends(&row.text) {
            break;
        }
    }
    let found = match texts.as_slice() {
        [one] => paper_values::keywords(one),
        several => {
            let trim = |text: &&str| {
                text.trim_end_matches([';', ',', '；', '，', ' '])
                    .to_owned()
            };
            paper_values::keywords(&several.iter().map(trim).collect::<Vec<_>>().join(";"))
        }
    };
    (found, at)
}

/// Separators of key words.
const SEPARATORS: [char; 7] = [';', '；', ',', '，', '、', '|', '·'];

/// The references after a heading: one per list or table entry, or per row, or from one number to
/// the next.
fn references(rest: &str, rows: &[PaperLine], from: usize) -> (Vec<String>, usize) {
    // The heading's own entry belongs to a layout table.
    let outer = rows.get(from.saturating_sub(1)).map_or(0, |row| row.entry);
    let mut found: Vec<(String, usize)> = Vec::new();
    if rest.chars().count() > 20 {
        found.push((rest.to_owned(), outer));
    }
    let mut at = from;
    while let Some(row) = rows.get(at).filter(|_| at - from < MAX_REFERENCES) {
        let numbered = paper_values::is_numbered(&row.text);
        let last = found.last_mut();
        let inside =
            row.entry != outer && last.as_ref().is_some_and(|(_, entry)| *entry == row.entry);
        let other = !inside
            && !numbered
            && last.as_ref().is_some_and(|(text, entry)| {
                *entry != row.entry && paper_values::is_numbered(text)
            });
        if !inside && !numbered && ends_references(row) || other {
            break;
        }
        if !words::is_link(&row.text) {
            match last {
                Some((text, _)) if inside => join(text, &row.text),
                // Numbered ones continue in the next row until they end.
                Some((text, entry))
                    if !numbered && *entry == row.entry && paper_values::is_numbered(text) =>
                {
                    if text.ends_with('.') {
                        break;
                    }
                    join(text, &row.text);
                }
                _ => found.push((row.text.clone(), row.entry)),
            }
        }
        at += 1;
    }
    let texts = found.iter().map(|(text, _)| paper_values::reference(text));
    (texts.filter(|text| is_reference(text)).collect(), at)
}

fn join(text: &mut String, more: &str) {
    text.push(' ');
    text.push_str(more);
}

/// Whether a row outside an entry ends the list. Inside one, "Abstract" and "DOI" are links.
fn ends_references(row: &PaperLine) -> bool {
    let label = row.labelled();
    row.heading
        || label.is_some_and(|(label, rest)| {
            rest.is_empty() || !matches!(label, PaperLabel::Doi | PaperLabel::Part)
        })
}

/// A reference has a year, or is long, unlike menus in the reference list.
fn is_reference(text: &str) -> bool {
    let chars = text.chars().count();
    let year = text
        .as_bytes()
        .windows(4)
        .any(|w| w.iter().all(u8::is_ascii_digit));
    (15..2_000).contains(&chars) && (year || chars > 60)
}
