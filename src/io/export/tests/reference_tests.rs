//! References: what a record is cited by, in each format.

use super::{project, record, run};
use crate::export::Format;
use bowerbird_logic::model::{Record, Value};

fn paper() -> Record {
    let one = |name: &str, text: &str| (name.to_owned(), Value::One(text.to_owned()));
    Record {
        url: "https://papers.example/7?a=1&b={2}".to_owned(),
        author: "Ann Lee; Ray, Bob".to_owned(),
        date: "2024-05-06".to_owned(),
        fields: vec![
            one("doi", "https://doi.org/10.1000/xyz_1"),
            one("Journal", "Annals & Letters"),
            one("volume", "12"),
            one("pages", "3–9"),
            one("abstract", "50 % of {all}\ncosts $3."),
            (
                "keywords".to_owned(),
                Value::Many(vec!["sea".to_owned(), "wind".to_owned()]),
            ),
        ],
        ..record(1, "On #1: 潮汐_tides ~ {x}")
    }
}

#[test]
fn a_paper_is_an_article_in_each_format() {
    let store = project(vec![paper(), record(2, "A page")]);
    let bib = run(&store, Format::Bibtex, &[]).expect("written");
    assert_eq!(bib.matches("\n}\n").count(), 2, "{bib}");
    for part in [
        "@article{lee2024-",
        "title = {On \\#1: 潮汐\\_tides \\textasciitilde{} \\textbraceleft{}x\\textbraceright{}},",
        "author = {Lee, Ann and Ray, Bob},",
        "journal = {Annals \\& Letters},",
        "pages = {3--9},",
        "doi = {10.1000/xyz_1},",
        "url = {https://papers.example/7?a=1&b=%7B2%7D},",
        "abstract = {50 \\% of \\textbraceleft{}all\\textbraceright{} costs \\$3.},",
        "@misc{record",
    ] {
        assert!(bib.contains(part), "{part} in {bib}");
    }
    let ris = run(&store, Format::Ris, &[]).expect("written");
    for part in [
        "TY  - JOUR\r\n",
        "AU  - Lee, Ann\r\nAU  - Ray, Bob\r\n",
        "DA  - 2024/05/06/\r\n",
        "SP  - 3\r\nEP  - 9\r\n",
        "KW  - sea\r\nKW  - wind\r\n",
        "ER  - \r\n",
        "TY  - ELEC\r\n",
    ] {
        assert!(ris.contains(part), "{part} in {ris}");
    }
    let csl = run(&store, Format::Csl, &[]).expect("written");
    let items: serde_json::Value = serde_json::from_str(&csl).expect("JSON");
    assert_eq!(items[0]["type"], "article-journal");
    assert_eq!(items[0]["author"][1]["family"], "Ray");
    assert_eq!(items[0]["issued"]["date-parts"][0][2], 6);
    assert_eq!(items[0]["DOI"], "10.1000/xyz_1");
    assert_eq!(items[1]["type"], "webpage");
    // Columns that were not chosen are left out.
    let bare = run(&store, Format::Csl, &["title", "url"]).expect("written");
    assert!(
        !bare.contains("author") && !bare.contains("Annals"),
        "{bare}"
    );
}

#[test]
fn an_array_holds_the_objects_of_the_lines() {
    let store = project(vec![paper(), record(2, "A page")]);
    let lines = run(&store, Format::Jsonl, &[]).expect("written");
    let array = run(&store, Format::Json, &[]).expect("written");
    let array: Vec<serde_json::Value> = serde_json::from_str(&array).expect("JSON");
    let lines: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(array, lines);
    let empty = run(&project(Vec::new()), Format::Json, &[]).expect("written");
    assert_eq!(
        serde_json::from_str::<Vec<u8>>(&empty).expect("JSON"),
        [0_u8; 0]
    );
}
