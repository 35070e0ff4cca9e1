//! The fast XPath evaluator against sxd-xpath on expressions and pages that are not part of this
//! repository. `BOWERBIRD_XPATH_PROOF` names a JSON file of {expressions, pages}; each expression
//! must find the same matches in the same order through both. `tests/measure` runs it.

use bowerbird::logic::page::Page;
use bowerbird::logic::select::{Selector, SelectorKind, Take};

#[test]
#[ignore = "needs pages from outside; tests/measure runs it"]
fn both_evaluators_agree() {
    let list = std::env::var("BOWERBIRD_XPATH_PROOF").expect("BOWERBIRD_XPATH_PROOF");
    let list = std::fs::read_to_string(list).expect("the list");
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    let texts = |key: &str| -> Vec<String> {
        let items = list[key].as_array().expect("an array");
        items
            .iter()
            .map(|item| item.as_str().expect("a text").to_owned())
            .collect()
    };
    let (mut compiled, mut faults) = (Vec::new(), Vec::new());
    for source in texts("expressions") {
        match Selector::compile(SelectorKind::XPath, &source) {
            Ok(selector) => compiled.push(selector),
            Err(error) => faults.push((source, error.to_string())),
        }
    }
    let url = url::Url::parse("http://example.org/").expect("an address");
    let (mut evaluations, mut matches, mut wrong) = (0, 0, Vec::new());
    for path in texts("pages") {
        let source = std::fs::read_to_string(&path).expect("a page");
        let page = Page::parse(&source, &url);
        for selector in &compiled {
            let expected = selector.select_by_definition(&page, None, &Take::OwnText);
            let elements = selector.matching(&page, None);
            let found = selector.try_select(&page, None, &Take::OwnText);
            evaluations += 1;
            matches += elements.len();
            if found.as_ref() != Ok(&expected) {
                wrong.push((path.clone(), selector.source().to_owned()));
            }
        }
    }
    let summary = serde_json::json!({
        "compiled": compiled.len(), "faults": faults, "evaluations": evaluations,
        "matches": matches, "wrong": wrong,
    });
    println!("PROOF {summary}");
    assert!(wrong.is_empty(), "{} of {evaluations} differ", wrong.len());
}
