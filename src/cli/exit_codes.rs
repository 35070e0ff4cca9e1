//! The exit codes of the program. The help of the command line (`after_help` in `args`) names the same.

/// The command is done.
pub const DONE: u8 = 0;
/// The command failed.
pub const FAILED: u8 = 1;
/// The command line is wrong.
pub const USAGE: u8 = 2;
/// The command is done, but pages are missing.
pub const INCOMPLETE: u8 = 3;
