//! What the rule itself reads from pages, and since when it reads so: the basis on which pages are
//! compared with stored ones. Input: a rule and records. Output: names and values.

use jiff::Timestamp;

use bowerbird_io::store::StoreReader;
use bowerbird_logic::detect::Listed;
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, Record, SiteId};
use bowerbird_logic::rules::{Content, FieldRule, RecordRule, RuleFile, file_of};

/// Since when pages of `site` are read as in `file`.
pub(super) fn read_so_since(
    store: &StoreReader,
    site: SiteId,
    file: &RuleFile,
) -> Option<Timestamp> {
    let mut since = None;
    for version in store.rule_versions(site).ok()? {
        let then = file_of(&version.rule_toml).ok();
        if then.as_ref().map(reads) != Some(reads(file)) {
            break;
        }
        since = Some(version.saved_at);
    }
    since
}

/// The part of a rule that defines what is read from pages.
fn reads(file: &RuleFile) -> (&[FieldRule], Option<&RecordRule>, &Content) {
    (&file.fields, file.record.as_ref(), &file.content)
}

/// The names of what the rule itself extracts from pages.
pub(super) fn names(file: &RuleFile) -> Vec<String> {
    let fields = file.fields.iter().map(|field| field.name.clone());
    let text = (!file.content.select.is_empty()).then(|| DefaultColumn::Text.token().to_owned());
    fields.chain(text).collect()
}

/// The values that the rule itself found.
pub(super) fn listed(record: &Record, own: &[String]) -> Listed {
    let read = |column: &DefaultColumn| *column != DefaultColumn::Url;
    let value = |name: &str| match DefaultColumn::from_token(name).filter(read) {
        Some(column) => record.column(column).to_owned(),
        None => {
            let field = record.fields.iter().find(|(known, _)| known == name);
            field.map(|(_, value)| value.joined()).unwrap_or_default()
        }
    };
    let by_rule = |name: &&String| {
        let source = record.provenance.get(*name);
        source.is_some_and(|source| *source < FROM_GENERIC)
    };
    let values = own.iter().filter(by_rule);
    Listed {
        url: String::new(),
        values: values.map(|name| (name.clone(), value(name))).collect(),
    }
}

/// How a rule reads the field `name`.
pub(super) fn definitions<'f>(file: &'f RuleFile, name: &str) -> Vec<&'f FieldRule> {
    let listed = file.list.iter().flat_map(|list| &list.fields);
    let all = file.fields.iter().chain(listed);
    all.filter(|field| field.name == name).collect()
}
