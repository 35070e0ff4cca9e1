//! The bookmark that sends a page: a script that opens a tab with a form. A page can see what runs on it,
//! its key too; hence the key opens nothing but a question in the window.

use bowerbird_io::secrets::Secret;

/// The script, with the places of its port and its key.
const SCRIPT: &str = "(()=>{const d=document,f=d.createElement('form'),t=d.createElement('textarea');\
f.method='POST';f.target='_blank';f.enctype='text/plain';f.acceptCharset='utf-8';\
f.action='http://127.0.0.1:PORT/bookmark';f.hidden=true;t.name='page';\
t.value=JSON.stringify({key:'KEY',url:location.href,title:d.title,html:d.documentElement.outerHTML});\
f.append(t);d.body.append(f);f.submit();f.remove()})()";

/// The address of a bookmark that sends to `port` with `key`.
pub(super) fn address(port: u16, key: &Secret) -> Secret {
    let script = SCRIPT
        .replace("PORT", &port.to_string())
        .replace("KEY", key.reveal());
    Secret::new(format!("javascript:{script}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_one_line_with_its_port_and_key() {
        let address = address(8790, &Secret::new("0a1b"));
        let text = address.reveal();
        assert!(text.starts_with("javascript:(()=>{") && text.ends_with("})()"));
        assert!(text.contains("127.0.0.1:8790/bookmark") && text.contains("key:'0a1b'"));
        // A browser reads a percent sign of an address as the begin of a coded character.
        assert!(!text.contains(['%', '\n', '#', '"']));
        assert!(!text.contains("KEY") && !text.contains("PORT"));
    }
}
