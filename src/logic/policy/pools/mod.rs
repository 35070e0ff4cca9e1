//! Pool policies, pure: parses lists of proxies and accounts, scores proxies by their uses, and
//! selects the next one. Time is passed in as a value; nothing here opens a connection.
//!
//! Below: `proxies`, accounts (`account_list`, `account_choice`: which comes next, and how long a
//! locked one rests; `account_end`: from when on its end is told), `cookies`, sessions, `secret_scope` (where a secret may go). What a refused
//! login or an ended session does to an account is in `engine::crawl::egress::accounts`.

mod account_choice;
mod account_end;
pub mod account_list;
pub mod cookies;
mod exit_address;
pub mod proxies;
pub mod secret_scope;
mod session_score;

pub use account_choice::{account_rest, next_account};
pub use account_end::account_ends_soon;
pub use exit_address::exit_address;
pub use proxies::{
    Appearance, ProxyPolicy, ProxyStatus, month_of, note_use, note_use_at, percent, proxies_for,
    proxy_status, rest_after_faults, score, score_at, success,
};
pub use session_score::{
    MAX_SESSIONS, SessionUse, agent_for, note_session_use, rest_session, session_for,
    session_score, sessions_to_forget,
};
