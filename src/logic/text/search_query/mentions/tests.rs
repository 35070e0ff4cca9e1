//! Spellings of a name that are found, and words that are no mention of it.

use super::Mentions;

fn is_found(word: &str, text: &str) -> bool {
    let mentions = Mentions::new(&[word], false).expect("a word");
    mentions.find(text).is_some()
}

#[test]
fn a_name_is_found_in_every_spelling() {
    for text in [
        "ANNA MUSTERMANN",
        "Ａｎｎａ　Ｍｕｓｔｅｒｍａｎｎ",
        "Anna\u{a0}Muster\u{ad}mann",
        "https://a.example/people/anna-mustermann.html",
        "?q=Anna+Mustermann&x=1",
        "?q=anna%20mustermann",
        "%41nna%2520Mustermann",
        "anna_mustermann@mail.example",
        "<b>Anna</b> <i>Muster</i>mann",
        "<td>Anna</td><td>Mustermann</td>",
        "Anna&nbsp;Mustermann",
        "&#65;nna &#x4d;ustermann",
        r"said:\nAnna Mustermann",
        r#"{"a":"\u0041nna \u004dustermann"}"#,
        r"&quot;\u0041nna%20Mustermann&quot;",
    ] {
        assert!(is_found("Anna Mustermann", text), "{text}");
    }
    for (word, text) in [
        ("张伟", "记者张伟报道"),
        ("张伟", r"{\u5f20\u4f1f}"),
        ("张伟", "/%E5%BC%A0%E4%BC%9F"),
        ("张伟", "/%D5%C5%CE%B0"),
        ("张伟", "&#24352;&#x4f1f;"),
        ("张 伟", "张伟"),
        ("ｶﾅ", "カナ"),
        ("José", "JOSE\u{301}"),
        ("Müller", "M&uuml;ller"),
        ("Müller", "m%FCller"),
        ("O'Neill", "O’Neill"),
        ("anna@mail.example", "mailto:anna%40mail.example"),
        ("+49 170 123", "+49-170/123"),
        ("😀😀x1", r"\ud83d\ude00\ud83d\ude00X1"),
    ] {
        assert!(is_found(word, text), "{word} in {text}");
    }
}

#[test]
fn other_words_are_no_mention() {
    for (word, text) in [
        ("Ann", "Anna"),
        ("Ann", "Susann"),
        ("Muller", "Müller"),
        ("Anna Muster", "Anna Mustermann"),
        ("Anna Mustermann", "Anna is no Mustermann"),
        ("张伟", "张大伟"),
    ] {
        assert!(!is_found(word, text), "{word} in {text}");
    }
    let parts = Mentions::new(&["Ann"], true).expect("a word");
    assert!(parts.find("Susanna").is_some());
    assert!(Mentions::new(&["a"], false).is_none());
    assert!(Mentions::new(&["-- "], false).is_none());
    assert!(Mentions::new::<&str>(&[], false).is_none());
}

#[test]
fn several_spellings_are_looked_for_in_one_go_and_the_text_around_is_shown() {
    let mentions = Mentions::new(&["ann", "Anna"], false).expect("words");
    assert_eq!(mentions.find("So says Anna."), Some("So says Anna.".into()));
    let mentions = Mentions::new(&["Müller"], false).expect("words");
    let text = format!("{} MÜLLER {}", "ß".repeat(90), "ä".repeat(90));
    let found = mentions.find(&text).expect("found");
    assert!(
        found.contains("ß MÜLLER ä") && found.chars().count() < 100,
        "{found}"
    );
}

#[test]
fn bytes_are_read_in_the_usual_charsets_and_unpacked() {
    let mentions = Mentions::new(&["张伟", "Müller"], false).expect("words");
    for bytes in [
        encoding_rs::GBK.encode("由张伟写").0.into_owned(),
        encoding_rs::BIG5.encode("张Müller").0.into_owned(),
        b"Herr M\xFCller".to_vec(),
        "x张伟y".encode_utf16().flat_map(u16::to_le_bytes).collect(),
    ] {
        assert!(mentions.find_in_bytes(&bytes).is_some(), "{bytes:?}");
    }
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, "…张伟…".as_bytes()).expect("written");
    let packed = packed.finish().expect("packed");
    assert!(mentions.find_in_bytes(&packed).is_some());
    assert!(mentions.find_in_bytes(&[0xFF; 40]).is_none());
}

#[test]
fn names_are_found_in_older_charsets_of_other_scripts() {
    use encoding_rs::{EUC_JP, EUC_KR, ISO_8859_2, KOI8_R, SHIFT_JIS, WINDOWS_1251};
    for (charset, name) in [
        (SHIFT_JIS, "山田太郎"),
        (EUC_JP, "山田太郎"),
        (EUC_KR, "김영희"),
        (WINDOWS_1251, "Анна Иванова"),
        (KOI8_R, "Анна Иванова"),
        (ISO_8859_2, "Łukasz Żak"),
    ] {
        let mentions = Mentions::new(&[name], false).expect("a word");
        let (bytes, _, failed) = charset.encode(name);
        assert!(!failed, "{name} in {}", charset.name());
        assert!(
            mentions.find_in_bytes(&bytes).is_some(),
            "{name} in {}",
            charset.name()
        );
        let (bytes, ..) = charset.encode("nobody: ę");
        assert!(
            mentions.find_in_bytes(&bytes).is_none(),
            "{}",
            charset.name()
        );
    }
}
