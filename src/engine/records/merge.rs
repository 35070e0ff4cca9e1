//! The values of records that become one. Input: the record that stays, and the others. Output: each
//! column and field in which they differ, with the values to choose from.

use bowerbird_logic::model::{DefaultColumn, FETCHED_URL, Record, StoredRecord, Value, ValueEdit};

/// A column or field of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedField {
    /// Its name.
    pub name: String,
    /// The different values that the records have, that of the record that stays first if it has one.
    pub values: Vec<Value>,
}

/// The columns and fields in which records differ, or that the first of them lacks; blank values are
/// none to choose.
pub fn merged_fields(records: &[&StoredRecord]) -> Vec<MergedField> {
    let columns = DefaultColumn::EXTRACTED.iter().map(|column| column.token());
    let mut names: Vec<&str> = columns.collect();
    for (name, _) in records.iter().flat_map(|stored| &stored.record.fields) {
        if name != FETCHED_URL && Record::is_editable(name) && !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let first = records.first();
    let fields = names.into_iter().filter_map(|name| {
        let mut values: Vec<Value> = Vec::new();
        for stored in records {
            let value = stored.record.value(name).filter(|value| !value.is_blank());
            if let Some(value) = value.filter(|value| !values.contains(value)) {
                values.push(value);
            }
        }
        let own = first.and_then(|stored| stored.record.value(name));
        let lacks = own.is_none_or(|value| value.is_blank());
        let is_open = values.len() > 1 || (lacks && !values.is_empty());
        is_open.then(|| MergedField {
            name: name.to_owned(),
            values,
        })
    });
    fields.collect()
}

/// The edits that give the first of the records the chosen values: those of `chosen` by name, else the
/// first one there is.
pub fn merge_edits(records: &[&StoredRecord], chosen: &[(String, Value)]) -> Vec<ValueEdit> {
    let Some(kept) = records.first() else {
        return Vec::new();
    };
    let mut edits: Vec<ValueEdit> = Vec::new();
    let mut edit = |field: &str, value: &Value| {
        if kept.record.value(field).as_ref() != Some(value) {
            edits.push(ValueEdit {
                record: kept.id,
                field: field.to_owned(),
                value: Some(value.clone()),
            });
        }
    };
    for field in merged_fields(records) {
        let picked = chosen.iter().find(|(name, _)| *name == field.name);
        let value = picked.map(|(_, value)| value).or(field.values.first());
        if let Some(value) = value {
            edit(&field.name, value);
        }
    }
    let known = merged_fields(records);
    let others = chosen
        .iter()
        .filter(|(name, _)| known.iter().all(|field| field.name != *name));
    for (name, value) in others {
        edit(name, value);
    }
    edits
}
