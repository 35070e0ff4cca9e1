//! Which East Asian language a text is in, as far as its characters tell: one character has one
//! shape for each language, and fonts are chosen by it. Input: texts. Output: a language.

/// A language whose readers expect shapes of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EastAsian {
    /// 简体中文
    Simplified,
    /// 繁體中文
    Traditional,
    /// 日本語
    Japanese,
    /// 한국어
    Korean,
}

/// Characters of a text that are looked at.
const LOOKED_AT: usize = 2_000;
/// Frequent characters that only simplified texts have.
const SIMPLIFIED_ONLY: &str = "这们说时对为还进过问间无从动现开门见长车东马鸟龙书个发经应关话语头实际图馆闻总变读铁亚择湾归围";
/// The same in traditional texts; none of them is a Japanese character of today.
const TRADITIONAL_ONLY: &str =
    "這們說對還從發經應關實圖總變讀鐵擇灣臺號歸圍館聞來國會學當點體與黨亞";

impl EastAsian {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Simplified,
        Self::Traditional,
        Self::Japanese,
        Self::Korean,
    ];

    /// The tag by which systems know their fonts.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Simplified => "zh-CN",
            Self::Traditional => "zh-TW",
            Self::Japanese => "ja",
            Self::Korean => "ko",
        }
    }

    /// The language that a tag such as `zh-Hant-HK` declares.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let tag = tag.trim().to_ascii_lowercase().replace('_', "-");
        let mut parts = tag.split('-');
        match parts.next()? {
            "ja" => Some(Self::Japanese),
            "ko" => Some(Self::Korean),
            "zh" | "yue" | "cmn" => {
                let is_traditional = parts.any(|part| ["hant", "tw", "hk", "mo"].contains(&part));
                Some(match is_traditional {
                    true => Self::Traditional,
                    false => Self::Simplified,
                })
            }
            _ => None,
        }
    }

    /// The language of a text; `None` where its characters do not tell.
    pub fn of_text(text: &str) -> Option<Self> {
        let mut found = None;
        for c in text.chars().take(LOOKED_AT) {
            match c {
                '\u{3041}'..='\u{30FA}' => return Some(Self::Japanese),
                '\u{AC00}'..='\u{D7A3}' => return Some(Self::Korean),
                _ if c < '\u{2E80}' || found.is_some() => {}
                _ if SIMPLIFIED_ONLY.contains(c) => found = Some(Self::Simplified),
                _ if TRADITIONAL_ONLY.contains(c) => found = Some(Self::Traditional),
                _ => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::EastAsian::{self, Japanese, Korean, Simplified, Traditional};

    #[test]
    fn a_text_tells_its_language() {
        for (text, language) in [
            ("返回位置", None),
            ("Harbour News", None),
            ("今日のニュース", Some(Japanese)),
            ("오늘 뉴스", Some(Korean)),
            ("這是圖書館的新聞", Some(Traditional)),
            ("这是图书馆的新闻", Some(Simplified)),
        ] {
            assert_eq!(EastAsian::of_text(text), language, "{text}");
        }
    }

    #[test]
    fn a_tag_tells_its_language() {
        for (tag, language) in [
            ("zh-CN", Some(Simplified)),
            ("zh", Some(Simplified)),
            ("zh_TW", Some(Traditional)),
            ("zh-Hant-HK", Some(Traditional)),
            ("ja-JP", Some(Japanese)),
            ("ko", Some(Korean)),
            ("en", None),
            ("", None),
        ] {
            assert_eq!(EastAsian::of_tag(tag), language, "{tag}");
        }
    }
}
