//! The style of all texts that a person reads: words that are no longer used, marks of the wrong
//! width in Chinese, texts that are too long to be read where they stand. The words that are used
//! instead are those of "Words of the window" in `docs/glossary.md`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

/// A catalogue: its folder, the words that it no longer uses, each with the one that is used now,
/// and the most characters of one line of a text.
struct Style {
    language: &'static str,
    retired: &'static [(&'static str, &'static str)],
    longest: usize,
}

impl Style {
    /// The expressions of `retired`, in their order.
    fn words(&self) -> Vec<Regex> {
        let words = self.retired.iter();
        words.map(|(word, _)| Regex::new(word).unwrap()).collect()
    }
}

const STYLES: [Style; 2] = [
    Style {
        language: "en",
        retired: &[
            (r"(?i)\bkept pages?\b", "saved page"),
            (r"(?i)\bpropos(e|es|ed|al|als)\b", "suggest, suggestion"),
            (r"(?i)\bprob(e|es|ed|ing)\b", "retry"),
            (r"(?i)\bsign(s|ed|ing)?[ -]in\b", "log in"),
            (r"(?i)\b(begin|begins|begun) anew\b", "start over"),
            (r"(?i)\banswer the question\b", "log in or verify"),
            (r"(?i)\bthis program\b", "Bowerbird"),
            (r"(?i)\be-mail\b", "email"),
            (r"(?i)\bcanceled\b", "cancelled"),
            (r"(?i)\b(delete|deleted) for good\b", "remove for good"),
        ],
        longest: 320,
    },
    Style {
        language: "zh-CN",
        retired: &[
            ("口令", "主密码、密码"),
            ("撤消", "撤销"),
            ("探测", "检测、重试"),
            ("把握", "置信度"),
            ("本程序", "Bowerbird"),
            ("一无所获", "未提取到内容"),
            ("站点改版", "页面改版"),
            ("登入|登陆", "登录"),
            ("帐号|帐户", "账号"),
            ("缺省", "默认"),
            ("爬取|爬虫", "抓取、采集"),
            (
                "程式|网路|介面|资讯|讯息|汇出",
                "程序、网络、界面、信息、导出",
            ),
            ("Ctrl-", "Ctrl+"),
        ],
        longest: 220,
    },
];

/// Marks that stand in half width beside Han characters, and three dots for an ellipsis.
static NARROW: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"\p{Han}[,;!?]|\p{Han}\.(\s|$)|\(\p{Han}|\p{Han}\)|\.\.\.";
    Regex::new(pattern).unwrap()
});
/// What is filled in, the names of plural forms, and code: none of it is a text of ours.
static FILLED_IN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\{[^{}]*\}|^\s*\*?\[[^\]]*\]|`[^`]*`|\{[^{}]*->\s*$").unwrap());

/// The lines of each text of a catalogue, without what is filled in.
fn texts(language: &str) -> BTreeMap<String, Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/messages");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join(language))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        let mut id = String::new();
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let starts = line.starts_with(|first: char| first.is_ascii_lowercase());
            let text = match line.split_once('=') {
                Some((name, text)) if starts => {
                    name.trim().clone_into(&mut id);
                    text
                }
                _ if line.starts_with('#') || line.trim().is_empty() => continue,
                _ => line,
            };
            let text = FILLED_IN.replace_all(text.trim(), "").into_owned();
            texts.entry(id.clone()).or_default().push(text);
        }
    }
    texts
}

/// What is wrong with one line of a text.
fn faults(style: &Style, retired: &[Regex], line: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (word, (_, instead)) in retired.iter().zip(style.retired) {
        if let Some(found) = word.find(line) {
            faults.push(format!("\"{}\" is now {instead}", found.as_str()));
        }
    }
    if let Some(found) = NARROW.find(line) {
        faults.push(format!("\"{}\" has a mark of half width", found.as_str()));
    }
    let long = line.chars().count();
    if long > style.longest {
        faults.push(format!("{long} characters, at most {}", style.longest));
    }
    faults
}

#[test]
fn no_text_has_a_retired_word_a_mark_of_half_width_or_too_many_characters() {
    for style in &STYLES {
        let texts = texts(style.language);
        assert!(texts.len() > 4_000, "{}: {}", style.language, texts.len());
        let retired = style.words();
        let mut wrong = Vec::new();
        for (id, lines) in &texts {
            for line in lines {
                wrong.extend(
                    faults(style, &retired, line)
                        .into_iter()
                        .map(|why| format!("{id}: {why}")),
                );
            }
        }
        assert!(
            wrong.is_empty(),
            "{}:\n{}",
            style.language,
            wrong.join("\n")
        );
    }
}

#[test]
fn each_fault_of_style_is_found() {
    let [english, chinese] = &STYLES;
    let (english_words, chinese_words) = (english.words(), chinese.words());
    for line in [
        "Review the proposals",
        "Sign in to the site",
        "Wait...",
        &"word ".repeat(80),
    ] {
        assert!(!faults(english, &english_words, line).is_empty(), "{line}");
    }
    for line in [
        "撤消更改",
        "已保存,请继续",
        "已保存.",
        "(可选)",
        &"字".repeat(221),
    ] {
        assert!(!faults(chinese, &chinese_words, line).is_empty(), "{line}");
    }
    for line in ["已保存，请继续。", "键: 值", "Ctrl+S"] {
        assert_eq!(
            faults(chinese, &chinese_words, line),
            Vec::<String>::new(),
            "{line}"
        );
    }
}
