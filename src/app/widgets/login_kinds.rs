//! The words for the kinds of logins.

use bowerbird_engine::types::LoginKind;

/// All kinds in the order of lists to choose from, with the ids of their words.
pub const LOGIN_KINDS: [(LoginKind, &str); 5] = [
    (LoginKind::Form, "account-kind-form"),
    (LoginKind::Basic, "account-kind-basic"),
    (LoginKind::Bearer, "account-kind-bearer"),
    (LoginKind::Header, "account-kind-header"),
    (LoginKind::Cookies, "account-kind-cookies"),
];
