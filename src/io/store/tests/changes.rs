//! What is written into a project is heard, by whoever writes it; reading is not.

use std::time::Duration;

use tokio::time::timeout;

use crate::io::store::{Changes, Store};
use crate::logic::model::{Wish, WishKind};

const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(300);

#[tokio::test]
async fn a_write_is_heard_and_a_read_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("news.bower");
    let store = Store::create(&path).expect("a project");
    let Some(changes) = Changes::of(&path) else {
        return; // a system without such news: the hub looks by itself
    };
    // What opening wrote is still on its way.
    while timeout(SHORT, changes.heard()).await.is_ok() {}

    store.take_wishes(jiff::Timestamp::now()).expect("a look");
    std::fs::write(folder.path().join("other.txt"), "x").expect("another file");
    assert!(
        timeout(SHORT, changes.heard()).await.is_err(),
        "nothing of the project was written"
    );

    let wish = Wish {
        kind: WishKind::Stop,
        site: None,
        text: None,
    };
    Store::leave_wish(&path, &wish, jiff::Timestamp::now()).expect("a wish");
    assert!(
        timeout(LONG, changes.heard()).await.is_ok(),
        "the write is heard"
    );
}
