//! Standard error as the journal of systemd reads it: each line begins with its priority, and has no
//! time, because the journal notes both (sd-daemon(3)).

use tracing::Level;

/// Whether standard error is connected to the journal: `JOURNAL_STREAM` names its device and inode.
pub(super) fn is_journal() -> bool {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::MetadataExt as _;

        // The variable is inherited by programs whose output goes elsewhere.
        let named = std::env::var("JOURNAL_STREAM").ok();
        let real = std::fs::metadata("/proc/self/fd/2").ok();
        named
            .zip(real)
            .is_some_and(|(named, real)| named == format!("{}:{}", real.dev(), real.ino()))
    }
    #[cfg(not(target_os = "linux"))]
    false
}

/// What a line of `level` begins with.
pub(super) fn priority(level: Level) -> &'static str {
    match level {
        Level::ERROR => "<3>",
        Level::WARN => "<4>",
        Level::INFO => "<6>",
        _ => "<7>",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graver_lines_have_a_higher_priority() {
        let of = [Level::ERROR, Level::WARN, Level::INFO, Level::DEBUG].map(priority);
        assert_eq!(of, ["<3>", "<4>", "<6>", "<7>"]);
    }
}
