//! What a run counts of its pages for the status of its site at the end. Types only.

use super::login_redirect_streak::SameLogin;
use super::session_check::SessionCheck;
use bowerbird_logic::detect::PartialList;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::Verdict;

/// The tally of a run.
#[derive(Debug, Default)]
pub(in crate::crawl) struct Tally {
    /// Whether an earlier run did part of the work.
    pub(super) resumed: bool,
    /// Pages given up because they are gone.
    pub(in crate::crawl) gone: u64,
    /// Content pages that yielded records.
    pub(in crate::crawl) contents: u64,
    /// Those that were read under an account.
    pub(in crate::crawl) members_contents: u64,
    /// Those for which generic extraction replaced the rule.
    pub(in crate::crawl) stood_in: u64,
    /// List pages given up.
    pub(in crate::crawl) lists_failed: u64,
    /// The address of the last of them.
    pub(in crate::crawl) list_failed_url: String,
    /// The last page that was given up or empty: verdict, address.
    pub(in crate::crawl) last_bad: Option<(Verdict, String)>,
    /// Whether the run read its lists to the end, but some pages needed a login.
    pub(in crate::crawl) wanted_login: bool,
    /// Content pages that redirect to the same login request.
    pub(in crate::crawl) same_login: SameLogin,
    /// Whether an account's session lasts.
    pub(in crate::crawl) session_check: SessionCheck,
    /// How the first drifted list reads differently, and its address.
    pub(in crate::crawl) drifted: Option<(Message, String)>,
    /// The first list of which the rule takes a small part, and its address.
    pub(in crate::crawl) partial: Option<(PartialList, String)>,
    /// The start page, if it was fetched and empty.
    pub(in crate::crawl) start_empty: Option<(Verdict, String)>,
}

impl Tally {
    /// The tally of a run that starts, or continues an earlier one.
    pub(in crate::crawl) fn of(resumed: bool) -> Self {
        Self {
            resumed,
            ..Self::default()
        }
    }
}
