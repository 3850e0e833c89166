import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { comment, gif, subBlocks } from '@pictoglyph/media/test/build/gif'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { receiveFile } from '@pictoglyph/site/upload/receive'
import { stripMetadata } from '@pictoglyph/site/upload/strip-metadata'
import { joined, pngChunk, pngHeader, pngSignature } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

const pieceBytes = 1024 * 1024

/** A PNG with a comment, and more picture data than its pixels need. */
function largePng(pieces: number): Uint8Array {
  const header = { width: 3, height: 2, depth: 8, colourType: 2, interlaced: false }
  const noise = crypto.getRandomValues(new Uint8Array(65_536))
  const piece = joined(Array.from({ length: pieceBytes / noise.length }, () => noise))
  return joined([
    pngSignature,
    pngChunk('IHDR', pngHeader(header)),
    pngChunk('tEXt', new TextEncoder().encode('Comment\0somewhere')),
    pngChunk('IDAT', deflateSync(new Uint8Array(20))),
    ...Array.from({ length: pieces }, () => pngChunk('IDAT', piece)),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** A GIF with a comment, and a frame with more data than its pixel needs. */
function largeGif(pieces: number): Uint8Array {
  const data = subBlocks(new Uint8Array(pieces * pieceBytes).fill(7))
  const frame = joined([new TextEncoder().encode(',\0\0\0\0\x01\0\x01\0\0\x02'), data])
  return gif(1, 1, comment('somewhere'), frame)
}

/** Strips a received file, and counts how often other work ran meanwhile. */
async function stripInTurns(site: SitePorts, bytes: Uint8Array): Promise<{ turns: number; removed: number }> {
  await using receiver = receiveFile(site, { limitBytes: Number.POSITIVE_INFINITY })
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    await receiver.write(bytes.subarray(at, at + pieceBytes))
  }
  const received = receiver.finish()
  if (received === undefined) throw new Error('nothing was received')
  if (!('facts' in received.content)) throw received.content.failure
  const { facts } = received.content
  let removed = 0
  const turns = await turnsDuring(async () => {
    await using keep = await stripMetadata(site, received, facts)
    removed = keep.removed.length
  })
  return { turns, removed }
}

/** Counts how often other work ran. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  })
  try {
    await work()
    return turns
  } finally {
    clearInterval(ticking)
  }
}

test('stripping a large file does not block other work', async () => {
  await using site = await openSite()
  for (const bytes of [largePng(96), largeGif(96)]) {
    const { turns, removed } = await stripInTurns(site.ports, bytes)
    expect(removed).toBe(1)
    expect(turns).toBeGreaterThan(5)
  }
}, 30_000)

test('searching a large file for places does not block other work', async () => {
  await using site = await openSite()
  await site.setPolicy('upload.metadata', 'location')
  const text = pngChunk('tEXt', new TextEncoder().encode(`Comment\0${'somewhere '.repeat(10_000_000)}`))
  const small = largePng(0)
  const { turns, removed } = await stripInTurns(
    site.ports,
    joined([small.subarray(0, 33), text, small.subarray(33)]),
  )
  expect(removed).toBe(0)
  expect(turns).toBeGreaterThan(5)
}, 30_000)

test('a part of a file that takes long to parse does not block other work', async () => {
  await using site = await openSite()
  const tags = '<g/>'.repeat(190_000)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${tags}</svg>`
  await using receiver = receiveFile(site.ports, { limitBytes: Number.POSITIVE_INFINITY })
  const turns = await turnsDuring(() => receiver.write(new TextEncoder().encode(drawing)))
  expect(receiver.finish()?.content).toMatchObject({ facts: { type: 'image/svg+xml', complete: true } })
  expect(turns).toBeGreaterThan(1)
})
