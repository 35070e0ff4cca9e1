//! The language of searches on the command line: the same in every command that takes a query.

use super::Bench;
use crate::texts::t;

fn project() -> Bench {
    let bench = Bench::new();
    drop(bowerbird::engine::types::Store::open_or_create(&bench.project()).expect("a project"));
    let rule = "[site]\nname = \"Shop\"\nkind = \"pages\"\nstart = [\"http://127.0.0.1:9/\"]\n";
    bench.add(&[("Shop".to_owned(), rule.to_owned())]);
    for (name, price, company) in [
        ("anchor", "2.50", "Acme"),
        ("buoy", "3", "Acme"),
        ("rope", "40", "Bolt"),
    ] {
        let url = format!("http://127.0.0.1:9/{name}");
        bench.ok(&[
            "record",
            "add",
            &url,
            "--site",
            "Shop",
            "--set",
            &format!("title={name}"),
        ]);
        for value in [format!("price={price}"), format!("company={company}")] {
            bench.ok(&["record", "edit", &url, "--set", &value]);
        }
    }
    bench
}

fn titles(bench: &Bench, query: &[&str]) -> Vec<String> {
    let mut arguments = vec!["search"];
    arguments.extend(query);
    let found = bench.json(&arguments);
    let found = found.as_array().expect("a list").iter();
    let mut titles: Vec<String> = found
        .map(|record| {
            record["record"]["title"]
                .as_str()
                .expect("a title")
                .to_owned()
        })
        .collect();
    titles.sort();
    titles
}

#[test]
fn fields_numbers_and_operators_narrow_a_search_and_what_is_written() {
    let bench = project();
    assert_eq!(titles(&bench, &["company:acme"]), ["anchor", "buoy"]);
    assert_eq!(titles(&bench, &["price:<3"]), ["anchor"]);
    assert_eq!(
        titles(&bench, &["price:>2.5", "and", "not", "company:bolt"]),
        ["buoy"]
    );
    assert_eq!(
        titles(&bench, &["(price:<3 or company:bolt)"]),
        ["anchor", "rope"]
    );
    let out = bench.path("out.jsonl");
    let name = out.to_string_lossy().into_owned();
    bench.ok(&["export", "--out", &name, "--query", "price:2..3"]);
    let written = std::fs::read_to_string(out).expect("written");
    assert_eq!(written.lines().count(), 2);
    bench.ok(&["record", "delete", "--query", "company:acme"]);
    assert_eq!(titles(&bench, &["price:>0"]), ["rope"]);
    let listed = bench.ok(&["record", "list-deleted", "price:<3"]);
    assert!(
        listed.contains("anchor") && !listed.contains("buoy"),
        "{listed}"
    );
}

#[test]
fn a_mistake_ends_the_command_with_its_place_and_what_to_do() {
    let bench = project();
    let told = bench.fails(2, &["search", "compny:acme"]);
    let expected = t!(
        "query-unknown-field-near",
        field = "compny",
        place = 1,
        near = "company",
        value = "acme"
    );
    assert!(told.contains(expected), "{told}");
    for arguments in [
        &["export", "--out", "x.jsonl", "--query", "price:<cheap"][..],
        &["record", "delete", "--query", "price:<cheap"],
        &["record", "list-deleted", "price:<cheap"],
        &["summarise", "price:<cheap"],
    ] {
        let told = bench.fails(2, arguments);
        assert!(told.contains("price:<2.5"), "{told}");
    }
    // The rest of a query that can be read counts.
    assert_eq!(titles(&bench, &["anchor \"2.50"]), ["anchor"]);
}
