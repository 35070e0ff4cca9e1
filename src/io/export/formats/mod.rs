//! The export formats, one per file. Input: records and columns, or stored pages. Output:
//! bytes of one file, files of one folder, or batches to an address.

pub(super) mod change_feed;
pub(super) mod csv;
pub(super) mod jsonl;
pub(super) mod markdown;
#[cfg(feature = "parquet")]
pub(super) mod parquet;
pub(super) mod postgres;
pub(super) mod references;
pub(super) mod rss;
pub(super) mod sqlite;
pub(super) mod wacz;
pub(super) mod warc;
pub(super) mod webhook;
pub(super) mod xlsx;
pub(super) mod xml;
