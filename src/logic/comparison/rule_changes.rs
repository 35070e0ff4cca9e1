//! What differs between two rule files as data: key by key, field by field, alternative by
//! alternative.

use serde::Serialize;
use toml::{Table, Value};

/// The kind of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleChangeKind {
    /// Only the later version has it.
    Added,
    /// Only the earlier version has it.
    Removed,
    /// Both have it, with different values.
    Changed,
    /// Both have the same in a different order.
    Moved,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleChange {
    /// The section as it is written in the file: `[list]`, or `[[field]] title`.
    pub section: String,
    /// The key in it, dotted if nested; empty when the whole section was added or removed.
    pub key: String,
    /// Its kind.
    pub kind: RuleChangeKind,
    /// The earlier value, as TOML; empty if absent.
    pub before: String,
    /// The later value.
    pub after: String,
}

/// The differences between two rule files, in the order of the later one; empty if they differ only
/// in comments and layout. `None` when one of them is not valid TOML.
pub fn changes(before: &str, after: &str) -> Option<Vec<RuleChange>> {
    let table = |text: &str| text.trim_start_matches('\u{feff}').parse::<Table>().ok();
    let (before, after) = (table(before)?, table(after)?);
    let mut found = Vec::new();
    for name in keys(&before, &after) {
        section(&mut found, &name, before.get(&name), after.get(&name));
    }
    Some(found)
}

/// One section, which may be a list of named tables.
fn section(found: &mut Vec<RuleChange>, name: &str, before: Option<&Value>, after: Option<&Value>) {
    if is_named(before) && is_named(after) {
        return named(found, &format!("[[{name}]]"), before, after);
    }
    let title = format!("[{name}]");
    let mut place = Place {
        found,
        section: &title,
    };
    match (before, after) {
        (Some(Value::Table(before)), Some(Value::Table(after))) => {
            place.tables("", before, after, name);
        }
        // An added or removed section is listed key by key, to be readable.
        (None, Some(Value::Table(after))) => place.tables("", &Table::new(), after, name),
        (Some(Value::Table(before)), None) => place.tables("", before, &Table::new(), name),
        (before, after) => place.values("", before, after),
    }
}

/// Whether it is a list of named tables, or absent.
fn is_named(value: Option<&Value>) -> bool {
    match value {
        None => true,
        Some(Value::Array(tables)) => {
            !tables.is_empty()
                && tables
                    .iter()
                    .all(|table| table.get("name").is_some_and(Value::is_str))
        }
        Some(_) => false,
    }
}

fn named(found: &mut Vec<RuleChange>, title: &str, before: Option<&Value>, after: Option<&Value>) {
    let (before, after) = (tables_by_name(before), tables_by_name(after));
    let none = Table::new();
    let find = |tables: &[(String, &Table)], name: &str| {
        let table = tables.iter().find(|(own, _)| own == name);
        table.map(|(_, table)| (*table).clone())
    };
    let mut names: Vec<&String> = after.iter().map(|(name, _)| name).collect();
    names.extend(before.iter().map(|(name, _)| name));
    let mut told: Vec<&String> = Vec::new();
    for name in names {
        if told.contains(&name) {
            continue;
        }
        told.push(name);
        let section = format!("{title} {name}");
        let (old, new) = (find(&before, name), find(&after, name));
        let kind = match (&old, &new) {
            (None, Some(_)) => Some(RuleChangeKind::Added),
            (Some(_), None) => Some(RuleChangeKind::Removed),
            _ => None,
        };
        if let Some(kind) = kind {
            let word = |table: &Option<Table>| {
                let table = table.clone().map(Value::Table);
                table.map(|table| table.to_string()).unwrap_or_default()
            };
            found.push(RuleChange {
                section,
                key: String::new(),
                kind,
                before: word(&old),
                after: word(&new),
            });
            continue;
        }
        let mut place = Place {
            found,
            section: &section,
        };
        let (old, new) = (old.as_ref().unwrap_or(&none), new.as_ref().unwrap_or(&none));
        place.tables("", old, new, "field");
    }
    moved(found, title, &before, &after);
}

/// Fields that both have, in a different order.
fn moved(
    found: &mut Vec<RuleChange>,
    title: &str,
    before: &[(String, &Table)],
    after: &[(String, &Table)],
) {
    let common = |of: &[(String, &Table)], other: &[(String, &Table)]| -> Vec<String> {
        let names = of.iter().map(|(name, _)| name);
        names
            .filter(|name| other.iter().any(|(o, _)| o == *name))
            .cloned()
            .collect()
    };
    let (old, new) = (common(before, after), common(after, before));
    if old != new {
        found.push(RuleChange {
            section: title.to_owned(),
            key: String::new(),
            kind: RuleChangeKind::Moved,
            before: old.join(", "),
            after: new.join(", "),
        });
    }
}

fn tables_by_name(value: Option<&Value>) -> Vec<(String, &Table)> {
    let tables = value.and_then(Value::as_array).map(Vec::as_slice);
    tables
        .unwrap_or_default()
        .iter()
        .filter_map(|table| {
            let table = table.as_table()?;
            Some((table.get("name")?.as_str()?.to_owned(), table))
        })
        .collect()
}

/// Where differences are collected.
struct Place<'a> {
    found: &'a mut Vec<RuleChange>,
    section: &'a str,
}

