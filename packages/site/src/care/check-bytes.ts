import type { BlobRow } from '../blobs/blob-reference-rows.ts'
import type { BlobAddress } from '../blobs/blob-store.ts'
import { type BlobDigest, digestBlob } from '../blobs/read-blob.ts'
import { removeBlob } from '../blobs/remove-blob.ts'
import { Failure } from '../language/failure.ts'
import type { SitePorts } from '../site-ports.ts'
import type { FindingKind } from './findings.ts'

type Site = Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'clock'>

/** The problems that bytes and their row can have. */
type BytesKind = Exclude<FindingKind, 'unrecorded' | 'miscounted' | 'misclaimed'>

/** A problem of stored bytes. */
export interface BytesProblem {
  kind: BytesKind
  detail: string
}

interface Inspection {
  problem: BytesProblem | undefined
  bytesRead: number
}

function found(kind: BytesKind, detail: string, bytesRead = 0): Inspection {
  return { problem: { kind, detail }, bytesRead }
}

/**
 * The present problem of the bytes in a row, if any.
 * @param quick compare only sizes, and read no bytes
 */
export async function inspectBytes(site: Site, row: BlobRow, quick: boolean): Promise<Inspection> {
  const { address, sizeBytes } = row.file
  if (isReleased(row)) return inspectReleased(site, row)
  const stored = await site.blobs.stat(address)
  if (stored === undefined) return found('lost', `${sizeBytes} bytes are not there.`)
  if (quick) {
    if (stored.sizeBytes === sizeBytes) return { problem: undefined, bytesRead: 0 }
    return found('resized', `${stored.sizeBytes} bytes instead of ${sizeBytes}.`)
  }
  let digest: BlobDigest | undefined
  try {
    digest = await digestBlob(site, address)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return found('unreadable', error.cause instanceof Error ? error.cause.message : error.message)
  }
  if (digest === undefined) return found('lost', `${sizeBytes} bytes are not there.`)
  const bytesRead = digest.sizeBytes
  if (digest.sha256 === address) {
    if (bytesRead === sizeBytes) return { problem: undefined, bytesRead }
    return found('misrecorded', `The row says ${sizeBytes} bytes; they are ${bytesRead}.`, bytesRead)
  }
  if (bytesRead !== sizeBytes)
    return found('resized', `${bytesRead} bytes instead of ${sizeBytes}.`, bytesRead)
  return found('altered', `The bytes have the SHA-256 ${digest.sha256}.`, bytesRead)
}

/** Ignores damage in unneeded bytes: an upload that needs them puts them again. */
async function inspectReleased(site: Site, row: BlobRow): Promise<Inspection> {
  const { address } = row.file
  const [imageId] = await site.database.images.idsByBlob(address, 1)
  if (imageId !== undefined) return found('misreleased', `The image ${imageId} needs them.`)
  if (isBeingRemoved(site, row) || (await site.blobs.stat(address)) !== undefined) {
    return { problem: undefined, bytesRead: 0 }
  }
  return found('stale', 'No image needs them, and they are gone.')
}

/** Repairs a problem if that loses nothing; otherwise returns false. */
export async function repairBytes(site: Site, kind: BytesKind, address: BlobAddress): Promise<boolean> {
  switch (kind) {
    case 'orphan':
    case 'stale':
      return removeBlob(site, address, site.clock())
    case 'altered':
    case 'resized':
    case 'lost':
    case 'unreadable':
      return deleteRendition(site, address)
    case 'misrecorded':
      return resize(site, address)
    case 'misreleased':
      return site.database.repairs.mendBlob(address, { file: null, atMs: site.clock() })
  }
}

/** Corrects the size in the row: the bytes match the address. */
async function resize(site: Site, address: BlobAddress): Promise<boolean> {
  const row = await site.database.blobs.byAddress(address)
  const digest = await digestBlob(site, address)
  if (row === undefined || digest?.sha256 !== address) return false
  const file = { ...row.file, sizeBytes: digest.sizeBytes }
  return site.database.repairs.mendBlob(address, { file, atMs: site.clock() })
}

/** Deletes a rendition, which can be made again; false if an image itself needs the bytes. */
async function deleteRendition({ database, clock }: Site, address: BlobAddress): Promise<boolean> {
  await database.renditions.remove(address, clock())
  const row = await database.blobs.byAddress(address)
  return row === undefined || isReleased(row)
}

/** Whether a removal of the blob is claimed now. */
export function isBeingRemoved({ clock }: Pick<SitePorts, 'clock'>, { removingUntilMs }: BlobRow): boolean {
  return removingUntilMs !== null && removingUntilMs > clock()
}

/** Whether the row says that the blob is not needed. */
export function isReleased({ releasedAtMs }: BlobRow): boolean {
  return releasedAtMs !== null
}
