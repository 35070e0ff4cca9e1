//! Rules of other programs whose clicks became steps, played on a real page.

use super::is_there;
use crate::command_line::Bench;
use crate::servers::Pages;

/// A list of wares that a button goes on with, and a search that narrows it.
const SHOP: &str = "<!DOCTYPE html><title>Wares</title><body><input id=q><ul id=u></ul>\
    <button class=more>More</button><script>\
    const all = ['red cloth', 'blue cloth', 'red dye', 'blue dye', 'red wool', 'blue wool'];\
    let shown = 2, wanted = '';\
    const draw = () => { const found = all.filter(w => w.includes(wanted)); \
        u.innerHTML = found.slice(0, shown).map(w => `<li><b>${w}</b></li>`).join(''); };\
    document.querySelector('.more').onclick = e => { shown += 2; draw(); \
        if (shown >= all.length) e.target.remove() };\
    q.onkeydown = e => { if (e.key === 'Enter') { wanted = q.value; draw() } }; draw()</script>";

/// Imports a file, runs the rule, and returns the values of a column.
fn collected(format: &str, source: &str, column: &str) -> Vec<String> {
    let bench = Bench::new();
    let file = bench.write("source.json", source);
    let folder = bench.path("rules");
    std::fs::create_dir_all(&folder).unwrap();
    bench.ok(&[
        "rule",
        "import",
        format,
        file.to_str().unwrap(),
        "--out",
        folder.to_str().unwrap(),
    ]);
    let rule = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap();
    bench.ok(&["site", "add", rule.path().to_str().unwrap()]);
    bench.ok(&["run"]);
    let out = bench.path("out.jsonl");
    bench.ok(&["export", "--out", out.to_str().unwrap()]);
    let text = std::fs::read_to_string(out).unwrap();
    let mut found: Vec<String> = text
        .lines()
        .map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            row[column].as_str().unwrap_or_default().to_owned()
        })
        .collect();
    found.sort();
    found
}

#[test]
fn the_clicks_of_a_sitemap_bring_what_it_loads() {
    if !is_there() {
        return;
    }
    let site = Pages::new().page("/", SHOP).start();
    let source = format!(
        r#"{{"_id": "shop", "startUrl": ["{}"], "selectors": [
        {{"id": "row", "type": "SelectorElementClick", "parentSelectors": ["_root"], "selector": "li", "multiple": true,
          "clickElementSelector": "button.more", "clickType": "clickMore", "delay": 100}},
        {{"id": "ware", "type": "SelectorText", "parentSelectors": ["row"], "selector": "b"}}]}}"#,
        site.url("/")
    );
    let wares = collected("webscraper", &source, "ware");
    assert_eq!(wares.len(), 6, "{wares:?}");
}

#[test]
fn the_words_of_a_task_are_searched_one_after_the_other() {
    if !is_there() {
        return;
    }
    let site = Pages::new().page("/", SHOP).start();
    let source = format!(
        r#"{{"name": "shop", "url": "{}", "graph": [
        {{"option": 0, "sequence": [1, 2]}},
        {{"option": 1, "sequence": [], "parameters": {{"url": "{0}"}}}},
        {{"option": 8, "sequence": [3, 4], "parameters": {{"loopType": 3, "textList": "dye\nwool"}}}},
        {{"option": 4, "sequence": [], "parameters": {{"useLoop": true, "xpath": "//input[@id='q']", "value": "<enter>"}}}},
        {{"option": 8, "sequence": [5], "parameters": {{"loopType": 1, "xpath": "//li"}}}},
        {{"option": 3, "sequence": [], "parameters": {{"params": [
            {{"name": "ware", "relative": true, "relativeXPath": "/b", "contentType": 0, "nodeType": 0}}]}}}}]}}"#,
        site.url("/")
    );
    let wares = collected("easyspider", &source, "ware");
    assert_eq!(wares, ["blue dye", "blue wool", "red dye", "red wool"]);
}
