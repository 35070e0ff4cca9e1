//! The program's user agents.

/// Bowerbird's own, honest user agent. It avoids an accidental "bot", as in "robots": sites filter
/// on such substrings.
pub const USER_AGENT: &str = concat!(
    "Bowerbird/",
    env!("CARGO_PKG_VERSION"),
    " (desktop content reader)"
);

/// The same as [`USER_AGENT`] in the form that crawlers have used since browsers called themselves
/// Mozilla: some servers reject any other prefix. It still names us.
pub const COMPATIBLE_USER_AGENT: &str = concat!(
    "Mozilla/5.0 (compatible; Bowerbird/",
    env!("CARGO_PKG_VERSION"),
    "; desktop content reader)"
);

/// Our product token in robots.txt (RFC 9309 §2.2.1).
pub const ROBOTS_TOKEN: &str = "Bowerbird";
