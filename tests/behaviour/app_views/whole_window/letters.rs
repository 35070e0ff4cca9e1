//! The shapes of letters: each language in the face that its readers expect, on one baseline.

use bowerbird::app::style::fonts;
use bowerbird::engine::types::{EastAsian, Language};
use eframe::egui::{self, FontFamily, FontId, RichText};
use egui_kittest::Harness;

use crate::app_views::set_up;

/// Characters whose shapes differ between the languages.
const TELLING: [char; 3] = ['直', '置', '返'];

fn window(language: Language) -> Harness<'static> {
    let mut harness = Harness::builder()
        .with_size([600.0, 200.0])
        .with_context_setup(move |ctx| set_up(ctx, language))
        .build_ui(|ui| {
            // What the system counts to no script comes first, and kana.
            ui.label("：；？“。” ニュース");
            ui.label("置返直 abc");
            ui.label(RichText::new("：置返直").monospace());
            for language in EastAsian::ALL {
                ui.label(RichText::new("：直置返").family(fonts::family(language)));
            }
        });
    harness.run();
    harness
}

/// The face that draws `c`.
fn face(harness: &Harness<'_>, family: &FontFamily, c: char) -> String {
    harness.ctx.fonts_mut(|fonts| {
        let faces = fonts.characters(family).get(&c).cloned();
        faces
            .unwrap_or_default()
            .first()
            .cloned()
            .unwrap_or_default()
    })
}

#[test]
fn each_language_has_its_own_shapes() {
    for language in Language::ALL {
        let harness = window(language);
        let japanese = face(&harness, &fonts::family(EastAsian::Japanese), '直');
        if !japanese.contains("CJK JP") {
            eprintln!("left out: Noto Sans CJK is not installed, but {japanese:?}");
            return;
        }
        let mut wanted = vec![
            (FontFamily::Proportional, "CJK SC"),
            (FontFamily::Monospace, "CJK SC"),
        ];
        let of = ["CJK SC", "CJK TC", "CJK JP", "CJK KR"];
        let families = EastAsian::ALL.map(fonts::family);
        wanted.extend(families.into_iter().zip(of));
        for (family, collection) in wanted {
            for c in TELLING.into_iter().chain(['：', '。']) {
                let face = face(&harness, &family, c);
                assert!(
                    face.contains(collection),
                    "{c} of {family:?} in a window in {language:?} is from {face:?}"
                );
            }
        }
        // Quotation marks and digits of a Chinese text are of the same face.
        let mark = face(&harness, &FontFamily::Proportional, '“');
        assert_eq!(
            mark.contains("CJK SC"),
            language == Language::Chinese,
            "{mark}"
        );
    }
}

#[test]
fn letters_and_characters_stand_on_one_baseline() {
    for language in Language::ALL {
        let harness = window(language);
        let families = [FontFamily::Proportional, FontFamily::Monospace];
        for family in families {
            let font = FontId::new(13.0, family.clone());
            let galley = harness.ctx.fonts_mut(|fonts| {
                fonts.layout_no_wrap("x一".to_owned(), font, egui::Color32::BLACK)
            });
            // The bottom of “x” is the baseline; “一” is a stroke in the middle of its square,
            // which reaches 12 % below it.
            let glyphs = &galley.rows[0].glyphs;
            let bottom = |glyph: &egui::epaint::text::Glyph| {
                glyph.pos.y + glyph.uv_rect.offset.y + glyph.uv_rect.size.y
            };
            let middle =
                |glyph: &egui::epaint::text::Glyph| bottom(glyph) - 0.5 * glyph.uv_rect.size.y;
            let raised = bottom(&glyphs[0]) - middle(&glyphs[1]);
            assert!(
                (3.7..=6.2).contains(&raised),
                "{family:?} in {language:?}: {raised}"
            );
        }
    }
}

#[test]
fn rows_are_equally_high_in_both_languages() {
    let heights = Language::ALL.map(|language| {
        let font = FontId::proportional(13.0);
        window(language)
            .ctx
            .fonts_mut(|fonts| fonts.row_height(&font))
    });
    assert!((heights[0] - heights[1]).abs() < 0.1, "{heights:?}");
}
