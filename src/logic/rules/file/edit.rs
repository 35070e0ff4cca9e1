//! Rewrites rule files: changed values are written into the text without losing comments or order.
//! The text's own values are compared with the wanted ones; only differences are edited.

use toml_edit::{
    Array, ArrayOfTables, DocumentMut, InlineTable, Item, RawString, Table, TableLike, Value,
};

use crate::messages::Message;
use crate::rules::check::syntax::syntax_faults;
use crate::rules::{RuleError, RuleErrors, RuleFile};

/// Returns `text` with every value that differs from `file` replaced, keys added or removed;
/// comments, order and spacing of the rest stay. `parse(rewrite(text, file)).file() == file`.
///
/// # Errors
/// If `text` is not TOML.
pub fn rewrite(text: &str, file: &RuleFile) -> Result<String, RuleErrors> {
    let mut document: DocumentMut = text.parse().map_err(|_| not_toml(text))?;
    let Ok(wanted) = document_of(file) else {
        return Err(unwritable());
    };
    // Keys at their defaults, omitted or spelled out, stay unchanged when before and after are
    // compared as rules.
    if let Ok(before) = toml::from_str::<RuleFile>(text)
        && let Ok(before) = document_of(&before)
    {
        update(
            document.as_table_mut(),
            before.as_table(),
            wanted.as_table(),
        );
        let written = document.to_string();
        if parses_to(&written, file) {
            return Ok(written);
        }
        document = text.parse().map_err(|_| not_toml(text))?;
    }
    // The text is not a rule (yet): everything in it that is not in the rule is removed.
    let before = document.as_table().clone();
    update(document.as_table_mut(), &before, wanted.as_table());
    let written = document.to_string();
    if parses_to(&written, file) {
        return Ok(written);
    }
    Ok(wanted.to_string())
}

/// `file` as a document in the usual layout: sections and fields as tables, their content inline.
pub(super) fn document_of(file: &RuleFile) -> Result<DocumentMut, ()> {
    let text = toml::to_string(file).map_err(|_| ())?;
    let mut document: DocumentMut = text.parse().map_err(|_| ())?;
    for (_, section) in document.iter_mut() {
        match section {
            Item::Table(table) => {
                table.set_implicit(false);
                flatten(table);
            }
            Item::ArrayOfTables(tables) => tables.iter_mut().for_each(flatten),
            Item::None | Item::Value(_) => {}
        }
    }
    Ok(document)
}

/// Makes everything below a table inline, except the fields of a list.
fn flatten(table: &mut Table) {
    for (mut key, item) in table.iter_mut() {
        match item {
            Item::ArrayOfTables(tables) if key == "field" => tables.iter_mut().for_each(flatten),
            Item::Table(_) | Item::ArrayOfTables(_) => {
                // A table name has no space after it, a value's key has one.
                key.leaf_decor_mut().set_suffix(" ");
                item.make_value();
            }
            Item::Value(_) | Item::None => {}
        }
    }
}

/// Changes `target` where `before` and `after` differ.
fn update(target: &mut dyn TableLike, before: &dyn TableLike, after: &dyn TableLike) {
    for (key, _) in before.iter() {
        if !after.contains_key(key) {
            target.remove(key);
        }
    }
    for (key, new) in after.iter() {
        let old = before.get(key);
        if old.is_some_and(|old| plain(old) == plain(new)) {
            continue;
        }
        match target.get_mut(key) {
            None | Some(Item::None) => {
                target.insert(key, new.clone());
            }
            Some(item) => replace(item, old, new),
        }
    }
}

/// Sets `item` to `new`, keeping as much of its layout as possible. `old` is its previous value.
fn replace(item: &mut Item, old: Option<&Item>, new: &Item) {
    match item {
        Item::ArrayOfTables(tables) => {
            if let Some(new) = elements(new).filter(|new| new.iter().all(Item::is_table_like)) {
                return replace_tables(tables, old, &new);
            }
        }
        Item::Value(Value::Array(array)) => {
            if let Some(new) = elements(new) {
                return replace_array(array, old, &new);
            }
        }
        Item::Value(Value::InlineTable(table)) => {
            if let Ok(Value::InlineTable(new)) = new.clone().into_value() {
                let old = old.and_then(|old| old.clone().into_value().ok());
                let none = InlineTable::new();
                let old = old
                    .as_ref()
                    .and_then(Value::as_inline_table)
                    .unwrap_or(&none);
                let end = end_of(table);
                update(table, old, &new);
                set_end(table, &end);
                return;
            }
        }
        Item::Table(table) => {
            if let Some(new) = new.as_table_like() {
                let none = Table::new();
                let old = old.and_then(Item::as_table_like).unwrap_or(&none);
                return update(table, old, new);
            }
        }
        Item::Value(_) | Item::None => {}
    }
    let mut new = new.clone();
    if let (Item::Value(before), Item::Value(after)) = (&*item, &mut new) {
        *after.decor_mut() = before.decor().clone();
    }
    *item = new;
}

