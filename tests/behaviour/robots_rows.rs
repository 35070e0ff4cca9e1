//! robots.txt cases that are not part of this repository: rows of {robots, agent, url, allowed} in
//! the folder that `BOWERBIRD_ROBOTS_ROWS` names. `tests/measure` runs it.

use bowerbird::io::fetch::Robots;

#[test]
#[ignore = "needs rows from outside; tests/measure runs it"]
fn rows_from_outside() {
    let folder = std::env::var("BOWERBIRD_ROBOTS_ROWS").expect("BOWERBIRD_ROBOTS_ROWS");
    let (mut rows, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("rows");
        let found: Vec<serde_json::Value> = serde_json::from_str(&text).expect("a JSON list");
        for row in found {
            let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
            // The rows mean the address as it is written, before a parser has encoded it.
            let url = text("url");
            let path = url
                .split_once("://")
                .and_then(|(_, rest)| rest.find('/').map(|start| rest[start..].to_owned()))
                .unwrap_or_else(|| "/".to_owned());
            let verdict = Robots::parse(&text("robots")).check(&text("agent"), &path);
            rows += 1;
            if Some(verdict.allowed) != row["allowed"].as_bool() {
                wrong.push(row);
            }
        }
    }
    assert!(rows > 0, "no rows were found");
    assert!(
        wrong.is_empty(),
        "{} of {rows} rows wrong: {wrong:#?}",
        wrong.len()
    );
}
