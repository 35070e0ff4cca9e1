//! The session of a run: proxy, account, cookies and user agent as one numbered visitor, scored as
//! one. Input: the current egress, answers. Output: the session selected or created for it,
//! and its results, stored like those of proxies.
//!
//! A site keeps its session between runs and program starts: cookies with an expiry date are stored
//! as secrets; those of an account are stored with it.

mod person_answer;
mod run_sessions;
pub(super) mod stored_visitor_cookies;
pub(super) mod user_agent_and_headers;

pub(in crate::crawl) use person_answer::WindowAnswer;
pub(super) use run_sessions::{UsedSessions, Visitor};
