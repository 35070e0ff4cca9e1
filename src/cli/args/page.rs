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
    /// Text format: text, markdown, html, or json for the whole record. With --batch, the
    /// lines have the text in this format too
    #[arg(long, value_name = "F", value_parser = ["text", "markdown", "html", "json"], conflicts_with = "rule")]
    pub format: Option<String>,
    /// Address of the page, if it is a file
    #[arg(long, value_name = "BASE")]
    pub url: Option<String>,
    /// Maximum number of pages of a thread or article, without a rule, if the page is an address
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub pages: usize,
    /// Ignore robots.txt, for a page you may read anyway
    #[arg(long)]
    pub ignore_robots: bool,
    /// Folder with pages/ID.html.gz and, for addresses, gold.jsonl
    #[arg(long, value_name = "DIR", requires = "out", conflicts_with = "page")]
    pub batch: Option<PathBuf>,
    /// Output file with --batch (JSON Lines)
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
    /// JSONPath (RFC 9535) in a JSON document, or in the JSON in a page
    #[arg(long, value_name = "J")]
    pub jsonpath: Option<String>,
    /// Label next to the value, such as Publisher; repeatable
    #[arg(long, value_name = "TEXT")]
    pub label: Vec<String>,
    /// Make --regex search the visible text instead of the source
    #[arg(long, requires = "regex")]
    pub text: bool,
    /// Group of --regex with the value: a number (0 is the whole match) or a name
    #[arg(long, value_name = "GROUP", requires = "regex")]
    pub group: Option<String>,
    /// What to take: text, own_text, html, clean_html, markdown, url, table, or an attribute name
    #[arg(long, value_name = "WHAT", default_value = "text")]
    pub take: String,
    /// Base address for a file's links
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
    /// Status of the response, if the page is a file
    #[arg(long, value_name = "N")]
    pub status: Option<u16>,
    /// Header of the response, 'Name: value'
    #[arg(long = "header", value_name = "K: V")]
    pub headers: Vec<String>,
    /// Address of the response, if the page is a file
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
    /// Output file with --batch (JSON Lines)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `preview`
#[derive(Debug, Args)]
pub struct PreviewArguments {
    /// Page: a file (.gz too) or an address
    pub page: String,
    /// Output image
    #[arg(long, value_name = "PNG")]
    pub out: PathBuf,
    /// Output file for the rectangles of all elements
    #[arg(long, value_name = "JSON")]
    pub boxes: Option<PathBuf>,
    /// Width of the page in CSS pixels
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub width: u32,
}
