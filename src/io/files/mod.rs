//! Files of this machine beside the project. Flows in: paths that a rule or a person names. Flows
//! out: what may be read, and files that nobody else may read.

pub(crate) mod aside;
pub mod local_file;
pub mod permissions;
pub mod private_files;
pub mod sample_pages;
