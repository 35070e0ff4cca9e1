//! The parts of a rule that the user can pick, and small edits of them: the position of a field,
//! renaming, moving, removing. Pure: transforms a rule file. The engine finds parts on pages.

use bowerbird_engine::types::{
    Alternative, AlternativeKind, DefaultColumn, FieldRule, ListRule, NextRule, PageRole, RuleFile,
    WorkbenchPart,
};

/// The pages that a part of the rule is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Home {
    /// The list.
    List,
    /// The pages with the records: articles, threads.
    Page,
}

/// A part of the rule and the pages it is read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartLocation {
    /// The pages.
    pub home: Home,
    /// The part.
    pub part: WorkbenchPart,
}

impl PartLocation {
    /// The field `name` of pages with that role.
    pub fn field(home: Home, name: &str) -> Self {
        Self {
            home,
            part: WorkbenchPart::Field(name.to_owned()),
        }
    }

    /// Its field's name.
    pub fn name(&self) -> Option<&str> {
        match &self.part {
            WorkbenchPart::Field(name) => Some(name),
            _ => None,
        }
    }

    /// Whether pages with that role have it.
    pub fn is_on(&self, role: PageRole) -> bool {
        self.home == home_of(role)
    }
}

/// The section with the fields of pages with that role.
pub fn home_of(role: PageRole) -> Home {
    match role {
        PageRole::List => Home::List,
        PageRole::Article | PageRole::Records => Home::Page,
    }
}

/// The fields of a section.
pub fn fields(file: &RuleFile, home: Home) -> &[FieldRule] {
    match home {
        Home::List => file
            .list
            .as_ref()
            .map(|list| list.fields.as_slice())
            .unwrap_or_default(),
        Home::Page => &file.fields,
    }
}

fn fields_mut(file: &mut RuleFile, home: Home) -> &mut Vec<FieldRule> {
    match home {
        Home::List => &mut file.list.get_or_insert_with(ListRule::default).fields,
        Home::Page => &mut file.fields,
    }
}

/// One field.
pub fn field<'f>(file: &'f RuleFile, home: Home, name: &str) -> Option<&'f FieldRule> {
    fields(file, home).iter().find(|field| field.name == name)
}

/// One field, mutable.
pub fn field_mut<'f>(file: &'f mut RuleFile, home: Home, name: &str) -> Option<&'f mut FieldRule> {
    match home {
        Home::List => file.list.as_mut()?.fields.iter_mut(),
        Home::Page => file.fields.iter_mut(),
    }
    .find(|field| field.name == name)
}

/// Number of a field's colour and shape: the same name always has the same ones, and columns that
/// the rule leaves to generic extraction have their own, after its fields.
pub fn number(file: &RuleFile, name: &str) -> usize {
    let mut names: Vec<&str> = Vec::new();
    let all = fields(file, Home::List).iter().chain(&file.fields);
    for field in all {
        if !names.contains(&field.name.as_str()) {
            names.push(&field.name);
        }
    }
    let columns = DefaultColumn::ALL.iter().map(|column| column.token());
    for column in columns {
        if !names.contains(&column) {
            names.push(column);
        }
    }
    names
        .iter()
        .position(|known| *known == name)
        .unwrap_or(names.len())
}

/// The alternatives of a part, in the order they are tried.
pub fn alternatives(file: &RuleFile, spot: &PartLocation) -> Vec<Alternative> {
    let list = file.list.as_ref();
    match (&spot.part, spot.home) {
        (WorkbenchPart::Field(name), home) => {
            field(file, home, name).map_or_else(Vec::new, |field| field.select.clone())
        }
        (WorkbenchPart::Item, Home::List) => ranked(list.and_then(|list| list.item.as_ref())),
        (WorkbenchPart::Item, Home::Page) => {
            ranked(file.record.as_ref().map(|record| &record.item))
        }
        (WorkbenchPart::Link, _) => ranked(list.map(|list| &list.link)),
        (WorkbenchPart::Next, home) => ranked(next(file, home).map(|next| &next.way)),
        (WorkbenchPart::Content, _) => file.content.select.clone(),
    }
}

