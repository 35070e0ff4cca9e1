//! The guide inside the program: its chapters at the left, one of them at the right. Input: the
//! guide of the window's language, which is part of the program, and the view that is open. Output:
//! the window. The palette finds its headings.

mod chapter_ui;
pub mod markdown;

use eframe::egui::{Context, Id, ScrollArea, Ui, Window, vec2};

use crate::shortcuts::View;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::Language;
use markdown::{Block, blocks};

/// Width of the list of chapters, in points.
const CHAPTERS: f32 = 210.0;

/// A chapter: a heading of the second level with what is below it.
pub struct Chapter {
    /// Its title.
    pub title: String,
    /// Its blocks, without the title.
    pub blocks: Vec<Block>,
    /// All its words, in small letters.
    words: String,
}

/// A heading of the guide, as the palette finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuideHeading {
    /// Its text.
    pub title: String,
    /// The words below it, in small letters.
    pub words: String,
}

/// The open guide.
#[derive(Default)]
pub struct GuideWindow {
    language: Option<Language>,
    chapters: Vec<Chapter>,
    /// The shown chapter.
    shown: usize,
    /// The heading to scroll to.
    scroll_to: Option<String>,
    /// The words that a chapter must have.
    find: String,
}

/// The text of the guide.
fn text(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../../../docs/guide.md"),
        Language::Chinese => include_str!("../../../../docs/guide.zh-CN.md"),
    }
}

/// The chapters of the guide; what stands before the first is left out.
pub fn chapters(language: Language) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for block in blocks(text(language)) {
        match (block, chapters.last_mut()) {
            (Block::Heading(2, title), _) => chapters.push(Chapter {
                words: title.to_lowercase(),
                title,
                blocks: Vec::new(),
            }),
            (_, None) => {}
            (block, Some(chapter)) => {
                chapter.words.push(' ');
                chapter.words.push_str(&words_of(&block));
                chapter.blocks.push(block);
            }
        }
    }
    chapters
}

/// All headings with the words below each.
pub fn headings(language: Language) -> Vec<GuideHeading> {
    let mut found: Vec<GuideHeading> = Vec::new();
    let mut add = |title: &str| {
        found.push(GuideHeading {
            title: title.to_owned(),
            words: String::new(),
        });
        found.len() - 1
    };
    let mut below = Vec::new();
    for chapter in chapters(language) {
        let mut at = add(&chapter.title);
        for block in &chapter.blocks {
            match block {
                Block::Heading(_, title) => at = add(title),
                block => below.push((at, words_of(block))),
            }
        }
    }
    for (at, words) in below {
        if let Some(heading) = found.get_mut(at) {
            heading.words.push_str(&words);
            heading.words.push(' ');
        }
    }
    found
}

/// The words of a block, in small letters.
fn words_of(block: &Block) -> String {
    let joined = |spans: &[markdown::TextSpan]| -> String {
        spans.iter().map(|span| span.text.as_str()).collect()
    };
    let words = match block {
        Block::Heading(_, title) => title.clone(),
        Block::Paragraph(spans) | Block::Item(_, _, spans) => joined(spans),
        Block::Code(code) => code.clone(),
        Block::Table(rows) => {
            let cells = rows.iter().flatten().map(|cell| joined(cell));
            cells.collect::<Vec<_>>().join(" ")
        }
    };
    words.to_lowercase()
}

/// Id of the title of the chapter about a view.
pub fn chapter_of(view: View) -> &'static str {
    match view {
        View::Monitor => "guide-at-monitor",
        View::Sites => "guide-at-sites",
        View::Workbench => "guide-at-workbench",
        View::Tasks => "guide-at-tasks",
        View::Results => "guide-at-results",
        View::Changes => "guide-at-changes",
        View::Proxies | View::Accounts => "guide-at-pools",
        View::Runs => "guide-at-runs",
        View::Settings => "guide-at-settings",
        View::Log => "guide-at-log",
    }
}

impl GuideWindow {
    /// The guide, open at a heading, if there is one of that title.
    pub fn at(look: &UiContext, title: &str) -> Self {
        let mut guide = Self::default();
        guide.load(look.texts.language());
        guide.go_to(title);
        guide
    }

    fn load(&mut self, language: Language) {
        if self.language != Some(language) {
            self.language = Some(language);
            self.chapters = chapters(language);
            self.shown = self.shown.min(self.chapters.len().saturating_sub(1));
        }
    }

    fn go_to(&mut self, title: &str) {
        let has = |block: &Block| matches!(block, Block::Heading(_, below) if below == title);
        let mut chapters = self.chapters.iter();
        let found =
            chapters.position(|chapter| chapter.title == title || chapter.blocks.iter().any(has));
        if let Some(found) = found {
            self.shown = found;
            self.scroll_to = Some(title.to_owned());
        }
    }
}

/// Draws the guide; returns false when it is to be closed. Escape is the shell's.
pub fn guide_ui(ctx: &Context, look: &UiContext, guide: &mut GuideWindow) -> bool {
    guide.load(look.texts.language());
    let room = ctx.content_rect();
    let size = vec2(
        (room.width() - 80.0).clamp(320.0, 900.0),
        (room.height() - 120.0).clamp(240.0, 720.0),
    );
    let mut open = true;
    Window::new(look.t("app-command-guide"))
        .id(Id::unique("guide"))
        .open(&mut open)
        .collapsible(false)
        .default_size(size)
        .default_pos(room.center() - size / 2.0)
        .constrain_to(room)
        .show(ctx, |ui| {
            let height = ui.available_height();
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(CHAPTERS);
                    ui.set_min_height(height);
                    chapters_ui(ui, look, guide);
                });
                ui.separator();
                ui.vertical(|ui| chapter_ui(ui, look, guide));
            });
        });
    open
}

fn chapters_ui(ui: &mut Ui, look: &UiContext, guide: &mut GuideWindow) {
    fields::text_field(ui, look, "guide-find", &mut guide.find, "", CHAPTERS - 24.0);
    ScrollArea::vertical()
        .id_salt("guide-chapters")
        .show(ui, |ui| {
            let words = guide.find.trim().to_lowercase();
            let mut none = true;
            for (place, chapter) in guide.chapters.iter().enumerate() {
                if !chapter.words.contains(&words) {
                    continue;
                }
                none = false;
                let is_shown = place == guide.shown;
                if ui.selectable_label(is_shown, &chapter.title).clicked() {
                    guide.shown = place;
                    guide.scroll_to = Some(chapter.title.clone());
                }
            }
            if none {
                ui.label(look.hint(look.t("guide-none")));
            }
        });
}

fn chapter_ui(ui: &mut Ui, look: &UiContext, guide: &mut GuideWindow) {
    let Some(chapter) = guide.chapters.get(guide.shown) else {
        return;
    };
    ScrollArea::vertical()
        .id_salt(("guide-chapter", guide.shown))
        .auto_shrink(false)
        .show(ui, |ui| {
            let wanted = guide.scroll_to.take();
            chapter_ui::chapter_ui(ui, look, chapter, wanted.as_deref());
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::Catalogue;

    #[test]
    fn every_view_has_a_chapter_in_both_guides() {
        for language in Language::ALL {
            let texts = Catalogue::new(language);
            let found = headings(language);
            for view in View::ALL {
                let title = texts.get(chapter_of(view));
                let is_there = found.iter().any(|heading| heading.title == title);
                assert!(is_there, "{view:?}: {title}");
            }
        }
    }

    #[test]
    fn both_guides_have_the_same_headings_in_order() {
        let count = |language| headings(language).len();
        assert_eq!(count(Language::English), count(Language::Chinese));
    }
}
