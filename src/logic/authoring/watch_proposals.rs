//! Proposals for watching a page, made of readings of it: which field says which row it is, and which
//! fields change at every reading and are to be left out. Input: what a rule found, once or twice a few
//! seconds apart. Output: proposals with their reasons, and the rule with them. Nothing is changed by
//! itself: what changes within seconds may well be what somebody watches.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

pub use super::noise_ways::NoiseWay;
use super::noise_ways::way_of;
use crate::comparison::{LINK, ReadingComparison, usual_key};
use crate::messages::Message;
use crate::model::{CompareAs, DefaultColumn};
use crate::rules::{FieldRule, FieldType, RuleFile, file_of, parse, rewrite};

/// The number of rows from which a field that differs in all says which row it is.
const FEWEST_ROWS: usize = 3;
/// The longest value of a key, in characters.
const MAX_KEY_CHARS: usize = 120;
/// Of so many rows at least one must differ for a field to be noise: half of them.
const SHARE: usize = 2;

/// What a rule found on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadTable {
    /// The names of its fields.
    pub columns: Vec<String>,
    /// Its rows: the address of the page that each leads to, and its values by column.
    pub rows: Vec<(Option<String>, Vec<String>)>,
}

impl ReadTable {
    fn value(&self, row: usize, column: usize) -> &str {
        let cells = self.rows.get(row).map(|(_, cells)| cells);
        cells
            .and_then(|cells| cells.get(column))
            .map_or("", String::as_str)
            .trim()
    }

    /// Whether each row has a link that no other one has: then it is known by it.
    fn has_own_links(&self) -> bool {
        let links: HashSet<&str> = self
            .rows
            .iter()
            .filter_map(|(link, _)| link.as_deref())
            .collect();
        !self.rows.is_empty() && links.len() == self.rows.len()
    }
}

/// A field that says which row it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeyProposal {
    /// Its name.
    pub field: String,
    /// Why.
    pub why: Message,
}

/// A field that changes although nothing is said anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoiseProposal {
    /// Its name.
    pub field: String,
    /// In how many rows it differed.
    pub changed: usize,
    /// Of how many.
    pub rows: usize,
    /// One of the values, at the first reading and at the second.
    pub example: (String, String),
    /// What is proposed.
    pub way: NoiseWay,
}

/// What is proposed for watching a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WatchProposals {
    /// The field that says which row it is, if rows have no link of their own.
    pub key: Option<KeyProposal>,
    /// Fields that change at every reading.
    pub noise: Vec<NoiseProposal>,
}

impl WatchProposals {
    /// Whether something is to be left out or ignored.
    pub fn has_noise_to_accept(&self) -> bool {
        let mut noise = self.noise.iter();
        noise.any(|one| one.way != NoiseWay::KeepWatched)
    }
}

/// The field that says which row it is: one that differs in all rows, with the same values in both
/// readings; fields named as such first, then names, never numbers that are measured. `None` if rows
/// have links, if the rule says it already, or if no field does.
pub fn proposed_key(
    file: &RuleFile,
    first: &ReadTable,
    second: Option<&ReadTable>,
) -> Option<KeyProposal> {
    if !file.identity.key.is_empty() || file.record.is_none() || first.has_own_links() {
        return None;
    }
    let fields: Vec<&FieldRule> = file.fields.iter().filter(|field| is_plain(field)).collect();
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    // Rows are known by such a field without a word in the rule.
    if usual_key(&names).is_some() || first.rows.len() < FEWEST_ROWS {
        return None;
    }
    let candidates = fields.iter().filter_map(|field| {
        let column = first.columns.iter().position(|name| *name == field.name)?;
        let values = distinct(first, column)?;
        let is_stable = second.is_none_or(|second| {
            let other = second.columns.iter().position(|name| *name == field.name);
            other
                .and_then(|column| distinct(second, column))
                .is_some_and(|other| values.intersection(&other).count() * SHARE > values.len())
        });
        let rank = rank(field, &values)?;
        is_stable.then_some((rank, field.name.clone()))
    });
    let (_, field) = candidates.min_by_key(|(rank, _)| *rank)?;
    let id = match second {
        Some(_) => "watch-key-stable",
        None => "watch-key-unique",
    };
    let why = Message::new(id)
        .with("field", field.as_str())
        .with("count", first.rows.len());
    Some(KeyProposal { field, why })
}

fn is_plain(field: &FieldRule) -> bool {
    field.item.is_none() && !field.many
}

/// The values of a column, if all rows have one and no two the same.
fn distinct(table: &ReadTable, column: usize) -> Option<HashSet<&str>> {
    let values: HashSet<&str> = (0..table.rows.len())
        .map(|row| table.value(row, column))
        .collect();
    let all = values.len() == table.rows.len() && !values.contains("");
    let short = |value: &&str| value.chars().nth(MAX_KEY_CHARS).is_none();
    (all && values.iter().all(short)).then_some(values)
}

