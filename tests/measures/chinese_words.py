"""Writes the dictionary of Chinese words that the program carries, from that of the crate jieba-rs:
python3 tests/measures/chinese_words.py …/jieba-rs-VERSION/src/data/dict.txt assets/words/chinese-words.bin

Words are sorted, and each says how many characters it shares with the word before it: what is left packs
into half of what the crate's own copy takes. Parts of speech are left out, nobody asks for them. The file:
the number of words (4 bytes, little endian); a byte for each word, shared characters above, new ones below;
the new characters in UTF-16 (little endian); the frequencies, 7 bits a byte, lowest first, with the highest bit
where more follow. `src/logic/text/dictionary.rs` reads it."""
import struct, sys

MOST = 15  # what half a byte holds


def written(source):
    words = sorted((word, int(frequency)) for word, frequency, *_ in (line.split() for line in source if line.strip()))
    lengths, characters, frequencies, before = bytearray(), bytearray(), bytearray(), ""
    for word, frequency in words:
        shared = 0
        while shared < min(len(before), len(word), MOST) and before[shared] == word[shared]:
            shared += 1
        new = word[shared:]
        assert len(new) <= MOST and all(ord(c) < 0x10000 for c in word), word
        lengths.append(shared << 4 | len(new))
        characters += new.encode("utf-16-le")
        while frequency > 0x7F:
            frequencies.append(frequency & 0x7F | 0x80)
            frequency >>= 7
        frequencies.append(frequency)
        before = word
    return struct.pack("<I", len(words)) + bytes(lengths + characters + frequencies)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as source:
        result = written(source)
    with open(sys.argv[2], "wb") as file:
        file.write(result)
    print(f"{sys.argv[2]}: {len(result):,} bytes")
