//! Any two versions of a record beside each other. Input: the record with its earlier versions, and
//! which two were chosen. Output: what differs, field by field, as two columns or as one text.
//! Compares nothing itself and changes nothing.

mod fields;
mod lines;
mod page_pictures;
mod version_choice;

use eframe::egui::{Label, Ui};
use jiff::Timestamp;

use crate::action::Action;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use bowerbird_engine::PagesOfVersions;
use bowerbird_engine::types::{
    ComparedField, DefaultColumn, Record, RecordId, RecordVersion, StoredRecord, compared_fields,
};

pub use fields::number_words;
pub(crate) use lines::job_of;
pub use page_pictures::PagePictures;

/// Equal lines that stay around a difference.
const CONTEXT: usize = 2;
/// Width from which two columns are the usual form, in points.
const TWO_COLUMNS: f32 = 560.0;

/// A version of a record that can be compared.
#[derive(Clone, Copy, Debug)]
pub struct ComparedVersion<'a> {
    /// Its number; `None` for the record itself, the newest.
    pub number: Option<u32>,
    /// When it was fetched.
    pub fetched_at: Timestamp,
    /// When another took its place; `None` for the newest.
    pub replaced_at: Option<Timestamp>,
    /// Whether it is a shorter reading that replaced nothing.
    pub is_withheld: bool,
    /// Its content.
    pub record: &'a Record,
}

/// All versions of a record, newest first, those withheld among them.
pub fn all_versions<'a>(
    stored: &'a StoredRecord,
    versions: &'a [RecordVersion],
) -> Vec<ComparedVersion<'a>> {
    let newest = ComparedVersion {
        number: None,
        fetched_at: stored.fetched_at,
        replaced_at: None,
        is_withheld: false,
        record: &stored.record,
    };
    let earlier = versions.iter().map(|version| ComparedVersion {
        number: Some(version.number),
        fetched_at: version.fetched_at,
        replaced_at: Some(version.replaced_at),
        is_withheld: version.is_withheld(),
        record: &version.record,
    });
    std::iter::once(newest).chain(earlier).collect()
}

/// Which two versions are compared, and how they are shown.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The two versions, by their numbers; in any order.
    pub pair: (Option<u32>, Option<u32>),
    /// How they are shown; by the width when absent.
    form: Option<Form>,
    /// Whether nothing is folded.
    in_full: bool,
    /// The pages of both.
    pub pages: PagePictures,
    /// What differs, with what it was computed of.
    known: Option<(Computed, Vec<ComparedField>)>,
}

/// How two versions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// In two columns.
    Beside,
    /// As one text.
    AsOne,
    /// By the pictures of their pages.
    Pages,
}

/// What a comparison was computed of: the record, the times of both versions, whether in full.
type Computed = (RecordId, [Timestamp; 2], bool);

impl Comparison {
    /// The two chosen versions, the earlier one first; `None` where there are not two.
    pub fn versions<'a>(
        &self,
        all: &[ComparedVersion<'a>],
    ) -> Option<(ComparedVersion<'a>, ComparedVersion<'a>)> {
        let find = |number: Option<u32>| all.iter().find(|one| one.number == number).copied();
        let (one, other) = (find(self.pair.0)?, find(self.pair.1)?);
        match one.number == other.number {
            true => None,
            false if one.fetched_at <= other.fetched_at => Some((one, other)),
            false => Some((other, one)),
        }
    }

    /// Whether this version is compared with the newest one.
    pub fn is_against_newest(&self, number: u32) -> bool {
        let (one, other) = self.pair;
        one.is_none() && other == Some(number) || other.is_none() && one == Some(number)
    }

