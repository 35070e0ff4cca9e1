//! Small pages of many families: refusals by vendor and by language, and ordinary pages with the
//! same words. Each is judged by its body alone.

use serde::Deserialize;

use super::super::*;

#[derive(Deserialize)]
struct Case {
    id: String,
    is: String,
    page: String,
}

#[test]
fn families_of_refusals_are_known_and_ordinary_pages_are_none() {
    let signals = Signals::shipped().expect("shipped files");
    let cases: Vec<Case> = include_str!("families.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a case"))
        .collect();
    assert!(cases.len() > 60);
    let mut wrong = Vec::new();
    for case in &cases {
        let answer = Answer {
            requested_url: "",
            final_url: "",
            body: &case.page,
            now_s: 0,
            ..Answer::default()
        };
        let state = judge(&signals, &answer).state;
        let kept_out = state.is_block() || state == PageState::LoginRequired;
        if kept_out != (case.is == "block") {
            wrong.push((&case.id, state));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
