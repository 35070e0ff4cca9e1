//! The page picture: real child processes, honest and hostile, driven through
//! `io::preview`.

use std::collections::HashMap;
use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bowerbird::io::preview::{
    Excess, Layout, NoResources, PreviewError, PreviewLimits, PreviewRequest, PreviewSession,
    ResourceLoader, Tile, hit, write_png,
};
use bowerbird::logic::page::{ElementIndex, Page};
use scraper::{ElementRef, Selector};
use url::Url;

const WORKER: &str = env!("CARGO_BIN_EXE_bowerbird");

/// Serves fixed bytes by path and notes what was asked for.
#[derive(Default)]
struct PageCache {
    files: HashMap<&'static str, Vec<u8>>,
    asked: Mutex<Vec<String>>,
}

impl ResourceLoader for PageCache {
    fn load(&self, url: Url) -> Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send + '_>> {
        self.asked.lock().unwrap().push(url.to_string());
        Box::pin(std::future::ready(self.files.get(url.path()).cloned()))
    }
}

/// Never answers.
struct Silence;

impl ResourceLoader for Silence {
    fn load(&self, _url: Url) -> Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send + '_>> {
        Box::pin(std::future::pending())
    }
}

fn address() -> Url {
    Url::parse("http://127.0.0.1/news/page.html").unwrap()
}

fn request(html: &str) -> PreviewRequest {
    PreviewRequest {
        html: html.to_owned(),
        url: address(),
        width: 800,
        scale: 1.0,
    }
}

/// Patient: the tests run unoptimised, on machines with other things to do.
fn limits() -> PreviewLimits {
    PreviewLimits {
        layout_time: Duration::from_secs(120),
        tile_time: Duration::from_secs(120),
        resource_time: Duration::from_secs(60),
        ..PreviewLimits::default()
    }
}

async fn open(html: &str) -> Result<(PreviewSession, Layout), PreviewError> {
    PreviewSession::open_with(
        Path::new(WORKER),
        request(html),
        Arc::new(NoResources),
        limits(),
    )
    .await
}

async fn open_error(
    worker: &Path,
    html: &str,
    loader: impl ResourceLoader + 'static,
    limits: PreviewLimits,
) -> PreviewError {
    match PreviewSession::open_with(worker, request(html), Arc::new(loader), limits).await {
        Ok((_, layout)) => panic!("drawn with {} boxes", layout.boxes.len()),
        Err(error) => error,
    }
}

fn number(page: &Page, selector: &str) -> ElementIndex {
    let selector = Selector::parse(selector).unwrap();
    let element: ElementRef<'_> = page.html().select(&selector).next().unwrap();
    page.index_of(element).unwrap()
}

fn at(layout: &Layout, element: ElementIndex) -> (f32, f32, f32, f32) {
    let found = layout.boxes.iter().find(|b| b.element == element);
    let b = found.unwrap_or_else(|| panic!("element {element} has no box"));
    (b.x, b.y, b.width, b.height)
}

