//! The parts of a workbook other than its sheets (ECMA-376-2): types, relationships, names, styles.

use crate::export::formats::xml::escaped;

/// Namespace of sheets, workbooks and styles.
pub(super) const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const DOCUMENT: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// The files with their contents, for sheets with these names.
pub(super) fn files(sheets: &[String]) -> [(&'static str, String); 5] {
    let numbered = || sheets.iter().zip(1_usize..);
    let types: String = numbered()
        .map(|(_, n)| {
            format!(
                "<Override PartName=\"/xl/worksheets/sheet{n}.xml\" ContentType=\"application/\
                 vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/>"
            )
        })
        .collect();
    let list: String = numbered()
        .map(|(name, n)| {
            let name = escaped(name);
            format!("<sheet name=\"{name}\" sheetId=\"{n}\" r:id=\"rId{n}\"/>")
        })
        .collect();
    let links: String = numbered()
        .map(|(_, n)| {
            format!(
                "<Relationship Id=\"rId{n}\" Type=\"{DOCUMENT}/worksheet\" \
                 Target=\"worksheets/sheet{n}.xml\"/>"
            )
        })
        .collect();
    let styles = sheets.len() + 1;
    [
        (
            "[Content_Types].xml",
            format!(
                "<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" \
                 ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                 <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
                 <Override PartName=\"/xl/workbook.xml\" ContentType=\"application/\
                 vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/>\
                 <Override PartName=\"/xl/styles.xml\" ContentType=\"application/\
                 vnd.openxmlformats-officedocument.spreadsheetml.styles+xml\"/>{types}</Types>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"rId1\" \
                 Type=\"{DOCUMENT}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{DOCUMENT}\"><sheets>{list}</sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns=\"{PACKAGE}/relationships\">{links}<Relationship \
                 Id=\"rId{styles}\" Type=\"{DOCUMENT}/styles\" Target=\"styles.xml\"/></Relationships>"
            ),
        ),
        ("xl/styles.xml", styles_xml()),
    ]
}

/// The styles of cells with a date, and with a date and a time.
pub(super) const DATE_STYLE: u8 = 2;
pub(super) const TIME_STYLE: u8 = 3;

/// Four styles: plain, bold for headers, dates, times.
fn styles_xml() -> String {
    format!(
        "<styleSheet xmlns=\"{MAIN}\"><numFmts count=\"2\"><numFmt numFmtId=\"164\" \
         formatCode=\"yyyy\\-mm\\-dd\"/><numFmt numFmtId=\"165\" \
         formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/></numFmts><fonts count=\"2\"><font><sz val=\"11\"/><name \
         val=\"Calibri\"/></font><font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>\
         <fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill \
         patternType=\"gray125\"/></fill></fills><borders count=\"1\"><border><left/><right/><top/>\
         <bottom/><diagonal/></border></borders><cellStyleXfs count=\"1\"><xf numFmtId=\"0\" \
         fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs><cellXfs count=\"4\"><xf \
         numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/><xf numFmtId=\"0\" \
         fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyFont=\"1\"/><xf numFmtId=\"164\" fontId=\"0\" fillId=\"0\" borderId=\"0\" \
         xfId=\"0\" applyNumberFormat=\"1\"/><xf numFmtId=\"165\" fontId=\"0\" fillId=\"0\" \
         borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/></cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
    )
}
