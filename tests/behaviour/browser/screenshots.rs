//! A picture of the page with each record: taken after steps with the page's images, exported, kept as
//! evidence, forgotten; and records without one where there is no browser.

use std::path::Path;

use image::{GenericImageView, ImageReader, Rgba};

use super::is_there;
use super::live_site::{Asked, LiveSite, Told, html, missing};
use crate::command_line::Bench;
use crate::texts::t;

/// A square in one colour.
const SQUARE: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='200'>\
    <rect width='200' height='200' fill='rgb(20,120,220)'/></svg>";

/// A page of an article: its image stands far below, and its footer is no part of the article. A click
/// turns the ground of the page green.
fn article(number: usize) -> String {
    let words =
        "The harbour was quiet all day and the ferries went by their timetable. ".repeat(12);
    format!(
        "<!DOCTYPE html><html><head><title>Item {number}</title></head><body style='margin:0;background:#fff'>\
         <button id=b style='height:40px' onclick=\"document.body.style.background='rgb(0,200,0)'\">Go</button>\
         <article><h1>Item {number}</h1><p>{words}</p></article><div style='height:3000px'></div>\
         <img src=/square.svg loading=lazy style='display:block;width:200px;height:200px'>\
         <div style='height:1000px'></div><footer>Signed by Qwendolin {number}00</footer></body></html>"
    )
}

fn answer(asked: &Asked) -> Told {
    match asked.path.as_str() {
        "/" => html(
            "<!DOCTYPE html><title>News</title><ul><li><h2><a href=/item/1>Item 1 of the list</a></h2>\
             <li><h2><a href=/item/2>Item 2 of the list</a></h2></ul>",
        ),
        "/item/1" => html(article(1)),
        "/item/2" => html(article(2)),
        "/square.svg" => (200, "image/svg+xml", SQUARE.to_owned()),
        _ => missing(),
    }
}

fn rule(site: &LiveSite) -> String {
    format!(
        "[site]\nname = \"news\"\nkind = \"list\"\nstart = [\"{}\"]\n\n[list]\nlink = {{ css = \"h2 a\" }}\n\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n\n\
         [content]\ngeneric = false\nselect = [ {{ css = \"article\" }} ]\n\n\
         [[step]]\ndo = \"click\"\ncss = \"#b\"\non = \"articles\"\n\n\
         [keep]\nscreenshot = true\n\n[politeness]\ndelay = \"0s\"\n",
        site.url("/")
    )
}

fn stored(bench: &Bench) -> u64 {
    bench.json(&["storage", "show"])["pages"]["pictures"]
        .as_u64()
        .unwrap()
}

/// The names in the column of screenshots, in the order of the rows.
fn exported(bench: &Bench, folder: &Path) -> Vec<String> {
    let out = bench.path("out.jsonl");
    bench.ok(&[
        "export",
        "--out",
        out.to_str().unwrap(),
        "--screenshots",
        folder.to_str().unwrap(),
    ]);
    let text = std::fs::read_to_string(out).unwrap();
    let name = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["screenshot"].as_str().unwrap_or_default().to_owned()
    };
    text.lines().map(name).collect()
}

fn is_near(colour: Rgba<u8>, wanted: [u8; 3]) -> bool {
    let pairs = colour.0.iter().zip(wanted);
    pairs
        .into_iter()
        .all(|(is, wanted)| is.abs_diff(wanted) < 12)
}

#[test]
fn a_picture_of_its_page_is_stored_with_each_record_exported_and_forgotten() {
    if !is_there() {
        return;
    }
    let (bench, site) = (Bench::new(), LiveSite::start(answer));
    bench.add(&[("news.toml".to_owned(), rule(&site))]);
    bench.ok(&["run"]);
    assert_eq!(stored(&bench), 2);
    bench.ok(&["storage", "check"]);

    let folder = bench.path("shots");
    let names = exported(&bench, &folder);
    assert!(names.len() == 2 && names[0] != names[1], "{names:?}");
    for name in &names {
        let picture = ImageReader::open(folder.join(name)).unwrap();
        let picture = picture.with_guessed_format().unwrap().decode().unwrap();
        let (width, height) = picture.dimensions();
        assert!((1_000..=1_400).contains(&width), "{width}");
        // All of the page, not what a window shows.
        assert!((4_000..6_000).contains(&height), "{height}");
        assert!(is_near(picture.get_pixel(width - 5, 2_000), [0, 200, 0]));
        let shows_image = (0..height).any(|y| is_near(picture.get_pixel(100, y), [20, 120, 220]));
        assert!(shows_image, "its image was loaded");
    }
    assert_eq!(exported(&bench, &folder), names, "names stay");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);

    bench.ok(&[
        "evidence",
        "write",
        "--query",
        "harbour",
        "--out",
        "case.wacz",
    ]);
    let file = std::fs::File::open(bench.path("case.wacz")).unwrap();
    let mut zip = zip::ZipArchive::new(file).unwrap();
    let mut index = String::new();
    let entry = zip.by_name("indexes/index.cdx.gz").unwrap();
    std::io::Read::read_to_string(&mut flate2::read::MultiGzDecoder::new(entry), &mut index)
        .unwrap();
    for number in [1, 2] {
        let urn = format!("urn:view:{}", site.url(&format!("/item/{number}")));
        assert!(
            index.contains(&urn) && index.contains("image/jpeg"),
            "{index}"
        );
    }

    // No field has the name; the picture shows it.
    let found = bench.ok(&["forget", "Qwendolin 200"]);
    assert!(found.contains(t!("trace-picture")), "{found}");
    bench.ok(&["forget", "Qwendolin 200", "--apply", "--yes"]);
    assert_eq!(stored(&bench), 1);
    let left = exported(&bench, &bench.path("left"));
    assert_eq!(left, [names[0].clone(), String::new()]);
    // The limit that the user sets removes the rest.
    bench.ok(&["storage", "keep", "--screenshots", "0"]);
    assert_eq!(stored(&bench), 0);
    bench.ok(&["storage", "check"]);
}

