//! The system's fonts by language. Input: a language. Output: the face in which the system draws
//! its Han characters. Fonts are asked for by language, never by what the system calls its usual
//! face: that has Japanese shapes outside of China.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use fontique::{
    Collection, CollectionOptions, FallbackKey, FamilyId, FontInfo, GenericFamily, Language,
    Script, SourceCache, SourceCacheOptions,
};

use bowerbird_logic::text::EastAsian;

/// A character that every East Asian face has.
const TELLING: char = '中';
const HAN: Script = Script::from_bytes(*b"Hani");

/// One face of a font file.
#[derive(Clone)]
pub struct SystemFace {
    /// Its family, such as `Noto Sans CJK SC`.
    pub family: String,
    /// The content of its file, which may have several faces.
    pub file: Arc<dyn AsRef<[u8]> + Send + Sync>,
    /// Its number in the file.
    pub index: u32,
}

/// The face for `language`, if the system has one. The first call lists all fonts of the system.
pub fn face(language: EastAsian) -> Option<SystemFace> {
    static FONTS: LazyLock<Mutex<(Collection, SourceCache)>> = LazyLock::new(|| {
        let cache = SourceCache::new(SourceCacheOptions::default());
        Mutex::new((system_fonts(), cache))
    });
    let mut fonts = FONTS.lock().unwrap_or_else(PoisonError::into_inner);
    let (collection, cache) = &mut *fonts;
    let family = han_family(collection, language)?;
    let family = collection.family(family)?;
    let font = family.default_font()?;
    let file = font.load(Some(cache))?;
    let index = font.index();
    let (file, _) = file.into_raw_parts();
    Some(SystemFace {
        family: family.name().to_owned(),
        file,
        index,
    })
}

/// All fonts of the system.
fn system_fonts() -> Collection {
    Collection::new(CollectionOptions {
        shared: false,
        system_fonts: true,
    })
}

/// All fonts of the system, where a page in `language` gets Han characters in its shapes: the usual
/// faces without Han characters come first, then the one of the language.
pub(crate) fn fonts_for(language: EastAsian) -> Collection {
    let mut fonts = system_fonts();
    let han = han_family(&mut fonts, language);
    fonts.set_fallbacks(HAN, han.into_iter());
    let mut cache = SourceCache::new(SourceCacheOptions::default());
    for generic in [
        GenericFamily::SansSerif,
        GenericFamily::Serif,
        GenericFamily::Monospace,
        GenericFamily::SystemUi,
    ] {
        let all: Vec<FamilyId> = fonts.generic_families(generic).collect();
        let latin = all
            .into_iter()
            .filter(|family| !has_han(&mut fonts, *family, &mut cache));
        let first: Vec<FamilyId> = latin.chain(han).collect();
        fonts.set_generic_families(generic, first.into_iter());
    }
    fonts
}

/// The family for a language. It is never asked for without one: the answer would be kept for
/// `zh-CN`.
fn han_family(fonts: &mut Collection, language: EastAsian) -> Option<FamilyId> {
    let language = Language::parse(language.tag()).ok()?;
    let key = FallbackKey::new(HAN, Some(&language));
    fonts.fallback_families(key).next()
}

fn has_han(fonts: &mut Collection, family: FamilyId, cache: &mut SourceCache) -> bool {
    let family = fonts.family(family);
    let font = family.as_ref().and_then(|family| family.default_font());
    font.is_some_and(|font: &FontInfo| {
        let file = font.load(Some(cache));
        file.is_some_and(|file| {
            let letters = font.charmap_index().charmap(file.as_ref());
            letters.is_some_and(|letters| letters.map(TELLING).is_some_and(|glyph| glyph != 0))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_the_face_of_its_own() {
        let faces = EastAsian::ALL.map(|language| face(language).map(|face| face.family));
        let names: Vec<&str> = faces.iter().flatten().map(String::as_str).collect();
        if !names.contains(&"Noto Sans CJK JP") {
            eprintln!("left out: Noto Sans CJK is not installed: {names:?}");
            return;
        }
        let wanted = ["SC", "TC", "JP", "KR"].map(|end| format!("Noto Sans CJK {end}"));
        assert_eq!(names, wanted);
    }

    #[test]
    fn a_page_has_the_face_of_its_language_before_the_usual_ones() {
        for language in EastAsian::ALL {
            let mut fonts = fonts_for(language);
            let Some(wanted) = han_family(&mut fonts, language) else {
                eprintln!("left out: no font for {language:?} is installed");
                continue;
            };
            let mut cache = SourceCache::new(SourceCacheOptions::default());
            let all: Vec<FamilyId> = fonts.generic_families(GenericFamily::SansSerif).collect();
            let first = all
                .into_iter()
                .find(|family| has_han(&mut fonts, *family, &mut cache));
            assert_eq!(first, Some(wanted), "{language:?}");
        }
    }
}