/// A part with its fallbacks; nothing while it is not set.
fn ranked(way: Option<&Alternative>) -> Vec<Alternative> {
    let set = way.filter(|way| **way != Alternative::default());
    set.map_or_else(Vec::new, Alternative::ranked)
}

/// The kinds of alternatives that a part may have.
pub fn kinds_of(spot: &PartLocation) -> &'static [AlternativeKind] {
    match spot.part {
        WorkbenchPart::Item => AlternativeKind::OF_CONTAINERS,
        WorkbenchPart::Link => AlternativeKind::OF_LINKS,
        WorkbenchPart::Next => AlternativeKind::OF_NEXT,
        WorkbenchPart::Field(_) | WorkbenchPart::Content => AlternativeKind::OF_VALUES,
    }
}

/// The rule for the next page.
pub fn next(file: &RuleFile, home: Home) -> Option<&NextRule> {
    match (home, &file.record) {
        (Home::List, _) => file.list.as_ref()?.next.as_ref(),
        (Home::Page, Some(record)) => record.next.as_ref(),
        (Home::Page, None) => file.content.next.as_ref(),
    }
}

/// Replaces the alternatives of a part. Of an item, a link and a next page those after the first
/// are its fallbacks.
pub fn set_alternatives(file: &mut RuleFile, spot: &PartLocation, ways: Vec<Alternative>) {
    match (&spot.part, spot.home) {
        (WorkbenchPart::Field(name), home) => {
            if let Some(field) = field_mut(file, home, name) {
                field.select = ways;
            }
            return;
        }
        (WorkbenchPart::Content, _) => {
            file.content.select = ways;
            return;
        }
        _ => {}
    }
    let first = Alternative::of_ranked(ways);
    match (&spot.part, spot.home) {
        (WorkbenchPart::Item, Home::List) => {
            file.list.get_or_insert_with(ListRule::default).item = first;
        }
        (WorkbenchPart::Item, Home::Page) => match (first, &mut file.record) {
            (Some(way), Some(record)) => record.item = way,
            (Some(way), None) => {
                file.record = Some(bowerbird_engine::types::RecordRule {
                    item: way,
                    next: None,
                });
            }
            (None, record) => *record = None,
        },
        (WorkbenchPart::Link, _) => {
            file.list.get_or_insert_with(ListRule::default).link = first.unwrap_or_default();
        }
        (WorkbenchPart::Next, home) => set_next(file, home, first),
        (WorkbenchPart::Field(_) | WorkbenchPart::Content, _) => {}
    }
}

fn set_next(file: &mut RuleFile, home: Home, way: Option<Alternative>) {
    let limit = next(file, home).and_then(|next| next.max_pages);
    let next = way.map(|way| NextRule::found_by(way, limit));
    match (home, &mut file.record) {
        (Home::List, _) => file.list.get_or_insert_with(ListRule::default).next = next,
        (Home::Page, Some(record)) => record.next = next,
        (Home::Page, None) => file.content.next = next,
    }
}

/// Removes a part: a field is deleted, another part is unset.
pub fn remove(file: &mut RuleFile, spot: &PartLocation) {
    match spot.name() {
        Some(name) => fields_mut(file, spot.home).retain(|field| field.name != name),
        None => set_alternatives(file, spot, Vec::new()),
    }
}

/// Renames a field; returns false when the name is blank or taken.
pub fn rename(file: &mut RuleFile, home: Home, old: &str, new: &str) -> bool {
    let new = new.trim();
    if new.is_empty() || (new != old && field(file, home, new).is_some()) {
        return false;
    }
    match field_mut(file, home, old) {
        Some(field) => {
            new.clone_into(&mut field.name);
            true
        }
        None => false,
    }
}

/// Moves the item at `from` before the item at `before`.
pub fn moved<T>(things: &mut Vec<T>, from: usize, before: usize) -> bool {
    if from >= things.len() || before > things.len() || before == from || before == from + 1 {
        return false;
    }
    let thing = things.remove(from);
    let place = if before > from { before - 1 } else { before };
    things.insert(place, thing);
    true
}

