//! A redirect to the rule's login page is itself a login request.

use url::Url;

use bowerbird_logic::model::{EvidencePlace, PageState, Verdict};
use bowerbird_logic::rules::Rule;

/// The verdict on a request to `asked` that was redirected to `ended`, whatever the page says.
pub(in crate::crawl) fn asks_to_log_in(rule: &Rule, asked: &str, ended: &str) -> Option<Verdict> {
    let login = rule.login_page()?;
    let same = |a: &Url, b: &Url| a.origin() == b.origin() && a.path() == b.path();
    let (asked, at) = (Url::parse(asked).ok()?, Url::parse(ended).ok()?);
    (same(&at, &login) && !same(&asked, &login)).then(|| {
        Verdict::by_signal(
            PageState::LoginRequired,
            "url-login",
            EvidencePlace::Url,
            ended,
        )
    })
}
