#!/usr/bin/env python3
"""Pictoglyph's cipher format, written again from docs/cipher/format.md and docs/cipher/model.md.

    python3 pictoglyph.py decode [--key KEY] [--symbols FOUR ...] < cipher
    python3 pictoglyph.py encode [--key KEY] [--symbols FOUR] [--type TYPE] [--strong] < text

It needs Python 3.9, the package cryptography (Debian: python3-cryptography) and the model's table.
"""
import argparse
import binascii
import bisect
import hashlib
import hmac
import os
import re
import sys
import unicodedata
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

TABLE = Path(__file__).resolve().parents[2] / "packages/codec/data/model.table"
SHIPPED = ("嗷呜啊~", "喵呜啊~", "汪嗷呜~", "0123", "abcd", ".:…·", "😺😸😻😼", "叮咚嘟锵", "喵嗷呜~")
MAX_TEXT_UNITS = 20_000
MAX_CIPHER = 200_000
MAX_KEY = 256
MAX_PACKED = 40_000


class Refused(Exception):
    """Why a cipher, a key or a text is refused: one of the page's words."""


# --- UTF-16 -----------------------------------------------------------------------------------------------

def units_of(text):
    """The UTF-16 code units of a text, lone surrogates included."""
    data = text.encode("utf-16-be", "surrogatepass")
    return [data[i] << 8 | data[i + 1] for i in range(0, len(data), 2)]


def text_of(units):
    data = b"".join(unit.to_bytes(2, "big") for unit in units)
    return data.decode("utf-16-be", "surrogatepass")


def is_well_formed(units):
    try:
        b"".join(unit.to_bytes(2, "big") for unit in units).decode("utf-16-be")
    except UnicodeDecodeError:
        return False
    return True


# --- The arithmetic coder ---------------------------------------------------------------------------------

MASK = 0xFFFFFFFF


def split_of(low, high, probability):
    size = high - low
    return low + (size >> 16) * probability + ((size & 0xFFFF) * probability >> 16)


class Reader:
    """Reads decisions from bytes, which zeros follow without end."""

    def __init__(self, data):
        self.data, self.at = data, 4
        self.low, self.high = 0, MASK
        self.code = int.from_bytes((data[:4] + bytes(4))[:4], "big")

    def is_past_end(self):
        return self.at >= len(self.data)

    def __call__(self, probability, _decision=None):
        split = split_of(self.low, self.high, probability)
        decision = 1 if self.code <= split else 0
        if decision:
            self.high = split
        else:
            self.low = split + 1
        while (self.low ^ self.high) >> 24 == 0:
            byte = self.data[self.at] if self.at < len(self.data) else 0
            self.at += 1
            self.low = self.low << 8 & MASK
            self.high = (self.high << 8 & MASK) | 0xFF
            self.code = (self.code << 8 & MASK) | byte
        return decision