/// Moves a field before the one at `before`.
pub fn move_field(file: &mut RuleFile, home: Home, from: usize, before: usize) -> bool {
    moved(fields_mut(file, home), from, before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> RuleFile {
        toml::from_str(
            r#"
            [site]
            name = "Daily"
            kind = "list"
            start = ["http://127.0.0.1:1/"]
            [list]
            item = { css = "article" }
            link = { css = "h2 a" }
            next = { css = "a.next", max_pages = 8 }
            [[list.field]]
            name = "title"
            select = [{ css = "h2" }]
            [[list.field]]
            name = "date"
            select = [{ css = "time" }]
            [[field]]
            name = "author"
            select = [{ css = ".by" }]
            [[field]]
            name = "title"
            select = [{ css = "h1" }]
            "#,
        )
        .expect("a rule file")
    }

    #[test]
    fn a_name_has_one_colour_on_lists_and_pages() {
        let file = file();
        assert_eq!(number(&file, "title"), 0);
        assert_eq!(number(&file, "date"), 1);
        assert_eq!(number(&file, "author"), 2);
        // Columns without a field come after the fields, each with a number of its own.
        let columns: Vec<usize> = DefaultColumn::ALL
            .iter()
            .map(|column| number(&file, column.token()))
            .filter(|number| *number > 2)
            .collect();
        assert_eq!(columns, (3..3 + columns.len()).collect::<Vec<_>>());
        assert_eq!(number(&file, "new"), 3 + columns.len());
    }

    #[test]
    fn ways_are_read_and_written_where_the_part_stands() {
        let mut file = file();
        let css = |css: &str| Alternative {
            css: Some(css.to_owned()),
            ..Alternative::default()
        };
        let title = PartLocation::field(Home::Page, "title");
        assert_eq!(alternatives(&file, &title), [css("h1")]);
        set_alternatives(&mut file, &title, vec![css("b"), css("h1")]);
        assert_eq!(alternatives(&file, &title).len(), 2);
        let listed = PartLocation::field(Home::List, "title");
        assert_eq!(
            alternatives(&file, &listed),
            [css("h2")],
            "the list's is another"
        );
        let next = PartLocation {
            home: Home::List,
            part: WorkbenchPart::Next,
        };
        set_alternatives(&mut file, &next, vec![css(".older")]);
        assert_eq!(alternatives(&file, &next), [css(".older")]);
        let limit = file.list.as_ref().unwrap().next.as_ref().unwrap().max_pages;
        assert_eq!(limit, Some(8), "the limit stays");
        remove(&mut file, &next);
        assert!(file.list.as_ref().unwrap().next.is_none());
        remove(&mut file, &listed);
        assert_eq!(fields(&file, Home::List).len(), 1);
        assert_eq!(fields(&file, Home::Page).len(), 2);
    }

    #[test]
    fn a_field_takes_no_name_that_is_blank_or_taken() {
        let mut file = file();
        assert!(!rename(&mut file, Home::Page, "author", " "));
        assert!(!rename(&mut file, Home::Page, "author", "title"));
        assert!(rename(&mut file, Home::Page, "author", " writer "));
        assert_eq!(file.fields[0].name, "writer");
        assert!(!rename(&mut file, Home::List, "writer", "w"), "not there");
    }

    #[test]
    fn moving_goes_before_what_stands_there() {
        for (from, before, expected) in [
            (0, 2, Some("bacd")),
            (3, 0, Some("dabc")),
            (1, 4, Some("acdb")),
            (1, 1, None),
            (1, 2, None),
            (4, 0, None),
        ] {
            let mut letters: Vec<char> = "abcd".chars().collect();
            let done = moved(&mut letters, from, before);
            let now: String = letters.into_iter().collect();
            assert_eq!(done.then_some(now.as_str()), expected, "{from} {before}");
        }
    }
}
