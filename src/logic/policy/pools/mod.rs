//! Pool policies, pure: parses lists of proxies and accounts, scores proxies by their uses, and
//! selects the next one. Time is passed in as a value; nothing here opens a connection.

pub mod accounts;
mod choice;
pub mod cookies;
mod exit;
mod foreign;
pub mod proxies;
mod score;
pub mod secret_scope;
mod sessions;

pub use choice::{ProxyPolicy, ProxyStatus, proxies_for, proxy_status};
pub use exit::exit_address;
pub use foreign::Appearance;
pub use score::{
    month_of, note_use, note_use_at, percent, rest_after_faults, score, score_at, success,
};
pub use sessions::{
    MAX_SESSIONS, SessionUse, agent_for, note_session_use, rest_session, session_for,
    session_score, sessions_to_forget,
};
