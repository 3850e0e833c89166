import { isSpace } from './xml-tokens.ts'

/** A name verbatim, each byte as one character, split at its first colon; without one, there is no prefix. */
export interface XmlName {
  readonly written: string
  readonly prefix: string
  readonly local: string
  /** Used by the reader of tags: the last tag with an attribute of this name. */
  inTag: number
  /** Another name with the same hash. */
  readonly next: XmlName | undefined
}

/** Limit of a name in bytes. */
export const maxName = 1_000
const maxKnown = 1_024
const lastInAscii = 0x7f

/** Interns names: the same name is the same object in all tags and attributes. */
interface NameReader {
  /** Reads a name of at most {@link maxName} bytes. */
  read(bytes: Uint8Array, from: number, to: number): XmlName
  /** Forgets all names if there are many. */
  forgetMany(): void
}

/** Creates a reader without names. */
export function createNameReader(): NameReader {
  const known = new Map<number, XmlName>()
  // Random, so that no file can give all of its names one hash.
  const factor = Math.trunc(Math.random() * 2 ** 31) | 1
  return {
    read(bytes, from, to) {
      let hash = 0
      for (let at = from; at < to; at++) hash = (Math.imul(hash, factor) + bytes[at]!) | 0
      const first = known.get(hash)
      for (let name = first; name !== undefined; name = name.next) {
        if (name.written.length === to - from && isAt(bytes, from, name.written)) return name
      }
      const name = nameOf(String.fromCharCode(...bytes.subarray(from, to)), first)
      known.set(hash, name)
      return name
    },
    forgetMany() {
      if (known.size > maxKnown) known.clear()
    },
  }
}

function nameOf(written: string, next: XmlName | undefined): XmlName {
  const colon = written.indexOf(':')
  return {
    written,
    prefix: written.slice(0, Math.max(0, colon)),
    local: written.slice(colon + 1),
    inTag: 0,
    next,
  }
}

/** The end of the name that begins at `from`; `from` if none does. Every character beyond ASCII counts as a letter. */
export function nameEnd(bytes: Uint8Array, from: number): number {
  if (!isNameStart(bytes[from]!)) return from
  let end = from + 1
  while (isNameByte(bytes[end]!)) end++
  return end
}

/** Whether an end tag has this name. */
export function isEndOf(name: string, tag: Uint8Array): boolean {
  return isAt(tag, 2, name) && tag[afterSpaces(tag, 2 + name.length)] === 0x3e
}

/** The position of the first byte that is no space. */
export function afterSpaces(bytes: Uint8Array, from: number): number {
  let at = from
  while (isSpace(bytes[at]!)) at++
  return at
}

function isAt(bytes: Uint8Array, from: number, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[from + at] !== text.charCodeAt(at)) return false
  return true
}

function isNameStart(byte: number): boolean {
  return (
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    byte === 0x5f ||
    byte === 0x3a ||
    byte > lastInAscii
  )
}

/** Whether a byte matches `-.\w:`. */
function isNameByte(byte: number): boolean {
  return isNameStart(byte) || (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e
}
