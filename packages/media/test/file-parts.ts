import { u16be, u32be, u32le } from '../src/numbers.ts'
import { big, bytesOf, little } from './build/bytes.ts'
import { segment } from './build/jpeg.ts'
import { chunk as pngChunk, pngSignature } from './build/png.ts'
import { webp, chunk as webpChunk } from './build/webp.ts'

/** A part of a file that others could precede and follow. */
interface FilePart {
  bytes: Uint8Array
  /** The part with `words` after its data; `undefined` if only a decoder can find the data's end. */
  longer: ((words: string) => Uint8Array) | undefined
}

/** A file split into parts. */
interface SplitFile {
  parts: FilePart[]
  joined(parts: Uint8Array[]): Uint8Array
}

export function splitFile(format: string, file: Uint8Array): SplitFile {
  return splitters[format]!(file)
}

const splitters: Record<string, (file: Uint8Array) => SplitFile> = {
  WebP: splitWebp,
  JPEG: splitJpeg,
  PNG: splitPng,
  GIF: splitGif,
  AVIF: splitAvif,
}

const coded = new Set(['VP8 ', 'VP8L', 'ALPH', 'IDAT', 'fdAT'])

function name(bytes: Uint8Array, at: number): string {
  return Buffer.from(bytes.subarray(at, at + 4)).toString('latin1')
}

function splitWebp(file: Uint8Array): SplitFile {
  const parts: FilePart[] = []
  for (let at = 12; at < file.length; at += parts.at(-1)!.bytes.length) {
    const length = u32le(file, at + 4)
    const bytes = file.subarray(at, at + 8 + length + (length & 1))
    const type = name(file, at)
    const data = bytes.subarray(8, 8 + length)
    const longer = coded.has(type) ? undefined : (words: string) => webpChunk(type, data, words)
    parts.push({ bytes, longer })
  }
  return { parts, joined: (all) => webp(all) }
}

function splitPng(file: Uint8Array): SplitFile {
  const parts: FilePart[] = []
  for (let at = 8; at < file.length; at += parts.at(-1)!.bytes.length) {
    const bytes = file.subarray(at, at + 12 + u32be(file, at))
    const type = name(file, at + 4)
    const data = bytes.subarray(8, -4)
    const longer = coded.has(type) ? undefined : (words: string) => pngChunk(type, data, words)
    parts.push({ bytes, longer })
  }
  return { parts, joined: (all) => bytesOf(pngSignature, all) }
}

/** The data of a scan belongs to its header. */
function splitJpeg(file: Uint8Array): SplitFile {
  const parts: FilePart[] = []
  for (let at = 2; at < file.length; at += parts.at(-1)!.bytes.length) {
    const code = file[at + 1]!
    if (code === 0xd9) {
      parts.push({ bytes: file.subarray(at), longer: undefined })
      break
    }
    const dataEnd = at + 2 + u16be(file, at + 2)
    let to = dataEnd
    while (code === 0xda && (file[to] !== 0xff || file[to + 1] === 0)) to++
    const longer = (words: string) =>
      bytesOf(segment(code, file.subarray(at + 4, dataEnd), words), file.subarray(dataEnd, to))
    parts.push({ bytes: file.subarray(at, to), longer })
  }
  return { parts, joined: (all) => bytesOf('\xff\xd8', all) }
}

function splitGif(file: Uint8Array): SplitFile {
  const tableLength = (packed: number): number => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)
  const headLength = 13 + tableLength(file[10]!)
  const parts: FilePart[] = []
  for (let at = headLength; at < file.length; at += parts.at(-1)!.bytes.length) {
    const kind = file[at]!
    if (kind === 0x3b) {
      parts.push({ bytes: file.subarray(at), longer: undefined })
      break
    }
    const head = kind === 0x21 ? 2 : kind === 0x2c ? 11 + tableLength(file[at + 9]!) : 0
    let to = at + head
    while (to < file.length && file[to] !== 0) to += 1 + file[to]!
    to++
    const bytes = file.subarray(at, to)
    const longer = (words: string) =>
      bytesOf(bytes.subarray(0, -1), little(1, words.length), words, big(1, 0))
    parts.push({ bytes, longer: kind === 0x21 ? longer : undefined })
  }
  return { parts, joined: (all) => bytesOf(file.subarray(0, headLength), all) }
}

function splitAvif(file: Uint8Array): SplitFile {
  const parts: FilePart[] = []
  for (let at = 0; at < file.length; at += parts.at(-1)!.bytes.length) {
    parts.push({ bytes: file.subarray(at, at + u32be(file, at)), longer: undefined })
  }
  return { parts, joined: (all) => bytesOf(all) }
}
