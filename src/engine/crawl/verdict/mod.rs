//! Verdicts from what the run knows beyond one answer: what was expected, earlier visits, repeated
//! answers, rulings of people. Input: a reading with the answer's own verdict. Output: the
//! reading with the final verdict. The passes are listed in order in `verdict_steps`.

mod body_hashes;
mod drift;
mod empty_list;
mod first_pages;
mod request_kind_check;
mod run_history;
mod site_history;
mod snapshots;
mod unexpected_answers;
mod verdict_steps;

pub(in crate::crawl) use request_kind_check::FIRST_AGAIN;
pub(in crate::crawl) use run_history::RunHistory;
pub(in crate::crawl) use verdict_steps::settle;
