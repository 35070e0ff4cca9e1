//! Tests with the label shapes of product, book, paper, news and forum pages, and with words in
//! running text and menus that are not labels.

use super::super::tests::{page, values};
use super::super::{Selector, SelectorKind, Take};

const LABEL: SelectorKind = SelectorKind::Label;

#[track_caller]
fn check(label: &str, html: &str, expected: &[&str]) {
    assert_eq!(
        values(LABEL, label, &page(html)),
        expected,
        "{label} in {html}"
    );
}

#[test]
fn values_stand_behind_bold_labels_until_the_next() {
    let html = "<td><b>Format:</b> Paperback<br><b>Publisher:</b> Value Books <b>Pages:</b> 96\
        <br><b>Author: </b><a href=/a>Ann Lee</a>, <a href=/b>Bo Li</a></td>";
    check("Publisher", html, &["Value Books"]);
    check("format", html, &["Paperback"]);
    check("Pages:", html, &["96"]);
    check("Author", html, &["Ann Lee, Bo Li"]);
    check("Vendor", html, &[]);
    check(
        "Title",
        "<b>Title</b>: Star Wars: Episode IV",
        &["Star Wars: Episode IV"],
    );
    check(
        "Year",
        "<p><b>Title</b> Dune <b>Year</b> 1965</p>",
        &["1965"],
    );
    check(
        "Title",
        "<p><b>Title</b> Dune <b>Year</b> 1965</p>",
        &["Dune"],
    );
}

#[test]
fn definitions_follow_their_terms() {
    let html = "<dl><dt>Author:<dd>Ann<dd>Bo<dt>ISBN<dt>EAN<dd>978</dl>";
    check("Author", html, &["Ann", "Bo"]);
    check("ISBN", html, &["978"]);
    check(
        "author",
        "<dl><div><dt><b>Author</b></dt><dd><a>Ann</a></dd></div></dl>",
        &["Ann"],
    );
    check("A", "<dl><dt>A</dt><dd></dd><dt>B</dt><dd>x</dd></dl>", &[]);
}

#[test]
fn cells_stand_beside_or_below_their_header() {
    let rows = "<table><tr><th>Publisher<td>A<td>B<tr><th>Year<td>2008<td>2009</table>";
    check("Publisher", rows, &["A", "B"]);
    let plain =
        "<table><tr><td>Publisher</td><td>A</td></tr><tr><td>Year</td><td>1</td></tr></table>";
    check("Year", plain, &["1"]);
    let pairs = "<table><tr><td class=k>Publisher</td><td>A</td><td class=k>Place</td><td>B</td>\
        <tr><td class=k>Year</td><td></td><td class=k>Size</td><td>C</td></table>";
    check("publisher", pairs, &["A"]);
    check("Place", pairs, &["B"]);
    check("Year", pairs, &[]);
    let known = "<table><tr><td>出版社</td><td>A</td><td>出版时间</td><td>B</td></tr></table>";
    check("出版社", known, &["A"]);
    let columns = "<table><tr><th>Title<th>Year<tr><td>Dune<td>1965<tr><td>Ubik<td>1969</table>";
    check("Year", columns, &["1965", "1969"]);
    let bold = "<table><tr><td><b>Title</b><td><b>Year</b><tr><td>Dune<td>1965</table>";
    check("Title", bold, &["Dune"]);
    let infobox = "<table><tr><th colspan=2>Dune</th></tr><tr><th>Author</th><td>F. Herbert</td></tr></table>";
    check("Author", infobox, &["F. Herbert"]);
    check(
        "Author",
        "<table><tr><td>Author:</td></tr><tr><td>Ann</td></tr></table>",
        &["Ann"],
    );
}

#[test]
fn elements_side_by_side_are_label_and_value() {
    check(
        "Label",
        "<ul><li><span>Label</span><span>X</span></li></ul>",
        &["X"],
    );
    check(
        "Label",
        "<li><span class=k>Label</span> <span class=v>X <i>y</i></span>",
        &["X y"],
    );
    check(
        "Label",
        "<div><div class=k>Label</div><div class=v>X</div></div>",
        &["X"],
    );
    check("Label", "<div><div>Label</div><div>X</div></div>", &["X"]);
    check("Label", "<div>Label:</div><p>X</p>", &["X"]);
    check(
        "Label",
        "<div><p><b>Label</b></p></div><div><a>X</a></div>",
        &["X"],
    );
    check("Label", "<h3>Label</h3><p>X</p><p>Y</p>", &["X"]);
    check("Label", "<h3>Label</h3><ul><li>X<li>Y</ul>", &["X", "Y"]);
    check("Label", "Label:<br>X<br>Y", &["X"]);
    check("Label", "<p>Label:</p><p>X</p>", &["X"]);
    let row = "<p><span>A</span><span>1</span><span>B</span><span>2</span></p>";
    check("A", row, &["1"]);
    check("B", row, &["2"]);
}

