//! Site files of ftr-site-config.

use super::*;

const PAGE: &str = r#"<html><head><title>t</title></head><body>
<h1 class="head">Fire at the docks</h1><p class="by">By <a rel="author">Ann Lee</a> and <a rel="author">Bo Chan</a></p>
<time datetime="2026-01-04">yesterday</time>
<section class="story"><p>One paragraph.</p><div class="promo-box">Buy now</div><p>Two paragraphs.</p>
<img src="/ads/banner.png" alt="ad"></section><a class="next" href="?p=2">next</a></body></html>"#;

#[test]
fn a_typical_file_extracts() {
    let source = "# a comment: not a key\ntitle: //h1[@class='none']\ntitle: //h1\nauthor: //a[@rel='author']\n\
        date: //time/@datetime\nbody: //div[@class='story']\nstrip_id_or_class: promo\nstrip_image_src: /ads/\n\
        next_page_link: //a[@class='next']\nprune: no\n\n\
        find_string: <section\nreplace_string: <div\nreplace_string(</section): </div\n\
        test_url: https://a.example/2026/fire\ntest_contains: One paragraph";
    let imported = one(ImportFormat::Ftr, "a.example.txt", source);
    assert_eq!(imported.file_name, "a.example.toml");
    assert_eq!(imported.rule.site.start, ["https://a.example/2026/fire"]);
    assert!(
        imported
            .text
            .starts_with("# Imported from ftr-site-config. For pages of a.example.")
    );
    assert!(
        notes_text(&imported).contains("line 10: “prune”"),
        "{}",
        notes_text(&imported)
    );
    let records = records(&imported, PAGE);
    let record = &records[0];
    assert_eq!(record.title, "Fire at the docks");
    assert_eq!(record.author, "Ann Lee, Bo Chan");
    assert_eq!(record.date, "2026-01-04");
    assert_eq!(record.text, "One paragraph.\nTwo paragraphs.");
    assert_eq!(
        record.provenance.get("title"),
        Some(&1),
        "the second line found it"
    );
}

#[test]
fn a_tricky_file_keeps_what_it_can_and_no_secret() {
    let source = format!(
        "body : //section\r\nauthor: string('Ann')\r\nstrip: //div[@class=promo]\r\nstrip: //img/@srcset\r\n\
         title: //h1[\r\nhttp_header(User-Agent): Reader/1\r\nhttp_header(cookie): sid={SECRET}\r\n\
         http_header(referer): https://ann:{SECRET}@b.example/\r\nlogin_uri: https://u:{SECRET}@a.example/in\r\n\
         login_username_field: user\r\nlogin_password_field: pass\r\nlogin_extra_fields: password={SECRET}\r\n\
         login_password: {SECRET}\r\nrequires_login: yes\r\nfind_string: lonely\r\n\
         single_page_link: //a[@class='full']/@href\r\nif_page_contains: //section\r\nreplace_string():x\r\n\
         test_url: https://a.example/?token={SECRET}&id=1\r\nnonsense line {SECRET}"
    );
    let imported = one(ImportFormat::Ftr, ".a.example.txt", &source);
    assert_eq!(imported.file_name, "a.example-subdomains.toml");
    let file = &imported.rule;
    assert_eq!(file.network.user_agent.as_deref(), Some("Reader/1"));
    assert_eq!(file.network.headers["Referer"], "https://b.example/");
    let login = file.login.as_ref().unwrap();
    assert_eq!(login.url, "https://a.example/in");
    assert_eq!(login.password_field.as_deref(), Some("pass"));
    assert!(login.always);
    assert_eq!(file.site.start, ["https://a.example/?id=1"]);
    let single = file.content.single_page.as_ref().unwrap();
    assert_eq!(
        single.xpath.as_deref(),
        Some("(//a[@class='full']/@href)[boolean(//section)]")
    );
    let said = notes_text(&imported);
    for place in [
        "line 4:", "line 5:", "line 7:", "line 12:", "line 13:", "line 15:", "line 18:", "line 20:",
    ] {
        assert!(said.contains(place), "{place}\n{said}");
    }
    let records = records(&imported, PAGE);
    assert_eq!(records[0].author, "Ann");
    assert!(records[0].text.contains("One paragraph."));
}

#[test]
fn the_host_is_the_address_where_no_page_is_named() {
    let imported = one(ImportFormat::Ftr, "B.example.txt", "strip: //nav");
    assert_eq!(imported.rule.site.start, ["https://b.example/"]);
    let chinese = [
        b"# \xba\xa3\xb8\xdb\xb9\xab\xb1\xa8\n".as_slice(),
        b"title: //h1\n",
    ]
    .concat();
    let imported = import(ImportFormat::Ftr, "b.example.txt", &chinese).unwrap();
    assert_eq!(imported[0].rule.fields.len(), 1, "GBK is read");
    let marked = b"\xef\xbb\xbftitle: //h1\n";
    let imported = import(ImportFormat::Ftr, "b.example.txt", marked).unwrap();
    assert_eq!(
        imported[0].rule.fields.len(),
        1,
        "a byte order mark is read over"
    );
}

#[test]
fn several_links_become_one() {
    let source = "next_page_link: //a[@class='next']\nnext_page_link: //link[@rel='next']\n\
        next_page_link: concat('x', //a/@href)";
    let imported = one(ImportFormat::Ftr, "a.example.txt", source);
    let next = imported.rule.content.next.as_ref().unwrap();
    assert_eq!(
        next.way.xpath.as_deref(),
        Some("//a[@class='next'] | //link[@rel='next']")
    );
    assert!(notes_text(&imported).contains("line 3:"));
}

#[test]
fn a_broken_file_is_no_site_file() {
    let error = fails(ImportFormat::Ftr, &format!("no keys here\n{SECRET}\n"));
    assert!(
        matches!(error, ImportError::NotThisFormat { .. }),
        "{error}"
    );
    let nowhere = import(ImportFormat::Ftr, "two words.txt", b"title: //h1").unwrap_err();
    assert_eq!(nowhere, ImportError::NoAddress);
}
