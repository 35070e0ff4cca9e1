//! How the target of an export and its format follow each other: the format by the extension of the
//! typed path, the extension by the selected format. Input: what the user typed and selected.
//! Output: a format, a path. The engine inserts date and time into the name when it writes
//! (`records/export_target.rs`).

use std::path::{Path, PathBuf};

use super::form::ExportForm;
use bowerbird_engine::types::Format;

impl ExportForm {
    /// Sets the format by the extension of the typed path, if it is known.
    pub fn follow_path(&mut self, typed: &str) {
        let told = Format::of_path(Path::new(typed.trim()));
        if told != Format::Csv || typed.to_lowercase().ends_with(".csv") {
            let same_ending = told.extension() == self.format.extension();
            if !same_ending || matches!(told, Format::Webhook | Format::Database) {
                self.format = told;
            }
        }
    }

    /// Adapts the extension of the path to the selected format.
    pub fn path_for(&self, typed: &str) -> String {
        let typed = typed.trim();
        let is_database = Format::of_path(Path::new(typed)) == Format::Database;
        if self.format == Format::Database {
            // The name of a file is no address of a database.
            return if is_database {
                typed.to_owned()
            } else {
                String::new()
            };
        }
        if is_database {
            return "records".to_owned() + "." + self.format.extension();
        }
        if self.format == Format::Webhook || typed.starts_with("http") || typed.is_empty() {
            return typed.to_owned();
        }
        PathBuf::from(typed)
            .with_extension(self.format.extension())
            .display()
            .to_string()
    }

    /// The path with the extension of the format, if it has none.
    pub fn with_ending(&self, typed: &str) -> String {
        let is_bare = Path::new(typed.trim()).extension().is_none();
        match is_bare && !self.format.extension().is_empty() {
            true => self.path_for(typed),
            false => typed.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_follows_the_path_and_the_path_the_format() {
        let mut form = ExportForm::default();
        form.follow_path("a/b.JSONL");
        assert_eq!(form.format, Format::Jsonl);
        form.follow_path("records");
        assert_eq!(
            form.format,
            Format::Jsonl,
            "a name without an ending says nothing"
        );
        form.format = Format::Postgres;
        form.follow_path("a/b.csv");
        assert_eq!(form.format, Format::Postgres, "its files end so too");
        form.follow_path("https://example.org/hook");
        assert_eq!(form.format, Format::Webhook);
        form.follow_path("postgres://ann@host/news");
        assert_eq!(form.format, Format::Database);
        assert_eq!(form.path_for("a/b.csv"), "", "a file is no database");
        assert_eq!(form.with_ending("sqlite:a"), "sqlite:a");
        form.format = Format::Xlsx;
        assert_eq!(form.path_for("a/b.csv"), "a/b.xlsx");
        assert_eq!(form.with_ending("a/b"), "a/b.xlsx");
        assert_eq!(form.with_ending("a/b.sheet"), "a/b.sheet");
        form.format = Format::Markdown;
        assert_eq!(form.with_ending("a/b"), "a/b", "a folder");
    }
}