impl Place<'_> {
    fn tables(&mut self, path: &str, before: &Table, after: &Table, section: &str) {
        for key in keys(before, after) {
            let (old, new) = (before.get(&key), after.get(&key));
            if old == new {
                continue;
            }
            // Fields inside a section (of a list, of a field) are listed like those of the file.
            if key == "field" && is_named(old) && is_named(new) {
                let title = match section {
                    "field" => format!("{} [[field.field]]", self.section),
                    section => format!("[[{section}.field]]"),
                };
                named(self.found, &title, old, new);
                continue;
            }
            let path = match path {
                "" => key,
                path => format!("{path}.{key}"),
            };
            match (old, new) {
                (Some(Value::Array(old)), Some(Value::Array(new))) => {
                    self.arrays(&path, old, new);
                }
                (Some(Value::Table(old)), Some(Value::Table(new))) if !names_another(old, new) => {
                    self.tables(&path, old, new, "");
                }
                (old, new) => self.values(&path, old, new),
            }
        }
    }

    /// Elements added and removed; the same ones in a different order are a move.
    fn arrays(&mut self, key: &str, before: &[Value], after: &[Value]) {
        let lacking = |of: &[Value], other: &[Value]| {
            let mut other: Vec<&Value> = other.iter().collect();
            let mut lacking = Vec::new();
            for value in of {
                match other.iter().position(|o| *o == value) {
                    Some(at) => drop(other.swap_remove(at)),
                    None => lacking.push(value.to_string()),
                }
            }
            lacking
        };
        let (gone, came) = (lacking(before, after), lacking(after, before));
        if gone.is_empty() && came.is_empty() {
            let words = |values: &[Value]| Value::Array(values.to_vec()).to_string();
            self.note(key, RuleChangeKind::Moved, words(before), words(after));
        }
        for value in gone {
            self.note(key, RuleChangeKind::Removed, value, String::new());
        }
        for value in came {
            self.note(key, RuleChangeKind::Added, String::new(), value);
        }
    }

    fn values(&mut self, key: &str, before: Option<&Value>, after: Option<&Value>) {
        let kind = match (before, after) {
            (None, None) => return,
            (None, Some(_)) => RuleChangeKind::Added,
            (Some(_), None) => RuleChangeKind::Removed,
            (Some(old), Some(new)) if old == new => return,
            _ => RuleChangeKind::Changed,
        };
        let word = |value: Option<&Value>| value.map(ToString::to_string).unwrap_or_default();
        self.note(key, kind, word(before), word(after));
    }

    fn note(&mut self, key: &str, kind: RuleChangeKind, before: String, after: String) {
        self.found.push(RuleChange {
            section: self.section.to_owned(),
            key: key.to_owned(),
            kind,
            before,
            after,
        });
    }
}

/// Whether two inline tables are different things (another selector language) rather than one thing
/// with different settings.
fn names_another(before: &Table, after: &Table) -> bool {
    let selectors = [
        "css", "xpath", "regex", "jsonpath", "label", "constant", "page",
    ];
    selectors
        .iter()
        .any(|key| before.get(*key) != after.get(*key))
}

/// The keys of both: those of `after` in its order, then those that only `before` has.
fn keys(before: &Table, after: &Table) -> Vec<String> {
    let mut keys: Vec<String> = after.keys().cloned().collect();
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    keys.extend(gone.cloned());
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = r#"
[site]
name = "A"
start = ["http://a.example/"]
[list]
link = { css = "h2 a" }
next = { css = "a.next", max_pages = 8 }
[[field]]
name = "title"
select = [ { css = "h1" }, { xpath = "//h1" } ]
[[field]]
name = "date"
select = [ { css = "time" } ]
"#;

    #[track_caller]
    fn check(from: &str, to: &str, expected: &[&str]) {
        let after = BASE.replace(from, to);
        assert_ne!(after, BASE, "the test changes something");
        let found: Vec<String> = changes(BASE, &after)
            .expect("both are TOML")
            .iter()
            .map(|c| {
                let kind = format!("{:?}", c.kind).to_lowercase();
                format!("{} {} {kind}: {} → {}", c.section, c.key, c.before, c.after)
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn keys_fields_and_alternatives_are_told_apart() {
        check(
            "h2 a",
            "h3 a",
            &[r#"[list] link changed: { css = "h2 a" } → { css = "h3 a" }"#],
        );
        check(
            "max_pages = 8",
            "max_pages = 9",
            &["[list] next.max_pages changed: 8 → 9"],
        );
        check(
            ", { xpath = \"//h1\" }",
            ", { css = \".t\" }",
            &[
                r#"[[field]] title select removed: { xpath = "//h1" } → "#,
                r#"[[field]] title select added:  → { css = ".t" }"#,
            ],
        );
        check(
            "{ css = \"h1\" }, { xpath = \"//h1\" }",
            "{ xpath = \"//h1\" }, { css = \"h1\" }",
            &[
                r#"[[field]] title select moved: [{ css = "h1" }, { xpath = "//h1" }] → [{ xpath = "//h1" }, { css = "h1" }]"#,
            ],
        );
        check(
            "name = \"date\"",
            "name = \"day\"",
            &[
                r#"[[field]] day  added:  → { name = "day", select = [{ css = "time" }] }"#,
                r#"[[field]] date  removed: { name = "date", select = [{ css = "time" }] } → "#,
            ],
        );
        check(
            "[site]",
            "[politeness]\ndelay = \"2s\"\n[site]",
            &[r#"[politeness] delay added:  → "2s""#],
        );
        check("[site]", "# a remark\n[site]", &[]);
    }

    #[test]
    fn fields_in_another_order_have_moved() {
        let mut parts: Vec<&str> = BASE.split("[[field]]").collect();
        parts.swap(1, 2);
        let found = changes(BASE, &parts.join("[[field]]")).expect("TOML");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].kind, RuleChangeKind::Moved);
        assert_eq!(found[0].after, "date, title");
    }

    #[test]
    fn what_is_no_toml_is_not_compared() {
        assert_eq!(changes("[site", BASE), None);
    }
}
