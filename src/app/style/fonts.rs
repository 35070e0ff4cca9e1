//! The fonts of the window. Latin letters come with the program; East Asian ones are the system's,
//! in the shapes that readers of the window's language expect, or of the language of a record or a
//! page. One character has one shape for each language: 直 and 置 differ between Chinese and
//! Japanese faces. A face that is not installed is replaced by what the system offers.

use std::collections::BTreeMap;
use std::sync::Arc;

use eframe::egui::{
    Context, FallbackRequest, FontData, FontDefinitions, FontFamily, FontInsert, FontPriority,
    FontProvider, FontTweak, InsertFontFamily, Ui,
};
use egui_system_font_provider::SystemFontProvider;

use bowerbird_engine::types::{EastAsian, Language, system_face};

/// The face of Latin letters that comes with the program.
const LATIN: &str = "Ubuntu-Light";
/// The same face without letters. As the first of a family it sets the height of rows, so that rows
/// are equally high in all languages.
const ROWS: &str = "row-height";
/// What follows the letters of every family.
const ICONS: &str = "egui-icons";

/// The family in which texts of `language` are drawn.
pub fn family(language: EastAsian) -> FontFamily {
    FontFamily::Name(language.tag().into())
}

/// The family of a text, if it is not that of the window.
pub fn family_of_text(text: &str) -> Option<FontFamily> {
    EastAsian::of_text(text).map(family)
}

/// Sets the fonts of a window in `language`.
pub fn install(ctx: &Context, language: Language) {
    let mut fonts = FontDefinitions::default();
    if let Some(latin) = fonts.font_data.get(LATIN) {
        let rows = without_letters(latin.bytes());
        let row = Arc::new(FontData::from_owned(rows));
        fonts.font_data.insert(ROWS.to_owned(), row);
    }
    if language == Language::Chinese {
        // The provider adds the letters.
        let rows = vec![ROWS.to_owned()];
        fonts.families.insert(FontFamily::Proportional, rows);
    }
    for language in EastAsian::ALL {
        fonts
            .families
            .insert(family(language), vec![ROWS.to_owned()]);
    }
    let letters = EastAsianFaces {
        window: language,
        own: fonts.font_data.clone(),
    };
    ctx.set_fonts(fonts);
    // Whatever neither has: other scripts, symbols.
    let rest = SystemFontProvider::new().with_locale(Some(EastAsian::Simplified.tag()));
    ctx.set_font_providers(vec![Arc::new(letters), Arc::new(rest)]);
}

/// Draws the rest of `ui` in the shapes of `language`.
pub fn speak(ui: &mut Ui, language: Option<EastAsian>) {
    let Some(language) = language else { return };
    for font in ui.style_mut().text_styles.values_mut() {
        if font.family == FontFamily::Proportional {
            font.family = family(language);
        }
    }
}

/// The East Asian faces. They are asked for by language, never by what the system calls its usual
/// face: that is a Japanese one outside of China, and the face that first serves a punctuation mark
/// would serve all characters after it.
struct EastAsianFaces {
    window: Language,
    own: BTreeMap<String, Arc<FontData>>,
}

impl EastAsianFaces {
    fn language(family: &FontFamily) -> EastAsian {
        EastAsian::ALL
            .into_iter()
            .find(|language| self::family(*language) == *family)
            .unwrap_or(EastAsian::Simplified)
    }

    /// The face of `language`, raised to the baseline of the letters beside it in `family`.
    fn face(&self, language: EastAsian, family: &FontFamily) -> Option<FontInsert> {
        let found = system_face(language)?;
        let name = format!("system:{}:{}", found.family, found.index);
        let data = FontData::from_blob(found.file, found.index);
        let mut face = FontInsert::new(&name, data, Vec::new());
        let beside = match family {
            FontFamily::Monospace => "Hack",
            _ => LATIN,
        };
        let rows = self.own.get(beside).and_then(|font| Metrics::read(font));
        if let (Some(rows), Some(own)) = (rows, Metrics::read(&face.data)) {
            let tweak = FontTweak {
                y_offset_factor: own.raised_to(rows),
                ..FontTweak::default()
            };
            face.data = face.data.tweak(tweak);
        }
        if family == &FontFamily::Monospace {
            // Beside other letters it has another height.
            face.name.push_str(":mono");
        }
        face.families = vec![InsertFontFamily {
            family: family.clone(),
            priority: FontPriority::Lowest,
        }];
        Some(face)
    }
}

