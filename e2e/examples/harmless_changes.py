"""Small changes of examples/python/pictoglyph.py that no case of the test kit can show, by the reason."""

HARMLESS_BY_REASON = {
    "The packed bytes are never empty, and what is read beyond four of them is cut off.": (
        'self.code = int.from_bytes((data[:4] + bytes(4))[:4], "big") | 4 -> 3 (2)',
        'self.code = int.from_bytes((data[:4] + bytes(4))[:4], "big") | 4 -> 5 (2)',
        'self.code = int.from_bytes((data[:4] + bytes(4))[:4], "big") | 4 -> 5 (3)',
    ),
    "Four bytes of tail always fit: with four, the least multiple is `low` itself.": (
        "for count in range(5): | 5 -> 6",
    ),
    "Rare: fewer than 256 numbers are left in the range, or its highest one is the tail. No text is known.": (
        "for count in range(5): | 5 -> 4",
        "if tail > self.high: | Gt -> GtE",
    ),
    "The settled bytes alone are enough only if `low` is 0, which the question for the end never leaves.": (
        "if len(writer.data) > total: | Gt -> GtE",
        "for total in range(max(1, len(writer.data)), 2 * len(ends)): | 1 -> 0",
    ),
    "It only ends early what comes to the same.": (
        "if len(sized.data) >= 2 * len(units): | GtE -> Gt",
        "if len(sized.data) >= 2 * len(units): | 2 -> 3",
    ),
    "Probabilities from 32 to 65,504 and counters that stop before their ends never reach the last logit.": (
        "MAX_LOGIT = 2047 | 2047 -> 2046",
        "return squash, stretch + [MAX_LOGIT] * (4096 - len(stretch)) | 4096 -> 4095",
    ),
    "A counter that was never taught has the logit of the contexts, so its difference is 0.": (
        "self.weights[16] = self.weights[32] = self.weights[48] = 0 | 0 -> 1",
        "self.weights[16] = self.weights[32] = self.weights[48] = 0 | 0 -> -1",
        "self.weights[16] = self.weights[32] = self.weights[48] = 0 | 16 -> 15",
        "is_taught = i == 0 or (expected >= 0 if i == 4 else values[i - 1] & 15) | 0 -> -1 (2)",
    ),
    "Without a match its length and its logit count nowhere.": (
        "self.history, self.match_at, self.match_length = [0], 0, 0 | 0 -> 1 (2)",
        "self.history, self.match_at, self.match_length = [0], 0, 0 | 0 -> -1 (2)",
        "terms.append((64 + match_class, match_logit)) | 64 -> 63",
    ),
    "The history's first place is never looked at.": (
        "self.history, self.match_at, self.match_length = [0], 0, 0 | 0 -> 1 (3)",
        "self.history, self.match_at, self.match_length = [0], 0, 0 | 0 -> -1 (3)",
    ),
    "Every number below 0 expects nothing.": (
        "expected = self.history[self.match_at] if self.match_at else -1 | 1 -> 2",
        "expected = -1 | 1 -> 2",
    ),
    "The table has no context of six ranks.": (
        "self.recent = [max(0, alphabet.ranks.get(10, 0))] * 6 | 6 -> 7",
        "self.recent = [max(0, alphabet.ranks.get(10, 0))] * 6 | 6 -> 5",
        "self.recent = [rank] + self.recent[:5] | 5 -> 6",
        "self.recent = [rank] + self.recent[:5] | 5 -> 4",
    ),
    "The line feed is listed, with a rank above 1.": (
        "self.recent = [max(0, alphabet.ranks.get(10, 0))] * 6 | 0 -> 1",
        "self.recent = [max(0, alphabet.ranks.get(10, 0))] * 6 | 0 -> -1",
        "self.recent = [max(0, alphabet.ranks.get(10, 0))] * 6 | 0 -> 1 (2)",
        "self.recent = [max(0, alphabet.ranks.get(10, 0))] * 6 | 0 -> -1 (2)",
    ),
    "Two ranks after the same three never share a slot, so the last ranks are the same if three before are.": (
        "same = 0 | 0 -> 1",
    ),
    "One number more, which nobody reads.": (
        "self.weights = [65536] * 16 + [5760] * 16 + [9600] * 16 + [15360] * 16 + [25600] * 16 | 16 -> 17",
        "self.weights = [65536] * 16 + [5760] * 16 + [9600] * 16 + [15360] * 16 + [25600] * 16 | 16 -> 17 (2)",
        "self.weights = [65536] * 16 + [5760] * 16 + [9600] * 16 + [15360] * 16 + [25600] * 16 | 16 -> 17 (3)",
        "self.weights = [65536] * 16 + [5760] * 16 + [9600] * 16 + [15360] * 16 + [25600] * 16 | 16 -> 17 (4)",
        "self.weights = [65536] * 16 + [5760] * 16 + [9600] * 16 + [15360] * 16 + [25600] * 16 | 16 -> 17 (5)",
        "self.match_counters = [65536 - 65536 // (i + 3) for i in range(16)] | 16 -> 17",
        "RATES = [65536 // (2 * count + 3) for count in range(16)] | 16 -> 17",
        "state, j = list(range(256)), 0 | 256 -> 257",
        "while len(stream) < 3072 + length: | Lt -> LtE",
        "while len(stream) < 3072 + length: | 3072 -> 3073",
        "stream = [byte for byte in chacha20(key, 2 * len(values) + 256) if byte < 240] | 2 -> 3",
        "stream = [byte for byte in chacha20(key, 2 * len(values) + 256) if byte < 240] | 2 -> 1",
        "stream = [byte for byte in chacha20(key, 2 * len(values) + 256) if byte < 240] | 256 -> 257",
        "stream = [byte for byte in chacha20(key, 2 * len(values) + 256) if byte < 240] | 256 -> 255",
    ),
    "The quotients are the same: 65,537 is prime, and 65,536 has no odd divisor.": (
        "self.match_counters = [65536 - 65536 // (i + 3) for i in range(16)] | 65536 -> 65537 (2)",
        "RATES = [65536 // (2 * count + 3) for count in range(16)] | 65536 -> 65537",
        "RATES = [65536 // (2 * count + 3) for count in range(16)] | 65536 -> 65535",
        "return 65536 // (4 + asked) | 65536 -> 65537",
    ),
    "Rare: the rest of a context ends below 2 while the context keeps an entry. No text is known.": (
        "kept.append((middle, end, max(1, right))) | 1 -> 0",
        "kept.append((middle, end, max(1, right))) | 1 -> 2",
        "kept.append((start, middle, max(1, rest - right))) | 1 -> 0",
        "kept.append((start, middle, max(1, rest - right))) | 1 -> 2",
    ),
    "Rare: a product of logit and error is 32,767 modulo 65,536. No text is known.": (
        "weight = weights[at] + (term * error + 32768 >> 16) | 32768 -> 32769",
    ),
    "A match adds 2 to its weight at each of at most 24 nodes of 20,000 units, which stays below 2²⁰; no weight sinks far.": (
        "weights[at] = max(-(1 << 20), min(1 << 20, weight)) | 1 -> 2",
        "weights[at] = max(-(1 << 20), min(1 << 20, weight)) | 1 -> 2 (2)",
        "weights[at] = max(-(1 << 20), min(1 << 20, weight)) | 20 -> 21",
        "weights[at] = max(-(1 << 20), min(1 << 20, weight)) | 20 -> 21 (2)",
        "weights[at] = max(-(1 << 20), min(1 << 20, weight)) | 20 -> 19",
    ),
    "How deep Python may go is no part of the format.": (
        "sys.setrecursionlimit(20_000) | 20000 -> 20001",
        "sys.setrecursionlimit(20_000) | 20000 -> 19999",
    ),
    "Every number but 0 is the decision 1.": (
        "writer(end_probability(asked), 1 if unit == len(ends) - 1 else 0) | 1 -> 2",
    ),
    "An even number from 1 on is at least 2.": (
        "return 2 <= length <= MAX_PACKED and length % 2 == 0 | 2 -> 1",
    ),
    "A body of 16 symbols that repeats every 8 saves nothing, and a longer one repeats every 16 too.": (
        "if len(set(values)) < 3 or any(len(values) > p and values[p:] == values[:-p] for p in (8, 16)): | 8 -> 9",
        "if len(set(values)) < 3 or any(len(values) > p and values[p:] == values[:-p] for p in (8, 16)): | 8 -> 7",
    ),
    "One unit alone would have the block.": (
        "return unit >> 8 if 0x20 <= unit < 0x3400 else None | Lt -> LtE",
        "return unit >> 8 if 0x20 <= unit < 0x3400 else None | 13312 -> 13313",
    ),
    "How much memory OpenSSL may take is no part of the format.": (
        "master = hashlib.scrypt(material, salt=salt, n=n, r=r, p=p, dklen=32, maxmem=128 * n * r + (1 << 20)) | 1 -> 2",
        "master = hashlib.scrypt(material, salt=salt, n=n, r=r, p=p, dklen=32, maxmem=128 * n * r + (1 << 20)) | 20 -> 21",
        "master = hashlib.scrypt(material, salt=salt, n=n, r=r, p=p, dklen=32, maxmem=128 * n * r + (1 << 20)) | 20 -> 19",
        "master = hashlib.scrypt(material, salt=salt, n=n, r=r, p=p, dklen=32, maxmem=128 * n * r + (1 << 20)) | 128 -> 129",
    ),
    "The kit gives the random bytes, the type and the cost.": (
        "salt = bytearray(random(12)) | 12 -> 11",
        "salt = bytearray(random(12)) | 12 -> 13",
        "salt = bytearray(random(6)) | 6 -> 7",
        "salt = bytearray(random(6)) | 6 -> 5",
        "def encode_frame(symbols, units, name, key=None, cost=0, random=os.urandom): | 0 -> 1",
        "def encode_frame(symbols, units, name, key=None, cost=0, random=os.urandom): | 0 -> -1",
        'def encode(text, symbols=SHIPPED[0], name="RAW", key=None, cost=0, random=os.urandom): | 0 -> 1',
        'def encode(text, symbols=SHIPPED[0], name="RAW", key=None, cost=0, random=os.urandom): | 0 -> -1',
        'def encode(text, symbols=SHIPPED[0], name="RAW", key=None, cost=0, random=os.urandom): | 0 -> 1 (2)',
        'def encode(text, symbols=SHIPPED[0], name="RAW", key=None, cost=0, random=os.urandom): | 0 -> -1 (2)',
    ),
    "The other condition on the same number leaves no other one out.": (
        "return 0 < length <= MAX_PACKED + STEP and length % STEP == 0 | 0 -> 1",
        "if edges != [0, 2, 3, 1] or n % 4 != 2 or n <= 6 or 4 * values[3] + values[4] not in TYPE_OF: | 6 -> 7",
        "return n > 4 and n % 8 == 4 | 4 -> 5",
        "if is_classic and n % 8 == 4 and n > 4: | 4 -> 5 (2)",
        "if not is_classic and n % 4 == 2 and n > 6: | 6 -> 7",
        "if n % 8 or n < 16 or len(fitting) != 1: | 16 -> 15",
    ),
    "Two wrapped ciphers have n ≡ 0 (mod 8), or are of two formats and have no wrapper together.": (
        "len(pieces) >= 3 and all(map(has_shape_of_cipher, pieces)) | 3 -> 2",
    ),
    "The bound is a multiple of every radix, so the last digit would be 0, which no character begins with.": (
        "if not data and state <= 256 * LEAST // radix: | LtE -> Lt",
    ),
    "The bytes of digits are as many as those of the model, 1 to 39,999, and only UTF-16 has other lengths.": (
        'could_be_digits = bit == 0 and name != "AESGCM" | without bit == 0',
        "return is_packed_length(bit, length) or could_be_digits and is_packed_length(2, length) | 2 -> 3",
        "return is_packed_length(bit, length) or could_be_digits and is_packed_length(2, length) | 2 -> 1",
    ),
    "Rare: the tags of UTF-16 and of digits are the same, with a chance of 2⁻³². No cipher is known.": (
        "return fitting[0] if fitting else None | 0 -> -1",
    ),
    "Any packing but 1 and 2 is UTF-16.": (
        "ways = (1, pack_by_model(units)), (0, utf16), (2, pack_digits(units)) | 0 -> -1",
    ),
    "Four wrapped ciphers, whose symbols together are a plausible body: none is known.": (
        "if n % 8 and are_pieces(four, cipher): | without n % 8",
    ),
    "Of three or four symbols no cipher is made.": (
        "edges, n = values[:3] + values[3:][-1:], len(values) | 3 -> 4 (2)",
        "edges, n = values[:3] + values[3:][-1:], len(values) | 3 -> 2 (2)",
        "edges = symbols[:3] + symbols[3:][-1:] | 3 -> 2 (2)",
    ),
    "No text of one or two units that looks wrapped saves two bytes.": (
        "if n % 8 == 0 and n >= 16: | without n >= 16",
        "if n % 8 == 0 and n >= 16: | GtE -> Gt",
        "if n % 8 == 0 and n >= 16: | 16 -> 15",
        "if n % 8 == 0 and n >= 16: | 16 -> 17",
    ),
    "Exactly one set fits.": (
        "four = [fold(symbol) for symbol in fitting[0]] | 0 -> -1",
    ),
}

HARMLESS = {change: reason for reason, changes in HARMLESS_BY_REASON.items() for change in changes}
