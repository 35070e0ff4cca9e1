//! Records as references of literature: BibTeX, RIS and CSL-JSON. What a record is cited by comes from
//! its columns: title, author, date and address, and of the fields those whose names say so.

mod bibtex;
mod csl;
mod names;
mod reference;
mod ris;

use std::io::{self, Write};

use crate::export::columns::HeadedColumn;
use crate::export::{Format, Rows};
use crate::files::atomic_file::File;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::StoredRecord;
use reference::Reference;

/// References being written.
pub(crate) struct References {
    file: File,
    columns: Vec<HeadedColumn>,
    format: Format,
    any: bool,
}

impl References {
    /// Begins the file.
    pub(crate) fn begin(
        mut file: File,
        columns: Vec<HeadedColumn>,
        format: Format,
    ) -> io::Result<Self> {
        if format == Format::Csl {
            file.write_all(b"[\n")?;
        }
        Ok(Self {
            file,
            columns,
            format,
            any: false,
        })
    }
}

impl Rows for References {
    fn row(&mut self, record: &StoredRecord) -> io::Result<()> {
        let reference = Reference::of(&self.columns, record);
        let first = !std::mem::replace(&mut self.any, true);
        match self.format {
            Format::Bibtex => self.file.write_all(bibtex::entry(&reference).as_bytes()),
            Format::Ris => self.file.write_all(ris::entry(&reference).as_bytes()),
            _ => {
                if !first {
                    self.file.write_all(b",\n")?;
                }
                serde_json::to_writer(&mut self.file, &csl::item(&reference))?;
                Ok(())
            }
        }
    }

    fn end(mut self: Box<Self>) -> io::Result<Vec<Message>> {
        if self.format == Format::Csl {
            self.file.write_all(b"\n]\n")?;
        }
        self.file.finish()?;
        Ok(Vec::new())
    }
}
