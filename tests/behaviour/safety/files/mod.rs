//! Files: those of strangers, those of this machine, and those of the project, whatever happens to them.

pub(super) mod backups;
pub(super) mod foreign_files;
pub(super) mod ids_and_archives;
#[cfg(unix)]
pub(super) mod local_files;
pub(super) mod old_project_files;
pub(super) mod private_files;
pub(super) mod storage_check;
