//! What strangers' files, pages and servers, other users of the machine, and accidents must not do.

mod bound_secrets;
mod golden;
mod ids_and_archives;
mod plans;
mod storage_check;
