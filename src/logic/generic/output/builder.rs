//! Builds a document that is well formed whatever the input: words are in blocks for words, items
//! in lists, cells in rows, and nothing is empty. Input: blocks, words and breaks in page order.
//! Output: a [`Document`].

use super::{BlockKind, Document, OutputEvent, Style};

/// A document under construction.
#[derive(Default)]
pub(super) struct Builder {
    document: Document,
    open: Vec<BlockKind>,
    /// White space pending before the next word.
    space: bool,
    /// Line breaks pending before it.
    breaks: usize,
    /// Style of the last words of the block.
    style: Style,
    /// Whether the open block for words has any.
    begun: bool,
}

impl Builder {
    /// The number of open blocks.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether the innermost block, ignoring paragraphs, matches.
    pub fn is_in(&self, wanted: impl Fn(&BlockKind) -> bool) -> bool {
        self.open
            .iter()
            .rev()
            .find(|block| !matches!(block, BlockKind::Paragraph))
            .is_some_and(wanted)
    }

    /// Whether any open block matches.
    pub fn is_inside(&self, wanted: impl Fn(&BlockKind) -> bool) -> bool {
        self.open.iter().any(wanted)
    }

    /// Opens a block. Closes open words; a block for words cannot contain another block.
    pub fn open(&mut self, block: BlockKind) {
        self.boundary();
        if self.open.last().is_some_and(BlockKind::holds_words) {
            return;
        }
        // Lists contain only items, and items are only in lists.
        if matches!(self.open.last(), Some(BlockKind::List(_))) && block != BlockKind::Item {
            self.push(BlockKind::Item);
        }
        self.push(block);
    }

    /// Closes blocks until `depth` are open.
    pub fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            self.close();
        }
    }

    /// Ends a paragraph; elsewhere it separates the words on both sides.
    pub fn boundary(&mut self) {
        self.breaks = 0;
        if self.open.last() == Some(&BlockKind::Paragraph) {
            self.close();
        } else {
            self.space = self.begun;
        }
    }

    /// Adds white space between words.
    pub fn gap(&mut self) {
        self.space = true;
    }

    /// Adds a line break; two end a paragraph.
    pub fn line_break(&mut self) {
        self.breaks += 1;
    }

    /// Adds words with collapsed white space.
    pub fn text(&mut self, text: &str, style: Style) {
        let mut run = String::new();
        for c in text.chars() {
            match c {
                '\u{200B}' | '\u{FEFF}' => {}
                c if c.is_whitespace() => {
                    if run.is_empty() {
                        self.space = true;
                    } else if !run.ends_with(' ') {
                        run.push(' ');
                    }
                }
                // Control characters are not allowed in documents.
                c if c.is_control() => {}
                c => {
                    if run.is_empty() {
                        self.before_words(style);
                    }
                    run.push(c);
                }
            }
        }
        if run.ends_with(' ') {
            run.pop();
            self.space = true;
        }
        if !run.is_empty() {
            self.run(run, style);
        }
    }

    /// Adds paragraphs of plain text, one per line.
    pub fn paragraphs(&mut self, text: &str) {
        for line in text.lines() {
            self.boundary();
            self.text(line, Style::default());
        }
        self.boundary();
    }

    /// Adds an inline piece: a picture, a mark.
    pub fn inline(&mut self, piece: OutputEvent, style: Style) {
        self.before_words(style);
        self.document.pieces.push(piece);
        self.style = style;
        self.begun = true;
    }

    /// Adds a piece between blocks.
    pub fn between(&mut self, piece: OutputEvent) {
        self.boundary();
        if self.open.last().is_some_and(BlockKind::holds_words) {
            return;
        }
        if matches!(self.open.last(), Some(BlockKind::List(_))) {
            self.push(BlockKind::Item);
        }
        self.document.pieces.push(piece);
    }

    /// Returns the number of a link.
    pub fn link(&mut self, address: String) -> usize {
        if let Some(known) = self.document.links.iter().rposition(|l| *l == address) {
            return known;
        }
        self.document.links.push(address);
        self.document.links.len() - 1
    }

    /// The document with everything closed.
    pub fn finish(mut self) -> Document {
        self.close_to(0);
        while self.document.pieces.last() == Some(&OutputEvent::Rule) {
            self.document.pieces.pop();
        }
        self.document
    }

    /// Adds what precedes the next word: a block for it, a break, a space.
    fn before_words(&mut self, style: Style) {
        let breaks = std::mem::take(&mut self.breaks);
        if breaks > 1 && self.open.last() == Some(&BlockKind::Paragraph) {
            self.close();
        }
        if !self.open.last().is_some_and(BlockKind::holds_words) {
            if matches!(self.open.last(), Some(BlockKind::List(_))) {
                self.push(BlockKind::Item);
            }
            self.push(BlockKind::Paragraph);
        }
        let space = std::mem::take(&mut self.space);
        if !self.begun {
            return;
        }
        if breaks > 0 {
            self.document.pieces.push(OutputEvent::Break);
        } else if space {
            // A space between two styles has their common style.
            let both = self.style.both(style);
            self.run(String::from(" "), both);
        }
    }

    fn run(&mut self, text: String, style: Style) {
        match self.document.pieces.last_mut() {
            Some(OutputEvent::Run(before, known)) if *known == style => before.push_str(&text),
            _ => self.document.pieces.push(OutputEvent::Run(text, style)),
        }
        self.style = style;
        self.begun = true;
    }

    fn push(&mut self, block: BlockKind) {
        self.space = false;
        self.breaks = 0;
        self.begun = false;
        self.document.pieces.push(OutputEvent::Open(block.clone()));
        self.open.push(block);
    }

    fn close(&mut self) {
        let Some(block) = self.open.pop() else {
            return;
        };
        self.space = false;
        self.breaks = 0;
        self.begun = false;
        let is_empty = self.document.pieces.last() == Some(&OutputEvent::Open(block.clone()));
        if is_empty && !matches!(block, BlockKind::Cell(..)) {
            self.document.pieces.pop();
        } else {
            self.document.pieces.push(OutputEvent::Close(block));
        }
    }
}
