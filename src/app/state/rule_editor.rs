//! A rule being edited: its text, its parsed data, and its faults. The text is the source of truth:
//! changed data is written into it and preserves comments and order.

use std::sync::atomic::{AtomicU64, Ordering};

use bowerbird_engine::project_permission::rule_additions::{NewPart, news_of};
use bowerbird_engine::types::{
    Message, RuleFile, RuleOrigin, Site, SiteId, SourceKind, fault_paths, parse, rewrite,
};
use bowerbird_engine::{Command, SiteCommand};

/// The message of a name that another site has.
const NAME_TAKEN: &str = "store-name-taken";
/// The path of the name of a site.
const NAME_PATH: &str = "site.name";

/// The number of the next editor.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// A rule being edited.
#[derive(Clone, Debug)]
pub struct Editor {
    /// A number that no other editor has: its form keeps half-typed values under it.
    pub number: u64,
    /// The site; `None` if it is not saved yet.
    pub site: Option<SiteId>,
    /// The text.
    pub text: String,
    /// The parsed text; the last version that could be parsed.
    pub file: RuleFile,
    /// Whether `file` matches `text`.
    pub readable: bool,
    /// Whether `text` is valid TOML.
    pub is_toml: bool,
    /// Faults in the text.
    pub faults: Vec<Fault>,
    /// New effects of the text compared with the saved one.
    pub news: Vec<NewPart>,
    /// The origin of the next saved version.
    pub origin: RuleOrigin,
    /// The half shown in a narrow window.
    pub show_text: bool,
    /// The path of the key whose field is to get the focus.
    pub focus: Option<&'static str>,
    /// The kind of the source before the form changed it.
    kind: SourceKind,
    /// Sections that the present kind does not read: they come back with their kind.
    aside: RuleFile,
    saved: String,
}

/// A fault in a rule's text.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The fault and how to fix it.
    pub message: Message,
    /// The path of its key, such as `list.link.css`; empty for none.
    pub path: String,
}

