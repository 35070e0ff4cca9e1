//! Learns the fields of a record from their picks, and writes what was learned into the rule.

use url::Url;

use super::container::Container;
use super::examples::Sorted;
use super::rule_writer::{write_field, write_frame, write_text};
use super::{Work, learn_error_message};
use crate::protocol::authoring::{PageRole, WorkbenchPart};
use bowerbird_logic::authoring::learn::{
    LearnError, Learned, LearnedField, Ranked, generic_finds, learn_each_inside, learn_fields,
};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SourceKind;
use bowerbird_logic::page::without_fragment;
use bowerbird_logic::rules::{Alternative, RuleFile};

/// A list or a first page of records becomes a start of the site, if the rule did not have it
/// before.
pub(super) fn start_here(file: &mut RuleFile, base: &RuleFile, role: PageRole, url: &Url) {
    let had = match role {
        PageRole::List => base.list.is_some(),
        PageRole::Article | PageRole::Records => true,
    };
    let here = without_fragment(url).to_string();
    if !had && !file.site.start.contains(&here) {
        file.site.start = vec![here];
    }
    if role == PageRole::List {
        file.site.kind = SourceKind::List;
    }
}

/// The fields and the text of a page that is one record.
pub(super) fn article(
    work: &Work<'_>,
    sorted: &Sorted<'_>,
    file: &mut RuleFile,
    notes: &mut Vec<Message>,
) -> Result<Vec<Ranked>, Message> {
    // An unpicked part was not checked: that says nothing.
    let (pages, picks) = sorted.only(work.part);
    let fields = learn_fields(&pages, &picks).map_err(|error| learn_error_message(&error))?;
    let Some(field) = fields.into_iter().next() else {
        return Err(learn_error_message(&LearnError::NoPick));
    };
    let ranked = field.ranked.clone();
    match work.part {
        WorkbenchPart::Field(_) => write_field(&mut file.fields, &field, sorted.has_text_pick()),
        _ => {
            // What a person leaves out of the text is left out of a selected one.
            let by_generic = sorted.inside.is_empty()
                && generic_finds(&pages, &picks, &field.name, Some(&field));
            if write_text(file, &field, by_generic) {
                notes.push(Message::new("engine-learn-text-by-generic"));
            }
        }
    }
    Ok(ranked)
}

/// The fields inside an item or a record.
pub(super) fn inside(
    work: &Work<'_>,
    sorted: &Sorted<'_>,
    found: Container,
    file: &mut RuleFile,
    notes: &mut Vec<Message>,
) -> Result<(Vec<Ranked>, Option<Ranked>), Message> {
    let base = file.clone();
    let mut picks = sorted.picks.clone();
    if found.is_new {
        picks.extend(sorted.implied(&found.picked));
    }
    let learned = match picks.iter().any(|pick| !pick.negative) {
        true => learn_all(sorted, &found.way.alternative, &picks, work.part, notes)?,
        false => Learned::default(),
    };
    write_frame(file, work.role, &found.way.alternative);
    if let Some(here) = sorted.pages.first() {
        start_here(file, &base, work.role, here.url());
    }
    let name = sorted.name_of(work.part);
    let mut ranked = match work.part {
        WorkbenchPart::Item => vec![found.way.clone()],
        _ => Vec::new(),
    };
    for field in &learned.fields {
        let own = Some(field.name.as_str()) == name.as_deref();
        if own {
            ranked.clone_from(&field.ranked);
        }
        let along = sorted.is_along(&field.name);
        if own || along || found.is_new || sorted.is_open(&field.name, file) {
            sorted.write(file, field);
        }
    }
    Ok((ranked, Some(found.way)))
}

/// Learns field by field: a failure must not affect the others.
fn learn_all(
    sorted: &Sorted<'_>,
    record: &Alternative,
    picks: &[bowerbird_logic::authoring::learn::Pick],
    part: &WorkbenchPart,
    notes: &mut Vec<Message>,
) -> Result<Learned, Message> {
    let mut fields: Vec<LearnedField> = Vec::new();
    let own = sorted.name_of(part);
    for (name, learned) in learn_each_inside(&sorted.pages, record, picks) {
        match learned {
            Ok(field) => fields.push(field),
            Err(error) if Some(&name) == own.as_ref() => return Err(learn_error_message(&error)),
            Err(error) => notes.push(learn_error_message(&error)),
        }
    }
    Ok(Learned {
        fields,
        ..Learned::default()
    })
}
