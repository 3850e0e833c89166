import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { withEnd } from '@pictoglyph/media/facts'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import { bytesOf } from '@pictoglyph/media/test/build/bytes'
import { segment, withSegments } from '@pictoglyph/media/test/build/jpeg'
import { svg } from '@pictoglyph/media/test/build/svg'
import { hides } from '@pictoglyph/media/test/guards/hiding'
import { type Turn, turn } from '@pictoglyph/media/test/guards/switchboard'
import { woven } from '@pictoglyph/media/test/guards/woven'
import { place } from '@pictoglyph/media/test/marked'
import type { StagedFile } from '@pictoglyph/site/blobs/blob-store'
import { receiveFile } from '@pictoglyph/site/upload/receive'
import type * as stripping from '@pictoglyph/site/upload/strip-metadata'
import sharp from 'sharp'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const maxSteps = 100_000
const plain = new Uint8Array(
  await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer(),
)
const here = segment(0xfe, `GPS ${place}`)
const open = (jpeg: Uint8Array): Uint8Array => jpeg.subarray(0, -2)

interface Sample {
  bytes: Uint8Array
  /** End of its coded data, if it has no end marker there. */
  end?: number
  /** The stored bytes; `undefined` after a refusal. */
  stored: Uint8Array | undefined
}

const signed = withSegments(plain, segment(0xfe, 'A comment of its owner'))

const samples: Sample[] = [
  { bytes: plain, stored: plain },
  { bytes: signed, stored: signed },
  { bytes: withSegments(plain, here), stored: plain },
  { bytes: bytesOf(plain, place), stored: plain },
  { bytes: open(plain), end: plain.length - 2, stored: plain },
  { bytes: withSegments(open(plain), here), end: withSegments(plain, here).length - 2, stored: plain },
  {
    bytes: svg('', `<image href="data:image/jpeg;base64,${open(withSegments(plain, here)).toBase64()}"/>`),
    stored: undefined,
  },
]

type Stripping = typeof stripping

/** At worst, a plan is made in vain, or an unexpected error becomes a refusal of the image. */
const harmless = [
  'strip-metadata.ts planStripping: facts.plain -> false',
  'strip-metadata.ts planStripping: facts.trailingBytes === 0 -> false',
  'strip-metadata.ts planStripping: facts.lacksEndMarker -> true',
  'strip-metadata.ts refusing: error instanceof MediaFailure -> true',
]

/** Whether its memory is free for another file. */
function isReleased(staged: StagedFile): boolean {
  try {
    staged.read(0, 1)
    return false
  } catch {
    return true
  }
}

/** The stored bytes, or the code of the refusal. */
async function outcomeOf(
  site: SiteFixture,
  { stripMetadata }: Stripping,
  { bytes, end }: Sample,
): Promise<unknown> {
  await using receiver = receiveFile(site.ports, { limitBytes: 1_000_000 })
  await receiver.write(bytes)
  const received = receiver.finish()!
  const found = inspect(bytes)
  const facts = end === undefined ? found : withEnd(found, end)
  try {
    const described = await stripMetadata({ ...site.ports, blobs: undefined }, received, facts)
    await using kept = await stripMetadata(site.ports, received, facts)
    const stored = new Uint8Array(kept.staged.read(0, kept.sizeBytes))
    const isDescribed = described.sizeBytes === kept.sizeBytes && described.sha256 === kept.sha256
    const isWritten = kept.staged !== received.staged && isReleased(received.staged)
    return { stored, isDescribed, hides: hides(stored, place), isTold: kept.removed.length > 0, isWritten }
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

function expectedOf({ bytes, end, stored }: Sample): unknown {
  const isTold = stored !== undefined && bytes.length > stored.length - (end === undefined ? 0 : 2)
  const isWritten = bytes !== stored
  return stored ? { stored, isDescribed: true, hides: false, isTold, isWritten } : 'INVALID_IMAGE'
}

test('each flipped guard of stripping keeps a place, refuses an upload or reports too little', async () => {
  await using site = await openSite()
  await site.setPolicy('upload.metadata', 'location')
  const { module, guards } = await woven<Stripping>({
    sources: join(import.meta.dir, '../../../../packages/site/src/upload'),
    entry: 'strip-metadata.ts',
    aboutOf: (file) => (file === 'strip-metadata.ts' ? /^/ : undefined),
  })
  const isRight = async (sample: Sample): Promise<boolean> =>
    Bun.deepEquals(await outcomeOf(site, module, sample), expectedOf(sample))
  const isSeen = async (one: Turn): Promise<boolean> => {
    using _ = turn(one, maxSteps)
    for (const sample of samples) if (!(await isRight(sample))) return true
    return false
  }
  for (const sample of samples) expect(await outcomeOf(site, module, sample)).toEqual(expectedOf(sample))
  const unseen: string[] = []
  for (const [guard, { name, turns }] of guards.entries()) {
    for (const to of turns) if (!(await isSeen({ guard, to }))) unseen.push(`${name} -> ${to}`)
  }
  expect(unseen).toEqual(harmless)
  expect(guards.length).toBeGreaterThan(7)
})