    /// Chooses the two versions that met at this time, if there are such.
    pub fn choose_at(&mut self, at: Timestamp, all: &[ComparedVersion<'_>]) -> bool {
        let mut told = all.iter().filter(|one| !one.is_withheld);
        let after = told.clone().find(|one| one.fetched_at == at);
        let before = told.find(|one| one.replaced_at == Some(at));
        let pair = before.zip(after);
        if let Some((before, after)) = pair {
            self.pair = (before.number, after.number);
        }
        pair.is_some()
    }

    fn differences(
        &mut self,
        record: RecordId,
        (before, after): (&ComparedVersion<'_>, &ComparedVersion<'_>),
    ) -> &[ComparedField] {
        let times = [before.fetched_at, after.fetched_at];
        let wanted = (record, times, self.in_full);
        if self.known.as_ref().is_none_or(|(of, _)| *of != wanted) {
            let context = (!self.in_full).then_some(CONTEXT);
            let fields = compared_fields(before.record, after.record, context);
            self.known = Some((wanted, fields));
        }
        self.known.as_ref().map_or(&[], |(_, fields)| fields)
    }
}

/// Draws the choice of two versions.
pub fn pair_ui(ui: &mut Ui, look: &UiContext, all: &[ComparedVersion<'_>], state: &mut Comparison) {
    version_choice::pair_ui(ui, look, all, state);
}

/// Draws how the two chosen versions differ; on the pictures of their pages `field` is marked, or
/// else the first one that differs.
pub fn comparison_ui(
    ui: &mut Ui,
    look: &UiContext,
    (record, field): (RecordId, Option<&str>),
    all: &[ComparedVersion<'_>],
    state: &mut Comparison,
    actions: &mut Vec<Action>,
) {
    let Some((before, after)) = state.versions(all) else {
        return;
    };
    let usual = match ui.available_width() < TWO_COLUMNS {
        true => Form::AsOne,
        false => Form::Beside,
    };
    let mut form = state.form.unwrap_or(usual);
    ui.horizontal_wrapped(|ui| {
        for (one, id) in [
            (Form::Beside, "compare-beside"),
            (Form::AsOne, "compare-as-one"),
            (Form::Pages, "compare-pages"),
        ] {
            let choice = ui.selectable_label(form == one, look.t(id));
            let choice = match one {
                Form::Pages => choice.on_hover_text(look.t("compare-pages-tip")),
                _ => choice,
            };
            if choice.clicked() {
                form = one;
                state.form = Some(one);
            }
        }
        if form == Form::Pages {
            return;
        }
        ui.tick(&mut state.in_full, look.t("compare-in-full"))
            .on_hover_text(look.t("compare-in-full-tip"));
    });
    let fields = state.differences(record, (&before, &after));
    if fields.is_empty() {
        ui.add(Label::new(look.hint(look.t("compare-same"))).wrap());
        return;
    }
    let differs = |name: &&str| fields.iter().any(|field| field.name == *name);
    let first = fields.first().map(|field| field.name.as_str());
    let marked = field.filter(differs).or(first).map(str::to_owned);
    if form == Form::Pages {
        let wanted = PagesOfVersions {
            record,
            before: before.number,
            after: after.number,
            field: marked,
        };
        page_pictures::pages_ui(ui, look, &wanted, &mut state.pages, actions);
        return;
    }
    for field in in_order(fields, marked.as_deref()) {
        ui.push_id(("compared", &field.name), |ui| {
            fields::field_ui(ui, look, field, form == Form::AsOne);
        });
    }
}

/// The field that is asked about first, and the text last: that of a row repeats its fields.
fn in_order<'a>(fields: &'a [ComparedField], marked: Option<&str>) -> Vec<&'a ComparedField> {
    let mut fields: Vec<&ComparedField> = fields.iter().collect();
    fields.sort_by_key(|field| {
        let is_marked = Some(field.name.as_str()) == marked;
        let is_text = field.name == DefaultColumn::Text.token();
        (!is_marked, is_text)
    });
    fields
}

/// The word for a version: its time.
fn version_word(look: &UiContext, version: &ComparedVersion<'_>) -> String {
    let id = match (version.number, version.is_withheld) {
        (None, _) => "app-record-newest",
        (_, true) => "app-record-withheld",
        (_, false) => "app-record-version",
    };
    look.t1(id, "time", look.exact_time(version.fetched_at))
}
