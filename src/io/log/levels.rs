//! Which events are logged: on standard error, and in the files.

/// The variable that filters standard error, such as `debug` or `bowerbird::engine=trace`.
pub(super) const VARIABLE: &str = "BOWERBIRD_LOG";
/// The default filter for standard error. The front end shows the engine's reports itself, in the
/// user's language.
pub(super) const SHOWN: &str = "bowerbird=warn,bowerbird_engine::project::log=off";
/// The filter for the files.
pub(super) const KEPT: &str = "bowerbird=info";
