import type { ByteSpan } from '../facts.ts'
import type { Reading } from './reading.ts'

/** `strip` removes everything that the picture does not need, `location` only where it was made, `keep` nothing. */
export type StripMode = 'strip' | 'location' | 'keep'

/**
 * Kinds of removed data: `exif` camera data, `location` places in it, `preview` embedded smaller pictures, `xmp` and
 * `iptc` packets, `comment`, `text` of PNG, GIF and AVIF, `time` stamps, `application` data of programs, with their
 * names and accompanying data such as sound, `trailing` bytes after the end.
 */
export type RemovedKind =
  | 'exif'
  | 'location'
  | 'preview'
  | 'xmp'
  | 'iptc'
  | 'comment'
  | 'text'
  | 'time'
  | 'application'
  | 'trailing'

/** A kind of removed data and its number of bytes. */
export interface RemovedItem {
  kind: RemovedKind
  bytes: number
}

/** A part of the stripped file: a range of the original, or new bytes. */
export type StripPiece = ByteSpan | { bytes: Uint8Array }

/** Instructions for writing a file without its metadata. */
export interface StripPlan {
  /** The parts of the new file in order; one range over the whole original if nothing changes. */
  pieces: StripPiece[]
  /** Each kind once. If empty, nothing changes, or only an end marker is added. */
  removed: RemovedItem[]
  /** Length of the new file. */
  bytes: number
}

/** Collects a format's removals and replacements in file order. */
export interface Edits {
  /** Removes the bytes `from` up to `to`. */
  remove(kind: RemovedKind, from: number, to: number): void
  /** Replaces the bytes `from` up to `to` by `bytes`. */
  replace(from: number, to: number, bytes: Uint8Array): void
  /** Overwrites `from` up to `to` with zeros. */
  blank(from: number, to: number): void
  /** Records removed data that `replace` or `blank` edited. */
  report(...removed: RemovedItem[]): void
  /** Number of bytes by which the edits so far shorten the file. */
  readonly shrinkage: number
  /** Position of the kept byte at `offset` in the new file, given the edits so far. */
  placeOf(offset: number): number
  /** Works in steps, because a file may consist of a hundred thousand pieces. */
  plan(size: number): Reading<StripPlan>
}

const editsTogether = 4_096
const zeros = new Uint8Array(65_536)

interface Edit {
  from: number
  to: number
  pieces: Uint8Array[]
  /** Total length of all pieces. */
  length: number
}

/** Starts without edits; the plan is then a copy. */
export function createEdits(): Edits {
  const edits: Edit[] = []
  const removed = new Map<RemovedKind, number>()
  let shrinkage = 0

  function report(...items: RemovedItem[]): void {
    for (const { kind, bytes } of items) removed.set(kind, (removed.get(kind) ?? 0) + bytes)
  }

  function edit(from: number, to: number, pieces: Uint8Array[], length: number): void {
    shrinkage += to - from - length
    const last = edits.at(-1)
    if (last && last.to === from && last.pieces.length + pieces.length === 0) last.to = to
    else edits.push({ from, to, pieces, length })
  }

  return {
    remove(kind, from, to) {
      if (to <= from) return
      edit(from, to, [], 0)
      report({ kind, bytes: to - from })
    },
    replace(from, to, bytes) {
      edit(from, to, bytes.length > 0 ? [bytes] : [], bytes.length)
    },
    blank(from, to) {
      const pieces = []
      for (let at = from; at < to; at += zeros.length) pieces.push(zeros.subarray(0, to - at))
      edit(from, to, pieces, to - from)
    },
    report,
    get shrinkage() {
      return shrinkage
    },
    placeOf(offset) {
      let place = offset
      for (const { from, to, length } of edits) if (to <= offset) place += length - (to - from)
      return place
    },
    *plan(size) {
      const pieces: StripPiece[] = []
      let at = 0
      let done = 0
      for (const each of edits.sort((a, b) => a.from - b.from)) {
        if (each.from > at) pieces.push({ from: at, to: each.from })
        for (const bytes of each.pieces) pieces.push({ bytes })
        at = each.to
        if (++done % editsTogether === 0) yield
      }
      if (size > at) pieces.push({ from: at, to: size })
      const items = [...removed].map(([kind, bytes]) => ({ kind, bytes }))
      return { pieces, removed: items, bytes: size - shrinkage }
    },
  }
}
