#!/usr/bin/env python3
"""Holds pictoglyph.py to docs/cipher/testkit: reads every case, and writes again what was written from a text.

With --short it leaves out the texts of 20,000 characters, which take most of the time.
"""
import sys
from pathlib import Path

import pictoglyph

KIT = Path(__file__).resolve().parents[2] / "docs/cipher/testkit"
SHORT_BYTES = 50_000


def utf16(headers, name):
    return bytes.fromhex(headers[name]).decode("utf-16-be", "surrogatepass") if name in headers else None


def reading(headers, cipher):
    try:
        text = pictoglyph.decode(cipher, headers["sets"].split(" "), utf16(headers, "key-utf16"))
    except pictoglyph.Refused as refused:
        return str(refused)
    return "text" if text == utf16(headers, "text-utf16") else "another text"


def writing(headers):
    random = bytes.fromhex(headers.get("random", ""))
    return pictoglyph.encode(
        utf16(headers, "text-utf16"),
        headers["sets"],
        "classic" if headers["format"] == "classic" else headers["type"],
        utf16(headers, "key-utf16"),
        int(headers.get("cost", "0")),
        lambda length: random,
    )


def refusing(headers):
    try:
        pictoglyph.encode(utf16(headers, "text-utf16"), headers["sets"], headers["type"], utf16(headers, "key-utf16"))
    except pictoglyph.Refused as refused:
        return str(refused)
    return "text"


def main():
    wrong, files = [], sorted(KIT.glob("*.txt"))
    if "--short" in sys.argv[1:]:
        files = [file for file in files if file.stat().st_size < SHORT_BYTES]
    for file in files:
        head, cipher = file.read_text("utf-8").split("\n\n", 1)
        headers, cipher = dict(line.split(": ", 1) for line in head.split("\n")), cipher[:-1]
        if headers.get("reader") in ("message", "sets"):
            continue
        found = refusing(headers) if "reader" in headers else reading(headers, cipher)
        if found != headers["expect"]:
            wrong.append(f"{file.stem}: read as {found}, not {headers['expect']}")
        if "format" in headers and writing(headers) != cipher:
            wrong.append(f"{file.stem}: written otherwise")
    print(f"{len(files)} cases, {len(wrong)} wrong")
    for line in wrong:
        print(line)
    sys.exit(bool(wrong) or not files)


if __name__ == "__main__":
    main()
