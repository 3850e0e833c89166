"""Plausible misreadings of the pages: each changes examples/python/pictoglyph.py, and a case of the kit must catch it.

    python3 mutants.py

It prints how many were caught, and the name of each that was not.
"""
import sys
import types
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KIT = ROOT / "docs/cipher/testkit"
SOURCE = ROOT / "examples/python/pictoglyph.py"

# What is misread, what stands there, what stands there instead, and the case that catches it.
MUTANTS = (
    ("the cost is never read", "salt[0] >> 5 & 1", "0", "aesgcm-strong"),
    ("padding is always taken off", "if body[0] & PADDED:", "if True:", "aesgcm-unpadded"),
    ("padding is never taken off", "if body[0] & PADDED:", "if False:", "aesgcm-normal"),
    ("padding may be longer", "padded(packed[:-1], packing) != data", "False", "aesgcm-padding-not-shortest"),
    ("a padded length is any", " and length % STEP == 0", "", "aesgcm-padded-length"),
    ("the commitment is not compared", "not hmac.compare_digest(commitment, body[12:28])", "False", "aesgcm-foreign-commitment"),
    ("the line feeds count in the match", "self.history, self.match_at, self.match_length = [0], 0, 0",
     "self.history, self.match_at, self.match_length = [0] + [max(0, alphabet.ranks.get(10, 0))] * 6, 0, 0; "
     "self.places = {}; h = self.history; self.recent = [h[1]] * 6; self.history = [0]; "
     "[self.follow(x) for x in h[1:]]", "model-line-feeds"),
    ("the history begins with other characters", "[max(0, alphabet.ranks.get(10, 0))] * 6", "[0] * 6", "raw-model"),
    ("NFKC in place of NFC", '"NFC"', '"NFKC"', "key-compatibility"),
    ("NFD in place of NFC", '"NFC"', '"NFD"', "key-normalised"),
    ("no normalisation", 'unicodedata.normalize("NFC", key)', "key", "key-normalised"),
    ("the key's length after NFC, short", "len(key) > MAX_KEY", 'len(unicodedata.normalize("NFC", key)) > MAX_KEY', "key-shrinks"),
    ("the key's length after NFC, long", "len(key) > MAX_KEY", 'len(unicodedata.normalize("NFC", key)) > MAX_KEY', "key-grows"),
    ("the key's length in units", "len(key) > MAX_KEY", "len(units_of(key)) > MAX_KEY", "key-longest"),
    ("the key's length is any", "len(key) > MAX_KEY", "False", "key-too-long"),
    ("keys are trimmed", "if not key:", "key = key and key.strip()\n    if not key:", "key-spaces"),
    ("keys are UTF-8", '.encode("utf-16-be", "surrogatepass")).digest()', '.encode("utf-8", "replace")).digest()', "key-lone-surrogate"),
    ("RAW refuses long keys", 'if name == "RAW":\n        packed = body[:-2]',
     'if key and len(key) > MAX_KEY:\n        raise Refused("KEY_LENGTH")\n    if name == "RAW":\n        packed = body[:-2]', "raw-key-too-long"),
    ("a missing key comes before the length", "header = 4 * values[3] + values[4]\n",
     "header = 4 * values[3] + values[4]\n    if 'RAW' != TYPE_OF.get(header, 'RAW'):\n        key_material(key)\n", "keyed-impossible-no-key"),
    ("a long key comes before the length", "header = 4 * values[3] + values[4]\n",
     "header = 4 * values[3] + values[4]\n    if key and 'RAW' != TYPE_OF.get(header, 'RAW'):\n        key_material(key)\n", "keyed-impossible-long-key"),
    ("damage comes before a missing key", 'raise Refused("KEY_NEEDED")', 'raise Refused("DAMAGED")', "keyed-damaged-no-key"),
    ("header 0000 is damage", "if header == 0:", "if False:", "later-version"),
    ("the length comes before header 0000", "if header == 0:", "if header == 0 and len(values) > 20:", "later-version-short"),
    ("unknown headers are of later versions", 'if header not in TYPE_OF:\n        raise Refused("DAMAGED")',
     'if header not in TYPE_OF:\n        raise Refused("UNRECOGNIZED")', "header-unknown"),
    ("ciphers are counted in units", "len(cipher) > MAX_CIPHER", "len(units_of(cipher)) > MAX_CIPHER", "long-astral"),
    ("ignored characters do not count", "len(cipher) > MAX_CIPHER",
     "sum(not is_ignored(symbol) for symbol in cipher) > MAX_CIPHER", "too-long-with-spaces"),
    ("classic has at most 20,000 units", "return text_of(classic_body(values[3:-1]))",
     'units = classic_body(values[3:-1])\n            if len(units) > MAX_TEXT_UNITS:\n                raise Refused("DAMAGED")\n            return text_of(units)', "classic-20001"),
    ("foreign symbols in a wrapper are damage", "if any(symbol not in four for symbol in symbols):\n            raise Refused(\"UNRECOGNIZED\")",
     "if any(symbol not in four for symbol in symbols):\n            raise Refused(\"DAMAGED\")", "raw-foreign-symbol"),
    ("white space is all that is ignored", "return any(first <= ord(symbol) <= last for first, last in IGNORED)", "return symbol.isspace()", "classic-spaced"),
    ("the last of a range is not ignored", "first <= ord(symbol) <= last", "first <= ord(symbol) < max(last, first + 1)", "ignored-last"),
    ("the first of a range is not ignored", "first <= ord(symbol) <= last", "min(first + 1, last) <= ord(symbol) <= last", "ignored-first"),
    ("tildes are not folded", 'return "~" if symbol == "\\uff5e" else symbol', "return symbol", "classic-fullwidth-tilde"),
    ("a listed unit may stand in its block", "if found in ranks:", "if False:", "raw-listed-by-block"),
    ("other bytes of the model are read", "if shortest(decisions, ends) != data:", "if False:", "raw-model-not-canonical"),
    ("UTF-16 is always read", "if pack_by_model(units) is not None:\n        raise", "if False:\n        raise", "raw-utf16-not-shortest"),
    ("probabilities have other bounds", "return min(65504, max(32, p))", "return min(65472, max(64, p))", "raw-chinese"),
    ("probabilities have no upper bound", "return min(65504, max(32, p))", "return min(65535, max(32, p))", "model-clamps"),
    ("probabilities have no lower bound", "return min(65504, max(32, p))", "return min(65504, max(1, p))", "model-clamps"),
    ("low bits have no upper bound", "max(500, min(65000, p))", "max(500, p)", "model-clamps"),
    ("low bits have no lower bound", "max(500, min(65000, p))", "min(65000, p)", "model-clamps"),
    ("low bits round otherwise", "p + (65535 - p >> 4)", "p + (65536 - p >> 4)", "model-clamps"),
    ("logits have no bound", "self.squash[2048 + max(-MAX_LOGIT, min(MAX_LOGIT, mixed))]", "self.squash[(2048 + mixed) % 4096]", "model-clamps"),
    ("the match length has another bound", "min(15, self.match_length)", "min(14, self.match_length)", "model-clamps"),
    ("counts have another bound", "min(15, count + 1)", "min(14, count + 1)", "model-clamps"),
    ("a match is sought over more", "while same < 16 and", "while same < 32 and", "model-match"),
    ("a match needs five", "if same >= 4:", "if same >= 5:", "raw-repeated"),
    ("the end is asked for otherwise", "65536 // (4 + asked)", "65536 // (3 + asked)", "raw-model"),
    ("a text has any length", "if len(units) == MAX_TEXT_UNITS:", "if False:", "raw-too-long"),
    ("the checksum starts at 0", "context + body, 0xFFFF)", "context + body, 0)", "raw-model"),
    ("the header is no part of the context", "bytes([0x10 | header])", "bytes([0x10])", "raw-model"),
    ("the version is no part of the context", "bytes([0x10 | header])", "bytes([header])", "raw-model"),
    ("symbols are 16-bit numbers", '.to_bytes(4, "big") for symbol', '.to_bytes(3, "big") for symbol', "raw-model"),
    ("RC4 drops nothing", "stream[3072:]", "stream[:length]", "rc4-model"),
    ("the permutation is inverted", "permutation.index(value) if decrypt else permutation[value]", "permutation[value] if decrypt else permutation.index(value)", "keyperm-model"),
    ("every byte is a number", "if byte < 240", "if True", "keyperm-utf16"),
    ("the classic wrapper takes any length", "if is_classic and n % 8 == 4 and n > 4:", "if is_classic and n % 4 == 0 and n > 4:", "classic-twice"),
    ("an empty classic cipher is a text", "n % 8 == 4 and n > 4", "n % 8 == 4", "classic-empty"),
    ("the low byte of the checksum is compared alone", "remainder = binascii.crc_hqx(context + body, 0xFFFF)",
     "remainder = (binascii.crc_hqx(context + body[:-2], 0xFFFF) ^ int.from_bytes(body[-2:], 'big')) % 256", "raw-checksum-high"),
    ("three bytes of the tag are compared", "hmac.compare_digest(tag_of(packing, mac_key, covered), tag)",
     "hmac.compare_digest(tag_of(packing, mac_key, covered)[:3], tag[:3])", "keyed-tag-3"),
    ("half of the commitment is compared", "hmac.compare_digest(commitment, body[12:28])", "hmac.compare_digest(commitment[:8], body[12:20])",
     "aesgcm-foreign-commitment-15"),
    ("variation selectors beyond U+FFFF are ignored", "(0xFEFF, 0xFEFF),", "(0xFEFF, 0xFEFF), (0xE0100, 0xE01EF),", "not-ignored-e0100"),
    ("all that is invisible is ignored", "return any(first <= ord(symbol) <= last for first, last in IGNORED)",
     "return ord(symbol) in (0x115F, 0x1160, 0x3164) or any(first <= ord(symbol) <= last for first, last in IGNORED)", "not-ignored-3164"),
    ("a foreign symbol comes after the length", "if any(symbol not in four for symbol in symbols):\n            raise Refused(\"UNRECOGNIZED\")",
     "if any(symbol not in four for symbol in symbols):\n            raise Refused(\"DAMAGED\" if n % 2 else \"UNRECOGNIZED\")",
     "classic-foreign-before-length"),
    ("every ignored character is white space", "[\\t-\\r \\x85", "[\\u200b\\ufeff\\t-\\r \\x85", "not-a-space-200b"),
    ("pieces without symbols count", "pieces = [piece for piece in pieces if piece]", "pass", "pieces-and-nothing-else"),
    ("an empty wrapper is a piece", "return n > 4 and n % 8 == 4", "return n % 8 == 4", "pieces-empty-wrapper"),
    ("a piece may have any header", " or 4 * values[3] + values[4] not in TYPE_OF:\n        return False", ":\n        return values[3:5] != [0, 1]",
     "keyed-pieces-unknown"),
    ("a piece may have any length", "return is_body_length(*frame_parts(values))", "return True",
     "keyed-pieces-impossible"),
    ("pieces are not checked", "and all(is_checked(four, piece) for piece in pieces[:JUDGED_PIECES])", "", "keyed-pieces-raw-damaged"),
    ("all pieces are checked", "pieces[:JUDGED_PIECES]", "pieces", "pieces-17-nonsense"),
    ("short pieces are judged too", "len(units) < 3 or all(map(is_plausible", "all(map(is_plausible", "pieces-two-units-nonsense"),
    ("pieces may have half characters", "return is_well_formed(units) and (", "return (", "pieces-half-character"),
    ("every header of a frame ends a body", "if values[:3] == [0, 2, 3] and 4 * values[3] + values[4] in TYPE_OF:", "if values[:3] == [0, 2, 3]:",
     "body-wrapper-of-a-frame"),
    ("the header of later versions ends a body", "if values[:3] == [0, 2, 3] and 4 * values[3] + values[4] in TYPE_OF:",
     "if values[:3] == [0, 2, 3] and 4 * values[3] + values[4] in (0, *TYPE_OF):", "body-begins-as-later-version"),
    ("a fifth is enough for what looks wrapped", "saves(end, 4) for end", "saves(end, 5) for end", "body-wrapped-a-fifth"),
    ("what looks wrapped may be plausible otherwise", "saves(end, 4) for end", "is_plausible(end) for end", "body-wrapped-a-fifth"),
    ("the beginning alone looks wrapped", "if values[:3] == [3, 1, 0] and values[-1] == 2:", "if values[:3] == [3, 1, 0]:", "body-begins-wrapped-alone"),
    ("what looks wrapped has the shape of a body too", "is_read = all(saves(end, 4) for end in ends)",
     "is_read = all(saves(end, 4) for end in ends) and has_shape_of_body(values)", "body-wrapped-run"),
    ("what looks wrapped is one body too", "is_read = all(saves(end, 4) for end in ends)",
     "is_read = all(saves(end, 4) for end in ends) and is_one_body(values, units, cipher)", "lines-looks-wrapped"),
    ("the shortest body repeats every 16", "any(len(values) > p and values[p:] == values[:-p] for p in (8, 16))",
     "any(values[p:] == values[:-p] for p in (8, 16))", "body-of-16-symbols-twice"),
    ("what repeats every 24 is no body", "for p in (8, 16))", "for p in (8, 16, 24))", "body-repeats-24"),
    ("the whole text is judged", "ends = units[:JUDGED_UNITS], units[-JUDGED_UNITS:]", "ends = (units,)", "body-nonsense-within"),
    ("an end with half a character is refused", "if not is_well_formed(units):", "if not is_well_formed(units) or not is_well_formed(units[:16]):",
     "body-cut-character"),
    ("a byte is enough to save", "return saved >= 2 and", "return saved and", "body-saves-one-byte"),
    ("four different units", "if len(units) < 4:", "if len(set(units)) < 4:", "body-four-units-of-two"),
    ("strangers are counted again", "unit for unit in different\n", "unit for unit in units\n", "body-stranger-twice"),
    ("all units are counted", "<= len(different) - 2", "<= len(units) - 2", "body-one-stranger-of-four-in-five"),
    ("a third may be strangers", "<= len(different) - 2", "<= len(different)", "body-one-stranger-of-four-in-five"),
    ("a stranger stands once", "zip(units, units[1:]) if unit == following", "zip(units, units[1:]) if units.count(unit) > 1", "body-not-in-a-row"),
    ("only units in a row are no strangers", "unit not in ranks and unit not in CHAT", "unit not in CHAT", "body-four-units"),
    ("strangers may stand in a row", " and unit not in doubled\n", "\n", "body-in-a-row"),
    ("a block needs two strangers", "sum(block_of(other) == block_of(unit) for other in different) < 2",
     "sum(block_of(other) == block_of(unit) for other in different if other not in ranks) < 2", "body-block-of-a-listed"),
    ("symbols have blocks of 256", 'return "symbols"', "return unit >> 8", "body-block-2000-2bff"),
    ("surrogates have no block", 'return "surrogates"', "return None", "body-block-d800"),
    ("characters of chats are strangers", " and unit not in CHAT_CHARACTERS", "", "script-chat-54cb"),
    ("no text is in one script", " or is_in_one_script(units)", "", "script-with-9fff"),
    ("two scripts are one", "any(all(unit in script for unit in letters) for script in SCRIPTS)",
     "all(any(unit in script for script in SCRIPTS) for unit in letters)", "script-two"),
    ("punctuation is of no script", "letters = [unit for unit in units if unit not in PUNCTUATION]", "letters = units", "script-with-003f"),
    ("punctuation does not count", "len(units) >= 8 and any(", "len(letters) >= 8 and any(", "script-with-003f"),
    ("punctuation alone is of no script", "len(units) >= 8 and any(", "len(units) >= 8 and letters and any(", "script-punctuation-alone"),
    ("eight different units are in one script", "len(units) >= 8 and any(", "len(set(units)) >= 8 and any(", "script-eight-again"),
    ("every break ends a line", '"[\\n\\r\\u2028\\u2029]"', '"[\\n-\\r\\x85\\u2028\\u2029]"', "lines-vertical-tab"),
    ("only line feeds end a line", '"[\\n\\r\\u2028\\u2029]"', '"\\n"', "lines-paragraph-separator"),
    ("all lines are judged", "if at % 8 == 0 and at % 32][:JUDGED_LINES]", "if at % 8 == 0 and at % 32]", "lines-judged-17"),
    ("the first lines are judged", "for at in [at for at in starts if at % 8 == 0 and at % 32][:JUDGED_LINES]:",
     "for at in [at for at in starts[:JUDGED_LINES] if at % 8 == 0 and at % 32]:", "lines-judged-16-of-19"),
    ("a line within a unit is judged", "if at % 8 == 0 and at % 32]", "if at % 32]", "lines-in-a-unit"),
    ("a byte more is enough", "model_bytes(on) - model_bytes(again) >= 2", "model_bytes(on) > model_bytes(again)", "lines-one-byte"),
    ("what is not packed is not compared", "model_bytes(on) - model_bytes(again) >= 2",
     "pack_by_model(on) is not None and model_bytes(on) - model_bytes(again) >= 2", "lines-two-bytes-unpacked"),
    ("two lines may be equal", "is_even = len(starts) > 1 and", "is_even =", "lines-equal-two"),
    ("the last line may be longer", "is_even = is_even and end - starts[-1] <= starts[0]", "pass", "lines-last-longer"),
    ("the last line is as long", "end - starts[-1] <= starts[0]", "end - starts[-1] == starts[0]", "lines-last-shorter"),
    ("weights have another bound", "min(1 << 20, weight)", "min(1 << 19, weight)", "model-long-match"),
    ("contexts have four characters", "            live.append([c.starts", "            if len(live) == 4:\n                break\n            live.append([c.starts",
     "model-deep"),
    ("a body of 8 is read", "if n % 8 or n < 16 or", "if n % 8 or", "body-one-unit"),
    ("a body of several sets is read", "len(fitting) != 1", "not fitting", "body-of-two-sets"),
    ("two symbols make a body", "len(set(values)) < 3 or ", "", "body-two-symbols-listed"),
    ("repetition makes a body", "any(len(values) > p and values[p:] == values[:-p] for p in (8, 16))", "False", "body-repeats-16"),
    ("long runs make a body", "range(len(values) - 15)", "range(0)", "body-long-run"),
    ("half characters make a body", "if not is_well_formed(units):", "if False:", "body-half-character"),
    ("only the beginning is judged", "ends = units[:JUDGED_UNITS], units[-JUDGED_UNITS:]", "ends = (units[:JUDGED_UNITS],)", "body-plausible-only-at-first"),
    ("a frame's beginning makes a body", "if values[:3] == [0, 2, 3] and", "if False and", "body-frame-plausible"),
    ("what looks wrapped is damage", "is_read = all(saves(end, 4) for end in ends)", "is_read = False", "body-looks-wrapped"),
    ("no blocks", "return unit >> 8 if 0x20 <= unit < 0x3400 else None", "return None", "body-arabic"),
    ("lines are not judged", "and is_one_body(values, units, cipher)", "", "body-two-on-lines"),
    ("short lines are read", "if not is_even or is_plausible(again):", "if is_plausible(again):", "body-two-on-lines-short"),
    ("three lines are one cipher", "if n % 8 and are_pieces(four, cipher):", "if False:", "classic-three-lines"),
    ("only classic ciphers are pieces", "if n % 8 and are_pieces(", "if n % 8 == 4 and are_pieces(", "keyed-three-lines"),
    ("only lines are pieces", "[\\t-\\r \\x85", "[\\t-\\r\\x85", "classic-three-pieces"),
    ("columns are not seen", "if not is_even or is_plausible(again):", "if True:", "body-at-a-column"),
    ("a short state of digits is not one less", "    if is_whole:\n        state += 1\n", "", "digits-utf8-one"),
    ("every state of digits is one less", "if is_whole:", "if True:", "digits-long"),
    ("digits have another bound", "LEAST = 2**20 * 3**2", "LEAST = 2**24 * 3**2", "digits-long"),
    ("dates come after hexadecimal", "(16, 3, DECIMAL", "(16, 7, DECIMAL", "digits-numbers"),
    ("space is not in ASCII", "range(0x20, 0x7F)", "range(0x21, 0x7F)", "digits-ascii-bounds"),
    ("DEL is in ASCII", "range(0x20, 0x7F)", "range(0x20, 0x80)", "digits-ascii"),
    ("Base64 begins with small letters", "CAPITALS + CAPITALS.lower()", "CAPITALS.lower() + CAPITALS", "digits-base64"),
    ("the capitals of hexadecimal are small", 'DECIMAL + "ABCDEF-"', 'DECIMAL + "abcdef-"', "digits-hex-capital"),
    ("surrogates are no characters of three bytes", "0x800 + pop(63488)", "0x800 + pop(61440)", "digits-utf8"),
    ("digits of any length are read", "len(units) > MAX_TEXT_UNITS or ", "", "digits-too-long"),
    ("digits are not packed again", "pack(units) != (2, data)", "False", "digits-zero-first"),
    ("any mode is read", "pack(units) != (2, data)", "pack(units)[0] != 2", "digits-other-mode"),
    ("pairs may be two characters", "pack(units) != (2, data)", "pack(units)[0] != 2", "digits-pair-as-two"),
    ("digits are read where the model is shorter", "pack(units) != (2, data)", "pack_digits(units) != data", "digits-model-shorter"),
    ("digits come before the model", "pack(units) != (2, data)", "pack_digits(units) != data", "digits-model-as-short"),
    ("digits come before UTF-16", "pack(units) != (2, data)", "pack_digits(units) != data", "digits-utf16-as-short"),
    ("the checksum has no mark", "if remainder == 0:", "if remainder in (0, MARK):", "digits-ascii"),
    ("every other checksum tells digits", "return 2 if remainder == MARK and bit == 0 else None", "return 2 if bit == 0 else None", "digits-checksum-low"),
    ("the mark is the packing of every header", "2 if remainder == MARK and bit == 0 else", "2 if remainder == MARK else", "digits-told-in-model"),
    ("UTF-16 may be odd", "not is_packed_length(packing, len(packed))", "not is_packed_length(2, len(packed))", "digits-told-utf16"),
    ("what is not padded may be digits", 'bit == 0 and name != "AESGCM"', "bit == 0", "digits-unpadded-length"),
    ("the tag of digits is that of others", "[4 if packing == 2 else 0 :]", "[0:]", "digits-rc4"),
    ("the tag may be either", "packings = [1] if bit else [0, 2]", "packings = [1, 2] if bit else [2, 0]", "digits-tag-in-model"),
    ("the padding of digits is that of others", 'b"\\x81" if packing == 2', 'b"\\x80" if packing == 2', "digits-aesgcm"),
    ("the padding of digits suits the model", "2 if bit == 0 and packed", "2 if packed", "digits-padding-in-model"),
)


