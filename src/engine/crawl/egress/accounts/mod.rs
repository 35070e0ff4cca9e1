//! Accounts of sites at work. Input: the pool, the rule's `[login]`. Output: a logged-in session,
//! states of accounts.
//!
//! Below: the account that a run uses (`run_logins`), and one login (`login_request`). Which
//! account comes next is chosen in `logic::policy::pools::account_choice`; how a form is found and
//! filled, in `io::fetch::login`.

mod login_request;
mod run_logins;

pub(crate) use login_request::{LoginRecipe, cookies_name, recipe_of, try_account};
pub(super) use run_logins::ReservedAccount;
