//! The columns of the table of records: the default ones, those that the rule of the site on show
//! fills, and what else the loaded records have. Input: the sites, the loaded records. Output: the
//! columns in their order, and in the table's state those left out until a person chooses them.
//!
//! Below: what stands in the cells of a record.

pub(super) mod cells;

use super::ResultsState;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::table::ColumnSpec;
use bowerbird_engine::types::{DefaultColumn, FieldType, RuleFile, Site, SourceKind, parse};

/// The most columns for fields that no rule on show names.
const MAX_FURTHER: usize = 60;
/// The default columns that are left out while no record on show has anything in them.
const LEFT_OUT_EMPTY: [DefaultColumn; 3] = [
    DefaultColumn::Date,
    DefaultColumn::Author,
    DefaultColumn::Text,
];

/// The columns for what is on show.
pub(super) fn columns(
    look: &UiContext,
    world: &AppState,
    state: &mut ResultsState,
) -> Vec<ColumnSpec> {
    let site = match (state.site, world.sites()) {
        (Some(site), _) => world.site(site),
        // In a project with one site, all records are of it.
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    let mut columns = columns_of(look, site);
    let Some(filled) = state.pages.filled() else {
        // Nothing is loaded yet: what was shown stays.
        return columns;
    };
    let is_empty = |column: &DefaultColumn| !filled.contains(column.token());
    let empty = LEFT_OUT_EMPTY.iter().filter(|column| is_empty(column));
    let mut left_out: Vec<String> = empty.map(|column| column.token().to_owned()).collect();
    let is_known = |name: &str| columns.iter().any(|column| column.key == name);
    let further = filled.iter().filter(|name| !is_known(name));
    let further: Vec<String> = further.take(MAX_FURTHER).cloned().collect();
    let place = behind_title(&columns);
    if site.is_none() {
        // Of several sites they would be columns of many gaps.
        left_out.extend(further.iter().cloned());
    }
    let further = further
        .into_iter()
        .map(|name| ColumnSpec::new(&name, name.clone(), 160.0).sortable());
    columns.splice(place..place, further);
    state.table.leave_out(left_out);
    columns
}

/// The place of a site's own columns: behind the title and its marks.
fn behind_title(columns: &[ColumnSpec]) -> usize {
    let marks = columns.iter().position(|column| column.key == "marks");
    marks.map_or(columns.len(), |place| place + 1)
}

/// The default columns, and those of the site's rule.
fn columns_of(look: &UiContext, site: Option<&Site>) -> Vec<ColumnSpec> {
    let pick = ColumnSpec::new("pick", look.t("app-column-pick"), 34.0);
    let marks = ColumnSpec::new("marks", look.t("app-column-marks"), 120.0);
    let mut columns: Vec<ColumnSpec> = [
        ("title", 320.0),
        ("date", 130.0),
        ("author", 120.0),
        ("site", 150.0),
        ("text", 280.0),
        ("url", 300.0),
        ("fetched_at", 130.0),
    ]
    .into_iter()
    .map(|(key, width)| {
        ColumnSpec::new(
            key,
            look.t(&format!("app-column-{}", key.replace('_', "-"))),
            width,
        )
        .sortable()
    })
    .collect();
    columns.insert(0, pick);
    columns.insert(2, marks);
    let Some(rule) = site.and_then(|site| parse(&site.rule_toml).ok()) else {
        return columns;
    };
    // What no record of the site can have stands behind its own columns: without generic extraction,
    // or with several records of a page, only the rule fills them.
    let alone = rule.file().record.is_some() || rule.generic_method().is_none();
    let (empty, mut columns): (Vec<_>, Vec<_>) = columns
        .into_iter()
        .partition(|column| alone && is_left_empty(rule.file(), &column.key));
    let own = rule.columns().into_iter();
    let own = own.filter(|name| !columns.iter().any(|column| column.key == *name));
    let own: Vec<ColumnSpec> = own
        .map(|name| {
            let column = ColumnSpec::new(&name, name.clone(), 160.0).sortable();
            match is_number(rule.file(), &name) {
                true => column.numeric(),
                false => column,
            }
        })
        .collect();
    // Rows of a page have their values in their own columns, and the page's title in common where the rule
    // reads none.
    let file = rule.file();
    let has_title = file.fields.iter().any(|field| field.name == "title");
    let is_of_rows = file.record.is_some() && file.site.kind == SourceKind::Pages && !has_title;
    let place = match is_of_rows {
        // Without a title they stand behind the boxes.
        true => columns.iter().position(|c| c.key == "title").unwrap_or(1),
        false => behind_title(&columns),
    };
    columns.splice(place..place, own);
    columns.extend(empty);
    columns
}

/// Whether a rule reads a column as numbers.
fn is_number(file: &RuleFile, name: &str) -> bool {
    let listed = file.list.iter().flat_map(|list| &list.fields);
    let mut fields = file.fields.iter().chain(listed);
    fields.any(|field| field.name == *name && field.kind == FieldType::Number)
}

/// Whether no part of a rule reads a default column.
fn is_left_empty(file: &RuleFile, key: &str) -> bool {
    let listed = file.list.iter().flat_map(|list| &list.fields);
    let mut fields = file.fields.iter().chain(listed);
    let is_read = match key {
        "text" => !file.content.select.is_empty(),
        "date" | "author" => false,
        "title" if file.content.fields_only => false,
        _ => return false,
    };
    !is_read && !fields.any(|field| field.name == key)
}