def utf16(headers, name):
    return bytes.fromhex(headers[name]).decode("utf-16-be", "surrogatepass") if name in headers else None


def is_right(module, name):
    head, cipher = (KIT / f"{name}.txt").read_bytes().decode("utf-8").split("\n\n", 1)
    headers = dict(line.split(": ", 1) for line in head.split("\n"))
    try:
        text = module.decode(cipher[:-1], headers["sets"].split(" "), utf16(headers, "key-utf16"))
    except module.Refused as refused:
        return str(refused) == headers["expect"]
    except Exception:
        return False
    return headers["expect"] == "text" and text == utf16(headers, "text-utf16")


def module_of(source, tables):
    module = types.ModuleType("pictoglyph")
    module.__file__ = str(SOURCE)
    exec(compile(source, str(SOURCE), "exec"), module.__dict__)
    module._loaded.extend(tables)
    return module


def main():
    source = SOURCE.read_text("utf-8")
    original = module_of(source, ())
    original.new_model()
    alive = []
    for misreading, right, wrong, case in MUTANTS:
        if source.count(right) != 1:
            sys.exit(f"{misreading}: its place stands {source.count(right)} times in pictoglyph.py")
        mutant = module_of(source.replace(right, wrong), original._loaded)
        if is_right(mutant, case):
            alive.append(f"{misreading}: {case}")
    print(f"{len(MUTANTS) - len(alive)} of {len(MUTANTS)} misreadings caught")
    print("\n".join(alive))
    sys.exit(bool(alive))


if __name__ == "__main__":
    main()