/// The white space before the closing brace of an inline table.
fn end_of(table: &InlineTable) -> String {
    let last = table.iter().last();
    last.map_or_else(String::new, |(_, value)| decor_text(value.decor().suffix()))
}

/// Moves the white space before the closing brace behind the last value, after values were added or
/// removed.
fn set_end(table: &mut InlineTable, end: &str) {
    let last = table.len().saturating_sub(1);
    for (at, (_, value)) in table.iter_mut().enumerate() {
        let decor = value.decor_mut();
        if decor_text(decor.suffix()).trim().is_empty() {
            decor.set_suffix(if at == last { end } else { "" });
        }
    }
}

/// Sets an array to `new`. `old` is its previous value.
fn replace_array(array: &mut Array, old: Option<&Item>, new: &[Item]) {
    let there: Vec<Item> = array.iter().cloned().map(Item::Value).collect();
    let old = old_elements(old, &there);
    let layout = Layout::of(array);
    let sources = sources(&old, new);
    array.clear();
    for (new, source) in new.iter().zip(&sources) {
        let kept = source.and_then(|at| Some((there.get(at)?, old.get(at)?)));
        let item = match kept {
            Some((there, old)) => changed(there, old, new),
            None => new.clone(),
        };
        let Ok(mut value) = item.into_value() else {
            continue;
        };
        if kept.is_none() {
            value.decor_mut().set_prefix(layout.prefix.clone());
            value.decor_mut().set_suffix("");
        }
        array.push_formatted(value);
    }
    layout.finish(array, sources.last().copied().flatten().is_none());
}

/// The layout of an array's elements.
struct Layout {
    /// White space before the first element.
    first_prefix: String,
    /// White space before an element.
    prefix: String,
    /// White space after the last element.
    last_suffix: String,
    /// Everything before the closing bracket, comments included.
    trailing: String,
}

impl Layout {
    fn of(array: &Array) -> Self {
        let prefix = |value: &Value| decor_text(value.decor().prefix());
        let last = array.len().checked_sub(1).and_then(|last| array.get(last));
        let before_last = last.map(prefix).unwrap_or_default();
        // A comment before the last element stays with it.
        let line = before_last.rfind('\n').and_then(|at| before_last.get(at..));
        let usual = match line {
            Some(line) => line.to_owned(),
            None if array.len() == 1 && before_last.is_empty() => " ".to_owned(),
            None => before_last.clone(),
        };
        Self {
            first_prefix: array.get(0).map(prefix).unwrap_or_default(),
            prefix: usual,
            last_suffix: last
                .map(|last| decor_text(last.decor().suffix()))
                .unwrap_or_default(),
            trailing: array.trailing().as_str().unwrap_or("").to_owned(),
        }
    }

    /// Fixes the white space next to the brackets after elements were added or removed.
    fn finish(&self, array: &mut Array, last_is_new: bool) {
        let Some(last) = array.len().checked_sub(1) else {
            return;
        };
        for (at, value) in array.iter_mut().enumerate() {
            let decor = value.decor_mut();
            if decor_text(decor.suffix()).trim().is_empty() {
                decor.set_suffix(if at == last {
                    self.last_suffix.as_str()
                } else {
                    ""
                });
            }
            let blank = |text: &str| text.trim().is_empty();
            if at == 0 && blank(&self.first_prefix) && blank(&decor_text(decor.prefix())) {
                decor.set_prefix(self.first_prefix.as_str());
            }
        }
        if last_is_new && last > 0 {
            self.keep_last_comment(array, last);
        }
    }

    /// A comment after the old last element stays there when a new one follows.
    fn keep_last_comment(&self, array: &mut Array, last: usize) {
        if let Some((comment, end)) = self.trailing.rsplit_once('\n')
            && comment.contains('#')
            && let Some(value) = array.get_mut(last)
        {
            let prefix = format!("{comment}{}", self.prefix);
            value.decor_mut().set_prefix(prefix);
            array.set_trailing(format!("\n{end}"));
        }
    }
}

fn decor_text(text: Option<&RawString>) -> String {
    text.and_then(RawString::as_str).unwrap_or("").to_owned()
}

