//! Redesign or block? When a rule finds nothing any more, either the page is new or it is served
//! only to us. Input: the page as seen through two egresses. Output: the conclusion. The same
//! page through both is the site's page; if the other egress gets what the rule wants, we are
//! blocked; if the other is refused itself, there is no conclusion.

use super::{same_template, same_text, within};
use crate::detect::evidence::evidence;
use crate::detect::{PageSort, RuleOutcome};
use crate::model::{Evidence, EvidencePlace, PageFingerprint, PageState, Strength, Verdict};

/// Readable characters from which a page that both see is a real page with a new layout; a shorter
/// one may be a notice for everybody.
const LONG_CHARS: u32 = 300;
/// Readable characters by which the other page must exceed ours to be the fuller one.
const FULLER_CHARS: u32 = 200;

/// A page as seen through one egress.
#[derive(Clone, Copy, Debug)]
pub struct EgressSample<'a> {
    /// Its verdict.
    pub verdict: &'a Verdict,
    /// The result of the rule on it.
    pub rule: RuleOutcome,
    /// Its look.
    pub look: &'a PageFingerprint,
}

/// The conclusion from two views of one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedesignOrBlock {
    /// Both see the same page: it is genuine, and the rule no longer fits it.
    Redesign,
    /// The other one sees more: we are blocked.
    Block,
    /// No conclusion: the page itself must decide.
    Unclear,
}

/// Whether a verdict may be caused by a redesign as well as by a block, so that another egress is
/// worth a request: the rule finds nothing where it used to, and no certain evidence explains it.
pub fn is_doubtful(verdict: &Verdict, sort: PageSort, rule: RuleOutcome) -> bool {
    let sure = |found: &&Evidence| {
        found.strength == Strength::Strong && found.place != EvidencePlace::Rule
    };
    let unsure = || !verdict.evidence.iter().any(|found| sure(&found));
    match verdict.state {
        // A fallback replaced the rule, and accepts whatever it gets.
        PageState::Ok => sort == PageSort::Content && rule == RuleOutcome::Misses,
        PageState::LayoutChanged => true,
        PageState::SoftBlock => unsure(),
        PageState::Empty | PageState::Incomplete => {
            sort == PageSort::List
                && verdict
                    .evidence
                    .iter()
                    .any(|found| found.signal == "list-without-items")
        }
        _ => false,
    }
}

/// Compares the page `here` with the one fetched through another egress.
pub fn contrast(here: EgressSample<'_>, there: EgressSample<'_>) -> RedesignOrBlock {
    let answers = matches!(
        there.verdict.state,
        PageState::Ok | PageState::Empty | PageState::LayoutChanged
    );
    if !answers {
        return RedesignOrBlock::Unclear;
    }
    let fits = |sight: EgressSample<'_>| {
        sight.rule == RuleOutcome::Fits && sight.verdict.state == PageState::Ok
    };
    if fits(there) && !fits(here) {
        return RedesignOrBlock::Block;
    }
    let (ours, theirs) = (here.look, there.look);
    if same_template(ours, theirs) && within(ours.chars.into(), theirs.chars.into(), 2) {
        // A short page may be a notice; then only its text can decide.
        return match ours.chars >= LONG_CHARS || (same_text(ours, theirs) && ours.tags > 40) {
            true => RedesignOrBlock::Redesign,
            false => RedesignOrBlock::Unclear,
        };
    }
    let fuller = theirs.chars > ours.chars.saturating_mul(2).saturating_add(FULLER_CHARS);
    match fuller && !same_template(ours, theirs) {
        true => RedesignOrBlock::Block,
        false => RedesignOrBlock::Unclear,
    }
}

/// The verdict on a doubtful page after comparison with the egress named `other`.
pub fn contrasted(verdict: Verdict, contrast: RedesignOrBlock, other: &str) -> Verdict {
    let (state, signal) = match contrast {
        RedesignOrBlock::Redesign if verdict.state == PageState::Ok => return verdict,
        RedesignOrBlock::Redesign => (PageState::LayoutChanged, "exit-agrees"),
        RedesignOrBlock::Block => (PageState::SoftBlock, "exit-differs"),
        RedesignOrBlock::Unclear => return verdict,
    };
    let mut reasons = vec![evidence(
        signal,
        Strength::Strong,
        EvidencePlace::History,
        other,
    )];
    reasons.extend(verdict.evidence);
    Verdict {
        state,
        evidence: reasons,
        retry_after: verdict.retry_after,
    }
}

#[cfg(test)]
mod tests {
    use super::super::page_fingerprint;
    use super::*;

