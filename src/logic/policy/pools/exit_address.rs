//! The exit address of a proxy, if an answer reports it. Input: headers and body of an answer
//! that echoes the visitor's address. Nothing is guessed: only a valid address counts.

use std::net::IpAddr;

/// Headers that report the visitor's address.
const HEADERS: [&str; 4] = ["x-client-ip", "x-your-ip", "x-remote-addr", "x-real-ip"];
/// JSON members that hold it.
const MEMBERS: [&str; 6] = ["ip", "origin", "query", "ip_addr", "address", "your_ip"];
/// The maximum length of an answer that is only an address.
const LONGEST: usize = 64;
/// The maximum length of parsed JSON.
const MAX_JSON: usize = 8 * 1024;

/// The address that the answer reports for us.
pub fn exit_address(headers: &[(String, String)], body: &str) -> Option<IpAddr> {
    let by_header = headers
        .iter()
        .filter(|(name, _)| HEADERS.contains(&name.as_str()))
        .find_map(|(_, value)| value.trim().parse().ok());
    by_header.or_else(|| of_body(body.trim()))
}

fn of_body(body: &str) -> Option<IpAddr> {
    if body.len() <= LONGEST
        && let Ok(address) = body.parse()
    {
        return Some(address);
    }
    if body.len() > MAX_JSON || !body.starts_with('{') {
        return None;
    }
    let json: serde_json::Value = serde_json::from_str(body).ok()?;
    MEMBERS.iter().find_map(|member| {
        let text = json.get(member)?.as_str()?;
        // Some list the whole route, the visitor first.
        text.split(',').next()?.trim().parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_where_it_is_told_and_not_guessed() {
        let told = |body: &str| exit_address(&[], body).map(|address| address.to_string());
        assert_eq!(told(" 203.0.113.7\n").as_deref(), Some("203.0.113.7"));
        assert_eq!(
            told("{\"ip\":\"2001:db8::7\"}").as_deref(),
            Some("2001:db8::7")
        );
        let way = "{\"origin\": \"203.0.113.7, 10.0.0.1\"}";
        assert_eq!(told(way).as_deref(), Some("203.0.113.7"));
        assert_eq!(told("<p>203.0.113.7</p>"), None);
        assert_eq!(told("{\"ip\":\"unknown\"}"), None);
        let header = [("x-client-ip".to_owned(), "203.0.113.9".to_owned())];
        let told = exit_address(&header, "no").map(|address| address.to_string());
        assert_eq!(told.as_deref(), Some("203.0.113.9"));
    }
}
