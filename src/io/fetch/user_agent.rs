//! How the program names itself to sites.

/// Bowerbird's own, honest user agent. Nothing in it contains "bot" by accident, as "robots"
/// would: sites filter on such pieces of words.
pub const USER_AGENT: &str = concat!(
    "Bowerbird/",
    env!("CARGO_PKG_VERSION"),
    " (desktop content reader)"
);

/// The same as [`USER_AGENT`] in the form that crawlers have used since browsers called themselves
/// Mozilla: some servers turn away whatever does not begin so. It names us all the same.
pub const COMPATIBLE_USER_AGENT: &str = concat!(
    "Mozilla/5.0 (compatible; Bowerbird/",
    env!("CARGO_PKG_VERSION"),
    "; desktop content reader)"
);

/// The product token that robots.txt knows us by (RFC 9309 §2.2.1).
pub const ROBOTS_TOKEN: &str = "Bowerbird";