#[test]
fn labels_and_values_share_a_line_of_text() {
    let line = "<p>作者：张三　出版社：人民出版社　出版时间：2008-05</p>";
    check("作者", line, &["张三"]);
    check("出版社", line, &["人民出版社"]);
    check("出版时间", line, &["2008-05"]);
    check(
        "来源",
        "<p>2012-01-12 17:32:00 来源: 中国广播网(北京)</p>",
        &["中国广播网(北京)"],
    );
    check(
        "来源",
        "<p>2012年01月12日 来源：<a>千龙网</a> 作者：李四</p>",
        &["千龙网"],
    );
    check("作者", "<p>作　者：李四</p>", &["李四"]);
    check("编辑", "<p>（编辑：谢璇）全文</p>", &["谢璇"]);
    check("作者", "【作者】张三【来源】新华网", &["张三"]);
    check(
        "Author",
        "<p>Author: Ann Lee | Publisher: Tor | Year: 1999</p>",
        &["Ann Lee"],
    );
    check(
        "Publisher",
        "<p>Author: Ann Lee | Publisher: Tor | Year: 1999</p>",
        &["Tor"],
    );
    check(
        "Author",
        "<p>Author: Ann Lee Publisher: Tor</p>",
        &["Ann Lee"],
    );
    check(
        "Author",
        "<p>Author: Ann Lee · March 3, 2020</p>",
        &["Ann Lee · March 3, 2020"],
    );
    check("By", "<p>By: Ann Lee | 3 March</p>", &["Ann Lee"]);
    check("Time", "<p>Time: 12:30</p>", &["12:30"]);
    check(
        "Source",
        "<p>Source: http://a.example/b</p>",
        &["http://a.example/b"],
    );
    check("作者", "<p>作者 张三</p>", &["张三"]);
    check(
        "Posts",
        "<p><strong>Posts:</strong> 123 <strong>Joined:</strong> May</p>",
        &["123"],
    );
}

#[test]
fn attributes_name_cells() {
    check(
        "Price",
        "<span data-label=Price>9 €</span><div data-label='Price:'>8 €</div>",
        &["9 €", "8 €"],
    );
    check("Price", "<div data-label=Price>Price: 9</div>", &["9"]);
    check("Menu", "<a aria-label=Menu></a>", &[]);
}

#[test]
fn words_in_running_text_and_menus_are_no_labels() {
    for html in [
        "<p>The publisher announced it.</p>",
        "<p>Publisher Penguin said today that it will close.</p>",
        "<p>The <b>publisher</b> of this book</p>",
        "<p><b>Publisher</b> announced that sales fell.</p>",
        "<p><a href=/p>Publisher</a> Penguin said that sales fell in May.</p>",
        "<p>Says the publisher: we wait.</p>",
        "<ul><li><a href=1>Author</a><li><a href=2>Publisher</a><li><a href=3>Year</a></ul>",
        "<a href=1>Author</a> <a href=2>Publisher</a> <a href=3>Year</a>",
        "<a href=1>Home</a> > <a href=2>Publisher</a> > Penguin",
        "<div><a href=1>Publisher</a></div><div><a href=1>Year</a></div>",
        "<select><option>Publisher<option>Year</select>",
        "<p>Publisher's note: x</p>",
        "<p>Publishers: x</p>",
        "<script>Publisher: 'x'</script><title>Publisher: x</title>",
        "<p>Co-Publisher: x</p>",
    ] {
        check("Publisher", html, &[]);
    }
    check(
        "作者",
        "<p>本文作者认为这样更好。</p><p>原作者：李四</p>",
        &[],
    );
}

#[test]
fn sure_places_win_and_all_of_them_count() {
    let html = "<a href=1>Author</a> Ann says<p>Author: Bo</p><p>Author: Cy</p>";
    check("Author", html, &["Bo", "Cy"]);
    let several = Selector::label(&["出版社".into(), "Publisher".into()]).unwrap();
    let page = page("<p>Publisher: Tor</p><p>出版社: 三联</p>");
    let found = several.select(&page, None, &Take::Text);
    let found: Vec<_> = found.into_iter().map(|s| s.value).collect();
    assert_eq!(found, ["Tor", "三联"]);
}

#[test]
fn values_have_their_element() {
    let page = page(
        "<p id=p><b>Author:</b> <a href=/a><i>Ann</i></a></p><p id=q>Tag: by <a href=/t>x</a></p>",
    );
    let taken = |label: &str, take: Take| {
        let selector = Selector::compile(LABEL, label).unwrap();
        let found = selector.select(&page, None, &take);
        found.into_iter().next().map(|s| s.value)
    };
    assert_eq!(taken("Author", Take::Html).as_deref(), Some("<i>Ann</i>"));
    assert_eq!(
        taken("Tag", Take::Attribute("href".into())).as_deref(),
        Some("/t")
    );
    assert_eq!(taken("Tag", Take::Text).as_deref(), Some("by x"));
    assert_eq!(
        taken("Author", Take::Attribute("href".into())).as_deref(),
        Some("/a")
    );
}

#[test]
fn scopes_hold() {
    let page = page("<div><p>Author: Ann</p></div><div><p>Author: Bo</p></div>");
    let divs = Selector::compile(SelectorKind::Css, "div")
        .unwrap()
        .matching(&page, None);
    let author = Selector::compile(LABEL, "Author").unwrap();
    let found = author.select(&page, Some(divs[1]), &Take::Text);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].value, "Bo");
    assert!(author.matching(&page, Some(999)).is_empty());
}

#[test]
fn labels_that_are_none_are_refused() {
    use super::super::fault::tests::check_fault;
    check_fault(LABEL, " : ", None, "select-empty");
    check_fault(LABEL, &"a".repeat(300), None, "select-long");
}

#[test]
fn labels_around_all_of_a_page_are_too_expensive() {
    let author = Selector::compile(LABEL, "Author").unwrap();
    let tables = |levels: usize, words: usize| {
        let around = "<table><tr><td>Author<td>".repeat(levels);
        page(&format!("{around}{}", "word ".repeat(words)))
    };
    let deep = tables(120, 200_000);
    assert!(author.try_select(&deep, None, &Take::Text).is_err());
    let usual = author.try_select(&tables(4, 20_000), None, &Take::Text);
    assert_eq!(usual.map(|found| found.len()).ok(), Some(4));
}
