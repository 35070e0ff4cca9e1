//! What a page asks of its visitor: a password or a captcha. On an ordinary page that means
//! nothing; in place of a list it explains why the list is missing.

use crate::detect::Signals;
use crate::detect::evidence::{evidence, matched};
use crate::detect::judge::block_page::SMALL_CHARS;
use crate::detect::signals::SignalTarget;
use crate::detect::visible_parts::{head_of, visible_parts};
use crate::model::{Evidence, EvidencePlace, PageState, Strength};

/// What a short page asks for, with the evidence; `None` if it asks for nothing, or has so much
/// text that the form is incidental.
pub fn asks_for(signals: &Signals, body: &str) -> Option<(PageState, Evidence)> {
    let seen = visible_parts(body);
    if seen.chars > SMALL_CHARS {
        return None;
    }
    let source = head_of(body);
    let captcha = signals
        .find(SignalTarget::Source, source)
        .into_iter()
        .find(|signal| matches!(signal.id.as_str(), "captcha-widget" | "captcha-image"));
    // A login form may also include a captcha.
    if seen.password {
        let found = evidence(
            "password-field",
            Strength::Weak,
            EvidencePlace::Structure,
            &seen.title,
        );
        return Some((PageState::LoginRequired, found));
    }
    captcha.map(|signal| {
        (
            PageState::Challenge,
            matched(signal, EvidencePlace::Body, source),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, state: Option<PageState>) {
        let signals = Signals::shipped().expect("shipped files");
        assert_eq!(asks_for(&signals, body).map(|(state, _)| state), state);
    }

    #[test]
    fn forms_are_told_apart() {
        let words = "<p>Some words to read.".repeat(200);
        check(
            "<form><input type=password name=p><div class=g-recaptcha></div></form>",
            Some(PageState::LoginRequired),
        );
        check(
            "<form><div class=\"h-captcha\"></div></form>",
            Some(PageState::Challenge),
        );
        check(
            "<form><img src=/seccode.php?1></form>",
            Some(PageState::Challenge),
        );
        check("<form><input name=q></form>", None);
        check(&format!("<form><input type=password></form>{words}"), None);
    }
}
