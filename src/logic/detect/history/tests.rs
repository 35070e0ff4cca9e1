//! The tests of the history of a site.

use super::*;

fn trace(n: u32) -> Trace {
    Trace {
        url: 100 + u64::from(n),
        body: 1_000 + u64::from(n),
        title: 5_000 + u64::from(n),
        bytes: 40_000 + n * 700,
        chars: 3_000 + n * 90,
        took_ms: 200 + n,
        yields: true,
        may_repeat: false,
    }
}

fn news() -> History {
    let mut history = History::default();
    for n in 0..30 {
        history.note(PageSort::Content, &trace(n));
    }
    history
}

fn missed() -> Verdict {
    Verdict::because(
        PageState::LayoutChanged,
        evidence("rule-misses", Strength::Strong, EvidencePlace::Rule, ""),
    )
}

#[track_caller]
fn check(history: &History, sort: PageSort, trace: &Trace, signals: &[&str]) {
    let found = history.evidence(sort, trace);
    let ids: Vec<&str> = found.iter().map(|e| e.signal.as_str()).collect();
    assert_eq!(ids, signals);
}

fn judged(history: &History, trace: &Trace) -> PageState {
    let rule = match trace.yields {
        true => RuleOutcome::Fits,
        false => RuleOutcome::Misses,
    };
    let verdict = if trace.yields {
        Verdict::ok()
    } else {
        missed()
    };
    with_history(verdict, rule, history, PageSort::Content, trace).state
}

#[test]
fn a_page_like_those_before_says_nothing() {
    check(&news(), PageSort::Content, &trace(31), &[]);
    assert_eq!(judged(&news(), &trace(31)), PageState::Ok);
}

#[test]
fn a_bare_page_that_comes_at_once_and_yields_nothing_is_a_soft_block() {
    let bare = Trace {
        bytes: 900,
        chars: 60,
        took_ms: 12,
        yields: false,
        ..trace(40)
    };
    let ids = ["history-little-text", "history-quick", "history-yield"];
    check(&news(), PageSort::Content, &bare, &ids);
    assert_eq!(judged(&news(), &bare), PageState::SoftBlock);
}

#[test]
fn one_weak_piece_never_blocks_nor_two_small_ones() {
    let short = Trace {
        chars: 200,
        ..trace(40)
    };
    check(&news(), PageSort::Content, &short, &["history-little-text"]);
    assert_eq!(judged(&news(), &short), PageState::Ok);
    // A removed article: short and without rule results. It is no evidence about the site.
    let removed = Trace {
        chars: 200,
        yields: false,
        ..trace(40)
    };
    assert_eq!(judged(&news(), &removed), PageState::LayoutChanged);
}

#[test]
fn a_redesigned_page_is_as_long_as_before() {
    let redesigned = Trace {
        bytes: 55_000,
        yields: false,
        ..trace(40)
    };
    check(&news(), PageSort::Content, &redesigned, &["history-yield"]);
    assert_eq!(judged(&news(), &redesigned), PageState::LayoutChanged);
}

#[test]
fn what_the_rule_finds_vetoes_weak_evidence() {
    let mut history = news();
    for n in 50..53 {
        history.note(
            PageSort::Content,
            &Trace {
                title: 9,
                ..trace(n)
            },
        );
    }
    let page = Trace {
        title: 9,
        chars: 100,
        took_ms: 3,
        ..trace(60)
    };
    let ids = [
        "history-title-repeats",
        "history-little-text",
        "history-quick",
    ];
    check(&history, PageSort::Content, &page, &ids);
    assert_eq!(judged(&history, &page), PageState::Ok);
    assert_eq!(
        judged(
            &history,
            &Trace {
                yields: false,
                ..page
            }
        ),
        PageState::SoftBlock
    );
}

#[test]
fn the_first_answers_of_a_site_are_held_against_nothing() {
    let mut history = History::default();
    let odd = Trace {
        bytes: 300,
        chars: 3,
        took_ms: 1,
        yields: false,
        ..trace(90)
    };
    for n in 0..11 {
        check(&history, PageSort::Content, &odd, &[]);
        history.note(PageSort::Content, &trace(n));
    }
    check(&history, PageSort::List, &odd, &[]);
}

