//! Leaving a page: its tab is empty then, and can show another page, or is forgotten.

use std::time::Duration;

use serde_json::json;

use super::tab::Tab;
use crate::browser::devtools::ProtocolError;

/// What a page leaves behind in its tab is removed.
const LEAVE: &str = "try { sessionStorage.clear() } catch (_) {} window.name = ''; true";
/// How long a page may take to be left.
const LEAVING: Duration = Duration::from_secs(2);

impl Tab<'_> {
    /// Leaves the page, so that nothing of it goes on, and its tab can show another one.
    pub(super) async fn leave(&mut self) -> Result<(), ProtocolError> {
        self.evaluate(LEAVE, LEAVING).await?;
        let tab = self.parts.tab.0.clone();
        let goes = async move {
            let empty = json!({ "url": "about:blank" });
            tab.call_within("Page.navigate", empty, LEAVING).await?;
            tab.call_within("Page.resetNavigationHistory", json!({}), LEAVING)
                .await
        };
        self.during_call(goes).await??;
        self.forget_frames();
        Ok(())
    }

    /// Ends the events of the tab and of its frames.
    pub(super) fn forget(&mut self) {
        self.forget_frames();
        self.parts.connection.forget(self.parts.tab.0.session());
    }

    /// Ends the events of its frames.
    fn forget_frames(&mut self) {
        for frame in self.frames.drain(..) {
            self.parts.connection.forget(frame.session());
        }
    }
}
