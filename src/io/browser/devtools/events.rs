//! Events and values of the protocol, as far as they are read here.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

/// A tab, a worker, or whatever else can be attached to.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct TargetInfo {
    pub(in crate::browser) target_id: String,
    #[serde(rename = "type")]
    pub(in crate::browser) kind: String,
}

/// `Target.attachedToTarget`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct AttachedToTarget {
    pub(in crate::browser) session_id: String,
    pub(in crate::browser) target_info: TargetInfo,
}

/// `Target.detachedFromTarget`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct DetachedFromTarget {
    pub(in crate::browser) session_id: String,
}

/// `Target.targetCrashed`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct TargetCrashed {
    pub(in crate::browser) target_id: String,
}

/// A request of a page.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct Request {
    pub(in crate::browser) url: String,
    pub(in crate::browser) method: String,
    #[serde(default)]
    pub(in crate::browser) headers: BTreeMap<String, String>,
    pub(in crate::browser) post_data: Option<String>,
}

/// An answer to a request of a page.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct Response {
    pub(in crate::browser) url: String,
    pub(in crate::browser) status: u16,
    #[serde(default)]
    pub(in crate::browser) headers: BTreeMap<String, String>,
    #[serde(default)]
    pub(in crate::browser) mime_type: String,
}

/// `Fetch.requestPaused`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct RequestPaused {
    pub(in crate::browser) request_id: String,
    pub(in crate::browser) request: Request,
    pub(in crate::browser) frame_id: String,
    pub(in crate::browser) resource_type: String,
}

/// `Fetch.authRequired`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct AuthRequired {
    pub(in crate::browser) request_id: String,
    pub(in crate::browser) auth_challenge: AuthChallenge,
}

/// Who wants a password.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct AuthChallenge {
    #[serde(default)]
    pub(in crate::browser) source: String,
    #[serde(default)]
    pub(in crate::browser) origin: String,
}

impl AuthRequired {
    /// The answer: only our own proxy gets its password; a site is answered by the browser as
    /// `to_sites` says, such as `CancelAuth`.
    pub(in crate::browser) fn answer(&self, password: &str, to_sites: &str) -> Value {
        match self.auth_challenge.source.as_str() {
            "Proxy" if self.auth_challenge.origin.contains("127.0.0.1") => json!({
                "response": "ProvideCredentials",
                "username": "bowerbird",
                "password": password,
            }),
            _ => json!({ "response": to_sites }),
        }
    }
}

/// `Network.requestWillBeSent`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct RequestWillBeSent {
    pub(in crate::browser) request_id: String,
    pub(in crate::browser) request: Request,
    pub(in crate::browser) redirect_response: Option<Response>,
    #[serde(rename = "type")]
    pub(in crate::browser) kind: Option<String>,
    pub(in crate::browser) frame_id: Option<String>,
}

/// `Network.responseReceived`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct ResponseReceived {
    pub(in crate::browser) request_id: String,
    pub(in crate::browser) response: Response,
    #[serde(rename = "type")]
    pub(in crate::browser) kind: String,
    pub(in crate::browser) frame_id: Option<String>,
}

/// `Network.loadingFinished`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct LoadingFinished {
    pub(in crate::browser) request_id: String,
}

/// `Network.loadingFailed`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct LoadingFailed {
    pub(in crate::browser) request_id: String,
    #[serde(default)]
    pub(in crate::browser) error_text: String,
}

/// `Page.javascriptDialogOpening`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct DialogOpening {
    #[serde(rename = "type")]
    pub(in crate::browser) kind: String,
}

/// `Page.lifecycleEvent`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct LifecycleEvent {
    pub(in crate::browser) frame_id: String,
    pub(in crate::browser) name: String,
}

/// `Page.frameNavigated`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct FrameNavigated {
    pub(in crate::browser) frame: NavigatedFrame,
}

/// A frame of a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct NavigatedFrame {
    pub(in crate::browser) parent_id: Option<String>,
}