fn pixel(tile: &Tile, x: u32, y: u32) -> [u8; 4] {
    let start = (y * tile.width + x) as usize * 4;
    tile.rgba[start..start + 4].try_into().unwrap()
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbaImage::from_pixel(width, height, image::Rgba([0, 128, 0, 255]))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn boxes_carry_the_numbers_of_the_page_tree() {
    let html = r#"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">
        <html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title>
        <link rel="stylesheet" href="/s.css"><link rel="stylesheet" media="print" href="/print.css">
        <link rel="alternate stylesheet" href="/other.css"></head>
        <body><template><p>inert</p><p>inert</p></template><noscript><p id="plain">plain</p></noscript>
        <br /><p id="cjk">简体中文的一段文字</p><img id="picture" src="p.png">
        <p id="gone">hidden</p><div id="late"><a href="x"><b>link</b></a></div>
        <select><option>one<option>two</select></body></html>"#;
    let shelf = Arc::new(PageCache {
        files: HashMap::from([
            (
                "/s.css",
                b"@import 'more.css'; body { margin: 0 } #cjk { height: 30px; color: #ff0000 } \
                  #gone { display: none } #picture { display: block }"
                    .to_vec(),
            ),
            (
                "/more.css",
                b"#late { position: absolute; left: 300px; top: 500px; width: 120px; \
                  height: 40px; background: url(/bg.png) }"
                    .to_vec(),
            ),
            ("/print.css", b"body { display: none }".to_vec()),
            ("/other.css", b"body { display: none }".to_vec()),
            ("/news/p.png", png(50, 20)),
            ("/bg.png", png(4, 4)),
        ]),
        asked: Mutex::default(),
    });
    let loader: Arc<PageCache> = Arc::clone(&shelf);
    let (mut session, layout) =
        PreviewSession::open_with(Path::new(WORKER), request(html), loader, limits())
            .await
            .unwrap();
    let page = Page::parse(html, &address());
    for found in &layout.boxes {
        let element = page.element(found.element).unwrap();
        assert_eq!(found.tag, element.value().name());
    }
    let (cjk, late) = (number(&page, "#cjk"), number(&page, "#late"));
    assert_eq!(at(&layout, cjk).3, 30.0);
    assert_eq!(at(&layout, late), (300.0, 500.0, 120.0, 40.0));
    let (x, y, width, height) = at(&layout, number(&page, "#picture"));
    assert_eq!((width, height), (50.0, 20.0));
    assert!(at(&layout, number(&page, "#plain")).3 > 0.0);
    let gone = number(&page, "#gone");
    assert!(layout.boxes.iter().all(|b| b.element != gone));
    assert_eq!(
        hit(&layout.boxes, 301.0, 510.0),
        Some(number(&page, "#late b"))
    );
    assert_eq!(hit(&layout.boxes, 410.0, 510.0), Some(late));

    let tile = session.tile(0).await.unwrap();
    assert_eq!(pixel(&tile, x as u32 + 5, y as u32 + 5), [0, 128, 0, 255]);
    assert_eq!(pixel(&tile, 415, 535), [0, 128, 0, 255], "background image");
    assert_eq!(pixel(&tile, 790, 10), [255, 255, 255, 255]);
    let (_, top, _, _) = at(&layout, cjk);
    let red = (top as u32..top as u32 + 30)
        .flat_map(|y| (0..160).map(move |x| (x, y)))
        .filter(|(x, y)| pixel(&tile, *x, *y)[0] > 200 && pixel(&tile, *x, *y)[1] < 100)
        .count();
    assert!(red > 100, "{red} red pixels of Chinese text");
    let asked = shelf.asked.lock().unwrap();
    assert!(asked.iter().all(|url| !url.ends_with("/other.css")));
}

#[tokio::test]
async fn tall_pages_come_in_tiles_and_fixed_boxes_only_once() {
    let html = "<!DOCTYPE html><style>body{margin:0}#bar{position:fixed;top:0;left:0;right:0;\
        height:40px;background:#00f;z-index:5}#low{height:2300px;background:linear-gradient(\
        #fff 0 2290px,#f00 2290px)}</style><div id=bar></div><div id=low></div>";
    let (mut session, layout) = open(html).await.unwrap();
    assert_eq!((layout.width, layout.height), (800, 2300));
    assert_eq!(layout.tile_count(), 3);
    let last = session.tile(2).await.unwrap();
    assert_eq!((last.width, last.height), (800, 300));
    assert_eq!(pixel(&last, 400, 295), [255, 0, 0, 255]);
    assert_eq!(pixel(&last, 400, 20), [255, 255, 255, 255]);
    let first = session.tile(0).await.unwrap();
    assert_eq!(pixel(&first, 400, 20), [0, 0, 255, 255]);
    assert_eq!(first.height, layout.tile_height);
    let past = session.tile(3).await;
    assert_eq!(past, Err(PreviewError::NoSuchTile { number: 3 }));
    assert!(session.tile(1).await.is_ok(), "the session lives on");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.png");
    let picture = write_png(&mut session, &layout, &path, 16_000)
        .await
        .unwrap();
    assert_eq!(
        (picture.width, picture.height, picture.cut),
        (800, 2300, false)
    );
    let written = image::open(&path).unwrap().into_rgba8();
    assert_eq!(written.get_pixel(400, 2295).0, [255, 0, 0, 255]);
    let cut = write_png(&mut session, &layout, &path, 1_500)
        .await
        .unwrap();
    assert_eq!((cut.height, cut.cut), (1_500, true));
    let nowhere = folder.path().join("no/such/folder.png");
    let failed = write_png(&mut session, &layout, &nowhere, 100).await;
    assert!(matches!(failed, Err(PreviewError::Write { .. })));
}

#[tokio::test]
async fn boxes_follow_transforms_and_clips() {
    let html = "<!DOCTYPE html><style>body{margin:0}div{width:100px;height:100px}\
        #moved{transform:translate(200px,50px)}#clip{overflow:hidden;height:20px}\
        #under{margin-top:60px}#clear{opacity:0}#unseen{visibility:hidden}</style>\
        <div id=moved><i>m</i></div><div id=clip><p id=in>in</p><p id=under>under</p></div>\
        <div id=clear><p>c</p></div><div id=unseen>u</div>";
    let (_session, layout) = open(html).await.unwrap();
    let page = Page::parse(html, &address());
    let (x, y, ..) = at(&layout, number(&page, "#moved"));
    assert_eq!((x, y), (200.0, 50.0));
    let (x, ..) = at(&layout, number(&page, "#moved i"));
    assert_eq!(x, 200.0);
    let (.., height) = at(&layout, number(&page, "#in"));
    assert!(height <= 20.0);
    for invisible in ["#under", "#clear", "#clear p", "#unseen"] {
        let element = number(&page, invisible);
        assert!(
            layout.boxes.iter().all(|b| b.element != element),
            "{invisible}"
        );
    }
}

#[tokio::test]
async fn old_pages_read_in_order() {
    let html = "<style>body{margin:0}p,td{line-height:20px;margin:0}</style>\
        <table height=30><tr height=30><td id=cell height=30>a<br>b<br>c<br>d</table><p id=after>after\
        <p><img id=lost src=/lost.png alt='A lost picture'><p><input id=field placeholder=Search>\
        <select id=choice><option>first<option>second</select>";
    let (_session, layout) = open(html).await.unwrap();
    let page = Page::parse(html, &address());
    let (_, cell, _, tall) = at(&layout, number(&page, "#cell"));
    assert!(tall >= 80.0, "a cell of {tall} for four lines");
    let (_, after, ..) = at(&layout, number(&page, "#after"));
    assert!(after >= cell + tall, "{after} above {cell} + {tall}");
    let (.., width, height) = at(&layout, number(&page, "#lost"));
    assert!(width > 50.0 && height > 10.0, "the text of a lost picture");
    assert!(at(&layout, number(&page, "#choice")).2 > 20.0);
    assert!(at(&layout, number(&page, "#field")).2 > 100.0);
}

#[tokio::test]
async fn parts_of_tables_find_their_places_without_a_table() {
    let html = "<!DOCTYPE html><style>body{margin:0}table{border-spacing:0}td{padding:0}\
        table.block{display:block}.row{display:table-row}.cell{display:table-cell}\
        .table{display:inline-table}#first tr:first-child td,#wide{width:300px}</style>\
        <table class=block id=first><tbody><tr id=a><td>long text<td id=a2>x<tr id=b><td>y<td id=b2>x\
        <tbody><tr id=c><td>z<td id=c2>x</table>\
        <table class=block id=wide><tr id=d><td>one<td>two<tr id=e><td>three<td>four</table>\
        <div><div class=cell id=f>f</div><div class=cell id=g>g</div></div>\
        <div class=table><a id=h>in no cell</a></div>\
        <div class=table><span class=row id=i>in no cell</span><span class=row id=j>either</span></div>\
        <p id=k>text<span class=row id=l><span class=cell>cell</span></span></p>";
    let (_session, layout) = open(html).await.unwrap();
    let page = Page::parse(html, &address());
    let place = |id: &str| at(&layout, number(&page, id));
    for [upper, lower] in [
        ["#a", "#b"],
        ["#b", "#c"],
        ["#c", "#d"],
        ["#d", "#e"],
        ["#a2", "#b2"],
        ["#b2", "#c2"],
        ["#i", "#j"],
    ] {
        let ((x, y, _, height), (low_x, low_y, ..)) = (place(upper), place(lower));
        assert_eq!(x, low_x, "{upper} and {lower}");
        assert!(low_y >= y + height, "{lower} at {low_y}, {upper} at {y}");
    }
    assert_eq!(place("#wide").2, 300.0, "a block keeps its width");
    let ((x, y, width, _), (right, level, ..)) = (place("#f"), place("#g"));
    assert_eq!((x + width, y), (right, level));
    for shown in ["#h", "#i", "#j", "#l"] {
        let (.., width, height) = place(shown);
        assert!(width > 20.0 && height > 10.0, "{shown}");
    }
}

#[tokio::test]
async fn scale_makes_more_pixels_not_a_larger_page() {
    let mut request = request("<!DOCTYPE html><body style='margin:0'><p style='height:50px'>x");
    request.scale = 2.0;
    let (mut session, layout) =
        PreviewSession::open_with(Path::new(WORKER), request, Arc::new(NoResources), limits())
            .await
            .unwrap();
    assert_eq!(layout.width, 800);
    assert!(layout.height < 200);
    let tile = session.tile(0).await.unwrap();
    assert_eq!((tile.width, tile.height), (1_600, layout.height * 2));
}

#[tokio::test]
async fn hostile_pages_are_drawn_or_refused_in_words() {
    let deep = format!(
        "<body>{}deep{}",
        "<div>".repeat(5_000),
        "</div>".repeat(5_000)
    );
    let tables = "<table><tr><td>".repeat(300);
    let flex = "<div style='display:flex'>".repeat(60);
    let wide = "<span>x</span>".repeat(3_000);
    let orphans = "<style>html,body{display:table-row}div{display:table-cell}b{display:table}\
        b::before{content:'q'}i{display:table-row}</style><div>a</div><b><i>x</i></b><b><p>z</b>\
        <table><tr style='display:table'><td>a<tr style='display:block'>text<td style='float:left'>";
    let pages = [
        orphans,
        deep.as_str(),
        tables.as_str(),
        flex.as_str(),
        wide.as_str(),
        "<body style='margin:0'><div style='width:1e9px;height:1e9px;border:3px solid red'>x</div>",
        "<div style='position:absolute;top:-1e9px;left:1e30px;width:1e9px;height:5px'>x</div>",
        "<div style='transform:scale(1e30);box-shadow:0 0 1e9px red;font-size:1e9px'>x</div>",
        "<style>@import url('http://[bad');@import 'http://';p{background:url(http://[)}</style><p>x",
        "<img src='http://[bad'><link rel=stylesheet href='http://[bad'><base href='http://['>",
        "<iframe srcdoc='<iframe>'></iframe><svg><use href='#a'/><g id=a><use href='#a'/></g></svg>",
        "<svg width=1e9 height=1e9><rect width=1e9 height=1e9 filter='url(#b)'/></svg>",
        "<frameset><frame src=x></frameset>",
        "",
        "\0\u{feff}<\u{fffd}>",
    ];
    for html in pages {
        let start: String = html.chars().take(60).collect();
        match open(html).await {
            Ok((mut session, layout)) => {
                assert!(layout.height >= 1 && layout.height <= limits().page_height);
                for found in &layout.boxes {
                    let sides = [found.x, found.y, found.width, found.height];
                    assert!(sides.iter().all(|s| s.is_finite()), "{start}: {found:?}");
                }
                let last = layout.tile_count() - 1;
                for tile in [0, last] {
                    if let Err(error) = session.tile(tile).await {
                        assert!(
                            matches!(error, PreviewError::Engine { .. }),
                            "{start}: {error}"
                        );
                        break;
                    }
                }
            }
            Err(error) => assert!(
                matches!(
                    error,
                    PreviewError::TooLarge { .. } | PreviewError::Engine { .. }
                ),
                "{start}: {error}"
            ),
        }
    }
}

#[tokio::test]
async fn too_much_is_refused_before_it_is_drawn() {
    let few = PreviewLimits {
        source_bytes: 1_000,
        elements: 20,
        depth: 10,
        ..limits()
    };
    let worker = Path::new(WORKER);
    let bytes = open_error(worker, &"x".repeat(1_001), NoResources, few.clone()).await;
    assert_eq!(
        bytes,
        PreviewError::TooLarge {
            what: Excess::Bytes,
            found: 1_001,
            limit: 1_000
        }
    );
    let elements = open_error(worker, &"<br>".repeat(21), NoResources, few.clone()).await;
    assert_eq!(
        elements,
        PreviewError::TooLarge {
            what: Excess::Elements,
            found: 24,
            limit: 20
        }
    );
    let depth = open_error(worker, &"<b>".repeat(11), NoResources, few).await;
    assert_eq!(
        depth,
        PreviewError::TooLarge {
            what: Excess::Depth,
            found: 13,
            limit: 10
        }
    );
}

#[tokio::test]
async fn images_that_would_take_gigabytes_are_left_out() {
    let mut huge = png(1, 1);
    // The dimensions lie behind the signature and the chunk's length and name.
    huge[16..20].copy_from_slice(&50_000_u32.to_be_bytes());
    huge[20..24].copy_from_slice(&50_000_u32.to_be_bytes());
    let shelf = PageCache {
        files: HashMap::from([("/huge.png", huge), ("/small.png", png(30, 10))]),
        asked: Mutex::default(),
    };
    let html = "<body style='margin:0'><img id=a src=/huge.png alt=Vast><img id=b src=/small.png>";
    let (mut session, layout) =
        PreviewSession::open_with(Path::new(WORKER), request(html), Arc::new(shelf), limits())
            .await
            .unwrap();
    let page = Page::parse(html, &address());
    let (.., width, height) = at(&layout, number(&page, "#a"));
    assert!(width < 100.0 && height < 40.0, "the alternative text");
    let (.., width, height) = at(&layout, number(&page, "#b"));
    assert_eq!((width, height), (30.0, 10.0));
    assert!(session.tile(0).await.is_ok());
}

#[tokio::test]
async fn a_loader_that_never_answers_costs_its_time_and_no_more() {
    let html = "<head><link rel=stylesheet href=/a.css></head><p>text<img src=/b.png>";
    let impatient = PreviewLimits {
        resource_time: Duration::from_millis(200),
        ..limits()
    };
    let (mut session, layout) = PreviewSession::open_with(
        Path::new(WORKER),
        request(html),
        Arc::new(Silence),
        impatient,
    )
    .await
    .unwrap();
    assert!(layout.boxes.iter().any(|b| b.tag == "p"));
    assert!(session.tile(0).await.is_ok());
}

#[tokio::test]
async fn resources_beyond_the_limit_are_not_asked_for() {
    let images: String = (0..10).map(|n| format!("<img src=/{n}.png>")).collect();
    let shelf = Arc::new(PageCache::default());
    let few = PreviewLimits {
        resources: 4,
        ..limits()
    };
    let loader: Arc<PageCache> = Arc::clone(&shelf);
    PreviewSession::open_with(Path::new(WORKER), request(&images), loader, few)
        .await
        .unwrap();
    assert_eq!(shelf.asked.lock().unwrap().len(), 4);
}

#[cfg(unix)]
#[tokio::test]
async fn a_worker_that_is_no_worker_is_an_error() {
    let nothing = open_error(Path::new("/no/such/program"), "x", NoResources, limits()).await;
    assert!(matches!(nothing, PreviewError::Start { .. }), "{nothing}");
    for program in ["/bin/false", "/bin/true", "/bin/cat"] {
        let page = "<p>".repeat(100_000);
        let error = open_error(Path::new(program), &page, NoResources, limits()).await;
        assert!(
            matches!(error, PreviewError::Died { .. }),
            "{program}: {error}"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn workers_that_babble_echo_or_hang_are_ended() {
    let folder = tempfile::tempdir().unwrap();
    let script = |name: &str, line: &str| {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{line}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let babbler = script("babbler", "exec yes bwp1");
    let echo = script("echo", "exec cat");
    for worker in [babbler, echo] {
        let error = open_error(&worker, "<p>x", NoResources, limits()).await;
        assert!(matches!(error, PreviewError::Garbled { .. }), "{error}");
    }
    let brief = PreviewLimits {
        layout_time: Duration::from_millis(300),
        ..limits()
    };
    let hanger = script("hanger", "exec sleep 600");
    let error = open_error(&hanger, "<p>x", NoResources, brief).await;
    assert_eq!(error, PreviewError::TimedOut { seconds: 1 });
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_page_that_wants_too_much_memory_ends_the_child_only() {
    let little = PreviewLimits {
        memory_bytes: 30_000_000,
        ..limits()
    };
    let page = "<p>some text for a box of its own</p>".repeat(15_000);
    let error = open_error(Path::new(WORKER), &page, NoResources, little).await;
    assert!(matches!(error, PreviewError::Died { .. }), "{error}");
    assert!(open("<p>the next page").await.is_ok());
}
