//! Normalises percent-escapes (RFC 3986, section 6.2.2): hexadecimal digits in upper case, letters,
//! digits and `-._~` unescaped. Input: a path or a query. Output: its normal form.

/// `text` in normal form; `None` if it is already. A text with a percent sign that starts no escape
/// is left unchanged, because its meaning to the server is unknown.
pub(super) fn in_one_form(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut at = bytes.iter().position(|b| *b == b'%')?;
    let mut formed = bytes.get(..at)?.to_vec();
    while let Some(byte) = bytes.get(at) {
        if *byte != b'%' {
            formed.push(*byte);
            at += 1;
            continue;
        }
        let high = char::from(*bytes.get(at + 1)?).to_digit(16)?;
        let low = char::from(*bytes.get(at + 2)?).to_digit(16)?;
        let meant = u8::try_from(high * 16 + low).ok()?;
        if meant.is_ascii_alphanumeric() || b"-._~".contains(&meant) {
            formed.push(meant);
        } else {
            formed.push(b'%');
            for digit in [high, low] {
                let digit = char::from_digit(digit, 16)?.to_ascii_uppercase();
                formed.push(u8::try_from(digit).ok()?);
            }
        }
        at += 3;
    }
    String::from_utf8(formed)
        .ok()
        .filter(|formed| formed != text)
}
