//! Papers on small pages: what counts as evidence, which source takes precedence, what is excluded,
//! and that no page or text causes a failure.

use proptest::prelude::*;
use url::Url;

use super::*;

fn paper(html: &str) -> Option<Paper> {
    let page = Page::parse(html, &Url::parse("http://example.com/a").unwrap());
    let declared = Declared::of(&page);
    read(&page, &declared, &BodyTree::of(&page), &page.title())
}

const ABSTRACT: &str =
    "The vat was kept warm for a week and the blue was measured each day. It came on the third.";

#[test]
fn pages_that_are_no_papers_yield_none() {
    let news = format!(
        "<title>Woad</title><body><h1>Woad</h1><p>{ABSTRACT}</p><p>Published 3 May 2021</p>\
         <h2>References</h2><p>Abstract art is another matter. DOI stands for something.</p>"
    );
    assert_eq!(paper(&news), None);
    assert_eq!(paper("<title>Volume 3</title><body><p>Abstract</p>"), None);
    let tagged = "<meta name=citation_title content=Woad><body><p>A page with a tag</p>";
    assert_eq!(paper(tagged), None);
}

#[test]
fn labels_alone_are_evidence() {
    let html = format!(
        "<title>Woad</title><body><h1>On woad</h1><p>Ann Lee, Bo Ek</p><p><b>Abstract</b> {ABSTRACT}</p>\
         <p>Keywords: woad; blue</p><p>DOI: 10.1000/dye.7</p><p>Vol. 3, No. 2, May 2021</p>"
    );
    let found = paper(&html.replace("<title>Woad", "<title>On woad")).unwrap();
    assert_eq!(found.summary, ABSTRACT);
    assert_eq!(found.authors, ["Ann Lee", "Bo Ek"]);
    assert_eq!(found.keywords, ["woad", "blue"]);
    assert_eq!(
        (
            found.volume.as_str(),
            found.issue.as_str(),
            found.date.as_str()
        ),
        ("3", "2", "2021-05")
    );
    assert_eq!(found.doi, "10.1000/dye.7");
}

#[test]
fn what_search_engines_are_told_wins() {
    let html = "<title>Site</title><meta name=citation_title content='On woad'><meta name=citation_author content='Lee, Ann'>\
        <meta name=citation_volume content=9><meta name=citation_publication_date content=2020/5/3>\
        <body><h1>Site</h1><p>Vol. 1 No. 1</p>";
    let found = paper(html).unwrap();
    assert_eq!(
        (
            found.title.as_str(),
            found.volume.as_str(),
            found.date.as_str()
        ),
        ("On woad", "9", "2020-05-03")
    );
    assert_eq!(found.authors, ["Ann Lee"]);
}

#[test]
fn lists_of_other_papers_are_left_out() {
    let html = format!(
        "<title>On woad</title><body><h1>On woad</h1><h2>Abstract</h2><p>{ABSTRACT}</p><h2>Keywords</h2><p>woad, blue</p>\
         <h2>References</h2><ol><li>Ek B. Madder. 1999.<li>Lee A. Weld. 2001. <a href=/>PubMed</a></ol>\
         <h2>Cited by</h2><ul><li>Oh C. After woad. Dyes, vol. 8, no. 1, 2022. doi:10.1000/other</ul>"
    );
    let found = paper(&html).unwrap();
    assert_eq!(
        found.references,
        ["Ek B. Madder. 1999.", "Lee A. Weld. 2001."]
    );
    assert_eq!((found.doi.as_str(), found.volume.as_str()), ("", ""));
}

proptest! {
    #[test]
    fn any_page_is_read(html in "(<(p|td|tr|h2|li|sup|b)>|</(p|b|sup)>|Abstract:? ?|摘 ?要[：:]?|Keywords:|DOI: ?|10\\.1000/|Vol\\. ?[0-9]*|第[0-9]卷|References|\\[1\\]|Received|2020-|[A-Za-z,;. ]{0,9}|[\\PC]{0,6}){0,60}") {
        let _ = paper(&format!("<title>x</title><meta name=citation_title content=y><meta name=citation_doi content='{}'>{html}", html.replace('\'', "")));
        let _ = paper(&html);
    }

    #[test]
    fn any_text_is_read(text in "[\\PC]{0,80}") {
        let _ = paper_values::volume_issue(&text);
        let _ = paper_values::date(&text);
        let _ = paper_values::names(&text);
        let _ = paper_values::keywords(&text);
        let _ = paper_values::reference(&text);
        let _ = paper_values::doi(&text);
        let _ = paper_values::name(&text);
    }
}
