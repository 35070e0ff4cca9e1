//! All examples of the manual.

use super::super::*;
use super::faults::{SITE, check, check_after_site};

#[test]
fn the_examples_of_the_manual_are_rules() {
    let manual = include_str!("../../../../rules/README.md");
    let blocks: Vec<&str> = manual
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(blocks.len() > 5);
    for block in blocks {
        if block.contains("[site]") {
            check(block, &[]);
        } else if block.contains("[list]") {
            check(&format!("{}{block}", SITE.replace("pages", "list")), &[]);
        } else {
            check_after_site(block, &[]);
        }
    }
}

/// Examples inside sentences and tables are alternatives, steps or ways to further pages.
#[test]
fn the_short_examples_of_the_manual_are_right() {
    let manual = include_str!("../../../../rules/README.md");
    let mut checked = 0;
    for example in manual.split('`').filter(|code| code.contains("{ ")) {
        if example.contains('\n') {
            continue;
        }
        let forms = match example.split_once(" = {") {
            Some((key, _)) if !example.starts_with('{') => match key {
                "next" | "item" => vec![format!("[list]\nlink = {{ css = \"a\" }}\n{example}")],
                "link" => vec![format!("[list]\n{example}")],
                _ => continue,
            },
            _ => vec![
                format!(
                    "[list]\nlink = {{ css = \"a\" }}\n[[field]]\nname = \"x\"\nselect = [{example}]"
                ),
                format!(
                    "[list]\nlink = {{ css = \"a\" }}\n[[field]]\nname = \"x\"\nselect = [{{ css = \"a\" }}]\ntransform = [{example}]"
                ),
            ],
        };
        let site = SITE.replace("pages", "list");
        let right = forms
            .iter()
            .any(|form| parse(&format!("{site}{form}")).is_ok());
        assert!(right, "{example}");
        checked += 1;
    }
    assert!(checked > 15, "{checked}");
}
