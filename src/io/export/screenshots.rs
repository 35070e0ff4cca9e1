//! Pictures of the pages of exported records, as files in a folder beside the export. Input: records,
//! one at a time. Output: a file for each that has a picture, whose name is the same in every export, and
//! the record with that name in a field.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::columns::{Column, HeadedColumn};
use super::{ExportError, holds_a_project, is_projects_own};
use crate::files::atomic_file::File;
use crate::files::private_files;
use crate::store::StoreReader;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{StoredRecord, Value};

/// The column with the name of the file.
const COLUMN: &str = "screenshot";
/// Bytes of the hash in a name: enough to tell the pictures of one record apart.
const HASH_BYTES: usize = 6;

/// The folder that pictures are written into.
pub(super) struct ScreenshotFolder<'a> {
    store: &'a StoreReader,
    folder: PathBuf,
    column: String,
    written: u64,
}

impl<'a> ScreenshotFolder<'a> {
    /// Makes the folder if it is missing.
    ///
    /// # Errors
    /// [`ExportError`], if it cannot be made, or is one of the project's own files.
    pub(super) fn open(
        store: &'a StoreReader,
        folder: &Path,
        columns: &[HeadedColumn],
    ) -> Result<Self, ExportError> {
        if is_projects_own(store.path(), folder) || holds_a_project(folder) {
            return Err(ExportError::OverProject {
                path: folder.to_owned(),
            });
        }
        if !folder.is_dir() {
            // Pictures may show pages that only members see.
            private_files::create_folders(folder)
                .map_err(|error| ExportError::from_io(folder, &error))?;
        }
        let is_taken = |name: &str| columns.iter().any(|column| column.head == name);
        let mut column = COLUMN.to_owned();
        while is_taken(&column) {
            column.push('_');
        }
        Ok(Self {
            store,
            folder: folder.to_owned(),
            column,
            written: 0,
        })
    }

    /// The column with the names of the files.
    pub(super) fn column(&self) -> HeadedColumn {
        HeadedColumn {
            column: Column::Field(self.column.clone()),
            head: self.column.clone(),
            is_number: false,
        }
    }

    /// Writes the picture of a record, if it has one; returns the record with the name of the file.
    ///
    /// # Errors
    /// From the file system and the store.
    pub(super) fn add(&mut self, record: &StoredRecord) -> io::Result<StoredRecord> {
        let mut record = record.clone();
        record
            .record
            .fields
            .retain(|(name, _)| *name != self.column);
        let picture = self.store.page_picture_anywhere(&record);
        if let Some(picture) = picture.map_err(io::Error::other)? {
            let hash = picture.hash.iter().take(HASH_BYTES);
            let hash: String = hash.map(|byte| format!("{byte:02x}")).collect();
            let name = format!("r{}-{hash}.jpg", record.id.0);
            let path = self.folder.join(&name);
            // Its name says what is in it.
            let is_there = fs::metadata(&path)
                .is_ok_and(|known| known.is_file() && known.len() == picture.facts.bytes);
            if !is_there {
                let mut file = File::create(&path)?;
                file.writer().write_all(&picture.jpeg)?;
                file.finish()?;
            }
            self.written += 1;
            let field = (self.column.clone(), Value::One(name));
            record.record.fields.push(field);
        }
        Ok(record)
    }

    /// How many there are now.
    pub(super) fn note(&self) -> Message {
        Message::new("screenshots-exported")
            .with("count", self.written)
            .with("path", self.folder.display().to_string())
    }
}