/// How likely values say which row it is, the least first; `None` if they are measured or told.
fn rank(field: &FieldRule, values: &HashSet<&str>) -> Option<u8> {
    if matches!(
        field.kind,
        FieldType::Number | FieldType::Date | FieldType::Bool
    ) {
        return None;
    }
    let share = |fits: fn(&str) -> bool| {
        values.iter().filter(|value| fits(value)).count() * 10 >= values.len() * 9
    };
    let is_code = |value: &str| {
        !value.contains(char::is_whitespace)
            && value.chars().any(|c| c.is_ascii_digit())
            && value.chars().any(|c| c.is_alphabetic() || c == '-')
            && value
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/'))
    };
    let is_name = |value: &str| {
        let letters = value.chars().filter(|c| c.is_alphabetic()).count();
        let digits = value.chars().filter(char::is_ascii_digit).count();
        letters > 1 && letters >= digits
    };
    match field.kind {
        FieldType::Url => Some(1),
        _ if share(is_code) => Some(0),
        _ if share(is_name) => Some(2),
        _ => None,
    }
}

/// The fields that differ between two readings a few seconds apart, in at least half of their rows.
pub fn proposed_noise(
    file: &RuleFile,
    key: Option<&str>,
    first: &ReadTable,
    second: &ReadTable,
) -> Vec<NoiseProposal> {
    let comparisons = crate::rules::write(file);
    let comparisons = parse(&comparisons).map(|rule| rule.watch_terms().compare);
    let comparison = ReadingComparison::new(&comparisons.unwrap_or_default());
    let pairs = paired(file, key, first, second);
    let mut noise = Vec::new();
    for (column, name) in first.columns.iter().enumerate() {
        let Some(other) = second.columns.iter().position(|known| known == name) else {
            continue;
        };
        let differing: Vec<(&str, &str)> = pairs
            .iter()
            .map(|(one, two)| (first.value(*one, column), second.value(*two, other)))
            .filter(|(before, after)| comparison.differs(name, before, after))
            .collect();
        let Some((before, after)) = differing.first() else {
            continue;
        };
        if differing.len() * SHARE < pairs.len() {
            continue;
        }
        noise.push(NoiseProposal {
            field: name.clone(),
            changed: differing.len(),
            rows: pairs.len(),
            example: ((*before).to_owned(), (*after).to_owned()),
            way: way_of(name, &differing),
        });
    }
    noise
}

/// The rows of both readings that are the same: by key, by link, else by place.
fn paired(
    file: &RuleFile,
    key: Option<&str>,
    first: &ReadTable,
    second: &ReadTable,
) -> Vec<(usize, usize)> {
    let fields: Vec<&str> = file
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    let named = file
        .identity
        .key
        .iter()
        .map(String::as_str)
        .filter(|name| *name != LINK);
    let keys: Vec<&str> = match key {
        Some(key) => vec![key],
        None => named.collect(),
    };
    let keys = match (keys.is_empty(), usual_key(&fields)) {
        (true, Some(usual)) if file.record.is_some() => vec![usual],
        _ => keys,
    };
    let by_link = keys.is_empty() && first.has_own_links();
    let name = |table: &ReadTable, row: usize| -> Option<String> {
        if by_link {
            return table.rows.get(row)?.0.clone();
        }
        let values = keys.iter().filter_map(|key| {
            let column = table.columns.iter().position(|name| name == key)?;
            Some(table.value(row, column))
        });
        let values: Vec<&str> = values.collect();
        (!keys.is_empty()).then(|| values.join("\u{1f}"))
    };
    if keys.is_empty() && !by_link {
        let both = first.rows.len().min(second.rows.len());
        return (0..both).map(|row| (row, row)).collect();
    }
    let places: HashMap<String, usize> = (0..second.rows.len())
        .filter_map(|row| Some((name(second, row)?, row)))
        .collect();
    (0..first.rows.len())
        .filter_map(|row| Some((row, *places.get(&name(first, row)?)?)))
        .collect()
}

/// What is proposed for watching what a rule finds.
pub fn watch_proposals(file: &RuleFile, first: &ReadTable, second: &ReadTable) -> WatchProposals {
    let key = proposed_key(file, first, Some(second));
    let named = key.as_ref().map(|key| key.field.as_str());
    let mut noise = proposed_noise(file, named, first, second);
    // The text of a row repeats its fields.
    let text = DefaultColumn::Text.token();
    let repeats = file.record.is_some() && !file.fields.iter().any(|field| field.name == text);
    noise.retain(|one| Some(one.field.as_str()) != named && !(repeats && one.field == text));
    WatchProposals { noise, key }
}

