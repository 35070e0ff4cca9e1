//! Pages, feeds and API answers in many charsets, declared correctly, incorrectly and not at all.

use super::*;

const CHINESE: &str =
    "今天上午，北京市气象台发布大风蓝色预警信号，预计夜间至明天白天有四级左右偏北风。";
const TRADITIONAL: &str =
    "今天上午，臺北市政府發布強風特報，預計夜間至明天白天東北風偏強，請民眾注意安全。";
const JAPANESE: &str = "気象庁は今日の午前、関東地方に強風注意報を発表しました。ご注意ください。";
const KOREAN: &str =
    "기상청은 오늘 오전 서울에 강풍주의보를 발표했습니다. 안전에 유의하시기 바랍니다.";

fn page(text: &str, meta: &str) -> String {
    let body = text.repeat(12);
    format!("<html><head>{meta}<title>{text}</title></head><body><p>{body}</p></body></html>")
}

fn check(bytes: &[u8], header: Option<&str>, encoding: &str, source: CharsetSource) -> String {
    let decoded = decode(bytes, header);
    assert_eq!((decoded.encoding, decoded.source), (encoding, source));
    let owned = decode_owned(bytes.to_vec(), header);
    assert_eq!((owned.encoding, owned.source), (encoding, source));
    assert_eq!(owned.text, decoded.text);
    decoded.text
}