#[test]
fn without_a_browser_records_are_stored_and_the_run_says_how_many_lack_a_picture() {
    let (bench, site) = (Bench::new(), LiveSite::start(answer));
    let text = rule(&site).replace(
        "[[step]]\ndo = \"click\"\ncss = \"#b\"\non = \"articles\"\n\n",
        "",
    );
    bench.add(&[("news.toml".to_owned(), text)]);
    let ran = bench
        .command()
        .args(["run"])
        .env("BOWERBIRD_BROWSER", "/no/browser/here")
        .output()
        .unwrap();
    let told = crate::command_line::output_text(&ran);
    assert!(ran.status.success(), "{told}");
    assert!(
        told.contains(t!("screenshots-no-browser", count = 2)),
        "{told}"
    );
    assert_eq!(stored(&bench), 0);
    assert_eq!(exported(&bench, &bench.path("none")), ["", ""]);
}

#[test]
fn words_of_a_picture_have_no_secret_and_nothing_hidden() {
    if !is_there() {
        return;
    }
    let page = "<!DOCTYPE html><title>One</title><article><h1>One</h1><p>Something to read here.</p>\
        </article><footer>Signed by Qwendolin Quillberry4711 <input value='Shownia 11'>\
        <input type=hidden value='Hiddenia 22'><input type=password value='Typedia 33'>\
        <input autocomplete=one-time-code value='Codea 44'></footer>";
    let (bench, site) = (Bench::new(), LiveSite::start(move |_| html(page)));
    let text = format!(
        "[site]\nname = \"one\"\nkind = \"pages\"\nstart = [\"{}\"]\n\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n\n\
         [network]\nheaders = {{ X-Sid = \"Quillberry4711\" }}\n\n\
         [keep]\nscreenshot = true\n\n[politeness]\ndelay = \"0s\"\n",
        site.url("/")
    );
    bench.add(&[("one.toml".to_owned(), text)]);
    bench.ok(&["run"]);
    assert_eq!(stored(&bench), 1);
    let is_in_picture = |words: &str| {
        let said = crate::command_line::output_text(&bench.run(&["forget", words]));
        said.contains(t!("trace-picture"))
    };
    for words in ["Qwendolin", "Shownia 11"] {
        assert!(is_in_picture(words), "{words}");
    }
    for words in ["Quillberry4711", "Hiddenia 22", "Typedia 33", "Codea 44"] {
        assert!(!is_in_picture(words), "{words}");
    }
}

#[test]
fn each_page_of_records_has_a_picture_and_further_pages_of_an_article_have_none() {
    if !is_there() {
        return;
    }
    let words = "The harbour was quiet all day and the ferries went by their timetable. ".repeat(9);
    let answer = move |asked: &Asked| match asked.path.as_str() {
        "/list" => html(
            "<!DOCTYPE html><title>List</title><ul><li class=row><b>Madder</b><li class=row>\
             <b>Weld</b></ul><a class=next href=/list/2>Next</a>",
        ),
        "/list/2" => html(
            "<!DOCTYPE html><title>List</title><ul><li class=row><b>Woad</b><li class=row>\
             <b>Indigo</b></ul>",
        ),
        "/story" => html(format!(
            "<!DOCTYPE html><title>Story</title><article><h1>Story</h1><p>{words}</p></article>\
             <a class=next href=/story/2>Next</a>"
        )),
        "/story/2" => html(format!(
            "<!DOCTYPE html><title>Story</title><article><p>It ended there. {words}</p></article>"
        )),
        _ => missing(),
    };
    let (bench, site) = (Bench::new(), LiveSite::start(answer));
    let head = |name: &str, path: &str| {
        format!(
            "[site]\nname = \"{name}\"\nkind = \"pages\"\nstart = [\"{}\"]\n\n\
             [keep]\nscreenshot = true\n\n[politeness]\ndelay = \"0s\"\n\n",
            site.url(path)
        )
    };
    let records = "[record]\nitem = { css = \"li.row\" }\nnext = { css = \"a.next\" }\n\n\
        [[field]]\nname = \"title\"\nselect = [ { css = \"b\" } ]\n";
    let article = "[[field]]\nname = \"title\"\nselect = [ { css = \"h1\" } ]\n\n\
        [content]\ngeneric = false\nselect = [ { css = \"article\" } ]\nnext = { css = \"a.next\" }\n";
    bench.add(&[("list.toml".to_owned(), head("list", "/list") + records)]);
    bench.ok(&["run"]);
    assert_eq!(stored(&bench), 2, "one of each page");
    let names = exported(&bench, &bench.path("list"));
    assert!(names.len() == 4 && names.iter().all(|name| !name.is_empty()));
    bench.add(&[("story.toml".to_owned(), head("story", "/story") + article)]);
    bench.ok(&["run", "story"]);
    assert_eq!(stored(&bench), 3, "that of the article's first page");
    let asked = site.asked();
    let shown = |path: &str| {
        let mut of_path = asked.iter().filter(|asked| asked.path == path);
        of_path.any(Asked::is_browsers)
    };
    assert!(shown("/list/2") && shown("/story"), "{asked:?}");
    assert!(!shown("/story/2"), "{asked:?}");
}
