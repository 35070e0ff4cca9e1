//! Mouse and keyboard of the display itself, as far as a person's hands need them: a small client
//! of the X server that makes it believe in input (extension XTEST). What goes through here takes
//! the way of real input: server, window library, event loop.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use eframe::egui::Key;

const ATTRIBUTES: u8 = 3;
const VIEWABLE: u8 = 2;
const GEOMETRY: u8 = 14;
const QUERY_TREE: u8 = 15;
const TRANSLATE: u8 = 40;
const SET_FOCUS: u8 = 42;
const GET_FOCUS: u8 = 43;
const QUERY_EXTENSION: u8 = 98;
const KEYBOARD: u8 = 101;
const FAKE_INPUT: u8 = 2;

const KEY_DOWN: u8 = 2;
const BUTTON_DOWN: u8 = 4;
const MOVED: u8 = 6;

const SHIFT: u32 = 0xffe1;
const CONTROL: u32 = 0xffe3;

/// The hands.
pub struct Hands {
    stream: UnixStream,
    root: u32,
    /// The opcode of XTEST.
    test: u8,
    /// The first key code, and the symbols of each.
    first: u8,
    symbols: Vec<Vec<u32>>,
    /// Where the window's top left is on the display.
    corner: [i16; 2],
}

impl Hands {
    /// Hands on the display of that name, such as `:7`.
    pub fn on(display: &str) -> Self {
        let number = display.trim_start_matches(':');
        let mut stream = UnixStream::connect(format!("/tmp/.X11-unix/X{number}"))
            .expect("the X server's socket");
        stream
            .write_all(&[b'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
            .expect("greeted");
        let mut head = [0; 8];
        stream.read_exact(&mut head).expect("an answer");
        assert_eq!(head[0], 1, "the X server takes us");
        let mut rest = vec![0; 4 * usize::from(u16::from_le_bytes([head[6], head[7]]))];
        stream.read_exact(&mut rest).expect("the rest of it");
        let vendor = usize::from(u16_at(&rest, 16)).next_multiple_of(4);
        let (formats, first, last) = (usize::from(rest[21]), rest[26], rest[27]);
        let root = u32_at(&rest, 32 + vendor + 8 * formats);
        let mut hands = Self {
            stream,
            root,
            test: 0,
            first,
            symbols: Vec::new(),
            corner: [0, 0],
        };
        hands.test = hands.ask(&[QUERY_EXTENSION, 0, 4, 0, 5, 0, 0, 0], b"XTEST\0\0\0")[9];
        assert_ne!(hands.test, 0, "the X server has XTEST");
        let answer = hands.ask(&[KEYBOARD, 0, 2, 0, first, last - first + 1, 0, 0], &[]);
        let each = usize::from(answer[1]);
        let symbols: Vec<u32> = (32..answer.len())
            .step_by(4)
            .map(|at| u32_at(&answer, at))
            .collect();
        hands.symbols = symbols.chunks(each).map(<[u32]>::to_vec).collect();
        hands
    }

    /// Gives the keyboard to the window, as a click into it would; whether there is one.
    pub fn take_window(&mut self) -> bool {
        let tree = self.ask_of(QUERY_TREE, self.root);
        let children = usize::from(u16_at(&tree, 16));
        let children: Vec<u32> = (0..children).map(|n| u32_at(&tree, 32 + 4 * n)).collect();
        // Beside it there are some of one pixel, which nobody sees.
        let wide = |window: &u32| u16_at(&self.ask_of(GEOMETRY, *window), 16);
        let Some(window) = children.into_iter().max_by_key(wide) else {
            return false;
        };
        let mut place = vec![TRANSLATE, 0, 4, 0];
        place.extend(window.to_le_bytes());
        place.extend(self.root.to_le_bytes());
        place.extend([0; 4]);
        let place = self.ask(&place, &[]);
        self.corner = [12, 14].map(|at| i16::from_le_bytes([place[at], place[at + 1]]));
        let mut focus = vec![SET_FOCUS, 1, 3, 0];
        focus.extend(window.to_le_bytes());
        focus.extend([0; 4]);
        self.send(&focus);
        self.arrive();
        true
    }

    /// Whether the display shows a window. One may go while it is looked at.
    pub fn has_window(&mut self) -> bool {
        let tree = self.ask_of(QUERY_TREE, self.root);
        let children = usize::from(u16_at(&tree, 16));
        let children: Vec<u32> = (0..children).map(|n| u32_at(&tree, 32 + 4 * n)).collect();
        children.into_iter().any(|window| {
            let about = |request: u8| {
                let mut bytes = vec![request, 0, 2, 0];
                bytes.extend(window.to_le_bytes());
                bytes
            };
            let place = self.try_ask(&about(GEOMETRY));
            let state = self.try_ask(&about(ATTRIBUTES));
            // Beside it there are some of one pixel, which nobody sees.
            place.is_some_and(|place| u16_at(&place, 16) > 100)
                && state.is_some_and(|state| state[26] == VIEWABLE)
        })
    }

    /// Moves the pointer to a place of the window.
    pub fn point(&mut self, [x, y]: [f32; 2]) {
        self.fake(
            MOVED,
            0,
            [
                x.round() as i16 + self.corner[0],
                y.round() as i16 + self.corner[1],
            ],
        );
        self.arrive();
    }

    /// Clicks there.
    pub fn click(&mut self, place: [f32; 2]) {
        self.point(place);
        self.press_button(1);
    }

    /// Holds Shift, or lets it go.
    pub fn hold_shift(&mut self, held: bool) {
        let kind = if held { KEY_DOWN } else { KEY_DOWN + 1 };
        self.fake(kind, self.place(SHIFT).0, [0, 0]);
        self.arrive();
    }

    /// Turns the wheel there by so many notches, down when positive.
    pub fn wheel(&mut self, place: [f32; 2], notches: i32) {
        self.point(place);
        for _ in 0..notches.unsigned_abs() {
            self.press_button(if notches > 0 { 5 } else { 4 });
        }
    }

    fn press_button(&mut self, button: u8) {
        for kind in [BUTTON_DOWN, BUTTON_DOWN + 1] {
            self.fake(kind, button, [0, 0]);
        }
        self.arrive();
    }

    /// Presses a key.
    pub fn key(&mut self, key: Key) {
        let symbol = match key {
            Key::Enter => 0xff0d,
            Key::Escape => 0xff1b,
            Key::Tab => 0xff09,
            Key::ArrowDown => 0xff54,
            Key::P => u32::from('p'),
            Key::X => u32::from('x'),
            other => panic!("no symbol for {other:?}"),
        };
        self.symbol(symbol, &[]);
    }

    /// Presses Ctrl with a letter.
    pub fn with_ctrl(&mut self, letter: char) {
        self.symbol(u32::from(letter), &[CONTROL]);
    }

    /// Types a text of the letters that the keyboard has.
    pub fn write(&mut self, text: &str) {
        for letter in text.chars() {
            self.symbol(u32::from(letter), &[]);
        }
    }

    fn symbol(&mut self, symbol: u32, with: &[u32]) {
        let (key, level) = self.place(symbol);
        let mut held: Vec<u8> = with.iter().map(|symbol| self.place(*symbol).0).collect();
        if level == 1 {
            held.push(self.place(SHIFT).0);
        }
        for key in &held {
            self.fake(KEY_DOWN, *key, [0, 0]);
        }
        self.fake(KEY_DOWN, key, [0, 0]);
        self.fake(KEY_DOWN + 1, key, [0, 0]);
        for key in held.iter().rev() {
            self.fake(KEY_DOWN + 1, *key, [0, 0]);
        }
        self.arrive();
    }

    /// On which key a symbol is, and whether with Shift.
    fn place(&self, symbol: u32) -> (u8, usize) {
        for level in 0..2 {
            let found = self
                .symbols
                .iter()
                .position(|of_key| of_key.get(level) == Some(&symbol));
            if let Some(place) = found {
                return (self.first + u8::try_from(place).expect("a key code"), level);
            }
        }
        panic!("the keyboard has no symbol {symbol:#x}");
    }

    fn fake(&mut self, kind: u8, detail: u8, [x, y]: [i16; 2]) {
        let mut request = vec![self.test, FAKE_INPUT, 9, 0, kind, detail, 0, 0, 0, 0, 0, 0];
        request.extend(if kind == MOVED { self.root } else { 0 }.to_le_bytes());
        request.extend([0; 8]);
        request.extend(x.to_le_bytes());
        request.extend(y.to_le_bytes());
        request.extend([0; 8]);
        self.send(&request);
    }

    /// Waits until the server has done everything asked for so far.
    fn arrive(&mut self) {
        self.ask(&[GET_FOCUS, 0, 1, 0], &[]);
    }

    fn ask_of(&mut self, request: u8, of: u32) -> Vec<u8> {
        let mut bytes = vec![request, 0, 2, 0];
        bytes.extend(of.to_le_bytes());
        self.ask(&bytes, &[])
    }

    fn ask(&mut self, head: &[u8], rest: &[u8]) -> Vec<u8> {
        match self.try_ask(&[head, rest].concat()) {
            Some(answer) => answer,
            None => panic!("the X server refused {head:?}"),
        }
    }

    /// The answer, unless it is refused.
    fn try_ask(&mut self, request: &[u8]) -> Option<Vec<u8>> {
        self.send(request);
        loop {
            let mut answer = vec![0; 32];
            self.stream.read_exact(&mut answer).expect("an answer");
            match answer[0] {
                0 => return None,
                1 => {
                    let more = 4 * u32_at(&answer, 4) as usize;
                    answer.resize(32 + more, 0);
                    self.stream
                        .read_exact(&mut answer[32..])
                        .expect("all of it");
                    return Some(answer);
                }
                // Tidings that every client gets, such as another keyboard.
                _ => {}
            }
        }
    }

    fn send(&mut self, request: &[u8]) {
        self.stream
            .write_all(request)
            .expect("the X server listens");
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