#[test]
fn declarations_are_read_in_order_of_trust() {
    let html = page(CHINESE, r#"<meta charset="utf-8">"#);
    let mut with_mark = vec![0xEF, 0xBB, 0xBF];
    with_mark.extend_from_slice(html.as_bytes());
    let text = check(
        &with_mark,
        Some("text/html; charset=gbk"),
        "UTF-8",
        CharsetSource::Bom,
    );
    assert!(text.starts_with("<html>"), "the mark is no text");
    let header = Some("text/html; Charset=\"UTF-8\"");
    check(html.as_bytes(), header, "UTF-8", CharsetSource::Header);
    check(
        html.as_bytes(),
        Some("text/html"),
        "UTF-8",
        CharsetSource::Meta,
    );
}

#[test]
fn legacy_encodings_are_read_off_their_metas() {
    for (text, label, encoding, name) in [
        (CHINESE, "gb2312", GBK, "GBK"),
        (CHINESE, "GB18030", GB18030, "gb18030"),
        (TRADITIONAL, "big5", BIG5, "Big5"),
        (JAPANESE, "Shift_JIS", SHIFT_JIS, "Shift_JIS"),
        (JAPANESE, "euc-jp", EUC_JP, "EUC-JP"),
        (KOREAN, "euc-kr", EUC_KR, "EUC-KR"),
    ] {
        let meta =
            format!("<meta http-equiv='Content-Type' content='text/html; charset={label}' />");
        let html = page(text, &meta);
        let (bytes, _, _) = encoding.encode(&html);
        assert_eq!(check(&bytes, None, name, CharsetSource::Meta), html);
        let bare = page(text, "");
        let (bytes, _, _) = encoding.encode(&bare);
        assert_eq!(decode(&bytes, None).text, bare, "{label} detected");
    }
}

#[test]
fn lies_are_found_out() {
    let html = page(CHINESE, r#"<meta charset="utf-8">"#);
    let (gbk, _, _) = GBK.encode(&html);
    assert_eq!(check(&gbk, None, "GBK", CharsetSource::Detected), html);
    let latin = Some("text/html; charset=ISO-8859-1");
    assert_eq!(check(&gbk, latin, "GBK", CharsetSource::Detected), html);
    let html = page(CHINESE, "<meta charset=gb2312>");
    assert_eq!(
        check(html.as_bytes(), None, "UTF-8", CharsetSource::Detected),
        html
    );
    let html = page(TRADITIONAL, "<meta charset=gb2312>");
    let (big5, _, _) = BIG5.encode(&html);
    assert_eq!(check(&big5, None, "Big5", CharsetSource::Detected), html);
    // A wrong header and a correct meta.
    let html = page(CHINESE, "<meta charset=gbk>");
    let (gbk, _, _) = GBK.encode(&html);
    let utf8 = Some("text/html; charset=utf-8");
    assert_eq!(check(&gbk, utf8, "GBK", CharsetSource::Meta), html);
}

#[test]
fn single_byte_pages_keep_their_declaration() {
    let russian = "Сегодня утром в городе объявлено предупреждение о сильном ветре. ";
    let html = page(russian, "<meta charset=windows-1251>");
    let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(&html);
    assert_eq!(
        check(&bytes, None, "windows-1251", CharsetSource::Meta),
        html
    );
    let html = page("Une tempête est annoncée à l'île, très tôt.", "");
    let (bytes, _, _) = WINDOWS_1252.encode(&html);
    let header = Some("text/html; charset=iso-8859-1");
    assert_eq!(
        check(&bytes, header, "windows-1252", CharsetSource::Header),
        html
    );
    assert_eq!(decode(&bytes, None).text, html);
}

#[test]
fn torn_characters_do_not_change_the_encoding() {
    let html = page(CHINESE, r#"<meta charset="utf-8">"#);
    let cut = &html.as_bytes()[..html.len() - "</p></body></html>".len() - 1];
    check(cut, None, "UTF-8", CharsetSource::Meta);
    let mut torn = html.clone().into_bytes();
    let at = html.find("气象").unwrap();
    torn.remove(at);
    let text = check(&torn, None, "UTF-8", CharsetSource::Meta);
    assert!(text.contains('\u{FFFD}') && text.contains("偏北风"));
}

#[test]
fn parts_in_another_charset_are_read_too() {
    let head = "<html><head><meta charset=utf-8></head><body><p>";
    let mut bytes = format!("{head}{}</p><div>", CHINESE.repeat(3)).into_bytes();
    let (advert, _, _) = GBK.encode("广告：本店新到一批商品，欢迎选购。");
    bytes.extend_from_slice(&advert);
    bytes.extend_from_slice("</div><p>结束，谢谢大家。".as_bytes());
    let text = check(&bytes, None, "UTF-8", CharsetSource::Meta);
    assert!(text.contains(CHINESE) && text.contains("结束") && text.contains("欢迎选购"));
    assert!(!text.contains('\u{FFFD}'), "{text}");
    // The reverse case is ambiguous: the declared charset stays.
    let mut gbk = GBK
        .encode(&page(CHINESE, "<meta charset=gbk>"))
        .0
        .into_owned();
    gbk.extend_from_slice("<p>页脚</p>".as_bytes());
    let text = check(&gbk, None, "GBK", CharsetSource::Meta);
    assert!(text.contains(CHINESE));
}

#[test]
fn what_is_cut_off_keeps_its_charset() {
    for (text, encoding, label) in [
        (CHINESE, GBK, "gbk"),
        (TRADITIONAL, BIG5, "big5"),
        (JAPANESE, SHIFT_JIS, "shift_jis"),
    ] {
        let html = format!("<meta charset={label}><p>{text}");
        let (bytes, _, _) = encoding.encode(&html);
        let cut = &bytes[..bytes.len() - 1];
        let found = check(cut, None, encoding.name(), CharsetSource::Meta);
        let before: String = text.chars().take(20).collect();
        assert!(found.contains(&before), "{label}: {found}");
    }
}

#[test]
fn feeds_and_interfaces_are_read_by_the_same_order() {
    let feed = |text: &str, label: &str| {
        format!("<?xml version=\"1.0\" encoding=\"{label}\"?><rss><title>{text}</title></rss>")
    };
    let xml = feed(CHINESE, "GBK");
    let (bytes, _, _) = GBK.encode(&xml);
    assert_eq!(
        check(&bytes, Some("text/xml"), "GBK", CharsetSource::Meta),
        xml
    );
    let xml = feed(CHINESE, "UTF-8");
    let lying = Some("application/rss+xml; charset=gb2312");
    let found = decode(xml.as_bytes(), lying);
    assert_eq!(
        (found.text.as_str(), found.encoding),
        (xml.as_str(), "UTF-8")
    );
    let json = format!("{{\"title\": \"{CHINESE}\"}}");
    let wide: Vec<u8> = json.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let found = check(
        &wide,
        Some("application/json"),
        "UTF-16LE",
        CharsetSource::Detected,
    );
    assert_eq!(found, json);
    let mut marked = vec![0xFE, 0xFF];
    marked.extend(json.encode_utf16().flat_map(u16::to_be_bytes));
    assert_eq!(check(&marked, None, "UTF-16BE", CharsetSource::Bom), json);
    let (bytes, _, _) = GBK.encode(&json);
    let header = Some("application/json; charset=gbk");
    assert_eq!(check(&bytes, header, "GBK", CharsetSource::Header), json);
    assert_eq!(decode(&bytes, Some("application/json")).text, json);
}

#[test]
fn what_the_detector_is_shown_is_never_torn() {
    let long = CHINESE.repeat(4_000);
    for start in 0..3 {
        let html = format!("<p class='{}'>{long}</p>", "x".repeat(start));
        let (bytes, _, _) = GBK.encode(&html);
        assert_eq!(decode(&bytes, None).encoding, "GBK", "{start}");
    }
    let apart: String = CHINESE
        .chars()
        .map(|c| format!("<b class=some>{c}</b> and then more of it "))
        .collect();
    let (bytes, _, _) = GBK.encode(&apart);
    assert_eq!(decode(&bytes, None).text, apart);
}

#[test]
fn odd_input_is_decoded_somehow() {
    check(b"", None, "UTF-8", CharsetSource::Detected);
    check(
        b"plain",
        Some("text/html; charset=nonsense"),
        "UTF-8",
        CharsetSource::Detected,
    );
    check(
        b"plain",
        Some("text/html; charset=big5"),
        "Big5",
        CharsetSource::Header,
    );
    check(b"<\0p\0>\0a\0", None, "UTF-16LE", CharsetSource::Detected);
    check(
        b"<!-- <meta charset=big5> --><p>",
        None,
        "UTF-8",
        CharsetSource::Detected,
    );
    check(
        b"<?xml version='1.0' encoding='euc-kr'?><a/>",
        None,
        "EUC-KR",
        CharsetSource::Meta,
    );
    check(b"<meta charset", None, "UTF-8", CharsetSource::Detected);
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_decoded(bytes: Vec<u8>, header in "(text/html; ?charset=)?[a-z0-9-]{0,12}") {
        decode(&bytes, Some(&header));
        let mut page = b"<meta charset=\"".to_vec();
        page.extend_from_slice(&bytes);
        decode(&page, None);
    }

    #[test]
    fn valid_utf8_stays_itself(text: String) {
        proptest::prop_assume!(!text.starts_with('\u{FEFF}') && !text.contains('\u{1B}'));
        proptest::prop_assume!(!text.contains('\0'));
        proptest::prop_assert_eq!(decode(text.as_bytes(), Some("text/html; charset=utf-8")).text, text);
    }
}

#[test]
fn sequences_are_counted_alike_whole_and_torn() {
    let text = "a é 染 𝄞 ".repeat(200);
    let whole = Evidence::of(text.as_bytes());
    let found = (whole.high_bytes, whole.utf8_short, whole.utf8_long);
    assert_eq!(found, (9 * 200, 200, 400));
    assert_eq!(whole.utf8_malformed, 0);
    let torn = [text.as_bytes(), b"\xFF ", text.as_bytes()].concat();
    let torn = Evidence::of(&torn);
    let found = (torn.utf8_short, torn.utf8_long, torn.utf8_malformed);
    assert_eq!(found, (400, 800, 1));
}