/// Sets an array of tables to `new`. `old` is its previous value.
fn replace_tables(tables: &mut ArrayOfTables, old: Option<&Item>, new: &[Item]) {
    let there: Vec<Item> = tables.iter().cloned().map(Item::Table).collect();
    let old = old_elements(old, &there);
    let sources = sources(&old, new);
    let in_order = sources.iter().flatten().is_sorted();
    tables.clear();
    for (new, source) in new.iter().zip(sources) {
        let kept = source.and_then(|at| Some((there.get(at)?, old.get(at)?)));
        let item = match kept {
            Some((there, old)) => changed(there, old, new),
            None => new.clone(),
        };
        if let Ok(mut table) = item.into_table() {
            if !in_order {
                forget_position(&mut table);
            }
            tables.push(table);
        }
    }
}

/// The previous values of the elements: as the rule had them, otherwise as in the text.
fn old_elements(old: Option<&Item>, there: &[Item]) -> Vec<Item> {
    let old = old.and_then(elements);
    old.filter(|old| old.len() == there.len())
        .unwrap_or_else(|| there.to_vec())
}

/// `there`, with its value `old` replaced by `new`.
fn changed(there: &Item, old: &Item, new: &Item) -> Item {
    let mut item = there.clone();
    if plain(old) != plain(new) {
        replace(&mut item, Some(old), new);
    }
    item
}

/// Tables are written in the order of their positions; those without one, in tree order.
fn forget_position(table: &mut Table) {
    table.set_position(None);
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(table) => forget_position(table),
            Item::ArrayOfTables(tables) => tables.iter_mut().for_each(forget_position),
            Item::None | Item::Value(_) => {}
        }
    }
}

/// For each new element the old one it derives from: with the same name, otherwise equal, otherwise
/// at the same index. No old element is used twice.
fn sources(old: &[Item], new: &[Item]) -> Vec<Option<usize>> {
    let mut used = vec![false; old.len()];
    let mut found: Vec<Option<usize>> = vec![None; new.len()];
    let mut claim = |found: &mut [Option<usize>], fits: &dyn Fn(usize, usize) -> bool| {
        for (at, source) in found.iter_mut().enumerate().filter(|(_, s)| s.is_none()) {
            let free = used.iter().enumerate().filter(|(_, used)| !**used);
            let choice = free.map(|(place, _)| place).find(|place| fits(*place, at));
            if let Some(choice) = choice {
                *source = Some(choice);
                if let Some(used) = used.get_mut(choice) {
                    *used = true;
                }
            }
        }
    };
    let name = |items: &[Item], at: usize| {
        let table = items.get(at)?.as_table_like()?;
        table.get("name")?.as_str().map(str::to_owned)
    };
    claim(&mut found, &|place, at| {
        name(old, place).is_some() && name(old, place) == name(new, at)
    });
    claim(&mut found, &|place, at| {
        old.get(place).map(plain) == new.get(at).map(plain)
    });
    claim(&mut found, &|place, at| {
        place == at && name(old, place).is_none() == name(new, at).is_none()
    });
    found
}

/// The elements of an array, in any notation.
fn elements(item: &Item) -> Option<Vec<Item>> {
    match item {
        Item::ArrayOfTables(tables) => Some(tables.iter().cloned().map(Item::Table).collect()),
        Item::Value(Value::Array(array)) => Some(array.iter().cloned().map(Item::Value).collect()),
        _ => None,
    }
}

/// The value of an item, in any notation. The parser limits its nesting.
fn plain(item: &Item) -> toml::Value {
    if let Some(elements) = elements(item) {
        return toml::Value::Array(elements.iter().map(plain).collect());
    }
    if let Some(table) = item.as_table_like() {
        let entries = table
            .iter()
            .map(|(key, item)| (key.to_owned(), plain(item)));
        return toml::Value::Table(entries.collect());
    }
    match item.as_value() {
        Some(Value::String(text)) => toml::Value::String(text.value().clone()),
        Some(Value::Integer(number)) => toml::Value::Integer(*number.value()),
        Some(Value::Float(number)) => toml::Value::Float(*number.value()),
        Some(Value::Boolean(flag)) => toml::Value::Boolean(*flag.value()),
        other => toml::Value::String(other.map(ToString::to_string).unwrap_or_default()),
    }
}

fn parses_to(text: &str, file: &RuleFile) -> bool {
    toml::from_str::<RuleFile>(text).is_ok_and(|found| found == *file)
}

fn not_toml(text: &str) -> RuleErrors {
    let (_, errors) = toml::de::DeTable::parse_recoverable(text);
    RuleErrors(syntax_faults(text, &errors))
}

/// A value that TOML has no notation for; unreachable from the program's own forms.
fn unwritable() -> RuleErrors {
    RuleErrors(vec![RuleError {
        line: 1,
        column: 1,
        message: Message::new("rules-unwritable"),
    }])
}
