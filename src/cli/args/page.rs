//! `extract`, `select`, `detect`, `preview`: what is done with one page.

use std::path::PathBuf;

use clap::Args;

/// `extract`
#[derive(Debug, Args)]
pub struct ExtractArguments {
    /// Page: a file (.gz too), an address, or - for standard input
    #[arg(required_unless_present = "batch")]
    pub page: Option<String>,
    /// Generic method: auto, cevc, cetd, cetr, cepr, qread, dgwc, vbptc, pean or mibat
    #[arg(long, value_name = "M", conflicts_with = "rule")]
    pub method: Option<String>,
    /// Rule file
    #[arg(long, value_name = "FILE")]
    pub rule: Option<PathBuf>,
    /// Form of the text: text, markdown, html, or json for the whole record. With --batch the
    /// lines have the text in that form too
    #[arg(long, value_name = "F", value_parser = ["text", "markdown", "html", "json"], conflicts_with = "rule")]
    pub format: Option<String>,
    /// Address of the page, when it is a file
    #[arg(long, value_name = "BASE")]
    pub url: Option<String>,
    /// Pages of one thread or article at most, without a rule, when the page is an address
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub pages: usize,
    /// Do not obey robots.txt, for a page that you may read all the same
    #[arg(long)]
    pub ignore_robots: bool,
    /// Folder with pages/ID.html.gz and, for addresses, gold.jsonl
    #[arg(long, value_name = "DIR", requires = "out", conflicts_with = "page")]
    pub batch: Option<PathBuf>,
    /// File to write with --batch (JSON Lines)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `select`
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("selector").required(true).args(["css", "xpath", "regex", "jsonpath", "label"])))]
pub struct SelectArguments {
    /// CSS selector
    #[arg(long, value_name = "S")]
    pub css: Option<String>,
    /// XPath 1.0
    #[arg(long, value_name = "X")]
    pub xpath: Option<String>,
    /// Regular expression over the source
    #[arg(long, value_name = "R")]
    pub regex: Option<String>,
    /// JSONPath (RFC 9535) in a JSON document, or in the JSON that a page carries
    #[arg(long, value_name = "J")]
    pub jsonpath: Option<String>,
    /// Label whose value stands next to it, such as Publisher; several may be given
    #[arg(long, value_name = "TEXT")]
    pub label: Vec<String>,
    /// Let --regex search the visible text instead of the source
    #[arg(long, requires = "regex")]
    pub text: bool,
    /// Group of --regex that is the value: a number (0 is the whole match) or a name
    #[arg(long, value_name = "GROUP", requires = "regex")]
    pub group: Option<String>,
    /// What to take: text, own_text, html, clean_html, markdown, url, table, or the name of an attribute
    #[arg(long, value_name = "WHAT", default_value = "text")]
    pub take: String,
    /// Address that a file's links join to
    #[arg(long, value_name = "BASE")]
    pub url: Option<String>,
    /// Page: a file (.gz too), an address, or - for standard input
    pub file: String,
}

/// `detect`
#[derive(Debug, Args)]
pub struct DetectArguments {
    /// Page: a file (.gz too), an address, or - for standard input
    #[arg(required_unless_present = "batch")]
    pub file: Option<String>,
    /// Status of the answer, when the page is a file
    #[arg(long, value_name = "N")]
    pub status: Option<u16>,
    /// Header of the answer, 'Name: value'
    #[arg(long = "header", value_name = "K: V")]
    pub headers: Vec<String>,
    /// Address of the answer, when the page is a file
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Manifest: JSON lines of {id, file, status, headers, url}
    #[arg(
        long,
        value_name = "MANIFEST",
        requires = "out",
        conflicts_with = "file"
    )]
    pub batch: Option<PathBuf>,
    /// File to write with --batch (JSON Lines)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `preview`
#[derive(Debug, Args)]
pub struct PreviewArguments {
    /// Page: a file (.gz too) or an address
    pub page: String,
    /// Picture to write
    #[arg(long, value_name = "PNG")]
    pub out: PathBuf,
    /// Rectangles of all elements to write
    #[arg(long, value_name = "JSON")]
    pub boxes: Option<PathBuf>,
    /// Width of the page in CSS pixels
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub width: u32,
}
