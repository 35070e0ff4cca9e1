//! Steps over a list of values: a start page is read once for each, and what it shows then is stored
//! with the value.

use super::is_there;
use super::live_site::{LiveSite, html, missing};
use crate::command_line::Bench;
use crate::servers::Pages;

/// A catalogue that scripts fill: by a word that is searched, and a kind that is chosen. Its address
/// stays the same.
const CATALOGUE: &str = "<!DOCTYPE html><title>Catalogue</title><body><input id=q><select id=s>\
    <option>Seeds</option><option>Dyes</option><option>Cloth</option></select><ul id=u></ul><script>\
    const show = () => setTimeout(() => { u.replaceChildren(); if (!q.value || q.value === 'nothing') return; \
        for (let i = 1; i <= 3; i++) { const l = document.createElement('li'); \
        l.textContent = s.value + ' of ' + q.value + ', number ' + i; u.append(l) } }, 20);\
    s.onchange = show; q.onkeydown = e => { if (e.key === 'Enter') show() }</script>";

/// A search whose results have an address of their own, and further pages.
const SEARCH: &str =
    "<!DOCTYPE html><title>Search</title><body><form action=/found><input name=q></form>";

fn found(word: &str, page: u32) -> String {
    let item = |number: u32| {
        format!(
            "<li><a href=/item/{word}-{number}>The {word} number {number} of the whole catalogue</a></li>"
        )
    };
    let items: String = (page * 3 - 2..=page * 3).map(item).collect();
    let next = match page {
        1 => format!("<a class=next href='/found?q={word}&page=2'>Next</a>"),
        _ => String::new(),
    };
    format!(
        "<!DOCTYPE html><title>{word}</title><form action=/found><input name=q></form><ul>{items}</ul>{next}"
    )
}

fn exported(bench: &Bench) -> String {
    let out = bench.path("out.csv");
    bench.ok(&["export", "--format", "csv", "--out", out.to_str().unwrap()]);
    std::fs::read_to_string(out).unwrap()
}

fn row<'t>(table: &'t str, about: &str) -> &'t str {
    let row = table.lines().find(|line| line.contains(about));
    row.unwrap_or_else(|| panic!("{about}: {table}"))
}

#[test]
fn each_combination_of_values_is_read_and_stored_with_them() {
    if !is_there() {
        return;
    }
    let (bench, site) = (Bench::new(), Pages::new().page("/", CATALOGUE).start());
    let rule = format!(
        "[site]\nname = \"catalogue\"\nkind = \"pages\"\nstart = [\"{}\"]\n\n[politeness]\ndelay = \"0s\"\n\n\
        [[step]]\ndo = \"type\"\ncss = \"#q\"\nvalues = [\"woad\", \"nothing\", \"red & blue\"]\n\n\
        [[step]]\ndo = \"choose\"\ncss = \"#s\"\nvalues = [\"Dyes\", \"Cloth\"]\nfield = \"ware\"\n\n\
        [record]\nitem = {{ css = \"#u li\" }}\n\n[[field]]\nname = \"title\"\nselect = [{{ xpath = \".\" }}]\n",
        site.url("/")
    );
    bench.add(&[("catalogue.toml".to_owned(), rule)]);
    bench.ok(&["run"]);
    let table = exported(&bench);
    assert_eq!(table.lines().count(), 13, "{table}");
    for word in ["woad", "red & blue"] {
        for ware in ["Dyes", "Cloth"] {
            for number in 1..=3 {
                let row = row(&table, &format!("{ware} of {word}, number {number}"));
                let told = row.replacen(&format!("{ware} of {word}"), "", 1);
                assert!(told.contains(word) && told.contains(ware), "{row}");
            }
        }
    }
    // A second run neither doubles nor loses any of them.
    bench.ok(&["run"]);
    assert_eq!(exported(&bench).lines().count(), 13);
}

#[test]
fn next_pages_of_a_value_belong_to_it_and_are_not_searched_again() {
    if !is_there() {
        return;
    }
    let site = LiveSite::start(|asked| match asked.path.as_str() {
        "/" => html(SEARCH),
        path if path.starts_with("/found") => {
            let word = asked.parameter("q").unwrap_or_default();
            let page = asked.parameter("page").map_or(1, |_| 2);
            html(found(&word, page))
        }
        _ => missing(),
    });
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"found\"\nkind = \"list\"\nstart = [\"{}\"]\n\n[politeness]\ndelay = \"0s\"\n\n\
        [[step]]\ndo = \"type\"\ncss = \"input\"\nvalues = [\"woad\", \"madder\"]\nfield = \"plant\"\non = \"starts\"\n\n\
        [[step]]\ndo = \"press\"\nkey = \"Enter\"\non = \"starts\"\n\n\
        [list]\nlink = {{ css = \"li a\" }}\nnext = {{ css = \"a.next\" }}\n",
        site.url("/")
    );
    bench.add(&[("found.toml".to_owned(), rule)]);
    let ran = bench.run(&["run"]);
    let words = String::from_utf8_lossy(&ran.stderr).into_owned();
    let asked: Vec<String> = site.asked().into_iter().map(|asked| asked.path).collect();
    for word in ["woad", "madder"] {
        for number in 1..=6 {
            let item = format!("/item/{word}-{number}");
            assert!(asked.contains(&item), "{item}: {asked:?} {words}");
        }
        let searched = asked
            .iter()
            .filter(|path| **path == format!("/found?q={word}"));
        assert_eq!(searched.count(), 1, "{asked:?}");
    }
}

#[test]
fn a_value_that_a_list_does_not_offer_is_named() {
    if !is_there() {
        return;
    }
    let (bench, site) = (Bench::new(), Pages::new().page("/", CATALOGUE).start());
    let rule = format!(
        "[site]\nname = \"catalogue\"\nkind = \"pages\"\nstart = [\"{}\"]\n\n[politeness]\ndelay = \"0s\"\n\n\
        [[step]]\ndo = \"type\"\ncss = \"#q\"\ntext = \"woad\"\n\n\
        [[step]]\ndo = \"choose\"\ncss = \"#s\"\nvalues = [\"Dyes\", \"Ships\"]\nwait = \"1s\"\n\n\
        [record]\nitem = {{ css = \"#u li\" }}\n\n[[field]]\nname = \"title\"\nselect = [{{ xpath = \".\" }}]\n",
        site.url("/")
    );
    let file = bench.write("catalogue.toml", &rule);
    bench.add(&[("catalogue.toml".to_owned(), rule)]);
    bench.run(&["run"]);
    // What could be chosen is there.
    assert_eq!(exported(&bench).lines().count(), 4);
    let ships = site.url("/#:for:keyword=Ships");
    let failed = bench.run(&["extract", &ships, "--rule", file.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert!(said.contains("2 (choose #s = Ships)"), "{said}");
}