/// Writes what was accepted into a rule.
pub fn accept(file: &mut RuleFile, key: Option<&KeyProposal>, noise: &[NoiseProposal]) {
    if let Some(key) = key {
        file.identity.key = vec![key.field.clone()];
    }
    for one in noise {
        let listed = file.list.iter_mut().flat_map(|list| &mut list.fields);
        let mut fields = file.fields.iter_mut().chain(listed);
        let field = fields.find(|field| field.name == one.field);
        match (&one.way, field) {
            (NoiseWay::KeepWatched, _) => {}
            (NoiseWay::AsSet, Some(field)) => field.compare = CompareAs::Set,
            (NoiseWay::Ignore(pattern), Some(field)) => {
                if !field.ignore.contains(pattern) {
                    field.ignore.push(pattern.clone());
                }
            }
            _ => {
                if !file.identity.leave_out.contains(&one.field) {
                    file.identity.leave_out.push(one.field.clone());
                }
            }
        }
    }
}

/// The rule file with what was accepted; `None` if it cannot be read.
pub fn accepted(rule_toml: &str, proposals: &WatchProposals) -> Option<String> {
    let mut file = file_of(rule_toml).ok()?;
    accept(&mut file, proposals.key.as_ref(), &proposals.noise);
    rewrite(rule_toml, &file).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = "# prices\n[site]\nname = \"N\"\nkind = \"pages\"\nstart = [\"http://127.0.0.1/\"]\n\
         [record]\nitem = { css = \"tr\" }\n\
         [[field]]\nname = \"paper\"\nselect = [{ css = \"td\" }]\n\
         [[field]]\nname = \"price\"\nselect = [{ css = \"td\" }]\ntype = \"number\"\n\
         [[field]]\nname = \"stock\"\nselect = [{ css = \"td\" }]\n\
         [[field]]\nname = \"token\"\nselect = [{ css = \"td\" }]\n\
         [[field]]\nname = \"colours\"\nselect = [{ css = \"td\" }]\n";

    /// Rows of `order`, with what changes at each reading.
    fn read(order: &[usize], reading: usize) -> ReadTable {
        let row = |nth: &usize| {
            let colours = if reading == 0 {
                "red | blue"
            } else {
                "blue | red"
            };
            let cells = [
                format!("Paper {}", ["A", "B", "C", "D"][*nth]),
                format!("{}.5", 10 + nth),
                format!("In stock ({} watching)", nth * 7 + reading),
                format!("{:x}", (nth + 3) * 7_919 * (reading + 1)),
                colours.to_owned(),
            ];
            (None, cells.to_vec())
        };
        ReadTable {
            columns: ["paper", "price", "stock", "token", "colours"]
                .map(str::to_owned)
                .to_vec(),
            rows: order.iter().map(row).collect(),
        }
    }

    #[test]
    fn the_key_is_unique_and_stable_and_what_always_changes_is_left_out() {
        let file = file_of(RULE).expect("a rule");
        let (first, second) = (read(&[0, 1, 2, 3], 0), read(&[3, 1, 0, 2], 1));
        let found = watch_proposals(&file, &first, &second);
        assert_eq!(
            found.key.as_ref().map(|key| key.field.as_str()),
            Some("paper")
        );
        let ways: Vec<(&str, &NoiseWay)> = found
            .noise
            .iter()
            .map(|one| (one.field.as_str(), &one.way))
            .collect();
        let ignored = NoiseWay::Ignore("In stock \\([0-9.,:]+ watching\\)".to_owned());
        assert_eq!(
            ways,
            [
                ("stock", &ignored),
                ("token", &NoiseWay::LeaveOut),
                ("colours", &NoiseWay::AsSet)
            ]
        );
        assert_eq!(found.noise[0].rows, 4);

        let written = accepted(RULE, &found).expect("a rule");
        assert!(written.contains("# prices"), "{written}");
        let rule = parse(&written).expect("a rule");
        assert_eq!(rule.watch_terms().key, ["paper"]);
        let again = watch_proposals(rule.file(), &first, &second);
        assert_eq!(again, WatchProposals::default());
    }

    #[test]
    fn nothing_is_proposed_where_rows_have_links_or_names() {
        let mut linked = read(&[0, 1, 2, 3], 0);
        for (row, (link, _)) in linked.rows.iter_mut().enumerate() {
            *link = Some(format!("http://127.0.0.1/{row}"));
        }
        let file = file_of(RULE).expect("a rule");
        assert_eq!(proposed_key(&file, &linked, None), None);
        let named = RULE.replace("\"paper\"", "\"name\"");
        let mut table = read(&[0, 1, 2], 0);
        table.columns[0] = "name".to_owned();
        assert_eq!(
            proposed_key(&file_of(&named).expect("a rule"), &table, None),
            None
        );
        // Two rows of one name are not told apart by it.
        let twice = read(&[0, 1, 1, 2], 0);
        assert_eq!(proposed_key(&file, &twice, None), None);
    }

    #[test]
    fn a_price_that_moved_once_is_not_noise() {
        let file = file_of(RULE).expect("a rule");
        let first = read(&[0, 1, 2, 3], 0);
        let mut second = first.clone();
        second.rows[2].1[1] = "11.9".to_owned();
        assert_eq!(proposed_noise(&file, Some("paper"), &first, &second), []);
    }
}