impl FontProvider for EastAsianFaces {
    fn fonts_for_family(&self, family: &FontFamily) -> Vec<FontInsert> {
        let is_of_window = matches!(family, FontFamily::Proportional | FontFamily::Monospace);
        if is_of_window && self.window != Language::Chinese {
            return Vec::new();
        }
        let face = self.face(Self::language(family), family);
        let own = |name: &&str| {
            let data = FontData::clone(self.own.get(*name)?);
            Some(FontInsert::new(name, data, Vec::new()))
        };
        // Latin letters, digits and quotation marks of the same face, except in code.
        let after = [LATIN, ICONS];
        let after = after.iter().filter_map(own);
        match family {
            FontFamily::Monospace => face.into_iter().collect(),
            _ => face.into_iter().chain(after).collect(),
        }
    }

    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let first = request.cluster.chars().next()?;
        if !is_east_asian(first) {
            return None;
        }
        self.face(Self::language(request.family), request.family)
    }
}

/// Han characters, kana and the punctuation of both, whatever script Unicode counts them to.
fn is_east_asian(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{A4CF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE4F}'
        | '\u{FF00}'..='\u{FFEF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// Heights of a face, as parts of its size.
#[derive(Clone, Copy)]
struct Metrics {
    ascent: f32,
    height: f32,
}

impl Metrics {
    /// From the horizontal header, as the rows of egui.
    fn read(font: &FontData) -> Option<Self> {
        let bytes = font.bytes();
        let (head, header) = (
            table(bytes, font.index, *b"head")?,
            table(bytes, font.index, *b"hhea")?,
        );
        let units = f32::from(u16::from_be_bytes(two(bytes, head + 18)?));
        let part = |at| Some(f32::from(i16::from_be_bytes(two(bytes, header + at)?)) / units);
        let (ascent, descent, gap) = (part(4)?, part(6)?, part(8)?);
        Some(Self {
            ascent,
            height: ascent - descent + gap,
        })
    }

    /// How far letters of this face move so that they stand on the baseline of `rows`: egui centres
    /// the face in the row.
    fn raised_to(self, rows: Self) -> f32 {
        (rows.ascent - self.ascent) - 0.5 * (rows.height - self.height)
    }
}

/// Where a table of a face begins in its file.
fn table(bytes: &[u8], index: u32, tag: [u8; 4]) -> Option<usize> {
    let records = directory(bytes, index)?;
    let count = usize::from(u16::from_be_bytes(two(bytes, records.checked_sub(8)?)?));
    let record = (0..count)
        .map(|number| records + 16 * number)
        .find(|at| bytes.get(*at..at + 4) == Some(&tag[..]))?;
    four(bytes, record + 8)
}

/// Where the list of a face's tables begins.
fn directory(bytes: &[u8], index: u32) -> Option<usize> {
    let start = match bytes.get(..4)? {
        b"ttcf" => four(bytes, 12 + 4 * usize::try_from(index).ok()?)?,
        _ => 0,
    };
    Some(start + 12)
}

fn two(bytes: &[u8], at: usize) -> Option<[u8; 2]> {
    bytes.get(at..at.checked_add(2)?)?.try_into().ok()
}

fn four(bytes: &[u8], at: usize) -> Option<usize> {
    let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    usize::try_from(u32::from_be_bytes(four)).ok()
}

/// A face without its table of letters.
fn without_letters(face: &[u8]) -> Vec<u8> {
    let mut face = face.to_vec();
    let records = directory(&face, 0).unwrap_or_default();
    let is_letters = |at: &usize| face.get(*at..at + 4) == Some(b"cmap");
    let found = (0..64).map(|number| records + 16 * number).find(is_letters);
    // The names stay in order.
    if let Some(last) = found.and_then(|at| face.get_mut(at + 3)) {
        *last = b'q';
    }
    face
}
