//! Pool policies, pure: parses lists of proxies and accounts, scores proxies by their uses, and
//! selects the next one. Time is passed in as a value; nothing here opens a connection.
//!
//! Below: lists (`proxy_list`, `account_list`, `cookies`), scores, `proxy_choice` and
//! `account_choice` (which comes next), `proxy_rest` (how long one rests after faults), `secret_scope` (where a secret may go).

mod account_choice;
pub mod account_list;
pub mod cookies;
mod exit_address;
mod proxy_choice;
pub mod proxy_list;
mod proxy_rest;
mod proxy_score;
mod proxy_use;
mod replaced_by_proxy;
pub mod secret_scope;
mod session_score;

pub use account_choice::{account_rest, next_account};
pub use exit_address::exit_address;
pub use proxy_choice::{ProxyPolicy, ProxyStatus, proxies_for, proxy_status};
pub use proxy_rest::rest_after_faults;
pub use proxy_score::{month_of, percent, score, score_at, success};
pub use proxy_use::{note_use, note_use_at};
pub use replaced_by_proxy::Appearance;
pub use session_score::{
    MAX_SESSIONS, SessionUse, agent_for, note_session_use, rest_session, session_for,
    session_score, sessions_to_forget,
};
