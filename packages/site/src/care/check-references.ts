import type { ImageFacts } from '@pictoglyph/media/facts'
import { MediaFailure } from '@pictoglyph/media/failure'
import { createInspector } from '@pictoglyph/media/inspect/inspector'
import type { BlobAddress } from '../blobs/blob-store.ts'
import { readBlob } from '../blobs/read-blob.ts'
import { Failure } from '../language/failure.ts'
import type { StoredFile } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import { shownSize } from '../upload/store.ts'
import type { FindingKind } from './findings.ts'

const rowsPerPage = 1_000

type Site = Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'clock'>

/** A problem, and its repair without loss; the repair returns false if there is none. */
interface RowProblem {
  kind: FindingKind
  address: BlobAddress
  detail: string
  repair: () => Promise<boolean>
}

/**
 * Compares the rows of images, renditions, blobs and claims. Each query sees one moment, so its findings are true even
 * while the site runs.
 * @throws {Failure} STORAGE_FAILED
 */
export async function* checkRows(site: Site): AsyncGenerator<RowProblem> {
  yield* missingRows(site)
  yield* wrongCounts(site)
  yield* strayClaims(site)
}

async function* missingRows(site: Site): AsyncGenerator<RowProblem> {
  for (let after: BlobAddress | null = null; ; ) {
    const { addresses, next } = await site.database.repairs.unrecorded(after, rowsPerPage)
    for (const address of addresses) {
      const isThere = (await site.blobs.stat(address)) !== undefined
      const detail = isThere ? 'Their row is missing.' : 'Their row is missing, and they are not there.'
      yield { kind: 'unrecorded', address, detail, repair: () => recordAnew(site, address) }
    }
    if (next === null) return
    after = next
  }
}

async function* wrongCounts({ database, clock }: Site): AsyncGenerator<RowProblem> {
  for (let after: BlobAddress | null = null; ; ) {
    const counts = await database.repairs.needCounts(after, rowsPerPage)
    for (const { address, recorded, named } of counts) {
      if (recorded === named) continue
      const detail = `The row says that ${recorded} need them, and ${named} do.`
      const repair = () => database.repairs.mendBlob(address, { file: null, atMs: clock() })
      yield { kind: 'miscounted', address, detail, repair }
    }
    const last = counts.at(-1)
    if (last === undefined || counts.length < rowsPerPage) return
    after = last.address
  }
}

async function* strayClaims({ database }: Site): AsyncGenerator<RowProblem> {
  const told = new Set<string>()
  for (let after: string | null = null; ; ) {
    const { claims, next } = await database.repairs.strayClaims(after, rowsPerPage)
    for (const claim of claims) {
      const { receivedSha256: address, imageId } = claim
      // An image holds a claim for its owner, and may also hold the site's.
      if (told.has(`${address} ${imageId}`)) continue
      told.add(`${address} ${imageId}`)
      const detail = `Uploads of them are held to repeat the image ${imageId}, which is not there.`
      const repair = async () => {
        await database.repairs.removeStrayClaim(claim)
        return true
      }
      yield { kind: 'misclaimed', address, detail, repair }
    }
    if (next === null) return
    after = next
  }
}

/**
 * Restores the record of bytes: deletes renditions, to be made again, and rewrites an image's blob row from its bytes.
 */
async function recordAnew(site: Site, address: BlobAddress): Promise<boolean> {
  const { renditions, repairs } = site.database
  await renditions.remove(address, site.clock())
  if (!(await repairs.isNamed(address))) return true
  const file = await inspectBlob(site, address).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
    return undefined
  })
  return file !== undefined && repairs.mendBlob(address, { file, atMs: site.clock() })
}

/**
 * Reads the facts of stored bytes from the bytes alone; `undefined` unless they match the address and are a complete
 * image.
 * @throws {Failure} BLOB_MISSING, STORAGE_FAILED
 */
async function inspectBlob(
  site: Pick<SitePorts, 'blobs' | 'createSha256'>,
  address: BlobAddress,
): Promise<StoredFile | undefined> {
  const digest = site.createSha256()
  const inspector = createInspector()
  let facts: ImageFacts
  try {
    for await (const chunk of readBlob(site.blobs, address)) {
      digest.update(chunk)
      inspector.push(chunk)
    }
    facts = inspector.end()
  } catch (error) {
    if (error instanceof MediaFailure) return undefined
    throw error
  }
  if (!facts.complete || digest.digest('hex') !== address) return undefined
  const { type, frames, bytes } = facts
  return { address, sizeBytes: bytes, type, ...shownSize(facts), frames }
}
