// Runs before the scripts of every document: what leads past the proxy, outlives the page or waits
// for a person is not there.
(() => {
  const none = [
    "RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport", "SharedWorker",
    "PresentationRequest", "Notification", "PushManager", "FederatedCredential", "PaymentRequest",
  ];
  for (const name of none) {
    try { delete window[name]; } catch (_) { /* not there */ }
  }
  const navigatorNone = ["serviceWorker", "bluetooth", "usb", "serial", "hid", "mediaDevices", "sendBeacon"];
  for (const name of navigatorNone) {
    try { delete Navigator.prototype[name]; } catch (_) { /* not there */ }
  }
  const set = (name, value) => {
    try { Object.defineProperty(window, name, { value, configurable: true, writable: true }); } catch (_) { /* fixed */ }
  };
  set("alert", () => undefined);
  set("confirm", () => false);
  set("prompt", () => null);
  set("print", () => undefined);
  set("open", () => null);
})();
