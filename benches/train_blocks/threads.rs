//! Learns which lines are said in threads, and tells what that makes of whole pages.

use std::path::Path;

use bowerbird::logic::generic::training_lines::{ArticleModel, BoostedTrees, WIDTHS, thread_text};
use bowerbird::logic::page::Page;

use super::boost::{self, Settings};
use super::label::{f1_of_means, shared};
use super::pages::{self, Sample};
use super::{Named, PARTS};

const HOW: Settings = Settings {
    trees: 110,
    depth: 5,
    rate: 0.1,
    held_back: 12.0,
    rows: 0.6,
    features: 0.4,
};

/// Words of a line that is no label.
const LONG: f32 = 15.0;

/// Learns from the pages in `dir` and writes the model to `out`; prints the figures of hosts that the
/// models which judged them had not seen.
pub fn train(dir: &Path, out: &Path) {
    let samples = pages::read_all(dir, &pages::THREADS, &[]);
    let table = boost::table(
        &samples,
        |sample| sample.lines.rows().flatten().copied().collect(),
        WIDTHS.0,
    );
    let learned = |part: usize| {
        let learn = |sample: &Sample| sample.learned(part) && is_whole(sample);
        let named = Named::of(&samples, learn);
        ArticleModel {
            first: boost::train(&table.beside(&named.table()), &samples, learn, HOW),
            second: BoostedTrees::default(),
            worth: named.worth,
        }
    };
    let models: Vec<ArticleModel> = (0..PARTS).map(learned).collect();
    for set in &pages::THREADS {
        let mut parts: Vec<Vec<[String; 3]>> = vec![Vec::new(); 2];
        for sample in samples.iter().filter(|sample| sample.set == set.name) {
            let (html, url) = sample.page.as_ref().unwrap();
            let page = Page::parse(html, url);
            let text = |model| sample.titled(&thread_text(&page, model).1);
            let rules = text(None);
            parts[sample.part.unwrap_or(0) % 2].push([
                sample.gold.clone(),
                rules,
                text(Some(&models[sample.part.unwrap_or(0)])),
            ]);
        }
        let figure = |pages: &[[String; 3]], which: usize| {
            f1_of_means(pages.iter().map(|texts| shared(&texts[0], &texts[which]))).0
        };
        let all = parts.concat();
        for (name, pages) in [
            ("all", &all),
            ("one half", &parts[0]),
            ("other half", &parts[1]),
        ] {
            println!(
                "{:14} {name:12} rules {:.4}  other hosts {:.4}",
                set.name,
                figure(pages, 1),
                figure(pages, 2)
            );
        }
    }
    let head = "# Made by `cargo bench --bench train_blocks -- DIR FILE --threads` from labelled pages; see benches/train_blocks.\n";
    std::fs::write(out, head.to_owned() + &learned(PARTS).write()).unwrap();
}

/// Whether the labelled text of a page has most of its posts; some have but the first.
fn is_whole(sample: &Sample) -> bool {
    let lines = sample.lines.lines().zip(&sample.labels);
    let (mut said, mut rest) = (0.0, 0.0);
    for (line, label) in lines {
        if *label >= 0.5 {
            said += line.words;
        } else if *label < 0.3 && line.words >= LONG {
            rest += line.words;
        }
    }
    rest <= 0.5 * said
}
