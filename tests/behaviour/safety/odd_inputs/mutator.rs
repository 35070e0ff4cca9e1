//! Changes inputs at random, the same way for the same number.

/// Bytes of an input at most.
const MAX_BYTES: usize = 40_000;

/// What breaks parsers.
const ODD: [&str; 44] = [
    "\0",
    "\u{feff}",
    "\u{fffd}",
    "\u{202e}",
    "\u{10ffff}",
    "\u{300}",
    "İ",
    "ß",
    "ﬃ",
    "中",
    "👩‍👧",
    "\u{85}",
    "\u{2028}",
    "\\ud800",
    "\\u0000",
    "\\uD83D\\u",
    "%00",
    "%ff",
    "%",
    "&#0;",
    "&#xD800;",
    "&#x110000;",
    "&lt",
    "<![CDATA[",
    "]]>",
    "-1",
    "0",
    "9223372036854775808",
    "1e400",
    "NaN",
    "99999999999999999999999999",
    "{1..999999999}",
    "\r",
    "\n\n",
    "\t",
    "\"",
    "'",
    "\\",
    "$",
    "*",
    "..",
    "//",
    "</script>",
    "<!--",
];

/// Pairs that nest.
const NESTS: [(&str, &str); 14] = [
    ("[", "]"),
    ("{\"a\":", "}"),
    ("(", ")"),
    ("<div>", "</div>"),
    ("<b>", ""),
    ("<table><tr><td>", ""),
    ("<a>", "</a>"),
    (":not(", ")"),
    ("*:has(", ")"),
    ("a[", "]"),
    ("{ a = ", " }"),
    ("<outline>", "</outline>"),
    ("<svg>", ""),
    ("(?:", ")*"),
];

/// Numbers that seem random.
pub struct SeededRandom(u64);

impl SeededRandom {
    /// Those of a seed.
    pub fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    /// One below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        // xorshift64* (Vigna 2016).
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).expect("31 bits") % bound.max(1)
    }
}

/// The mutation number `seed` of `seeds`.
pub fn mutated(seeds: &[Vec<u8>], seed: u64) -> Vec<u8> {
    let mut dice = SeededRandom::of(seed);
    let mut input = seeds[dice.below(seeds.len())].clone();
    for _ in 0..=dice.below(4) {
        let other = &seeds[dice.below(seeds.len())];
        change(&mut input, other, &mut dice);
        input.truncate(MAX_BYTES);
    }
    input
}

fn change(input: &mut Vec<u8>, other: &[u8], dice: &mut SeededRandom) {
    let at = dice.below(input.len() + 1);
    let end = (at + 1 + dice.below(32)).min(input.len());
    match dice.below(12) {
        0 => {
            for _ in 0..=dice.below(8) {
                let at = dice.below(input.len());
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
        }
        1 => input.truncate(at),
        2 => drop(input.drain(at..end)),
        3 => {
            let from = dice.below(other.len() + 1);
            let tail = other[from..].to_vec();
            input.truncate(at);
            input.extend(tail);
        }
        4 => {
            let slice = input[at..end].repeat(1_000);
            insert(input, at, &slice);
        }
        5 => {
            let slice = input[at..end].repeat(2 + dice.below(30));
            insert(input, at, &slice);
        }
        6 => blow_up(input, dice),
        7 => {
            let (open, close) = NESTS[dice.below(NESTS.len())];
            let times = [3, 40, 200, 2_000][dice.below(4)];
            insert(input, end, close.repeat(times).as_bytes());
            insert(input, at, open.repeat(times).as_bytes());
        }
        8 => {
            let at = dice.below(input.len());
            if let Some(byte) = input.get_mut(at) {
                *byte = u8::try_from(dice.below(256)).expect("a byte");
            }
        }
        9 => {
            let (from, to) = (dice.below(input.len()), dice.below(input.len()));
            let slice = input[from.min(to)..from.max(to)].to_vec();
            insert(input, at, &slice);
        }
        _ => insert(input, at, ODD[dice.below(ODD.len())].as_bytes()),
    }
}

fn insert(input: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    let at = at.min(input.len());
    input.splice(at..at, bytes.iter().copied().take(MAX_BYTES));
}

/// Makes a number of the input a huge one.
fn blow_up(input: &mut Vec<u8>, dice: &mut SeededRandom) {
    let digits: Vec<usize> = (0..input.len())
        .filter(|at| input[*at].is_ascii_digit())
        .collect();
    if let Some(at) = digits.get(dice.below(digits.len())) {
        let number = [
            "99999999999999999999",
            "-1",
            "0",
            "65536",
            "2147483648",
            "1e309",
            "0.1e-999",
        ];
        let number = number[dice.below(number.len())];
        input.splice(*at..=*at, number.bytes());
    }
}
