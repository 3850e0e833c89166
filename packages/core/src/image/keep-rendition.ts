import { Failure } from '../failure.ts'
import type { RenditionRow } from '../ports/database/rendition-store.ts'
import type { RenditionOutcome } from '../ports/renditions.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { storeBytes } from '../upload/put-blob.ts'
import { foundOutAtMs, type WantedRendition } from './wanted-rendition.ts'

/** Whoever waits for a rendition is content with the original, too. */
const removalPatienceMs = 1_000

/**
 * Stores a rendition that was made, and records it.
 * @returns undefined where its source is gone, or where the same bytes are being removed: it can be kept later
 * @throws {Failure} STORAGE_FAILED
 */
export async function keepRendition(
  site: Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'clock'>,
  rendition: {
    wanted: WantedRendition
    made: Extract<RenditionOutcome, { kind: 'made' }>
    isStopping: () => boolean
  },
): Promise<RenditionRow | undefined> {
  const { wanted, made, isStopping } = rendition
  const { file: source, size, format } = wanted
  const { bytes, width, height, placeholder } = made
  const createdAtMs = foundOutAtMs(wanted, site.clock())
  try {
    const outcome = await storeBytes(
      site,
      { bytes, patienceMs: removalPatienceMs, isStopping },
      ({ address, sizeBytes, removalsSeen }) => {
        const type = `image/${format}` as const
        const file = { address, sizeBytes, type, width, height, frames: 1 }
        const row = { source: source.address, size, format, file, placeholder, createdAtMs }
        return site.database.renditions.record({ ...row, removalsSeen })
      },
    )
    return outcome.kind === 'recorded' ? outcome.rendition : undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'OVERLOADED') return undefined
    throw error
  }
}
