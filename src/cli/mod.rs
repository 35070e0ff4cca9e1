//! Floor 4: the command line, one file a command.
