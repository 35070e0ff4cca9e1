//! The list of active formatting elements (HTML, 13.2.4.3) from outside the tree builder: which
//! elements belong to it, how many a page has opened, and whether the list is too long.

use std::cell::{Cell, RefCell};

use html5ever::interface::{Tracer, TreeSink};
use html5ever::tree_builder::TreeBuilder;
use html5ever::{LocalName, local_name};

/// The number of such elements.
const COUNT: usize = 14;
/// The elements.
static NAMES: [LocalName; COUNT] = [
    local_name!("a"),
    local_name!("b"),
    local_name!("big"),
    local_name!("code"),
    local_name!("em"),
    local_name!("font"),
    local_name!("i"),
    local_name!("nobr"),
    local_name!("s"),
    local_name!("small"),
    local_name!("strike"),
    local_name!("strong"),
    local_name!("tt"),
    local_name!("u"),
];

/// The maximum count per name: the list never has more.
const MAX_OF_NAME: usize = 1_024;
/// Tags of formatting elements between two checks of the list.
const CHECK_EVERY: usize = 64;
/// The total of open elements and list entries above which the list is closed. 512 may be open.
const CROWD: usize = 768;
/// The total below which closing has emptied the list.
const FEW: usize = 64;

/// The elements opened since the list was last empty.
#[derive(Debug, Default)]
pub(super) struct Formatting {
    opened: RefCell<[usize; COUNT]>,
    since_look: Cell<usize>,
}

impl Formatting {
    /// Records a start tag; returns whether it is of a formatting element.
    pub(super) fn opens(&self, name: &LocalName) -> bool {
        let place = NAMES.iter().position(|known| known == name);
        let mut opened = self.opened.borrow_mut();
        let Some(count) = place.and_then(|place| opened.get_mut(place)) else {
            return false;
        };
        *count = MAX_OF_NAME.min(*count + 1);
        true
    }

    /// The elements that may be in the list, with their maximum count.
    pub(super) fn opened(&self) -> Vec<(LocalName, usize)> {
        let opened = self.opened.borrow();
        let counts = NAMES.iter().cloned().zip(opened.iter().copied());
        counts.filter(|(_, count)| *count > 0).collect()
    }

    /// Whether the list is disproportionately long; checked at intervals.
    pub(super) fn is_crowded<H, S>(&self, builder: &TreeBuilder<H, S>) -> bool
    where
        H: Clone,
        S: TreeSink<Handle = H>,
    {
        let since = self.since_look.get() + 1;
        self.since_look.set(since % CHECK_EVERY);
        since >= CHECK_EVERY && held(builder) > CROWD
    }

    /// Called after end tags for all; those outside a table cell or an object remain.
    pub(super) fn closed<H, S>(&self, builder: &TreeBuilder<H, S>)
    where
        H: Clone,
        S: TreeSink<Handle = H>,
    {
        if held(builder) <= FEW {
            *self.opened.borrow_mut() = [0; COUNT];
        }
    }
}

/// The number of elements in a builder: open ones and those of the list.
fn held<H, S>(builder: &TreeBuilder<H, S>) -> usize
where
    H: Clone,
    S: TreeSink<Handle = H>,
{
    struct Count<H>(Cell<usize>, std::marker::PhantomData<H>);
    impl<H> Tracer for Count<H> {
        type Handle = H;
        fn trace_handle(&self, _: &H) {
            self.0.set(self.0.get() + 1);
        }
    }
    let count = Count(Cell::new(0), std::marker::PhantomData);
    builder.trace_handles(&count);
    count.0.get()
}
