//! What strangers' files and accidents must not do.

mod ids_and_archives;
