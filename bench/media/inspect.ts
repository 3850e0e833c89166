/**
 * How long it takes to inspect an image that arrives in 64 kB chunks, beside the SHA-256 of the same bytes.
 * The last rows are made to be slow.
 */

import { MediaFailure } from '@pictoglyph/media/failure'
import { createInspector } from '@pictoglyph/media/inspect/inspector'
import sharp from 'sharp'
import { medianMs } from './median-ms.ts'

const chunkBytes = 65_536
const jpegHead = '\xff\xd8\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0\xff\xda\0\x02'
const gifHead = 'GIF89a\x01\0\x01\0\0\0\0'
const pngHead = '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90\x77\x53\xde'

function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += chunkBytes) crypto.getRandomValues(bytes.subarray(at, at + chunkBytes))
  return bytes
}

async function jpeg(side: number): Promise<Uint8Array> {
  const image = sharp(noise(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
  return new Uint8Array(await image.jpeg({ quality: 80 }).toBuffer())
}

/** A GIF of one frame whose data is `length` bytes of sub-blocks, each as long as it can be. */
function gif(length: number): Uint8Array {
  const head = Buffer.from('GIF89a\x10\0\x10\0\0\0\0,\0\0\0\0\x10\0\x10\0\0\x08', 'latin1')
  const blocks = noise(length - (length % 256))
  for (let at = 0; at < blocks.length; at += 256) blocks[at] = 255
  return new Uint8Array(Buffer.concat([head, blocks, Buffer.from('\0;', 'latin1')]))
}

function inspectRefused(bytes: Uint8Array): void {
  try {
    inspectInChunks(bytes)
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
  }
}

function inspectInChunks(bytes: Uint8Array): boolean {
  const inspector = createInspector()
  for (let at = 0; at < bytes.length; at += chunkBytes) inspector.push(bytes.subarray(at, at + chunkBytes))
  return inspector.end().complete
}

/** `head` and then `part` over and over, `length` bytes in all. */
function repeated(length: number, head: string, part: string): Uint8Array {
  const first = Buffer.from(head, 'latin1')
  return new Uint8Array(Buffer.concat([first, Buffer.alloc(length - first.length, part, 'latin1')]))
}

const files: [string, Uint8Array][] = [
  ['JPEG', await jpeg(500)],
  ['JPEG', await jpeg(5000)],
  [
    'PNG',
    new Uint8Array(
      await sharp(noise(270_000), { raw: { width: 300, height: 300, channels: 3 } })
        .png()
        .toBuffer(),
    ),
  ],
  ['GIF', gif(20_000_000)],
  [
    'AVIF',
    new Uint8Array(
      await sharp(noise(120_000), { raw: { width: 200, height: 200, channels: 3 } })
        .avif({ effort: 0 })
        .toBuffer(),
    ),
  ],
]

const hostile: [string, Uint8Array][] = [
  ['JPEG, stuffing only', repeated(20_000_000, jpegHead, '\xff\0')],
  ['JPEG, empty segments', repeated(20_000_000, '\xff\xd8', '\xff\xfe\0\x02')],
  ['PNG, empty chunks', repeated(20_000_000, pngHead, '\0\0\0\0tEXt\0\0\0\0')],
  ['GIF, empty extensions', repeated(20_000_000, gifHead, '!\x01\0')],
  ['GIF, blocks of one byte', repeated(20_000_000, `${gifHead}!\x01`, '\x01\x01')],
]

function report(name: string, bytes: Uint8Array, inspectOnce: () => void): void {
  const inspected = medianMs(inspectOnce)
  const hashed = medianMs(() => new Bun.CryptoHasher('sha256').update(bytes).digest())
  const ratio = ((100 * inspected) / hashed).toFixed(1)
  console.log(
    `${name.padEnd(24)} ${String(bytes.length).padStart(9)} bytes: ${inspected.toFixed(4)} ms, ${ratio}% of its SHA-256`,
  )
}

for (const [name, bytes] of files) {
  if (!inspectInChunks(bytes)) throw new Error(`${name} is not complete`)
  report(name, bytes, () => inspectInChunks(bytes))
}
for (const [name, bytes] of hostile) report(name, bytes, () => inspectRefused(bytes))
