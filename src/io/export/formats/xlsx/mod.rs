//! Workbooks by Office Open XML (ISO/IEC 29500-1, §18), written as a stream: rows go into the
//! compressed file one at a time, so memory use stays constant and a full disk is an ordinary
//! error. A full sheet is followed by another. Text too long for a cell continues in the sheet
//! `Long texts`, so that nothing is lost. Cells are texts, numbers or dates, never
//! formulas.

mod cells;
mod long_texts;
mod package;
mod package_file;
mod workbook;

pub(crate) use workbook::Workbook;
