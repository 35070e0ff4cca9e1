//! Sources of Legado.

use super::*;

const LIST: &str = r#"<div class="list"><div class="item hot"><a href="/1"><h3>一号</h3></a><em>2026-01-02</em><img data-src="/i.png"></div>
<div class="item"><a href="/2"><h3>二号</h3></a><em>2026-01-03</em></div></div><a class="page" href="/p2">上</a><a class="page" href="/p3">下一页</a>"#;

#[test]
fn a_typical_source_collects() {
    let source = r#"[{"sourceUrl": "https://a.example", "sourceName": "海港公报", "sourceGroup": "新闻", "enabled": true,
        "concurrentRate": "20/60000", "header": "{\"User-Agent\": \"Reader/3\", \"Referer\": \"https://a.example/\"}",
        "ruleArticles": "class.list@class.item", "ruleTitle": "tag.h3@text", "ruleLink": "tag.a.0@href",
        "rulePubDate": "@CSS:em@text", "ruleImage": "//img/@data-src", "ruleNextPage": "class.page.-1@href",
        "ruleContent": "id.none||class.story@html"}]"#;
    let imported = one(ImportFormat::Legado, "x.json", source);
    assert_eq!(imported.file_name, "海港公报.toml");
    assert_eq!(imported.rule.politeness.delay, "3000ms");
    assert_eq!(
        imported.rule.network.user_agent.as_deref(),
        Some("Reader/3")
    );
    let (items, next) = listed(&imported, LIST);
    assert_eq!(items.len(), 2, "{}", imported.text);
    assert_eq!(items[0].0, "https://a.example/1");
    assert_eq!(
        items[0].1[0],
        ("title".to_owned(), Value::One("一号".to_owned()))
    );
    assert_eq!(
        items[0].1[1],
        ("date".to_owned(), Value::One("2026-01-02".to_owned()))
    );
    assert_eq!(
        items[0].1[2].1,
        Value::One("https://a.example/i.png".to_owned())
    );
    assert_eq!(next.as_deref(), Some("https://a.example/p3"));
    let record = &records(&imported, "<div class='story'><p>正文。</p></div>")[0];
    assert_eq!(record.text, "正文。");
}

#[test]
fn a_tricky_source_leaves_its_code_and_secrets_behind() {
    let source = format!(
        r#"{{"sourceUrl": "https://a.example/", "sourceName": "x", "sortUrl": "新闻::https://a.example/n?page={{{{page}}}}\n港口::/p?page={{{{page}}}}",
        "header": "{{\"Cookie\": \"sid={SECRET}\", \"Authorization\": \"{SECRET}\"}}", "loginUrl": "https://a.example/in,{{\"body\": \"password={SECRET}\"}}",
        "ruleArticles": "-div.item:eq(0)", "ruleTitle": "<js>eval('{SECRET}')</js>", "ruleLink": "a@href", "rulePubDate": "em@text##(?<=x).*",
        "ruleDescription": "tag.h3@text##号##期", "ruleImage": "{{{{java.get()}}}}", "ruleNextPage": "PAGE",
        "ruleContent": "tag.p!0@text", "injectJs": "alert('{SECRET}')", "token": "{SECRET}"}}"#
    );
    let imported = one(ImportFormat::Legado, "x.json", &source);
    let list = imported.rule.list.as_ref().unwrap();
    assert_eq!(
        list.next.as_ref().unwrap().pages.as_deref(),
        Some("?page={n}")
    );
    assert_eq!(
        imported.rule.site.start,
        ["https://a.example/n?page=1", "https://a.example/p?page=1"]
    );
    assert_eq!(
        imported.rule.login.as_ref().unwrap().url,
        "https://a.example/in"
    );
    for code in ["js", "eval", "java", "{{"] {
        assert!(!imported.text.contains(code), "{code}: {}", imported.text);
    }
    let said = notes_text(&imported);
    for place in [
        "$.ruleTitle",
        "$.ruleImage",
        "$.rulePubDate",
        "$.header",
        "$.injectJs",
        "$.token",
        "$.loginUrl",
    ] {
        assert!(said.contains(place), "{place}\n{said}");
    }
    let (items, _) = listed(&imported, LIST);
    assert_eq!(items.len(), 1);
    let description = items[0].1.iter().find(|(name, _)| name == "description");
    assert_eq!(description.unwrap().1, Value::One("一期".to_owned()));
    let record = &records(&imported, "<p>skip</p><p>one</p><p>two</p>")[0];
    assert_eq!(record.text, "one\ntwo");
}

#[test]
fn json_answers_and_feeds_are_taken() {
    let source = r#"[{"sourceUrl": "https://a.example/api", "sourceName": "j", "ruleArticles": "$.data[*]", "ruleTitle": "$.name", "ruleLink": "$.url"},
        {"sourceUrl": "https://a.example/rss", "sourceName": "f"}, {"sourceUrl": "nowhere", "sourceName": "n"}]"#;
    let all = many(ImportFormat::Legado, "x.json", source);
    assert_eq!(all.len(), 2);
    let (items, _) = listed(&all[0], r#"{"data": [{"name": "One", "url": "/1"}]}"#);
    assert_eq!(items[0].0, "https://a.example/1");
    assert_eq!(items[0].1[0].1, Value::One("One".to_owned()));
    assert_eq!(all[1].rule.site.kind.token(), "feed");
    assert!(
        notes_text(&all[0]).contains("$[2]"),
        "{}",
        notes_text(&all[0])
    );
}

#[test]
fn broken_sources_say_why() {
    let book = r#"[{"bookSourceUrl": "https://a.example", "ruleSearch": {}}]"#;
    assert_eq!(fails(ImportFormat::Legado, book), ImportError::BookSource);
    let error = fails(ImportFormat::Legado, "[\n{\"sourceUrl\": ");
    assert!(
        matches!(error, ImportError::Json { line: 2, .. }),
        "{error:?}"
    );
}
