//! The export form, and the job it creates.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::record_count::ExportAmount;
use super::scope::ExportScope;
use bowerbird_engine::BackgroundJobProgress;
use bowerbird_engine::types::{
    DefaultColumn, ExportJob, ExportOptions, Format, Message, Nested, RecordFilter, RecordState,
    SavedExport, SiteId,
};

/// A column in the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picked {
    /// Its name.
    pub name: String,
    /// Its heading in the export; its name when blank.
    pub head: String,
    /// Whether it is exported.
    pub on: bool,
}

/// The form.
#[derive(Clone, Debug, Default)]
pub struct ExportForm {
    /// The format.
    pub format: Format,
    /// The options except for filter and columns.
    pub options: ExportOptions,
    /// The columns in order; empty until known.
    pub columns: Vec<Picked>,
    /// The site of the columns.
    pub columns_of: Option<Option<SiteId>>,
    /// Which records the user chose; the default ones if none.
    pub scope: Option<ExportScope>,
    /// The number of records that it would write.
    pub amount: ExportAmount,
    /// Only records fetched since that day, as typed.
    pub since: String,
    /// Only records fetched before that day, as typed.
    pub until: String,
    /// Only those in this state.
    pub state: Option<RecordState>,
    /// Only records new since the last export to the same target.
    pub since_last: bool,
    /// The key of a webhook, as typed.
    pub secret: String,
    /// Whether that was moved here from the address of a database.
    pub moved_password: bool,
    /// The name for saving it, as typed.
    pub name: String,
    /// Whether it is written after each run.
    pub after_run: bool,
    /// The saved exports.
    pub saved: Vec<SavedExport>,
    /// Records written so far.
    pub progress: BackgroundJobProgress,
    /// Notes about the last export.
    pub notes: Vec<Message>,
    /// The targets this form has written since the project was opened, as typed, each with the
    /// choice of records that it holds.
    pub written: BTreeMap<String, RecordFilter>,
    /// The target of the current export, as typed, with its choice of records.
    pub sent: (String, RecordFilter),
    /// Why the target is not replaced without the user's confirmation.
    pub question: Option<Message>,
}

impl ExportForm {
    /// Handles the columns of `site`.
    pub fn columns_came(&mut self, site: Option<SiteId>, names: Vec<String>) {
        // Settings of columns that still exist are kept.
        let old = std::mem::take(&mut self.columns);
        let known = |name: &str| old.iter().position(|column| column.name == name);
        let mut columns: Vec<Picked> = names
            .into_iter()
            .map(|name| Picked {
                head: String::new(),
                on: true,
                name,
            })
            .collect();
        for column in &mut columns {
            if let Some(before) = known(&column.name).and_then(|at| old.get(at)) {
                *column = before.clone();
            }
        }
        columns.sort_by_key(|column| known(&column.name).unwrap_or(usize::MAX));
        self.columns = columns;
        self.columns_of = Some(site);
    }

    /// Whether the typed days are valid.
    pub fn days_are_readable(&self) -> bool {
        [&self.since, &self.until]
            .into_iter()
            .all(|typed| typed.trim().is_empty() || day(typed).is_some())
    }

    /// Shows `message` as a question if the user can confirm it; whether it is one.
    pub fn asks(&mut self, message: &Message) -> bool {
        let is_question = matches!(message.id.as_str(), "export-exists" | "export-other-kind");
        if is_question {
            self.question = Some(message.clone());
        }
        is_question
    }

    /// The job: the records of `filter`, narrowed by the form.
    pub fn job(&self, filter: RecordFilter, target: &str) -> ExportJob {
        let mut options = self.options.clone();
        options.filter = filter;
        options.filter.since = day(&self.since);
        options.filter.part.until = day(&self.until);
        options.filter.part.state = self.state;
        let untouched = self
            .columns
            .iter()
            .all(|column| column.on && column.head.trim().is_empty());
        options.columns = if untouched && !self.is_reordered() {
            Vec::new()
        } else {
            self.columns.iter().filter(|c| c.on).map(asked).collect()
        };
        ExportJob {
            format: self.format,
            target: target.trim().to_owned(),
            since_last: self.since_last && options.filter.part.picked.is_empty(),
            options,
        }
    }

    /// Whether the columns were reordered.
    fn is_reordered(&self) -> bool {
        let mut first = DefaultColumn::ALL.into_iter();
        self.columns
            .iter()
            .zip(&mut first)
            .any(|(column, first)| column.name != first.token())
            || self
                .columns
                .iter()
                .rev()
                .map(|c| c.name.as_str())
                .take(2)
                .ne(["fetched_at", "site"])
    }

    /// Loads a saved export into the form; returns its target.
    pub fn load(&mut self, saved: &SavedExport) -> String {
        let job = &saved.job;
        self.format = job.format;
        self.options = job.options.clone();
        self.since_last = job.since_last;
        self.after_run = saved.after_run;
        self.name.clone_from(&saved.name);
        self.state = job.options.filter.part.state;
        let text =
            |at: Option<Timestamp>| at.map(|at| at.to_zoned(TimeZone::system()).date().to_string());
        self.since = text(job.options.filter.since).unwrap_or_default();
        self.until = text(job.options.filter.part.until).unwrap_or_default();
        job.target.clone()
    }

    /// Whether the format joins multiple values into one cell.
    pub fn joins(&self) -> bool {
        matches!(self.format, Format::Csv | Format::Xlsx)
    }

    /// Sets how they are joined.
    pub fn set_json(&mut self, json: bool) {
        self.options.nested = if json { Nested::Json } else { Nested::Joined };
    }
}

fn asked(column: &Picked) -> String {
    match column.head.trim() {
        "" => column.name.clone(),
        head => format!("{}={head}", column.name),
    }
}

/// Parses a local day as its first instant, or a time.
fn day(typed: &str) -> Option<Timestamp> {
    let typed = typed.trim();
    typed.parse::<Timestamp>().ok().or_else(|| {
        let day: Date = typed.parse().ok()?;
        Some(day.to_zoned(TimeZone::system()).ok()?.timestamp())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(form: &ExportForm) -> Vec<&str> {
        form.columns.iter().map(|c| c.name.as_str()).collect()
    }

    fn form() -> ExportForm {
        let mut form = ExportForm::default();
        let all = [
            "url",
            "title",
            "date",
            "author",
            "text",
            "site",
            "fetched_at",
        ];
        form.columns_came(None, all.map(str::to_owned).to_vec());
        form
    }

    #[test]
    fn columns_are_named_only_when_something_was_chosen() {
        let mut form = form();
        assert!(
            form.job(RecordFilter::default(), "a")
                .options
                .columns
                .is_empty()
        );
        form.columns.swap(0, 1);
        form.columns[1].on = false;
        form.columns[0].head = "标题".into();
        let job = form.job(RecordFilter::default(), " a ");
        assert_eq!(
            job.options.columns,
            ["title=标题", "date", "author", "text", "site", "fetched_at"]
        );
        assert_eq!(job.target, "a");
        form.columns_came(None, vec!["url".into(), "title".into(), "new".into()]);
        assert_eq!(names(&form), ["title", "url", "new"]);
    }
}
