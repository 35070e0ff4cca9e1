//! A table of prices that changes at every reading: rows move, prices change, rows go and come back,
//! with noise in each answer. It knows what a reader has to find, each change once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::crashes_and_full_disk::killed::Numbers;
use crate::engine::support::server::{Reply, Site};

/// A change: kind, name of the row, field, value before, value after.
pub type Expected = (String, String, String, String, String);

struct Row {
    name: String,
    price: u64,
    /// The price that readers saw last.
    seen: Option<u64>,
    there: bool,
    /// Readings in a row without it.
    missed: usize,
    gone: bool,
}

struct World {
    rows: Vec<Row>,
    order: Vec<usize>,
    numbers: Numbers,
    expected: Vec<Expected>,
    readings: usize,
    /// Readings without a row after which it is gone.
    gone_after: usize,
}

/// The table, served on loopback.
pub struct PriceTable {
    world: Arc<Mutex<World>>,
    pub site: Site,
}

impl PriceTable {
    pub fn start(rows: usize, seed: u64) -> Self {
        Self::losing_after(2, rows, seed)
    }

    /// A table whose rows are gone after so many readings without them.
    pub fn losing_after(gone_after: usize, rows: usize, seed: u64) -> Self {
        let rows = (0..rows).map(|n| Row {
            name: format!("Item {n:03}"),
            price: 100 + n as u64,
            seen: None,
            there: true,
            missed: 0,
            gone: false,
        });
        let rows: Vec<Row> = rows.collect();
        let world = Arc::new(Mutex::new(World {
            order: (0..rows.len()).collect(),
            rows,
            numbers: Numbers(seed),
            expected: Vec::new(),
            readings: 0,
            gone_after,
        }));
        let shown = Arc::clone(&world);
        let answers = AtomicUsize::new(0);
        let site = Site::start(move |ask| match ask.path.as_str() {
            "/" => {
                let answer = answers.fetch_add(1, Ordering::SeqCst);
                Reply::html(shown.lock().expect("the world").page(answer))
            }
            _ => Reply::status(404, "gone"),
        });
        Self { world, site }
    }

    /// A rule for the table, with further lines.
    pub fn rule(&self, lines: &str) -> String {
        format!(
            "[site]\nname = 'Prices'\nkind = 'pages'\nstart = ['{}']\n\
             [politeness]\ndelay = '0s'\n{lines}\n[record]\nitem = {{ css = 'tr.row' }}\n\
             [[field]]\nname = 'product'\nselect = [{{ css = 'td:nth-of-type(1)' }}]\n\
             [[field]]\nname = 'price'\nselect = [{{ css = 'td:nth-of-type(2)' }}]\n\
             type = 'number'\n\
             [[field]]\nname = 'seen'\nselect = [{{ css = 'td:nth-of-type(3)' }}]\n\
             [[field]]\nname = 'visits'\nselect = [{{ css = 'td:nth-of-type(4)' }}]\n\
             [[field]]\nname = 'remark'\nselect = [{{ css = 'td:nth-of-type(5)' }}]\n\
             [content]\ngeneric = false\n",
            self.site.url("/")
        )
    }

    /// Notes what the next reading has to find. Call it before the reading.
    pub fn expect_reading(&self) {
        self.world.lock().expect("the world").expect_reading();
    }

    /// Changes the table.
    pub fn change(&self) {
        self.world.lock().expect("the world").change();
    }

    /// All that had to be found so far, sorted.
    pub fn expected(&self) -> Vec<Expected> {
        let mut expected = self.world.lock().expect("the world").expected.clone();
        expected.sort();
        expected
    }
}

impl World {
    fn expect_reading(&mut self) {
        let first = self.readings == 0;
        self.readings += 1;
        let gone_after = self.gone_after;
        for row in &mut self.rows {
            let mut note = |kind: &str, field: &str, before: String, after: String| {
                let row = (
                    kind.to_owned(),
                    row.name.clone(),
                    field.to_owned(),
                    before,
                    after,
                );
                self.expected.push(row);
            };
            if !row.there {
                row.missed += usize::from(row.seen.is_some());
                if row.missed == gone_after && !row.gone {
                    row.gone = true;
                    note("gone", "", String::new(), String::new());
                }
                continue;
            }
            row.missed = 0;
            match row.seen {
                None if !first => note("new", "", String::new(), String::new()),
                Some(seen) if seen != row.price => {
                    note("changed", "price", seen.to_string(), row.price.to_string());
                }
                _ => {}
            }
            if std::mem::take(&mut row.gone) {
                note("back", "", String::new(), String::new());
            }
            row.seen = Some(row.price);
        }
    }

    fn change(&mut self) {
        let count = self.rows.len() as u64;
        let mut pick = |most: u64| {
            let times = self.numbers.below(most + 1);
            let picked: Vec<usize> = (0..times)
                .map(|_| self.numbers.below(count) as usize)
                .collect();
            picked
        };
        let (dearer, moved) = (pick(4), pick(6));
        let (gone, back) = (pick(2), pick(6));
        for row in dearer {
            self.rows[row].price += 1;
        }
        let away = self.rows.iter().filter(|row| !row.there).count();
        if away < self.rows.len() / 4 {
            for row in gone {
                self.rows[row].there = false;
            }
        }
        for row in back {
            self.rows[row].there = true;
        }
        for from in moved {
            let to = self.numbers.below(count) as usize;
            self.order.swap(from, to);
        }
        // A row that nobody has seen yet, now and then.
        if self.numbers.below(5) == 0 {
            let n = self.rows.len();
            self.rows.push(Row {
                name: format!("Item {n:03}"),
                price: 100 + n as u64,
                seen: None,
                there: true,
                missed: 0,
                gone: false,
            });
            self.order.insert(0, n);
        }
    }

    fn page(&self, answer: usize) -> String {
        let mut rows = String::new();
        for place in &self.order {
            let row = &self.rows[*place];
            if !row.there {
                continue;
            }
            let gap = [" ", "\n  ", "&nbsp;"][(answer + place) % 3];
            let mark = ["", "<b>", "<i class=x>"][(answer + place) % 3];
            let end = ["", "</b>", "</i>"][(answer + place) % 3];
            rows.push_str(&format!(
                "<tr class='row c{answer}' data-token='{}'><td>{mark}{}{end}</td>\
                 <td>{gap}{}{gap}</td><td>{} minutes ago</td><td>{}</td>\
                 <td>as{gap}usual</td></tr>",
                answer * 7919 + place,
                row.name,
                row.price,
                1 + (answer + place) % 50,
                1000 + answer,
            ));
        }
        format!(
            "<html><title>Prices</title><h1>Prices</h1><p>Answer {answer}, advertisement {}</p>\
             <table><tr><th>Product</th><th>Price</th></tr>{rows}</table></html>",
            answer * 31 % 17
        )
    }
}
