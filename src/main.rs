//! Arguments → window, command, or child process; nothing else.

#![forbid(unsafe_code)]

fn main() {}