#[test]
fn a_site_with_short_pages_has_short_pages() {
    let mut history = History::default();
    for n in 0..40 {
        let page = Trace {
            bytes: 2_500,
            chars: 90 + n,
            took_ms: 9,
            ..trace(n)
        };
        history.note(PageSort::Content, &page);
    }
    let shorter = Trace {
        bytes: 400,
        chars: 8,
        took_ms: 1,
        ..trace(90)
    };
    check(&history, PageSort::Content, &shorter, &[]);
}

#[test]
fn pages_of_any_length_make_no_length_strange() {
    let mut history = History::default();
    for n in 0..40 {
        let chars = if n % 8 == 0 { 150 } else { 4_000 };
        history.note(PageSort::Content, &Trace { chars, ..trace(n) });
    }
    let page = Trace {
        chars: 100,
        ..trace(90)
    };
    check(&history, PageSort::Content, &page, &[]);
}

#[test]
fn titles_of_lists_and_of_sites_with_one_title_repeat() {
    let mut history = History::default();
    for n in 0..40 {
        history.note(
            PageSort::List,
            &Trace {
                title: 7,
                ..trace(n)
            },
        );
        history.note(
            PageSort::Content,
            &Trace {
                title: 7,
                ..trace(n)
            },
        );
    }
    let page = Trace {
        title: 7,
        ..trace(90)
    };
    check(&history, PageSort::List, &page, &[]);
    check(&history, PageSort::Content, &page, &[]);
}

#[test]
fn the_same_body_for_three_addresses_is_strong_whatever_the_rule_finds() {
    let mut history = news();
    let front = |n| Trace {
        body: 77,
        ..trace(n)
    };
    history.note(PageSort::Content, &front(50));
    let found = history.evidence(PageSort::Content, &front(51));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].strength, Strength::Weak);
    assert_eq!(judged(&history, &front(51)), PageState::Ok);
    history.note(PageSort::Content, &front(51));
    assert_eq!(judged(&history, &front(52)), PageState::SoftBlock);
    // The same address again is the same page.
    assert_eq!(judged(&history, &front(51)), PageState::Ok);
}

#[test]
fn an_answer_that_was_held_back_is_noted() {
    let held = Trace {
        took_ms: 4_000,
        ..trace(40)
    };
    check(&news(), PageSort::Content, &held, &["history-slow"]);
    assert_eq!(judged(&news(), &held), PageState::Ok);
}

#[test]
fn a_page_that_says_that_it_is_gone_is_believed() {
    let gone = Verdict::because(
        PageState::Empty,
        evidence(
            "en-not-found",
            Strength::Weak,
            EvidencePlace::Body,
            "no longer available",
        ),
    );
    let page = Trace {
        chars: 40,
        took_ms: 3,
        bytes: 300,
        yields: false,
        ..trace(40)
    };
    let history = news();
    let verdict = with_history(
        gone,
        RuleOutcome::Misses,
        &history,
        PageSort::Content,
        &page,
    );
    assert_eq!(verdict.state, PageState::Empty);
}

#[test]
fn memory_is_bounded_and_survives() {
    let mut history = History::default();
    for n in 0..10_000 {
        history.note(PageSort::Content, &trace(n));
        history.note(PageSort::List, &trace(n));
    }
    let json = serde_json::to_string(&history).unwrap();
    assert!(json.len() < 16_000, "{}", json.len());
    let back: History = serde_json::from_str(&json).unwrap();
    assert_eq!(back, history);
    // Repeats of the same page do not displace the others.
    for _ in 0..100 {
        history.note(PageSort::Content, &trace(9_990));
    }
    assert_eq!(history.usual_yield(PageSort::Content), Some(1.0));
    assert_eq!(history.sorts[&PageSort::Content].0.len(), WINDOW);
}

#[test]
fn traces_are_taken_of_answers() {
    let one = Trace::of("http://h/1", "<p>x", "Story 12 - Paper", 1, 5, true);
    let other = Trace::of("http://h/2", "<p>x", "Story 13 - Paper", 1, 5, true);
    assert_eq!(one.body, other.body);
    assert_eq!(one.title, other.title);
    assert_ne!(one.url, other.url);
    assert_eq!(Trace::of("u", "", " ", 0, 0, false).title, 0);
}