    fn article(class: &str, words: usize) -> String {
        let nav: String = (0..20)
            .map(|n| format!("<li class='{class}-item'><a href='/{n}'>{n}</a></li>"))
            .collect();
        format!(
            "<html><head><title>A story</title></head><body><nav class='{class}-nav'><ul>{nav}</ul></nav>\
             <main class='{class}'><h1 class='{class}-head'>A story</h1><section><p>{}</p></section></main>\
             <footer><p>Imprint</p></footer></body></html>",
            "Many words follow here. ".repeat(words)
        )
    }

    fn missed() -> Verdict {
        let found = evidence("rule-misses", Strength::Strong, EvidencePlace::Rule, "");
        Verdict::because(PageState::LayoutChanged, found)
    }

    #[track_caller]
    fn check(ours: &str, theirs: (&str, &Verdict, RuleOutcome), expected: RedesignOrBlock) {
        let (our_look, their_look) = (page_fingerprint(ours), page_fingerprint(theirs.0));
        let verdict = missed();
        let here = EgressSample {
            verdict: &verdict,
            rule: RuleOutcome::Misses,
            look: &our_look,
        };
        let there = EgressSample {
            verdict: theirs.1,
            rule: theirs.2,
            look: &their_look,
        };
        assert_eq!(contrast(here, there), expected);
    }

    #[test]
    fn the_same_new_page_for_both_is_a_redesign() {
        let page = article("new", 60);
        let other = page.replace("/7", "/8");
        check(
            &page,
            (&other, &missed(), RuleOutcome::Misses),
            RedesignOrBlock::Redesign,
        );
    }

    #[test]
    fn what_the_rule_wants_by_the_other_way_is_a_block_here() {
        let theirs = article("old", 60);
        let ours = article("home", 80);
        check(
            &ours,
            (&theirs, &Verdict::ok(), RuleOutcome::Fits),
            RedesignOrBlock::Block,
        );
    }

    #[test]
    fn a_fuller_page_of_another_template_is_a_block_here() {
        let ours = "<html><head><title>Welcome</title></head><body><div class=x><p>Please be patient.</div>";
        let theirs = article("new", 60);
        check(
            ours,
            (&theirs, &missed(), RuleOutcome::Misses),
            RedesignOrBlock::Block,
        );
    }

    #[test]
    fn another_way_that_is_refused_itself_says_nothing() {
        let found = evidence("x", Strength::Strong, EvidencePlace::Status, "403");
        let refused = Verdict::because(PageState::Blocked, found);
        let page = article("new", 60);
        check(
            &page,
            (&page, &refused, RuleOutcome::Misses),
            RedesignOrBlock::Unclear,
        );
    }

    #[test]
    fn a_notice_that_everybody_gets_is_left_to_its_words() {
        let notice =
            "<html><title>Hm</title><body><div><h1>Later</h1><p>We are thinking about it.</div>";
        check(
            notice,
            (notice, &missed(), RuleOutcome::Misses),
            RedesignOrBlock::Unclear,
        );
    }

    #[test]
    fn only_what_nothing_sure_explains_is_doubtful() {
        let soft = |strength| {
            let found = evidence("history-little-text", strength, EvidencePlace::History, "");
            Verdict::because(PageState::SoftBlock, found)
        };
        assert!(is_doubtful(
            &missed(),
            PageSort::Content,
            RuleOutcome::Misses
        ));
        assert!(is_doubtful(
            &soft(Strength::Weak),
            PageSort::Content,
            RuleOutcome::Misses
        ));
        assert!(!is_doubtful(
            &soft(Strength::Strong),
            PageSort::Content,
            RuleOutcome::Misses
        ));
        assert!(!is_doubtful(
            &Verdict::ok(),
            PageSort::Content,
            RuleOutcome::Fits
        ));
        let bare = evidence(
            "list-without-items",
            Strength::Strong,
            EvidencePlace::Rule,
            "",
        );
        let bare = Verdict::because(PageState::Empty, bare);
        assert!(is_doubtful(&bare, PageSort::List, RuleOutcome::Misses));
        assert!(!is_doubtful(&bare, PageSort::Content, RuleOutcome::Misses));
    }

    #[test]
    fn the_verdict_says_what_decided() {
        let changed = contrasted(missed(), RedesignOrBlock::Redesign, "direct");
        assert_eq!(changed.state, PageState::LayoutChanged);
        assert_eq!(changed.evidence[0].signal, "exit-agrees");
        let kept_out = contrasted(missed(), RedesignOrBlock::Block, "p1");
        assert_eq!(kept_out.state, PageState::SoftBlock);
        assert_eq!(kept_out.evidence.len(), 2);
        assert_eq!(
            contrasted(missed(), RedesignOrBlock::Unclear, "p1"),
            missed()
        );
    }
}
