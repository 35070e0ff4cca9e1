//! A rule being edited: its text, what that says as data, and what is wrong with it. The text is the
//! source of truth: changed data is written into it and leaves comments and order alone.

use bowerbird_engine::permission::rule_news::{NewPart, news_of};
use bowerbird_engine::types::{Message, RuleFile, RuleOrigin, SiteId, parse, rewrite};
use bowerbird_engine::{Command, SiteCommand};

/// A rule being edited.
#[derive(Clone, Debug)]
pub struct Editor {
    /// The site; `None` for one not saved yet.
    pub site: Option<SiteId>,
    /// The text.
    pub text: String,
    /// The text as data; the last that could be read.
    pub file: RuleFile,
    /// Whether `file` is what `text` says.
    pub readable: bool,
    /// What is wrong with the text.
    pub faults: Vec<Fault>,
    /// What the text would do that the saved one does not.
    pub news: Vec<NewPart>,
    /// Where what is saved next comes from.
    pub origin: RuleOrigin,
    /// Which half is shown in a narrow window.
    pub show_text: bool,
    saved: String,
}

/// Something wrong in a rule's text.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What and what to do.
    pub message: Message,
}

impl Editor {
    /// Begins to edit `text`.
    pub fn new(site: Option<SiteId>, text: String) -> Self {
        let mut editor = Self {
            site,
            saved: text.clone(),
            text,
            file: RuleFile::default(),
            readable: false,
            faults: Vec::new(),
            news: Vec::new(),
            origin: RuleOrigin::Edited,
            show_text: false,
        };
        editor.text_changed();
        editor
    }

    /// Whether anything was changed since it was saved.
    pub fn changed(&self) -> bool {
        self.text != self.saved
    }

    /// Reads the text again: checks it, and brings the form in step where the text can be read.
    pub fn text_changed(&mut self) {
        let before = self.site.map(|_| self.saved.as_str());
        self.news = news_of(before, &self.text, &[]);
        match parse(&self.text) {
            Ok(rule) => {
                self.file = rule.file().clone();
                self.readable = true;
                self.faults.clear();
            }
            Err(errors) => {
                self.faults = errors
                    .0
                    .into_iter()
                    .map(|e| Fault {
                        line: e.line,
                        column: e.column,
                        message: e.message,
                    })
                    .collect();
                // A wrong selector must not lock the form in which it could be mended.
                match toml::from_str::<RuleFile>(&self.text) {
                    Ok(file) => {
                        self.file = file;
                        self.readable = true;
                    }
                    Err(_) => self.readable = false,
                }
            }
        }
    }

    /// Writes the form into the text.
    pub fn form_changed(&mut self) {
        let file = self.file.clone();
        if let Ok(text) = rewrite(&self.text, &file) {
            self.text = text;
        }
        self.text_changed();
        // What the person typed stays in the form even where the text says it differently.
        if self.readable {
            self.file = file;
        }
    }

    /// Takes back what was changed since it was saved.
    pub fn revert(&mut self) {
        self.text.clone_from(&self.saved);
        self.text_changed();
    }

    /// The text now is what the project holds.
    pub fn is_saved(&mut self) {
        self.text.clone_into(&mut self.saved);
        self.news.clear();
        self.origin = RuleOrigin::Edited;
    }

    /// The command that saves it.
    pub fn save(&self) -> Command {
        let rule_toml = self.text.clone();
        match self.site {
            Some(site) => Command::Site(SiteCommand::Update {
                site,
                rule_toml,
                origin: self.origin,
            }),
            None => Command::Site(SiteCommand::Add {
                rule_toml,
                origin: RuleOrigin::Added,
            }),
        }
    }
}