impl Editor {
    /// Begins to edit `text`.
    pub fn new(site: Option<SiteId>, text: String) -> Self {
        let mut editor = Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            site,
            saved: text.clone(),
            text,
            file: RuleFile::default(),
            readable: false,
            is_toml: true,
            faults: Vec::new(),
            news: Vec::new(),
            origin: RuleOrigin::Edited,
            show_text: false,
            focus: None,
            kind: SourceKind::default(),
            aside: RuleFile::default(),
        };
        editor.text_changed();
        editor
    }

    /// Whether anything changed since it was saved.
    pub fn changed(&self) -> bool {
        self.text != self.saved
    }

    /// Whether its text is nowhere but here: a new rule, or a changed one.
    pub fn is_unsaved(&self) -> bool {
        self.site.is_none() || self.changed()
    }

    /// Parses the text again: checks it, and synchronises the form if the text can be parsed.
    pub fn text_changed(&mut self) {
        let before = self.site.map(|_| self.saved.as_str());
        self.news = news_of(before, &self.text, &[]);
        self.is_toml = self.text.parse::<toml::Table>().is_ok();
        match parse(&self.text) {
            Ok(rule) => {
                self.file = rule.file().clone();
                self.kind = self.file.site.kind;
                self.readable = true;
                self.faults.clear();
            }
            Err(errors) => {
                let paths = fault_paths(&self.text, &errors);
                let faults = errors.0.into_iter().zip(paths);
                self.faults = faults
                    .map(|(fault, path)| Fault {
                        line: fault.line,
                        column: fault.column,
                        message: fault.message,
                        path,
                    })
                    .collect();
                // A wrong selector must not lock the form that could fix it.
                match toml::from_str::<RuleFile>(&self.text) {
                    Ok(file) => {
                        self.file = file;
                        self.kind = self.file.site.kind;
                        self.readable = true;
                    }
                    Err(_) => self.readable = false,
                }
            }
        }
    }

    /// Writes the form into the text.
    pub fn form_changed(&mut self) {
        if self.file.site.kind != self.kind {
            self.kind_changed();
        }
        let file = self.file.clone();
        // An empty line among the addresses is one that is being typed.
        let mut written = file.clone();
        written.site.start.retain(|start| !start.trim().is_empty());
        if let Ok(text) = rewrite(&self.text, &written) {
            self.text = text;
        }
        self.text_changed();
        // The user's input stays in the form even if the text spells it differently.
        if self.readable {
            self.file = file;
        }
    }

    /// The form changed the kind of the source: puts aside the sections that the new kind does not
    /// read, and brings back its own.
    fn kind_changed(&mut self) {
        let kind = self.file.site.kind;
        let (file, aside) = (&mut self.file, &mut self.aside);
        put_aside(&file.list, &mut aside.list);
        put_aside(&file.feed, &mut aside.feed);
        put_aside(&file.sitemap, &mut aside.sitemap);
        put_aside(&file.search, &mut aside.search);
        put_aside(&file.api, &mut aside.api);
        put_aside(&file.pages, &mut aside.pages);
        put_aside(&file.crawl, &mut aside.crawl);
        file.set_kind(kind);
        match file.reads_list_section() {
            true => file.list = aside.list.take().or(file.list.take()),
            false => file.list = None,
        }
        match kind {
            SourceKind::List => {}
            SourceKind::Feed => file.feed = aside.feed.take().or(file.feed.take()),
            SourceKind::Sitemap => file.sitemap = aside.sitemap.take().or(file.sitemap.take()),
            SourceKind::Search => file.search = aside.search.take().or(file.search.take()),
            SourceKind::Api => file.api = aside.api.take().or(file.api.take()),
            SourceKind::Pages => file.pages = aside.pages.take().or(file.pages.take()),
            SourceKind::Crawl => file.crawl = aside.crawl.take().or(file.crawl.take()),
        }
        self.kind = kind;
    }

    /// The names of the sections that were put aside, which saving drops.
    pub fn sections_aside(&self) -> Vec<&'static str> {
        let aside = &self.aside;
        let named = [
            ("[list]", aside.list.is_some()),
            ("[feed]", aside.feed.is_some()),
            ("[sitemap]", aside.sitemap.is_some()),
            ("[search]", aside.search.is_some()),
            ("[api]", aside.api.is_some()),
            ("[pages]", aside.pages.is_some()),
            ("[crawl]", aside.crawl.is_some()),
        ];
        let there = named.into_iter().filter(|(_, is_there)| *is_there);
        there.map(|(name, _)| name).collect()
    }

    /// Reverts changes since it was saved.
    pub fn revert(&mut self) {
        self.aside = RuleFile::default();
        self.text.clone_from(&self.saved);
        self.text_changed();
    }

    /// The engine refused to save the text: shows why, at the field of the name if that is taken.
    pub fn refused(&mut self, message: Message) {
        let is_name = message.id == NAME_TAKEN;
        let names = |line: &str| line.trim_start().starts_with("name");
        let line = self.text.lines().position(names).filter(|_| is_name);
        self.faults.push(Fault {
            line: line.map_or(1, |line| line + 1),
            column: 1,
            message,
            path: if is_name {
                NAME_PATH.to_owned()
            } else {
                String::new()
            },
        });
        self.show_text = false;
        self.focus = is_name.then_some(NAME_PATH);
    }

    /// Whether `sites` have the text, which is saved then.
    pub fn is_among(&self, sites: &[Site]) -> bool {
        let is_own = |site: &&Site| self.site.is_none_or(|own| own == site.id);
        let mut own = sites.iter().filter(is_own);
        own.any(|site| site.rule_toml == self.text)
    }

    /// Whether the site that is edited is one of `sites`, or is not saved yet.
    pub fn has_site(&self, sites: &[Site]) -> bool {
        let is_own = |own| sites.iter().any(|site| site.id == own);
        self.site.is_none_or(is_own)
    }

    /// The current text is now the saved one.
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

/// Keeps a section that has something in it; an empty one does not replace what was kept.
fn put_aside<T: Clone + Default + PartialEq>(section: &Option<T>, aside: &mut Option<T>) {
    if let Some(section) = section.as_ref().filter(|section| **section != T::default()) {
        *aside = Some(section.clone());
    }
}