class Writer:
    """Writes decisions as bytes."""

    def __init__(self):
        self.low, self.high, self.data = 0, MASK, bytearray()

    def __call__(self, probability, decision):
        split = split_of(self.low, self.high, probability)
        if decision:
            self.high = split
        else:
            self.low = split + 1
        while (self.low ^ self.high) >> 24 == 0:
            self.data.append(self.high >> 24)
            self.low = self.low << 8 & MASK
            self.high = (self.high << 8 & MASK) | 0xFF
        return decision

    def finish(self, total):
        """The bytes so far, the fewest that stay within the range, zeros up to `total`; None if that is more."""
        for count in range(5):
            step = 1 << 32 - 8 * count
            tail = -(-self.low // step) * step
            if tail > self.high:
                continue
            data = bytes(self.data) + tail.to_bytes(5, "big")[1 : 1 + count]
            return data + bytes(total - len(data)) if len(data) <= total else None
        return None


# --- The table --------------------------------------------------------------------------------------------

def log2(n):
    return n.bit_length() - 1


class Numbers:
    """The numbers of the table, as decisions whose probabilities adapt."""

    def __init__(self, data):
        self.counters, self.read = [32768] * 65536, Reader(data)

    def adaptive(self, at):
        p = self.counters[at]
        bit = self.read(min(65472, max(64, p)))
        self.counters[at] = p + (65536 - p >> 5) if bit else p - (p >> 5)
        return bit

    def exponent(self, context):
        node = 1
        for _ in range(4):
            node = 2 * node + self.adaptive(context + node)
        return node - 16

    def number(self, context):
        length = self.exponent(context)
        n = 1
        for place in range(length):
            if place == 0:
                bit = self.adaptive(context + 16 + length)
            elif place == 1:
                bit = self.adaptive(context + 32 + 2 * length + (n & 1))
            else:
                bit = self.read(32768)
            n = 2 * n + bit
        return n - 1


def clamp(p):
    return min(65504, max(32, p))


BLOCK = 65536


class Alphabet:
    """Ranks of units and blocks, the most common first, and the tree over them."""

    def __init__(self, numbers):
        self.codes, sums = [], [0]
        for level in range(numbers.number(0), -1, -1):
            weight = 1 << level // 2
            if level & 1:
                weight = (weight * 92682 + 32768) >> 16
            order = -1
            for _ in range(numbers.number(64)):
                order += 1 + numbers.number(128 + 64 * min(2, level >> 3))
                self.codes.append(BLOCK + order if order < 512 else order - 512)
                sums.append(sums[-1] + weight)
        self.ranks = {code: rank for rank, code in enumerate(self.codes)}
        # A node: split, probability of the right side, left, right; a rank r stands as ~r.
        self.nodes = []
        self.grow(sums, 0, len(self.codes))

    def grow(self, sums, start, end):
        if end - start == 1:
            return ~start
        middle = sums[start] + sums[end]
        low, high = start + 1, end - 1
        while low < high:
            m = (low + high) >> 1
            if 2 * sums[m] < middle:
                low = m + 1
            else:
                high = m
        if low > start + 1 and middle - 2 * sums[low - 1] <= 2 * sums[low] - middle:
            low -= 1
        node = len(self.nodes)
        self.nodes.append(None)
        p = clamp((sums[end] - sums[low]) * 65536 // (sums[end] - sums[start]))
        left = self.grow(sums, start, low)
        self.nodes[node] = (low, p, left, self.grow(sums, low, end))
        return node


class Contexts:
    """What follows up to six ranks: for each context its successors, their summed weights and its escape."""

    def __init__(self, numbers):
        self.numbers = numbers
        self.successors, self.sums = [], [0]
        self.starts, self.escapes, self.children = [0, 0], [0], {}
        self.context(0, -1, 0)

    def context(self, context, parent, depth):
        capped, count = min(3, depth), 0
        if depth > 0:
            self.list(context, parent, depth)
            self.starts.append(len(self.successors))
        count = self.numbers.number(1280 + 64 * capped)
        gaps = 60000 + (capped * 8 + self.size(count)) * 128
        rank = -1
        for _ in range(count):
            rank += 1 + self.numbers.number(gaps)
            child = len(self.escapes)
            self.escapes.append(0)
            self.children[context, rank] = child
            self.context(child, context, depth + 1)

    @staticmethod
    def size(count):
        return min(5, log2(count)) if count else 0

    def list(self, context, parent, depth):
        numbers, capped = self.numbers, min(3, depth)
        count = numbers.number(1024 + 64 * capped) + 1
        exponent = numbers.exponent(1536 + 64 * capped)
        self.escapes[context] = 1 << exponent
        of_parent = self.successors[self.starts[parent] : self.starts[parent + 1]] if depth > 1 else []
        size = self.size(count)
        gap_size = size if depth == 1 else self.size(len(of_parent))
        previous, previous_gap = -1, -1
        for _ in range(count):
            gap_class = previous_gap + 1 if depth > 1 else 0 if previous < 0 else min(15, log2(previous + 1))
            gap = numbers.number(2048 + ((capped * 8 + gap_size) * 16 + gap_class) * 64)
            previous_gap = min(10, log2(gap + 1))
            previous += 1 + gap
            exponent = numbers.exponent(40000 + ((capped * 8 + size) * 20 + exponent) * 32)
            self.successors.append(of_parent[previous] if depth > 1 else previous)
            self.sums.append(self.sums[-1] + (1 << exponent))


# --- The model --------------------------------------------------------------------------------------------

MAX_LOGIT = 2047


def logistic_tables():
    squash = [0] * 4096
    decay = 1 << 26
    for x in range(2048):
        p = min(65535, (1 << 42) // ((1 << 26) + decay))
        squash[2048 + x], squash[2048 - x] = p, 65536 - p
        decay = decay * 66847244 >> 26
    squash[0] = squash[1]
    stretch = []
    for x in range(-MAX_LOGIT, MAX_LOGIT + 1):
        stretch += [x] * ((squash[2048 + x] >> 4) + 1 - len(stretch))
    return squash, stretch + [MAX_LOGIT] * (4096 - len(stretch))


def imul(a, b):
    return a * b & MASK


class Model:
    """Codes the units of one text, each with what those before it have taught."""

    def __init__(self, alphabet, contexts, tables):
        self.alphabet, self.contexts = alphabet, contexts
        self.squash, self.stretch = tables
        self.counters = [{}, {}, {}]
        self.low_counters, self.places = {}, {}
        self.weights = [65536] * 16 + [5760] * 16 + [9600] * 16 + [15360] * 16 + [25600] * 16
        self.weights[16] = self.weights[32] = self.weights[48] = 0
        self.match_counters = [65536 - 65536 // (i + 3) for i in range(16)]
        self.history, self.match_at, self.match_length = [0], 0, 0
        self.recent = [max(0, alphabet.ranks.get(10, 0))] * 6

    def code(self, unit, coder):
        """Codes a unit; a coder that reads is given None, and the unit that it read is returned."""
        ranks = self.alphabet.ranks
        rank = None if unit is None else ranks[unit] if unit in ranks else ranks[BLOCK + (unit >> 7)]
        symbol = self.alphabet.codes[self.code_rank(rank, coder)]
        if symbol < BLOCK:
            return symbol
        found = self.code_low_bits(symbol - BLOCK, unit, coder)
        if found in ranks:
            raise Refused("DAMAGED")
        return found

    def code_low_bits(self, block, unit, coder):
        node = 1
        for i in range(6, -1, -1):
            p = self.low_counters.get((block, node), 32768)
            decision = coder(max(500, min(65000, p)), None if unit is None else unit >> i & 1)
            self.low_counters[block, node] = p + (65535 - p >> 4) if decision else p - (p >> 4)
            node = 2 * node + decision
        return block * 128 + node - 128

    def find_contexts(self):
        """The entries of the contexts that apply: first and last, escape, probability of the shorter ones."""
        live, context, c = [], 0, self.contexts
        for rank in self.recent:
            context = c.children.get((context, rank))
            if context is None:
                break
            live.append([c.starts[context], c.starts[context + 1], c.escapes[context] * 65536])
        return live

    def fixed_probability(self, live, split, p):
        """The table's: each context weighs its successors, and shares what it does not list as the shorter do."""
        successors, sums = self.contexts.successors, self.contexts.sums
        parts = []
        for start, end, rest in live:
            middle = bisect.bisect_left(successors, split, start, end)
            parts.append((middle, p))
            right = (sums[end] - sums[middle]) * 65536 + (rest * p >> 16)
            p = clamp(right * 65536 // ((sums[end] - sums[start]) * 65536 + rest))
        return p, parts

    @staticmethod
    def narrow(live, parts, decision):
        kept = []
        for (start, end, rest), (middle, p) in zip(live, parts):
            right = rest * p >> 16
            if decision and middle < end:
                kept.append((middle, end, max(1, right)))
            elif not decision and start < middle:
                kept.append((start, middle, max(1, rest - right)))
        return kept

    def code_rank(self, rank, coder):
        stretch, weights = self.stretch, self.weights
        live = self.find_contexts()
        found = len(live)
        hash1 = imul(self.recent[0] + 1, 0x2C1B3C6D)
        hash2 = imul(hash1 + self.recent[1] + 0x1234567, 0x297A2D39)
        match_class = min(15, self.match_length)
        expected = self.history[self.match_at] if self.match_at else -1
        node = 0
        while node >= 0:
            split, tree_probability, left, right = self.alphabet.nodes[node]
            p, parts = self.fixed_probability(live, split, tree_probability)
            node_hash = imul(node + 1, 0x9E3779B1)
            slots = (node, imul(hash1 ^ node_hash, 0x2545F491) >> 14, imul(hash2 ^ node_hash, 0x2545F491) >> 14)
            values = [self.counters[order].get(slot, p & 0xFFF0) for order, slot in enumerate(slots)]
            logit = stretch[p >> 4]
            terms = [(found, logit)]
            for order, value in enumerate(values):
                terms.append((16 + 16 * order + (value & 15), stretch[value >> 4] - logit))
            expects_right = 1 if expected >= split else 0
            match_logit = 0
            if expected >= 0:
                match_logit = stretch[self.match_counters[match_class] >> 4] * (1 if expects_right else -1)
            terms.append((64 + match_class, match_logit))
            mixed = sum(weights[at] * term for at, term in terms) >> 16
            probability = clamp(self.squash[2048 + max(-MAX_LOGIT, min(MAX_LOGIT, mixed))])
            decision = coder(probability, None if rank is None else 1 if rank >= split else 0)
            error = 2 * ((decision << 16) - probability)
            for i, (at, term) in enumerate(terms):
                is_taught = i == 0 or (expected >= 0 if i == 4 else values[i - 1] & 15)
                if is_taught:
                    weight = weights[at] + (term * error + 32768 >> 16)
                    weights[at] = max(-(1 << 20), min(1 << 20, weight))
            for order, slot in enumerate(slots):
                self.counters[order][slot] = learn(values[order], decision)
            if expected >= 0:
                counter = self.match_counters[match_class]
                if expects_right == decision:
                    self.match_counters[match_class] = counter + (65535 - counter >> 6)
                else:
                    self.match_counters[match_class] = counter - (counter >> 6)
                    expected = -1
            live = self.narrow(live, parts, decision)
            node = right if decision else left
        self.follow(~node)
        return ~node

    def follow(self, rank):
        """Takes a rank into the history; the match goes on with it, or is sought by the last four ranks."""
        history = self.history
        history.append(rank)
        at = len(history) - 1
        if self.match_at and history[self.match_at] == rank:
            self.match_at += 1
            self.match_length += 1
        else:
            self.match_at = self.match_length = 0
        slot = imul(self.recent[2] + 1, 0x2C1B3C6D) + self.recent[1]
        slot = imul(slot, 0x297A2D39) + self.recent[0]
        slot = imul(imul(slot, 0x85EBCA6B) + rank, 0x9E3779B1) >> 16
        candidate = self.places.get(slot)
        if candidate is not None and not self.match_at:
            same = 0
            while same < 16 and same < candidate - 1 and history[candidate - 1 - same] == history[at - same]:
                same += 1
            if same >= 4:
                self.match_at, self.match_length = candidate, same - 3
        self.places[slot] = at + 1
        self.recent = [rank] + self.recent[:5]


RATES = [65536 // (2 * count + 3) for count in range(16)]


def learn(counter, decision):
    """An adaptive probability has 12 bits, and below them the count of what taught it."""
    count, p = counter & 15, counter >> 4
    p = p + ((4095 - p) * RATES[count] >> 15) if decision else p - (p * RATES[count] >> 15)
    return p << 4 | min(15, count + 1)


_loaded = []


def new_model():
    if not _loaded:
        sys.setrecursionlimit(20_000)
        numbers = Numbers(TABLE.read_bytes())
        alphabet = Alphabet(numbers)
        _loaded.extend([alphabet, Contexts(numbers), logistic_tables()])
    return Model(*_loaded)


# --- Digits -----------------------------------------------------------------------------------------------

LEAST = 2**20 * 3**2 * 11 * 23 * 31 * 73
DECIMAL, CAPITALS = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# The radix and the digit that tell a mode, and its characters; UTF-8 has all.
MODES = (
    (2, 0, None),
    (4, 1, "".join(map(chr, range(0x20, 0x7F)))),
    (16, 3, DECIMAL + " -:/.,+()TZ"),
    (16, 7, DECIMAL + "abcdef-"),
    (16, 11, DECIMAL + "ABCDEF-"),
    (16, 15, CAPITALS + CAPITALS.lower() + DECIMAL + "+/=-_."),
)
LEADS = 146


def digits_of(character, alphabet):
    """The digits of a character in the order of reading, each with its radix."""
    if alphabet is not None:
        return [(alphabet.index(character) + 1, len(alphabet) + 1)]
    code = ord(character)
    if code < 0x80:
        return [(code + 1, LEADS)]
    if code < 0x800:
        return [(128 + code // 128, LEADS), (code % 128, 128)]
    if code < 0x10000:
        return [(144, LEADS), (code - 0x800, 63488)]
    return [(145, LEADS), (code - 0x10000, 2**20)]


def write_digits(text, mark, radix, alphabet):
    state, data = 0, bytearray()

    def push(digit, radix):
        nonlocal state
        while state >= 256 * LEAST // radix:
            data.insert(0, state % 256)
            state //= 256
        state = state * radix + digit

    for character in reversed(text):
        for digit in reversed(digits_of(character, alphabet)):
            push(*digit)
    if not data and state <= 256 * LEAST // radix:
        state -= 1
    push(mark, radix)
    return state.to_bytes(max(1, state.bit_length() + 7 >> 3), "big") + data


def pack_digits(units):
    text = text_of(units)
    fitting = [mode for mode in MODES if mode[2] is None or all(character in mode[2] for character in text)]
    return min((write_digits(text, mark, radix, alphabet) for radix, mark, alphabet in fitting), key=len)


def unpack_digits(data):
    state, at, units = 0, 0, []

    def fill():
        nonlocal state, at
        while state < LEAST and at < len(data):
            state, at = 256 * state + data[at], at + 1

    def pop(radix):
        nonlocal state
        state, digit = divmod(state, radix)
        fill()
        return digit

    fill()
    is_whole = at == len(data)
    radix, _, alphabet = next(mode for mode in MODES if state % mode[0] == mode[1])
    pop(radix)
    if is_whole:
        state += 1
    while state:
        lead = pop(LEADS if alphabet is None else len(alphabet) + 1)
        if lead == 0:
            raise Refused("DAMAGED")
        if alphabet is not None:
            units.append(ord(alphabet[lead - 1]))
        elif lead <= 128:
            units.append(lead - 1)
        elif lead < 144:
            units.append((lead - 128) * 128 + pop(128))
        else:
            units += units_of(chr(0x800 + pop(63488) if lead == 144 else 0x10000 + pop(2**20)))
    return units


# --- Packing ----------------------------------------------------------------------------------------------

def end_probability(asked):
    return 65536 // (4 + asked)


def write_decisions(decisions, ends, total):
    """The decisions in `total` bytes; None where a reader of so many would not find the end at its place."""
    writer, asked, is_asked, at = Writer(), 0, False, 0
    for unit, end in enumerate(ends):
        for at in range(at, end):
            writer(*decisions[at])
        at = end
        is_asked = len(writer.data) + 4 >= total
        if is_asked:
            writer(end_probability(asked), 1 if unit == len(ends) - 1 else 0)
            asked += 1
        if len(writer.data) > total:
            return None
    return writer.finish(total) if is_asked else None


def shortest(decisions, ends):
    """The fewest bytes that hold the decisions of a text; None where UTF-16 is as short."""
    writer = Writer()
    for decision in decisions:
        writer(*decision)
    for total in range(max(1, len(writer.data)), 2 * len(ends)):
        data = write_decisions(decisions, ends, total)
        if data is not None:
            return data
    return None


def pack_by_model(units):
    model, decisions, ends = new_model(), [], []
    sized = Writer()

    def coder(probability, decision):
        decisions.append((probability, decision))
        return sized(probability, decision)

    for unit in units:
        model.code(unit, coder)
        ends.append(len(decisions))
        if len(sized.data) >= 2 * len(units):
            return None
    return shortest(decisions, ends)


def unpack_by_model(data):
    model, decisions, ends, units = new_model(), [], [], []
    reader, asked = Reader(data), 0

    def coder(probability, _decision):
        decision = reader(probability)
        decisions.append((probability, decision))
        return decision

    while True:
        if len(units) == MAX_TEXT_UNITS:
            raise Refused("DAMAGED")
        units.append(model.code(None, coder))
        ends.append(len(decisions))
        if reader.is_past_end():
            if reader(end_probability(asked)):
                break
            asked += 1
    if shortest(decisions, ends) != data:
        raise Refused("DAMAGED")
    return units


def pack(units):
    utf16 = b"".join(unit.to_bytes(2, "big") for unit in units)
    ways = (1, pack_by_model(units)), (0, utf16), (2, pack_digits(units))
    return min((way for way in ways if way[1] is not None), key=lambda way: len(way[1]))


def unpack(packing, data):
    if packing == 1:
        return unpack_by_model(data)
    if packing == 2:
        units = unpack_digits(data)
        if len(units) > MAX_TEXT_UNITS or pack(units) != (2, data):
            raise Refused("DAMAGED")
        return units
    units = [data[i] << 8 | data[i + 1] for i in range(0, len(data), 2)]
    if pack_by_model(units) is not None:
        raise Refused("DAMAGED")
    return units


def is_packed_length(packing, length):
    if packing == 0:
        return 2 <= length <= MAX_PACKED and length % 2 == 0
    return 1 <= length < MAX_PACKED


# --- Symbols ----------------------------------------------------------------------------------------------

IGNORED = (
    (0x9, 0xD), (0x20, 0x20), (0x85, 0x85), (0xA0, 0xA0), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C),
    (0x1680, 0x1680), (0x180B, 0x180F), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F),
    (0x3000, 0x3000), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
)


def is_ignored(symbol):
    return any(first <= ord(symbol) <= last for first, last in IGNORED)


def fold(symbol):
    return "~" if symbol == "\uff5e" else symbol


def bytes_of(values):
    return bytes(
        values[i] << 6 | values[i + 1] << 4 | values[i + 2] << 2 | values[i + 3] for i in range(0, len(values), 4)
    )


def values_of(data):
    return [byte >> shift & 3 for byte in data for shift in (6, 4, 2, 0)]


# --- Classic ----------------------------------------------------------------------------------------------

def classic_body(values):
    units = []
    for i in range(0, len(values), 8):
        unit = 0
        for n in range(4):
            k = i // 2 + n
            unit = unit << 4 | (4 * values[i + 2 * n] + values[i + 2 * n + 1] - k) % 16
        units.append(unit)
    return units


def encode_classic(symbols, units):
    values = [3, 1, 0]
    for i, unit in enumerate(units):
        for n in range(4):
            m = ((unit >> 12 - 4 * n & 15) + 4 * i + n) % 16
            values += [m >> 2, m & 3]
    return "".join(symbols[value] for value in values + [2])


JUDGED_UNITS = 16


JUDGED_LINES = 16
JUDGED_PIECES = 16
LINE_BREAKS = re.compile("[\n\r\u2028\u2029]")


def read_body(values, cipher):
    """A classic body without its wrapper."""
    if values[:3] == [0, 2, 3] and 4 * values[3] + values[4] in TYPE_OF:
        raise Refused("DAMAGED")
    units = classic_body(values)
    if not is_well_formed(units):
        raise Refused("DAMAGED")
    ends = units[:JUDGED_UNITS], units[-JUDGED_UNITS:]
    if values[:3] == [3, 1, 0] and values[-1] == 2:
        is_read = all(saves(end, 4) for end in ends)
    else:
        is_read = (
            has_shape_of_body(values) and all(is_plausible(end) for end in ends)
            and is_one_body(values, units, cipher)
        )
    if not is_read:
        raise Refused("DAMAGED")
    return units


def has_shape_of_body(values):
    if len(set(values)) < 3 or any(len(values) > p and values[p:] == values[:-p] for p in (8, 16)):
        return False
    return not any(len(set(values[i : i + 16])) == 1 for i in range(len(values) - 15))


def is_plausible(units):
    return belongs_together(units) or saves(units, 5) or is_in_one_script(units)


def is_one_body(values, units, cipher):
    """Whether no line of the cipher is better read as the beginning of another body."""
    starts = {0: None}
    for line in LINE_BREAKS.split(cipher):
        starts[list(starts)[-1] + sum(not is_ignored(symbol) for symbol in line)] = None
    *starts, end = list(starts)[1:]
    is_even = len(starts) > 1 and starts == [starts[0] * (i + 1) for i in range(len(starts))]
    is_even = is_even and end - starts[-1] <= starts[0]
    for at in [at for at in starts if at % 8 == 0 and at % 32][:JUDGED_LINES]:
        on, again = units[at // 8 :][:JUDGED_UNITS], classic_body(values[at : at + 8 * JUDGED_UNITS])
        if not is_plausible(on):
            if not is_even or is_plausible(again):
                return False
        elif is_plausible(again) and model_bytes(on) - model_bytes(again) >= 2:
            return False
    return True


def model_bytes(units):
    packed = pack_by_model(units)
    return 2 * len(units) if packed is None else len(packed)


def saves(units, part):
    """Whether the model's bytes are fewer than those of UTF-16 by two, and by one `part`."""
    saved = 2 * len(units) - model_bytes(units)
    return saved >= 2 and part * saved >= 2 * len(units)


def block_of(unit):
    if 0xD800 <= unit < 0xE000:
        return "surrogates"
    if 0x2000 <= unit < 0x2C00:
        return "symbols"
    return unit >> 8 if 0x20 <= unit < 0x3400 else None


def belongs_together(units):
    if len(units) < 4:
        return False
    ranks, different = new_model().alphabet.ranks, set(units)
    doubled = {unit for unit, following in zip(units, units[1:]) if unit == following}
    strangers = [
        unit for unit in different
        if unit not in ranks and unit not in CHAT_CHARACTERS and unit not in doubled
        and (block_of(unit) is None or sum(block_of(other) == block_of(unit) for other in different) < 2)
    ]
    return 3 * len(strangers) <= len(different) - 2


CHAT_CHARACTERS = frozenset(
    units_of("嘅哋啲嚟冇嘢噉咁乜嘥嗰啩喎啱攞搵睇瞓偈靚嬲孖冧諗畀俾揸揾嗌嗱噃囖啫吖孭屙掟嘜嚿曱甴囧喵")
)
PUNCTUATION = (*range(0x20, 0x40), *range(0x3000, 0x3040), *range(0xFF00, 0xFF20))
SCRIPTS = range(0x4E00, 0xA000), range(0xAC00, 0xD7A4)


def is_in_one_script(units):
    letters = [unit for unit in units if unit not in PUNCTUATION]
    return len(units) >= 8 and any(all(unit in script for unit in letters) for script in SCRIPTS)


# --- Frame ------------------------------------------------------------------------------------------------

RAW_HEADERS = (0b0101, 0b0111)
HEADERS = {"KEYPERM": 0b0010, "STREAMXOR": 0b1000, "VIGENERE": 0b1010, "RC4": 0b1100, "AESGCM": 0b1110}
TYPE_OF = {header: name for name, header in HEADERS.items()} | {header: "RAW" for header in RAW_HEADERS}
OVERHEAD = {"RAW": 2, "KEYPERM": 10, "STREAMXOR": 10, "VIGENERE": 10, "RC4": 10, "AESGCM": 44}
COSTS = ((1 << 17, 8, 1), (1 << 18, 8, 2))


PADDED = 0x40
STEP = 16


def padded(packed, packing):
    return packed + (b"\x81" if packing == 2 else b"\x80") + bytes(STEP - 1 - len(packed) % STEP)


def unpadded(data, bit):
    packed = data.rstrip(b"\0")
    packing = 2 if bit == 0 and packed[-1:] == b"\x81" else bit
    if padded(packed[:-1], packing) != data:
        raise Refused("DAMAGED")
    return packing, packed[:-1]


# XORed into the checksum of digits, which has the header of UTF-16.
MARK = 0xF01F


def packing_of_checksum(context, bit, body):
    """The packing that the checksum of a RAW body tells; None where it does not match."""
    remainder = binascii.crc_hqx(context + body, 0xFFFF)
    if remainder == 0:
        return bit
    return 2 if remainder == MARK and bit == 0 else None


def tag_of(packing, mac_key, covered):
    return hmac.digest(mac_key, covered, "sha256")[4 if packing == 2 else 0 :][:4]


def packing_of_tag(bit, mac_key, covered, tag):
    packings = [1] if bit else [0, 2]
    fitting = [packing for packing in packings if hmac.compare_digest(tag_of(packing, mac_key, covered), tag)]
    return fitting[0] if fitting else None


def context_of(symbols, header):
    return b"".join(ord(fold(symbol)).to_bytes(4, "big") for symbol in symbols) + bytes([0x10 | header])


def key_material(key):
    if not key:
        raise Refused("KEY_NEEDED")
    if len(key) > MAX_KEY:
        raise Refused("KEY_LENGTH")
    return hashlib.sha256(unicodedata.normalize("NFC", key).encode("utf-16-be", "surrogatepass")).digest()


def subkeys(material, salt, name, length):
    info = b"pictoglyph frame 1 " + name.encode("ascii")
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(material)


def keyed_keys(name, key, salt):
    keys = subkeys(key_material(key), salt, name, 64)
    return keys[:32], keys[32:]


def aesgcm_keys(key, salt):
    n, r, p = COSTS[salt[0] >> 5 & 1]
    material = key_material(key)
    master = hashlib.scrypt(material, salt=salt, n=n, r=r, p=p, dklen=32, maxmem=128 * n * r + (1 << 20))
    keys = subkeys(master, salt, "AESGCM", 60)
    return keys[:32], keys[32:44], keys[44:]


def chacha20(key, length):
    return Cipher(algorithms.ChaCha20(key, bytes(16)), None).encryptor().update(bytes(length))


def xor(data, stream):
    return bytes(a ^ b for a, b in zip(data, stream))


def rc4_stream(key, length):
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    i, j, stream = 0, 0, bytearray()
    while len(stream) < 3072 + length:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        stream.append(state[(state[i] + state[j]) % 256])
    return bytes(stream[3072:])


def permutations(items=(0, 1, 2, 3)):
    if not items:
        return [()]
    return [(a,) + rest for a in items for rest in permutations(tuple(b for b in items if b != a))]


def keyperm(key, data, decrypt):
    values, table = values_of(data), permutations()
    stream = [byte for byte in chacha20(key, 2 * len(values) + 256) if byte < 240]
    moved = []
    for value, byte in zip(values, stream):
        permutation = table[byte % 24]
        moved.append(permutation.index(value) if decrypt else permutation[value])
    return bytes_of(moved)


def transform(name, key, data, decrypt):
    if name == "KEYPERM":
        return keyperm(key, data, decrypt)
    if name == "STREAMXOR":
        return xor(data, chacha20(key, len(data)))
    if name == "RC4":
        return xor(data, rc4_stream(key, len(data)))
    sign = -1 if decrypt else 1
    return bytes((byte + sign * key[i % 32]) % 256 for i, byte in enumerate(data))


def encode_frame(symbols, units, name, key=None, cost=0, random=os.urandom):
    packing, packed = pack(units)
    bit = int(packing == 1)
    header = RAW_HEADERS[bit] if name == "RAW" else HEADERS[name]
    context = context_of(symbols, header)
    if name == "RAW":
        checksum = binascii.crc_hqx(context + packed, 0xFFFF) ^ (MARK if packing == 2 else 0)
        body = packed + checksum.to_bytes(2, "big")
    elif name == "AESGCM":
        salt = bytearray(random(12))
        salt[0] = bit << 7 | PADDED | cost << 5 | salt[0] & 0x1F
        aes_key, nonce, commitment = aesgcm_keys(key, bytes(salt))
        prefix = bytes(salt) + commitment
        body = prefix + AESGCM(aes_key).encrypt(nonce, padded(packed, packing), context + prefix)
    else:
        salt = bytearray(random(6))
        salt[0] = bit << 7 | salt[0] & 0x7F
        cipher_key, mac_key = keyed_keys(name, key, bytes(salt))
        ciphertext = transform(name, cipher_key, packed, False)
        tag = tag_of(packing, mac_key, context + salt + ciphertext)
        body = bytes(salt) + tag + ciphertext
    values = [0, 2, 3, header >> 2, header & 3] + values_of(body) + [1]
    return "".join(symbols[value] for value in values)


def frame_parts(values):
    """The type, the packing's bit and the body of a frame."""
    header, body = 4 * values[3] + values[4], bytes_of(values[5:-1])
    name = TYPE_OF[header]
    return name, RAW_HEADERS.index(header) if name == "RAW" else body[0] >> 7, body


def is_body_length(name, bit, body):
    length = len(body) - OVERHEAD[name]
    if name == "AESGCM" and body[0] & PADDED:
        return 0 < length <= MAX_PACKED + STEP and length % STEP == 0
    could_be_digits = bit == 0 and name != "AESGCM"
    return is_packed_length(bit, length) or could_be_digits and is_packed_length(2, length)


def read_frame(symbols, values, key):
    header = 4 * values[3] + values[4]
    if header == 0:
        raise Refused("UNRECOGNIZED")
    if header not in TYPE_OF:
        raise Refused("DAMAGED")
    name, bit, body = frame_parts(values)
    if not is_body_length(name, bit, body):
        raise Refused("DAMAGED")
    context, packing = context_of(symbols, header), bit
    if name == "RAW":
        packed = body[:-2]
        packing = packing_of_checksum(context, bit, body)
    elif name == "AESGCM":
        aes_key, nonce, commitment = aesgcm_keys(key, body[:12])
        if not hmac.compare_digest(commitment, body[12:28]):
            raise Refused("DAMAGED")
        try:
            packed = AESGCM(aes_key).decrypt(nonce, body[28:], context + body[:28])
        except InvalidTag:
            raise Refused("DAMAGED") from None
        if body[0] & PADDED:
            packing, packed = unpadded(packed, bit)
    else:
        cipher_key, mac_key = keyed_keys(name, key, body[:6])
        packing = packing_of_tag(bit, mac_key, context + body[:6] + body[10:], body[6:10])
        if packing is None:
            raise Refused("DAMAGED")
        packed = transform(name, cipher_key, body[10:], True)
    if packing is None or not is_packed_length(packing, len(packed)):
        raise Refused("DAMAGED")
    return unpack(packing, packed)


# --- Reading a cipher -------------------------------------------------------------------------------------

WHITE_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")


def are_pieces(four, cipher):
    """Whether three pieces or more, between white space, are ciphers, which together have the shape of one."""
    pieces = [
        [four.index(fold(symbol)) for symbol in piece if not is_ignored(symbol)]
        for piece in WHITE_SPACE.split(cipher)
    ]
    pieces = [piece for piece in pieces if piece]
    return (
        len(pieces) >= 3 and all(map(has_shape_of_cipher, pieces))
        and all(is_checked(four, piece) for piece in pieces[:JUDGED_PIECES])
    )


def has_shape_of_cipher(values):
    edges, n = values[:3] + values[3:][-1:], len(values)
    if edges == [3, 1, 0, 2]:
        return n > 4 and n % 8 == 4
    if edges != [0, 2, 3, 1] or n % 4 != 2 or n <= 6 or 4 * values[3] + values[4] not in TYPE_OF:
        return False
    return is_body_length(*frame_parts(values))


def is_checked(four, values):
    if values[0] == 3:
        units = classic_body(values[3:-1])
        return is_well_formed(units) and (
            len(units) < 3 or all(map(is_plausible, (units[:JUDGED_UNITS], units[-JUDGED_UNITS:])))
        )
    name, bit, body = frame_parts(values)
    context = context_of(four, 4 * values[3] + values[4])
    return name != "RAW" or packing_of_checksum(context, bit, body) is not None


def decode(cipher, sets=SHIPPED, key=None):
    """The text of a cipher in one of the sets, each a string of four symbols."""
    if len(cipher) > MAX_CIPHER:
        raise Refused("CIPHER_LENGTH")
    symbols = [fold(symbol) for symbol in cipher if not is_ignored(symbol)]
    n = len(symbols)
    edges = symbols[:3] + symbols[3:][-1:]
    for four in ([fold(symbol) for symbol in written] for written in sets):
        c0, c1, c2, c3 = four
        is_classic = edges == [c3, c1, c0, c2]
        if not is_classic and edges != [c0, c2, c3, c1]:
            continue
        if any(symbol not in four for symbol in symbols):
            raise Refused("UNRECOGNIZED")
        values = [four.index(symbol) for symbol in symbols]
        if n % 8 and are_pieces(four, cipher):
            raise Refused("DAMAGED")
        if is_classic and n % 8 == 4 and n > 4:
            return text_of(classic_body(values[3:-1]))
        if not is_classic and n % 4 == 2 and n > 6:
            return text_of(read_frame(four, values, key))
        if n % 8 == 0 and n >= 16:
            return text_of(read_body(values, cipher))
        raise Refused("DAMAGED")
    fitting = [written for written in sets if all(symbol in map(fold, written) for symbol in set(symbols))]
    if n % 8 or n < 16 or len(fitting) != 1:
        raise Refused("UNRECOGNIZED")
    four = [fold(symbol) for symbol in fitting[0]]
    return text_of(read_body([four.index(symbol) for symbol in symbols], cipher))


def encode(text, symbols=SHIPPED[0], name="RAW", key=None, cost=0, random=os.urandom):
    """A text as a cipher: a frame of a type, or `classic`."""
    units = units_of(text)
    if not 1 <= len(units) <= MAX_TEXT_UNITS:
        raise Refused("TEXT_LENGTH")
    if name == "classic":
        return encode_classic(symbols, units)
    return encode_frame(symbols, units, name, key, cost, random)


def main():
    parser = argparse.ArgumentParser(description="Pictoglyph's ciphers, from standard input to standard output.")
    commands = parser.add_subparsers(dest="command", required=True)
    decoding = commands.add_parser("decode", help="writes the text of a cipher")
    decoding.add_argument("--symbols", nargs="+", default=SHIPPED, metavar="FOUR", help="the sets to look among")
    encoding = commands.add_parser("encode", help="writes the cipher of a text")
    encoding.add_argument("--symbols", default=SHIPPED[0], metavar="FOUR", help="the set to write in")
    encoding.add_argument("--type", default="RAW", choices=["classic", "RAW", *HEADERS])
    encoding.add_argument("--strong", action="store_true", help="the higher cost of AESGCM")
    for command in (decoding, encoding):
        command.add_argument("--key")
    options = parser.parse_args()
    written = sys.stdin.buffer.read().decode("utf-8")
    try:
        if options.command == "decode":
            sys.stdout.buffer.write(decode(written, options.symbols, options.key).encode("utf-8"))
        else:
            cipher = encode(written, options.symbols, options.type, options.key, int(options.strong))
            sys.stdout.buffer.write(cipher.encode("utf-8") + b"\n")
    except Refused as refused:
        sys.exit(f"refused: {refused}")
    except UnicodeEncodeError:
        sys.exit("The text holds half of a character, for which UTF-8 has no bytes.")


if __name__ == "__main__":
    main()
