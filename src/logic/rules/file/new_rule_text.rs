//! Writes new rule files: a rule that was learned, imported or repaired, in the usual layout.
//! Input: a rule as data. Output: equivalent TOML.

use toml_edit::{Array, DocumentMut, Item, Table, Value};

use super::RuleFile;
use super::edit::document_of;

/// The maximum length of a line with several alternatives, in characters; longer ones are split.
const LONG_LINE: usize = 90;

/// `file` as a new rule file, without default values.
/// `parse(&write(file)).file() == file` for every rule that passes the checker.
pub fn write(file: &RuleFile) -> String {
    let Ok(mut document) = document_of(file) else {
        return String::new();
    };
    let default = document_of(&RuleFile::default()).unwrap_or_default();
    for section in ["politeness", "network", "content"] {
        leave_out_defaults(&mut document, &default, section);
    }
    for (_, item) in document.iter_mut() {
        lay_out(item);
    }
    let text = document.to_string();
    text.trim_start().to_owned()
}

fn leave_out_defaults(document: &mut DocumentMut, default: &DocumentMut, section: &str) {
    let Some(table) = document.get_mut(section).and_then(Item::as_table_mut) else {
        return;
    };
    let default = default.get(section).and_then(Item::as_table);
    let usual = |key: &str, item: &Item| {
        let usual = default.and_then(|default| default.get(key));
        usual.is_some_and(|usual| usual.to_string().trim() == item.to_string().trim())
    };
    let needless: Vec<String> = table
        .iter()
        .filter(|(key, item)| usual(key, item))
        .map(|(key, _)| key.to_owned())
        .collect();
    for key in needless {
        table.remove(&key);
    }
    if table.is_empty() {
        document.remove(section);
    }
}

fn lay_out(item: &mut Item) {
    match item {
        Item::Table(table) => lay_out_table(table),
        Item::ArrayOfTables(tables) => tables.iter_mut().for_each(lay_out_table),
        Item::Value(_) | Item::None => {}
    }
}

fn lay_out_table(table: &mut Table) {
    for (_, item) in table.iter_mut() {
        match item {
            Item::ArrayOfTables(tables) => tables.iter_mut().for_each(lay_out_table),
            Item::Value(Value::Array(array)) => lay_out_array(array),
            _ => {}
        }
    }
}

/// Puts each element on its own line if a single line would be too long.
fn lay_out_array(array: &mut Array) {
    if array.len() < 2 || array.to_string().chars().count() <= LONG_LINE {
        return;
    }
    for value in array.iter_mut() {
        value.decor_mut().set_prefix("\n    ");
        value.decor_mut().set_suffix("");
    }
    array.set_trailing_comma(true);
    array.set_trailing("\n");
}
