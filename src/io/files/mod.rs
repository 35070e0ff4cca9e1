//! Local files other than the project. Input: paths that a rule or the user names. Output:
//! files that may be read, and files that nobody else may read.

pub(crate) mod atomic_file;
pub(crate) mod file_lock;
pub mod hash_list;
pub mod local_file;
pub mod permissions;
pub mod private_files;
pub mod sample_pages;
